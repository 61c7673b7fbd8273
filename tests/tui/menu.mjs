// menu.mjs - what there is before a table: the menu of `rummery` alone, the rules, the list of
// unfinished matches, also line by line.
// usage: node menu.mjs RUMMERY
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { check } from "../sentences/check.mjs";
import { finishAll } from "./harness.mjs";
import { Terminal, folder, program } from "./terminal.mjs";

const quick = ["--new", "--seed", "7", "--first", "0", "--speed", "instant", "--plain"];
const env = (state) => ({ ...process.env, LC_ALL: "C.UTF-8", XDG_STATE_HOME: join(folder, state) });

// Matches that were left unfinished.
function leave(state, count, game = "exclusiv") {
  for (let i = 0; i < count; i += 1)
    spawnSync(program, ["play", game, ...quick], { input: "draw\n".repeat(i), env: env(state) });
}
const open = (state) => readdirSync(join(folder, state, "rummery", "open"));

async function testMenu() {
  const table = new Terminal([], { state: "menu" });
  let screen = await table.until("What would you like to do?");
  check(/▶ Rummy exclusiv \(2 to 4 players, ages 12 and up\)\s+Photo Rummy \(/.test(screen),
    "rummery alone asks what is wanted", screen);
  await table.press(["Down", "Enter"], "Against 3 computer players");
  await table.press(["Down", "Enter"], "How strong?");
  screen = await table.press("Enter", "Your turn");
  check(/Photo Rummy/.test(screen) && /Painter \d+ +Cyclist \d+/.test(screen),
    "a table is made by a few keys", screen);
  await table.press(["q", "Down", "Enter"], "What would you like to do?");
  screen = await table.press(["Home"], /▶ Continue: .*Photo Rummy, Round 1/);
  await table.press("Enter", "Your turn");
  check(true, "leaving leads back to the menu, which goes on with what was left");
  await table.press(["q", "Down", "Enter"], "What would you like to do?");
  await table.press(["End", "Up", "Enter"], "Nederlands");
  await table.press(["Home", "Enter"], "Was möchtest du machen?");
  check(true, "the language is chosen there");
  await table.press("q", "ended with 0");
  table.close();
}

// Who knows the way types on while lists and tables change.
async function testQuickHands() {
  const table = new Terminal([], { state: "quick" });
  await table.until("What would you like to do?");
  table.keys("Down", "Enter", "Down", "Enter", "Enter");
  const screen = await table.until("Your turn");
  check(/Photo Rummy/.test(screen) && /Painter \d+ +Cyclist \d+/.test(screen),
    "no key is lost between two lists", screen);
  table.keys("q", "Down", "Enter", "q");
  await table.until("ended with 0");
  check(true, "nor where a table is left");
  table.close();
}

// Whatever has the screen: a list, the one after it, a table.
async function testTerminated() {
  const ways = { "a list": [], "the next list": ["Enter"], "a table": ["Enter", "Enter", "Enter"] };
  for (const [what, keys] of Object.entries(ways)) {
    const table = new Terminal([], { state: `terminated ${what}` });
    await table.until("What would you like to do?");
    const wanted = ["What would you like to do?", "Against 3 computer players", "", "Your turn"];
    if (keys.length > 0) await table.press(keys, wanted[keys.length]);
    process.kill(table.pid(), "SIGTERM");
    const screen = await table.until("ended with 0");
    check(/ended with 0/.test(screen) && !/What would you like/.test(screen),
      `SIGTERM at ${what} ends the program and gives the terminal back`, screen);
    table.close();
  }
}

async function testPlainMenu() {
  const table = new Terminal([], { env: { TERM: "dumb" }, state: "plain-menu" });
  await table.until("Which number?");
  await table.press(["1", "Enter"], "Against 3 computer players");
  await table.press(["1", "Enter"], "How strong?");
  await table.press(["1", "Enter"], "Your turn");
  const screen = await table.press(["q", "Enter"],
    /Goodbye[^]*What would you like to do\?[^]*Which number/);
  check(/1: Continue: /.test(screen) && !/ended with/.test(screen),
    "line by line one comes back to the menu too", screen);
  await table.press(["quit", "Enter"], "ended with 0");
  table.close();
}

async function testRules() {
  const menu = new Terminal(["play"], { state: "rules", columns: 60, rows: 20 });
  await menu.until("What would you like to do?");
  await menu.press(["Down", "Down", "Down", "Enter"], (text) => !/Lessons/.test(text));
  await menu.press(["Down", "Enter"], "Seventeen capitals");
  await menu.press("End", /Close/);
  await menu.press("Home", "Seventeen capitals");
  check(true, "rummery play alone asks too, and explains a game");
  menu.close();
  const table = new Terminal(["play", "princess", "--new", "--players", "2"], { state: "rules2" });
  await table.until("Your turn");
  const screen = await table.press("i", "What it’s about");
  check(/people of the castle/.test(screen), "the rules are there at the table", screen);
  await table.press("End", "Prince Rummy");
  table.close();
  for (const [language, word] of [["de", "Worum es geht"], ["es", "De qué se trata"]]) {
    const { status, stdout } = spawnSync(program, ["rules", "photo", "--lang", language],
      { encoding: "utf8" });
    check(status === 0 && stdout.includes("+ [GBc GBs GBf]") &&
      Math.max(...stdout.split("\n").map((line) => [...line].length)) <= 80,
      `the rules are printed: ${language}`, stdout.slice(0, 300) + word);
  }
  const { stdout } = spawnSync(program, ["play", "photo", ...quick], { input: "rules\n",
    encoding: "utf8", env: env("rules3") });
  check(/Seventeen capitals/.test(stdout), "and in the dialogue", stdout.slice(0, 500));
}

async function testList() {
  leave("list", 20);
  const table = new Terminal(["play", "exclusiv"], { state: "list", columns: 60, rows: 20 });
  let screen = await table.until("Which match?");
  check(/ New table\n +▶ .*: You 0, /.test(screen), "the list begins with the newest", screen);
  screen = await table.press("End", (text) => /▲|\^/.test(text));
  check(/ New table\n/.test(screen), "a new table stays in sight however many there are", screen);
  await table.press("x", "Press x again to delete");
  await table.press("Up", (text) => !/Really/.test(text));
  check(open("list").length === 20, "one key alone deletes nothing");
  await table.press(["x", "x"], (text) => !/Really/.test(text));
  check(open("list").length === 19, "the same key again deletes a match");
  await table.press("n", "Your turn");
  check(true, "n begins a new one");
  table.close();
}

function testPlainList() {
  leave("plain-list", 3);
  const { stdout } = spawnSync(program, ["play", "exclusiv", "--plain"],
    { input: "delete 2\n2\nquit\n", encoding: "utf8", env: env("plain-list") });
  check(open("plain-list").length === 2 && /3: .*moves?\n/.test(stdout) && /Your rack/.test(stdout),
    "line by line matches are deleted and taken up too", stdout);
  const moves = [...stdout.matchAll(/: You 0, \w+ 0; (\d+) moves?/g)].map((found) => found[1]);
  check(new Set(moves).size === 3, "and told apart by what was played", moves.join());
}

// What was finished can be walked through, and counts.
async function testFinished() {
  const hints = "hint\nhint\nhint\nlay\nplay\ndraw\n".repeat(60);
  const state = env("finished");
  spawnSync(program, ["play", "exclusiv", ...quick.slice(1), "--seed", "4", "--new"],
    { input: hints, env: state });
  const [name] = readdirSync(join(folder, "finished", "rummery", "finished"));
  const path = join(folder, "finished", "rummery", "finished", name ?? "");
  const replay = new Terminal(["replay", path], { state: "finished" });
  await replay.until(/Replay · 0 of \d+/);
  let screen = await replay.press("End", /▶? *You \d+ tiles? .*Postman \d+ tiles?/);
  check(/As you saw it/.test(screen), "rummery replay FILE is a viewer with names", screen);
  await replay.press("e", /As Postman saw it|Everything face up/);
  await replay.press("q", "ended with 0");
  replay.close();
  const piped = spawnSync(program, ["replay", path], { encoding: "utf8" });
  check(piped.status === 0 && !piped.stdout.includes("\x1b") && /won by seat/.test(piped.stdout),
    "in a pipe it is printed as ever");
  const { stdout } = spawnSync(program, ["stats", "--lang", "en"],
    { encoding: "utf8", env: state });
  check(/^You\n {2}Rummy exclusiv: [01] of 1 won\. Rounds: 1\. Average.*: (-?\d+)\. .*: \1\.\n/
    .test(stdout) && /Latest matches\n {2}\d.*You -?\d+, Postman -?\d+; \d+ moves/.test(stdout),
  "rummery stats adds it up", stdout);
  const none = spawnSync(program, ["stats", "--lang", "de"], { encoding: "utf8",
    env: env("nothing") });
  check(none.status === 0 && /Nach deiner ersten Partie/.test(none.stdout),
    "also where there is none");
  const menu = new Terminal([], { state: "finished" });
  await menu.until("Statistics");
  await menu.press(["Down", "Down", "Down", "Down", "Enter"], "1 won");
  await menu.press("q", "What would you like to do?");
  screen = await menu.press(["Up", "Enter"], /Watch a replay[^]*\d moves/);
  await menu.press("Enter", /Replay · 0 of/);
  await menu.press("q", "What would you like to do?");
  check(true, "both are in the menu", screen);
  menu.close();
}

await finishAll([testFinished, testMenu, testQuickHands, testTerminated, testPlainMenu, testRules,
  testList, testPlainList]);
