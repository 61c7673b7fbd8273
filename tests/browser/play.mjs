// play.mjs - the three games in the page against computer players, each by taps alone on a phone,
// by dragging alone and by keyboard alone on a wide screen. Somebody reads names of tiles and
// melds, lays, presses Play when it is wrong, undoes, sorts, and plays until something of one's
// own lies there; in one of the three ways, as the seed says, goes on to the score sheet. In the
// first tier each game is played in one of the ways, and one of them to the score sheet.
// usage: node play.mjs RUMMERY [GAME WAY]
import { check, until } from "../clients/harness.mjs";
import { isWhole } from "../parts/tier.mjs";
import { Finger, Keys, Mouse } from "./hands.mjs";
import { barButton, layout, pile, playButton, rackOf, rackTile, readTable, tableOf,
} from "./reader.mjs";
import { checkQuiet, GAMES, NAMES, openHome, PHONE, runInBrowser, seed, serve, visit, waitFor,
  WIDE } from "./stage.mjs";
import { newCount, playRound, waitForTurn } from "./turns.mjs";

const WAYS = { taps: Finger, drag: Mouse, keys: Keys };
const ROUNDS_MAX = 20;
const TOO_SHORT =
  /^(Meld|Run or group) \d+.*: (At least|A (meld|run or group) has at least|A (row|set) needs).*/;

let server;

async function begin() {
  server = await serve("play");
}

const sorted = (names) => [...names].sort().join();

// The rack by runs, by sets and by hand; what is moved by hand stays so.
async function trySorting(page, hand, who) {
  const orders = [rackOf(await readTable(page))];
  for (const wanted of ["runs|cities", "sets|kinds|groups", "hand"]) {
    const sorter = barButton(page, /^Sorted by /);
    const isSorted = new RegExp(`^Sorted by (${wanted})\\.`);
    for (let i = 0; i < 3; i += 1) {
      if (isSorted.test(await sorter.getAttribute("aria-label"))) break;
      await hand.press(sorter);
    }
    orders.push(rackOf(await readTable(page)));
  }
  const [, runs, sets, byHand] = orders;
  check(orders.every((order) => sorted(order) === sorted(runs)), `${who}: sorting keeps the cards`);
  check(runs.join() !== sets.join(), `${who}: runs and sets are two orders`, runs.join());
  check(byHand.join() === sets.join(), `${who}: the order by hand begins with what one sees`);
  if (hand instanceof Mouse) await hand.drag(rackTile(page, 0), rackTile(page, 2));
  else {
    const still = await rackTile(page, 3).boundingBox();
    await hand.press(rackTile(page, 0));
    const moved = await rackTile(page, 3).boundingBox();
    check(moved.x === still.x && moved.y === still.y, `${who}: no card moves when one is picked`);
    for (let i = 0; i < 2; i += 1)
      await hand.press(page.getByRole("button", { name: "Move right" }));
    await hand.press(rackTile(page, 2));
  }
  const moved = rackOf(await readTable(page));
  const [first, second, third, ...rest] = byHand;
  check(moved.join() === [second, third, first, ...rest].join(), `${who}: a card moves by hand`,
    `${byHand.join()} -> ${moved.join()}`);
}

// A single tile is no meld: Play says so, points at it, and changes nothing.
async function tryMistake(page, hand, who) {
  const start = await readTable(page);
  // a joker alone is wrong for another reason
  const [first, second] = rackOf(start).filter((name) => name !== "joker");
  await hand.lay([first], null);
  const laid = await readTable(page);
  const meld = laid.melds.at(-1);
  check(laid.rack.length === start.rack.length - 1 && laid.melds.length === start.melds.length + 1,
    `${who}: one card lies on the table`);
  check(/laid by you this turn/.test(meld.tiles[0].name), `${who}: and is marked as new`,
    meld.tiles[0].name);
  await hand.press(playButton(page));
  await waitFor(async () => (await readTable(page)).alert !== "", "a reason");
  const refused = await readTable(page);
  check(TOO_SHORT.test(refused.alert), `${who}: Play says why not`, refused.alert);
  check(/: .*(at least|needs) .*3/.test(refused.melds.at(-1).name), `${who}: and so does the meld`,
    refused.melds.at(-1).name);
  check(layout(refused) === layout(laid), `${who}: a wrong press changes nothing`);
  await hand.press(barButton(page, "Undo"));
  check(layout(await readTable(page)) === layout(start), `${who}: undo takes it back`);
  await hand.press(barButton(page, "Redo"));
  check(layout(await readTable(page)) === layout(laid), `${who}: redo lays it again`);
  await hand.lay([second], null);
  await hand.press(barButton(page, "Start this turn again"));
  const again = await readTable(page);
  check(layout(again) === layout(start), `${who}: the turn starts again`,
    `${rackOf(start)} -> ${rackOf(again)} ${JSON.stringify(tableOf(again))}`);
}

async function firstTurn(page, hand, game, who) {
  const table = await waitForTurn(page);
  if (table.isOver) return;
  // the names of the photos come a moment after the photos
  if (game === "photo")
    await waitFor(async () => rackOf(await readTable(page)).join().includes(":"), "names");
  await trySorting(page, hand, who);
  if (game !== "exclusiv") {
    const before = await readTable(page);
    await hand.press(pile(page, /^Draw from .*; [1-9]\d* cards? left$/).first());
    await waitFor(async () => (await readTable(page)).rack.length > before.rack.length, "a card");
  }
  await tryMistake(page, hand, who);
}

async function playGame(game, way, isToTheEnd) {
  const isTouch = way === "taps";
  const visitor = await visit({ size: isTouch ? PHONE : WIDE, touch: isTouch });
  const { page } = visitor;
  const hand = new WAYS[way](page);
  const who = `${game}, ${hand.name}`;
  await openHome(visitor, server.link, (button) => hand.press(button));
  await hand.press(page.getByRole("button", { name: NAMES[game] }));
  const panel = page.getByRole("region", { name: NAMES[game] });
  const radio = (group, name) => panel.getByRole("group", { name: group })
    .getByRole("radio", { name, exact: true });
  await hand.press(radio("Players at the table", "3"));
  await hand.press(radio("How well the computer plays", "Very easy"));
  await hand.press(panel.getByRole("button", { name: "Play", exact: true }));
  await firstTurn(page, hand, game, who);
  const count = newCount();
  const isEnough = () => !isToTheEnd && count.plays > 0;
  let rounds = 0;
  for (; rounds < ROUNDS_MAX && (count.plays === 0 || rounds === 0); rounds += 1) {
    if (rounds > 0) await hand.press(page.getByRole("button", { name: "Another match" }));
    count.hasOpened = false;
    check(await playRound(page, hand, game, count, isEnough), `${who}: the round goes on`);
    if (isEnough()) break;
    await page.getByRole("dialog").getByRole("table", { name: "Scores" }).waitFor();
    const next = page.getByRole("button", { name: "Another match" });
    check(await until(() => next.evaluate((button) => button === document.activeElement)),
      `${who}: the next match is one press away`);
  }
  check(count.plays > 0, `${who}: own plays were laid`, JSON.stringify(count));
  console.log(`${who}: ${rounds} round(s), ${count.turns} turns, ${count.plays} own plays ` +
    `(${count.cards} cards), ${count.hints} by hint, ${count.draws} draws`);
  checkQuiet(visitor, who);
  await visitor.context.close();
}

// From the first page to the first move in two taps, with nothing chosen before.
async function testTwoTaps() {
  const visitor = await visit({ size: PHONE, touch: true });
  const { page } = visitor;
  await page.goto(server.link);
  await page.getByRole("button", { name: NAMES.exclusiv }).tap();
  await page.getByRole("button", { name: "Play", exact: true }).tap();
  await waitFor(async () => (await readTable(page)).rack.length === 14, "a rack after two taps");
  check(true, "two taps bring the first rack");
  await visitor.context.close();
}

const marked = ({ rack }) => rack.filter(({ name }) => /, new$/.test(name));
const passOn = (page) => page.getByRole("button", { name: "Pass on", exact: true });

// Whoever is behind the curtain draws, sees the new tile, and passes the device on.
async function drawAndPassOn(page, hand, size) {
  const who = `one device, ${hand.name}`;
  await hand.press(page.getByRole("button", { name: /: open the curtain$/ }));
  await waitFor(async () => (await readTable(page)).isMyTurn, "the turn of who is here");
  const before = await readTable(page);
  check(before.rack.length === size && marked(before).length === 0,
    `${who}: the own rack, with nothing marked`, rackOf(before).join());
  check(!/You drew/.test(before.said), `${who}: what others drew is not said`, before.said);
  await hand.press(pile(page, /^Draw a tile/));
  await waitFor(async () => (await readTable(page)).rack.length !== size, "the tile");
  const drawn = await readTable(page);
  check(drawn.rack.length === size + 1 && !drawn.isCurtained && marked(drawn).length === 1,
    `${who}: who draws sees the new tile, marked`, JSON.stringify(drawn.rack));
  check(/You drew/.test(drawn.said) && /Pass the device on/.test(drawn.said),
    `${who}: and hears what it is and what comes next`, drawn.said);
  check(await until(() => passOn(page).evaluate((it) => it === document.activeElement)),
    `${who}: passing on is one press away`);
  await hand.press(passOn(page));
  await waitFor(async () => (await readTable(page)).isCurtained, "the curtain");
  check((await readTable(page)).rack.length === 0, `${who}: then the curtain hides the rack`);
}

// Two people share a device: the turn ends with the draw, but not before it is seen.
async function testOneDevice() {
  const visitor = await visit({ size: PHONE, touch: true });
  const { page } = visitor;
  await page.goto(`${server.link}new/exclusiv`);
  await page.locator("select").first().selectOption("person");
  await page.getByRole("button", { name: "Play", exact: true }).tap();
  const hands = [new Finger(page), new Keys(page)];
  for (const size of [14, 15])
    for (const hand of hands) await drawAndPassOn(page, hand, size);
  checkQuiet(visitor, "one device");
  await visitor.context.close();
}

// Each game in the three ways at the same time: most of it is waiting.
const wanted = process.argv.slice(3).join(" ");
const tests = GAMES.map((game, i) => {
  const names = Object.keys(WAYS);
  const chosen = names.find((_, j) => (i + j + seed) % names.length === 0);
  const ways = names.filter((way) => (wanted === "" ? isWhole || way === chosen
    : wanted === `${game} ${way}`));
  const isToTheEnd = (way) => wanted !== "" ||
    (way === chosen && (isWhole || i === seed % GAMES.length));
  const test = () => Promise.all(ways.map((way) => playGame(game, way, isToTheEnd(way))));
  Object.defineProperty(test, "name", { value: game });
  return test;
});
await runInBrowser([begin, testTwoTaps, testOneDevice, ...tests]);
