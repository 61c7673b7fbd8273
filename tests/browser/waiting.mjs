// waiting.mjs - days-long play: a table with turns of days is made in the page, and the first page
// of another visitor says where it is their turn: in the list, in the tab's name and icon, and as a
// notice of the browser where that was wished for and nobody looks.
// usage: node waiting.mjs RUMMERY
import { Client } from "../clients/client.mjs";
import { check, joinTable, makeTable, stopServer, until } from "../clients/harness.mjs";
import { checkQuiet, choose, PHONE, runInBrowser, serve, visit, waitFor } from "./stage.mjs";

let server;

async function begin() {
  server = await serve("waiting");
}

async function testMaking() {
  const visitor = await visit({ size: PHONE });
  const { page } = visitor;
  await page.goto(`${server.link}new/exclusiv`);
  await choose(page, "Time per turn", "3 days");
  await page.getByText("More options").click();
  check(await page.getByRole("group", { name: /stands in/ }).count() === 0,
    "nobody is stood in for where a turn lasts for days");
  await page.getByRole("button", { name: "Create the table" }).click();
  await page.waitForURL(/\/t\//);
  await page.getByText("3 days").waitFor();
  const name = new URL(page.url()).pathname.split("/").at(-1);
  const about = await (await fetch(`${server.link}api/tables/${name}`)).json();
  check(about.options.turn_days === 3 && about.stand_in === 0, "a turn lasts three days there",
    JSON.stringify(about));
  checkQuiet(visitor, "making a table");
  await visitor.context.close();
}

// A table where Anna is on turn, and somebody who plays for her by her key.
async function startMatch(options) {
  const made = await makeTable(server, { game: "exclusiv", options: { first: 0, ...options },
    seats: [{ name: "Anna" }, { open: true }] });
  const joined = await joinTable(server, made);
  const [anna, ben] = [new Client(server.port, made.table, made.key),
    new Client(server.port, made.table, joined.key)];
  await anna.connect();
  await ben.connect();
  await anna.ask({ do: "start" });
  await waitFor(() => anna.phase === "playing" && ben.phase === "playing", "a match");
  return { made, anna, ben };
}

// Runs in the page before its own scripts: notes notices, and hides the page when told to.
function noteNotices() {
  globalThis.notices = [];
  const note = (title, options) => globalThis.notices.push({ title, ...options });
  ServiceWorkerRegistration.prototype.showNotification = async (...notice) => note(...notice);
  globalThis.Notification = class {
    static permission = "granted";
    static requestPermission = async () => "granted";
    constructor(...notice) { note(...notice); }
  };
  Object.defineProperty(Document.prototype, "hidden", { get: () => globalThis.isAway === true });
}

// The page asks whenever it is looked at again.
const lookAgain = (page) => page.evaluate(() => {
  const isAway = globalThis.isAway === true;
  globalThis.isAway = false;
  document.dispatchEvent(new Event("visibilitychange"));
  globalThis.isAway = isAway;
});

async function isTitled(page, title) {
  await lookAgain(page);
  return await page.title() === title;
}

const storageOf = (tables) => ({ cookies: [], origins: [{
  origin: new URL(server.link).origin,
  localStorage: [{ name: "rummery.tables", value: JSON.stringify(tables) }] }] });

const knownAs = ({ table, key, invite }, at) =>
  ({ table, key, invite, game: "exclusiv", seats: [0], names: ["Anna", "Ben"], at });

async function testWaiting() {
  const short = await startMatch({ turn_days: 2 });
  const long = await startMatch({ turn_days: 14 });
  const other = await startMatch({ turn_days: 1, first: 1 });
  const visitor = await visit({ size: PHONE,
    storageState: storageOf([other, long, short].map(({ made }, i) => knownAs(made, 10 - i))) });
  const { page } = visitor;
  await page.addInitScript(noteNotices);
  await page.goto(server.link);
  const rows = page.getByRole("listitem")
    .filter({ has: page.getByRole("link", { name: /Rummy/ }) });
  await waitFor(async () => await page.title() === "(2) Rummery", "the count in the tab's name");
  const texts = await rows.allInnerTexts();
  check(/Your turn · (2 d 0|1 d 23) h left/.test(texts[0]),
    "where there is least time comes first", texts.join("; "));
  check(/Your turn · 1[34] d \d+ h left/.test(texts[1]), "then the other where it is the own turn",
    texts.join("; "));
  check(texts.slice(2).every((text) => !/Your turn/.test(text)), "and nowhere else", texts.join());
  const icon = () => page.locator("link[rel=icon]").getAttribute("href");
  check(/waiting/.test(await icon()), "the icon says so too", await icon());

  await short.anna.ask({ do: "act", action: "draw" });
  check(await until(() => isTitled(page, "(1) Rummery")), "a turn that is over is gone",
    await page.title());
  await long.anna.ask({ do: "act", action: "draw" });
  check(await until(() => isTitled(page, "Rummery")), "and when none waits, all is quiet");
  check(!/waiting/.test(await icon()), "the icon too", await icon());
  checkQuiet(visitor, "waiting");

  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByText("Tell me when it’s my turn").click();
  await page.keyboard.press("Escape");
  await page.evaluate(() => { globalThis.isAway = true; });
  await short.ben.ask({ do: "act", action: "draw" });
  await page.clock.install();
  await page.reload();
  await waitFor(async () => await page.title() === "(1) Rummery", "the table that waits");
  await page.evaluate(() => { globalThis.isAway = true; });
  await long.ben.ask({ do: "act", action: "draw" });
  const notices = () => page.evaluate(() => globalThis.notices);
  await waitFor(async () => {
    await page.clock.fastForward(61_000);
    return (await notices()).length > 0;
  }, "a notice");
  const [notice] = await notices();
  check(/Your turn/.test(notice.title) && notice.data === `/t/${long.made.table}`,
    "who does not look gets a notice of the table", JSON.stringify(await notices()));
  await page.clock.fastForward(130_000);
  check((await notices()).length === 1, "once", JSON.stringify(await notices()));
  await visitor.context.close();
  for (const { anna, ben } of [short, long, other]) await Promise.all([anna.end(), ben.end()]);
}

// A clock of days that the server tells is shown at the table.
async function testClock() {
  const { made, anna, ben } = await startMatch({ turn_days: 5 });
  const visitor = await visit({ size: PHONE, storageState: storageOf([knownAs(made, 1)]) });
  await visitor.page.goto(`${server.link}t/${made.table}`);
  const clock = visitor.page.getByRole("timer");
  await clock.waitFor();
  const text = (await clock.innerText()).trim();
  check(/^(5 d 0|4 d 23) h/.test(text), "the table shows days and hours", text);
  checkQuiet(visitor, "a table of days");
  await visitor.context.close();
  await Promise.all([anna.end(), ben.end()]);
}

async function theServer() {
  await stopServer(server);
}

await runInBrowser([begin, testMaking, testWaiting, testClock, theServer]);
