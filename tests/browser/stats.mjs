// stats.mjs - what matches come to, and how it moves: a match that is over is counted once, the
// screen tells what was kept, a file and codes bring all of it to another browser, which loses
// nothing of its own, and what is no such file is refused.
// usage: node stats.mjs RUMMERY
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check } from "../clients/harness.mjs";
import { fewOf } from "../parts/tier.mjs";
import { axeFaults, faultsOf } from "./looks.mjs";
import { checkQuiet, PHONE, runInBrowser, serve, visit, waitFor, WIDE } from "./stage.mjs";
import { openEnded } from "./staged.mjs";
import { wordsOf } from "./words.mjs";

const words = wordsOf("en");
const say = (key, about) => Object.entries(about).reduce(
  (text, [name, value]) => text.replaceAll(`{${name}}`, value), words(`app.stats.${key}`));
const SEAT = { table: "k3v9", game: "photo", key: "secretkey", seats: [0], names: ["Anna"], at: 5 };

const KEPT = ["settings", "tables", "local", "matches", "lessons", "puzzles", "evenings", "moving",
  "steps"];

let server;
let folder;

async function begin() {
  server = await serve("stats");
  folder = mkdtempSync(join(tmpdir(), "stats-"));
}

const stored = (page, name) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(`rummery.${key}`)), name);

const keep = (page, items) => page.evaluate((all) => {
  for (const [name, value] of Object.entries(all))
    localStorage.setItem(`rummery.${name}`, JSON.stringify(value));
}, items);

const match = (i, more) => ({ id: `q.${i}`, at: 1.7e12 + i * 1e8, game: "exclusiv", players: 3,
  level: 2, isWon: false, rounds: 1, largest: 5, seat: 0, record: "", accuracy: null, ...more });
const MATCHES = [match(1, { accuracy: 60 }), match(2, { isWon: true, accuracy: 80 }),
  match(3, { isWon: true, level: 0, players: 2, game: "princess", largest: 8 })];

const openStats = async (page, hash = "") => {
  await page.goto(`${server.link}stats${hash}`);
  await page.getByRole("heading", { name: words("app.stats.title") }).waitFor();
};

// The staged match is over when the page opens: it is looked at twice, and counted once.
async function testCounting() {
  const visitor = await visit({ size: PHONE });
  const { page } = visitor;
  await openEnded(page, server.link, "exclusiv", { rounds: 1, ended: [{ winner: 0 }] });
  await waitFor(async () => (await stored(page, "matches"))?.length === 1, "the match is counted");
  const [kept] = await stored(page, "matches");
  check(kept.isWon && kept.game === "exclusiv" && kept.players === 2 && kept.rounds === 1,
    "a match is kept as it was", JSON.stringify(kept));
  check(kept.largest === 14, "with the most that was laid at once", String(kept.largest));
  await waitFor(async () => (await stored(page, "matches"))[0].accuracy !== null,
    "how accurate it was is found out");
  const { accuracy } = (await stored(page, "matches"))[0];
  check(accuracy > 50 && accuracy <= 100, "who laid all at once was accurate", String(accuracy));
  await page.reload();
  await page.locator("dialog[open] p.best").waitFor();
  check((await stored(page, "matches")).length === 1, "it is counted once");
  await openStats(page);
  check(await page.getByRole("img", { name: say("won", { percent: 100 }) }).count() === 1,
    "what was won is shown");
  checkQuiet(visitor, "counting");
  await visitor.context.close();
}

async function testScreen() {
  for (const [size, dark] of fewOf([[PHONE, true], [WIDE, false],
    [{ width: 320, height: 568 }, false], [{ width: 844, height: 390 }, false]], 2)) {
    const visitor = await visit({ size, dark });
    const { page } = visitor;
    const who = `${size.width} px${dark ? ", dark" : ""}`;
    await openStats(page);
    await page.getByText(words("app.stats.none")).waitFor();
    await keep(page, { matches: MATCHES });
    await page.reload();
    await page.getByRole("img", { name: say("won", { percent: 67 }) }).waitFor();
    const text = await page.locator("main").innerText();
    for (const told of [say("wonOf", { won: 1, played: 2 }), say("streak", { number: 2 }),
      words("app.stats.people"), words("level.2"), words("app.stats.accuracy")])
      check(text.includes(told), `${who}: it tells "${told}"`, text);
    // words and colours are the same on others
    const hasAxe = size === PHONE || size === WIDE;
    const faults = [...await faultsOf(page), ...(hasAxe ? await axeFaults(page) : [])];
    check(faults.length === 0, `${who}: it looks right`, faults.join("; "));
    checkQuiet(visitor, who);
    await visitor.context.close();
  }
}

async function openFile(page, text) {
  const path = join(folder, "given.json");
  writeFileSync(path, text);
  await page.getByLabel(words("app.stats.open")).setInputFiles(path);
}

const take = (page) => page.getByRole("button", { name: words("app.stats.take") }).click();

// The file that one browser saves is opened by another, which has a match of its own.
async function testFile() {
  const { page, context } = await visit();
  await openStats(page);
  await keep(page, { matches: MATCHES, tables: [SEAT] });
  const [download] = await Promise.all([page.waitForEvent("download"),
    page.getByRole("button", { name: words("app.stats.save") }).click()]);
  const text = readFileSync(await download.path(), "utf8");
  await context.close();

  const other = await visit();
  await openStats(other.page);
  await keep(other.page, { matches: [match(9, { isWon: true })] });
  for (const wrong of ["no json", "{}", text.replace("\"exclusiv\"", "\"chess\""),
    text.slice(0, -9)]) {
    await openFile(other.page, wrong);
    await other.page.getByRole("alert").getByText(words("app.stats.noFile")).waitFor();
  }
  await openFile(other.page, text);
  await other.page.getByText(say("offer", { matches: 3, seats: 1 })).waitFor();
  check((await stored(other.page, "matches")).length === 1, "nothing is taken unasked");
  await take(other.page);
  await other.page.getByText(words("app.stats.taken")).waitFor();
  const ids = (await stored(other.page, "matches")).map(({ id }) => id).join(" ");
  check(ids === "q.9 q.3 q.2 q.1", "the matches of both are there", ids);
  check((await stored(other.page, "tables"))[0].key === SEAT.key, "so is the seat");
  await other.page.getByRole("img", { name: say("won", { percent: 75 }) }).waitFor();
  checkQuiet(other, "a file");
  await other.context.close();
}

// What the codes say is opened one by one in another browser, in whatever order.
async function testCodes() {
  const { page, context } = await visit({ size: PHONE });
  await openStats(page);
  const many = Array.from({ length: 90 }, (_, i) => match(i, { id: `${Math.sin(i)}`,
    at: Math.floor(1.7e12 + (Math.abs(Math.sin(i)) * 1e10)) }));
  await keep(page, { matches: many, tables: [SEAT] });
  await page.reload();
  await page.getByRole("button", { name: words("app.stats.codes") }).click();
  const field = page.getByLabel(words("app.stats.link"));
  const links = [await field.inputValue()];
  check(await page.getByRole("img", { name: words("app.room.qr") }).count() === 1,
    "a code is shown");
  const next = page.getByRole("button", { name: words("app.stats.next") });
  while (await next.isEnabled()) {
    await next.click();
    links.push(await field.inputValue());
  }
  check(links.length > 1 && new Set(links).size === links.length, "there are several codes",
    String(links.length));
  const faults = [...await faultsOf(page), ...await axeFaults(page)];
  check(faults.length === 0, "the codes look right", faults.join("; "));
  await context.close();

  const other = await visit({ size: PHONE });
  await openStats(other.page, "#nonsense");
  await other.page.getByRole("alert").getByText(words("app.stats.noCode")).waitFor();
  for (const link of links.reverse()) {
    await other.page.goto(link);
    await other.page.reload();
    const told = other.page.getByText(/Still missing|Seats at tables: 1/);
    await told.waitFor();
  }
  await take(other.page);
  await other.page.getByText(words("app.stats.taken")).waitFor();
  check((await stored(other.page, "matches")).length === many.length, "all matches came");
  check((await stored(other.page, "tables"))[0].key === SEAT.key, "the seat came, too");
  checkQuiet(other, "codes");
  await other.context.close();
}

// The store of a browser may hold anything: no screen fails for it.
async function testJunk() {
  const visitor = await visit({ size: PHONE });
  const { page } = visitor;
  for (const junk of fewOf([[{}], [null], {}, 5])) {
    await page.goto(`${server.link}healthz`);
    await keep(page, Object.fromEntries(KEPT.map((name) => [name, junk])));
    for (const path of ["", "stats", "puzzle", "learn/photo", "companion", "play/princess"]) {
      await page.goto(`${server.link}${path}`);
      const sign = path.startsWith("play") ? "[data-region=rack] [data-piece]" : "h1";
      const failed = page.getByText(words("app.error.title"))
        .or(page.getByText(words("app.error.fetch")));
      await page.locator(sign).or(failed).first().waitFor();
      check(await failed.count() === 0, `/${path} opens although ${JSON.stringify(junk)} is kept`);
    }
  }
  checkQuiet(visitor, "junk");
  await visitor.context.close();
}

async function end() {
  rmSync(folder, { recursive: true });
}

await runInBrowser([begin, testCounting, testScreen, testFile, testCodes, testJunk, end]);
