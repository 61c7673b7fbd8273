// steady.mjs - whether parts of script/test pass each time: every part that is marked `twice`, or
// has one of these words in its name, once, while four others keep the machine busy: other parts as
// long as there are any, then loops. What came of all goes so far is kept in build-soak/steady.json
// and printed; what failed says all it said. The last go fails if any did. A part that passes in
// all of 30 goes deserves no `twice` any more.
// usage: node steady.mjs GO GOES [WORD...], goes counted from 0
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { partsOf } from "./parts.mjs";

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

/** Whether a part passed, and what it said. */
function run(part) {
  const [program, ...args] = part.words(tier);
  const child = spawn(program, args, { timeout: PART_MAX_MS });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  return new Promise((done) => {
    child.on("error", (error) => done({ isPassed: false, said: `${said}${error}` }));
    child.on("close", (status) => done({ isPassed: status === 0, said }));
  });
}

function busy() {
  return spawn(process.execPath, ["-e", LOOP], { stdio: "ignore" });
}

const chosen = partsOf(tier).filter(({ name, isTwice }) =>
  (words.length > 0 ? words.some((word) => name.includes(word)) : isTwice));
if (chosen.length === 0) {
  console.error(words.length > 0 ? `steady: no part has ${words.join(" or ")} in its name`
    : "steady: no part is marked twice; name some");
  process.exit(2);
}
mkdirSync("build-soak", { recursive: true });
const tally = go > 0 && existsSync(TALLY) ? JSON.parse(readFileSync(TALLY, "utf8")) : {};
// the longest first, so that loops are needed least
const waiting = [...chosen].sort((a, b) => b.seconds(tier) - a.seconds(tier));
const loops = [];

async function work() {
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
    const { isPassed, said } = await run(part);
    if (!isPassed) console.log(`== ${part.name}\n${said}`);
    const count = tally[part.name] ??= { runs: 0, failures: 0 };
    count.runs += 1;
    count.failures += Number(!isPassed);
    writeFileSync(TALLY, JSON.stringify(tally));
  }
  loops.push(busy());
}

// a part and four others; of five workers the one that ends last needs no loop
await Promise.all(Array.from({ length: BUSY + 1 }, work));
for (const loop of loops) loop.kill("SIGKILL");
const told = Object.entries(tally);
for (const [name, { runs, failures }] of told)
  console.log(`${String(runs).padStart(3)} runs, ${failures} failed: ${name}`);
const isSteady = told.every(([, { failures }]) => failures === 0);
console.log(`go ${go + 1} of ${goes}: ${isSteady ? "all passed so far" : "not all are steady"}`);
process.exitCode = go + 1 === goes && !isSteady ? 1 : 0;
