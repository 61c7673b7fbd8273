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

// So many parts may be asked once more.
const TWICE_MOST = 3;

// In the order in which they begin: where parts are named, meson takes them as they come.
const parts = JSON.parse(readFileSync(`${BUILD}/meson-info/intro-tests.json`, "utf8"))
  .sort((a, b) => b.priority - a.priority)
  .map(({ name, suite }) => ({ name, suites: suite.map((one) => one.split(":").at(-1)) }));
const isTwice = new Set(parts.filter(({ suites }) => suites.includes("twice"))
  .map(({ name }) => name));

function choose(names) {
  const chosen = new Set();
  for (const name of names) {
    const suite = parts.filter((part) => part.suites.includes(name));
    const meant = suite.length > 0 ? suite : parts.filter((part) => part.name.includes(name));
    if (meant.length === 0) {
      const suites = [...new Set(parts.flatMap((part) => part.suites))].join(", ");
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

// Runs these parts and says of each what became of it.
function run(chosen, processes) {
  rmSync(RESULTS, { force: true });
  const only = chosen.length < parts.length ? chosen : [];
  const { status } = spawnSync("meson", ["test", "-C", BUILD, "--no-rebuild", "--num-processes",
    String(processes), ...only], { stdio: "inherit" });
  const results = new Map(existsSync(RESULTS)
    ? readFileSync(RESULTS, "utf8").trim().split("\n").map(JSON.parse)
      .map((result) => [result.name.split(" / ").at(-1), result])
    : []);
  const ends = new Map(chosen.map((name) => {
    const log = `${BUILD}/parts/${name}.log`;
    const said = existsSync(log) ? readFileSync(log, "utf8") : "";
    const { result = "NOT RUN", duration = 0 } = results.get(name) ?? {};
    const [passed, failed] = count(said, result === "OK");
    return [name, { passed, failed, said,
      title: `== ${name}: ${result}, ${duration.toFixed(1)} s` }];
  }));
  return { status, ends };
}

const redOf = (ends) => [...ends].filter(([, { failed }]) => failed > 0).map(([name]) => name);
const sum = (ends, what) => [...ends.values()].reduce((all, end) => all + end[what], 0);

const names = choose(process.argv.slice(2));
rmSync(`${BUILD}/parts`, { recursive: true, force: true });
// One more than there are cores: of three parts one waits for a disk, a server, a terminal.
let { status, ends } = run(names, cpus().length + 1);

// What watches a browser frame by frame may meet a machine that has no time for it. A few of such
// parts are asked once more, by themselves, and it is told; many are no accident.
const again = redOf(ends).filter((name) => isTwice.has(name));
const unsteady = [];
if (again.length > 0 && again.length <= TWICE_MOST) {
  const second = run(again, 1);
  for (const [name, end] of second.ends) {
    if (end.failed === 0) unsteady.push(ends.get(name));
    ends.set(name, end);
  }
  status = redOf(ends).length === 0 ? second.status : status;
}

const tell = ({ title, said }) => console.log(`\n${title}\n${said.trimEnd()}`);
// In short first, as one wants to know it; then whole.
const reds = redOf(ends).map((name) => ends.get(name));
for (const { title, said } of reds)
  console.log(`\n${title}\n${said.split("\n").filter((line) => RED.test(line)).slice(0, 5)
    .map((line) => line.slice(0, 200)).join("\n")}`);
for (const end of unsteady) tell({ ...end, title: `${end.title}; passed when asked again` });
for (const end of reds) tell(end);
const failed = sum(ends, "failed") || Number(status !== 0);
if (unsteady.length > 0) console.log(`\n${unsteady.length} unsteady: passed when asked again`);
console.log(`\n${sum(ends, "passed")} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
