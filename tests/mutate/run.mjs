// run.mjs - measures the tests of core and solver: tries a sample of mutants and tells which of
// them no fast test finds. script/mutate calls it; docs/testing.md says how to read it.
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { cpus } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { mutantsOf } from "./mutations.mjs";
import { fastTests, filesUnder, watchedTests } from "./tests.mjs";
import { SANITIZED, SHARED, Trials } from "./trial.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../..");
const build = join(root, "build-mutate");
const resultsFile = join(build, "results.jsonl");
const usage = "script/mutate [--count N] [--seed S] [--files GLOB] [--resume | --survivors]";

function readArguments(words) {
  const settings = { count: 1000, seed: 1, files: "*", resume: false, survivors: false };
  for (let i = 0; i < words.length; i++) {
    const name = words[i].replace(/^--/, "");
    if (name === "resume" || name === "survivors") settings[name] = true;
    else if (name === "files") settings.files = words[++i];
    else if (name === "count" || name === "seed") settings[name] = Number(words[++i]);
    else throw new Error(`usage: ${usage}`);
  }
  if (!(settings.count > 0) || !Number.isInteger(settings.seed)) throw new Error(usage);
  return settings;
}

const matches = (glob, path) =>
  new RegExp(`^${glob.replace(/[.+^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}$`).test(path);

function readLines(path) {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line));
}

// Always the same order for the same seed, whatever else is in the sample.
const rank = (seed, id) => createHash("sha256").update(`${seed} ${id}`).digest("hex");

// Each file with its mutants in the order of the sample.
function poolOf(tree, settings) {
  const paths = ["core", "solver"]
    .flatMap((part) => filesUnder(join(tree, "src", part)))
    .filter((path) => /\.[ch]$/.test(path) && matches(settings.files, relative(tree, path)));
  return paths.sort().map((path) => {
    const name = relative(tree, path);
    const source = readFileSync(path, "utf8");
    const mutants = mutantsOf(source, SHARED.includes(name)).map((mutant) => {
      const id = `${name}:${mutant.line}:${mutant.from}:${mutant.inside}`;
      return { ...mutant, name, key: rank(source, id), rank: rank(settings.seed, id) };
    });
    return { name, mutants: mutants.sort((a, b) => (a.rank < b.rank ? -1 : 1)) };
  });
}

// How many of a file: its share, and three at the least.
function shareOut(pool, count) {
  const all = pool.reduce((sum, file) => sum + file.mutants.length, 0);
  for (const file of pool)
    file.wanted = Math.min(file.mutants.length,
      Math.max(3, Math.round((count * file.mutants.length) / all)));
}

const isCounted = (result) => !["no C", "same code"].includes(result.verdict);

// Tries mutants of a file until so many were counted. What is remembered is not tried again.
async function tryFile(tryIt, file, settings, known, show) {
  let counted = 0;
  for (const mutant of file.mutants) {
    if (counted >= file.wanted) break;
    let result = known.get(mutant.key);
    if (settings.survivors && result?.verdict === "survived") result = undefined;
    else if (settings.survivors && result === undefined) continue;
    if (result === undefined) {
      const { verdict, by } = await tryIt(mutant);
      const { name, line, kind, was, becomes, key } = mutant;
      result = { key, name, line, kind, was, becomes, verdict, by };
      appendFileSync(resultsFile, `${JSON.stringify(result)}\n`);
    }
    known.set(mutant.key, result);
    counted += isCounted(result) ? 1 : 0;
    file.results.push(result);
    show(result);
  }
}

// Tries mutants in as many places as there are processors: plainly, and what survives once
// more under sanitizers.
function triers(plain, watched) {
  const waiting = [];
  const free = cpus().map((cpu, i) => [plain.makePlace(i), watched.makePlace(i)]);
  const takePlaces = () =>
    free.length > 0 ? free.pop() : new Promise((resolve) => waiting.push(resolve));
  const givePlaces = (places) =>
    waiting.length > 0 ? waiting.shift()(places) : free.push(places);
  return async (mutant) => {
    const places = await takePlaces();
    try {
      const first = await plain.tryMutant(places[0], mutant);
      if (first.verdict !== "survived") return first;
      const second = await watched.tryMutant(places[1], mutant);
      return second.verdict === "same code" ? first : second;
    } finally {
      givePlaces(places);
    }
  };
}

function summary(results, explained) {
  const count = (verdict) => results.filter((r) => r.verdict === verdict).length;
  const survivors = results.filter((r) => r.verdict === "survived");
  const open = survivors.filter((r) => !explained.has(`${r.name} ${r.was} => ${r.becomes}`));
  const killed = count("killed") + count("time-out");
  const share = (100 * killed) / Math.max(1, killed + open.length);
  return { killed, timeouts: count("time-out"), survivors, open, share,
    same: count("same code"), invalid: count("no C") };
}

function report(pool, explained) {
  for (const file of pool) {
    const s = summary(file.results, explained);
    console.log(`${file.name}: ${s.killed} of ${s.killed + s.survivors.length} killed, ` +
      `${s.survivors.length - s.open.length} explained`);
  }
  const s = summary(pool.flatMap((file) => file.results), explained);
  for (const r of s.open)
    console.log(`SURVIVED ${r.name}:${r.line}\n  - ${r.was}\n  + ${r.becomes}`);
  console.log(`${s.killed + s.survivors.length} mutants: ${s.killed} killed (${s.timeouts} by ` +
    `time-out), ${s.survivors.length} survived, ${s.survivors.length - s.open.length} of them ` +
    `explained in survivors.jsonl; ${s.same} compiled to the same code, ${s.invalid} are no C`);
  console.log(`${s.share.toFixed(1)}% killed of those that are not explained`);
}

async function main() {
  const settings = readArguments(process.argv.slice(2));
  const plain = new Trials(root, join(build, "plain"), [], fastTests);
  const watched = new Trials(root, join(build, "watched"), SANITIZED, watchedTests);
  mkdirSync(build, { recursive: true });
  if (!settings.resume && !settings.survivors) rmSync(resultsFile, { force: true });
  const known = new Map(readLines(resultsFile).map((result) => [result.key, result]));
  for (const trials of [plain, watched]) {
    await trials.prepare();
    await trials.proveSound();
  }
  const pool = poolOf(plain.tree, settings);
  shareOut(pool, settings.count);
  const explained = new Set(readLines(join(here, "survivors.jsonl")).map(
    (entry) => `${entry.name} ${entry.was} => ${entry.becomes}`));
  const tryIt = triers(plain, watched);
  const total = pool.reduce((sum, file) => sum + file.wanted, 0);
  let done = 0;
  const show = (result) => {
    done += isCounted(result) ? 1 : 0;
    if (result.verdict === "survived")
      console.error(`${done}/${total} survived ${result.name}:${result.line} ${result.becomes}`);
  };
  await Promise.all(pool.map((file) => {
    file.results = [];
    return tryFile(tryIt, file, settings, known, show);
  }));
  report(pool, explained);
}

await main();
