// rules.mjs - every rule and ruling is in docs/rules, in src/core/rules.def and in the name
// of at least one test. Prints the numbers that are missing somewhere.
import { readFileSync, readdirSync } from "node:fs";

const numberPattern = /\b(?:XA?|PA?|RA?)-\d\d\b/g;
const numbersIn = (text) => new Set(text.match(numberPattern) ?? []);
const read = (path) => readFileSync(path, "utf8");
const filesIn = (folder, ending) =>
  readdirSync(folder).filter((name) => name.endsWith(ending)).map((name) => `${folder}/${name}`);

const inDocs = numbersIn(
  filesIn("docs/rules", ".md")
    .flatMap((path) => read(path).split("\n"))
    .filter((line) => /^- \*\*/.test(line))
    .map((line) => line.split("**")[1])
    .join(" "),
);
const inCore = numbersIn(read("src/core/rules.def"));

const caseNames = filesIn("tests/check", ".jsonl")
  .flatMap((path) => read(path).split("\n"))
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line).name);
const coreNames = filesIn("tests/core", ".c")
  .flatMap((path) => read(path).match(/test_begin\("[^"]*"/g) ?? []);
const inTests = numbersIn([...caseNames, ...coreNames].join(" "));

let failed = 0;
function mustHold(set, name, numbers) {
  const missing = [...numbers].filter((number) => !set.has(number));
  failed += missing.length;
  if (missing.length > 0) console.log(`missing in ${name}: ${missing.join(" ")}`);
}
mustHold(inDocs, "docs/rules", inCore);
mustHold(inCore, "src/core/rules.def", inDocs);
mustHold(inTests, "the names of tests", inCore);
// Every reason the core can give has its sentence, and is given somewhere.
const reasons = [...read("src/core/reasons.def").matchAll(/^REASON\((\w+)\)/gm)].map((m) => m[1]);
const core = [...filesIn("src/core", ".c"), ...filesIn("src/core/games", ".c")].map(read).join("");
const words = read("src/wire/sentences.c");
for (const reason of reasons) {
  const isSaid = words.includes(`[REASON_${reason}] =`);
  const isGiven = new RegExp(`\\bREASON_${reason}\\b`).test(core);
  if (isSaid && isGiven) continue;
  failed += 1;
  console.log(`REASON_${reason}: ${isSaid ? "never given" : "has no sentence"}`);
}

console.log(`rules: ${inCore.size} numbers, ${reasons.length} reasons`);
console.log(`${Math.max(0, inCore.size - failed)} passed, ${failed} failed`);
process.exitCode = failed === 0 && inCore.size > 0 ? 0 : 1;
