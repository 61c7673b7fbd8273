// guide.mjs - who shows the way: the hand of a hint, for who cannot read, looked at where it is,
// while it moves and where motion is not wanted; the voice, of which the browser here has none and
// is given one; the steps of a first visit; a photo that is held.
// usage: node guide.mjs RUMMERY [TEST]
import { check, sleep, until } from "../clients/harness.mjs";
import { fewOf } from "../parts/tier.mjs";
import { Listener } from "./listener.mjs";
import { checkQuiet, PHONE, runInBrowser, seed, serve, visit, waitFor } from "./stage.mjs";
import { openStaged, openStored, storageOf } from "./staged.mjs";
import { LANGUAGES } from "./words.mjs";

const SIZES = { phone: PHONE, wide: { width: 1440, height: 900 } };
const STOCK = '[data-place="stack 1"]';
const DISCARD = '[data-place="discard"]';
const RACK = "[data-region=rack]";
const PLAY = "[data-region=bar] .play";
const UNDO = "[data-region=bar] .undo";

let server;

async function begin() {
  server = await serve("guide");
}

// ---- The hand ----

// Whether the tip of its finger is over that place now.
const isOver = (page, place) => page.evaluate((selector) => {
  const tip = document.querySelector("[data-hand]")?.getBoundingClientRect();
  const box = document.querySelector(selector)?.getBoundingClientRect();
  if (tip === undefined || box === undefined) return false;
  return tip.left >= box.left && tip.left <= box.right && tip.top >= box.top &&
    tip.top <= box.bottom;
}, place);

async function checkWay(page, who, ...places) {
  for (const place of places)
    check(await until(() => isOver(page, place)), `${who}: the hand goes to ${place}`);
}

const panel = (page) => page.locator("[data-region=hint]");
const hint = (page) => page.getByRole("button", { name: "Hint", exact: true });

// One step of the hint after the other, each when the one before is there: what it offers next.
const STEPS = ["Which?", "How?", "Lay it like this"];

async function takeSteps(page, ...steps) {
  for (const next of steps) {
    await hint(page).click();
    await panel(page).getByRole("button", { name: next }).waitFor();
  }
}

// What is below the hand at each step of its way, in order; nothing until it stays that way for
// longer than the page looks for what has moved under it. The way is walked by the animation's own
// clock: on a slow day a lap has fewer frames than steps.
const placesOf = (page) => page.evaluate(async () => {
  const read = () => {
    const hand = document.querySelector("[data-hand]");
    const [moving] = hand?.getAnimations() ?? [];
    if (moving === undefined) return [];
    const { currentTime, effect } = moving;
    moving.pause();
    const seen = effect.getKeyframes().filter(({ opacity }) => opacity === "1");
    const places = seen.map(({ offset }) => {
      moving.currentTime = offset * effect.getComputedTiming().duration;
      const { left, top } = hand.getBoundingClientRect();
      const below = document.elementFromPoint(left, top);
      return {
        region: below?.closest("[data-region]")?.dataset.region,
        piece: below?.closest("[data-piece]")?.dataset.piece,
        drop: below?.closest("[data-drop]")?.dataset.drop,
      };
    });
    moving.currentTime = currentTime;
    moving.play();
    return places;
  };
  const before = JSON.stringify(read());
  await new Promise((resolve) => setTimeout(resolve, 400));
  const places = read();
  return before === JSON.stringify(places) ? places : [];
});

// The piece that the hand begins at, and the place that it leads to.
async function nextOf(page) {
  let places = [];
  await waitFor(async () => {
    places = await placesOf(page);
    return places[0]?.region === "rack" && ["board", "new"].includes(places.at(-1).region);
  }, "the hand goes from the rack to the table");
  return { piece: places[0].piece, target: places.at(-1).drop };
}

async function layByHand(page, who) {
  const count = () => page.locator(`${RACK} .hinted`).count();
  for (let left = await count(); left > 0; left = await count()) {
    const { piece, target } = await nextOf(page);
    const before = await count();
    await page.locator(`${RACK} [data-piece="${piece}"]`).click();
    const place = target === "new" ? "[data-region=new] [data-drop]" : `[data-drop="${target}"]`;
    await page.locator(place).first().click({ position: { x: 8, y: 8 } });
    const isLaid = await until(async () => (await count()) === before - 1);
    check(isLaid, `${who}: what it shows can be done, ${before} to go`, `${piece} -> ${target}`);
    if (!isLaid) return;
  }
}

async function showHand(name) {
  const visitor = await visit({ size: SIZES[name], calm: false });
  const { page } = visitor;
  const who = `the hand, ${name}`;
  await openStaged(page, server.link, "princess", "full");
  await hint(page).click();
  await panel(page).getByText("Draw a card first.").waitFor();
  check((await page.locator(".line.bad").count()) === 0, `${who}: a hint is no reproach`);
  await checkWay(page, who, STOCK, RACK);
  await page.locator(STOCK).click();
  check(await until(async () => (await page.locator("[data-hand]").count()) === 0),
    `${who}: who acts needs it no longer`);
  await takeSteps(page, STEPS[0]);
  check((await page.locator("[data-hand]").count()) === 0, `${who}: the first step is words`);
  await takeSteps(page, ...STEPS.slice(1));
  const first = await page.locator(`${RACK} .hinted`).first().getAttribute("data-piece");
  await layByHand(page, who);
  check(first !== null, `${who}: there was something to lay`);
  await checkWay(page, who, PLAY);
  check((await panel(page).count()) === 0, `${who}: who has followed a hint reads it no longer`);
  await page.locator(PLAY).click();
  await hint(page).click();
  await checkWay(page, who, RACK, DISCARD);
  checkQuiet(visitor, who);
  await visitor.context.close();
}

// What is laid in the wrong place the hand takes back; then it shows the same again.
async function theHandUndoes() {
  const visitor = await visit({ size: PHONE, calm: false });
  const { page } = visitor;
  const who = "laid wrongly";
  await openStaged(page, server.link, "princess", "middle");
  await page.locator(STOCK).click();
  await takeSteps(page, ...STEPS);
  const before = await nextOf(page);
  const laid = page.locator(`[data-region=board] [data-piece="${before.piece}"]`);
  // a card that the hint leaves out
  const [other] = await page.locator(`${RACK} [data-piece]:not(.hinted)`).evaluateAll((pieces) =>
    pieces.map(({ dataset }) => dataset.piece));
  for (const piece of [before.piece, other])
    await page.locator(`${RACK} [data-piece="${piece}"]`).click();
  await page.locator("[data-region=new] [data-drop]").first().click();
  await laid.waitFor();
  await checkWay(page, who, UNDO);
  await page.locator(UNDO).click();
  await laid.waitFor({ state: "detached" });
  check(JSON.stringify(await nextOf(page)) === JSON.stringify(before),
    `${who}: the hand shows again what it showed`);
  checkQuiet(visitor, who);
  await visitor.context.close();
}

// On the one screen or on the other, as the seed says.
async function theHand() {
  await showHand(Object.keys(SIZES)[seed % 2]);
}

// Points at the one and at the other in turn, and nothing moves; here the open card is the better.
async function theHandStandsStill() {
  const visitor = await visit({ size: PHONE, calm: true });
  const { page } = visitor;
  await openStaged(page, server.link, "princess", "middle");
  await hint(page).click();
  await panel(page).getByText("Take the face-up card").waitFor();
  await checkWay(page, "standing", DISCARD, RACK, DISCARD);
  const moving = await page.locator("[data-hand]").evaluate((hand) =>
    hand.getAnimations({ subtree: true }).length);
  check(moving === 0, "standing: nothing moves", String(moving));
  checkQuiet(visitor, "standing");
  await visitor.context.close();
}

// Who plays the other games reads.
async function noHandElsewhere() {
  const visitor = await visit({ size: PHONE });
  const { page } = visitor;
  await openStaged(page, server.link, "exclusiv", "full");
  await takeSteps(page, ...STEPS);
  check((await page.locator("[data-hand]").count()) === 0, "exclusiv: no hand");
  await visitor.context.close();
}

// ---- The voice ----

// Runs in the page before its own scripts: voices that note what they say.
function giveVoices(voices) {
  globalThis.spoken = [];
  const speech = Object.assign(new EventTarget(), {
    getVoices: () => voices,
    speak: ({ text, voice }) => globalThis.spoken.push({ text, voice }),
    cancel: () => globalThis.spoken.push({ text: "" }),
  });
  Object.defineProperty(globalThis, "speechSynthesis", { value: speech });
  globalThis.SpeechSynthesisUtterance = class {
    constructor(text) {
      this.text = text;
    }
  };
}

const FAR = { name: "far", lang: "en-GB", localService: false };
const OWN = { name: "own", lang: "en-US", localService: true };
const GERMAN = { name: "german", lang: "de-DE", localService: true };

const switchOf = (page) => page.getByRole("checkbox", { name: "Read instructions aloud" });

async function openSettings(page) {
  await page.goto(server.link);
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("checkbox").first().waitFor();
}

async function noVoiceFromElsewhere() {
  const visitor = await visit({ size: PHONE });
  await visitor.context.addInitScript(giveVoices, [FAR, GERMAN]);
  await openSettings(visitor.page);
  check((await switchOf(visitor.page).count()) === 0, "no own voice, no switch for it");
  await visitor.context.close();
}

async function theVoice() {
  const visitor = await visit({ size: PHONE });
  const { page } = visitor;
  await visitor.context.addInitScript(giveVoices, [FAR, GERMAN, OWN]);
  await openSettings(page);
  check(!(await switchOf(page).isChecked()), "the voice is silent unless it is wanted");
  await switchOf(page).check();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Princess Rummy" }).click();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  const spoken = () => page.evaluate(() => globalThis.spoken.filter(({ text }) => text !== ""));
  const hears = async (pattern, what) => {
    const times = async () => (await spoken()).filter(({ text }) => pattern.test(text)).length;
    check(await until(async () => (await times()) > 0), `the voice: ${what}`,
      JSON.stringify(await spoken()));
    check((await times()) === 1, `the voice: ${what}, once`, JSON.stringify(await spoken()));
  };
  await hears(/^Your turn\./, "says that one is to draw");
  await page.locator(STOCK).click();
  await hears(/^Lay cards/, "and what comes then");
  await hint(page).click();
  await hears(/^(You can|There’s nothing)/, "says the hint");
  check((await spoken()).every(({ voice }) => voice.name === "own"), "the voice is the own one");
  const isHushed = () => page.evaluate(() => globalThis.spoken.at(-1).text === "");
  check(!(await isHushed()), "it may speak on");
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  check(await isHushed(), "and is silent when the page is hidden");
  checkQuiet(visitor, "the voice");
  await visitor.context.close();
}

// ---- The first steps ----

const SMALL = { width: 320, height: 568 };
const PLACES = { draw: "[data-place^=stack]", pick: `${RACK} .pieces`,
  lay: "[data-region=new] [data-drop]" };

const stepNow = (page) => page.locator("[data-steps]").getAttribute("data-steps");

// Where the bubble is, beside what it is about, and how much of its text is seen.
const lookAtBubble = (page, place) => page.evaluate((selector) => {
  const bubble = document.querySelector("[data-steps]");
  const { left, top, right, bottom } = bubble.getBoundingClientRect();
  const box = document.querySelector(selector).getBoundingClientRect();
  const text = bubble.querySelector("p");
  const key = bubble.querySelector("button").getBoundingClientRect();
  return {
    isInside: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight,
    isBeside: bottom <= box.top + 1 || top >= box.bottom - 1 || right <= box.left + 1,
    isWhole: text.scrollWidth <= text.clientWidth && text.getBoundingClientRect().bottom <= bottom,
    isLarge: key.width >= 44 && key.height >= 44,
  };
}, place);

async function theStepsInSixLanguages() {
  const games = ["exclusiv", "photo", "princess"];
  for (const [i, size] of [SMALL, PHONE].entries()) {
    const { context, page } = await visit({ size, isFirst: true });
    for (const [j, language] of fewOf(LANGUAGES).entries()) {
      const game = games[(i + j) % games.length];
      const who = `the first steps of ${game}, ${language} at ${size.width} px`;
      await openStored(page, server.link, game,
        { ...storageOf(game, "middle"), settings: { language } });
      check(await page.locator("html").getAttribute("lang") === language, `${who} are in it`);
      await page.locator("[data-steps]").waitFor();
      const place = PLACES[await stepNow(page)];
      const isFine = async () => Object.values(await lookAtBubble(page, place)).every((is) => is);
      check(await until(isFine), `${who} fit`,
        JSON.stringify(await lookAtBubble(page, place)));
    }
    await context.close();
  }
}

async function theStepsAreDone() {
  const visitor = await visit({ size: PHONE, isFirst: true });
  const { page } = visitor;
  const ears = await Listener.sit(page, "the first steps");
  await openStaged(page, server.link, "princess", "middle");
  const isAt = async (step) =>
    check(await until(async () => (await stepNow(page).catch(() => "")) === step),
      `the first steps: ${step}`);
  await isAt("draw");
  await ears.until(/Draw a card here first\..*Press Escape to skip this\./);
  await page.locator(STOCK).click();
  await isAt("pick");
  await ears.until(/Tap cards that belong together\./);
  await page.locator(`${RACK} [data-piece]`).first().click();
  await isAt("lay");
  await page.locator("[data-steps]").getByText("Once 13 stars shine, press Play.").waitFor();
  await page.locator(PLACES.lay).click();
  const isGone = () => until(async () => (await page.locator("[data-steps]").count()) === 0);
  check(await isGone(), "the first steps: that was all");
  check((await page.locator("[data-region=board] [data-piece]").count()) > 0, "and it was done");
  await page.goto(`${server.link}play/exclusiv`);
  await page.locator(`${RACK} [data-piece]`).first().waitFor();
  // nothing tells that they do not come: they had come long before
  const comesAgain = await until(async () =>
    (await page.locator("[data-steps]").count()) > 0, 1000);
  check(!comesAgain, "the first steps: never again");
  checkQuiet(visitor, "the first steps");
  await visitor.context.close();
}

// Where the first meld needs points, the last step says so before one presses Play.
async function theStepsSayWhatIsNeeded() {
  const visitor = await visit({ size: PHONE, isFirst: true });
  const { page } = visitor;
  await openStaged(page, server.link, "exclusiv", "empty");
  const says = (text) => page.locator("[data-steps]").getByText(text).waitFor();
  await says("Tap tiles that belong together.");
  await page.locator(`${RACK} [data-piece]`).first().click();
  await says("What you lay first needs 40 points in all.");
  await page.locator(PLACES.lay).click();
  await says("Laid 40 points? Press Play. Otherwise take them back and draw here.");
  check(true, "the first steps say what the first meld needs");
  await visitor.context.close();
}

// Who has another table, or has played a match to its end at this one, knows them.
async function theStepsAreForNewcomers() {
  const storage = storageOf("exclusiv", "middle");
  const [name] = storage.local;
  const table = storage[`local.${name}`];
  const devices = {
    "another table": { ...storage, local: [name, "other"],
      "local.other": { ...table, name: "other" } },
    "a match that is over": { ...storage, [`local.${name}`]: { ...table, match: 2 } },
  };
  for (const [what, items] of Object.entries(devices)) {
    const visitor = await visit({ size: PHONE, isFirst: true });
    const { page } = visitor;
    await openStored(page, server.link, "exclusiv", items);
    await page.locator('[data-place="seat 0"][aria-current=true]').waitFor();
    // the same
    const comes = await until(async () => (await page.locator("[data-steps]").count()) > 0, 1000);
    check(!comes, `the first steps: not where there is ${what}`);
    await visitor.context.close();
  }
}

async function theStepsAreSkipped() {
  for (const skip of ["Escape", "tap"]) {
    const visitor = await visit({ size: PHONE, isFirst: true });
    const { page } = visitor;
    await openStaged(page, server.link, "exclusiv", "middle");
    await page.locator("[data-steps]").waitFor();
    if (skip === "Escape") await page.keyboard.press("Escape");
    else await page.getByRole("button", { name: "Skip the first steps" }).click();
    check(await until(async () => (await page.locator("[data-steps]").count()) === 0),
      `the first steps are skipped by ${skip}`);
    await visitor.context.close();
  }
}

// ---- A photo that is held ----

async function aPhotoIsHeld() {
  const visitor = await visit({ size: PHONE });
  const { page } = visitor;
  await openStaged(page, server.link, "photo", "middle");
  const photo = page.locator(`${RACK} [data-piece]`).first();
  const { x, y, width, height } = await photo.boundingBox();
  const dialogs = () => page.getByRole("dialog").count();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  const hasMenu = await photo.evaluate((piece) =>
    piece.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true })));
  check(!hasMenu, "a photo that is held opens no menu");
  check(await until(async () => (await dialogs()) === 1), "it is shown as a large postcard");
  await page.mouse.up();
  check((await dialogs()) === 1, "which stays");
  check((await photo.getAttribute("aria-selected")) === "false", "and the photo is not picked");
  await page.keyboard.press("Escape");
  check(await until(async () => (await dialogs()) === 0), "until it is put away");
  await photo.click();
  check((await photo.getAttribute("aria-selected")) === "true", "a tap picks it as before");
  await page.mouse.move(x + width / 2, y + height / 2);
  // at once: who waits between the two has held it
  await Promise.all([page.mouse.down(),
    page.mouse.move(x + width / 2 + 30, y + height / 2 - 60)]);
  // longer than a photo is held until it is shown
  await sleep(700);
  check((await dialogs()) === 0, "one that is dragged is not held");
  await page.mouse.up();
  checkQuiet(visitor, "a photo that is held");
  await visitor.context.close();
}

const tests = [theHand, theHandUndoes, theHandStandsStill,
  noHandElsewhere, noVoiceFromElsewhere, theVoice, theStepsInSixLanguages, theStepsAreDone,
  theStepsSayWhatIsNeeded, theStepsAreForNewcomers, theStepsAreSkipped, aPhotoIsHeld];
const [wanted] = process.argv.slice(3);
await runInBrowser([begin, ...tests.filter(({ name }) => wanted === undefined || name === wanted)]);
