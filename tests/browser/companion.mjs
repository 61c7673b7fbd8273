// companion.mjs - beside the real box: an evening of three rounds for each game with its scores,
// an entry that is corrected, the clock and its bell, what is kept, what is shared; a table of 60
// tiles that was mixed up, put right; what can be laid, step by step; by keys and ears alone; and
// in every language on a small phone. In the first tier in English, on two screens.
// usage: node companion.mjs RUMMERY [TEST]
import { readFileSync } from "node:fs";
import { check } from "../clients/harness.mjs";
import { fewOf, isWhole } from "../parts/tier.mjs";
import { Listener } from "./listener.mjs";
import { axeFaults, faultsOf } from "./looks.mjs";
import { checkQuiet, NAMES, PHONE, runInBrowser, serve, visit, waitFor } from "./stage.mjs";
import { LANGUAGES, wordsOf } from "./words.mjs";

const SIZES = [[390, 844], [1440, 900], [320, 568], [844, 390]];
let server;

async function begin() {
  server = await serve("companion");
}

const press = (page, name) => page.getByRole("button", { name, exact: true }).click();
const choose = (page, group, name) =>
  page.getByRole("group", { name: group, exact: true }).getByText(name, { exact: true }).click();
const dialog = (page) => page.getByRole("dialog");

// An evening of three rounds that Anna begins, as somebody sets it up.
async function newEvening(page, game, names, clock) {
  await page.goto(`${server.link}companion/new`);
  await choose(page, "Game", NAMES[game]);
  for (let seat = 2; seat < names.length; seat += 1) await press(page, "Add a seat");
  for (const [seat, name] of names.entries())
    await page.getByRole("textbox", { name: `Name, Player ${seat + 1}` }).fill(name);
  await choose(page, "Who starts", "The youngest");
  await choose(page, "Who is the youngest?", names[0]);
  if (clock !== undefined) await choose(page, "Time per turn", clock);
  await press(page, "Start the game night");
  await page.getByText("Round 1").waitFor();
}

const pad = (page) => page.getByRole("toolbar", { name: "Keypad" });

// Taps on the pad: a card, or all of a number as in "All: 8".
async function tapCards(page, ...keys) {
  for (const key of keys)
    await (/^All: /.test(key) ? pad(page).getByRole("button", { name: key, exact: true })
      : pad(page).locator(`[data-card="${key}"]`)).click();
}

const totals = (page) => page.locator("tfoot td").allInnerTexts();

// What was counted: who went out, and for each box of the form its number.
async function writeRound(page, winner, numbers) {
  await choose(page, "Who went out?", winner);
  for (const [name, number] of Object.entries(numbers))
    await dialog(page).getByRole("spinbutton", { name, exact: true }).fill(String(number));
  await press(page, "Write it down");
  await dialog(page).waitFor({ state: "detached" });
}

const count = (page) => press(page, "Round over: count the points");

async function checkTotals(page, wanted, what) {
  await waitFor(async () => String(await totals(page)) === String(wanted),
    `${what}: ${wanted}, not ${await totals(page)}`);
}

const isOnTurn = (page, name) =>
  page.getByRole("button", { name: new RegExp(`^${name}.*Tap when done`) }).waitFor();

// what is left counts against its owner and for the winner; XA-14; each round is begun
// by the next one.
async function anEveningOfExclusiv() {
  const visitor = await visit({ size: PHONE, touch: true });
  const { page } = visitor;
  await newEvening(page, "exclusiv", ["Anna", "Ben", "Cleo"], "No time limit");
  await isOnTurn(page, "Anna");
  await page.getByRole("button", { name: /Tap when done/ }).click();
  await isOnTurn(page, "Ben");
  await count(page);
  await writeRound(page, "Ben", { "Anna: Left on the rack": 31, "Cleo: Left on the rack": 12 });
  await checkTotals(page, [-31, 43, -12], "the winner has what the others lose");
  await isOnTurn(page, "Ben");
  await count(page);
  await writeRound(page, "Nobody", { "Anna: Left on the rack": 50 });
  await checkTotals(page, [-31, 43, -12], "a drawn round scores nothing");
  await press(page, "Correct round 1");
  await writeRound(page, "Ben", { "Anna: Left on the rack": 21 });
  await checkTotals(page, [-21, 33, -12], "an entry is corrected");
  await page.reload();
  await checkTotals(page, [-21, 33, -12], "it is kept");
  await isOnTurn(page, "Cleo");
  await count(page);
  await writeRound(page, "Cleo", { "Anna: Left on the rack": 5, "Ben: Left on the rack": 60 });
  await checkTotals(page, [-26, -27, 53], "the third round");
  await page.getByRole("main").getByText("Cleo wins!").waitFor();
  check(await page.getByRole("img", { name: /Chart of the totals/ }).count() === 1,
    "the curve is drawn");
  await sharing(visitor);
  await page.getByRole("link", { name: "Your game nights" }).click();
  await page.getByRole("row", { name: "Cleo 1 1" }).waitFor();
  await page.getByRole("row", { name: "Anna 0 1" }).waitFor();
  await press(page, "Remove the game night with Anna, Ben, Cleo from this list");
  await page.getByRole("row", { name: "Cleo 1 1" }).waitFor({ state: "detached" });
  await press(page, "Undo");
  await page.getByRole("row", { name: "Cleo 1 1" }).waitFor();
  await theSameAgain(page);
  checkQuiet(visitor, "an evening of exclusiv");
  await visitor.context.close();
}

// The next evening begins with those who were there, and as they agreed.
async function theSameAgain(page) {
  await page.getByRole("link", { name: "New game night" }).click();
  check(await page.getByRole("textbox", { name: "Name, Player 3" }).inputValue() === "Cleo",
    "names are here already");
  check(await page.getByRole("radio", { name: "No time limit" }).isChecked(), "and options");
}

// What a button saves: its name and its bytes.
async function savedBy(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), press(page, button)]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

// As a text (copied where the device has nothing to share with), a picture and a table.
async function sharing({ context, page }) {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await press(page, "As text");
  await page.getByText("Copied").waitFor();
  const [title, ...lines] = (await page.evaluate(() => navigator.clipboard.readText())).split("\n");
  check(title.startsWith("Rummy exclusiv · "), "a text says what was played and when", title);
  check(lines.join("; ") === "Cleo: 53 (-12, 0, 65); Anna: -26 (-21, 0, -5); " +
    "Ben: -27 (33, 0, -60)", "and who came to what, the best first", lines.join("; "));
  const table = await savedBy(page, "As a spreadsheet (CSV)");
  check(/\.csv$/.test(table.name), "a table is saved", table.name);
  const rows = '"Round","Anna","Ben","Cleo"\n1,-21,33,-12\n2,0,0,0\n3,-5,-60,65\n';
  check(table.bytes.toString() === rows, "with all numbers", table.bytes.toString());
  const { name, bytes } = await savedBy(page, "As a picture");
  check(/\.png$/.test(name), "a picture is saved", name);
  check(bytes.toString("latin1", 1, 4) === "PNG" && bytes.readUInt32BE(16) === 1080 &&
    bytes.length > 10_000, "which is one", String(bytes.length));
}

async function anEveningOfPhoto() {
  const visitor = await visit({ size: PHONE, touch: true });
  const { page } = visitor;
  await newEvening(page, "photo", ["Anna", "Ben"]);
  for (const [winner, loser] of [["Anna", "Ben"], ["Ben", "Anna"], ["Anna", "Ben"]]) {
    await count(page);
    await writeRound(page, winner, { [`${loser}: Left on the rack`]: 14 });
  }
  await checkTotals(page, [14, -14], "two rounds to one");
  await page.getByRole("main").getByText("Anna wins!").waitFor();
  checkQuiet(visitor, "an evening of photo");
  await visitor.context.close();
}

// laid, bonus, left; who has laid nothing at all scores nothing.
async function anEveningOfPrincess() {
  const visitor = await visit({ size: PHONE, touch: true });
  const { page } = visitor;
  await newEvening(page, "princess", ["Anna", "Ben", "Cleo"]);
  await count(page);
  await writeRound(page, "Anna", { "Anna: Cards laid": 40,
    "Anna: Cards in their bracelet’s colour on the table": 6, "Ben: Cards laid": 20,
    "Ben: Cards left in hand": 3, "Cleo: Cards left in hand": 8 });
  await checkTotals(page, [46, 17, 0], "laid, bonus and left; who has laid nothing scores nothing");
  await press(page, "Correct round 1");
  await dialog(page).getByRole("checkbox").check();
  await writeRound(page, "Anna", {});
  await checkTotals(page, [46, 17, -8], "who has only added to others has laid cards");
  for (const winner of ["Ben", "Ben"]) {
    await count(page);
    await writeRound(page, winner, { "Ben: Cards laid": 18 });
  }
  await checkTotals(page, [46, 53, -8], "three rounds");
  await page.getByRole("main").getByText("Ben wins!").waitFor();
  checkQuiet(visitor, "an evening of princess");
  await visitor.context.close();
}

// the clock of a turn, and what the rules say when it has run out.
async function theClock() {
  const visitor = await visit({ size: PHONE, touch: true });
  const { page } = visitor;
  await page.clock.install();
  await newEvening(page, "exclusiv", ["Anna", "Ben"], "1 minute");
  const dial = page.getByRole("button", { name: /Tap (when done|to start)/ });
  // time flows meanwhile, too: what is shown may be less by what passed since the last look. Says
  // how much it is
  let lookedAt = Date.now();
  const shows = async (seconds, text, what) => {
    const since = lookedAt;
    let shown = null;
    await waitFor(async () => {
      lookedAt = Date.now();
      const told = await dial.innerText();
      const passed = Math.ceil((Date.now() - since) / 1000);
      const [, minute, rest] = /(\d):(\d\d)/.exec(told) ?? [];
      shown = Number(minute) * 60 + Number(rest);
      return text.test(told) && shown <= seconds && shown >= seconds - passed - 1;
    }, `${what}: ${seconds} s, ${text}`);
    return shown;
  };
  await shows(60, /Tap to start the clock/, "the clock waits for a tap");
  await dial.click();
  await page.clock.runFor(20_000);
  await shows(40, /Tap when done/, "it runs for who begins");
  await dial.click();
  await isOnTurn(page, "Ben");
  await page.clock.runFor(10_000);
  const before = await shows(50, /Ben/, "the next one has the whole time");
  await page.reload();
  await isOnTurn(page, "Ben");
  await page.clock.runFor(20_000);
  const left = await shows(before - 20, /Ben/, "the clock outlives a reload");
  await press(page, "Stop the clock");
  await page.clock.runFor(40_000);
  await page.reload();
  const stood = await shows(left, /Tap to start/, "a clock that was stopped stands");
  await countingStopsIt(page, () =>
    shows(stood, /Tap to start/, "the clock stands while people count"));
  await press(page, "Start the clock");
  await page.clock.runFor(31_000);
  await waitFor(async () => /Correct melds stay/.test(await dial.innerText()), "what to do");
  await waitFor(async () => /Time’s up/.test(
    await page.locator("[role=alert]").first().innerText()), "it is said aloud");
  await dial.click();
  await isOnTurn(page, "Anna");
  await shows(60, /Anna/, "the next one has the whole time");
  await count(page);
  await writeRound(page, "Anna", { "Ben: Left on the rack": 7 });
  await page.clock.runFor(9_000);
  await shows(60, /Ben\s+1:00\s+Tap to start/, "a new round waits for its first tap");
  checkQuiet(visitor, "the clock");
  await visitor.context.close();
}

// Nobody's time runs out over counting; what was counted is there again.
async function countingStopsIt(page, stands) {
  await press(page, "Start the clock");
  await count(page);
  check(await dialog(page).getByRole("radio", { name: "Ben" }).isChecked(),
    "who is on turn went out, most likely");
  await choose(page, "Who went out?", "Anna");
  await dialog(page).getByRole("spinbutton", { name: "Ben: Left on the rack" }).fill("7");
  await page.clock.runFor(40_000);
  await press(page, "Close");
  await stands();
  await count(page);
  check(await dialog(page).getByRole("spinbutton").inputValue() === "7", "what was counted stays");
  await press(page, "Close");
}

// What is left is tapped instead of added up.
async function whatIsLeftIsTapped() {
  const visitor = await visit({ size: PHONE, touch: true });
  const { page } = visitor;
  await newEvening(page, "exclusiv", ["Anna", "Ben"]);
  await count(page);
  await choose(page, "Who went out?", "Ben");
  await press(page, "Tap them: Anna, Left on the rack");
  await tapCards(page, "r13", "*", "b2", "b2");
  await press(page, "Undo");
  await look(page, "tapping what is left");
  await page.setViewportSize({ width: 320, height: 568 });
  await fits(page, "tapping what is left on a small phone");
  await writeRound(page, "Ben", {});
  await checkTotals(page, [-40, 40], "thirteen, a joker and two");
  checkQuiet(visitor, "what is left is tapped");
  await visitor.context.close();
}

const RUNS = ["r1", "r13", "b1", "b13", "g1", "g13", "y1", "y6", "y8", "y13"];

async function aTableIsPutRight() {
  const visitor = await visit({ size: PHONE, touch: true });
  const { page } = visitor;
  await page.goto(`${server.link}companion`);
  await page.getByRole("link", { name: "Help at the table" }).click();
  await tapCards(page, ...RUNS, "All: 8", "All: 9");
  await page.getByText("Everything is correct.").waitFor();
  await tapCards(page, "y7");
  const why = page.locator("[data-why]");
  await why.click();
  await waitFor(async () => (await why.allInnerTexts()).join().includes("X-09"),
    "a tap on what is wrong tells the rule");
  check(await why.count() === 1, "and no other is wrong");
  const melds = page.getByRole("region", { name: "The table" }).getByRole("listitem");
  check(await melds.count() === 8, "eight groups were entered", String(await melds.count()));
  await press(page, "The table got messed up");
  const right = page.locator("[data-right]");
  await right.getByText("Everything fits again").waitFor();
  const groups = await right.locator("h2").allInnerTexts();
  check(groups.length === 2, "some are laid anew, some stay", groups.join());
  const shown = right.getByRole("listitem");
  check(await shown.count() === 60, "all 60 tiles are shown", String(await shown.count()));
  await look(page, "a table that was put right");
  await page.reload();
  await waitFor(async () => await melds.count() === 8, "what was entered outlives a reload");
  await press(page, "Clear all");
  await tapCards(page, "r5", "r7", "b1");
  await press(page, "The table got messed up");
  await right.getByText("These don’t fit anywhere").waitFor();
  checkQuiet(visitor, "a table that is put right");
  await visitor.context.close();
}

// How many, which, how; and off where people agreed on it.
async function aHintInThreeSteps() {
  const visitor = await visit({ size: PHONE, touch: true });
  const { page } = visitor;
  await page.goto(`${server.link}companion/help`);
  await tapCards(page, "y8", "y13");
  check(await page.getByRole("button", { name: "What can I lay?" }).isDisabled(),
    "without the own ones nothing is asked");
  await choose(page, "Add to", "Your rack");
  await tapCards(page, "y7", "r1", "b4");
  const hint = page.locator("[data-hint]");
  await press(page, "What can I lay?");
  await hint.getByText("You can lay 1 tile.").waitFor();
  check(await hint.getByRole("listitem").count() === 0, "the first step names none");
  await press(page, "Which?");
  await hint.getByText("yellow seven").waitFor({ state: "attached" });
  check(await hint.getByText("yellow eight").count() === 0, "nor where it goes");
  await press(page, "How?");
  await hint.getByText("yellow eight").waitFor({ state: "attached" });
  await page.goto(`${server.link}companion/new`);
  await page.getByText("More options").click();
  await page.getByRole("checkbox", { name: "Hints are allowed tonight" }).uncheck();
  await press(page, "Start the game night");
  await page.getByRole("link", { name: "Help at the table" }).click();
  await page.getByText("You agreed to play without hints tonight.").waitFor();
  check(await page.getByRole("button", { name: "What can I lay?" }).count() === 0, "none is given");
  checkQuiet(visitor, "a hint in three steps");
  await visitor.context.close();
}

async function fits(page, what) {
  const faults = await faultsOf(page);
  check(faults.length === 0, `${what}: everything fits`, faults.join("; "));
}

async function look(page, what) {
  await fits(page, what);
  const found = await axeFaults(page);
  check(found.length === 0, `${what}: axe finds nothing`, found.join("; "));
}

// What axe finds depends on words and colours: it looks by day and by lamplight.
async function theSizes() {
  for (const [width, height] of fewOf(SIZES, 2)) {
    const see = width === 390 || (isWhole && width === 1440) ? look : fits;
    const visitor = await visit({ size: { width, height }, touch: width < 900,
      dark: width === 390 });
    const { page } = visitor;
    const name = `${width}x${height}`;
    await newEvening(page, "princess", ["Anna", "Maximiliane-Elisabeth", "Cleo"], "1 minute");
    await see(page, `${name}, whose turn it is`);
    await press(page, "Flip the screen");
    await fits(page, `${name}, turned`);
    for (let round = 0; round < 2; round += 1) {
      await count(page);
      if (round === 0) await see(page, `${name}, counting`);
      await writeRound(page, "Anna", { "Anna: Cards laid": 40 });
    }
    await see(page, `${name}, the sheet`);
    await page.goto(`${server.link}companion`);
    await page.getByText("In progress, 2 rounds played").waitFor();
    await see(page, `${name}, the evenings`);
    await page.goto(`${server.link}companion/new`);
    await page.getByText("More options").click();
    await see(page, `${name}, a new one`);
    await page.goto(`${server.link}companion/help`);
    await tapCards(page, "g1", "g4", "r5", "b5", "y5");
    await see(page, `${name}, the help`);
    checkQuiet(visitor, name);
    await visitor.context.close();
  }
}

// ---- By keys, heard and not seen ----

async function byKeysAndEars() {
  const visitor = await visit();
  const ears = await Listener.sit(visitor.page, "beside the box");
  const type = (text) => visitor.page.keyboard.type(text);
  await visitor.page.goto(server.link);
  await ears.tabTo("link", /^With the real game$/);
  await ears.press("Enter");
  await waitFor(() => ears.one("link", /New game night/), "the evenings");
  await ears.tabTo("link", /New game night/);
  await ears.press("Enter");
  await waitFor(() => ears.one("button", /Start the game night/), "a new evening");
  for (const [seat, name] of ["Anna", "Ben"].entries()) {
    await ears.tabTo("textbox", new RegExp(`Player ${seat + 1}$`));
    await type(name);
  }
  await ears.tabTo("radio", /^We draw lots$/);
  await ears.press("ArrowRight");
  check((await ears.focused())?.name === "The youngest", "who begins is chosen by arrows");
  await ears.tabTo("button", /Start the game night/);
  await ears.press("Enter");
  await waitFor(() => ears.one("button", /^Anna.*Tap to start the clock/), "Anna begins");
  await ears.tabTo("button", /Tap to start/);
  await ears.press("Enter");
  await ears.answered(() => ears.press("Enter"), /^Ben’s turn$/, "whose turn it is");
  await countByKeys(ears, type);
  await helpByKeys(ears);
  check(ears.lost === undefined, "the focus is never lost", ears.lost);
  checkQuiet(visitor, "by keys and ears");
  await visitor.context.close();
}

async function countByKeys(ears, type) {
  await ears.tabTo("button", /^Round over/);
  await ears.press("Enter");
  await waitFor(() => ears.one("dialog", /^Round 1$/), "the form");
  await ears.tabTo("radio", /^Ben$/);
  await ears.press("ArrowLeft");
  await ears.tabTo("spinbutton", /^Ben: Left on the rack$/);
  await type("12");
  await ears.tabTo("button", /^Tap them: Ben/);
  await ears.press("Enter");
  await ears.tabTo("button", /^yellow one$/);
  await ears.press("ArrowRight", "ArrowRight", "Enter", "ArrowDown", "Enter");
  await waitFor(async () => (await ears.one("spinbutton", /^Ben: Left/)) !== null &&
    (await ears.each("status", /^Ben scores$/)).length === 1, "what it comes to has a name");
  await ears.tabTo("button", /^Write it down$/);
  await ears.press("Enter");
  await checkTotals(ears.page, [6, -6], "two threes");
  check((await ears.focused())?.role === "button", "the focus is where counting began",
    JSON.stringify(await ears.focused()));
}

async function helpByKeys(ears) {
  await ears.tabTo("link", /^Help at the table$/);
  await ears.press("Enter");
  await waitFor(() => ears.one("toolbar", /^Keypad$/), "the pad");
  await ears.tabTo("button", /^yellow one$/);
  await ears.answered(() => ears.press("Enter"), /^Not everything is correct/, "a verdict");
  await ears.press("ArrowDown");
  await ears.answered(() => ears.press("Enter"), /^Meld 1: set, number 1$/, "what a tap made");
  await ears.press("ArrowDown");
  await ears.answered(() => ears.press("Enter"), /^Everything is correct\.$/, "the verdict");
  await ears.tabTo("button", /^The table got messed up$/);
  await ears.answered(() => ears.press("Enter"), /Everything fits again/, "the answer");
  await ears.tabTo("link", /^Back to the game night$/);
  await ears.press("Enter");
  await waitFor(() => ears.one("button", /Tap to start the clock/), "the evening");
}

// ---- In every language ----

async function everyLanguage() {
  for (const language of fewOf(LANGUAGES.slice(1), 0)) {
    const visitor = await visit({ size: { width: 320, height: 568 }, touch: true,
      locale: language });
    const { page } = visitor;
    const words = wordsOf(language);
    const key = (name) => press(page, words(`app.companion.${name}`));
    await page.goto(`${server.link}companion/new`);
    await page.getByText(words("app.new.more")).click();
    await fits(page, `${language}, a new evening`);
    await key("begin");
    await page.getByText(words("app.companion.begins")).waitFor();
    await fits(page, `${language}, whose turn it is`);
    await key("roundOver");
    await fits(page, `${language}, counting`);
    await key("write");
    await dialog(page).waitFor({ state: "detached" });
    await fits(page, `${language}, the sheet`);
    await page.goto(`${server.link}companion/help`);
    for (const card of ["r1", "r2", "b7"]) await page.locator(`[data-card="${card}"]`).click();
    await key("mixed");
    await page.getByText(words("app.companion.fitsNot")).first().waitFor();
    await fits(page, `${language}, the help`);
    await page.goto(`${server.link}companion`);
    await page.getByRole("link", { name: words("app.companion.new") }).waitFor();
    await fits(page, `${language}, the evenings`);
    checkQuiet(visitor, language);
    await visitor.context.close();
  }
}

const tests = [anEveningOfExclusiv, anEveningOfPhoto, anEveningOfPrincess, theClock,
  whatIsLeftIsTapped, aTableIsPutRight, aHintInThreeSteps, theSizes, byKeysAndEars, everyLanguage];
const [wanted] = process.argv.slice(3);
await runInBrowser([begin, ...tests.filter(({ name }) => wanted === undefined || name === wanted)]);
