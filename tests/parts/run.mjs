// run.mjs - hands the parts of script/test to meson's runner, shows all that failed ones have
// said, and adds up the closing lines of all as `N passed, M failed`.
// usage: node run.mjs [NAME...], a name of a suite or some words of a part's
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { cpus } from "node:os";

const BUILD = "build-tests";
const RESULTS = `${BUILD}/meson-logs/testlog.json`;
// What a line says that tells of a failure, in whichever part.
const RED = /fail(ed|ure)?\b|error|\bin vain\b/i;

// In the order in which they begin: where parts are named, meson takes them as they come.
const parts = JSON.parse(readFileSync(`${BUILD}/meson-info/intro-tests.json`, "utf8"))
  .sort((a, b) => b.priority - a.priority)
  .map(({ name, suite }) => ({ name, suite: suite[0].split(":").at(-1) }));

function choose(names) {
  const chosen = new Set();
  for (const name of names) {
    const suite = parts.filter((part) => part.suite === name);
    const meant = suite.length > 0 ? suite : parts.filter((part) => part.name.includes(name));
    if (meant.length === 0) {
      const suites = [...new Set(parts.map((part) => part.suite))].join(", ");
      console.error(`test: '${name}' is no suite (${suites}) and in no part's name`);
      process.exit(2);
    }
    for (const part of meant) chosen.add(part.name);
  }
  const all = parts.map((part) => part.name);
  return names.length > 0 ? all.filter((name) => chosen.has(name)) : all;
}

// A part that fails without a closing line counts as one failure, one that succeeds without one
// as one pass.
function count(said, isDone) {
  const lines = [...said.matchAll(/^(\d+) passed, (\d+) failed$/gm)];
  if (lines.length === 0) return [Number(isDone), Number(!isDone)];
  const [passed, failed] = lines.at(-1).slice(1).map(Number);
  return [passed, isDone ? failed : Math.max(failed, 1)];
}

const names = choose(process.argv.slice(2));
rmSync(RESULTS, { force: true });
rmSync(`${BUILD}/parts`, { recursive: true, force: true });
const only = names.length < parts.length ? names : [];
// One more than there are cores: of three parts one waits for a disk, a server, a terminal.
const { status } = spawnSync("meson", ["test", "-C", BUILD, "--no-rebuild", "--num-processes",
  String(cpus().length + 1), ...only], { stdio: "inherit" });

const results = new Map(existsSync(RESULTS)
  ? readFileSync(RESULTS, "utf8").trim().split("\n").map(JSON.parse)
    .map((result) => [result.name.split(" / ").at(-1), result])
  : []);
let passed = 0;
let failed = 0;
const reds = [];
for (const name of names) {
  const log = `${BUILD}/parts/${name}.log`;
  const said = existsSync(log) ? readFileSync(log, "utf8") : "";
  const { result = "NOT RUN", duration = 0 } = results.get(name) ?? {};
  const [good, bad] = count(said, result === "OK");
  passed += good;
  failed += bad;
  if (bad > 0) reds.push({ name, said, title: `== ${name}: ${result}, ${duration.toFixed(1)} s` });
}
// In short first, as one wants to know it; then whole.
for (const { title, said } of reds)
  console.log(`\n${title}\n${said.split("\n").filter((line) => RED.test(line)).slice(0, 5)
    .map((line) => line.slice(0, 200)).join("\n")}`);
for (const { title, said } of reds) console.log(`\n${title}\n${said.trimEnd()}`);
if (status !== 0 && failed === 0) failed = 1;
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
