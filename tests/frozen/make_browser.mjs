// make_browser.mjs - plays in Chromium what the frozen browsers keep: tables in the page, and a
// seat at a server's table. By clicks, as everybody does.
import { joinTable, sleep, until } from "../clients/harness.mjs";
import { Click } from "../browser/hands.mjs";
import { rackOf, readTable } from "../browser/reader.mjs";
import { choose, openHome } from "../browser/stage.mjs";
import { newCount, playRound, playTurn, waitForTurn } from "../browser/turns.mjs";
import { Holder, playRound as playRoundOf } from "./holder.mjs";
import { openScreen, readStill, visitWith } from "./browser.mjs";

const LIVE_MS = 3000; // a draft is saved every 2 s

async function come(server, storage = {}) {
  const visitor = await visitWith(server, storage);
  await openHome(visitor, server.link);
  return { ...visitor, hand: new Click(visitor.page), server };
}

const seat = (page, number) => page.getByRole("listitem", { name: `Player ${number}` });

// A table by the form; `seats` are the kinds of those after the first.
async function make({ page, hand, server }, game, seats,
  { clock = "No time limit", rounds, name }) {
  await openScreen(page, server, `/new/${game}`);
  if (name !== undefined) await page.getByRole("textbox", { name: "Name" }).first().fill(name);
  for (let i = 1; i < seats.length; i++)
    await hand.press(page.getByRole("button", { name: "Add a seat" }));
  for (const [i, kind] of seats.entries())
    await seat(page, i + 2).getByRole("combobox").first().selectOption(kind);
  await choose(page, "Time per turn", clock);
  if (rounds !== undefined) await choose(page, "How long?", rounds);
  const isHere = !seats.includes("open");
  await hand.press(page.getByRole("button", { name: isHere ? "Play" : "Create the table",
    exact: true }));
}

async function openCurtain({ page, hand }) {
  const key = page.getByRole("button", { name: /: open the curtain$/ });
  await until(async () => (await key.count()) > 0 || (await readTable(page)).isMyTurn);
  if ((await key.count()) > 0) await hand.press(key);
}

async function playTurns({ page, hand }, game, count, turns) {
  for (let i = 0; i < turns; i++) {
    if ((await waitForTurn(page)).isOver) throw new Error(`${game} was over too soon`);
    await playTurn(page, hand, game, count);
  }
  await waitForTurn(page);
}

// The first two tiles lie as a meld, which they need not be.
async function draft({ page, hand }) {
  const [one, two] = rackOf(await readTable(page));
  await hand.lay([one, two], null);
}

const drawn = ({ page, hand }) =>
  hand.press(page.getByRole("group", { name: "Where you draw" }).getByRole("button").first());

// Each game alone against computer players, with a draft; two with a clock that runs.
async function alone(visitor) {
  const { page } = visitor;
  const opened = {};
  for (const [game, clock] of [["exclusiv", "3 minutes"], ["photo", "No time limit"],
    ["princess", "3 minutes"]]) {
    await make(visitor, game, ["bot", "bot"], { clock, name: "Anna" });
    const count = newCount();
    await playTurns(visitor, game, count, game === "exclusiv" ? 6 : 4);
    if (game !== "exclusiv") {
      const { rack } = await readTable(page);
      await drawn(visitor);
      await until(async () => (await readTable(page)).rack.length > rack.length);
    }
    await draft(visitor);
    opened[game] = count.hasOpened;
    await page.reload();
    await waitForTurn(page);
  }
  return opened;
}

// Two people share the device; a match between two rounds.
async function shared(visitor) {
  const { page, hand } = visitor;
  await make(visitor, "exclusiv", ["person", "bot"], { name: "Anna" });
  for (let i = 0; i < 3; i++) {
    await openCurtain(visitor);
    await drawn(visitor);
    await hand.press(page.getByRole("button", { name: "Pass on", exact: true }));
  }
  await make(visitor, "princess", ["bot"], { rounds: "3 rounds", name: "Anna" });
  await playRound(page, hand, "princess", newCount());
  return { exclusiv: false, princess: false };
}

// Another match after the first, whose record is kept.
async function again(visitor) {
  const { page, hand } = visitor;
  await make(visitor, "princess", ["bot", "bot"], { name: "Anna" });
  await playRound(page, hand, "princess", newCount());
  await hand.press(page.getByRole("button", { name: "Another match" }));
  const count = newCount();
  await playTurns(visitor, "princess", count, 2);
  return { princess: count.hasOpened };
}

const storageOf = (page) => page.evaluate(() => ({ ...localStorage }));
const isThere = ({ rack, dialog }) => rack.length > 0 || dialog !== null;
const isNamed = (screen) => isThere(screen) && !/photo/.test(screen.players[0]) ||
  screen.rack.join().includes(":");

// What a browser with this storage is shown at these places.
export async function tellScreens(server, storage, paths) {
  const visitor = await visitWith(server, storage);
  const screens = {};
  for (const path of paths) {
    await openScreen(visitor.page, server, path);
    screens[path] = await readStill(visitor.page, isNamed);
  }
  await visitor.context.close();
  return screens;
}

async function makeBrowser(server, play) {
  const visitor = await come(server);
  const opened = await play(visitor);
  await visitor.page.goto(server.link);
  const storage = await storageOf(visitor.page);
  await visitor.context.close();
  const paths = Object.keys(opened).map((game) => `/play/${game}`);
  const screens = await tellScreens(server, storage, paths);
  return { storage, opened, screens };
}

// A seat at a table of the server, made in the page, with a friend; a draft lies there.
export async function makeBrowserSeat(server) {
  const visitor = await come(server);
  const { page } = visitor;
  await make(visitor, "exclusiv", ["open"], { name: "Anna" });
  const link = page.getByRole("textbox", { name: "Link to this table" });
  const [, table, invite] = /\/t\/(\w+)#(\w+)$/.exec(await link.inputValue());
  const { key } = await joinTable(server, { table, invite });
  const ben = new Holder(server.port, table, key);
  await ben.connect();
  await page.getByRole("button", { name: "Start" }).click();
  await until(() => ben.phase === "playing");
  void playRoundOf([ben], (one) => one.seq > 16);
  const count = newCount();
  await playTurns(visitor, "exclusiv", count, 3);
  await draft(visitor);
  await until(() => ben.messages.some((m) => typeof m.draft === "string"));
  const storage = await storageOf(page);
  await sleep(LIVE_MS);
  await visitor.context.close();
  await ben.cut();
  const [kept] = JSON.parse(storage["rummery.tables"]);
  return {
    frozen: { table, holders: [{ who: "Anna", key: kept.key }, { who: "Ben", key }] },
    browser: { storage, opened: { exclusiv: count.hasOpened }, path: `/t/${table}` },
  };
}

// What those browsers are shown that play in the page alone.
export async function makeBrowsers(server) {
  const all = {};
  for (const play of [alone, shared, again]) all[play.name] = await makeBrowser(server, play);
  return all;
}
