// slow-phone.mjs - a slow phone, with a slow line where one is wanted, and what is measured on it.
// The page itself notes when something was seen: asking for it from outside costs a slow phone more
// than what is measured.
import { NAMES, PHONE, visit } from "./stage.mjs";

export const CPU_SLOWDOWN = 4;
export const FRAME_MS = 1000 / 60;
// Chromium's "Slow 4G"
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8 * 0.9,
  uploadThroughput: 750e3 / 8 * 0.9 };

// The service worker, which fetches the rest for later when all is quiet, stays away: it is no part
// of the first load.
export async function openPhone({ isSlow = true, hasSlowLine = isSlow, ...more } = {}) {
  const visitor = await visit({ size: PHONE, touch: true, ...more });
  const line = await visitor.context.newCDPSession(visitor.page);
  if (hasSlowLine) {
    await line.send("Network.enable");
    await line.send("Network.emulateNetworkConditions", SLOW_4G);
  }
  if (isSlow) await line.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  return { ...visitor, line };
}

// Runs in the page before its own scripts. `watchFor(selector)` tells when such an element, or so
// many of them, have been painted, and where the last is; `smoothness` is what the browser says of
// itself meanwhile, and `painted` when it did, for as long as somebody wants to know.
export function keepWatch() {
  const afterPaint = (then) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = then;
    port2.postMessage(null);
  });
  window.watchFor = (selector, count = 1) => new Promise((resolve) => {
    const look = () => {
      const found = document.querySelectorAll(selector)[count - 1];
      if (found === undefined) return;
      watcher.disconnect();
      afterPaint(() => {
        const { x, y, width, height } = found.getBoundingClientRect();
        resolve({ ms: performance.now(), x: x + width / 2, y: y + height / 2 });
      });
    };
    const watcher = new MutationObserver(look);
    watcher.observe(document, { childList: true, subtree: true, attributes: true });
    look();
  });
  window.smoothness = { tasks: [], shift: 0, largestPaintMs: 0 };
  window.painted = null;
  window.countFrames = () => {
    window.painted = [];
    const count = (ms) => {
      window.painted?.push(ms);
      if (window.painted !== null) requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  };
  const listen = (type, hear) => new PerformanceObserver((list) => list.getEntries().forEach(hear))
    .observe({ type, buffered: true });
  listen("longtask", ({ startTime, duration }) =>
    window.smoothness.tasks.push({ startTime, duration }));
  listen("layout-shift", ({ value, hadRecentInput }) => {
    if (!hadRecentInput) window.smoothness.shift += value;
  });
  listen("largest-contentful-paint", ({ startTime }) => {
    window.smoothness.largestPaintMs = startTime;
  });
}

export async function startWatch(page) {
  await page.evaluate(() => {
    window.smoothness.tasks = [];
    window.countFrames();
  });
}

/** How many frames were dropped since startWatch(), and how long the longest task took. */
export async function endWatch(page) {
  const { frames, tasks } = await page.evaluate(() => {
    const { painted: frames, smoothness: { tasks } } = window;
    window.painted = null;
    return { frames, tasks };
  });
  const gaps = frames.slice(1).map((ms, i) => ms - frames[i]);
  const dropped = gaps.reduce((sum, ms) => sum + Math.max(0, Math.round(ms / FRAME_MS) - 1), 0);
  return { dropped, longest: Math.max(0, ...tasks.map(({ duration }) => duration)) };
}

export async function tapAt(line, { x, y }) {
  await line.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  await line.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

// From the moment the browser asks for the page to a tap that does something: a game's picture
// opens. The finger comes down as soon as the game can be seen.
export async function timeFirstTap(link) {
  const { context, page, line } = await openPhone();
  await context.addInitScript(keepWatch);
  await page.goto(link, { waitUntil: "commit" });
  const seen = await page.evaluate(() => window.watchFor("main li button[aria-expanded=false]"));
  const opened = page.evaluate(() => window.watchFor("main section .button"));
  await tapAt(line, seen);
  const tap = (await opened).ms;
  const { tasks, shift, largestPaintMs } = await page.evaluate(() => window.smoothness);
  await page.getByRole("region", { name: NAMES.exclusiv }).waitFor();
  await context.close();
  return { tap, seen: seen.ms, largestPaintMs, shift, blocked: blockedOf(tasks) };
}

// What long tasks took beyond 50 ms each.
export const blockedOf = (tasks) =>
  tasks.reduce((total, { duration }) => total + Math.max(0, duration - 50), 0);

export const middle = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
