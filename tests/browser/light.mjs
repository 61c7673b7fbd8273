// light.mjs - how light the page is: what the first load brings over the line, compressed, and how
// long it takes to the first tap that works on a slow phone with a slow line. The bytes are held to
// a limit, the time is printed. The lines beginning with { are for the benchmark.
// usage: node light.mjs RUMMERY
import { check } from "../clients/harness.mjs";
import { readTable } from "./reader.mjs";
import { NAMES, PHONE, runInBrowser, serve, visit, waitFor } from "./stage.mjs";

const HOME_MAX_BYTES = 50000;
const TABLE_MAX_BYTES = 120000;
const CPU_SLOWDOWN = 4;
const RUNS = 5;
// Chromium's "Slow 4G"
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8 * 0.9,
  uploadThroughput: 750e3 / 8 * 0.9 };

let server;

async function begin() {
  server = await serve("light");
}

// A slow phone with a slow line. The service worker, which fetches the rest for later when all is
// quiet, stays away: it is no part of the first load.
async function openPhone(isSlow) {
  const visitor = await visit({ size: PHONE, touch: true, serviceWorkers: "block" });
  const line = await visitor.context.newCDPSession(visitor.page);
  if (isSlow) {
    await line.send("Network.enable");
    await line.send("Network.emulateNetworkConditions", SLOW_4G);
    await line.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  }
  return visitor;
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
  const { context, page } = await openPhone(false);
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

const middle = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

// From the moment the browser asks for the page to a tap that does something: a game's picture
// opens. The finger comes down as soon as the picture can be seen.
async function testFirstTap() {
  const times = [];
  for (let i = 0; i < RUNS; i += 1) {
    const { context, page } = await openPhone(true);
    await page.goto(server.link, { waitUntil: "commit" });
    const picture = page.getByRole("button", { name: NAMES.exclusiv });
    await picture.waitFor();
    const { x, y } = await picture.boundingBox();
    await page.touchscreen.tap(x + 20, y + 20);
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    const ended = Date.now();
    times.push(Math.round(ended - await page.evaluate(() => performance.timeOrigin)));
    await context.close();
  }
  check(times.length === RUNS, "the first tap works");
  bench("page.first_tap_ms", middle(times), { unit: "ms", cpu: `${CPU_SLOWDOWN}x slower`,
    line: "slow 4G", runs: times });
}

await runInBrowser([begin, testBytes, testFirstTap]);
