// page.mjs - the fourth game in the page, found on the first one and played by clicks to the end of
// a round against levels 1 and 6; its rules can be read. PAGE is one that has it built in.
// usage: node page.mjs RUMMERY PAGE
import { resolve } from "node:path";
import { check, stopServer } from "../clients/harness.mjs";
import { Click } from "../browser/hands.mjs";
import { meldGroup, pile, plain, playButton, rackTile, readTable } from "../browser/reader.mjs";
import { checkQuiet, openHome, runInBrowser, serve, visit, waitFor } from "../browser/stage.mjs";
import { addTile, findMeld } from "./player.mjs";

const LEVELS = { 1: "Very easy", 6: "Master" };
const TURNS_MAX = 60;
const NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
  "eleven", "twelve", "thirteen"];

let server;

async function begin() {
  server = await serve("seven", "--web", resolve(process.argv[3]));
}

// "yellow eight" is y8, and back.
const tileOf = (name) => {
  const [colour, number] = plain(name).split(" ");
  return `${colour[0]}${NUMBERS.indexOf(number) + 1}`;
};
const nameOf = (tile, rack) => rack.map(({ name }) => plain(name))
  .find((name) => tileOf(name) === tile);

const seen = (table) => JSON.stringify([table.rack, table.melds, table.piles, table.players]);

// Does something and waits until the table is another one.
async function doAndSee(page, act, what) {
  const before = seen(await readTable(page));
  await act();
  await waitFor(async () => {
    const table = await readTable(page);
    return table.isOver || seen(table) !== before;
  }, what);
}

// Lays a meld of the rack, or one tile where it fits; says whether there was anything.
async function lay(page, hand) {
  const { rack, melds } = await readTable(page);
  const tiles = rack.map(({ name }) => tileOf(name));
  const found = findMeld(tiles);
  if (found !== null) {
    await hand.lay(found.map((tile) => nameOf(tile, rack)), null);
    return true;
  }
  for (const tile of tiles) {
    const at = melds.findIndex((meld) => addTile(meld.tiles.map(({ name }) => tileOf(name)), tile));
    if (at < 0) continue;
    await hand.lay([nameOf(tile, rack)], at);
    const { name } = (await readTable(page)).melds[at];
    check(/: Correct$/.test(name), "a tile that fits makes a correct meld", name);
    return true;
  }
  return false;
}

async function playTurn(page, hand, count) {
  count.turns += 1;
  await doAndSee(page, () => hand.press(pile(page, /^Draw from the stock; [1-9]/)), "drawing");
  if (await lay(page, hand)) {
    count.plays += 1;
    await doAndSee(page, () => hand.press(playButton(page)), "playing");
  }
  if (!(await readTable(page)).isMyTurn) return;
  await hand.press(rackTile(page, 0));
  await doAndSee(page, () => hand.press(pile(page, "Put the picked card on the discard pile")),
    "discarding");
}

// Seven has no order by runs: a rack begins by sets, and there is one other.
async function tryRack(page, hand, rack, level) {
  const numbers = rack.map(({ name }) => Number(tileOf(name).slice(1)));
  check(rack.length === 7, `level ${level}: seven tiles are dealt`);
  check(numbers.every((number, i) => i === 0 || numbers[i - 1] <= number),
    `level ${level}: and stand by sets`, numbers.join(" "));
  const orders = [];
  for (let i = 0; i < 3; i++) {
    const sort = page.getByRole("button", { name: /^Sorted by / });
    orders.push(await sort.getAttribute("aria-label"));
    await hand.press(sort);
  }
  check(orders[0] === orders[2] && orders[0] !== orders[1], `level ${level}: a rack has two orders`,
    orders.join("; "));
}

async function playRound(level) {
  const visitor = await visit();
  const { page } = visitor;
  const hand = new Click(page);
  await openHome(visitor, server.link);
  await hand.press(page.getByRole("button", { name: /^Seven / }));
  const panel = page.getByRole("region", { name: "Seven" });
  await hand.press(panel.getByRole("group", { name: "How well the computer plays" })
    .getByRole("radio", { name: LEVELS[level], exact: true }));
  await hand.press(panel.getByRole("button", { name: "Play", exact: true }));
  const count = { turns: 0, plays: 0 };
  for (;;) {
    let table;
    await waitFor(async () => (table = await readTable(page)).isMyTurn || table.isOver, "a turn");
    if (table.isOver || count.turns > TURNS_MAX) break;
    if (count.turns === 0) await tryRack(page, hand, table.rack, level);
    await playTurn(page, hand, count);
  }
  check((await readTable(page)).isOver, `level ${level}: the round comes to its end`);
  check(count.turns > 1, `level ${level}: after some turns`, JSON.stringify(count));
  console.log(`level ${level}: ${JSON.stringify(count)}`);
  checkQuiet(visitor, `level ${level}`);
  await visitor.context.close();
}

async function testRounds() {
  await Promise.all(Object.keys(LEVELS).map(playRound));
}

async function testRules() {
  const visitor = await visit();
  const { page } = visitor;
  await page.goto(`${server.link}rules/seven`);
  await page.getByRole("heading", { name: "The discard pile" }).waitFor();
  check(true, "the rules can be read");
  checkQuiet(visitor, "the rules");
  await visitor.context.close();
  await stopServer(server);
}

await runInBrowser([begin, testRounds, testRules]);
