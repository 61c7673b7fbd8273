// puzzle.mjs - puzzles in the browser: those of a day solved by taps and by keys, wrong and right;
// what is kept and told of it; and the day that changes at midnight where the reader is. Which
// puzzles a day has is worked out here once more: nobody may change the order of days that were.
// usage: node puzzle.mjs RUMMERY [TEST]
import { readFileSync } from "node:fs";
import { check, run } from "../clients/harness.mjs";
import { axeFaults, faultsOf } from "./looks.mjs";
import { cardOf } from "./player.mjs";
import {
  meldTile, newPlace, pile, plain, playButton, rackRegion, rackTile, readTable,
} from "./reader.mjs";
import { checkQuiet, GAMES, PHONE, runInBrowser, serve, visit, waitFor } from "./stage.mjs";

const SMALL = { width: 320, height: 568 };
const LOW = { width: 844, height: 390 };
const STEPS = { easy: /^[12] /, middle: /^3 /, hard: /^[45] / };
const STRIDES = { easy: 207, middle: 203, hard: 207 };
const FIRST_DAY = Date.UTC(2027, 0, 1) / 86_400_000;

const packs = Object.fromEntries(GAMES.map((game) =>
  [game, readFileSync(`puzzles/${game}.txt`, "utf8").trim().split("\n")]));

// ---- Which puzzle it is ----

function puzzleOf(day, step) {
  const game = GAMES[(day + Object.keys(STEPS).indexOf(step)) % GAMES.length];
  const those = packs[game].filter((line) => STEPS[step].test(line));
  const line = those[(Math.floor(day / GAMES.length) * STRIDES[step]) % those.length];
  const [head, position] = line.split(" : ");
  const fields = Object.fromEntries(position.split("; ").slice(1).map((field) => {
    const [name] = field.split(" ");
    return [name, field.slice(name.length + 1)];
  }));
  return { game, goal: head.slice(2), fields };
}

const meldsOf = (table) =>
  [...table.matchAll(/\[([^\]]*)\]/g)].map(([, cards]) => cards.split(" "));
const sorted = (cards) => [...cards].sort().join(" ");

// The solver's play: the melds as they lie in the end.
function answerTo({ game, fields: { table, rack } }) {
  const question = JSON.stringify({ game, table, rack, opened: true });
  return meldsOf(JSON.parse(run(["solve"], `${question}\n`).out).action);
}

// A day whose easy puzzle is one of tiles without jokers, at a small table, and whose hard one asks
// which card to take.
function findDay() {
  for (let day = FIRST_DAY; ; day++) {
    const [easy, hard] = [puzzleOf(day, "easy"), puzzleOf(day, "hard")];
    if (easy.game !== "exclusiv" || !hard.goal.startsWith("does draw")) continue;
    if (`${easy.fields.table} ${easy.fields.rack}`.includes("*")) continue;
    if (meldsOf(easy.fields.table).length <= 4) return { day, easy, hard };
  }
}

// ---- Somebody who solves ----

const nameOf = (tile) => {
  const card = cardOf("exclusiv", plain(tile.name));
  return card === null ? "*" : card.colour[0] + card.number;
};

// Lays the melds that are not there yet, one after the other: each card is picked where it lies.
async function layByTaps(page, wanted) {
  const without = (table) => {
    const left = wanted.map(sorted);
    return table.melds.map((meld, at) => ({ at, cards: meld.tiles.map(nameOf) }))
      .filter(({ cards }) => {
        const place = left.indexOf(sorted(cards));
        if (place !== -1) left.splice(place, 1);
        return place === -1;
      });
  };
  for (let left = wanted.length; left > 0; left--) {
    const table = await readTable(page);
    const loose = without(table);
    const there = table.melds.map((meld) => sorted(meld.tiles.map(nameOf)));
    const next = wanted.find((meld) => {
      const place = there.indexOf(sorted(meld));
      if (place !== -1) there.splice(place, 1);
      return place === -1;
    });
    if (next === undefined) return;
    const used = new Set();
    for (const card of next) {
      const from = loose.flatMap(({ at, cards }) => cards.map((one, place) => ({ at, one, place })))
        .find(({ at, one, place }) => one === card && !used.has(`${at} ${place}`));
      const onRack = table.rack.findIndex((tile, place) =>
        nameOf(tile) === card && !used.has(`rack ${place}`));
      used.add(from === undefined ? `rack ${onRack}` : `${from.at} ${from.place}`);
      await (from === undefined ? rackTile(page, onRack)
        : meldTile(page, from.at, from.place)).tap();
    }
    await newPlace(page).tap();
  }
}

const task = (page) => page.getByRole("region", { name: "The task" });
const entry = (page, name) => page.getByRole("main").getByRole("link", { name });
const isoOf = (day) => new Date(day * 86_400_000).toISOString().slice(0, 10);

// ---- The tests ----

let server;
async function begin() {
  server = await serve("puzzle");
}

async function fits(page, what) {
  const faults = await faultsOf(page);
  check(faults.length === 0, `${what}: everything fits`, faults.slice(0, 3).join());
}

async function looksFine(page, what) {
  await fits(page, what);
  const faults = await axeFaults(page);
  check(faults.length === 0, `${what}: axe finds nothing`, faults.slice(0, 3).join());
}

// The easy one by taps, after a wrong try.
async function solveByTaps(page, { easy }) {
  await entry(page, /^Easy/).tap();
  const cards = Number(easy.goal.split(" ")[1]);
  await task(page).getByText(`Lay ${cards} tiles this turn.`).waitFor();
  await rackRegion(page).waitFor();
  await looksFine(page, "a puzzle");
  await pile(page, /./).first().tap();
  await task(page).getByText("Not yet: you can lay more.").waitFor();
  await task(page).getByRole("button", { name: "Try again" }).tap();
  await waitFor(async () =>
    (await readTable(page)).rack.length === easy.fields.rack.split(" ").length, "the beginning");
  await layByTaps(page, answerTo(easy));
  await playButton(page).tap();
  await task(page).getByText("Right, after 2 tries.").waitFor();
}

// The hard one by keys alone: the wrong card, once more, the right one.
async function solveByKeys(page, { hard }) {
  await page.goto(`${server.link}puzzle?day=${isoOf(theDay.day)}&step=hard`);
  await task(page).getByText("Which card do you take?").waitFor();
  await rackRegion(page).waitFor();
  const keys = hard.goal.startsWith("does draw discard") ? ["+", "t"] : ["t", "+"];
  await page.keyboard.press(keys[0]);
  await task(page).getByText("There’s something better.").waitFor();
  await page.keyboard.press("Enter");
  await task(page).getByText("Which card do you take?").waitFor();
  await page.keyboard.press(keys[1]);
  await task(page).getByText("Right, after 2 tries.").waitFor();
}

// Who looks at a hint has tried.
async function lookAtHint(page) {
  await page.goto(`${server.link}puzzle?day=${isoOf(theDay.day)}&step=middle`);
  await rackRegion(page).waitFor();
  await page.keyboard.press("h");
  await page.getByText(/^You can lay \d+ photos/).first().waitFor();
}

const theDay = findDay();

async function aDayIsSolved() {
  const visitor = await visit({ size: PHONE, touch: true, timezoneId: "Europe/Berlin" });
  const { page, context } = visitor;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.clock.install({ time: new Date(theDay.day * 86_400_000 + 36_000_000) });
  await page.goto(`${server.link}puzzle`);
  await page.evaluate((yesterday) => {
    const days = { [yesterday]: { easy: { tries: 1, ms: 9000, solved: yesterday } } };
    localStorage.setItem("rummery.puzzles", JSON.stringify({ days, ratings: {}, met: {} }));
  }, theDay.day - 1);
  await page.reload();
  await page.getByText("1 day in a row").waitFor();
  check(await page.getByText(/^Your rating/).count() === 0, "nobody is rated without a puzzle");
  await looksFine(page, "the puzzles of a day");

  await solveByTaps(page, theDay);
  await lookAtHint(page);
  await solveByKeys(page, theDay);
  await task(page).getByRole("link", { name: "Back" }).click();
  await page.getByText("2 days in a row").waitFor();
  check(/2 tries · \d+:\d\d/.test(await entry(page, /^Easy/).innerText()),
    "tries and time are kept", await entry(page, /^Easy/).innerText());
  check(/Not solved yet · 1 try/.test(await entry(page, /^Medium/).innerText()),
    "the one with a hint was tried, and is open", await entry(page, /^Medium/).innerText());
  check(await page.getByRole("link", { name: /: 2 of 3 solved$/ }).count() === 1,
    "the calendar has what was solved today");
  check(await page.getByRole("link", { name: /: 1 of 3 solved$/ }).count() === 1 ||
    new Date(theDay.day * 86_400_000).getUTCDate() === 1, "and yesterday");
  const ratings = await page.getByText(/^Your rating/).allInnerTexts();
  check(ratings.length === 3 && ratings.every((text) => Number(text.replace(/\D/g, "")) < 1500),
    "who fails at first has ratings that fall", ratings.join());

  await page.getByRole("button", { name: "Share the result" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const shared = await page.evaluate(() => navigator.clipboard.readText());
  const date = isoOf(theDay.day).split("-").reverse().join("/");
  check(shared === `Rummery ${date} 🟨⬛🟨 🔥2`, "what is shared gives nothing away", shared);
  await page.goto(server.link);
  await page.getByRole("link", { name: /Today’s puzzles\s*2\/3 🔥2/ }).waitFor();
  for (const size of [SMALL, LOW]) {
    await page.setViewportSize(size);
    await page.goto(`${server.link}puzzle`);
    await page.getByText("2 days in a row").waitFor();
    await fits(page, `the puzzles of a day at ${size.width}`);
  }
  checkQuiet(visitor, "who solves");
  await context.close();
}

// By the rating: the next one comes as soon as one is solved.
async function moreOfThem() {
  const visitor = await visit({ size: PHONE, touch: true, dark: true });
  const { page } = visitor;
  await page.goto(`${server.link}puzzle`);
  await page.getByRole("heading", { name: "Today’s puzzles" }).waitFor();
  await looksFine(page, "the puzzles of a day in the dark");
  await page.getByRole("link", { name: "Princess Rummy", exact: true }).tap();
  await task(page).getByText(/Which card do you (take|discard)\?/).waitFor();
  await rackRegion(page).waitFor();
  const rack = (await readTable(page)).rack.map(({ name }) => plain(name)).join();
  const isTake = await task(page).getByText("take").count() === 1;
  // one of them is right
  for (let at = 0; await task(page).getByText(/Right/).count() === 0; at++) {
    if (isTake) await page.keyboard.press(at % 2 === 0 ? "+" : "t");
    else {
      await rackTile(page, at).tap();
      await page.keyboard.press("-");
    }
    await task(page).getByText(/Right|something better/).waitFor();
    const again = task(page).getByRole("button", { name: /Try again/ });
    if (await task(page).getByText(/Right/).count() === 0) await again.tap();
    else check(/Your rating: [\d,]+/.test(await task(page).innerText()), "the rating is told",
      await task(page).innerText());
    if (await task(page).getByText(/Right/).count() === 0)
      await task(page).getByText(/Which card/).waitFor();
  }
  await task(page).getByRole("button", { name: "Next" }).tap();
  await task(page).getByText(/Which card/).waitFor();
  await waitFor(async () => {
    const { rack: now } = await readTable(page);
    return now.length > 0 && now.map(({ name }) => plain(name)).join() !== rack;
  }, "another puzzle");
  checkQuiet(visitor, "more puzzles");
  await visitor.context.close();
}

// When it is two minutes before midnight in Auckland the same date has just begun in Los Angeles.
async function midnightIsWhereTheReaderIs() {
  const time = new Date("2027-01-15T10:58:00Z");
  const seen = { "Pacific/Auckland": ["15 January", "16 January"],
    "America/Los_Angeles": ["15 January", "15 January"] };
  const today = {};
  for (const [timezoneId, [before, after]] of Object.entries(seen)) {
    const visitor = await visit({ timezoneId });
    const { page } = visitor;
    await page.clock.install({ time });
    await page.goto(`${server.link}puzzle`);
    await page.getByText(new RegExp(`${before} 2027`)).waitFor();
    today[timezoneId] = await entry(page, /^Easy/).innerText();
    await page.clock.fastForward(130_000);
    await page.getByText(new RegExp(`${after} 2027`)).waitFor();
    const easy = await entry(page, /^Easy/).getAttribute("href");
    check(easy === `/puzzle?day=2027-01-${after.slice(0, 2)}&step=easy`,
      `${timezoneId}: two minutes later it is ${after}`, easy);
    checkQuiet(visitor, timezoneId);
    await visitor.context.close();
  }
  check(today["Pacific/Auckland"] === today["America/Los_Angeles"],
    "on the same date everybody has the same", JSON.stringify(today));
}

async function whatIsToComeIsNotTold() {
  const visitor = await visit({ size: PHONE });
  await visitor.page.goto(`${server.link}puzzle?day=2999-01-01&step=easy`);
  await visitor.page.getByRole("heading", { name: "Today’s puzzles" }).waitFor();
  checkQuiet(visitor, "a day to come");
  await visitor.context.close();
}

const tests = [aDayIsSolved, moreOfThem, midnightIsWhereTheReaderIs, whatIsToComeIsNotTold];
const [wanted] = process.argv.slice(3);
await runInBrowser([begin, ...tests.filter(({ name }) => wanted === undefined || name === wanted)]);
