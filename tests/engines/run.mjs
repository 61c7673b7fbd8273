// run.mjs - the page in Firefox and in WebKit (iPhones are WebKit): a round of each game by taps
// (in WebKit its beginning by clicks), a drag, the keyboard, without the server, and a table that
// fits. Chromium has tests/browser.
// usage: node run.mjs RUMMERY [firefox|webkit]
import { check, runAll, stopServer, until } from "../clients/harness.mjs";
import { Click, Finger, Keys, Mouse } from "../browser/hands.mjs";
import { pile, plain, rackTile, readTable } from "../browser/reader.mjs";
import { GAMES, NAMES, openHome, serve, waitFor } from "../browser/stage.mjs";
import { newCount, playRound, waitForTurn } from "../browser/turns.mjs";
import { openFirefox } from "./firefox.mjs";
import { pageOf } from "./seen.mjs";
import { openWebkit } from "./webkit.mjs";

const PHONE = [447, 844];
const WIDE = [1280, 800];
const TAPS = 3;
const CLICK_MS = 15000;
const OPENERS = { firefox: openFirefox, webkit: openWebkit };

let server;

// By taps: a browser makes the click of a tap some time after the finger has left, and none where
// a busy machine kept it down so long that it was no tap.
class Touch extends Finger {
  async press(locator) {
    await locator.waitFor();
    const isKey = await locator.evaluate((target) => target.type === "radio");
    const seen = isKey ? locator.locator("xpath=ancestor::label") : locator;
    await this.page.evaluate(() => {
      window.wasClicked = false;
      addEventListener("click", () => { window.wasClicked = true; },
        { once: true, capture: true });
    });
    // a click that leads to another page takes the answer along
    const isClicked = () => this.page.evaluate(() => window.wasClicked !== false);
    for (let i = 0; i < TAPS; i += 1) {
      await seen.tap();
      if (await until(isClicked, CLICK_MS)) return;
    }
    throw new Error("taps make no click");
  }
}

async function startGame(page, hand, game) {
  await openHome({ page }, server.link, (button) => hand.press(button));
  await hand.press(page.getByRole("button", { name: NAMES[game] }));
  const panel = page.getByRole("region", { name: NAMES[game] });
  const level = panel.getByRole("group", { name: "How well the computer plays" });
  await hand.press(level.getByRole("radio", { name: "Very easy", exact: true }));
  await hand.press(panel.getByRole("button", { name: "Play", exact: true }));
  return waitForTurn(page);
}

// The same by its address, as if nothing had been played before.
async function openGame(page, game) {
  await page.goto(server.link);
  await page.evaluate(() => {
    localStorage.clear();
    localStorage.setItem("rummery.steps", "true");
  });
  await page.goto(`${server.link}play/${game}`);
  return waitForTurn(page);
}

// A card is drawn in each game: GTK's WebKit makes clicks of its driver's input at its leisure, too
// unsurely for whole rounds.
async function testTurns(page) {
  await page.resize(...PHONE);
  for (const game of GAMES) {
    const hand = new Click(page);
    const before = await openGame(page, game);
    const first = before.piles.find((name) => /^Draw .*; [1-9]\d* (cards? )?left$/.test(name));
    await hand.press(pile(page, first));
    await waitFor(async () => (await readTable(page)).rack.length > before.rack.length, "a card");
    check(true, `${page.name}: a card of ${game} is drawn by clicks`);
  }
}

async function testRounds(page) {
  await page.resize(...PHONE);
  for (const game of GAMES) {
    const hand = new Touch(page);
    await startGame(page, hand, game);
    const count = newCount();
    check(await playRound(page, hand, game, count),
      `${page.name}: a round of ${game} by taps comes to its end`);
    check(count.turns > 0 && count.draws + count.plays > 0, `${page.name}: in which one plays`,
      JSON.stringify(count));
    console.log(`${page.name}, ${game}: ${count.turns} turns, ${count.plays} own plays`);
  }
}

async function testDrag(page) {
  await page.resize(...WIDE);
  const hand = new Mouse(page);
  const before = await openGame(page, "exclusiv");
  await hand.lay([plain(before.rack.find(({ name }) => plain(name) !== "joker").name)], null);
  const after = await readTable(page);
  const isMoved = after.rack.length === before.rack.length - 1 &&
    after.melds.length === before.melds.length + 1;
  check(isMoved, `${page.name}: a tile is dragged from the rack to the table`,
    JSON.stringify(after));
}

// A tile is picked where it stands and laid by the key for a new meld.
async function testKeys(page) {
  await page.resize(...WIDE);
  const hand = new Keys(page);
  const before = await openGame(page, "exclusiv");
  const meldCount = async () => (await readTable(page)).melds.length;
  await hand.press(rackTile(page, 0));
  await page.keyboard.press("0");
  await waitFor(async () => (await meldCount()) === before.melds.length + 1, "a tile laid by keys");
  check(true, `${page.name}: a tile is laid by keys`);
}

// Runs in the page: what does not fit of a table and its rack.
function misfits() {
  const found = [];
  const { clientWidth, clientHeight, scrollWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth - clientWidth} px too wide`);
  for (const piece of document.querySelectorAll("[data-piece]")) {
    const { left, right, top, bottom, width, height } = piece.getBoundingClientRect();
    const name = piece.getAttribute("aria-label");
    const isInside = left >= -1 && right <= clientWidth + 1 && top >= -1 &&
      bottom <= clientHeight + 1;
    if (!isInside) found.push(`${name} is outside`);
    if (piece.closest("[data-region=rack]") !== null && (width < 44 || height < 56))
      found.push(`${name} in the rack is ${width} x ${height} px`);
    if (width < 26) found.push(`${name} is ${width} px wide`);
  }
  return found;
}

async function testFits(page) {
  // under Xvfb a window that is turned is not always drawn anew
  const sizes = page.name === "WebKit" ? [PHONE, WIDE] : [PHONE, [844, 390], WIDE];
  for (const size of sizes) {
    await page.resize(...size);
    let found = [];
    await until(async () => {
      found = await page.evaluate(misfits);
      return found.length === 0;
    });
    check(found.length === 0, `${page.name}: a table fits ${size.join(" x ")}`, found.join("; "));
  }
}

async function testOffline(page) {
  await page.goto(server.link);
  await waitFor(() => page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistration())?.active?.state === "activated"),
  "a page that is kept");
  await stopServer(server);
  const table = await openGame(page, "princess");
  check(table.rack.length > 0, `${page.name}: a game is dealt without the server`);
}

const [name] = process.argv.slice(3);
if (OPENERS[name] === undefined) throw new Error("which engine? firefox or webkit");
let page;
const begin = async function theEngine() {
  server = await serve(name);
  page = pageOf(await OPENERS[name]());
};
const isSure = name === "firefox";
const all = [isSure ? testRounds : testTurns, testDrag, testKeys, testFits, testOffline];
const tests = all.map((test) =>
  Object.defineProperty(() => test(page), "name", { value: `${name}, ${test.name}` }));
const end = async function theEnd() {
  const complaints = await page.complaints();
  check(complaints.length === 0, `${page.name}: the console is silent`, complaints.join("\n"));
  await page.close();
};
await runAll([begin, ...tests, end]);
