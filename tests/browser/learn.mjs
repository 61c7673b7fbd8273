// learn.mjs - lessons in the browser: one of each game by taps and one by keys, right and wrong,
// what is kept of it on the device, and how all of it looks at the sizes that are named. And a
// table of one position without a task.
// usage: node learn.mjs RUMMERY [TEST]
import { check, until } from "../clients/harness.mjs";
import { fewOf, isWhole } from "../parts/tier.mjs";
import { Finger } from "./hands.mjs";
import { axeFaults, faultsOf } from "./looks.mjs";
import { barButton, boardRegion, newPlace, passButton, pile, playButton,
  rackRegion } from "./reader.mjs";
import { checkQuiet, PHONE, runInBrowser, serve, visit, waitFor } from "./stage.mjs";
import { LANGUAGES } from "./words.mjs";

const EIGHTS = "practice#exclusiv+players=2;opened+1;table+(b8+g8+y8+r8);rack+r7+r9+y2";
const HIGH = ["red eleven", "red twelve", "red thirteen"];
const SIZES = [[390, 844], [1440, 900], [320, 568], [844, 390]];
let server;

async function begin() {
  server = await serve("learn");
}

const tap = (page, target) => new Finger(page).press(target);
const held = (page, name) => rackRegion(page).getByLabel(name);
const lying = (page, name) => boardRegion(page).getByLabel(name);
const task = (page) => page.getByRole("region", { name: "The task" });

async function aPositionIsTried() {
  const visitor = await visit({ size: PHONE, touch: true });
  const { page } = visitor;
  await page.goto(server.link + EIGHTS);
  await task(page).getByText("nothing counts here").waitFor();
  const tries = async () => {
    await tap(page, boardRegion(page).locator("button[aria-selected]").nth(3));
    await tap(page, held(page, "red seven"));
    await tap(page, held(page, "red nine"));
    await tap(page, newPlace(page));
    await tap(page, playButton(page));
    await task(page).getByText("That was your turn.").waitFor();
  };
  await tries();
  check(await boardRegion(page).getByRole("row").count() === 2, "what was played lies there");
  await tap(page, task(page).getByRole("button", { name: "Try again" }));
  await task(page).getByText("nothing counts here").waitFor();
  await waitFor(async () => (await boardRegion(page).getByRole("row").count()) === 1, "the start");
  await tries();
  check((await axeFaults(page)).length === 0, "axe finds nothing", await axeFaults(page));
  checkQuiet(visitor, "a position that is tried");
  await visitor.context.close();
}

// ---- Lessons -----------------------------------------------------------------------------------

const says = (page, text) => task(page).getByText(text).waitFor();
const again = (page) => task(page).getByRole("button", { name: "Try again" });
const next = (page) => task(page).getByRole("button", { name: "Next" });

async function exclusivByTaps() {
  const visitor = await visit({ size: PHONE, touch: true });
  const { page } = visitor;
  await page.goto(server.link);
  await tap(page, page.getByRole("link", { name: "Lessons" }));
  await page.getByText("0 of 20 done").waitFor();
  await tap(page, page.getByRole("link", { name: "The first 40" }));
  await says(page, "at least 40 points");
  for (const name of HIGH) await tap(page, held(page, name));
  await tap(page, newPlace(page));
  await tap(page, playButton(page));
  const line = page.getByRole("group", { name: "What to do" });
  await line.getByText("36").first().waitFor();
  check(await again(page).count() === 0, "what the rules refuse is no try");
  await tap(page, barButton(page, "Undo"));
  await tap(page, pile(page, /^Draw/).first());
  await says(page, "You have 40 points");
  check(!/X-13/.test(await task(page).innerText()), "nobody is told a rule's number unasked");
  await tap(page, again(page));
  await says(page, "at least 40 points");
  for (const name of HIGH) await tap(page, held(page, name));
  await tap(page, newPlace(page));
  for (const name of ["yellow four", "green four", "blue four"]) await tap(page, held(page, name));
  await tap(page, newPlace(page));
  await tap(page, playButton(page));
  await says(page, "36 and 12 are 48");
  await tap(page, next(page));
  await says(page, "with a joker");
  await page.reload();
  await says(page, "with a joker");
  await tap(page, task(page).getByRole("link", { name: "Back" }));
  await page.getByText("1 of 20 done").waitFor();
  check(await page.getByRole("link", { name: /The first 40/ }).getByRole("img").count() === 1,
    "the lesson that was done is marked");
  checkQuiet(visitor, "lessons of exclusiv");
  await visitor.context.close();
}

async function photoByTaps() {
  const visitor = await visit({ size: PHONE, touch: true });
  const { page } = visitor;
  await page.goto(`${server.link}learn/photo/take`);
  await says(page, "Lay your two photos of Berlin");
  await tap(page, passButton(page));
  await says(page, "You can take one of the five delicacies");
  await tap(page, again(page));
  await says(page, "Lay your two photos of Berlin");
  await tap(page, lying(page, /^Berlin, delicacy/));
  await tap(page, held(page, /^Berlin, symbol/));
  await tap(page, held(page, /^Berlin, church/));
  await tap(page, newPlace(page));
  await tap(page, playButton(page));
  await says(page, "a set needs four");
  checkQuiet(visitor, "lessons of photo");
  await visitor.context.close();
}

// Pictures say what is asked for, and the hand comes by itself.
async function princessByTaps() {
  const visitor = await visit({ size: PHONE, touch: true });
  const { page } = visitor;
  await page.goto(`${server.link}learn/princess/kings`);
  await says(page, "You need 13 points to start");
  const kings = task(page).locator("[data-picture] svg");
  check(await until(async () => (await kings.count()) === 3), "three kings are shown");
  await waitFor(async () => (await page.locator("[data-hand]").count()) === 1, "the hand");
  for (const number of [1, 2, 3]) await tap(page, held(page, new RegExp(`^green .*, ${number}`)));
  await tap(page, newPlace(page));
  await tap(page, playButton(page));
  check(await again(page).count() === 0, "what the rules refuse is no try");
  await tap(page, barButton(page, "Undo"));
  await tap(page, held(page, /^green .*, 1/));
  await tap(page, pile(page, /discard pile|Put .* on the pile/).last());
  await says(page, "the kings are worth more");
  check(!/R-1/.test(await task(page).innerText()), "children are told no numbers of rules");
  await tap(page, again(page));
  await says(page, "You need 13 points to start");
  for (const colour of ["yellow", "red", "blue"])
    await tap(page, held(page, new RegExp(`^${colour} king`)));
  await tap(page, newPlace(page));
  await tap(page, playButton(page));
  await says(page, "Three kings make 18");
  checkQuiet(visitor, "lessons of princess");
  await visitor.context.close();
}

// Runs in the page: a voice of this device that only notes what it is to say.
function giveVoice() {
  const voice = { name: "own", lang: "en-GB", localService: true };
  globalThis.spoken = [];
  const speech = { getVoices: () => [voice], cancel: () => {}, addEventListener: () => {},
    removeEventListener: () => {}, speak: ({ text }) => globalThis.spoken.push(text) };
  Object.defineProperty(globalThis, "speechSynthesis", { value: speech });
  globalThis.SpeechSynthesisUtterance = class {
    constructor(text) {
      this.text = text;
    }
  };
}

async function theVoice() {
  const visitor = await visit({ size: PHONE, touch: true });
  const { page } = visitor;
  await visitor.context.addInitScript(giveVoice);
  await page.goto(`${server.link}learn/princess/run`);
  await says(page, "Lay the green run");
  const times = () => page.evaluate(() =>
    globalThis.spoken.filter((text) => /^Lay the green run/.test(text)).length);
  check(await times() === 0, "the voice is silent unless it is wanted");
  await tap(page, task(page).getByRole("button", { name: "Read aloud" }));
  check(await until(async () => (await times()) === 1), "the voice reads the task");
  await page.evaluate(() => localStorage.setItem("rummery.settings", '{"hasVoice":true}'));
  await page.reload();
  await waitFor(async () => (await times()) > 0, "the task, by itself");
  checkQuiet(visitor, "the voice of a lesson");
  await visitor.context.close();
}

async function byKeys() {
  const visitor = await visit();
  const { page } = visitor;
  const type = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.goto(`${server.link}learn/exclusiv/add-run`);
  await says(page, "Add your blue tiles");
  await held(page, "blue thirteen").waitFor();
  await type("b", "1", "3", "1", "Control+Enter");
  await says(page, "Both blue tiles fit");
  await waitFor(() => again(page).evaluate((key) => key === document.activeElement), "the focus");
  await type("Enter");
  await says(page, "Add your blue tiles");
  await held(page, "blue thirteen").waitFor();
  await type("b", "1", "3", "b", "9", "1", "Control+Enter");
  await says(page, "A run grows at both ends");
  await waitFor(() => next(page).evaluate((key) => key === document.activeElement), "the focus");
  const spoken = () => page.locator('[aria-live="polite"]').first().innerText();
  check(await until(async () => /grows at both ends/.test(await spoken())),
    "what came of it is said aloud");
  await type("Enter");
  await says(page, "Add to the set");
  checkQuiet(visitor, "a lesson by keys");
  await visitor.context.close();
}

// ---- How it looks ------------------------------------------------------------------------------

// A page that has just come may have to settle.
async function fits(page, what) {
  let faults = [];
  await until(async () => (faults = await faultsOf(page)).length === 0);
  check(faults.length === 0, `${what}: everything fits`, faults.join("; "));
}

async function look(page, what) {
  await fits(page, what);
  const found = await axeFaults(page);
  check(found.length === 0, `${what}: axe finds nothing`, found.join("; "));
}

// The longest task of all in each language, on the smallest phone: the table is seen below it.
async function theLanguages() {
  for (const language of fewOf(LANGUAGES)) {
    const visitor = await visit({ size: { width: 320, height: 568 }, locale: language });
    const { page } = visitor;
    await page.goto(`${server.link}learn/exclusiv/timeout`);
    const laid = page.locator("[data-region=board] [data-piece]");
    await waitFor(async () => (await laid.count()) === 5, "the table");
    await fits(page, `in ${language}`);
    const isSeen = () => page.locator("[data-region=board]").evaluate((board) =>
      [...board.querySelectorAll("[data-piece]")].every((piece) => {
        const { bottom } = piece.getBoundingClientRect();
        return bottom <= board.getBoundingClientRect().bottom + 1;
      }));
    check(await until(isSeen), `in ${language} the whole table is seen`);
    checkQuiet(visitor, language);
    await visitor.context.close();
  }
}

async function theSizes() {
  for (const [width, height] of fewOf(SIZES, 2)) {
    const isDark = width === 390;
    const visitor = await visit({ size: { width, height }, touch: width < 900, dark: isDark });
    const { page } = visitor;
    const name = `${width}x${height}`;
    // what is told without eyes is the same on all sizes; colours by day and by lamplight
    const see = width === 390 || (isWhole && width === 1440) ? look : fits;
    await page.goto(`${server.link}learn/princess`);
    await page.getByText("0 of 12 done").waitFor();
    await see(page, `${name}, the list`);
    await page.goto(`${server.link}learn/princess/run`);
    await says(page, "the green run");
    await held(page, /^yellow/).first().waitFor();
    await fits(page, `${name}, a lesson for children`);
    await page.goto(`${server.link}learn/exclusiv/timeout`);
    await says(page, "Your time is nearly up");
    await held(page, "red nine").waitFor();
    await fits(page, `${name}, a long task`);
    await barButton(page, "Undo").click();
    await pile(page, /^Draw/).first().click();
    await says(page, "before time’s up");
    await see(page, `${name}, what went wrong`);
    checkQuiet(visitor, name);
    await visitor.context.close();
  }
}

async function noPosition() {
  const visitor = await visit({ size: PHONE });
  await visitor.page.goto(`${server.link}practice#exclusiv+players=9`);
  await visitor.page.getByText("You can’t play from here").waitFor();
  checkQuiet(visitor, "an address that says nothing");
  await visitor.context.close();
}

const tests = [exclusivByTaps, photoByTaps, princessByTaps, theVoice, byKeys, theSizes,
  theLanguages, aPositionIsTried, noPosition];
const [wanted] = process.argv.slice(3);
await runInBrowser([begin, ...tests.filter(({ name }) => wanted === undefined || name === wanted)]);
