// plain.mjs - the plain dialogue of `rummery play`, on pipes: whole rounds of each game, what is
// refused and why, arranging by commands, and how it ends.
// usage: node plain.mjs RUMMERY
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { check, finish } from "../sentences/check.mjs";
import { Dialogue, playRound } from "./dialogue.mjs";

const program = resolve(process.argv[2]);
const folder = mkdtempSync(join(tmpdir(), "rummery-plain-"));
let homes = 0;
const newHome = () => join(folder, `home${++homes}`);
const fast = ["--speed", "instant", "--plain", "--lang", "en"];

const filesOf = (home, which) => {
  try {
    return readdirSync(join(home, "rummery", which)).map((name) =>
      join(home, "rummery", which, name));
  } catch {
    return [];
  }
};

// Everything at once through a pipe, as a script would.
function pipe(args, lines, home = newHome()) {
  const { status, stdout, stderr } = spawnSync(program, ["play", ...args], {
    input: lines.map((line) => `${line}\n`).join(""), timeout: 90000,
    env: { ...process.env, LC_ALL: "C.UTF-8", XDG_STATE_HOME: home } });
  return { code: status, out: String(stdout), err: String(stderr), home };
}

async function testWholeRounds() {
  for (const [game, seed, bots] of [["exclusiv", 3, "5"], ["photo", 4, "3,2"],
    ["princess", 5, "4,1,2"]]) {
    const home = newHome();
    const dialogue = new Dialogue(program, [game, "--seed", seed, "--bots", bots, "--rounds", "2",
      ...fast], { home });
    let said = await playRound(dialogue, game, await dialogue.prompt());
    check(/Round 1: You -?\d+, [A-Z][a-z]+ -?\d+/.test(said), `a round of ${game} is scored`, said);
    said = await playRound(dialogue, game, await dialogue.type("next"));
    check(/Round 2:.*\n.*Total:/.test(said) && /wins?\b|draw/.test(said),
      `a match of ${game} ends with its totals`, said);
    check(/^.*[Ll]eft [^:]*: You -?\d+/m.test(said), "and with the last scores told apart", said);
    const record = await dialogue.type("record");
    check(/^match \w+ players=/m.test(record), "the record can be read in the dialogue", record);
    const late = await dialogue.type("draw");
    check(/The match is over/.test(late) && !/not your turn/.test(late),
      "after the match it is nobody's turn any more", late);
    const end = await dialogue.finish();
    check(end.code === 0, "the end of the input ends it well", JSON.stringify(end));
    const [file] = filesOf(home, "finished");
    const last = dialogue.out.slice(dialogue.out.indexOf("Goodbye")).trimEnd().split("\n");
    check(last[0] === "Goodbye. The match is over, and its record is saved." &&
      /wins?\b|draw/.test(last[1]) && /^You -?\d+, \w+ -?\d+/.test(last[2]) &&
      last[3] === `Record: ${file}`,
      "at the end stand the result and where the record lies", last.join("\n"));
    check(file !== undefined && filesOf(home, "open").length === 0,
      "a finished match stays for replay");
    const replayed = spawnSync(program, ["replay", file ?? "", "--delay", "0"]);
    check(replayed.status === 0, "and `rummery replay` shows it", String(replayed.stderr));
    const verified = spawnSync(program, ["verify", file ?? ""]);
    check(verified.status === 0, "and `rummery verify` finds its shuffle fair",
      String(verified.stdout) + String(verified.stderr));
  }
}

function testSeeds() {
  const lines = ["rack", "draw", "rack", "draw", "table"];
  const [one, two, other] = [7, 7, 8].map((seed) =>
    pipe(["exclusiv", "--seed", `${seed}`, "--bots", "6", ...fast], lines));
  const withoutPath = ({ out }) => out.replace(/^Record: .*$/m, "");
  check(withoutPath(one) === withoutPath(two) && one.code === 0,
    "the same seed gives the same round", one.err);
  check(one.out !== other.out, "another seed gives another one");
}

// The last line of the save is cut, and play goes on from there.
function testTakenBack() {
  const args = ["exclusiv", "--seed", "5", "--first", "0", "--names", "Anna,Ben", ...fast];
  const lay = ["", "hint", "lay", "play"];
  const movesIn = (home) => readFileSync(filesOf(home, "open")[0], "utf8").split("\n")
    .filter((line) => /^(play|draw)/.test(line)).map((line) => line.split(" ")[0]).join(" ");
  const played = pipe(args, lay);
  check(movesIn(played.home) === "play", "what was played is saved", played.out);
  const back = pipe(args, [...lay, "back", "rack", "back"]);
  check(movesIn(back.home) === "" && /A move was taken back[^]*Your rack, 14/.test(back.out),
    "taken back it is in the save no more", back.out);
  check(/> back[^]*> back\nYou can’t do this/.test(back.out), "there is one step back",
    back.out);
  const on = pipe(args, [...lay, "back", "draw", "", "draw"]);
  check(movesIn(on.home) === "draw draw" && /Ben, it’s your turn/.test(on.out),
    "and play goes on from there", on.out);
}

function testGoodbye() {
  const { out, home } = pipe(["exclusiv", "--seed", "1", "--first", "0", ...fast],
    ["draw", "clock", "quit", "draw"]);
  check(out.match(/Goodbye/g)?.length === 1 &&
    /up to here\.\nContinue with: rummery play exclusiv --resume\nRecord: .*\n$/.test(out),
    "one is bidden goodbye once, and last", out.slice(-200));
  check(out.includes(`Record: ${filesOf(home, "open")[0]}\n`), "the record lies there");
  check(/No time limit/.test(out), "who is alone has no time limit unless they want one", out);
  const on = pipe(["exclusiv", "--resume", "--names", "Anna", "--jokers", "2", ...fast], ["quit"],
    home);
  check(/goes on as it was\. Only for a new one: --names, --jokers/.test(on.out),
    "flags that do not count for a match that goes on are told", on.out);
}

// What others lay is told with where it went and what was rebuilt for it.
function testMoves() {
  const { out } = pipe(["exclusiv", "--seed", "11", "--first", "0", "--bots", "5,5,5", ...fast],
    ["draw", "draw", "draw", "quit"]);
  check(/laid 6: yellow six.*\nr11 r12 \* taken apart; .* added: r5 .*; new: y6 y7 y8\n/.test(out),
    "where tiles went is told", out);
}

// Computer players alone: watched to the end, without anybody to ask for the next round.
function testWatching() {
  const { code, out } = pipe(["princess", "--watch", "--seed", "3", "--bots", "4,2", "--rounds",
    "3", ...fast], []);
  check(code === 0 && /Round 3:/.test(out) && /wins?\b|draw/.test(out),
    "computer players play a match for whoever watches", out.slice(-300));
  check(!/Your (hand|rack)|You drew/.test(out), "and nobody's rack is shown");
}

function testArranging() {
  const args = ["exclusiv", "--seed", "5", "--first", "0", ...fast];
  const { out } = pipe(args, ["new y9 g9 R9", "add * to 1", "undo", "new y13 g13", "add * to 2",
    "play", "table"]);
  check(/Meld 1: \+y9 \+g9 \+r9\. Correct/.test(out), "a correct meld is called correct", out);
  check(/27 of 40 points/.test(out), "points towards the first meld are counted (X-13)", out);
  check(/Meld 1: \+y9 \+g9 \+r9 \+\*\. Correct/.test(out), "a joker fits into a set (X-23)");
  check(/at least 3 tiles; this one has 2/.test(out), "a short meld is told at once (X-09)");
  check(/Correct: 6 laid\. Type play/.test(out), "a play that may be made says so");
  check(/You laid 6:/.test(out) && /Meld 2: y13 g13 \*/.test(out), "what is played lies there");
  const refused = pipe(args, ["new y9 g9 r9", "play", "draw", "return y9", "table", "again",
    "redo", "new r1 r2 r5", "again", "undo", "split 1 2", "play [y9 g9 r9]", "again", "draw",
    "undo", "why"]).out;
  check(/need 40 points in all; these have 27\.\n/.test(refused) &&
    /> why\nRule X-13\n/.test(refused),
    "a play below 40 points is refused, and its rule is told who asks why (X-13)", refused);
  const early = pipe(args, ["why", "return y9"]).out;
  check(/> why\nNothing has been refused yet\.\n/.test(early), "before that there is no why",
    early);
  check(/> return y9\ny9 isn’t on the table\.\n/.test(early), "what one holds cannot be taken back",
    early);
  check(/play it, or take it back first/.test(refused),
    "one does not draw while own tiles lie there (X-08)");
  check(/There’s no such step/.test(refused), "what was not undone cannot be redone");
  check(/Meld 1: \+r1 \+r2\b/.test(refused) && /Meld 2: \+r5/.test(refused),
    "a meld can be split", refused);
  check(/You drew/.test(refused), "after starting again one may draw");
}

function testRefusals() {
  const { out } = pipe(["photo", "--seed", "2", "--first", "0", ...fast],
    ["pass", "new GBc", "draw 9", "draw 2", "draw", "frobnicate", "new r5", "discard GBc",
      "hint", "sort sets", "sort hand", "names", "clock", "say", "speed fast", "help", "pass"]);
  check(/Draw a card first/.test(out), "photo begins with drawing (P-09)", out);
  check(/no such stack/.test(out), "there is no ninth stack");
  check(/You’ve already drawn/.test(out), "one draws once a turn");
  check(/no command “frobnicate”/.test(out), "an unknown command is named");
  check(/r5 isn’t a card of this game/.test(out), "a card of another game is none");
  check(/no such move/.test(out), "photo has no discarding");
  check(/You laid nothing/.test(out), "one may lay nothing (P-14)");
  check(/speed: fast|players: fast/.test(out) && /Take your time!/.test(out) &&
    /No time limit/.test(out), "speed, phrases and clock are told", out);
  const princess = pipe(["princess", "--seed", "2", "--first", "0", ...fast],
    ["discard g1", "draw discard", "play", "discard", "play [g1 g2 g3]"]).out;
  check(/Draw a card first/.test(princess) && /You took/.test(princess) &&
    /pick the one card/.test(princess), "princess draws, then discards (R-11, R-20)", princess);
  check(/First pick what you want to lay/.test(princess), "playing nothing is no play");
  const atOnce = pipe(["princess", "--seed", "6", "--first", "0", ...fast], ["draw", "hint"]).out;
  check(/> draw\nYou drew: .*\n.*\n> hint\n(You can (lay|go out)|There’s nothing)/.test(atOnce),
    "a command waits until the one before was answered", atOnce);
  check(/seat number/.test(princess), "a whole table in the notation is read strictly");
}

function testUsage() {
  for (const [args, why] of [[[], /which game/], [["chess"], /chess is not a game/],
    [["exclusiv", "x"], /x is one word too many/], [["exclusiv", "--seed", "x"], /--seed takes/],
    [["exclusiv", "--bots", "9"], /--bots takes/], [["exclusiv", "--lang", "xx"], /--lang takes/],
    [["exclusiv", "--speed", "warp"], /--speed takes/],
    [["exclusiv", "--names", ",a"], /--names takes/],
    [["exclusiv", "--new", "--resume"], /exclude each other/],
    [["exclusiv", "--players", "2", "--bots", "1,1,1"], /--players is less/],
    [["exclusiv", "--players", "1"], /at least 2/],
    [["exclusiv", "--bots", "1,1,1,1"], /at most 4/],
    [["exclusiv", "--join", "http://x/t/y"], /takes no game/],
    [["princess", "--deal", "13", "--players", "3"], /do not fit/],
    [["--join", "http://x/t/y#z", "--names", "a,b,c,d,e"], /--names takes/]]) {
    const { err } = pipe(args, []);
    check(why.test(err.split("\n")[0]), `what is wrong is said: ${args.join(" ")}`, err);
  }
  const unsaved = pipe(["exclusiv", ...fast], [], "/proc/none").out;
  check(/can’t be saved/.test(unsaved) && !/is saved/.test(unsaved),
    "a match that cannot be saved ends without a promise", unsaved);
  for (const args of [[], ["chess"], ["exclusiv", "--players", "5"], ["exclusiv", "--bots", "9"],
    ["photo", "--jokers", "2"], ["exclusiv", "--lang", "xx"], ["princess", "--deal", "13",
      "--players", "3"], ["exclusiv", "--speed", "warp"], ["exclusiv", "--join", "http://x/t/y"],
    ["exclusiv", "--new", "--resume"], ["exclusiv", "--seed", "x"],
    ["exclusiv", "--names", "Anna,,Ben"], ["exclusiv", "--names", "x".repeat(25)]])
    check(pipe(args, []).code === 2, `usage is told for: ${args.join(" ")}`);
  check(pipe(["--join", "ftp://x"], []).code === 1, "a link that is none is refused");
  const { out } = pipe(["exclusiv", "--seed", "1", "--plain", "--lang", "de"], ["rack"]);
  check(/gelegt|Steine/.test(out), "other languages are spoken", out);
  const typed = pipe(["princess", "--seed", "11", "--plain", "--lang", "de"],
    ["ziehen ablage", "rückgängig", "sortieren sätze", "tempo sofort", "weiter jetzt"]).out;
  check(/Du hast genommen:/.test(typed) && /Diesen Schritt gibt es nicht/.test(typed) &&
    /b1 g2 g2 g4 y4/.test(typed) && /Computerspieler: sofort/.test(typed) &&
    !/Den Befehl/.test(typed),
    "what is typed may be in the reader's language, with accents or without", typed);
  check(pipe(["exclusiv", "--resume", "--plain"], []).code === 1,
    "there must be something to go on with");
}

// Several people at one terminal: nobody sees another's rack unasked.
async function testCurtain() {
  const dialogue = new Dialogue(program, ["exclusiv", "--seed", "3", "--names", "Anna,Ben",
    "--first", "0", ...fast], { home: newHome() });
  let said = await dialogue.prompt();
  check(/Anna, it’s your turn/.test(said) && !/Your rack/.test(said),
    "who begins is called before their cards are shown", said);
  said = await dialogue.type("");
  check(/Your rack, 14/.test(said), "who is there sees the own rack", said);
  said = await dialogue.type("draw");
  check(/You drew: [a-z]+ [a-z]+\./.test(said), "who drew is told what", said);
  check(/Ben, it’s your turn/.test(said) &&
    !/Your rack/.test(said), "a curtain stands between two people", said);
  said = await dialogue.type("");
  check(/Your rack, 14/.test(said), "Enter lifts it", said);
  await dialogue.finish();
}

async function testPossible() {
  const dialogue = new Dialogue(program, ["exclusiv", "--seed", "5", "--first", "0", "--possible",
    ...fast], { home: newHome() });
  await dialogue.prompt();
  await dialogue.type("draw");
  await dialogue.until(() => /You could have laid 6[^]*> $/.test(dialogue.out), "an answer");
  check(true, "what was possible is told afterwards");
  dialogue.seen = dialogue.out.length;
  const said = await dialogue.type("back");
  check(/You can’t do this/.test(said), "a card that was drawn is not put back", said);
  await dialogue.finish();
}

// The clock takes up what is not correct, and the turn passes on.
async function testClock() {
  const dialogue = new Dialogue(program, ["exclusiv", "--seed", "5", "--first", "0",
    "--turn-seconds", "10", ...fast], { home: newHome() });
  await dialogue.prompt();
  await dialogue.type("new y9 g9 r9");
  const clock = await dialogue.type("clock");
  check(/\b([1-9]|10) seconds left/.test(clock), "the clock is told in seconds", clock);
  await dialogue.until(() => /You ran out of time/.test(dialogue.out), "the end of the time");
  await dialogue.until(() => /Your rack, 15 tiles.*\nYour turn/.test(dialogue.out),
    "the next turn");
  check(true, "time that is up undoes the turn and draws (XA-01)");
  await dialogue.finish();
}

// Nobody's time runs behind the curtain.
async function testClockBehindCurtain() {
  const seconds = 10;
  const dialogue = new Dialogue(program, ["exclusiv", "--seed", "3", "--names", "Anna,Ben",
    "--first", "0", "--turn-seconds", String(seconds), ...fast], { home: newHome() });
  await dialogue.prompt();
  let said = await dialogue.type("draw");
  check(/Press Enter/.test(said), "the next person is behind the curtain", said);
  await new Promise((done) => setTimeout(done, (seconds + 2) * 1000));
  said = await dialogue.type("");
  check(/Your rack, 14/.test(said), "whose time does not run out there", said);
  said = await dialogue.type("clock");
  check(/seconds left/.test(said), "and runs once the curtain is lifted", said);
  await dialogue.finish();
}

async function testSignals() {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    const home = newHome();
    const dialogue = new Dialogue(program, ["photo", "--seed", "1", "--bots", "6", ...fast],
      { home });
    await dialogue.prompt();
    const end = await dialogue.kill(signal);
    check(end.code === 0 && filesOf(home, "open").length === 1, `${signal} ends it, saved`,
      JSON.stringify(end) + dialogue.err);
  }
}

async function run(test) {
  const began = Date.now();
  try {
    await test();
  } catch (error) {
    check(false, `${test.name} could not go on:`, error.stack);
  }
  console.log(`${test.name}: ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

// these only wait, so the others need not
const clocks = Promise.all([run(testClock), run(testClockBehindCurtain)]);
for (const test of [testWholeRounds, testCurtain, testPossible, testSignals, testSeeds,
  testTakenBack, testGoodbye, testArranging, testRefusals, testUsage, testMoves, testWatching])
  await run(test);
await clocks;
rmSync(folder, { recursive: true, force: true });
process.exit(finish());
