// session.mjs - `rummery play --session`: what is played at the terminal is a file, and who plays
// that again, natively and as wasm, comes to the same models and tells the same moves.
// usage: node session.mjs RUMMERY REPLAY_WASM
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { check } from "../sentences/check.mjs";
import { Dialogue, playRound } from "./dialogue.mjs";
import { finishAll } from "./harness.mjs";
import { Terminal, folder as terminalFolder, program } from "./terminal.mjs";

const folder = mkdtempSync(join(terminalFolder, "session-"));
const fast = ["--speed", "instant", "--plain", "--lang", "en"];
const HEADER_SIZE = 128, ENTRY_SIZE = 12, KIND_TYPES = 140;
let files = 0;
const newFile = () => join(folder, `${++files}.session`);
const newHome = () => join(folder, `home${++files}`);
const env = (home) => ({ ...process.env, LC_ALL: "C.UTF-8", XDG_STATE_HOME: home });

function pipe(args, lines, home = newHome()) {
  const { status, stdout, stderr } = spawnSync(program, ["play", ...args], {
    input: lines.map((line) => `${line}\n`).join(""), timeout: 90000, env: env(home) });
  return { code: status, out: String(stdout), err: String(stderr), home };
}

// What `rummery session` tells of it.
function again(file) {
  const { status, stdout, stderr } = spawnSync(program, ["session", file]);
  const out = String(stdout);
  const [, entries, hash] = /^(\d+) entries, \d+ barred, models ([0-9a-f]{16})$/m.exec(out) ?? [];
  return { code: status, out, err: String(stderr), entries: Number(entries), hash };
}

async function wasmReplayer() {
  const { instance } = await WebAssembly.instantiate(readFileSync(resolve(process.argv[3])), {});
  const { memory, replay_buffer, replay_capacity, replay } = instance.exports;
  return (file) => {
    const bytes = readFileSync(file);
    check(bytes.length <= replay_capacity(), "a session fits");
    new Uint8Array(memory.buffer).set(bytes, replay_buffer());
    return BigInt.asUintN(64, replay(bytes.length)).toString(16).padStart(16, "0");
  };
}
const asWasm = await wasmReplayer();

// What the terminal said of its models at the end is what all who play the file again come to.
function checkAgain(what, file, said) {
  const last = /^Session: .* \((\d+) entries, models ([0-9a-f]{16})\)/m;
  const [, entries, hash] = last.exec(said) ?? [];
  const told = again(file);
  check(hash !== undefined && told.hash === hash && told.entries === Number(entries),
    `${what}: played again it comes to the models that were played at`,
    said.slice(-300) + told.err + told.out.slice(-300));
  check(asWasm(file) === hash, `${what}: and as wasm`, asWasm(file));
  return told;
}

const entriesIn = (file) => {
  const bytes = readFileSync(file);
  const kinds = [];
  for (let at = HEADER_SIZE; at < bytes.length; at += ENTRY_SIZE) kinds.push(bytes[at]);
  return kinds;
};

// ---- The same match ----

const verbs = { draw: "drew", play: "played", pass: "passed", discard: "discarded",
  timeout: "ran out of time" };
// Who did what, by a record and by what a session tells.
const LINE = /^(draw|play|pass|discard|timeout)\b( discard)?/gm;
const inRecord = (record) => [...record.matchAll(LINE)]
  .map(([, verb, from]) => (from === undefined ? verbs[verb] : "took")).join(" ");
const inSession = (out) =>
  [...out.matchAll(/^ *\d+ [A-D] (drew|took|played|passed|discarded|ran out of time)\b/gm)]
    .map(([, verb]) => verb).join(" ");

function testWholeRounds(game, seed, ...more) {
  return async () => {
    const file = newFile(), home = newHome();
    const dialogue = new Dialogue(program, [game, "--session", file, "--seed", seed, "--rounds",
      "1", ...more, ...fast], { home });
    const said = await playRound(dialogue, game, await dialogue.prompt());
    const record = await dialogue.type("record");
    const end = await dialogue.finish();
    check(end.code === 0, `a round of ${game} ends well`, dialogue.err);
    const told = checkAgain(game, file, dialogue.out);
    const moves = inRecord(record);
    check(moves.length > 50 && inSession(told.out) === moves,
      `${game}: the session tells the moves of the record`, `${moves}\n${inSession(told.out)}`);
    const points = /Round 1: (.*)/.exec(said)?.[1].match(/-?\d+/g)?.join(" ");
    check(told.out.includes(`: over, round 1, scores ${points}\n`),
      `${game}: and the scores that were told`, `${points}\n${told.out.slice(-400)}`);
    const saved = readdirSync(join(home, "rummery", "finished"));
    check(saved.length === 1, `${game}: the match is kept all the same`, saved.join(" "));
  };
}

// Typed tables, hints, what is barred, undone, taken back and said, and people who share a device.
function testEverything() {
  const common = ["hint", "hint", "hint", "lay", "undo", "redo", "play", "frobnicate", "undo",
    "say 2", "sort sets", "back", "allow", "draw discard", "draw", "pass", "", "hint", "again"];
  for (const [game, more, lines] of [
    ["exclusiv", ["--first", "0", "--seed", "5"], ["new y9 g9 R9", "add * to 1", "split 1 2",
      "undo", "again", "play [y9 g9 r9 *]", "play [y9 g9 r9 *] [y13 g13 r13]", "why"]],
    ["photo", ["--seed", "2"], ["pass", "draw 9", "draw 2", "new GBc", "play [GBc GBs GBp]"]],
    ["princess", ["--seed", "2"], ["discard g1", "draw discard", "discard", "play [g1 g2 g3]"]]])
    for (const [wish, args] of [["alone", ["--bots", "4,5"]], ["alone, told what was possible",
      ["--bots", "6", "--possible"]], ["two at one device", ["--names", "Anna,Ben"]], ["three",
      ["--names", "Anna,Ben", "--bots", "3", "--possible"]]]) {
      const file = newFile();
      const { out, err, code } = pipe([game, "--session", file, ...more, ...args, ...fast],
        [...lines, ...common, ...lines, ...common, "speed slow", "draw", "quit"]);
      check(code === 0 && err === "", `${game}, ${wish}: it ends well`, err);
      checkAgain(`${game}, ${wish}`, file, out);
      check(entriesIn(file).includes(KIND_TYPES), `${game}, ${wish}: what was typed is there`);
    }
}

// Time that is up, in its own time.
async function testClock() {
  const file = newFile();
  const dialogue = new Dialogue(program, ["exclusiv", "--session", file, "--seed", "3", "--names",
    "Anna,Ben", "--first", "0", "--turn-seconds", "10", ...fast], { home: newHome() });
  await dialogue.prompt();
  await dialogue.type("");
  const clock = await dialogue.type("clock");
  const left = Number(/(\d+) seconds left/.exec(clock)?.[1]);
  check(left > 5 && left <= 10, "a clock runs in real time", clock);
  const began = Date.now();
  await dialogue.until(() => /ran out of time/.test(dialogue.out), "the end of the time");
  check(Date.now() - began > 1000 * (left - 2), "and no faster", String(Date.now() - began));
  await dialogue.finish();
  const told = checkAgain("time that is up", file, dialogue.out);
  check(/A ran out of time/.test(told.out), "time that is up is told", told.out);
}

// By keys, which are the same intents.
async function testScreen() {
  const file = newFile();
  const table = new Terminal(["play", "exclusiv", "--session", file, "--seed", "7", "--bots", "5",
    "--speed", "fast", "--first", "0", "--possible"], { columns: 180, rows: 40 });
  await table.until("Your rack, 14 tiles");
  await table.press("Space", /▴/);
  await table.press("n", /✗/);
  await table.press("p", /at least 3/);
  await table.press("u", "Your rack, 14 tiles");
  for (let tiles = 15; tiles < 19; tiles += 1) {
    await table.press("d", `Your rack, ${tiles} tiles`);
    await table.until("Your turn");
  }
  await table.press(["q", "Down", "Enter"], "ended with 0");
  const told = checkAgain("by keys", file, table.screen());
  check((told.out.match(/A drew/g) ?? []).length === 4, "by keys: four tiles were drawn", told.out);
  table.close();
}

// ---- The file ----

// A crash leaves what was played until then.
async function testKilled() {
  const file = newFile();
  const dialogue = new Dialogue(program, ["photo", "--session", file, "--seed", "4", "--bots", "3",
    "--first", "0", ...fast], { home: newHome() });
  await dialogue.prompt();
  check(readFileSync(file).length >= HEADER_SIZE, "the header is written at once");
  await dialogue.type("draw");
  const size = readFileSync(file).length;
  await dialogue.type("pass");
  check(size > HEADER_SIZE && readFileSync(file).length > size, "each entry when it happens");
  await dialogue.kill("SIGKILL");
  const told = again(file);
  check(told.code === 0 && /A drew \w.*\n.*A passed\n.*B drew/.test(told.out) &&
    asWasm(file) === told.hash, "after a kill it can be played again", told.out + told.err);
}

function testUnwritable() {
  const bare = ["exclusiv", "--seed", "5", ...fast];
  const missing = join(folder, "none", "a.session");
  const refused = pipe([...bare, "--session", missing], ["draw"]);
  check(refused.code === 1 && refused.out === "" &&
    refused.err === `rummery: the session cannot be written into ${missing}: ` +
      "No such file or directory\n", "a path that cannot be is an error", refused.err);
  check(!existsSync(refused.home), "and no match was begun");
  const other = newFile();
  writeFileSync(other, "mine");
  const kept = pipe([...bare, "--session", other], ["draw"]);
  check(kept.code === 1 && /File exists/.test(kept.err) && readFileSync(other, "utf8") === "mine",
    "what is there already is not overwritten", kept.err);

  // as a disk that is full: the file may not grow
  const full = newFile();
  const lines = Array(60).fill("draw");
  const { stdout, stderr, status } = spawnSync("bash", ["-c",
    'ulimit -f 1; exec "$0" "$@"', program, "play", ...bare, "--bots", "6", "--session", full],
  { input: `${lines.join("\n")}\nquit\n`, env: env("/proc/none"), timeout: 90000 });
  const out = String(stdout), err = String(stderr);
  check(status === 0 && (out.match(/You drew/g) ?? []).length > 20, "a full disk costs no move",
    out.slice(-300));
  check(new RegExp(`^rummery: ${full}: File too large; the session ends after (\\d+) entries\n$`)
    .test(err) && !/Session:/.test(out), "and is told", err);
  const told = again(full);
  check(told.code === 0 && told.entries === Number(/after (\d+)/.exec(err)?.[1]) &&
    told.entries > 30, "what was written until then can be played again", told.err);
}

function testRefusals() {
  for (const [args, why] of [
    [["exclusiv", "--resume"], /begins with its match/],
    [["--match", "x.record"], /begins with its match/],
    [["--join", "http://x/t/y#z"], /of a table here/],
    [["exclusiv", "--host", "http://x"], /of a table here/],
    [["exclusiv", "--watch"], /what people do/],
    [["exclusiv", "--bots", "cmd:./mine"], /takes no programs/],
    [[], /needs a game/]]) {
    const file = newFile();
    const { code, err } = pipe([...args, "--session", file, "--plain"], []);
    check(code === 2 && why.test(err.split("\n")[0]) && !existsSync(file),
      `--session is refused with ${args.join(" ")}`, err);
  }
  const file = newFile();
  const { code, err } = pipe(["princess", "--bracelets", "bryg", "--session", file, ...fast], []);
  check(code === 1 && /cannot be written .* no such options/.test(err) && !existsSync(file),
    "options that sessions do not have are refused", err);
}

const clock = testClock().catch((error) => error); // it only waits, so the others need not
await finishAll([
  Object.defineProperty(testWholeRounds("exclusiv", "3", "--bots", "5"), "name",
    { value: "exclusiv" }),
  Object.defineProperty(testWholeRounds("photo", "4", "--bots", "3,2"), "name", { value: "photo" }),
  Object.defineProperty(testWholeRounds("princess", "5", "--bots", "4,1,2"), "name",
    { value: "princess" }),
  testEverything, testScreen, testKilled, testUnwritable, testRefusals,
  async function clockTest() {
    const error = await clock;
    if (error !== undefined) throw error;
  },
]);
rmSync(folder, { recursive: true, force: true });
