// light.mjs - how light the page is: what the first load brings over the line, compressed, and how
// long it takes to the first tap that works on a slow phone with a slow line. The bytes are held to
// a limit, the time is printed. The lines beginning with { are for the benchmark.
// usage: node light.mjs RUMMERY
import { check } from "../clients/harness.mjs";
import { isWhole } from "../parts/tier.mjs";
import { readTable } from "./reader.mjs";
import { CPU_SLOWDOWN, middle, openPhone, timeFirstTap } from "./slow-phone.mjs";
import { NAMES, runInBrowser, serve, waitFor } from "./stage.mjs";

const HOME_MAX_BYTES = 50000;
const TABLE_MAX_BYTES = 120000;
// a median for the benchmark, or whether it works
const RUNS = isWhole ? 5 : 1;

let server;

async function begin() {
  server = await serve("light");
}

const bench = (name, value, more) => console.log(JSON.stringify({ bench: name, value, ...more }));

// What the browser says of each file it has fetched: its size as it came, compressed. The worker of
// the computer players begins in its own time, sometimes before the page is looked at.
const filesOf = (page) => page.evaluate(() =>
  [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .map(({ name, encodedBodySize, transferSize }) =>
      ({ name, bytes: encodedBodySize, withHead: transferSize }))
    .filter(({ name }) => !/engine\.worker/.test(name)));
const sum = (files, key = "bytes") => files.reduce((total, file) => total + file[key], 0);
const listOf = (files) =>
  `${sum(files)}: ${files.map(({ name, bytes }) => `${bytes} ${name}`).join("\n")}`;

// The first page, and the table on which a first game is played, with the core. The computer
// players come in a worker meanwhile; what that fetches is not seen here.
async function testBytes() {
  const { context, page } = await openPhone({ isSlow: false });
  await page.goto(server.link, { waitUntil: "networkidle" });
  const home = await filesOf(page);
  await page.getByRole("button", { name: NAMES.exclusiv }).tap();
  await page.getByRole("button", { name: "Play", exact: true }).tap();
  await waitFor(async () => (await readTable(page)).rack.length > 0, "a rack");
  await page.waitForLoadState("networkidle");
  const files = await filesOf(page);
  check(files.some(({ name }) => /rummery-.*\.wasm$/.test(name)), "the core is among what came");
  check(sum(home) < HOME_MAX_BYTES, "the first page is under 50 kB", listOf(home));
  check(sum(files) < TABLE_MAX_BYTES, "the first table with the wasm is under 120 kB",
    listOf(files));
  bench("page.first_load_bytes", sum(files), { unit: "byte", files: files.length,
    first_page: sum(home), with_headers: sum(files, "withHead") });
  await context.close();
}

async function testFirstTap() {
  const times = [];
  for (let i = 0; i < RUNS; i += 1) times.push(Math.round((await timeFirstTap(server.link)).tap));
  check(times.length === RUNS, "the first tap works");
  bench("page.first_tap_ms", middle(times), { unit: "ms", cpu: `${CPU_SLOWDOWN}x slower`,
    line: "slow 4G", runs: times });
}

await runInBrowser([begin, testBytes, testFirstTap]);
