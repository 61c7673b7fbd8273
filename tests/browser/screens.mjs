// screens.mjs - every screen of the page on a phone and on a wide screen, light and dark, and on
// the phone in all six languages: kept as pictures in build/screens to be looked at, and
// measured: no text leaves its place, every target is large enough, nothing scrolls sideways,
// axe-core finds nothing, the console is silent. Also: the table at a zoom of
// 200 %. In the first tier in English and by day, without pictures.
// usage: node screens.mjs RUMMERY
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { fewOf, isWhole } from "../parts/tier.mjs";
import { Client } from "../clients/client.mjs";
import { check, joinTable, makeTable, stopServer } from "../clients/harness.mjs";
import { Click } from "./hands.mjs";
import { axeFaults, faultsOf } from "./looks.mjs";
import { newPlace, readTable } from "./reader.mjs";
import { storageOf } from "./staged.mjs";
import { checkQuiet, GAMES, here, openHome, PHONE, runInBrowser, serve, visit, waitFor, WIDE,
} from "./stage.mjs";
import { LANGUAGES, wordsOf } from "./words.mjs";

const folder = resolve(here, "../../build/screens");
const ONLY_COLOURS = { runOnly: { type: "rule", values: ["color-contrast"] } };
const ZOOMED = { width: 640, height: 400 };

let server;
let kept;
const tables = {};
const tours = [];

// ---- Tables to be looked at ------------------------------------------------------------------

const untilPlaying = (client) =>
  waitFor(() => client.phase === "playing", "a match that has begun");

// A match of three rounds, played to its end.
async function playScored() {
  const made = await makeTable(server, { game: "princess", options: { rounds: 3 },
    seats: [{ name: "Anna", colour: "r" }, { bot: 2 }, { bot: 3 }] });
  const client = new Client(server.port, made.table, made.key);
  await client.connect();
  await client.ask({ do: "start" });
  for (let round = 1; round <= 3; round += 1) {
    await untilPlaying(client);
    await client.play();
    if (round < 3) await client.ask({ do: "next" });
  }
  await client.end();
  return { ...made, game: "princess" };
}

// A match in which Anna is on turn.
async function startLive() {
  const made = await makeTable(server, { game: "exclusiv",
    options: { first: 0, turn_seconds: 3600 },
    seats: [{ name: "Anna", colour: "r" }, { open: true }, { bot: 3 }] });
  await joinTable(server, made, { seats: [{ name: "Ben", colour: "b" }] });
  const client = new Client(server.port, made.table, made.key);
  await client.connect();
  await client.ask({ do: "start" });
  await untilPlaying(client);
  await client.end();
  return { ...made, game: "exclusiv" };
}

// Tables on this device with some melds, to go on with: the card of the turn is drawn where there
// is one, and there is something to lay.
function stagedItems() {
  const kept = GAMES.map((game) => storageOf(game, game === "exclusiv" ? "opened" : "middle"));
  const items = Object.assign({}, ...kept, { local: kept.flatMap(({ local }) => local) });
  for (const game of GAMES.filter((one) => one !== "exclusiv"))
    items[`local.staged-${game}`].lines.push(game === "photo" ? "draw 1" : "draw");
  return Object.entries(items).map(([name, value]) =>
    ({ name: `rummery.${name}`, value: JSON.stringify(value) }));
}

async function prepare() {
  server = await serve("screens");
  const visitor = await visit();
  const api = Promise.all([playScored(), startLive(), makeTable(server, { game: "photo" })]);
  await openHome(visitor, server.link);
  [tables.scored, tables.live, tables.open] = await api;
  kept = await visitor.context.storageState();
  kept.origins[0].localStorage.push(...stagedItems());
  await visitor.context.close();
}

// What a browser keeps that knows those tables and speaks that language.
function storageFor(language) {
  const [origin] = structuredClone(kept.origins);
  const item = (name, value) => ({ name: `rummery.${name}`, value: JSON.stringify(value) });
  const old = origin.localStorage.find(({ name }) => name === "rummery.settings");
  const settings = JSON.parse(old.value);
  const known = [tables.scored, tables.live].map(({ table, key, invite, game, seats }) =>
    ({ table, key, invite, game, seats, names: ["Anna", "Ben"], at: Date.now() }));
  const others = origin.localStorage.filter(({ name }) =>
    !["rummery.settings", "rummery.tables"].includes(name));
  return { cookies: [], origins: [{ origin: origin.origin, localStorage: [...others,
    item("settings", { ...settings, language }), item("tables", known)] }] };
}

// ---- A tour of all screens -------------------------------------------------------------------

class Tour {
  constructor(name, language, size) {
    Object.assign(this, { name, language, size, t: wordsOf(language) });
    this.folder = resolve(folder, name);
    mkdirSync(this.folder, { recursive: true });
  }

  async open() {
    this.visitor = await visit({ size: this.size, locale: this.language, hasTouch: true,
      storageState: storageFor(this.language) });
    this.page = this.visitor.page;
    this.hand = new Click(this.page);
  }

  async look(screen) {
    const { page } = this;
    await this.keep(screen);
    const faults = await faultsOf(page, screen === "phrases");
    check(faults.length === 0, `${this.name}, ${screen}: everything fits`, faults.join("; "));
    if (this.size === ZOOMED) return;
    const spoken = await page.locator("html").getAttribute("lang");
    check(spoken === this.language, `${this.name}, ${screen}: it says its language`, spoken);
    // what has a name in one language has one in each (web/src/lang/lang.test.ts)
    if (this.language !== "en") return;
    // and a wide screen has the words and colours of a phone
    if (isWhole || this.size === PHONE) {
      const found = await axeFaults(page);
      check(found.length === 0, `${this.name}, ${screen}: axe finds nothing`, found.join("; "));
    }
    if (isWhole) await this.lookByNight(screen);
  }

  async lookByNight(screen) {
    const { page } = this;
    await page.emulateMedia({ colorScheme: "dark" });
    await waitFor(() => page.evaluate(() =>
      document.getAnimations().every(({ playState }) => playState !== "running")), "stillness");
    await this.keep(`${screen}-dark`);
    const dim = await axeFaults(page, ONLY_COLOURS);
    check(dim.length === 0, `${this.name}, ${screen}: the dark can be read`, dim.join("; "));
    await page.emulateMedia({ colorScheme: "light" });
  }

  async keep(name) {
    if (isWhole) await this.page.screenshot({ path: resolve(this.folder, `${name}.png`) });
  }

  go(path) {
    return this.page.goto(`${server.link}${path}`);
  }

  button(key, root = this.page) {
    return root.getByRole("button", { name: this.t(key), exact: true });
  }

  press(locator) {
    return this.hand.press(locator);
  }

  rackTile() {
    const rack = this.page.locator("section").filter({ has: this.page.locator("[aria-selected]") });
    return rack.last().locator("button[aria-selected]").first();
  }
}

async function lookAround(tour) {
  const { page, t } = tour;
  await tour.go("");
  await page.getByRole("button", { name: t("game.exclusiv.name") }).waitFor();
  await tour.look("home");
  await tour.press(page.getByRole("button", { name: t("game.exclusiv.name") }));
  await tour.button("app.home.play").waitFor();
  await tour.look("home-open");
  await tour.press(tour.button("app.settings.title"));
  await page.getByRole("dialog").waitFor();
  await tour.look("settings");
  await page.keyboard.press("Escape");
  await tour.go("new/exclusiv");
  await tour.press(page.getByText(t("app.new.more")));
  await tour.look("new-table");
  await tour.press(tour.button("app.new.make"));
  await tour.press(tour.button("app.room.code"));
  await page.getByRole("img", { name: t("app.room.qr") }).waitFor();
  await tour.look("waiting-room");
  await tour.go(`t/${tables.open.table}#${tables.open.invite}`);
  await tour.button("app.join.sit").waitFor();
  await tour.look("join");
  await tour.go("no/such/place");
  await page.getByText(t("app.nowhere.title")).waitFor();
  await tour.look("not-found");
}

async function lookAtRules(tour) {
  for (const game of GAMES) {
    await tour.go(`rules/${game}`);
    await tour.page.getByRole("heading", { level: 2 }).first().waitFor();
    await tour.look(`rules-${game}`);
  }
}

async function lookAtTables(tour) {
  const { page, t } = tour;
  for (const game of GAMES) {
    await tour.go(`play/${game}`);
    await tour.rackTile().waitFor();
    await page.waitForLoadState("networkidle");
    await tour.look(`table-${game}`);
  }
  await tour.go("play/exclusiv");
  await tour.rackTile().waitFor();
  await tour.press(tour.rackTile());
  await tour.press(tour.button("table.board.put_new"));
  await tour.press(tour.button("table.bar.play", page.getByRole("toolbar")));
  const why = page.getByRole("alert");
  await waitFor(async () => (await why.allInnerTexts()).join() !== "", "why not");
  await tour.look("refusal");
  await tour.press(tour.button("table.bar.again"));
  await tour.press(tour.button("table.bar.hint"));
  for (const step of ["which", "how"]) await tour.press(tour.button(`table.hint.${step}`));
  await tour.look("hint");
  await tour.press(tour.button("app.menu.title"));
  await page.getByRole("dialog").waitFor();
  await tour.look("menu");
}

async function lookAtEnds(tour) {
  const { page, t } = tour;
  await tour.go(`t/${tables.scored.table}`);
  await page.getByRole("dialog").getByRole("table").last().waitFor();
  await tour.look("scores");
  await tour.press(tour.button("app.scores.verify"));
  await page.getByText(t("app.verify.what")).waitFor();
  await tour.look("verify");
  await tour.go(`replay?table=${tables.scored.table}&match=1`);
  const slider = page.getByRole("slider");
  await slider.waitFor();
  await slider.focus();
  for (let i = 0; i < 3; i += 1) await page.keyboard.press("PageUp");
  await tour.look("replay");
  await tour.go("replay");
  await page.getByText(t("app.replay.choose")).waitFor();
  await tour.look("replay-file");
  await drawCurtain(tour, "princess");
  await tour.look("curtain");
  await drawCurtain(tour, "exclusiv");
  await tour.press(page.getByRole("dialog").getByRole("button"));
  const piles = page.getByRole("group", { name: t("table.region.piles") });
  await tour.press(piles.getByRole("button").first());
  await tour.button("table.pass.on").waitFor();
  await tour.look("pass-on");
  await tour.go(`t/${tables.live.table}`);
  await tour.rackTile().waitFor();
  await tour.press(tour.button("table.bar.say"));
  await tour.look("phrases");
  await tour.press(tour.button("table.bar.say"));
}

// Two people on this device: the curtain hides the racks from the beginning.
async function drawCurtain(tour, game) {
  const { page } = tour;
  await tour.go(`new/${game}`);
  await page.locator("select").nth(0).selectOption("person");
  await tour.press(tour.button("app.home.play"));
  await page.getByRole("dialog").waitFor();
}

async function testTours() {
  tours.push(new Tour("phone", "en", PHONE), new Tour("wide", "en", WIDE));
  for (const language of fewOf(LANGUAGES.slice(1), 0))
    tours.push(new Tour(`phone-${language}`, language, PHONE));
  const walk = async (tour) => {
    await tour.open();
    for (const part of [lookAround, lookAtRules, lookAtTables, lookAtEnds])
      await part(tour).catch((error) =>
        check(false, `${tour.name}, ${part.name} could not go on:`, error.stack));
  };
  await Promise.all(tours.map(walk));
}

// At a zoom of 200 % a wide screen has half as many pixels: everything must be there all the same.
async function testZoom() {
  const tour = new Tour("zoom", "en", ZOOMED);
  await tour.open();
  for (const game of GAMES) {
    await tour.go(`play/${game}`);
    await tour.rackTile().waitFor();
    await tour.look(`table-${game}`);
    await tour.press(tour.rackTile());
    await tour.press(newPlace(tour.page));
    const { melds } = await readTable(tour.page);
    check(melds.at(-1).tiles.length === 1, `${game} can be played at a zoom of 200 %`);
    await tour.press(tour.button("table.bar.again"));
  }
  await tour.go("");
  await tour.look("home");
  await tour.go("new/photo");
  await tour.look("new-table");
  checkQuiet(tour.visitor, "at a zoom of 200 %");
  await tour.visitor.context.close();
}

async function testLost() {
  await stopServer(server, "SIGKILL");
  await Promise.all(tours.map(async (tour) => {
    await tour.page.getByText(tour.t("app.line.lost")).waitFor();
    await tour.look("connection-lost");
    checkQuiet(tour.visitor, tour.name);
    await tour.visitor.context.close();
  }));
}

await runInBrowser([prepare, testZoom, testTours, testLost]);
