// smooth.mjs - how smooth the page is on a slow phone: frames that are dropped and tasks that hold
// up the finger, while something is dragged, while a computer player lays, while a table opens, on
// the first page; and whether the page grows. The figures depend on the machine and are only
// printed, beside what they should be. The lines beginning with { are for the benchmark.
// usage: node smooth.mjs RUMMERY [RUNS]
import { check, sleep } from "../clients/harness.mjs";
import { CPU_SLOWDOWN, endWatch, FRAME_MS, keepWatch, middle, openPhone, startWatch, tapAt,
  timeFirstTap } from "./slow-phone.mjs";
import { NAMES, runInBrowser, serve } from "./stage.mjs";
import { openStaged } from "./staged.mjs";

const RUNS = Number(process.argv[3] ?? 3);
const DRAG_MS = 3000;
const LAID_COUNT = 9;
const MATCHES = 10;

let server;
const rows = [];

async function begin() {
  server = await serve("smooth");
}

/** The middle of several runs, beside its aim. */
function tell(what, unit, runs, aim) {
  const value = Math.round(middle(runs) * 100) / 100;
  rows.push([what, unit, value, aim, value <= aim ? "" : "over"]);
  console.log(JSON.stringify({ bench: `page.smooth.${what.replaceAll(" ", "_")}`, value, unit, aim,
    cpu: `${CPU_SLOWDOWN}x slower`, runs: runs.map(Math.round) }));
}

async function openTable(fill, level) {
  const visitor = await openPhone({ hasSlowLine: false, calm: false, isSlow: false });
  await visitor.context.addInitScript(keepWatch);
  await openStaged(visitor.page, server.link, "exclusiv", fill, level);
  await visitor.line.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  // what comes later in any case has come
  await sleep(1500);
  return visitor;
}

// A tile of the rack is led over all that lies there, to and fro.
async function dragOnce() {
  const { context, page, line } = await openTable("middle");
  const middleOf = (selector) => page.locator(selector).first().boundingBox()
    .then(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2, width, height }));
  const from = await middleOf("[data-region=rack] [data-piece]");
  const over = await middleOf("[data-region=board]");
  const touch = (type, points) => line.send("Input.dispatchTouchEvent",
    { type, touchPoints: points });
  await touch("touchStart", [{ x: from.x, y: from.y }]);
  await startWatch(page);
  const began = Date.now();
  while (Date.now() - began < DRAG_MS) {
    const turn = ((Date.now() - began) / DRAG_MS) * 4 * Math.PI;
    await touch("touchMove", [{ x: over.x + Math.sin(turn) * over.width * 0.4,
      y: over.y + Math.cos(turn * 1.5) * over.height * 0.4 }]);
    await sleep(FRAME_MS);
  }
  const seen = await endWatch(page);
  check(await page.locator(".dragging").count() === 1, "something is dragged");
  await touch("touchEnd", []);
  await context.close();
  return seen;
}

// The next player has nine tiles to lay, and overlooks nothing.
async function layOnce() {
  const { context, page, line } = await openTable("rich", 5);
  const { x, y, width, height } = await page.locator("[data-region=piles] button").first()
    .boundingBox();
  await startWatch(page);
  const laid = page.evaluate((count) =>
    window.watchFor("[data-region=board] [data-piece]", count), LAID_COUNT);
  await tapAt(line, { x: x + width / 2, y: y + height / 2 });
  await laid;
  // they are still on their way
  await sleep(600);
  const seen = await endWatch(page);
  await context.close();
  return seen;
}

// From the tap on "Play" to the own rack; all files are here.
async function openOnce() {
  const { context, page, line } = await openPhone({ hasSlowLine: false });
  await context.addInitScript(keepWatch);
  await page.goto(server.link);
  await page.getByRole("button", { name: NAMES.exclusiv }).tap();
  const key = await page.getByRole("button", { name: "Play", exact: true }).boundingBox();
  await page.waitForLoadState("networkidle");
  await startWatch(page);
  const shown = page.evaluate(() => Promise.all([
    new Promise((done) => addEventListener("click", () => done(performance.now()),
      { once: true, capture: true })),
    window.watchFor("[data-region=rack] [data-piece] svg")]));
  await tapAt(line, { x: key.x + key.width / 2, y: key.y + key.height / 2 });
  const [tapped, { ms }] = await shown;
  const { longest } = await endWatch(page);
  await context.close();
  return { took: ms - tapped, longest };
}

async function several(once) {
  const runs = [];
  for (let i = 0; i < RUNS; i += 1) runs.push(await once());
  return (name) => runs.map((run) => run[name]);
}

async function testDragging() {
  const of = await several(dragOnce);
  tell("dragging 3 s: dropped", "frame", of("dropped"), 0);
  tell("dragging 3 s: longest task", "ms", of("longest"), 50);
}

async function testLaying() {
  const of = await several(layOnce);
  tell("nine tiles laid: dropped", "frame", of("dropped"), 5);
  tell("nine tiles laid: longest task", "ms", of("longest"), 50);
}

async function testOpening() {
  const of = await several(openOnce);
  tell("Play to the own rack", "ms", of("took"), 250);
  tell("Play to the own rack: longest task", "ms", of("longest"), 50);
}

async function testFirstPage() {
  const of = await several(() => timeFirstTap(server.link));
  // a browser without windows does not tell
  const paints = of("largestPaintMs").filter((ms) => ms > 0);
  if (paints.length > 0) tell("first page: largest paint", "ms", paints, 700);
  tell("first page: shift", "", of("shift"), 0);
  tell("first page: blocked", "ms", of("blocked"), 50);
  tell("first tap", "ms", of("tap"), 1000);
}

// Tables are begun and left again: what the page holds in the end is what it held before.
async function testHeap() {
  const { context, page, line } = await openPhone({ isSlow: false });
  await line.send("Performance.enable");
  const measure = async () => {
    await line.send("HeapProfiler.collectGarbage");
    const { metrics } = await line.send("Performance.getMetrics");
    return (name) => metrics.find((one) => one.name === name).value;
  };
  await page.goto(server.link);
  let first;
  for (let i = 0; i <= MATCHES; i += 1) {
    const panel = page.getByRole("region", { name: NAMES.exclusiv });
    if ((await panel.count()) === 0)
      await page.getByRole("button", { name: NAMES.exclusiv }).tap();
    await panel.getByRole("button", { name: "Play", exact: true }).tap();
    await page.locator("[data-region=rack] [data-piece] svg").first().waitFor();
    await page.evaluate(() => history.back());
    await page.getByRole("button", { name: NAMES.exclusiv }).waitFor();
    if (i === 0) first = await measure();
  }
  const last = await measure();
  const grown = (last("JSHeapUsedSize") - first("JSHeapUsedSize")) / 1e6;
  tell("heap grown by ten tables", "MB", [grown], 2.2);
  tell("listeners more after ten tables", "", [last("JSEventListeners") -
    first("JSEventListeners")], 0);
  await context.close();
}

function showTable() {
  console.log("| on a phone, 4x slower | | now | aim | |\n|---|---|---|---|---|");
  for (const row of rows) console.log(`| ${row.join(" | ")} |`);
}

await runInBrowser([begin, testDragging, testLaying, testOpening, testFirstPage, testHeap,
  showTable]);
