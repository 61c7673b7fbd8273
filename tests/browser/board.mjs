// board.mjs - the analysis board in the browser: a position set up by the pad with few taps, what
// is wrong with a table, the best plays, what a card would bring, and the link that says it all.
// usage: node board.mjs RUMMERY [TEST]
import { check } from "../clients/harness.mjs";
import { axeFaults, faultsOf } from "./looks.mjs";
import { rackRegion } from "./reader.mjs";
import { checkQuiet, PHONE, runInBrowser, serve, visit, waitFor, WIDE } from "./stage.mjs";
import { wordsOf } from "./words.mjs";

const SIZES = [{ width: 320, height: 568 }, { width: 844, height: 390 }, WIDE, PHONE];
let server;

async function begin() {
  server = await serve("board");
}

const region = (page, name) => page.getByRole("region", { name, exact: true });
const pad = (page) => page.getByRole("toolbar", { name: "Keypad" });
const key = (page, name) => pad(page).getByRole("button", { name, exact: true });
const button = (page, name) => page.getByRole("button", { name, exact: true });
const into = (page, name) =>
  page.getByRole("group", { name: "Add to" }).getByText(name, { exact: true });
const meldsOf = (page) => region(page, "The table").getByRole("group").evaluateAll((melds) =>
  melds.map((meld) => meld.querySelectorAll("button").length - 1));

async function checkLooks(page, what, sizes = [PHONE]) {
  for (const size of sizes) {
    await page.setViewportSize(size);
    const faults = await faultsOf(page);
    check(faults.length === 0, `${what} looks right at ${size.width} x ${size.height}`,
      faults.join("\n"));
  }
  const faults = await axeFaults(page);
  check(faults.length === 0, `${what}: axe finds nothing`, faults.join("\n"));
}

// X-27 and more: the red 8 of the set goes between the red 7 and 9.
async function aTableByThePad() {
  const visitor = await visit({ size: PHONE, touch: true });
  const { page } = visitor;
  let taps = 0;
  const press = async (...names) => {
    for (const name of names) {
      await key(page, name).tap();
      taps += 1;
    }
  };
  await page.goto(`${server.link}board`);
  // a set by its number, runs by their ends, a set of three by the number and one away
  await press("All: 8", "blue one", "blue six", "yellow ten", "yellow thirteen", "All: 12");
  await region(page, "The table").getByRole("button", { name: "Remove: green twelve" }).tap();
  taps += 1;
  check((await meldsOf(page)).join() === "4,6,4,3", "four melds lie there", await meldsOf(page));
  check(taps / 17 < 1.3, `a table takes ${(taps / 17).toFixed(2)} taps a tile`);
  await page.getByText("Everything is correct.").waitFor();
  await into(page, "Your rack").tap();
  await press("red seven", "red nine", "yellow two");
  await button(page, "Best plays").tap();
  const best = region(page, "Best plays");
  await best.getByText("2 can be laid").first().waitFor();
  check((await best.getByRole("list").first().innerText()).includes("16 points"),
    "the best play lays two tiles of 16 points");
  await best.getByText("How?").first().tap();
  await best.getByRole("list", { name: "Meld 1", exact: true }).first().waitFor();
  await button(page, "What would one more do?").tap();
  const gains = region(page, "What would one more do?");
  await gains.getByText("red ten").waitFor({ state: "attached" });
  await checkLooks(page, "the board", SIZES);
  const { hash } = new URL(page.url());
  await page.getByRole("link", { name: "Try it yourself" }).tap();
  await waitFor(async () => (await rackRegion(page).getByRole("option").count()) === 3, "the rack");
  await page.getByRole("link", { name: "Back" }).tap();
  await waitFor(async () => (await meldsOf(page)).join() === "4,6,4,3", "the same board");
  check(new URL(page.url()).hash === hash, "the way back leads to the same position");
  await button(page, "Clear all").tap();
  await waitFor(async () => (await meldsOf(page)).length === 0, "an empty board");
  await button(page, "Undo").tap();
  check((await meldsOf(page)).join() === "4,6,4,3", "what was cleared comes back");
  checkQuiet(visitor, "a board");
  await visitor.context.close();
}

// What was agreed on counts: the red six of the table frees the joker, or only one's own does.
async function byWhichRules() {
  const visitor = await visit({ size: PHONE, touch: true });
  const { page } = visitor;
  await page.goto(`${server.link}board#exclusiv+players=2;opened+1;` +
    "table+(r5+*+r7)+(y6+g6+b6+r6);rack+y12+y13+g1");
  const best = region(page, "Best plays");
  await button(page, "Best plays").tap();
  await best.getByText("2 can be laid").first().waitFor();
  await page.getByText("More options", { exact: true }).tap();
  await page.getByRole("group", { name: "Freeing a joker" }).getByText("only from your rack").tap();
  await page.getByRole("group", { name: "Players at the table" }).getByText("3").tap();
  await waitFor(() => /#exclusiv\+players=3\+joker_swap=rack;/.test(page.url()),
    "the link says by which rules");
  await button(page, "Best plays").tap();
  await best.getByText("There’s nothing to lay.").waitFor();
  await checkLooks(page, "the rules of a board", SIZES);
  // an address may say anything
  for (const wrong of ["players=4294967297", "players=2;seat+7", "players=2+jokers=-5"]) {
    await page.goto(`${server.link}board#exclusiv+${wrong};rack+r1`);
    await page.reload();
    await pad(page).waitFor();
  }
  checkQuiet(visitor, "the rules of a board");
  await visitor.context.close();
}

// Whoever gets the link sees the same, also where it is wrong: by the meld and the rule.
async function aLinkToWhatIsWrong() {
  const visitor = await visit({ dark: true });
  const { page } = visitor;
  await page.goto(`${server.link}board#exclusiv+players=2;opened+1;` +
    "table+(r5+r6+r7)+(r8+b8+r8)+(g1+g2);rack+y9");
  await page.getByText("Not everything is correct").waitFor();
  const why = await region(page, "The table").locator("[data-why]").allInnerTexts();
  check(why.length === 2, "two of three melds are wrong", why.join("\n"));
  check(/red eight twice/i.test(why[0]) && !/X-\d/.test(why[0]), "a colour comes twice",
    why[0]);
  check(/at least 3 tiles; this one has 2/.test(why[1]), "and one meld is too short", why[1]);
  check(await button(page, "Best plays").isDisabled(), "nothing is asked of a wrong table");
  // by keys: what is wrong is put right, and the address says so
  const wrong = region(page, "The table").getByRole("button", { name: "Remove: red eight" });
  await wrong.last().focus();
  await page.keyboard.press("Enter");
  await button(page, "Add to meld 2").focus();
  await page.keyboard.press("Enter");
  await key(page, "green eight").focus();
  await page.keyboard.press("Enter");
  const spoken = page.getByText(/Meld 2: set, number 8/);
  await waitFor(async () => (await spoken.count()) > 0, "what a tap has made is said aloud");
  await button(page, "Add to meld 3").focus();
  await page.keyboard.press("Space");
  // the pad is one stop, and arrows go over it
  await key(page, "yellow one").focus();
  for (const arrow of ["ArrowDown", "ArrowRight", "ArrowRight"]) await page.keyboard.press(arrow);
  check(await key(page, "green three").evaluate((one) => one === document.activeElement),
    "arrows lead from key to key");
  check(await pad(page).locator("[tabindex='0']").count() === 1, "the pad has one tab stop");
  await page.keyboard.press("Space");
  await page.getByText("Everything is correct.").waitFor();
  const link = page.url();
  check(link.includes("(r8+b8+g8)+(g1+g2+g3)"), "the link has what lies there", link);
  const other = await visit({ size: PHONE, locale: "de-DE" });
  await other.page.goto(link);
  await other.page.getByText(wordsOf("de")("app.board.correct")).waitFor();
  await checkLooks(other.page, "the same board elsewhere");
  checkQuiet(other, "a link");
  await other.context.close();
  checkQuiet(visitor, "a wrong table");
  await visitor.context.close();
}

async function theOtherGames() {
  const visitor = await visit({ size: PHONE, touch: true });
  const { page } = visitor;
  const choose = (name) => page.getByRole("group", { name: "Game" }).getByText(name).tap();
  await page.goto(`${server.link}board`);
  await choose("Photo Rummy");
  await key(page, "All: GB, London").tap();
  check((await meldsOf(page)).join() === "6", "a city is a row with one tap");
  await into(page, "Your rack").tap();
  await pad(page).locator("[data-card=Fp]").tap();
  await pad(page).locator("[data-card=Dp]").tap();
  await pad(page).locator("[data-card=Ip]").tap();
  await button(page, "Best plays").tap();
  await region(page, "Best plays").getByText("3 can be laid").first().waitFor();
  await checkLooks(page, "photos on the board");
  await choose("Princess Rummy");
  await pad(page).locator("[data-card=g6]").tap();
  await pad(page).locator("[data-card=g2]").tap();
  check((await meldsOf(page)).join() === "4", "R-08 a run goes on after the princess");
  await into(page, "Your hand").tap();
  for (const card of ["g3", "y5", "r1"]) await pad(page).locator(`[data-card=${card}]`).tap();
  await button(page, "Best plays").tap();
  await region(page, "Best plays").getByText("1 can be laid").first().waitFor();
  await checkLooks(page, "princesses on the board");
  checkQuiet(visitor, "boards of other games");
  await visitor.context.close();
}

const tests = [aTableByThePad, byWhichRules, aLinkToWhatIsWrong, theOtherGames];
const [wanted] = process.argv.slice(3);
await runInBrowser([begin, ...tests.filter(({ name }) => wanted === undefined || name === wanted)]);
