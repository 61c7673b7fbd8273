// guide.mjs - who shows the way: the hand of a hint, for who cannot read. Looked at where it is,
// while it moves and where motion is not wanted; what lies below it is tapped through it.
// usage: node guide.mjs RUMMERY [TEST]
import { check, until } from "../clients/harness.mjs";
import { checkQuiet, PHONE, runInBrowser, serve, visit, waitFor } from "./stage.mjs";
import { openStaged } from "./staged.mjs";

const SIZES = { phone: PHONE, wide: { width: 1440, height: 900 } };
const STOCK = '[data-place="stack 1"]';
const RACK = "[data-region=rack]";
const PLAY = "[data-region=bar] .play";

let server;

async function begin() {
  server = await serve("guide");
}

// ---- The hand ----

// Whether the tip of its finger is over that place now.
const isOver = (page, place) => page.evaluate((selector) => {
  const tip = document.querySelector("[data-hand]")?.getBoundingClientRect();
  const box = document.querySelector(selector)?.getBoundingClientRect();
  if (tip === undefined || box === undefined) return false;
  return tip.left >= box.left && tip.left <= box.right && tip.top >= box.top &&
    tip.top <= box.bottom;
}, place);

async function checkWay(page, who, ...places) {
  for (const place of places)
    check(await until(() => isOver(page, place)), `${who}: the hand goes to ${place}`);
}

const hint = (page) => page.getByRole("button", { name: "Hint", exact: true });

// What the hand rests on; null while it is on its way, on which it passes others.
const restsOn = (page) => page.evaluate(async () => {
  const hand = document.querySelector("[data-hand]");
  if (hand === null || getComputedStyle(hand).opacity !== "1") return null;
  const { left, top } = hand.getBoundingClientRect();
  for (let i = 0; i < 3; i += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  const now = hand.getBoundingClientRect();
  if (now.left !== left || now.top !== top) return null;
  const below = document.elementFromPoint(left, top);
  return {
    region: below?.closest("[data-region]")?.dataset.region,
    piece: below?.closest("[data-piece]")?.dataset.piece,
    drop: below?.closest("[data-drop]")?.dataset.drop,
  };
});

// The piece that the hand begins at, and the place that it leads to.
async function nextOf(page) {
  let at = null;
  const comesTo = (...regions) => waitFor(async () => {
    at = await restsOn(page);
    return regions.includes(at?.region);
  }, `the hand comes to the ${regions}`);
  await comesTo("rack");
  const { piece } = at;
  await comesTo("board", "new");
  return { piece, target: at.drop };
}

async function layByHand(page, who) {
  const left = await page.locator(`${RACK} .hinted`).count();
  for (let i = left; i > 0; i -= 1) {
    const { piece, target } = await nextOf(page);
    await page.locator(`${RACK} [data-piece="${piece}"]`).click();
    const place = target === "new" ? "[data-region=new] [data-drop]" : `[data-drop="${target}"]`;
    await page.locator(place).first().click({ position: { x: 8, y: 8 } });
    const isLaid = await until(async () =>
      (await page.locator(`${RACK} .hinted`).count()) === i - 1);
    check(isLaid, `${who}: what it shows can be done, ${i} to go`, `${piece} -> ${target}`);
  }
}

async function showHand(name) {
  const visitor = await visit({ size: SIZES[name], calm: false });
  const { page } = visitor;
  const who = `the hand, ${name}`;
  await openStaged(page, server.link, "princess", "full");
  await hint(page).click();
  await checkWay(page, who, STOCK, RACK);
  await page.locator(STOCK).click();
  check(await until(async () => (await page.locator("[data-hand]").count()) === 0),
    `${who}: who acts needs it no longer`);
  for (let i = 0; i < 3; i += 1) {
    await hint(page).click();
    if (i === 0) await page.locator("[data-region=hint] .button").first().waitFor();
    if (i === 0)
      check((await page.locator("[data-hand]").count()) === 0, `${who}: the first step is words`);
  }
  const first = await page.locator(`${RACK} .hinted`).first().getAttribute("data-piece");
  await layByHand(page, who);
  check(first !== null, `${who}: there was something to lay`);
  await checkWay(page, who, PLAY);
  checkQuiet(visitor, who);
  await visitor.context.close();
}

async function theHandOnAPhone() {
  await showHand("phone");
}

async function theHandOnAWideScreen() {
  await showHand("wide");
}

// Points at the one and at the other in turn, and nothing moves.
async function theHandStandsStill() {
  const visitor = await visit({ size: PHONE, calm: true });
  const { page } = visitor;
  await openStaged(page, server.link, "princess", "middle");
  await hint(page).click();
  await checkWay(page, "standing", STOCK, RACK, STOCK);
  const moving = await page.locator("[data-hand]").evaluate((hand) =>
    hand.getAnimations({ subtree: true }).length);
  check(moving === 0, "standing: nothing moves", String(moving));
  checkQuiet(visitor, "standing");
  await visitor.context.close();
}

// Who plays the other games reads.
async function noHandElsewhere() {
  const visitor = await visit({ size: PHONE });
  const { page } = visitor;
  await openStaged(page, server.link, "exclusiv", "full");
  for (let i = 0; i < 3; i += 1) {
    await hint(page).click();
    if (i === 0) await page.locator("[data-region=hint] .button").first().waitFor();
  }
  check((await page.locator("[data-hand]").count()) === 0, "exclusiv: no hand");
  await visitor.context.close();
}

const tests = [theHandOnAPhone, theHandOnAWideScreen, theHandStandsStill, noHandElsewhere];
const [wanted] = process.argv.slice(3);
await runInBrowser([begin, ...tests.filter(({ name }) => wanted === undefined || name === wanted)]);
