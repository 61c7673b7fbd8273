// companion.mjs - beside the real box: an evening of three rounds for each game with its scores,
// an entry that is corrected, the clock and its bell, what is kept, what is shared; a table of 60
// tiles that was mixed up, put right; and what can be laid, step by step.
// usage: node companion.mjs RUMMERY [TEST]
import { check } from "../clients/harness.mjs";
import { axeFaults, faultsOf } from "./looks.mjs";
import { checkQuiet, NAMES, PHONE, runInBrowser, serve, visit, waitFor } from "./stage.mjs";

const SIZES = [[320, 568], [390, 844], [844, 390], [1440, 900]];
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
  for (let seat = 2; seat < names.length; seat += 1) await press(page, "One more seat");
  for (const [seat, name] of names.entries())
    await page.getByRole("textbox", { name: `Name, Player ${seat + 1}` }).fill(name);
  await choose(page, "Who begins", "The youngest");
  await choose(page, "Who is the youngest?", names[0]);
  if (clock !== undefined) await choose(page, "Time for a turn", clock);
  await press(page, "Begin the evening");
  await page.getByText("Round 1").waitFor();
}

const pad = (page) => page.getByRole("toolbar", { name: "The pad" });

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

const count = (page) => press(page, "The round is over: count");

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
  await newEvening(page, "exclusiv", ["Anna", "Ben", "Cleo"]);
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
  await page.getByRole("main").getByText("Winner: Cleo!").waitFor();
  check(await page.getByRole("img", { name: /The totals after each round/ }).count() === 1,
    "the curve is drawn");
  await sharing(page);
  await page.getByRole("link", { name: "Your evenings" }).click();
  await page.getByRole("row", { name: "Cleo 1 1" }).waitFor();
  await page.getByRole("row", { name: "Anna 0 1" }).waitFor();
  checkQuiet(visitor, "an evening of exclusiv");
  await visitor.context.close();
}

async function sharing(page) {
  const [text] = await Promise.all([
    page.waitForEvent("download"), press(page, "As a table (CSV)")]);
  check(/\.csv$/.test(text.suggestedFilename()), "a table is saved", text.suggestedFilename());
  const [picture] = await Promise.all([page.waitForEvent("download"), press(page, "As a picture")]);
  check(/\.png$/.test(picture.suggestedFilename()), "a picture is saved",
    picture.suggestedFilename());
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
  await page.getByRole("main").getByText("Winner: Anna!").waitFor();
  checkQuiet(visitor, "an evening of photo");
  await visitor.context.close();
}

// laid, bonus, left; who has laid nothing at all scores nothing.
async function anEveningOfPrincess() {
  const visitor = await visit({ size: PHONE, touch: true });
  const { page } = visitor;
  await newEvening(page, "princess", ["Anna", "Ben", "Cleo"]);
  await count(page);
  await writeRound(page, "Anna", { "Anna: Laid cards": 40,
    "Anna: Of the own colour on the table": 6, "Ben: Laid cards": 20,
    "Ben: Cards left in hand": 3, "Cleo: Cards left in hand": 8 });
  await checkTotals(page, [46, 17, 0], "laid, bonus and left; who has laid nothing scores nothing");
  await press(page, "Correct round 1");
  await dialog(page).getByRole("checkbox").check();
  await writeRound(page, "Anna", {});
  await checkTotals(page, [46, 17, -8], "who has only added to others has laid cards");
  for (const winner of ["Ben", "Ben"]) {
    await count(page);
    await writeRound(page, winner, { "Ben: Laid cards": 18 });
  }
  await checkTotals(page, [46, 53, -8], "three rounds");
  await page.getByRole("main").getByText("Winner: Ben!").waitFor();
  checkQuiet(visitor, "an evening of princess");
  await visitor.context.close();
}

// the clock of a turn, and what the rules say when it has run out.
async function theClock() {
  const visitor = await visit({ size: PHONE, touch: true });
  const { page } = visitor;
  await page.clock.install();
  await newEvening(page, "exclusiv", ["Anna", "Ben"], "1 minute");
  const dial = page.getByRole("button", { name: /Tap when done/ });
  await waitFor(async () => /1:00/.test(await dial.innerText()), "the clock waits for a tap");
  await dial.click();
  await page.clock.runFor(30_000);
  await waitFor(async () => /0:30/.test(await dial.innerText()), "half of it is over");
  await press(page, "Stop the clock");
  await page.clock.runFor(40_000);
  check(/0:30/.test(await dial.innerText()), "a clock that was stopped stands");
  await press(page, "Start the clock");
  await page.clock.runFor(31_000);
  await waitFor(async () => /Correct melds stay/.test(await dial.innerText()), "what to do");
  await waitFor(async () => /Time is up/.test(
    await page.locator("[role=alert]").first().innerText()), "it is said aloud");
  await dial.click();
  await isOnTurn(page, "Anna");
  check(/1:00/.test(await dial.innerText()), "the next one has the whole time");
  checkQuiet(visitor, "the clock");
  await visitor.context.close();
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
  await page.getByText("All of this is correct.").waitFor();
  await tapCards(page, "y7");
  const why = page.locator("[data-why]");
  await waitFor(async () => (await why.allInnerTexts()).join().includes("X-09"),
    "the meld that is wrong says which rule it breaks");
  check(await why.count() === 1, "and no other is wrong");
  const melds = page.getByRole("region", { name: "The table" }).getByRole("listitem");
  check(await melds.count() === 8, "eight groups were entered", String(await melds.count()));
  await press(page, "We mixed up the table");
  const right = page.locator("[data-right]");
  await right.getByText("Everything goes in again").waitFor();
  const groups = await right.locator("h2").allInnerTexts();
  check(groups.length === 2, "some are laid anew, some stay", groups.join());
  const shown = right.getByRole("listitem");
  check(await shown.count() === 60, "all 60 tiles are shown", String(await shown.count()));
  await look(page, "a table that was put right");
  await press(page, "Clear all");
  await tapCards(page, "r5", "r7", "b1");
  await press(page, "We mixed up the table");
  await right.getByText("These cannot go in").waitFor();
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
  await choose(page, "Taps go to", "Your rack");
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
  await page.getByRole("checkbox", { name: "Hints are allowed this evening" }).uncheck();
  await press(page, "Begin the evening");
  await page.getByRole("link", { name: "Help at the table" }).click();
  await page.getByText("You agreed on an evening without hints.").waitFor();
  check(await page.getByRole("button", { name: "What can I lay?" }).count() === 0, "none is given");
  checkQuiet(visitor, "a hint in three steps");
  await visitor.context.close();
}

async function look(page, what) {
  const faults = await faultsOf(page);
  check(faults.length === 0, `${what}: everything fits`, faults.join("; "));
  const found = await axeFaults(page);
  check(found.length === 0, `${what}: axe finds nothing`, found.join("; "));
}

async function theSizes() {
  for (const [width, height] of SIZES) {
    const visitor = await visit({ size: { width, height }, touch: width < 900,
      dark: width === 390 });
    const { page } = visitor;
    const name = `${width}x${height}`;
    await newEvening(page, "princess", ["Anna", "Maximiliane-Elisabeth", "Cleo"], "1 minute");
    await look(page, `${name}, whose turn it is`);
    await press(page, "Turn it round");
    await look(page, `${name}, turned`);
    for (let round = 0; round < 2; round += 1) {
      await count(page);
      if (round === 0) await look(page, `${name}, counting`);
      await writeRound(page, "Anna", { "Anna: Laid cards": 40 });
    }
    await look(page, `${name}, the sheet`);
    await page.goto(`${server.link}companion`);
    await page.getByText("Still going on, 2 rounds played").waitFor();
    await look(page, `${name}, the evenings`);
    await page.goto(`${server.link}companion/new`);
    await page.getByText("More options").click();
    await look(page, `${name}, a new one`);
    await page.goto(`${server.link}companion/help`);
    await tapCards(page, "g1", "g4", "r5", "b5", "y5");
    await look(page, `${name}, the help`);
    checkQuiet(visitor, name);
    await visitor.context.close();
  }
}

const tests = [anEveningOfExclusiv, anEveningOfPhoto, anEveningOfPrincess, theClock,
  whatIsLeftIsTapped, aTableIsPutRight, aHintInThreeSteps, theSizes];
const [wanted] = process.argv.slice(3);
await runInBrowser([begin, ...tests.filter(({ name }) => wanted === undefined || name === wanted)]);
