// friends.mjs - people at one table of the server, each with a browser of their own: by link,
// with names and colours; somebody who watches; a reload in the middle of a turn; a server that
// is killed and comes back; a press while the line is lost; people who share a device; a
// computer player; another match; leaving; another language in the middle of it; and a family
// at one address. In the first tier some turns of it, and no family.
// usage: node friends.mjs RUMMERY
import { check, freePort, PATIENCE_MS, until } from "../clients/harness.mjs";
import { fewOf, isWhole } from "../parts/tier.mjs";
import { Click, Finger } from "./hands.mjs";
import { barButton, pile, plain, rackOf, rackRegion, rackTile, readTable, tableOf,
} from "./reader.mjs";
import { checkQuiet, choose, NAMES, openHome, PHONE, runInBrowser, serve, visit, waitFor,
} from "./stage.mjs";
import { newCount, playTurn, waitForTurn } from "./turns.mjs";

let server;
let friends = [];
let watcher;

async function begin() {
  server = await serve("friends", "--port", String(await freePort()));
}

// The server again, at the same address, with the same data.
async function startAgain() {
  server = await serve("friends", "--port", String(server.port));
}

const isShown = (locator, state = "visible") =>
  locator.waitFor({ state }).then(() => true, () => false);

async function come(name, { touch = false } = {}) {
  const visitor = await visit(touch ? { size: PHONE, touch } : {});
  const hand = touch ? new Finger(visitor.page) : new Click(visitor.page);
  await openHome(visitor, server.link, (button) => hand.press(button));
  return { ...visitor, name, hand, count: newCount() };
}

async function openNewTable({ page, hand, name }, game) {
  await hand.press(page.getByRole("button", { name: NAMES[game] }));
  await hand.press(page.getByRole("link", { name: "With friends" }));
  await page.getByRole("textbox", { name: "Name" }).first().click();
  await page.keyboard.type(name);
  await choose(page, "Time per turn", "No time limit");
  await hand.press(page.getByText("More options"));
  await choose(page, "The computer fills in for anyone who’s away", "never");
}

const seatForm = (page, number) => page.getByRole("listitem", { name: `Player ${number}` });

async function makeTable({ page, hand }) {
  await hand.press(page.getByRole("button", { name: "Create the table" }));
  const link = page.getByRole("textbox", { name: "Link to this table" });
  await link.waitFor();
  return link.inputValue();
}

// There are two links, but one is seen: the one for friends.
async function askToWatch({ page, hand }) {
  const link = page.getByRole("textbox", { name: "A link just for watching" });
  check(!(await link.isVisible()), "the link to watch is not mistaken for the other");
  await hand.press(page.getByText("A link just for watching"));
  await link.waitFor();
  return link.inputValue();
}

async function sitDown({ page, hand, name }, link, colour) {
  await page.goto(link);
  const field = page.getByRole("textbox", { name: "Name" });
  await field.click();
  await page.keyboard.press("Control+A");
  await page.keyboard.type(name);
  await hand.press(page.getByRole("radio", { name: colour }));
  await hand.press(page.getByRole("button", { name: "Take a seat" }));
  await page.getByText("You’re at the table").waitFor();
}

// ---- Four people, one who watches ------------------------------------------------------------

async function testComeTogether() {
  const [anna, ben, carla, dora] = await Promise.all([come("Anna"), come("Ben", { touch: true }),
    come("Carla"), come("Dora", { touch: true })]);
  friends = [anna, ben, carla, dora];
  await openNewTable(anna, "exclusiv");
  for (let i = 0; i < 2; i += 1)
    await anna.hand.press(anna.page.getByRole("button", { name: "Add a seat" }));
  const link = await makeTable(anna);
  const watching = await askToWatch(anna);
  check(link.split("#")[0] === watching, "it is the same without the invitation");
  await sitDown(ben, link, "blue");
  await carla.page.goto(link);
  const blue = carla.page.getByRole("radio", { name: "blue" });
  await carla.page.getByText("Ben").waitFor();
  check(await until(() => blue.isDisabled()), "a colour that somebody wears cannot be chosen");
  await sitDown(carla, link, "yellow");
  await sitDown(dora, link, "red");
  watcher = await visit();
  await watcher.page.goto(watching);
  await watcher.page.getByText("You’re watching").waitFor();
  for (const name of ["Anna", "Ben", "Carla", "Dora"])
    check(await isShown(anna.page.getByRole("main").getByText(name, { exact: true })),
      `${name} sits at the table`);
  await anna.hand.press(anna.page.getByRole("button", { name: "Start" }));
}

const onTurn = async (people) => {
  let found;
  await waitFor(async () => {
    for (const friend of people)
      if ((await readTable(friend.page)).isMyTurn) found = friend;
    return found !== undefined;
  }, "somebody on turn");
  return found;
};

// What everybody can see must be the same for everybody.
async function checkAgree(what) {
  const pages = [...friends, watcher].map(({ page }) => page);
  const seen = async () => {
    const tables = await Promise.all(pages.map(readTable));
    return tables.map((table) => JSON.stringify([tableOf(table), table.players]));
  };
  let last = [];
  const isSame = await until(async () => (last = await seen()).every((one) => one === last[0]));
  check(isSame, `all see the same ${what}`, last.join("\n"));
}

async function testDeal() {
  for (const { page, name } of friends) {
    await waitFor(async () => (await readTable(page)).rack.length === 14, `${name}'s rack`);
    const { players } = await readTable(page);
    check(players.length === 4 && players.every((text) => /, 14 tiles/.test(text)),
      `${name} sees how many tiles each has`, players.join("; "));
  }
  const racks = await Promise.all(friends.map(async ({ page }) => rackOf(await readTable(page))));
  check(new Set(racks.map((rack) => rack.join())).size === 4, "everybody has a rack of their own");
  await waitFor(async () => (await readTable(watcher.page)).players.length === 4, "a watcher");
  const watched = await readTable(watcher.page);
  const tiles = await watcher.page.locator("button[aria-selected]").count();
  check(watched.rack.length === 0 && tiles === 0, "who watches sees no racks");
  check(await rackRegion(watcher.page).count() === 0, "and has none");
  await checkAgree("deal");
}

async function testTurns() {
  for (let i = 0; i < (isWhole ? 6 : 3); i += 1) {
    const friend = await onTurn(friends);
    await playTurn(friend.page, friend.hand, "exclusiv", friend.count);
    await checkAgree(`after turn ${i + 1}`);
  }
}

// ---- A reload, a kill ------------------------------------------------------------------------

// Orders the rack by hand and lays two tiles that nobody would play so.
async function arrangeSomething({ page, hand }) {
  const sorter = barButton(page, /^Sorted by /);
  while (!/^Sorted by hand/.test(await sorter.getAttribute("aria-label"))) await hand.press(sorter);
  await hand.press(rackTile(page, 0));
  await hand.press(page.getByRole("button", { name: "Move right" }));
  await hand.press(rackTile(page, 1));
  // by now there may be few
  for (const name of rackOf(await readTable(page)).slice(-2)) await hand.lay([name], null);
  return readTable(page);
}

const arrangement = (table) => JSON.stringify([rackOf(table), tableOf(table)]);

async function testReload() {
  const friend = await onTurn(friends);
  const before = await arrangeSomething(friend);
  await checkAgree("unfinished arrangement");
  await friend.page.reload();
  await waitForTurn(friend.page);
  await until(async () => arrangement(await readTable(friend.page)) === arrangement(before));
  const after = await readTable(friend.page);
  check(arrangement(after) === arrangement(before),
    "a reload brings back the table, the rack's order and the arrangement",
    `${arrangement(before)} -> ${arrangement(after)}`);
  const other = friends.find((one) => one !== friend);
  const rack = rackOf(await readTable(other.page));
  await other.page.reload();
  await waitFor(async () => (await readTable(other.page)).rack.length === rack.length, "the rack");
  const isSame = async () => rackOf(await readTable(other.page)).join() === rack.join();
  check(await until(isSame), "also for who waits");
}

const LOST = /connection lost/i;

async function testKill() {
  const friend = await onTurn(friends);
  const { page, hand } = friend;
  const before = await readTable(page);
  server.child.kill("SIGKILL");
  await server.ended;
  for (const one of [...friends, watcher]) {
    const banner = one.page.getByRole("status").filter({ hasText: LOST });
    check(await isShown(banner), "a lost connection is shown");
  }
  check(arrangement(await readTable(page)) === arrangement(before), "what was laid stays there");
  await hand.press(barButton(page, "Start this turn again"));
  const again = await readTable(page);
  await hand.press(pile(page, /^Draw a tile/));
  const isSaid = await until(async () => {
    const texts = await page.getByText(LOST).allInnerTexts();
    return texts.some((text) => text.includes("sent as soon as it’s back"));
  });
  check(isSaid, "what is pressed meanwhile is said to wait");
  await hand.press(pile(page, /^Draw a tile/));
  await startAgain();
  for (const one of [...friends, watcher]) {
    const banner = one.page.getByRole("status").filter({ hasText: LOST });
    check(await isShown(banner, "hidden"), "the line comes back by itself");
  }
  await waitFor(async () => !(await readTable(page)).isMyTurn, "the press is done");
  await until(async () => (await readTable(page)).rack.length > again.rack.length);
  const after = await readTable(page);
  check(after.rack.length === again.rack.length + 1, "and done exactly once",
    `${again.rack.length} -> ${after.rack.length}`);
  const left = (table) => Number(/; (\d+) left/.exec(table.piles[0])[1]);
  check(left(after) === left(again) - 1, "the stock has one tile less", `${left(after)}`);
  await checkAgree("after the kill");
  const next = await onTurn(friends);
  check(next !== friend, "and the next one is on turn");
  await playTurn(next.page, next.hand, "exclusiv", next.count);
  await checkAgree("and play goes on");
}

// ---- Another language ------------------------------------------------------------------------

// All that is written or named on the page.
const wordsOf = (page) => page.evaluate(() => {
  const words = new Set();
  for (const element of document.querySelectorAll("body *")) {
    if (element.closest("select, dialog, svg, noscript")) continue;
    const label = element.getAttribute("aria-label");
    if (label) words.add(label);
    for (const node of element.childNodes)
      if (node.nodeType === 3 && /\p{L}{3}/u.test(node.data)) words.add(node.data.trim());
  }
  return [...words];
});

async function speak({ page, hand }, from, to) {
  await hand.press(page.getByRole("button", { name: from.menu, exact: true }));
  await hand.press(page.getByRole("dialog").getByRole("button", { name: from.settings }));
  await page.getByRole("combobox", { name: from.language }).selectOption(to.code);
  await page.locator(`html[lang=${to.code}]`).waitFor();
  await page.keyboard.press("Escape");
}

const ENGLISH = { code: "en", menu: "Menu", settings: "Settings", language: "Language" };
const FRENCH = { code: "fr", menu: "Menu", settings: "Réglages", language: "Langue" };

async function testLanguage() {
  const friend = await onTurn(friends);
  const { page } = friend;
  const before = await readTable(page);
  const english = await wordsOf(page);
  await speak(friend, ENGLISH, FRENCH);
  const french = await wordsOf(page);
  const names = ["Anna", "Ben", "Carla", "Dora", "Menu", "joker", NAMES.exclusiv];
  const same = french.filter((word) => english.includes(word) && !names.includes(plain(word)));
  check(same.length === 0, "another language changes all words at once", same.join("; "));
  check(/^À vous/.test(await page.title()) || !/^Your turn/.test(await page.title()),
    "the title too", await page.title());
  await speak(friend, FRENCH, ENGLISH);
  check(arrangement(await readTable(page)) === arrangement(before), "and nothing else");
}

async function testQuiet() {
  for (const friend of [...friends, watcher]) {
    checkQuiet(friend, friend.name ?? "the watcher");
    await friend.context.close();
  }
}

// ---- People, a device for two, a computer player ---------------------------------------------

const TURNS_MAX = 200, FIRST_TURNS = 6;
const LIFT = /^I’m .*: open the curtain$/;

// Plays for whoever is at this device until the round is over, or for so many turns.
async function playHere({ page, hand, count }, others, turns) {
  for (let i = 0; i < turns; i += 1) {
    let table;
    await waitFor(async () => {
      for (const other of others) await playIfOnTurn(other);
      table = await readTable(page);
      return table.isMyTurn || table.isOver || table.isCurtained;
    }, "the next turn");
    if (table.isOver) return true;
    if (table.isCurtained) {
      check(table.rack.length === 0, "behind the curtain there is no rack to see");
      await hand.press(page.getByRole("button", { name: LIFT }));
    } else await playTurn(page, hand, "princess", count);
    count.hasOpened = false;
  }
  return false;
}

async function playIfOnTurn({ page, hand, count }) {
  if (!(await readTable(page)).isMyTurn) return;
  await playTurn(page, hand, "princess", count);
}

async function testMixed() {
  const [anna, ben] = await Promise.all([come("Anna", { touch: true }), come("Ben")]);
  await openNewTable(anna, "princess");
  const { page, hand } = anna;
  await seatForm(page, 2).getByRole("combobox").first().selectOption("person");
  await seatForm(page, 2).getByRole("textbox", { name: "Name" }).click();
  await page.keyboard.type("Emil");
  for (const kind of ["bot", "open"]) {
    await hand.press(page.getByRole("button", { name: "Add a seat" }));
    const number = kind === "bot" ? 3 : 4;
    await seatForm(page, number).getByRole("combobox").first().selectOption(kind);
  }
  const link = await makeTable(anna);
  await ben.page.goto(link);
  const free = ben.page.locator("input[type=radio]:enabled").first();
  await free.waitFor();
  await sitDown(ben, link, (await free.getAttribute("aria-label")));
  await hand.press(page.getByRole("button", { name: "Start" }));
  const isOver = await playHere(anna, [ben], isWhole ? TURNS_MAX : FIRST_TURNS);
  check(isOver || !isWhole, "people, a shared device and a computer play a round");
  if (isOver) {
    const sheet = page.getByRole("dialog").getByRole("table", { name: "Scores" });
    check(await isShown(sheet), "with its score sheet");
    await testRematch(anna, ben);
  }
  await testLeave(anna, ben);
  for (const friend of [anna, ben]) {
    checkQuiet(friend, `${friend.name} at the mixed table`);
    await friend.context.close();
  }
}

async function testRematch(anna, ben) {
  await anna.hand.press(anna.page.getByRole("button", { name: "Another match" }));
  await waitFor(async () => (await readTable(ben.page)).rack.length >= 10, "another match");
  const { players } = await readTable(ben.page);
  check(["Anna", "Emil", "Ben"].every((name) => players.some((text) => text.startsWith(name))),
    "another match with the same seats", players.join("; "));
}

async function testLeave(anna, { page, hand }) {
  const question = page.getByRole("dialog", { name: "Leave the table" });
  const ask = async () => {
    await hand.press(page.getByRole("button", { name: "Menu" }));
    await hand.press(page.getByRole("button", { name: "Leave the table" }));
    await question.waitFor();
  };
  await ask();
  await hand.press(question.getByRole("button", { name: "Stay" }));
  await question.waitFor({ state: "detached" });
  check((await readTable(page)).rack.length > 0, "who is asked and stays keeps the seat");
  await ask();
  await hand.press(question.getByRole("button", { name: "Leave the table" }));
  await page.getByRole("button", { name: NAMES.exclusiv }).waitFor();
  check(true, "who leaves is back at the first page");
  const isGone = await until(async () => {
    const { players } = await readTable(anna.page);
    return !players.some((text) => text.startsWith("Ben,"));
  });
  check(isGone, "and a computer player has the seat", (await readTable(anna.page)).players.join());
}

// ---- One home --------------------------------------------------------------------------------

// A family opens the page at the same moment behind one address, with the server's usual limits:
// everybody gets all of it, to the last file that is kept for days without a line.
async function testOneHome() {
  const home = await serve("home", "--connections-per-address", "64");
  const family = await Promise.all(["Mia", "Noah", "Olga", "Paul", "Rosa"].map(() =>
    visit({ isKept: true })));
  await Promise.all(family.map(async (visitor) => {
    const { page } = visitor;
    await page.goto(home.link);
    await page.getByRole("button", { name: NAMES.photo }).click();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await waitFor(async () => (await readTable(page)).rack.length > 0, "a rack");
    const isKept = await page.evaluate((ms) => Promise.race([
      navigator.serviceWorker.ready.then(() => true),
      new Promise((done) => setTimeout(() => done(false), ms)),
    ]), PATIENCE_MS);
    check(isKept, "five at one address all get the whole page");
    checkQuiet(visitor, "one of five at one address");
    await visitor.context.close();
  }));
}

await runInBrowser([begin, testComeTogether, testDeal, testTurns, testReload, testKill,
  testLanguage, testQuiet, testMixed, ...fewOf([testOneHome], 0)]);
