// stage.mjs - what the tests in the browser share: the server with the page itself, Debian's
// chromium, and visitors, each a browser of its own that notes whatever it complains about.
// Everything a visitor does is done by pointer, touch or key; the page has no hooks for tests.
import { randomInt } from "node:crypto";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "../clients/chromium.mjs";
import { check, PATIENCE_MS, runAll, start, until } from "../clients/harness.mjs";

export const here = dirname(fileURLToPath(import.meta.url));
export const dist = resolve(here, "../../web/dist");
export const PHONE = { width: 390, height: 844 };
export const WIDE = { width: 1280, height: 800 };
export const GAMES = ["exclusiv", "photo", "princess"];
export const NAMES = { exclusiv: "Rummy exclusiv", photo: "Photo Rummy",
  princess: "Princess Rummy" };

// What the pages do by chance (deals, what computer players choose) follows from the seed, the same
// one each time: a change that breaks something is known by its test. RUMMERY_SEED=N plays others,
// RUMMERY_SEED=new any (script/soak page does). The server's tables have chance of their own.
const { RUMMERY_SEED = "2026" } = process.env;
export const seed = RUMMERY_SEED === "new" ? randomInt(1e9) : Number(RUMMERY_SEED);

let browser;
let visitors = 0;

export function serve(name, ...args) {
  return start(name, "--web", dist, "--bot-pause", "0", "--connections-per-address", "1000",
    ...args);
}

// Complaints that the test itself has caused: the line was cut, or there is nothing there.
const CAUSED = /ERR_CONNECTION_REFUSED|WebSocket connection to|404|blocked by Playwright/;

// Runs in the page before its own scripts. Another page, and the same one after a reload, has other
// chances: what it sends must not look like something sent before.
function followSeed([seed, visitor]) {
  let loads = 0;
  try {
    loads = Number(sessionStorage.getItem("loads")) + 1;
    sessionStorage.setItem("loads", String(loads));
  } catch {
    return; // a page without an address
  }
  let state = (seed ^ Math.imul(visitor + 1, 0x9e3779b1) ^ Math.imul(loads, 0x85ebca77)) | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) & 255;
  };
  Crypto.prototype.getRandomValues = (array) => {
    new Uint8Array(array.buffer, array.byteOffset, array.byteLength).forEach((_, i, bytes) => {
      bytes[i] = next();
    });
    return array;
  };
}

// Runs in the page before its own scripts: the first steps were seen at another time.
function haveVisited() {
  try {
    localStorage.setItem("rummery.steps", "true");
  } catch {
    // a page without an address
  }
}

// A visitor: a context of its own with one page. `complaints` holds what the console said and
// what the content security policy stopped. Only where `isKept` does the page keep itself for days
// without a line: each visitor would fetch all of it.
export async function visit({ size = WIDE, touch = false, locale = "en-GB", dark = false,
  calm = true, isFirst = false, isKept = false, ...more } = {}) {
  const chance = [seed, visitors];
  visitors += 1;
  const context = await browser.newContext({
    viewport: size, hasTouch: touch, isMobile: touch, locale,
    serviceWorkers: isKept ? "allow" : "block",
    colorScheme: dark ? "dark" : "light", reducedMotion: calm ? "reduce" : "no-preference",
    ...more });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript(followSeed, chance);
  if (!isFirst) await context.addInitScript(haveVisited);
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => {
    if (!["error", "warning"].includes(message.type())) return;
    if (!CAUSED.test(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error.stack ?? error)));
  return { context, page, complaints };
}

export function checkQuiet({ complaints }, who) {
  check(complaints.length === 0, `${who}: the console is silent`, complaints.slice(0, 3).join());
}

// What is seen of a radio key is its label.
async function clickSeen(locator) {
  const isKey = await locator.evaluate((target) => target.type === "radio");
  await (isKey ? locator.locator("xpath=ancestor::label") : locator).click();
}

// The first page, with computer players that do not let anybody wait.
export async function openHome({ page }, link, press = clickSeen) {
  await page.goto(link);
  await press(page.getByRole("button", { name: "Settings" }));
  await press(page.getByRole("radio", { name: "Instant" }));
  await press(page.getByRole("dialog").getByRole("button", { name: "Close" }));
}

// Chooses among radio keys by pointer or finger: what is seen of one is its label.
export async function choose(page, group, name) {
  const keys = page.getByRole("group", { name: group, exact: true });
  await keys.getByText(name, { exact: true }).click();
  check(await keys.getByRole("radio", { name, exact: true }).isChecked(), `${name} is chosen`);
}

export async function waitFor(holds, what) {
  if (!(await until(holds))) throw new Error(`in vain: ${what}`);
}

// Runs the tests with a browser; at the end the browser is gone.
export function runInBrowser(tests) {
  console.log(`seed ${seed}`);
  const begin = async function theBrowser() {
    browser = await launch();
  };
  const end = async function theEnd() {
    await browser.close();
  };
  return runAll([begin, ...tests, end]);
}
