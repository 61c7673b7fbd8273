// run.mjs - runs the hand-made cases of this folder, or of another, through `rummery check`.
// usage: node run.mjs PATH_TO_RUMMERY [FOLDER]. Prints failures and, last, `N passed, M failed`.
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = process.argv[3] ?? dirname(fileURLToPath(import.meta.url));

function readCases() {
  const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  return files.flatMap((file) =>
    readFileSync(join(folder, file), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => ({ file, ...JSON.parse(line) })),
  );
}

const sorted = (text) => text.split(" ").filter((word) => word !== "").sort().join(" ");

// Whether the answer has what the case expects of one field.
function fieldHolds(field, expected, answer) {
  if (field === "error") return (answer.error !== undefined) === expected;
  if (field === "rule" && Array.isArray(expected)) return expected.includes(answer.rule);
  if (field === "rack") return sorted(answer.rack ?? "") === sorted(expected);
  return JSON.stringify(answer[field]) === JSON.stringify(expected);
}

function faultOf(test, answer) {
  for (const [field, expected] of Object.entries(test.out)) {
    if (!fieldHolds(field, expected, answer))
      return `${field}: expected ${JSON.stringify(expected)}`;
  }
  return null;
}

const cases = readCases();
const lines = cases.map((test, id) => test.raw ?? JSON.stringify({ id, ...test.in }));
const run = spawnSync(process.argv[2], ["check"], { input: lines.join("\n") + "\n" });
const answers = run.stdout.toString().trimEnd().split("\n");
let failed = 0;
// a line that cannot be read makes the status 1
const status = cases.some(({ out }) => out.error) ? 1 : 0;
if (run.status !== status || answers.length !== cases.length) {
  console.log(`rummery check: exit ${run.status}, ${answers.length} answers`, String(run.stderr));
  failed = cases.length;
} else {
  cases.forEach((test, i) => {
    const fault = faultOf(test, JSON.parse(answers[i]));
    if (fault === null) return;
    failed += 1;
    console.log(`FAILED ${test.file}: ${test.name}\n  ${fault}\n  in  ${lines[i].slice(0, 500)}`);
    console.log(`  out ${answers[i]}`);
  });
}
console.log(`${cases.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 && cases.length > 0 ? 0 : 1;
