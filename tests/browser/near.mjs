// near.mjs - a full table on a phone, by finger: seen whole, near where one taps, whole again when
// the turn is over. What is picked is laid in both views, what is laid is seen, and a piece of the
// table follows the finger whichever way it goes first.
// usage: node near.mjs RUMMERY
import { check, until } from "../clients/harness.mjs";
import { fewOf } from "../parts/tier.mjs";
import { Finger } from "./hands.mjs";
import { newPlace, pile, rackTile, readTable } from "./reader.mjs";
import { checkQuiet, PHONE, runInBrowser, serve, visit, waitFor } from "./stage.mjs";
import { openStaged } from "./staged.mjs";

let server;
let visitor;
let page;
let line;

async function begin() {
  server = await serve("near");
  visitor = await visit({ size: PHONE, touch: true });
  ({ page } = visitor);
  line = await visitor.context.newCDPSession(page);
}

const open = () => openStaged(page, server.link, "exclusiv", "full");
const board = () => page.locator("[data-region=board]");
const viewNow = () => board().getAttribute("data-view");
const laid = () => board().locator("[data-piece]");
const middleOf = async (locator) => {
  const { x, y, width, height } = await locator.boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
};
const tapAt = ({ x, y }) => page.touchscreen.tap(x, y);
const becomes = (view) => waitFor(async () => (await viewNow()) === view, `the view ${view}`);

const touch = (type, ...points) => line.send("Input.dispatchTouchEvent",
  { type, touchPoints: points.map(({ x, y }, id) => ({ x, y, id })) });

// One finger, in steps, straight from one point to the other.
async function dragByFinger(from, to) {
  const STEPS = 8;
  await touch("touchStart", from);
  for (let i = 1; i <= STEPS; i += 1)
    await touch("touchMove", { x: from.x + ((to.x - from.x) * i) / STEPS,
      y: from.y + ((to.y - from.y) * i) / STEPS });
  await touch("touchEnd");
}

const isSeen = async (locator) => {
  const [inner, outer] = [await locator.boundingBox(), await board().boundingBox()];
  return inner.x >= outer.x - 1 && inner.y >= outer.y - 1 &&
    inner.x + inner.width <= outer.x + outer.width + 1 &&
    inner.y + inner.height <= outer.y + outer.height + 1;
};
const isPicked = async (locator) => (await locator.getAttribute("aria-selected")) === "true";

async function testTapComesNear() {
  await open();
  check((await viewNow()) === "whole", "a table is seen whole at first");
  const piece = laid().nth(44);
  await tapAt(await middleOf(piece));
  await becomes("near");
  const told = page.getByText("Zoomed in. The whole table:");
  check(await until(() => told.isVisible()), "it is told, and how one gets back");
  check(!(await isPicked(piece)) && await isSeen(piece), "a tap on the small table comes near");
  const { width, height } = await piece.boundingBox();
  check(width >= 44 && height >= 56, "where a finger can take a piece", `${width} x ${height}`);
  await tapAt(await middleOf(piece));
  await waitFor(() => isPicked(piece), "a piece that is picked");
  check(true, "there a tap picks");
  check(await until(async () => (await told.count()) === 0), "and what was told is gone");
}

async function testLayNear() {
  await open();
  await page.getByRole("button", { name: "Zoom in" }).tap();
  await becomes("near");
  const before = await readTable(page);
  const finger = new Finger(page);
  await finger.press(rackTile(page, 0));
  await finger.press(newPlace(page));
  await waitFor(async () => (await readTable(page)).melds.length > before.melds.length, "a meld");
  const own = board().locator("[data-piece][aria-label*=\"laid by you\"]");
  check(await isSeen(own), "what is laid near is seen");
  // straight down, as one takes something back
  const from = await middleOf(own);
  await dragByFinger(from, { ...(await middleOf(rackTile(page, 3))), x: from.x });
  await waitFor(async () => (await readTable(page)).rack.length === before.rack.length, "the rack");
  check((await readTable(page)).melds.length === before.melds.length,
    "a piece of the table follows a finger that goes straight down");
  // no tap: a browser takes one that follows a quick drag for the end of it
  await page.getByRole("button", { name: "See the whole table" }).click();
  await becomes("whole");
  check(await isSeen(laid().first()) && await isSeen(laid().last()), "a button shows all again");
}

// What is refused stays to be read until one goes on, with whatever.
async function testRefusalGoes() {
  await open();
  const finger = new Finger(page);
  const refused = page.locator(".line.bad");
  await finger.press(newPlace(page));
  await refused.getByText("First pick what you want to lay.").waitFor();
  await finger.press(newPlace(page));
  check((await refused.count()) === 1, "a press that is refused again says so again");
  await page.getByRole("button", { name: "Zoom in" }).tap();
  await becomes("near");
  check(await until(async () => (await refused.count()) === 0), "who goes on has read it");
}

async function testLayWhole() {
  await open();
  const before = await readTable(page);
  await new Finger(page).press(rackTile(page, 0));
  const { x, y, width, height } = await board().boundingBox();
  await tapAt({ x: x + width - 12, y: y + height - 8 });
  await waitFor(async () => (await readTable(page)).melds.length > before.melds.length, "a meld");
  check((await viewNow()) === "whole", "what is picked is laid on free ground, from afar");
}

// Let go where its next card would lie, a tile belongs to the meld; further away it begins one.
async function testDropAtEnd() {
  await openStaged(page, server.link, "exclusiv", "opened");
  const meld = board().locator("[role=row]").first();
  const melds = await board().locator("[role=row]").count();
  const before = await meld.locator("[data-piece]").count();
  const { x, y, width, height } = await meld.boundingBox();
  const from = await middleOf(page.locator("[data-region=rack] [data-piece]").first());
  await dragByFinger(from, { x: x + width + height * 0.3, y: y + height / 2 });
  const isIn = () => meld.locator("[data-piece]").count().then((count) => count === before + 1);
  check(await until(isIn), "a tile dropped behind the last one belongs to its meld");
  check((await board().locator("[role=row]").count()) === melds, "and begins no other");
}

async function testPinch() {
  await open();
  const { x, y } = await middleOf(board());
  const fingers = (gap) => [{ x: x - gap, y }, { x: x + gap, y }];
  await touch("touchStart", ...fingers(30));
  await touch("touchMove", ...fingers(45));
  await touch("touchMove", ...fingers(60));
  await touch("touchEnd");
  await becomes("near");
  await touch("touchStart", ...fingers(60));
  await touch("touchMove", ...fingers(40));
  await touch("touchMove", ...fingers(20));
  await touch("touchEnd");
  await becomes("whole");
  check(true, "two fingers do it too");
}

async function testTurnIsOver() {
  await open();
  await page.getByRole("button", { name: "Zoom in" }).tap();
  await becomes("near");
  await new Finger(page).press(pile(page, /^Draw a tile/));
  await becomes("whole");
  check(true, "when the turn is over all is shown");
  checkQuiet(visitor, "near");
}

// On the smallest phones, upright and on their side, there is room for all tiles or for all keys.
async function testCrowded(size) {
  const where = `${size.width} x ${size.height}`;
  const guest = await visit({ size, touch: true });
  ({ page } = guest);
  const held = () => page.locator("[data-region=rack] [data-piece]");
  const play = page.getByRole("button", { name: "Play", exact: true });
  await open();
  check((await viewNow()) === "whole" && await isSeen(laid().first()) &&
    await isSeen(laid().last()), `${where}: a full table is looked at whole`);
  check((await held().count()) === 20 && (await play.count()) === 0,
    `${where}: the whole rack is there, small, and no keys`);
  await tapAt(await middleOf(held().nth(12)));
  await becomes("near");
  await play.waitFor();
  const { width, height } = await held().nth(12).boundingBox();
  check(width >= 44 && height >= 56, `${where}: a tap on the rack brings it near`, `${width}`);
  check((await page.locator("[aria-selected=true]").count()) === 0, `${where}: and picks nothing`);
  await new Finger(page).press(rackTile(page, 0));
  check((await page.locator("[aria-selected=true]").count()) === 1, `${where}: the next one does`);
  await page.getByRole("button", { name: "See the whole table" }).click();
  await becomes("whole");
  check(await isSeen(laid().last()), `${where}: a button shows all again`);
  await new Finger(page).press(pile(page, /^Draw a tile/));
  await waitFor(async () => (await held().count()) === 21, "a tile that is drawn");
  check((await viewNow()) === "whole", `${where}: one draws while one looks`);
  checkQuiet(guest, where);
  await guest.context.close();
}
async function testCrowdedTables() {
  const sizes = [{ width: 320, height: 568 }, { width: 844, height: 390 }];
  for (const size of fewOf(sizes)) await testCrowded(size);
}

// taps first: a browser takes one that comes soon after a quick drag for the end of it, on the next
// page too
await runInBrowser([begin, testTapComesNear, testRefusalGoes, testLayWhole, testTurnIsOver,
  testLayNear, testDropAtEnd, testPinch, testCrowdedTables]);
