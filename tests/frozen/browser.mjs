// browser.mjs - what the page shows to a browser that kept this in its storage: the same screens
// when the fixture was made and by every later build.
import { until } from "../clients/harness.mjs";
import { readTable } from "../browser/reader.mjs";
import { visit } from "../browser/stage.mjs";
import { wordsOf } from "../browser/words.mjs";

const PARTS = wordsOf("en")("app.scores.part.title");

// A new browser that has this in its storage, as far as the page goes.
export async function visitWith(server, storage) {
  const visitor = await visit();
  await visitor.page.goto(new URL("/healthz", server.link).href);
  await visitor.page.evaluate((kept) => {
    for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
  }, storage);
  return visitor;
}

// What can be read and heard of a table; what is said in passing is left out.
export async function readScreen(page) {
  const { title, rack, melds, piles, players, dialog } = await readTable(page);
  // the sheet; how a round was counted stands in another table
  const scores = await page.evaluate((other) =>
    [...document.querySelectorAll("dialog[open] table, [role=dialog] table")]
      .map(({ innerText }) => innerText).find((text) => !text.includes(other)) ?? null, PARTS);
  return { title: title.replace(/^\(\d+\) /, ""), rack: rack.map(({ name }) => name),
    melds: melds.map(({ name, tiles }) => [name, ...tiles.map((tile) => tile.name)]), piles,
    players, dialog, scores };
}

export async function openScreen(page, server, path) {
  await page.goto(new URL(path, server.link).href);
}

// The screen once it is the same for a while: names of photos come a moment after the photos.
export async function readStill(page, isDone) {
  let last = "";
  let same = 0;
  await until(async () => {
    const now = JSON.stringify(await readScreen(page));
    same = now === last && isDone(JSON.parse(now)) ? same + 1 : 0;
    last = now;
    return same >= 40;
  });
  return JSON.parse(last);
}
