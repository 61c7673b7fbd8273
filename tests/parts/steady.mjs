// steady.mjs - whether parts of script/test pass each time: every part that is marked `twice`, or
// has one of these words in its name, once, while four others keep the machine busy. What came of
// all goes so far is kept in build-soak/steady.json and printed; what failed says all it said. The
// last go fails if any did. A part that passes in all of 30 goes deserves no `twice` any more.
// usage: node steady.mjs GO GOES [WORD...], goes counted from 0
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { parts } from "./parts.mjs";

const BUSY = 4;
const PART_MAX_MS = 900_000;
const TALLY = "build-soak/steady.json";
const [go, goes] = process.argv.slice(2, 4).map(Number);
const words = process.argv.slice(4);
// As everything is run, unless the first tier is asked for.
const { RUMMERY_TIER: tier = "all" } = process.env;

// Ends with the one that began it, and by itself when no part can last any longer.
const LOOP = `const end = Date.now() + ${PART_MAX_MS}, { ppid } = process;
  while (Date.now() < end && process.ppid === ppid);`;

/** Runs a part beside the busy ones: whether it passed, and what it said. */
function run(part) {
  const busy = Array.from({ length: BUSY }, () =>
    spawn(process.execPath, ["-e", LOOP], { stdio: "ignore" }));
  try {
    const [program, ...args] = part.words(tier);
    const { status, stdout, stderr, error = "" } = spawnSync(program, args,
      { timeout: PART_MAX_MS, maxBuffer: 1 << 28, encoding: "utf8" });
    return { isPassed: status === 0, said: `${stdout ?? ""}${stderr ?? ""}${error}` };
  } finally {
    for (const loop of busy) loop.kill("SIGKILL");
  }
}

const chosen = parts.filter(({ name, isTwice }) =>
  (words.length > 0 ? words.some((word) => name.includes(word)) : isTwice));
if (chosen.length === 0) {
  console.error(words.length > 0 ? `steady: no part has ${words.join(" or ")} in its name`
    : "steady: no part is marked twice; name some");
  process.exit(2);
}
mkdirSync("build-soak", { recursive: true });
const tally = go > 0 && existsSync(TALLY) ? JSON.parse(readFileSync(TALLY, "utf8")) : {};
for (const part of chosen) {
  const { isPassed, said } = run(part);
  if (!isPassed) console.log(`== ${part.name}\n${said}`);
  const count = tally[part.name] ??= { runs: 0, failures: 0 };
  count.runs += 1;
  count.failures += Number(!isPassed);
  writeFileSync(TALLY, JSON.stringify(tally));
}
const told = Object.entries(tally);
for (const [name, { runs, failures }] of told)
  console.log(`${String(runs).padStart(3)} runs, ${failures} failed: ${name}`);
const isSteady = told.every(([, { failures }]) => failures === 0);
console.log(`go ${go + 1} of ${goes}: ${isSteady ? "all passed so far" : "not all are steady"}`);
process.exitCode = go + 1 === goes && !isSteady ? 1 : 0;
