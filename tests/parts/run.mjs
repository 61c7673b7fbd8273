// run.mjs - hands the parts of script/test to meson's runner, shows all that failed ones have
// said and which were the dearest, and adds up the closing lines of all as `N passed, M failed`.
// usage: node run.mjs first|all [NAME...], a name of a suite or some words of a part's
//        node run.mjs --targets FOLDER first|all [NAME...], what these parts need of that build
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { cpus } from "node:os";
import { BUDGET_S, parts, partsOf, targetsOf, TIERS } from "./parts.mjs";

const BUILD = "build-tests";
const SAID = `${BUILD}/parts`;
const RESULTS = `${BUILD}/meson-logs/testlog.json`;
// What a line says that tells of a failure, in whichever part.
const RED = /fail(ed|ure)?\b|error|\bin vain\b/i;

// So many parts may be asked once more.
const TWICE_MOST = 3;
const DEAREST = 10;

function refuse(words) {
  console.error(`test: ${words}`);
  process.exit(2);
}

// The parts of a tier that are meant by these names, the dearest first, and last those that are
// alone, for which meson lets all others end: it takes them as they come.
function choose(tier, names) {
  const chosen = new Set(names.length > 0 ? [] : partsOf(tier));
  for (const name of names) {
    const suite = parts.filter((part) => part.suite === name);
    const meant = suite.length > 0 ? suite : parts.filter((part) => part.name.includes(name));
    const here = meant.filter((part) => partsOf(tier).includes(part));
    if (meant.length === 0)
      refuse(`'${name}' is no suite (${[...new Set(parts.map((part) => part.suite))].join(", ")
      }) and in no part's name`);
    if (here.length === 0) refuse(`'${name}' is only in script/test all ${name}`);
    for (const part of here) chosen.add(part);
  }
  return [...chosen].sort((a, b) =>
    a.isAlone - b.isAlone || b.seconds(tier) - a.seconds(tier));
}

// A part that fails without a closing line counts as one failure, one that succeeds without one
// as one pass.
function count(said, isDone) {
  const lines = [...said.matchAll(/^(\d+) passed, (\d+) failed$/gm)];
  if (lines.length === 0) return [Number(isDone), Number(!isDone)];
  const [passed, failed] = lines.at(-1).slice(1).map(Number);
  return [passed, isDone ? failed : Math.max(failed, 1)];
}

const textOf = (path) => (existsSync(path) ? readFileSync(path, "utf8") : "");

// Runs these parts and says of each what became of it.
function run(tier, chosen, processes) {
  rmSync(RESULTS, { force: true });
  const { status } = spawnSync("meson", ["test", "-C", BUILD, "--no-rebuild", "--num-processes",
    String(processes), ...chosen], { stdio: "inherit",
    env: { ...process.env, RUMMERY_TIER: tier } });
  const results = new Map(textOf(RESULTS).trim().split("\n").filter((line) => line !== "")
    .map((line) => JSON.parse(line))
    .map((result) => [result.name.split(" / ").at(-1), result]));
  const ends = new Map(chosen.map((name) => {
    const said = textOf(`${SAID}/${name}.log`);
    const { result = "NOT RUN", duration = 0 } = results.get(name) ?? {};
    const [passed, failed] = count(said, result === "OK");
    return [name, { name, passed, failed, said, seconds: Number(textOf(`${SAID}/${name}.seconds`)),
      title: `== ${name}: ${result}, ${duration.toFixed(1)} s` }];
  }));
  return { status, ends };
}

const redOf = (ends) => [...ends.values()].filter(({ failed }) => failed > 0);
const sum = (ends, what) => [...ends].reduce((all, end) => all + end[what], 0);

// What script/test has built before, and its processor seconds.
function builtBefore() {
  const { RUMMERY_BUILT: folder } = process.env;
  return (folder === undefined ? [] : readdirSync(folder))
    .filter((file) => file.endsWith(".seconds"))
    .map((file) => ({ seconds: Number(textOf(`${folder}/${file}`)) }));
}

function tellCost(tier, ends, isWhole) {
  const dearest = [...ends.values()].sort((a, b) => b.seconds - a.seconds).slice(0, DEAREST);
  const width = (seconds) => seconds.toFixed(1).padStart(7);
  console.log("\nThe dearest, in processor seconds:");
  for (const { seconds, name } of dearest) console.log(`${width(seconds)}  ${name}`);
  const [built, ran] = [sum(builtBefore(), "seconds"), sum(ends.values(), "seconds")];
  console.log(`${width(built + ran)}  in all: ${built.toFixed(0)} to build, ${ran.toFixed(0)
  } for ${ends.size} parts${isWhole ? `; the budget is ${BUDGET_S[tier]}` : ""}`);
}

function runAll(tier, chosen) {
  rmSync(SAID, { recursive: true, force: true });
  // One more than there are cores: of three parts one waits for a disk, a server, a terminal.
  let { status, ends } = run(tier, chosen.map(({ name }) => name), cpus().length + 1);

  // What watches a browser frame by frame may meet a machine that has no time for it. A few of such
  // parts are asked once more, by themselves, and it is told; many are no accident.
  const again = chosen.filter(({ name, isTwice }) => isTwice && ends.get(name).failed > 0);
  const unsteady = [];
  if (again.length > 0 && again.length <= TWICE_MOST) {
    const second = run(tier, again.map(({ name }) => name), 1);
    for (const [name, end] of second.ends) {
      if (end.failed === 0) unsteady.push(ends.get(name));
      ends.set(name, { ...end, seconds: end.seconds + ends.get(name).seconds });
    }
    status = redOf(ends).length === 0 ? second.status : status;
  }

  const tell = ({ title, said }) => console.log(`\n${title}\n${said.trimEnd()}`);
  // In short first, as one wants to know it; then whole.
  const reds = redOf(ends);
  for (const { title, said } of reds)
    console.log(`\n${title}\n${said.split("\n").filter((line) => RED.test(line)).slice(0, 5)
      .map((line) => line.slice(0, 200)).join("\n")}`);
  for (const end of unsteady) tell({ ...end, title: `${end.title}; passed when asked again` });
  for (const end of reds) tell(end);
  const failed = sum(ends.values(), "failed") || Number(status !== 0);
  if (unsteady.length > 0) console.log(`\n${unsteady.length} unsteady: passed when asked again`);
  tellCost(tier, ends, chosen.length === partsOf(tier).length);
  console.log(`\n${sum(ends.values(), "passed")} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

const args = process.argv.slice(2);
const folder = args[0] === "--targets" ? args.splice(0, 2)[1] : undefined;
const [tier, ...names] = args;
if (!TIERS.includes(tier)) refuse(`'${tier}' is no tier (${TIERS.join(", ")})`);
const chosen = choose(tier, names);
if (folder === undefined) runAll(tier, chosen);
else console.log(targetsOf(chosen, tier, folder).join("\n"));
