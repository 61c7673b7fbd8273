// camera.mjs - tiles of the real box from a picture: they are found, the doubtful ones asked about,
// corrected and taken over, by finger and by keys; what cannot be read says so, pictures are
// upright as they were taken, and tiles that nobody found are added.
// usage: node camera.mjs RUMMERY [TEST]
import { check } from "../clients/harness.mjs";
import { fewOf, isWhole } from "../parts/tier.mjs";
import { Listener } from "./listener.mjs";
import { axeFaults, faultsOf } from "./looks.mjs";
import { jpeg, lyingOnItsSide, plainPicture, png, tablePicture } from "./pictures.mjs";
import { checkQuiet, PHONE, runInBrowser, serve, visit, waitFor } from "./stage.mjs";
import { LANGUAGES, wordsOf } from "./words.mjs";

const SMALL = { width: 320, height: 568 };
const OTHER_SIZES = [{ width: 1440, height: 900 }, { width: 844, height: 390 }];
// as a phone takes them, or still larger than what is shown
const HUGE = isWhole ? [6000, 4000] : [2400, 1600];
let server;
let picture;

async function begin() {
  server = await serve("camera");
  const { context, page } = await visit();
  picture = await tablePicture(page, TABLE);
  await context.close();
}

// ---- The screen ----

const dialog = (page) => page.getByRole("dialog").last();
const sheet = (page) => page.getByRole("dialog", { name: "Tiles in the picture" });
const press = (page, name) => page.getByRole("button", { name, exact: true }).click();
const chooser = (page) => page.getByLabel("Choose a picture");

async function openHelp(visitor) {
  await visitor.page.goto(`${server.link}companion/help`);
  await visitor.page.getByText("Tap what’s on the table").waitFor();
}

// A picture from where nothing is open yet, or another one while one is shown.
async function give(page, file) {
  const isOpen = await sheet(page).count() > 0;
  await chooser(isOpen ? sheet(page) : page).setInputFiles(file);
  await sheet(page).waitFor();
}

const isTold = (page, text) => dialog(page).getByText(text).waitFor();

// A tap at a part of the picture, from its left and its top.
async function tapPicture(page, across, down) {
  const picture = page.locator("[data-seen]");
  const { width, height } = await picture.boundingBox();
  await picture.click({ position: { x: width * across, y: height * down } });
}

const pad = (page, kind, value) => dialog(page).locator(`[data-${kind}="${value}"]`).click();
const seen = (page) => dialog(page).locator("[data-tile]").evaluateAll((all) =>
  all.map(({ dataset }) => dataset.tile).join(" "));
// a verdict that opens is a group too, but has no name
const laid = (page) => page.getByRole("region", { name: "The table" })
  .getByRole("group", { name: /^Meld \d+$/ });

async function sizeOf(page) {
  await page.locator("[data-seen]").waitFor();
  const box = await page.locator("[data-seen]").getAttribute("viewBox");
  return box.slice("0 0 ".length);
}

async function look(page, what) {
  const faults = await faultsOf(page);
  check(faults.length === 0, `${what}: everything fits`, faults.join("; "));
  const found = await axeFaults(page);
  check(found.length === 0, `${what}: axe finds nothing`, found.join("; "));
}

// ---- A table ----

// As it is drawn; "x" is worn off, and is a yellow five.
const TABLE = [["r5", "r6", "r7", "r8"], ["b9", "g9", "y9"], ["y1", "y2", "y3", "y4", "x"],
  ["g10", "g11", "*", "g13"]];
const WORN = TABLE.flat().indexOf("x");
const MEANT = TABLE.flat().map((card) => (card === "x" ? "y5" : card));
/** So many of those that can be read at all are read rightly. */
const RIGHT_MIN = MEANT.length - 3;

async function giveTable(page) {
  await give(page, picture);
  await isTold(page, /^\d+ tiles found\./);
}

const tile = (page, at) => dialog(page).locator("[data-tile]").nth(at);

async function checkFound(page) {
  const found = (await seen(page)).split(" ");
  check(found.length === MEANT.length, "every tile is found", found.join(" "));
  const right = found.filter((card, i) => i !== WORN && card === MEANT[i]).length;
  check(right >= RIGHT_MIN, `at least ${RIGHT_MIN} are read rightly`,
    `${right}: ${found.join(" ")}`);
}

// Says what it is, wherever it was read wrongly.
async function correctAll(page) {
  for (const [at, card] of MEANT.entries()) {
    if (await tile(page, at).getAttribute("data-tile") === card) continue;
    await tile(page, at).click();
    if (card !== "*") await pad(page, "rank", card.slice(1));
    await pad(page, "suit", card[0]);
  }
  check(await seen(page) === MEANT.join(" "), "all are what they are", await seen(page));
}

async function aTable() {
  const visitor = await visit({ size: PHONE, touch: true });
  const { page } = visitor;
  await openHelp(visitor);
  check(await page.getByLabel("Use the camera").getAttribute("capture") === "environment",
    "a phone's camera is asked for a picture");
  await giveTable(page);
  await checkFound(page);
  const worn = await tile(page, WORN).getAttribute("aria-label");
  check(/, not sure$/.test(worn), "one that is worn off is doubtful", worn);
  await isTold(page, /^Tile \d+: .*\?$/);
  check(await dialog(page).getByRole("button", { name: /^Yes, / }).count() === 1,
    "the first doubtful one is asked about");
  await look(page, "a table that was read");
  await correctAll(page);
  await isTold(page, /^16 tiles found\.( \d)?/);
  await press(page, "Use these");
  await page.getByText("Everything is correct.").waitFor();
  check(await laid(page).count() === TABLE.length, "each row is a meld");
  await page.getByRole("button", { name: "Remove: red seven" }).click();
  await page.locator("[data-why]").waitFor();
  checkQuiet(visitor, "a table");
  await visitor.context.close();
}

// By keys, heard and not seen: what is doubtful is said, asked, and answered by one key each.
async function byKeysAndEars() {
  const visitor = await visit();
  const { page } = visitor;
  const ears = await Listener.sit(page, "a picture");
  await openHelp(visitor);
  await ears.tabTo("button", /^Choose a picture$/);
  const [asked] = await Promise.all([page.waitForEvent("filechooser"), ears.press("Space")]);
  await asked.setFiles(picture);
  await ears.until(/^16 tiles found\. Not sure about \d+\.$/);
  for (let i = 0; i < MEANT.length; i += 1) {
    await waitFor(async () => (await ears.focused()) !== null, "the focus");
    const { name } = await ears.focused();
    if (!/^Yes, /.test(name)) break;
    await ears.press("Enter");
  }
  await isTold(page, /^16 tiles found\.$/);
  const list = await ears.one("group", /^Tiles found$/);
  const names = (await ears.each("button", /^/, list)).map(({ name }) => name);
  check(names.length === MEANT.length && names.every((name) => !/not sure/.test(name)),
    "all are in the list, and none is doubtful any more", names.join());
  await ears.tabTo("button", new RegExp(`^${names[WORN]}$`));
  await ears.press("Enter");
  check(/^Yes, /.test((await ears.focused())?.name), "a tile of the list is asked about");
  await ears.tabTo("button", /^yellow$/);
  await ears.press("Enter");
  await ears.tabTo("button", /^5$/);
  await ears.press("Enter");
  await ears.until(/: yellow five\?$/);
  await ears.tabTo("button", /^Use these$/);
  await ears.press("Enter");
  await ears.until(/^(Everything is|Not everything is) correct/);
  check(await laid(page).count() === TABLE.length, "it is the table");
  check(ears.lost === undefined, "the focus is never lost", ears.lost);
  checkQuiet(visitor, "by keys and ears");
  await visitor.context.close();
}

async function everySizeAndLanguage() {
  const looks = [...fewOf(LANGUAGES).map((language) => ({ language, size: SMALL })),
    ...fewOf(OTHER_SIZES).map((size) => ({ language: "en", size }))];
  for (const { language, size } of looks) {
    const { width } = size;
    const visitor = await visit({ size, touch: width < 900, locale: language,
      dark: language === "de" });
    const { page } = visitor;
    const words = wordsOf(language);
    await page.goto(`${server.link}companion/help`);
    await page.getByLabel(words("app.camera.choose")).setInputFiles(picture);
    await page.getByRole("button", { name: words("app.camera.takeOver") }).waitFor();
    await tile(page, 0).click();
    const faults = await faultsOf(page);
    check(faults.length === 0, `${language} at ${width}: everything fits`, faults.join("; "));
    checkQuiet(visitor, `${language} at ${width}`);
    await visitor.context.close();
  }
}

// ---- Other pictures ----

// Files that are no pictures, broken, tiny, huge, or on their side.
async function anyFile() {
  const visitor = await visit({ size: PHONE, touch: true });
  const { page } = visitor;
  await openHelp(visitor);
  const whole = await plainPicture(page, 900, 600);
  await give(page, { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no tiles") });
  await isTold(page, "This file can’t be read as a picture.");
  await look(page, "a file that is no picture");
  for (const broken of [whole.subarray(0, 40), Buffer.alloc(0)]) {
    await give(page, png(broken));
    await isTold(page, "This file can’t be read as a picture.");
  }
  await give(page, png(await plainPicture(page, 40, 900)));
  await isTold(page, "This picture is too small.");
  await give(page, png(whole));
  await isTold(page, "No tiles found.");
  check(await sizeOf(page) === "900 600", "a picture is shown as it is", await sizeOf(page));
  const photo = await plainPicture(page, ...HUGE, "image/jpeg");
  await give(page, jpeg(photo));
  await waitFor(async () => await sizeOf(page) === "1600 1067", "a huge one is made smaller");
  await give(page, jpeg(lyingOnItsSide(photo)));
  await waitFor(async () => await sizeOf(page) === "1067 1600", "one on its side is put upright");
  await isTold(page, "No tiles found.");
  checkQuiet(visitor, "any file");
  await visitor.context.close();
}

// Tiles that nobody found are added by tapping their places, and are corrected.
async function addedByHand() {
  const visitor = await visit({ size: PHONE, touch: true });
  const { page } = visitor;
  await openHelp(visitor);
  await give(page, png(await plainPicture(page, 900, 600)));
  await isTold(page, "No tiles found.");
  for (const [i, number] of ["5", "6", "8"].entries()) {
    await tapPicture(page, 0.2 + 0.09 * i, 0.3);
    await isTold(page, `Tile ${i + 1}: what is it?`);
    await pad(page, "rank", number);
    await pad(page, "suit", "r");
    await isTold(page, `Tile ${i + 1}: red`);
  }
  await isTold(page, /^3 tiles found\.$/);
  await tapPicture(page, 0.2 + 0.18, 0.3);
  await pad(page, "rank", "7");
  await tapPicture(page, 0.7, 0.7);
  await pad(page, "suit", "*");
  check(await seen(page) === "r5 r6 r7 *", "they are a list too", await seen(page));
  await look(page, "tiles that were added");
  await press(page, "No tile here");
  check(await seen(page) === "r5 r6 r7", "one that is none is taken away", await seen(page));
  await press(page, "Use these");
  await page.getByText("Everything is correct.").waitFor();
  check(await laid(page).count() === 1, "what lies side by side is one meld");
  await anotherPicture(page);
  checkQuiet(visitor, "tiles by hand");
  await visitor.context.close();
}

// A second picture goes beside what is there, or instead of it; nothing lies there too often.
async function anotherPicture(page) {
  await give(page, png(await plainPicture(page, 900, 600)));
  await isTold(page, "No tiles found.");
  for (const across of [0.2, 0.29]) {
    await tapPicture(page, across, 0.3);
    await pad(page, "rank", "5");
    await pad(page, "suit", "r");
  }
  await dialog(page).getByText("Add to it").click();
  await isTold(page, "More than the game has: red five.");
  check(await dialog(page).getByRole("button", { name: "Use these" }).isDisabled(),
    "three red fives are not taken over");
  await pad(page, "suit", "b");
  await press(page, "A new meld starts here");
  await press(page, "Use these");
  await waitFor(async () => await laid(page).count() === 3, "they lie beside what lay there");
}

// What is left on a rack, and the own rack for a hint.
async function ontoRacks() {
  const visitor = await visit({ size: PHONE, touch: true });
  const { page } = visitor;
  await page.goto(`${server.link}companion/new`);
  await press(page, "Start the game night");
  await press(page, "Round over: count the points");
  await page.getByRole("button", { name: /^Tap them: / }).first().click();
  await give(page, png(await plainPicture(page, 900, 600)));
  await isTold(page, "No tiles found.");
  for (const [i, number] of ["13", "12"].entries()) {
    await tapPicture(page, 0.2 + 0.3 * i, 0.3);
    await pad(page, "rank", number);
    await pad(page, "suit", "g");
  }
  await press(page, "Use these");
  await sheet(page).waitFor({ state: "detached" });
  const left = await dialog(page).getByRole("spinbutton").inputValue();
  check(left === "25", "what is left is counted from the picture", left);
  await page.goto(`${server.link}board#princess+players=2`);
  await page.getByRole("toolbar", { name: "Keypad" }).waitFor();
  check(await chooser(page).count() === 0, "cards that cannot be read have no camera");
  checkQuiet(visitor, "onto racks");
  await visitor.context.close();
}

const tests = [aTable, byKeysAndEars, everySizeAndLanguage, anyFile, addedByHand, ontoRacks];
const [wanted] = process.argv.slice(3);
await runInBrowser([begin, ...tests.filter(({ name }) => wanted === undefined || name === wanted)]);
