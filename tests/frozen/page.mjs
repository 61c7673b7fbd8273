// page.mjs - the page opens what browsers kept for it: tables in the page of each game, and a seat
// at a table of the frozen store. It shows what it showed then, and play goes on: in one game of
// each browser, by the seed, to the end of the round where that is near. In the first tier one turn
// of each.
// usage: node page.mjs RUMMERY
import { check, stopServer, until } from "../clients/harness.mjs";
import { isWhole } from "../parts/tier.mjs";
import { Click } from "../browser/hands.mjs";
import { barButton, readTable } from "../browser/reader.mjs";
import { checkQuiet, dist, runInBrowser, seed } from "../browser/stage.mjs";
import { newCount, playRound, playTurn } from "../browser/turns.mjs";
import { openScreen, readScreen, visitWith } from "./browser.mjs";
import { differences } from "./compare.mjs";
import { fileOf, FIXTURES, read } from "./fixtures.mjs";
import { Holder, playRound as playRoundOf } from "./holder.mjs";
import { openStore } from "./store.mjs";

// Waits for the screen that was seen then; tells where it differs if it does not come.
async function checkScreen(page, then, name) {
  let found = [];
  const isSame = await until(async () => {
    found = differences(then, await readScreen(page), then);
    return found.length === 0;
  });
  check(isSame, `${name}: the page shows what it showed`, found.slice(0, 4).join("; "));
}

// Whoever is behind a curtain comes, what lies unfinished is taken back, the next round is asked
// for.
async function begin(page, hand) {
  const keys = [page.getByRole("button", { name: /: open the curtain$/ }),
    page.getByRole("button", { name: "Next round" })];
  for (const key of keys) if ((await key.count()) > 0) await hand.press(key);
  const again = barButton(page, "Start this turn again");
  await until(async () => (await readTable(page)).isMyTurn);
  if ((await again.count()) > 0 && (await again.isEnabled())) await hand.press(again);
}

// To the end of the round, or one turn of it.
async function playOn(page, game, hasOpened, name, isToTheEnd) {
  const hand = new Click(page);
  await begin(page, hand);
  const count = { ...newCount(), hasOpened };
  if (isToTheEnd) {
    check(await playRound(page, hand, game, count), `${name}: the round is played to its end`);
    return;
  }
  await playTurn(page, hand, game, count);
  check(true, `${name}: play goes on`);
}

// `friend` comes when the screen was seen: nobody else was there then.
async function testBrowser(server, name, { storage, opened, screens }, friend) {
  const isFar = !isWhole || friend !== undefined || name === "shared";
  const all = Object.entries(screens);
  await Promise.all(all.map(async ([path, then], i) => {
    const game = Object.keys(opened).find((one) => path.endsWith(one)) ?? Object.keys(opened)[0];
    const visitor = await visitWith(server, storage);
    const who = `${name}, ${game}`;
    await openScreen(visitor.page, server, path);
    await checkScreen(visitor.page, then, who);
    await friend?.connect();
    if (friend !== undefined) void playRoundOf([friend]);
    await playOn(visitor.page, game, opened[game], who, !isFar && i === seed % all.length);
    await friend?.cut();
    checkQuiet(visitor, who);
    await visitor.context.close();
  }));
}

async function testPage(fixture) {
  const { browserSeat } = read(fixture, "tables.json");
  const { server, people } = await openStore(fileOf(fixture, "store.sqlite"), { browserSeat },
    fixture, "--web", dist);
  for (const holder of people.browserSeat) await holder.cut();
  const [, { table, key }] = people.browserSeat;
  const { seat, ...others } = read(fixture, "browser.json");
  await Promise.all([
    testBrowser(server, "at the server", seat, new Holder(server.port, table, key)),
    ...Object.entries(others).map(([name, browser]) => testBrowser(server, name, browser)),
  ]);
  await stopServer(server);
}

await runInBrowser(FIXTURES.map((fixture) =>
  function thePage() { return testPage(fixture); }));
