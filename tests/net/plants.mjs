// plants.mjs - the bugs of plant.mjs must be found within so many lives; prints in which.
// usage: node plants.mjs FOLDER_OF_PROGRAMS LIVES
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";

const [folder, lives] = process.argv.slice(2);
const prefix = "net_planted_";
const programs = readdirSync(folder).filter((name) => name.startsWith(prefix) && !name.includes("."));
let passed = 0;
for (const name of programs) {
  const { status, stdout } = spawnSync(`${folder}/${name}`, [lives], { maxBuffer: 1 << 28 });
  const seed = String(stdout).match(/seed (\d+) failed/)?.[1];
  const isFound = status !== 0 && seed !== undefined;
  passed += isFound ? 1 : 0;
  const what = name.slice(prefix.length);
  console.log(isFound ? `${what}: found in life ${seed}` : `FAILED ${what}: not found`);
}
const failed = programs.length === 0 ? 1 : programs.length - passed;
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
