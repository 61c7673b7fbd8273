// plants.mjs - the bugs of plant.mjs must be found within so many lives; prints in which.
// usage: node plants.mjs FOLDER_OF_PROGRAMS
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";

const folder = process.argv[2];
const prefix = "net_planted_";
const livesOf = { fresh: 200 }; // one connection could end the process
const livesOfOthers = 1000;
const programs = readdirSync(folder).filter((name) => name.match(/^net_planted_\w+$/));
let passed = 0;
for (const name of programs) {
  const plant = name.slice(prefix.length);
  const lives = String(livesOf[plant] ?? livesOfOthers);
  const { status, stdout } = spawnSync(`${folder}/${name}`, [lives, "1"], { maxBuffer: 1 << 28 });
  const seed = String(stdout).match(/seed (\d+) failed/)?.[1];
  const isFound = status !== 0 && seed !== undefined;
  passed += isFound ? 1 : 0;
  console.log(isFound ? `${plant}: found in life ${seed}` : `FAILED ${plant}: not found`);
}
const failed = programs.length === 0 ? 1 : programs.length - passed;
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
