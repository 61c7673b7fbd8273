// sounds.mjs - what is heard and felt at a table: sounds that are scheduled when a tile is laid, a
// card drawn, a play right or wrong, a round won, and none once they are switched off.
// usage: node sounds.mjs RUMMERY
import words from "../../web/src/lang/en.json" with { type: "json" };
import { check, until } from "../clients/harness.mjs";
import { newPlace, rackTile } from "./reader.mjs";
import { checkQuiet, runInBrowser, serve, visit, waitFor } from "./stage.mjs";
import { openEnd, openStaged } from "./staged.mjs";

const WIN = [523, 659, 784, 1047, 784, 1047];

let server;

async function begin() {
  server = await serve("sounds");
}

// Runs in the page before its own scripts: notes by their pitch, noise, and what a phone does.
function listen() {
  globalThis.sounds = [];
  globalThis.shakes = [];
  for (const kind of [AudioScheduledSourceNode, AudioBufferSourceNode]) {
    const { start } = kind.prototype;
    kind.prototype.start = function begin(...times) {
      globalThis.sounds.push("frequency" in this ? this.frequency.value : "noise");
      return start.apply(this, times);
    };
  }
  Navigator.prototype.vibrate = (pattern) => {
    globalThis.shakes.push(String(pattern));
    return true;
  };
}

const taken = (page) => page.evaluate(() => ({ sounds: globalThis.sounds.splice(0),
  shakes: globalThis.shakes.splice(0) }));

// Does something, and waits until that is heard and felt.
async function hears(page, what, act, notes, shake) {
  await taken(page);
  await act();
  const heard = { sounds: [], shakes: [] };
  const isThere = await until(async () => {
    const { sounds, shakes } = await taken(page);
    heard.sounds.push(...sounds);
    heard.shakes.push(...shakes);
    return heard.sounds.length >= notes.length;
  });
  // others may play on at once
  const first = heard.sounds.slice(0, notes.length);
  check(isThere && first.join() === notes.join(), `${what} is heard`, heard.sounds.join());
  check((heard.shakes[0] ?? "") === shake, `${what} is felt`, heard.shakes.join(";"));
}

// What is laid for one is heard as well: that is waited for where sounds are noted.
async function layHint(page) {
  await page.evaluate(() => globalThis.sounds.splice(0));
  await page.keyboard.press("h");
  for (const step of ["which", "how", "lay"])
    await page.getByRole("button", { name: words.table.hint[step], exact: true }).click();
  await page.locator("[data-region=board] [aria-label*=\"laid by you\"]").first().waitFor();
  await waitFor(() => page.evaluate(() => globalThis.sounds.length !== 0), "what is laid");
}

async function testSounds() {
  const visitor = await visit();
  const { context, page } = visitor;
  await context.addInitScript(listen);
  const draw = page.getByRole("button", { name: /^Draw a tile/ });
  await openEnd(page, server.link, "exclusiv", { winner: 0, rounds: 2 });
  const lay = async () => {
    await rackTile(page, 0).click();
    await newPlace(page).click();
  };
  const play = page.getByRole("button", { name: "Play", exact: true });
  await hears(page, "a tile that is laid", lay, ["noise", 190], "8");
  await hears(page, "a wrong play", () => play.click(), [262, 220], "25,40,25");
  await page.keyboard.press("Control+z");
  await layHint(page);
  await hears(page, "a round that is won", () => play.click(), WIN, "20,60,20,60,60");
  await openEnd(page, server.link, "exclusiv", { winner: 0, rounds: 2 });
  for (const number of ["six", "seven", "eight", "nine", "ten"])
    await page.getByRole("option", { name: `red ${number}`, exact: true }).click();
  await newPlace(page).click();
  await waitFor(() => page.evaluate(() => globalThis.sounds.length === 2), "what is laid");
  await hears(page, "a right play", () => play.click(), [523, 784], "");
  await openStaged(page, server.link, "exclusiv", "empty");
  await hears(page, "a draw", () => draw.click(), ["noise"], "");
  const silence = page.getByRole("switch", { name: "Sound" });
  await openStaged(page, server.link, "exclusiv", "empty");
  await silence.click();
  await page.reload();
  await rackTile(page, 0).waitFor();
  check((await silence.getAttribute("aria-checked")) === "false", "silence is remembered");
  await lay();
  await play.click();
  await page.getByRole("alert").filter({ hasText: /./ }).first().waitFor({ state: "attached" });
  const { sounds, shakes } = await taken(page);
  check(sounds.length + shakes.length === 0, "and then nothing is heard or felt", sounds.join());
  checkQuiet(visitor, "sounds");
  await context.close();
}

await runInBrowser([begin, testSounds]);
