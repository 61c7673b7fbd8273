// run.mjs - the program as people and scripts use it: exit codes, odd input to `check`,
// demonstrations, records and their replay, benchmarks.
// usage: node run.mjs RUMMERY_UNDER_SANITIZERS RUMMERY
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, finish } from "../sentences/check.mjs";

const [program, fastProgram] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "rummery-"));

function run(args, input = "", path = program) {
  const result = spawnSync(path, args, { input, maxBuffer: 1 << 28 });
  return { code: result.status, out: String(result.stdout), err: String(result.stderr) };
}

const good = '{"id":1,"game":"photo","meld":"[GBc GBs *]"}';

// Lines that are no question get an error, and the next line its answer.
function testOddLines() {
  const nested = (open, close) => open.repeat(100000) + close.repeat(100000);
  const odd = [
    "",
    "   ",
    "null",
    "{",
    nested("[", "]"),
    '{"a":'.repeat(5000) + "1" + "}".repeat(5000),
    `{"id":2,"game":"photo","meld":"${"[GBc GBs *] ".repeat(80000)}"}`,
    `{"id":3,"game":"photo","meld":"${"x".repeat(3 << 20)}"}`,
    Buffer.from([0xff, 0xfe, 0x00, 0x01, 0x80]),
    Buffer.from('{"id":"a\u0000b"}'),
    '{"game":"photo","meld":"[GBc GBs *]\\u0000"}',
    Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]),
    '{"id":4,"game":"photo","meld":"[GBc GBs *]"} extra',
    '{"id":5,"game":"exclusiv","rack":"r5","actions":["play [r5 r5 r5"]}',
    `{"id":6,"game":"exclusiv","rack":"r5","actions":${nested("[", "]")}}`,
    '{"id":7,"game":"exclusiv","rack":"r5","stock":1e999,"actions":[]}',
  ];
  const lines = odd.flatMap((line) => [Buffer.from(line), Buffer.from(good)]);
  const input = Buffer.concat(lines.flatMap((line) => [line, Buffer.from("\n")]));
  const { code, out, err } = run(["check"], input);
  const answers = out.trimEnd().split("\n");
  check(code === 1, "check says by its status that lines could not be read", err.slice(0, 2000));
  check(run(["check"], good).code === 0, "check ends well where all lines could be read");
  check(run(["solve"], "{").code === 1, "and so does solve");
  check(answers.length === lines.length, "an answer for every line", `${answers.length}`);
  answers.forEach((text, i) => {
    const answer = JSON.parse(text);
    if (i % 2 === 0) check(answer.error !== undefined, `line ${i} is an error`, text);
    else check(answer.legal === true && answer.id === 1, `line ${i} is answered`, text);
  });
}

// Whatever an id holds, it comes back, and a terminal does not obey it.
function testUnsafeText() {
  const id = "\u009b31m\u009d0;\u202e\u0085\u{e0041}\u00e9";
  const line = `{"id":${JSON.stringify(id)},"game":"photo","meld":"[GBc GBs *]"}`;
  for (const command of ["check", "solve"]) {
    const { out } = run([command], line);
    check(!/[\x80-\x9f\u202e]/.test(out) && JSON.parse(out).id === id,
      `${command} prints an id so that no terminal obeys it`, JSON.stringify(out));
  }
  for (const args of [["\u009b31m"], ["play", "\u009b31m"], ["play", "photo", "--\u009b31m"],
    ["replay", "\u009b31m"], ["review", "\u009b31m"], ["verify", "\u009b31m"],
    ["bench", "\u009b31m"]]) {
    const { out, err } = run(args);
    check(!/[\x80-\x9f]/.test(out + err) && err.includes("?31m"),
      `${args.join(" ")} complains so that no terminal obeys it`, JSON.stringify(err));
  }
}

function testExamplesOfTheDesign() {
  const position = {
    id: "b", game: "exclusiv", players: 2, options: { jokers: 2 }, seat: 0,
    table: "[b10 b11 b12]", rack: "b13 y2", racks: ["b13 y2", "r5 *"], opened: [true, true],
    stock: 50, next: "y10", actions: ["play [b10 b11 b12 b13]"],
  };
  const { out } = run(["check"], `${good}\n${JSON.stringify(position)}`);
  const [meld, play] = out.trimEnd().split("\n");
  check(meld === '{"id":1,"legal":true}', "a question about a meld", meld);
  check(
    play ===
      '{"id":"b","legal":true,"seat":1,"table":"[b10 b11 b12 b13]","rack":"y2",' +
        '"opened":true,"stock":50,"took":0,"round_over":false}',
    "a position and a play, field by field and without a closing newline",
    play,
  );
}

// The words of a refusal: figures, card, meld and place are those of the error.
function testWords() {
  const why = (line) => {
    const answer = JSON.parse(run(["check"], JSON.stringify({ game: "exclusiv", ...line })).out);
    return answer.why ?? answer.error;
  };
  const words = [
    [{ rack: "r5 r6 r7", actions: ["play [r5 r6 r7]"] },
      "your first melds need 40 points; these have 18"],
    [{ table: "[b1 b2 b3]", rack: "r5", opened: true, actions: ["play [b1 b2 b3] [r5]"] },
      "meld 2: a meld has at least 3 cards, this one has 1"],
    [{ table: "[b1 b2 b3] [r5 * r7]", rack: "b4", opened: true,
      actions: ["play [b1 b2 b3] [r5 r7 *]"] }, "meld 2: r7 does not follow the card before it"],
    [{ table: "[b1 b2 b3] [r5 * r7 r8 r9]", rack: "b4", opened: true,
      actions: ["play [b1 b2 b3 b4 *] [r7 r8 r9] [r5]"] },
      "meld 3: a meld has at least 3 cards, this one has 1"],
    [{ table: "[b1 b2 b3] [* r6 r7 r8]", rack: "b4", opened: true,
      actions: ["play [b1 b2 b3 b4 *] [r6 r7 r8]"] },
      "the joker in meld 2 on the table was moved before a card that fits replaced it"],
    [{ rack: "r5", actions: ["play [r5 zz]"] },
      "at character 10: this is not a card of this game"],
  ];
  for (const [line, expected] of words) check(why(line) === expected, expected, why(line));
}

// The booklets' examples as questions: the play that each shows is the best one.
function testSolve() {
  const ask = (line, ...args) =>
    JSON.parse(run(["solve", ...args], JSON.stringify({ game: "exclusiv", ...line })).out);
  const example = ask({ id: "b", table: "[b10 b11 b12]", rack: "b13 y2", opened: true });
  check(
    JSON.stringify(example) ===
      '{"id":"b","tiles":1,"value":13,"action":"play [b10 b11 b12 b13]"}',
    "solve: the blue 13 goes to blue 10-11-12",
    JSON.stringify(example),
  );
  const x27 = ask({ table: "[b8 g8 y8 r8]", rack: "r7 r9", opened: true }, "--steps");
  check(x27.tiles === 2 && x27.steps.includes("lay [r7 r8 r9]"), "solve: X-27 the red 8");
  const x28 = ask({ table: "[b1 b2 b3 b4 b5]", rack: "b3", opened: true });
  check(x28.tiles === 1, "solve: X-28 a second blue 3 splits the run");
  const table29 = "[g4 g5 g6 g7] [y4 y5 y6 y7] [b4 b5 b6]";
  const x29 = ask({ table: table29, rack: "r4 r6 r7", opened: true });
  check(x29.tiles === 3 && x29.value === 17, "solve: X-29 three runs become four sets");
  const closed = ask({ table: table29, rack: "r4 r6 r7" });
  check(closed.tiles === 0 && closed.action === null, "solve: X-13 not before the 40 points");
  const both = { rack: "r13 b13 g13 r1 g1 b1 y1 r12 r11 y2 y3", opened: false };
  check(ask(both).tiles === 9, "solve: most cards first");
  const value = ask({ rack: "r10 r11 r12 b12 g12", opened: true }, "--maximize", "value");
  check(value.value === 36 && value.tiles === 3, "solve: --maximize value", JSON.stringify(value));
  const timed = ask({ rack: "r10 r11 r12", opened: true }, "--time");
  check(timed.ns > 0, "solve: --time");
  const loose = ask({ loose: "r5 r6 r7 b7 * y7 y1" });
  check(loose.left === "y1" && loose.table !== "-", "solve: loose tiles are put in order");
  check(ask({ loose: "r5 r5 r5" }).error !== undefined, "solve: no more cards than exist");
  check(ask({ rack: "r5 zz" }).error !== undefined, "solve: nonsense gets an error");
  check(run(["solve", "--maximise"]).code === 2, "solve: unknown options are refused");
}

function testUsage() {
  check(run([]).code === 2, "no command is a usage error");
  check(run(["copy", "--from", "sqlite:x"]).code === 2, "copy needs to know where to");
  const nowhere = run(["copy", "--from", `sqlite:${folder}/none`, "--to", `sqlite:${folder}/new`]);
  check(nowhere.code === 1 && nowhere.err.includes("no store at"), "copy: there is nothing",
    nowhere.err);
  check(run(["juggle"]).code === 2, "an unknown command is a usage error");
  const [, version] = /^  version: '(.+)'/m.exec(readFileSync("meson.build", "utf8"));
  for (const flag of ["--version", "-V"])
    check(run([flag]).code === 0 && run([flag]).out === `rummery ${version}\n`,
      `${flag} tells the version of meson.build`, run([flag]).out);
  check(run(["--help"]).code === 0 && run(["--help"]).out.includes("check"), "--help helps");
  for (const name of ["check", "solve", "demo", "replay", "review", "bench"]) {
    const help = run([name, "--help"]);
    check(help.code === 0 && help.out.startsWith(`usage: rummery ${name}`), `${name} --help`);
  }
  for (const args of [["-h"], ["help"], ["play", "photo", "-h"], ["help", "play"],
    ["demo", "photo", "--players", "3", "--help"]]) {
    const help = run(args);
    check(help.code === 0 && help.out.includes("usage: rummery"), `${args.join(" ")} helps`);
  }
  const equals = run(["demo", "photo", "--players=3", "--seed=7", "--rounds=1"]);
  check(equals.code === 0 &&
    equals.out === run(["demo", "photo", "--players", "3", "--seed", "7", "--rounds", "1"]).out,
    "--players=3 is --players 3", equals.err);
  check(run(["solve", "--best=2"], "{").code === 1, "also for a command that reads its own flags");
  for (const args of [["play", "photo", "--colour"], ["play", "chess"], ["serve", "--port", "x"],
    ["demo", "photo", "--seed", "x"], ["juggle"], ["solve", "--best", "x"]]) {
    const { code, err } = run(args);
    check(code === 2 && err.trimEnd().split("\n").length <= 3 && /--help`$/.test(err.trimEnd()),
      `${args.join(" ")} is answered shortly`, err);
  }
  check(run(["check", "file"]).code === 2, "check takes no arguments");
  check(run(["demo"]).code === 2, "demo needs a game");
  check(run(["demo", "chess"]).code === 2, "demo needs a game it knows");
  check(run(["demo", "photo", "--players", "5"]).code === 2, "demo is for four at most");
  check(run(["demo", "photo", "--players", "1"]).code === 2, "and two at least");
  check(run(["demo", "photo", "--seed", "x"]).code === 2, "a seed is a number");
  check(run(["demo", "photo", "--seed"]).code === 2, "an option needs its value");
  check(run(["demo", "photo", "--colour", "red"]).code === 2, "unknown options are refused");
  check(run(["replay"]).code === 2, "replay needs a file");
  check(run(["replay", join(folder, "none")]).code === 1, "a missing file is wrong input");
  check(run(["bench", "nothing"]).code === 2, "an unknown benchmark is a usage error");
  check(run(["demo", "photo", "--record", "/nowhere/x"]).code === 1, "an unwritable record");
}

// What cannot be said is not done: a full device and a closed output are errors of every command.
function testOutputs() {
  const record = "tests/golden/photo-2-players.record";
  const state = { ...process.env, XDG_STATE_HOME: join(folder, "outputs") };
  const commands = ["--help", "play --help", "games", "demo photo --rounds 1", `verify ${record}`,
    `replay ${record}`, "review tests/review/missed.record", "arena photo --bots 1,1 --rounds 1",
    "learn", "play exclusiv --new --plain"];
  for (const command of commands) {
    for (const output of [">/dev/full", ">&-"]) {
      const { status, stderr } = spawnSync("sh", ["-c", `"$0" ${command} </dev/null ${output}`,
        program], { env: state, encoding: "utf8" });
      check(status === 1 && stderr.includes("standard output cannot be written to"),
        `${command} ${output} is an error`, `${status} ${stderr}`);
    }
  }
}

// Where there is no page the address answers 404: that is said, not only logged.
async function testPageless() {
  const server = spawn(program, ["serve", "--port", "0", "--store", "memory", "--web", folder]);
  let err = "";
  server.stderr.on("data", (text) => (err += text));
  const ended = new Promise((resolve) => server.on("exit", resolve));
  await Promise.race([ended, new Promise((resolve) => server.stdout.once("data", resolve))]);
  server.kill("SIGTERM");
  await ended;
  check(err.includes("there is no page"), "serve without a page warns", err);
}

function testDemoAndReplay(game, players) {
  const file = join(folder, `${game}.record`);
  const args = ["demo", game, "--players", players, "--seed", "7", "--rounds", "2"];
  const demo = run([...args, "--record", file]);
  check(demo.code === 0, `${game}: a demonstration`, demo.err);
  check(demo.out === run(args).out, `${game}: the same seed gives the same match`);
  check(!demo.out.includes("\x1b"), `${game}: no colour codes where nobody sees them`);
  check(demo.out.includes("won by seat"), `${game}: it ends with a winner`);
  const replay = run(["replay", file]);
  check(replay.code === 0, `${game}: its record replays`, replay.err);
  check(demo.out.startsWith(replay.out), `${game}: and shows what the demonstration showed`);
  check(run(["replay", "-"], readFileSync(file)).out === replay.out, `${game}: also by a pipe`);
  const lines = readFileSync(file, "utf8").split("\n");
  const half = join(folder, "half");
  writeFileSync(half, lines.slice(0, lines.length / 2).join("\n"));
  check(run(["replay", half]).code === 0, `${game}: half a record is shown as far as it goes`);
  lines.splice(4, 0, "play [nonsense]");
  writeFileSync(half, lines.join("\n"));
  const broken = run(["replay", half]);
  check(broken.code === 1 && /line 5: /.test(broken.err), `${game}: a fault names its line`,
    broken.err);
}

// What the golden match is known for is said, in words and as JSON.
function testReview() {
  const golden = "tests/review/missed.record";
  const { code, out, err } = run(["review", golden]);
  check(code === 0 && err === "", "review ends well", err);
  check(out.includes("1  seat 0  0 of 14       0 of 97") && out.includes("seat 1  15 of 15"),
    "review says what was laid and what was possible", out);
  check(out.includes("worst play: turn 1, seat 0 lays 0 of 14 cards and could have gone out") &&
    out.includes("best play: turn 4, seat 1 lays 15 cards, 57 points"),
    "review names the best and the worst play", out);
  check(/better: lay \[r1 r2 r3 r4\]/.test(out), "review says what would have been better", out);
  check(!out.includes("\x1b"), "review uses no colour codes where nobody sees them");
  const json = JSON.parse(run(["review", golden, "--json"]).out);
  check(json.turns.length === 4 && json.turns[0].couldGoOut && json.findings.worst === 0,
    "review tells the same as JSON", JSON.stringify(json.findings));
  check(run(["review", "-"], readFileSync(golden)).out === out, "review reads a pipe too");
  const lines = readFileSync(golden, "utf8").split("\n");
  const half = run(["review", "-"], lines.slice(0, 6).join("\n"));
  check(half.code === 0 && half.out.includes("the match does not"),
    "review of half a match goes as far as it does", half.out);
  lines.splice(5, 0, "pass");
  const broken = run(["review", "-"], lines.join("\n"));
  check(broken.code === 1 && broken.out === "" && /line 6: /.test(broken.err),
    "review of a record with a fault names its line and nothing else", broken.err);
  check(run(["review"]).code === 2, "review needs a file");
}

// What the games say of themselves is what the program does: their packs, and every limit.
function testGames() {
  const { code, out } = run(["games"]);
  const games = JSON.parse(out);
  check(code === 0 && games.map(({ id }) => id).join() === "exclusiv,photo,princess",
    "games lists all games", out);
  check(run(["games", "photo"]).code === 2, "games takes no arguments");
  for (const game of games) {
    const ask = (line) =>
      JSON.parse(run(["check"], JSON.stringify({ game: game.id, ...line })).out);
    const setup = ask({ ask: "setup", players: 2 });
    const kinds = game.suits.flatMap((suit) => game.ranks.map((rank) => suit + rank));
    const size = kinds.length * game.copies + game.jokers;
    check(setup.cards === size && setup.deal === game.deal && setup.stacks.length === game.stacks,
      `${game.id}: the pack is as it says`, JSON.stringify(setup));
    check(ask({ rack: kinds.slice(0, 8).join(" ") }).error === undefined,
      `${game.id}: its cards are named so`, JSON.stringify(kinds));
    for (const option of game.options) {
      const legal = (value, players = 2) =>
        ask({ ask: "setup", players, options: { [option.name]: value } }).error === undefined;
      const { name, min, max, step, words = [], usual } = option;
      const numbers = step === undefined ? [] : [min, max];
      const can = [...words, ...numbers, ...(usual === null ? [] : [usual])];
      const cannot = step === undefined ? ["nonsense"] : [max + 1, min - 1, "nonsense"];
      const players = (value) => option.players?.[value]?.[0] ?? 2;
      check(can.every((value) => legal(value, players(value))), `${game.id}: ${name} can be chosen`,
        JSON.stringify(option));
      check(!cannot.some((value) => legal(value)), `${game.id}: ${name} has its limits`);
      for (const [value, fit] of Object.entries(option.players ?? {}))
        check([2, 3, 4].every((count) => legal(Number(value), count) === fit.includes(count)),
          `${game.id}: ${name}=${value} is for tables of ${fit.join(", ")}`);
    }
  }
}

function testBadRecords() {
  const records = {
    empty: "", blank: "\n\n", comment: "# nothing\n", text: "hello\n",
    long: `match photo players=2\n${"x".repeat(9000)}\n`,
    binary: Buffer.from([0, 1, 2, 10, 255]),
    short: "match photo players=2\nlot 0\ndeal GBc\n",
  };
  for (const [name, content] of Object.entries(records)) {
    const file = join(folder, name);
    writeFileSync(file, content);
    const { code, err } = run(["replay", file]);
    check(code === 1 && err.startsWith("rummery: "), `a bad record (${name}) is refused`, err);
  }
}

function testSessions() {
  const whole = readFileSync("tests/fuzz/corpus/session/lingers-after-draw");
  const changed = (at, to) => Buffer.from(whole).fill(to, at, at + 1);
  const sessions = {
    empty: "", text: "hello\n", header: whole.subarray(0, 100), entry: whole.subarray(0, -1),
    version: changed(8, 2), game: changed(12, 122), seats: changed(28, 9), level: changed(33, 1),
    options: changed(124, 1), spare: changed(126, 1), kind: changed(128, 127),
  };
  const file = join(folder, "session");
  for (const [name, content] of Object.entries(sessions)) {
    writeFileSync(file, content);
    const { code, out, err } = run(["session", file]);
    check(code === 1 && out === "" && /^rummery: .*session: (its?|an?|something|nobody) .*\n$/
      .test(err), `a bad session (${name}) is refused`, err);
  }
  writeFileSync(file, whole);
  const { code, out } = run(["session", file]);
  check(code === 0 && out.includes("A drew ?") === false && /models [0-9a-f]{16}\n$/.test(out),
    "a session is played again", out);
  check(out === run(["session", file], "", fastProgram).out, "and again, elsewhere");
  check(run(["session", join(folder, "none")]).code === 1, "a session must be there");
}

function testBench() {
  const { code, out } = run(["bench", "core"], "", fastProgram);
  const lines = out.trimEnd().split("\n").map((line) => JSON.parse(line));
  console.log(out.trimEnd());
  check(code === 0, "bench ends well");
  check(lines.every((line) => typeof line.bench === "string"), "every line has its name");
  check(lines[0].legal === true && lines[0].tiles === 80, "a legal play on 80 tiles is judged");
  check(/^[0-9a-f]{16}$/.test(lines.at(-1).signature), "the signature comes last");
}

testOddLines();
testUnsafeText();
testExamplesOfTheDesign();
testWords();
testSolve();
testReview();
testUsage();
testOutputs();
await testPageless();
testDemoAndReplay("exclusiv", "2");
testDemoAndReplay("photo", "3");
testDemoAndReplay("princess", "4");
testGames();
testBadRecords();
testSessions();
testBench();
rmSync(folder, { recursive: true });
process.exitCode = finish();
