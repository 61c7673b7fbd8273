// views.mjs - a golden screen of each view: what a player sees, letter by letter, at 80 x 24 and
// in larger windows, with and without colours and UTF-8.
// usage: node views.mjs RUMMERY [--write], which refreshes the golden screens
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { check } from "../sentences/check.mjs";
import { makeTable, start, stopServer } from "../clients/harness.mjs";
import { finishAll } from "./harness.mjs";
import { followHints } from "./hints.mjs";
import { Terminal } from "./terminal.mjs";

const goldens = "tests/tui/golden";
// long enough for a loaded machine, and not for ever where a view has changed
const PATIENCE_MS = 60000;
const isWriting = process.argv.includes("--write");
const steady = ["--new", "--seed", "7", "--first", "0", "--turn-seconds", "0", "--speed",
  "instant"];
const play = (game, more = [], options = {}) =>
  new Terminal(["play", game, ...steady, ...more], options);

// What differs from run to run.
const plain = (screen) => screen
  .replace(/\d{4}-\d\d-\d\d \d\d:\d\d/g, "YYYY-MM-DD HH:MM")
  .replace(/localhost:\d+\/t\/\w+#\w+/g, "localhost:PORT/t/TABLE#INVITE")
  .replace(/ +$/gm, "");

// Waits for the golden screen: tmux may be asked in the middle of a drawing.
async function compare(name, table) {
  const path = `${goldens}/${name}.txt`;
  if (isWriting) {
    mkdirSync(goldens, { recursive: true });
    writeFileSync(path, plain(await table.settled()));
  }
  const golden = existsSync(path) ? readFileSync(path, "utf8") : "";
  const end = Date.now() + PATIENCE_MS;
  while (plain(table.screen()) !== golden && Date.now() < end) await table.settled();
  const text = plain(table.screen());
  check(golden === text, `the view ${name} is as it was:`, `\n${text}\nbut it was\n${golden}`);
}

// A table in the middle of a turn, with what a hint laid.
async function viewTable(game, name, options, more = ["--players", "3"]) {
  const table = play(game, more, options);
  await table.until("Your turn");
  if (game !== "exclusiv") await table.press("d", /You drew|Lay /);
  await table.press("h", /You can (lay|go out)|There’s nothing to lay/);
  if (/You can (lay|go out)/.test(table.screen())) {
    await table.press("h", "These:");
    await table.press("h", "Press p");
  }
  await compare(name, table);
  table.close();
}

async function viewGames() {
  for (const game of ["exclusiv", "photo", "princess"]) {
    await viewTable(game, game);
    await viewTable(game, `${game}-large`, { columns: 120, rows: 40 });
    await viewTable(game, `${game}-little`, { columns: 60, rows: 20 }, ["--players", "4"]);
    await viewTable(game, `${game}-wide`, { columns: 160, rows: 50 }, ["--players", "4"]);
  }
}

async function viewFewerMeans() {
  const ascii = { TERM: "vt100", LC_ALL: "C" };
  for (const game of ["exclusiv", "photo", "princess"])
    await viewTable(game, `${game}-ascii`, { env: ascii });
  await viewTable("exclusiv", "exclusiv-no-colour", { env: { NO_COLOR: "1" } });
  await viewTable("photo", "photo-console", { env: { TERM: "linux" } });
}

async function viewFault() {
  const table = play("exclusiv", ["--players", "2"]);
  await table.until("Your turn");
  await table.press(["Space", "Right", "Space"], /▴.*▴/);
  await table.press("n", /✗/);
  await compare("fault", table);
  table.close();
}

async function viewBoxes() {
  const table = play("exclusiv", ["--players", "2"]);
  await table.until("Your turn");
  const boxes = [["m", "menu", "Back to the game"], ["?", "help", "All keys"],
    ["q", "leave", "The match is saved"], ["l", "log", "has been dealt"]];
  for (const [key, name, text] of boxes) {
    await table.press(key, (screen) => /[╭]/.test(screen) && screen.includes(text));
    await compare(name, table);
    await table.press("Escape", (screen) => !/[╭]/.test(screen));
  }
  await table.press("m", "Back to the game");
  await table.press(["Down", "Down", "Down", "Down", "Down", "Enter"], "Nederlands");
  await compare("language", table);
  await table.press(["Up", "Down", "Enter"], "Du bist dran");
  await compare("german", table);
  table.close();
}

async function viewCurtain() {
  const table = play("princess", ["--players", "2", "--names", "Anna,Berta"]);
  await table.until("Are the others looking away?");
  await compare("curtain", table);
  table.close();
}

// All rounds by hints would be long: two people who only draw and pass end a round quickly.
async function viewScores() {
  const table = play("photo", ["--players", "2", "--bots", "5", "--rounds", "2"]);
  for (let turn = 0; turn < 120; turn += 1) {
    const screen = await table.until(/Your turn|The round is over/);
    if (/The round is over/.test(screen) && /Next round/.test(screen)) break;
    const before = screen.split("\n").slice(1, 3).join();
    await table.press("d", /Lay photos|Next round/);
    await table.press("e", (text) => /Next round/.test(text) ||
      (/Your turn/.test(text) && text.split("\n").slice(1, 3).join() !== before));
  }
  await table.until("Next round");
  await compare("scores", table);
  await table.press("Enter", "Round 2 of 2");
  check(true, "the next round follows");
  table.close();
}

async function viewReplay() {
  const table = play("princess", ["--players", "2", "--bots", "2"]);
  await followHints(table, "princess");
  await compare("over", table);
  await table.press(["Down", "Enter"], /Replay · 0 of/);
  await table.press(["End", "Left"], /laid|drew|discarded/);
  await compare("replay", table);
  const screen = await table.press("?", "All keys");
  check(/Home +To the start/.test(screen) && !/go from card to card/.test(screen),
    "help in a replay lists the replay's keys", screen);
  table.close();
}

async function viewRoom() {
  const server = await start("views");
  const made = await makeTable(server, { game: "princess",
    seats: [{ name: "Anna" }, { open: true }, { bot: 3 }] });
  const table = new Terminal(["play", "--join",
    `http://localhost:${server.port}/t/${made.table}#${made.invite}`, "--names", "Tess"]);
  await table.until("The host will start");
  await compare("room", table);
  table.close();
  await stopServer(server);
}

async function viewChoice() {
  const state = "choice";
  const first = play("exclusiv", ["--players", "2"], { state });
  await first.until("Your turn");
  first.keys("C-c");
  await first.until("ended with");
  first.close();
  const again = new Terminal(["play", "exclusiv"], { state });
  await again.until("Which match?");
  await compare("choose", again);
  await again.press("Enter", "Your turn");
  await compare("resumed", again);
  again.resize(59, 20);
  await again.until("too small");
  await compare("small", again);
  again.close();
}

await finishAll([viewGames, viewFewerMeans, viewFault, viewBoxes, viewCurtain, viewScores,
  viewReplay, viewRoom, viewChoice]);
