// offline.mjs - one visit, then the server is gone: the first page opens, a game against computer
// players goes to its end (in the first tier some turns of it), and what needs the server says so.
// usage: node offline.mjs RUMMERY
import { check, PATIENCE_MS, stopServer } from "../clients/harness.mjs";
import { isWhole } from "../parts/tier.mjs";
import { Finger } from "./hands.mjs";
import { plainPicture, png } from "./pictures.mjs";
import { readTable } from "./reader.mjs";
import { checkQuiet, NAMES, openHome, PHONE, runInBrowser, serve, visit, waitFor,
} from "./stage.mjs";
import { newCount, playRound } from "./turns.mjs";

let server;
let visitor;

// The one visit: just the first page, until the service worker has kept everything.
async function testVisit() {
  server = await serve("offline");
  visitor = await visit({ size: PHONE, touch: true, isKept: true });
  const { page } = visitor;
  await openHome(visitor, server.link);
  const isKept = await page.evaluate((ms) => Promise.race([
    navigator.serviceWorker.ready.then(() => true),
    new Promise((done) => setTimeout(() => done(false), ms)),
  ]), PATIENCE_MS);
  check(isKept, "after one visit the page is kept");
  const { code } = await stopServer(server);
  check(code === 0, "the server is gone");
}

async function playOffline(game) {
  const { page } = visitor;
  const hand = new Finger(page);
  await page.goto(server.link);
  await hand.press(page.getByRole("button", { name: NAMES[game] }));
  await hand.press(page.getByRole("button", { name: "Play", exact: true }));
  await waitFor(async () => (await readTable(page)).rack.length > 0, `a rack of ${game}`);
  check(true, `${game} is dealt without the server`);
  return hand;
}

async function testWholeGame() {
  const hand = await playOffline("exclusiv");
  await visitor.page.reload();
  const count = newCount();
  const isEnough = () => !isWhole && count.turns > 2 && count.draws > 0;
  check(await playRound(visitor.page, hand, "exclusiv", count, isEnough),
    "a whole game without the server, across a reload");
  check(count.turns > 2 && count.draws > 0, "in which something happens", JSON.stringify(count));
  if (isWhole)
    await visitor.page.getByRole("dialog").getByRole("table", { name: "Scores" }).waitFor();
}

async function testOtherGames() {
  for (const game of ["photo", "princess"]) await playOffline(game);
}

async function testBesideTheBox() {
  const { page } = visitor;
  await page.goto(server.link);
  await page.getByRole("link", { name: "With the real game" }).tap();
  await page.getByRole("link", { name: "New game night" }).tap();
  await page.getByRole("button", { name: "Start the game night" }).tap();
  await page.getByRole("button", { name: /Tap to start the clock/ }).waitFor();
  await page.getByRole("link", { name: "Help at the table" }).tap();
  await page.locator("[data-card=r5]").tap();
  await page.getByRole("button", { name: "The table got messed up" }).tap();
  await page.getByText("These don’t fit anywhere").waitFor();
  check(true, "an evening with the box needs no server");
  const picture = png(await plainPicture(page, 640, 480));
  await page.getByLabel("Choose a picture").setInputFiles(picture);
  await page.getByText("No tiles found.").waitFor();
  check(true, "nor does a picture of the table");
}

async function testWhatNeedsTheServer() {
  const { page } = visitor;
  await page.goto(server.link);
  await page.getByRole("button", { name: NAMES.photo }).tap();
  await page.getByRole("link", { name: "With friends" }).tap();
  await page.getByRole("button", { name: "Create the table" }).tap();
  const alert = page.getByRole("alert").filter({ hasText: /\S/ });
  await alert.waitFor();
  const text = await alert.innerText();
  check(/Can’t reach the server/.test(text), "a table with friends says why not", text);
  await page.goto(`${server.link}rules/photo`);
  const heading = page.getByRole("heading", { level: 2 }).first();
  check(await heading.waitFor().then(() => true, () => false), "the rules are there");
  checkQuiet(visitor, "without the server");
}

await runInBrowser([testVisit, testWholeGame, testOtherGames, testBesideTheBox,
  testWhatNeedsTheServer]);
