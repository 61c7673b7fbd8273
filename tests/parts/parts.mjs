// parts.mjs - the parts of script/test as tests/parts/list has them, for whoever runs, counts or
// checks them.
import { readFileSync } from "node:fs";

export const TIERS = ["first", "all"];
// Processor seconds that a tier may cost on the machines we have, building included: told beside
// what it did cost, never a reason to fail.
export const BUDGET_S = { first: 850, all: 1800 };

/** What a word of the list is in a tier: `5:30` is 5 in the first and 30 in all, and
 *  `build-tests:build-asan/rummery` a program of one build or the other. */
export function inTier(word, tier) {
  const [, first, all, rest = ""] = /^([\w.-]+):([\w.-]+)(\/.*)?$/.exec(word) ?? [];
  return first === undefined ? word : (tier === "first" ? first : all) + rest;
}

function parse(line) {
  const [suite, tier, cost, name, command, ...more] = line.split(" | ");
  if (command === undefined || more.length > 0 || !TIERS.includes(tier))
    throw new Error(`tests/parts/list: not SUITE | TIER | SECONDS | NAME | COMMAND: ${line}`);
  const [seconds, ...marks] = cost.split(" ");
  return { suite, tier, name, isAlone: marks.includes("alone"), isTwice: marks.includes("twice"),
    seconds: (of) => Number(inTier(seconds, of)),
    words: (of) => command.split(" ").map((word) => inTier(word, of)) };
}

export const parts = readFileSync(new URL("list", import.meta.url), "utf8").split("\n")
  .filter((line) => line !== "" && !line.startsWith("#")).map(parse);

export const partsOf = (tier) => parts.filter((part) => tier === "all" || part.tier === "first");

// Both builds have the same targets, but that only this one has wasm modules.
export function targetFiles() {
  const root = `${process.cwd()}/`;
  const targets = JSON.parse(readFileSync("build-tests/meson-info/intro-targets.json", "utf8"));
  return targets.flatMap((target) => target.filename.map((file) => ({
    file: file.slice(`${root}build-tests/`.length),
    isProduct: target.build_by_default && !target.defined_in.startsWith(`${root}tests/`) })));
}

const isMeant = (file, word) => file === word || file.startsWith(`${word}/`) ||
  (word.endsWith(".so") && file.startsWith(`${word}.`));

/** What these parts run of a build folder, as that build calls it; of build-tests all but the test
 *  programs that nobody asks for. */
export function targetsOf(some, tier, folder) {
  if (some.length === parts.length) return ["all"];
  const words = some.flatMap((part) => part.words(tier))
    .filter((word) => word.startsWith(`${folder}/`)).map((word) => word.slice(folder.length + 1));
  return targetFiles().filter(({ file, isProduct }) =>
    (isProduct && folder === "build-tests") || words.some((word) => isMeant(file, word)))
    .map(({ file }) => file);
}
