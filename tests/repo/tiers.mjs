// tiers.mjs - that script/test leaves nothing out: every test program and every script of the tests
// is run by a part of a tier, by a long run, or used by one that is; every source file of src is
// linked into something that the first tier runs. Prints what both tiers cost, by the list.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { BUDGET_S, parts, partsOf, targetFiles, targetsOf, TIERS } from "../parts/parts.mjs";
import { check, finish } from "../sentences/check.mjs";

const lines = (command, ...args) =>
  execFileSync(command, args, { encoding: "utf8", maxBuffer: 1 << 28 }).trim().split("\n");
const textOf = (path) => readFileSync(path, "utf8");
const tracked = lines("git", "ls-files", "--cached", "--others", "--exclude-standard");
// Takes the place of what needs libpq where there is none; only a build of its own has it.
const elsewhere = ["src/store/postgres_none.c"];

// ---- Nothing is in neither ----

// Besides the list: the long runs, what a build makes, and what a decision was measured by.
const callers = tracked.filter((path) =>
  /^(script|docs\/decisions)\/|(^|\/)meson\.build$|^tests\/parts\/list$/.test(path));
const isScript = (path) => /^tests\/(?!fuzz\/corpus|golden|frozen\/)/.test(path) &&
  /(\.mjs|\.py|\/[\w-]+)$/.test(path) && /^(#!|\/\/|#|""")/.test(textOf(path));

// The files that a script names in its imports, or in words by their place.
function usedBy(path) {
  const text = textOf(path);
  const named = [...text.matchAll(/["'`(\s]([\w./-]+(\.mjs|\.py)?)(?=["'`)\s,:;]|$)/gm)]
    .map(([, name]) => name);
  return named.flatMap((name) => [normalize(name), join(dirname(path), name),
    join(dirname(path), `${name}.py`)]);
}

function testNothingIsLeftOut() {
  const scripts = new Set(tracked.filter(isScript));
  const reached = new Set(callers);
  for (const path of reached)
    for (const used of usedBy(path))
      if (scripts.has(used)) reached.add(used);
  for (const path of scripts) check(reached.has(path), `${path} is run by somebody`);
  const run = new Set(["build-tests", "build-asan"]
    .flatMap((folder) => parts.flatMap((part) => targetsOf([part], "all", folder))));
  const programs = targetFiles().filter(({ file, isProduct }) => !isProduct &&
    /^tests\/.*_(tests|check|crosscheck|records)$/.test(file));
  check(programs.length > 30, "test programs are found", String(programs.length));
  for (const { file } of programs) check(run.has(file), `${file} is run by a part`);
}

// ---- What the first tier runs ----

// The sources of a program, by the names that its symbols tell; of archives only what was linked.
function linkedInto(folder, target) {
  const inputs = lines("ninja", "-C", folder, "-t", "inputs", target)
    .map((path) => normalize(join(folder, path))).filter((path) => /^src\/.*\.c$/.test(path));
  if (target.endsWith(".wasm")) return inputs;
  const told = lines("readelf", "-sW", `${folder}/${target}`)
    .map((line) => line.trim().split(/\s+/))
    .filter((words) => words[3] === "FILE" && words.length === 8).map((words) => words[7]);
  const times = (list, name) => list.filter((one) => basename(one) === name).length;
  return inputs.filter((path) =>
    times(told, basename(path)) >= times(inputs, basename(path)));
}

function testTheFirstTierRunsEverySource() {
  const linked = new Set(["build-tests", "build-asan"].flatMap((folder) =>
    targetsOf(partsOf("first"), "first", folder)
      .filter((target) => !/\.(a|ok|c|inc|h|ts)$/.test(target) && !/_planted_/.test(target))
      .flatMap((target) => linkedInto(folder, target))));
  const sources = tracked.filter((path) => /^src\/.*\.c$/.test(path) && !elsewhere.includes(path));
  check(sources.length > 250, "sources are found", String(sources.length));
  for (const path of sources)
    check(linked.has(path), `${path} is linked into something that the first tier runs`);
}

// ---- What it costs ----

function testCost() {
  for (const tier of TIERS) {
    const some = partsOf(tier);
    const seconds = some.reduce((sum, part) => sum + part.seconds(tier), 0);
    console.log(`${tier}: ${some.length} parts, ${seconds} processor seconds by the list; the ` +
      `budget is ${BUDGET_S[tier]}, building included`);
    check(some.every((part) => part.seconds(tier) > 0), `every part of ${tier} has its seconds`);
  }
  const names = parts.map((part) => part.name);
  check(new Set(names).size === names.length, "no two parts have one name");
}

testNothingIsLeftOut();
testTheFirstTierRunsEverySource();
testCost();
process.exitCode = finish();
