// save.mjs - a local match on disk: it survives kill -9 in the middle of anything, is offered
// again, and what is damaged is put aside with a clear message.
// usage: node save.mjs RUMMERY [KILLS]
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync,
  writeFileSync, mkdirSync, chmodSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { check, finish } from "../sentences/check.mjs";
import { Dialogue, playRound } from "./dialogue.mjs";

const program = resolve(process.argv[2]);
const kills = Number(process.argv[3] ?? 12);
const folder = mkdtempSync(join(tmpdir(), "rummery-save-"));
let homes = 0;
const newHome = () => join(folder, `home${++homes}`);
const fast = ["--speed", "instant", "--plain", "--lang", "en"];
const placeOf = (home, which) => join(home, "rummery", which);
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

function filesOf(home, which) {
  try {
    return readdirSync(placeOf(home, which)).map((name) => join(placeOf(home, which), name));
  } catch {
    return [];
  }
}

const rackOf = (said) => [...said.matchAll(/^Your (?:rack|hand), [^:]*: (.*)$/gm)].at(-1)?.[1]
  .replaceAll(" (new)", "");
const movesOf = (text) => text.split("\n").filter((line) => line !== "" && line[0] !== "#");

async function testLeavingAndComingBack() {
  const home = newHome();
  let dialogue = new Dialogue(program, ["exclusiv", "--seed", "5", "--first", "0", "--bots", "3",
    ...fast], { home });
  await dialogue.prompt();
  await dialogue.type("draw");
  const isOffered = () => spawnSync(program, ["play", "exclusiv", "--resume", ...fast],
    { env: { ...process.env, XDG_STATE_HOME: home } }).status === 0;
  check(!isOffered(), "a match that is being played is not offered elsewhere");
  await dialogue.type("sort sets");
  const before = await dialogue.type("new y9 g9 r9");
  await dialogue.kill("SIGKILL");
  dialogue = new Dialogue(program, ["exclusiv", ...fast], { home });
  let said = await dialogue.until(() => dialogue.out.endsWith("> ") && dialogue.out, "an offer");
  check(/1: .*Rummy exclusiv, Round 1: You 0, Postman 0; \d+ moves?/.test(said),
    "an unfinished match is offered",
    said);
  dialogue.seen = dialogue.out.length;
  said = await dialogue.type("1");
  said += await dialogue.type("table");
  said += await dialogue.type("rack");
  check(/Meld 1: \+y9 \+g9 \+r9/.test(said), "the unfinished arrangement is there again", said);
  check(rackOf(said).split(" ").sort().join() === rackOf(before).split(" ").sort().join(),
    "and so is the rack", `${rackOf(said)} | ${rackOf(before)}`);
  check(!isOffered(), "nor is one that was taken up again");
  await dialogue.finish();
  dialogue = new Dialogue(program, ["exclusiv", "--new", "--seed", "1", ...fast], { home });
  await dialogue.prompt();
  await dialogue.finish();
  check(filesOf(home, "open").length === 2, "a new match leaves the old one alone");
  check(filesOf(home, "open").every((file) => (statSync(file).mode & 0o77) === 0),
    "nobody else may read a match");
}

// The same match, killed again and again, ends as it does when it is left in peace.
async function testKilled() {
  // with four at the table the stock is soon shuffled anew, which has to come out the same
  const args = ["princess", "--seed", "6", "--first", "0", "--bots", "1,2,1", ...fast];
  const peace = newHome();
  let dialogue = new Dialogue(program, args, { home: peace });
  await playRound(dialogue, "princess", await dialogue.prompt());
  await dialogue.finish();
  const wanted = movesOf(readFileSync(filesOf(peace, "finished")[0], "utf8"));
  check(wanted.some((line) => line.startsWith("shuffle")), "the stock is shuffled anew");
  const home = newHome();
  let done = 0;
  for (let kill = 0; kill < kills && filesOf(home, "finished").length === 0; kill++) {
    dialogue = new Dialogue(program, kill === 0 ? args : ["princess", "--resume", ...fast],
      { home });
    // one whole turn, and then the kill comes into the middle of the next one
    const said = await dialogue.prompt();
    if (kill % 2 === 1) await playRound(dialogue, "princess", said, 1).catch(() => "");
    dialogue.child.stdin.write("draw\nhint\nlay\nplay\n");
    await sleep(kill % 8);
    await dialogue.kill("SIGKILL");
    const [file] = [...filesOf(home, "open"), ...filesOf(home, "finished")];
    const moves = movesOf(readFileSync(file, "utf8").replace(/[^\n]*$/, ""));
    check(moves.length >= done && moves.join("\n").startsWith(wanted.slice(0, done).join("\n")),
      "no kill loses a move", `${done} ${moves.length}`);
    done = moves.length;
  }
  if (filesOf(home, "finished").length === 0) {
    dialogue = new Dialogue(program, ["princess", "--resume", ...fast], { home });
    await playRound(dialogue, "princess", await dialogue.prompt());
    await dialogue.finish();
  }
  const got = movesOf(readFileSync(filesOf(home, "finished")[0], "utf8"));
  check(got.join("\n") === wanted.join("\n"), "a match that was killed goes on as it would have",
    `${got.length} of ${wanted.length}`);
}

// Many at once, so that some look into the folder while others begin.
async function testBesideEachOther() {
  const home = newHome();
  const args = ["exclusiv", "--new", "--seed", "1", "--first", "0", ...fast];
  let said = "";
  for (let round = 0; round < 20; round++) {
    const beside = Array.from({ length: 8 }, () => new Dialogue(program, args, { home }));
    for (const dialogue of beside) said += await dialogue.prompt();
    await Promise.all(beside.map((dialogue) => dialogue.finish()));
    said += beside.map((dialogue) => dialogue.err).join("");
  }
  check(filesOf(home, "damaged").length === 0 && filesOf(home, "open").length === 160,
    "a match that just begins is not taken for a damaged one", said.match(/.*kept as.*/)?.[0]);
  check(!/can’t be saved/.test(said), "and every one of them is saved");
  const one = newHome();
  const first = new Dialogue(program, args, { home: one });
  await first.prompt();
  await first.type("draw");
  const second = new Dialogue(program, args, { home: one });
  await second.prompt();
  await first.type("draw");
  check(filesOf(one, "open").length === 2 && filesOf(one, "damaged").length === 0,
    "who plays beside somebody has a match of their own");
  await first.kill("SIGKILL");
  await second.kill("SIGKILL");
  const third = new Dialogue(program, ["exclusiv", ...fast], { home: one });
  const offer = await third.until(() => third.out.endsWith("> ") && third.out, "an offer");
  check(/1: .*\n.*2: /.test(offer), "after a kill no lock is left behind", offer);
  await third.kill("SIGKILL");
}

function play(home, args, input = "") {
  const { status, stdout, stderr } = spawnSync(program, ["play", "exclusiv", ...args, ...fast],
    { input, env: { ...process.env, LC_ALL: "C.UTF-8", XDG_STATE_HOME: home }, timeout: 90000 });
  return { code: status, out: String(stdout), err: String(stderr) };
}

function testDamage() {
  const home = newHome();
  play(home, ["--seed", "1", "--first", "0"], "draw\n");
  const [file] = filesOf(home, "open");
  const text = readFileSync(file, "utf8");
  appendFileSync(file, "play [r1 r2");
  let result = play(home, ["--resume"], "rack\n");
  check(result.code === 0 && /Your rack, 15/.test(result.out),
    "a last line that was cut off is dropped", result.out + result.err);
  check(readFileSync(file, "utf8").startsWith(text), "and the rest stays");
  writeFileSync(file, text.replace(/^draw$/m, "draw discard"));
  result = play(home, ["--resume"]);
  check(result.code === 1 && /can’t be read \(line \d+: .*\)\. It is kept as .*damaged/
    .test(result.err), "a damaged match is put aside with a clear message", result.err);
  check(filesOf(home, "damaged").length === 1 && filesOf(home, "open").length === 0,
    "and it is kept");
  mkdirSync(placeOf(home, "open"), { recursive: true });
  for (const [i, bytes] of ["", "\0\0\0\n", "match chess players=2\n", "# only talk\n",
    "x".repeat(100000) + "\n"].entries())
    writeFileSync(join(placeOf(home, "open"), `bad${i}.record`), bytes);
  result = play(home, ["--seed", "1"], "rack\n");
  check(result.code === 0 && filesOf(home, "damaged").length === 6,
    "whatever lies there, a new match begins", result.err);
}

// A deal is a comment, a lot and the deck; a kill may come between any two of them.
function testHalfDeal() {
  const home = newHome();
  play(home, ["--seed", "1"], "draw\n");
  const [file] = filesOf(home, "open");
  const text = readFileSync(file, "utf8");
  const dealt = text.slice(0, text.indexOf("\n", text.indexOf("\ndeal ") + 1) + 1);
  for (const end of ["\n# shuffle ", "\nlot ", "\ndeal "]) {
    writeFileSync(file, text.slice(0, text.indexOf(end) + 1));
    const result = play(home, ["--resume"], "");
    const got = readFileSync(file, "utf8");
    check(result.code === 0 && got.startsWith(dealt),
      `a deal that was cut off before ${end.trim()} comes anew`, result.err + got);
    const verified = spawnSync(program, ["verify", file]);
    check(verified.status === 0, "and is fair", String(verified.stdout) + verified.stderr);
  }
}

// What somebody has written into a file is judged like anything that is asked of a table.
function testWrongDraft() {
  const home = newHome();
  play(home, ["--seed", "5", "--first", "0"], "draw\n");
  const [file] = filesOf(home, "open");
  for (const draft of ["[y1 y1 y1 y1]", "nonsense", "-"]) {
    appendFileSync(file, `# draft ${draft}\n`);
    const result = play(home, ["--resume"], "rack\ntable\n");
    check(result.code === 0 && /Your rack, 15/.test(result.out) && !/\+y1/.test(result.out),
      `an arrangement that cannot be is no arrangement: ${draft}`, result.out + result.err);
  }
}

function testBadNames() {
  const home = newHome();
  play(home, ["--seed", "1", "--first", "0", "--names", "Anna,Ben"], "draw\n");
  const [file] = filesOf(home, "open");
  writeFileSync(file, readFileSync(file, "utf8")
    .replace("person y Ben", "person y \u009b31m\u202eBen\x1b[2J"));
  const result = play(home, ["--resume"], "players\n");
  check(result.code === 0 && /\?31m\?Ben\?\[2J/.test(result.out),
    "a name in a file is shown without what a terminal obeys", result.out + result.err);
  check(!/[\x80-\x9f\u202e\x1b]/.test(result.out + result.err), "and nothing of it gets through");
  for (const name of ["", "\u009b31m", "\u200b", "\u0301", "a".repeat(25), "An\u202ena"])
    check(play(newHome(), ["--new", "--names", `Anna,${name || "\u3000"}`]).code === 2,
      `nobody is called ${JSON.stringify(name)}`);
  const tidy = play(newHome(), ["--new", "--names", " Zoe\u0308 \u00a0 B ,Ben"], "players\n");
  check(tidy.code === 0 && tidy.out.includes("Zo\u00eb B"), "names are made alike", tidy.out);
}

function testNoRoom() {
  const file = join(folder, "file");
  writeFileSync(file, "");
  const result = play(join(file, "below"), ["--seed", "1"], "rack\n");
  check(result.code === 0 && /can’t be saved/.test(result.out) && /Your rack/.test(result.out),
    "without a state folder one plays on, and is told", result.out + result.err);
  const full = newHome();
  const limited = spawnSync("sh", ["-c",
    `ulimit -f 2; exec "$0" play exclusiv --seed 1 --first 0 ${fast.join(" ")}`, program],
  { input: "draw\n".repeat(30) + "rack\n", env: { ...process.env, XDG_STATE_HOME: full } });
  check(limited.status === 0, "a full disk ends nothing",
    `${limited.status} ${limited.signal} ${limited.stderr}`);
  chmodSync(folder, 0o755);
}

const tests = [testLeavingAndComingBack, testBesideEachOther, testKilled, testDamage,
  testHalfDeal, testWrongDraft, testBadNames, testNoRoom];
for (const test of tests) {
  const began = Date.now();
  try {
    await test();
  } catch (error) {
    check(false, `${test.name} could not go on:`, error.stack);
  }
  console.log(`${test.name}: ${((Date.now() - began) / 1000).toFixed(1)} s`);
}
rmSync(folder, { recursive: true, force: true });
process.exit(finish());
