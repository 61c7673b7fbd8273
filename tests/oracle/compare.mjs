// compare.mjs - the program against the oracle: random positions of each game, answered by
// both. usage: node compare.mjs PATH_TO_RUMMERY LINES_A_GAME SEED. Legality, every field of
// a position and of an `ask` must agree. The rule cited must agree too, except where the
// law leaves open which of several broken rules is named; those pairs are listed here.
import { spawnSync } from "node:child_process";
import { answer } from "./check.mjs";
import { positions } from "./generate.mjs";

const [program, count, seed] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];

// What lies in both columns is equally right: see docs/decisions/002-which-rule-is-cited.md.
const equivalent = [
  ["P-32", "PA-13"], // the whole stock is empty, and so is the stack
  ["X-10", "X-11"], // one tile and too many jokers: too long a set, or a run off the end
  ["R-15", "R-07"], // a faulty meld before another seat
  ["R-15", "R-09"],
  ["X-02", "X-03"], // a tile and a joker are named too often
  ["X-31", "X-26"], // a joker is missing, and a tile is not in the rack
];

const sorted = (text) => text.split(" ").sort().join(" ");

function sameField(name, a, b) {
  if (name === "rack" && typeof a === "string" && typeof b === "string")
    return sorted(a) === sorted(b);
  return JSON.stringify(a) === JSON.stringify(b);
}

function sameRule(a, b) {
  return a === b || equivalent.some(([x, y]) => (a === x && b === y) || (a === y && b === x));
}

const compared = ["legal", "seat", "table", "rack", "opened", "stock", "took", "discard"]
  .concat(["round_over", "winner", "scores", "at", "cards", "deal", "stacks", "totals"])
  .concat(["over", "winners"]);

function difference(ours, theirs) {
  if ((ours.error === undefined) !== (theirs.error === undefined)) return "error";
  if (ours.error !== undefined) return null;
  if (!sameRule(ours.rule, theirs.rule)) return "rule";
  return compared.find((name) => !sameField(name, ours[name], theirs[name])) ?? null;
}

let passed = 0;
let failed = 0;
for (const game of ["exclusiv", "photo", "princess"]) {
  const lines = [...positions(seed, count, game)].map((line) =>
    typeof line === "string" ? line : JSON.stringify(line),
  );
  const run = spawnSync(program, ["check"], {
    input: lines.join("\n") + "\n",
    maxBuffer: 1 << 30,
  });
  const ours = run.stdout.toString().trimEnd().split("\n");
  // 1: some line cannot be read, as is meant here
  if (run.status > 1 || run.signal !== null || ours.length !== lines.length) {
    console.log(`rummery check: exit ${run.status}, ${ours.length} answers for ${lines.length}`);
    failed += lines.length;
    continue;
  }
  let legal = 0;
  lines.forEach((line, i) => {
    const mine = JSON.parse(ours[i]);
    const theirs = answer(line);
    const field = difference(mine, theirs);
    legal += mine.legal === true ? 1 : 0;
    if (field === null) {
      passed += 1;
      return;
    }
    failed += 1;
    if (failed > 20) return;
    console.log(`DIFFERENT ${field}\n  in ${line}\n  program ${ours[i]}`);
    console.log(`  oracle  ${JSON.stringify(theirs)}`);
  });
  console.log(`oracle: ${game}: ${lines.length} lines compared, ${legal} legal`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
