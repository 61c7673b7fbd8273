// life.mjs - what a terminal goes through: windows that change, few colours, no UTF-8, six
// languages, two people at one screen, Ctrl-C, signals, a terminal that is closed, and the next
// start.
// usage: node life.mjs RUMMERY
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { check } from "../sentences/check.mjs";
import { finishAll } from "./harness.mjs";
import { Terminal, folder } from "./terminal.mjs";

const steady = ["--new", "--seed", "7", "--first", "0", "--turn-seconds", "0", "--speed",
  "instant"];
const play = (game, more = [], options = {}) =>
  new Terminal(["play", game, ...steady, ...more], options);
const widest = (screen) => Math.max(...screen.split("\n").map((line) => [...line].length));

async function testResizing() {
  const table = play("exclusiv", ["--players", "4"]);
  await table.until("Your turn");
  await table.press("Space", "▴");
  table.resize(120, 40);
  let screen = await table.until((text) => widest(text) === 120);
  check(/▴/.test(screen) && /Your turn/.test(screen), "a larger window shows the same turn");
  table.resize(60, 20);
  screen = await table.until((text) => widest(text) === 60 && /q Leave/.test(text));
  check(/▴/.test(screen) && /Your rack, 14 tiles/.test(screen) && !/too small/.test(screen),
    "60 x 20 has room for everything", screen);
  table.resize(59, 19);
  await table.until("too small");
  table.resize(200, 60);
  screen = await table.until((text) => widest(text) === 200);
  check(/▴/.test(screen), "what was picked stays picked through all sizes");
  check(/What has happened so far/.test(screen), "a wide window has the log beside the table",
    screen);
  table.resize(80, 24);
  screen = await table.until((text) => widest(text) === 80 && /q Leave/.test(text));
  check(/q Leave/.test(screen) && /Your rack, 14 tiles/.test(screen),
    "80 x 24 has room for everything again");
  table.close();
}

async function testColours() {
  const codes = (table) => table.colours().match(/\x1b\[[\d;]*m/g)?.join("") ?? "";
  const kinds = [
    ["xterm-256color", {}, (found) => /48;5;/.test(found), "256 colours"],
    ["xterm", {}, (found) => /4[1-7]m|4[1-7];/.test(found) && !/48;5;/.test(found), "8 colours"],
    ["vt100", {}, (found) => !/[34][1-7]m|[34]8;5/.test(found), "2 colours"],
    ["xterm-256color", { NO_COLOR: "1" }, (found) => !/[34][1-7]m|[34]8;5/.test(found),
      "NO_COLOR"],
    ["screen-256color", {}, (found) => /48;5;/.test(found), "screen's 256 colours"],
    ["linux", {}, (found) => /4[1-7]m|4[1-7];/.test(found), "the console's colours"],
  ];
  for (const [term, env, holds, name] of kinds) {
    const table = play("exclusiv", ["--players", "2"], { env: { TERM: term, ...env } });
    const screen = await table.until("Your turn");
    check(holds(codes(table)), `${name} are used on ${term}`, JSON.stringify(codes(table)));
    const isSigned = /[●▲■◆]/.test(screen) || /\b[ygbr] ?\d+/.test(screen);
    check(isSigned, `${name}: a letter or a sign stands beside every colour`, screen);
    table.close();
  }
}

async function testWithoutUtf8() {
  const table = play("princess", ["--players", "2", "--lang", "de"],
    { env: { LC_ALL: "C", TERM: "xterm" } });
  const screen = await table.until("Du bist dran");
  check(/^[\x00-\x7f]*$/.test(screen), "without UTF-8 all is ASCII", screen);
  check(/Koenig/.test(screen), "umlauts are written out");
  table.close();
}

async function testLanguages() {
  const first = { de: "Du bist dran", en: "Your turn", fr: "À toi", it: "Tocca a te",
    nl: "Jouw beurt", es: "Te toca" };
  for (const [language, words] of Object.entries(first)) {
    const chosen = play("photo", ["--players", "2", "--lang", language]);
    const screen = await chosen.until(words);
    check(!/[{}]/.test(screen), `${language}: no gap is left open`, screen);
    chosen.close();
  }
  // the locale need not be there: its name says the language
  const table = play("photo", ["--players", "2"],
    { env: { LC_ALL: "", LANG: "it_IT.UTF-8", LC_CTYPE: "C.UTF-8" } });
  await table.until("Tocca a te");
  check(true, "the locale chooses the language");
  table.close();
}

async function testCurtain() {
  const table = play("princess", ["--players", "2", "--names", "Anna,Berta"]);
  await table.until("Anna, it’s your turn");
  let screen = await table.press("Enter", /Your hand, 10 cards/);
  await table.press("d", /Your hand, 11 cards/);
  await table.press("x", "Berta, it’s your turn");
  screen = await table.settled();
  check(!/Your hand/.test(screen), "the curtain hides the rack between two people", screen);
  check(!/drew \w+ \w+ \d/.test(screen), "and does not tell what was drawn");
  await table.press("d", "Berta, it’s your turn");
  screen = await table.press("Enter", /Your hand, 10 cards/);
  check(/▶ ● Berta/.test(screen), "behind it the other one plays");
  check(!/You drew|Anna drew [a-z]+ [a-z]+ \d/.test(screen), "without seeing the first one's card");
  table.close();
}

// Where drawing ends the turn, the curtain waits until the card was looked at.
async function testDrawnBeforeCurtain() {
  const table = play("exclusiv", ["--players", "2", "--names", "Anna,Berta"]);
  await table.until("Anna, it’s your turn");
  await table.press("Enter", /Your rack, 14 tiles/);
  let screen = await table.press("d", /Your rack, 15 tiles/);
  check(/You drew: [a-z]+ [a-z]+\./.test(screen), "who drew is told what", screen);
  check(/Enter Pass on/.test(screen), "and how to hand over", screen);
  await table.press("s", /tiles · sets/);
  screen = await table.press("d", "not your turn");
  check(/Your rack, 15 tiles/.test(screen), "meanwhile the rack can be sorted, and no more");
  await table.press("Enter", "Berta, it’s your turn");
  screen = await table.settled();
  check(!/You drew/.test(screen), "then the curtain falls", screen);
  screen = await table.press("Enter", /Your rack, 14 tiles/);
  check(!/Anna drew [a-z]+ [a-z]+\./.test(screen), "and the next one does not learn the card");
  table.close();
}

async function testUnsaved() {
  const table = play("exclusiv", ["--players", "2"], { state: "../../proc/none" });
  const screen = await table.until("Your turn");
  check(/Round 1 · not saved/.test(screen), "a match that cannot be saved says so", screen);
  check(/can’t be saved/.test(screen), "and why", screen);
  table.close();
}

async function testNoScreen() {
  for (const term of ["dumb", "no-such-terminal"]) {
    const table = play("exclusiv", ["--players", "2"], { env: { TERM: term } });
    const screen = await table.until("Your turn");
    check(/Type help/.test(screen), `on ${term} there is the dialogue`, screen);
    table.close();
  }
}

const savedIn = (state) => {
  const place = join(folder, state, "rummery");
  const files = readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile());
  return files.map((one) => readFileSync(join(one.path, one.name), "utf8")).join("\n");
};

// Each way to end leaves a sane terminal and a match that goes on at the next start.
async function testEnding() {
  const ways = {
    "Ctrl-C": (table) => table.keys("C-c"),
    SIGTERM: (table) => table.signal("SIGTERM"),
    SIGHUP: (table) => table.signal("SIGHUP"),
    "leaving": (table) => table.keys("q", "Down", "Enter"),
  };
  for (const [name, end] of Object.entries(ways)) {
    const state = `ending-${name}`;
    const table = play("exclusiv", ["--players", "2"], { state });
    await table.until("Your turn");
    await table.press(["Space", "n"], "Your rack, 13 tiles");
    check(table.hasMouse(), "the mouse is asked for");
    end(table);
    const screen = await table.until("ended with");
    check(/ended with 0/.test(screen), `${name} ends cleanly`, screen);
    check(!/The table/.test(screen), `${name} brings back what was on the terminal`, screen);
    const settings = table.settings();
    check(/ icanon/.test(settings) && / echo /.test(settings), `${name} leaves a sane terminal`);
    check(!table.hasMouse(), `${name} gives the mouse back`);
    check(/^match exclusiv/m.test(savedIn(state)), `${name} leaves a saved match`);
    table.close();
    const again = new Terminal(["play", "exclusiv", "--resume"], { state });
    const resumed = await again.until("Your rack");
    check(/Your rack, 13 tiles/.test(resumed), `${name}: the arrangement is there again`, resumed);
    again.close();
  }
}

async function testClosedTerminal() {
  const state = "closed";
  const table = play("exclusiv", ["--players", "2"], { state });
  await table.until("Your turn");
  await table.press("d", /Your rack, 15 tiles/);
  const pid = table.pid();
  table.close();
  const isAlive = () => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  const end = Date.now() + 60000;
  while (isAlive() && Date.now() < end) await new Promise((done) => setTimeout(done, 20));
  check(!isAlive(), "a program whose terminal is closed ends");
  const again = new Terminal(["play", "exclusiv", "--resume"], { state });
  await again.until(/Your rack, 15 tiles/);
  check(true, "and its match goes on where it was");
  again.close();
}

async function testLogComesBack() {
  const state = "log";
  const first = play("princess", ["--players", "2"], { state });
  await first.until("Your turn");
  await first.press("d", /You drew/);
  const drawn = /You drew: [^.]*\./.exec(first.screen())[0];
  await first.press("C-c", "ended with");
  first.close();
  const table = new Terminal(["play", "princess", "--resume"], { state });
  await table.until("Your hand");
  const screen = await table.press("l", "What has happened so far");
  check(screen.includes(drawn) && /been dealt/.test(screen),
    "what had happened is told again to who comes back", screen);
  table.close();
}

// Who reads the help loses no time by it.
async function testClockWhileReading() {
  const table = play("exclusiv", ["--players", "2", "--turn-seconds", "60"]);
  const left = (screen) => Number(/0:(\d\d) *$/m.exec(screen)?.[1] ?? 60);
  await table.until(/0:5\d *$/m);
  await table.press("?", "All keys");
  const before = left(table.screen());
  await new Promise((done) => setTimeout(done, 3000));
  const after = left(await table.press("Escape", (text) => !/All keys/.test(text)));
  check(before - after <= 1, "the clock stands still while the help is open", `${before} ${after}`);
  await table.until((screen) => left(screen) < after);
  check(true, "and goes on afterwards");
  const screen = await table.press(["q", "Down", "Enter"], "ended with 0");
  check(/is saved\.\s+Continue with: rummery play exclusiv --resume\s+Record: /.test(screen),
    "leaving says how to go on, and where the record is", screen);
  table.close();
}

// Ctrl-S, or a line that hangs: nothing can be shown, and nobody is kept busy with that.
async function testStandingStill() {
  const table = play("exclusiv");
  await table.until("Your turn");
  const [, shell] = table.pane.split(" ");
  const [pid] = readFileSync(`/proc/${shell}/task/${shell}/children`, "utf8").split(" ");
  const ticks = () => readFileSync(`/proc/${pid}/stat`, "utf8").split(" ").slice(13, 15)
    .reduce((sum, one) => sum + Number(one), 0);
  table.keys("C-s", "?", "Escape", "?");
  const before = ticks();
  await new Promise((done) => setTimeout(done, 1000));
  check(ticks() - before < 50, "a screen that stands still takes no time", `${ticks() - before}`);
  await table.press("C-q", "All keys");
  check(true, "and goes on where it was");
  table.close();
}

async function testOffer() {
  const state = "offer";
  const first = play("photo", ["--players", "2"], { state });
  await first.until("Your turn");
  await first.press("C-c", "ended with");
  first.close();
  const table = new Terminal(["play", "photo"], { state });
  const screen = await table.until("Which match?");
  check(/ New table\s+▶ .*Photo Rummy, Round 1: You 0, Painter 0; 0 moves/.test(screen),
    "an unfinished match is offered first, and told apart", screen);
  await table.press("q", "ended with 0");
  check(true, "and one may go away again");
  table.close();
}

await finishAll([testResizing, testColours, testWithoutUtf8, testLanguages, testCurtain,
  testDrawnBeforeCurtain, testUnsaved, testNoScreen, testEnding, testClosedTerminal,
  testLogComesBack, testClockWhileReading, testStandingStill, testOffer]);
