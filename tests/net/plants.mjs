// plants.mjs - how strong the simulations are: each planted bug (plant.mjs, and those of
// fleet_tests) must be found, and it is told in how many lives. With TRIES each is looked for as
// often from other seeds on, and median and worst are bounded; prints the table of docs/testing.md.
// usage: node plants.mjs FOLDER_OF_TESTS [TRIES]
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";

const folder = process.argv[2];
const tries = Number(process.argv[3] ?? 1);
const livesOf = { fresh: 200 }; // one connection could end the process
const livesOfOthers = 1000;
const kindOf = { reused: "1", lower: "1", own: "2", generation: "2" }; // of lives of a fleet
const medianMax = 1000;
const worstMax = 100000; // and so many lives lie between the first seeds of two tries

const planted = ["net", "server"].flatMap((place) => readdirSync(`${folder}/${place}`)
  .map((name) => name.match(/^(\w+)_planted_(\w+)$/)).filter((match) => match !== null)
  .map(([name, lives, plant]) => ({ lives, plant, program: `${place}/${name}`,
    args: plant in kindOf ? ["--kind", kindOf[plant]] : [] })));
const fleet = "server/fleet_tests";
for (const plant of String(spawnSync(`${folder}/${fleet}`, ["--plants"]).stdout).split("\n"))
  if (plant !== "")
    planted.push({ lives: "fleet", plant, program: fleet, args: ["--plant", plant] });

/// How many lives it takes from that seed on; undefined if it is not found.
function livesUntil({ program, args }, most, first) {
  const { status, stdout } = spawnSync(`${folder}/${program}`,
    [...args, String(most), String(first)], { maxBuffer: 1 << 28 });
  const seed = String(stdout).match(/seed (\d+) failed/)?.[1];
  return status === 0 || seed === undefined ? undefined : Number(seed) - first + 1;
}

let passed = 0;
if (tries > 1) console.log("| lives of | planted bug | median | worst |\n|---|---|---|---|");
for (const bug of planted) {
  const most = tries > 1 ? worstMax : livesOf[bug.plant] ?? livesOfOthers;
  const found = [];
  for (let i = 0; i < tries; i++) found.push(livesUntil(bug, most, i * worstMax + 1) ?? Infinity);
  found.sort((a, b) => a - b);
  const [median, worst] = [found[Math.floor(tries / 2)], found[tries - 1]];
  const isFound = worst <= most && (tries === 1 || median < medianMax);
  passed += isFound ? 1 : 0;
  if (tries > 1) console.log(`| ${bug.lives} | ${bug.plant} | ${median} | ${worst} |`);
  else if (isFound) console.log(`${bug.plant}: found in life ${worst}`);
  if (!isFound) console.log(`FAILED ${bug.plant}: not found`);
}
const failed = planted.length === 0 ? 1 : planted.length - passed;
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
