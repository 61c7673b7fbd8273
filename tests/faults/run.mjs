// run.mjs - every failure in turn: numbers the allocations, system calls and calls of SQLite of
// four runs (a server from an empty folder, one on data that is there, a backup, a match at the
// terminal), then lets each of them fail once, one run for each. It may be absorbed, be told to
// a client whose next try succeeds, or end the program with a sentence; then a start without it
// finds everything that was acknowledged. Never a false acknowledgement, a leak, a hang, a crash.
// usage: node run.mjs RUMMERY_FAULTS [--all | --sample N [--seed S] | --only STAGE/KIND.THREAD:N]
//        [--jobs N] [--stage NAME] [--kind NAME] [--part I/N]
// --part takes every N-th point, from the I-th on: all of them in N runs.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync,
  statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { again, Broken, judgeEnd, launch, Run, serve, verify } from "./scenario.mjs";

const options = { jobs: "2", seed: "1", sample: "40", part: "0/1" };
const [, , programPath, ...rest] = process.argv;
for (let i = 0; i < rest.length; i++) {
  const name = rest[i].replace(/^--/, "");
  options[name] = name === "all" ? true : rest[++i];
}
const program = resolve(programPath);
const folder = mkdtempSync(join(tmpdir(), "rummery-faults-"));
const prepared = join(folder, "prepared");
let preparedLedger = null;
let serial = 0;

const newFolder = () => {
  const path = join(folder, `${(serial += 1)}`);
  mkdirSync(path);
  return path;
};

function copyLedger(ledger) {
  return { ...ledger, racks: new Map(ledger.racks), drawn: new Map(ledger.drawn) };
}

// ---- The four runs ---------------------------------------------------------------------------

// No server outlives its run, and what it said is kept for whoever looks into a failure.
async function watched(run, running) {
  try {
    await running;
  } catch (error) {
    error.stderr = run.server?.err;
    throw error;
  } finally {
    run.server?.child.kill("SIGKILL");
  }
}

async function runServe(fault, path) {
  const run = new Run(program, path, fault);
  await watched(run, serve(run));
  return run;
}

async function runAgain(fault, path) {
  const run = new Run(program, path, fault);
  cpSync(prepared, run.data, { recursive: true });
  run.ledger = copyLedger(preparedLedger);
  await watched(run, again(run));
  return run;
}

// A process that must end by itself.
async function timed(one) {
  const timer = setTimeout(() => one.child.kill("SIGKILL"), 60000);
  await one.ended;
  clearTimeout(timer);
}

function savedDraws(open) {
  if (!existsSync(open)) return 0;
  return readdirSync(open).map((name) => readFileSync(join(open, name), "utf8"))
    .join("").match(/^draw\b/gm)?.length ?? 0;
}

// A backup is all there, or it has failed and left nothing; the store is as it was.
async function runBackup(fault, path) {
  const run = new Run(program, path, fault);
  const copy = join(path, "copy");
  cpSync(prepared, run.data, { recursive: true });
  const one = launch(program, ["backup", "--data", run.data, copy], fault, run.report);
  await timed(one);
  const end = judgeEnd(one, run.callers);
  run.ends.push(end);
  if (end !== "ended well") {
    if (existsSync(copy)) throw new Broken(`half a copy is left: ${one.err}`);
    return run;
  }
  mkdirSync(join(path, "restored"));
  cpSync(copy, join(path, "restored", "rummery.sqlite"));
  run.data = join(path, "restored");
  run.ledger = copyLedger(preparedLedger);
  run.server = one;
  await watched(run, verify(run));
  return run;
}

// `rummery play` in lines: what was told to be drawn is in the saved match, or it is said that
// nothing is saved.
async function runPlay(fault, path) {
  const run = new Run(program, path, fault);
  const ways = ["--plain", "--speed", "instant", "--lang", "en"];
  const play = (args, report, typed) => {
    const one = launch(program, ["play", "exclusiv", ...args, ...ways], report ? fault : null,
      report, { XDG_STATE_HOME: path });
    one.child.stdin.on("error", () => {});
    one.child.stdin.end(typed);
    return one;
  };
  const one = play(["--new", "--seed", "5", "--first", "0", "--bots", "3"], run.report,
    "draw\ndraw\ndraw\nquit\n");
  await timed(one);
  run.ends.push(judgeEnd(one, run.callers));
  const told = one.out.match(/^(You drew: .*|Computer 2 drew)\.$/gm)?.length ?? 0;
  const kept = savedDraws(join(path, "rummery", "open"));
  const isSaid = /(not|can’t) (be )?(saved|kept)|nothing is kept/i.test(one.out + one.err);
  if (kept < told && !isSaid)
    throw new Broken(`${told} draws were told, ${kept} saved: ${one.out}${one.err}`);
  if (kept === 0) return run;
  const back = play(["--resume"], undefined, "quit\n");
  await timed(back);
  if (judgeEnd(back, "") !== "ended well" || existsSync(join(path, "rummery", "damaged")))
    throw new Broken(`the match does not go on: ${back.out}${back.err}`);
  return run;
}

const stages = { serve: runServe, again: runAgain, backup: runBackup, play: runPlay };

// ---- Numbering -------------------------------------------------------------------------------

async function number(stage) {
  const path = newFolder();
  const run = await stages[stage](null, path);
  const points = [...readFileSync(join(path, "report"), "utf8")
    .matchAll(/^point (\S+) (\S+)$/gm)].map(([, fault, name]) => ({ stage, fault, name }));
  if (stage === "serve") {
    cpSync(run.data, prepared, { recursive: true });
    preparedLedger = copyLedger(run.ledger);
  }
  rmSync(path, { recursive: true, force: true });
  return points;
}

function random(seed) {
  let state = BigInt(seed) * 0x9e3779b97f4a7c15n + 1n;
  return (below) => {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    return Number((state >> 33n) % BigInt(below));
  };
}

// A sample takes from each function in turn, so that rare ones are met as often as malloc.
function sample(points, count, seed) {
  const pick = random(seed);
  const groups = new Map();
  for (const point of points) {
    const key = `${point.stage} ${point.fault.split(":")[0]} ${point.name}`;
    groups.set(key, [...(groups.get(key) ?? []), point]);
  }
  const bags = [...groups.values()];
  const chosen = [];
  while (chosen.length < count && bags.length > 0) {
    const i = pick(bags.length);
    chosen.push(...bags[i].splice(pick(bags[i].length), 1));
    if (bags[i].length === 0 || pick(2) === 0) bags.splice(i, 1);
  }
  return chosen;
}

// ---- Failing ---------------------------------------------------------------------------------

const outcomes = new Map();
const count = (key) => outcomes.set(key, (outcomes.get(key) ?? 0) + 1);
let passed = 0;
let failed = 0;
let missed = 0; // threads differ from run to run: what is not reached proves nothing

function outcomeOf(run) {
  if (run.hit === "") return "not reached";
  const bad = run.ends.find((end) => end !== "ended well");
  if (bad !== undefined) return bad;
  return run.errors > 0 ? "told to a client" : "absorbed";
}

async function fail(point) {
  const path = newFolder();
  const kind = point.fault.split(".")[0];
  const name = `${point.stage}/${point.fault}`;
  try {
    const run = await stages[point.stage](point.fault, path);
    const outcome = outcomeOf(run);
    count(`${point.stage} ${kind}: ${outcome}`);
    if (run.hit === "") missed += 1;
    else passed += 1;
    if (options.only !== undefined) console.log(`${name} ${run.hit}: ${outcome}`);
  } catch (error) {
    failed += 1;
    count(`${point.stage} ${kind}: FAILED`);
    const report = join(path, "report");
    const where = existsSync(report) && statSync(report).size < 65536
      ? readFileSync(report, "utf8") : "";
    const why = error instanceof Broken ? error.message : error.stack;
    console.log(`FAILED ${name} ${point.name}: ${why}`);
    if (options.only !== undefined) console.log(error.stderr ?? "");
    if (where.startsWith("failed")) console.log(where.split("\n").slice(0, 16).join("\n"));
    console.log(`replay: node tests/faults/run.mjs ${programPath} --only ${name}`);
  }
  rmSync(path, { recursive: true, force: true });
}

function choose(points) {
  if (options.only !== undefined) {
    const [stage, fault] = options.only.split("/");
    return [{ stage, fault, name: "" }];
  }
  const chosen = points.filter((point) =>
    (options.stage === undefined || point.stage === options.stage) &&
    (options.kind === undefined || point.fault.startsWith(`${options.kind}.`)));
  const [first, step] = options.part.split("/").map(Number);
  return options.all ? chosen.filter((_, at) => at % step === first)
    : sample(chosen, Number(options.sample), Number(options.seed));
}

function printPoints(points) {
  const kinds = new Map();
  for (const { stage, fault } of points) {
    const key = `${stage} ${fault.split(".")[0]}`;
    kinds.set(key, (kinds.get(key) ?? 0) + 1);
  }
  for (const [key, value] of kinds) console.log(`points, ${key}: ${value}`);
}

const points = [];
for (const stage of Object.keys(stages)) points.push(...(await number(stage)));
printPoints(points);
const chosen = choose(points);
let next = 0;
const began = Date.now();
async function work() {
  while (next < chosen.length) {
    next += 1;
    await fail(chosen[next - 1]);
    if (next % 500 === 0)
      console.log(`${next} of ${chosen.length}, ${((Date.now() - began) / 1000).toFixed(0)} s`);
  }
}
await Promise.all(Array.from({ length: Number(options.jobs) }, work));
for (const key of [...outcomes.keys()].sort()) console.log(`${key}: ${outcomes.get(key)}`);
console.log(`${passed + failed} of ${points.length} points were failed, ${missed} not reached`);
console.log(`${passed} passed, ${failed} failed`);
rmSync(folder, { recursive: true, force: true });
process.exit(failed === 0 && passed > 0 ? 0 : 1);
