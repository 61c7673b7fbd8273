// camera.mjs - tiles of the real box from a picture: what cannot be read says so, pictures are
// upright as they were taken, tiles are added, corrected and taken over, by finger and by keys.
// usage: node camera.mjs RUMMERY [TEST]
import { check } from "../clients/harness.mjs";
import { Listener } from "./listener.mjs";
import { axeFaults, faultsOf } from "./looks.mjs";
import { jpeg, lyingOnItsSide, plainPicture, png } from "./pictures.mjs";
import { checkQuiet, PHONE, runInBrowser, serve, visit, waitFor } from "./stage.mjs";
import { LANGUAGES, wordsOf } from "./words.mjs";

const SIZES = [[320, 568], [390, 844], [844, 390], [1440, 900]];
let server;

async function begin() {
  server = await serve("camera");
}

// ---- The screen ----

const dialog = (page) => page.getByRole("dialog");
const press = (page, name) => page.getByRole("button", { name, exact: true }).click();
const chooser = (page) => page.getByLabel("From a picture");

async function openHelp(visitor) {
  await visitor.page.goto(`${server.link}companion/help`);
  await visitor.page.getByText("Tap what lies on the table").waitFor();
}

async function give(page, file) {
  await chooser(page).last().setInputFiles(file);
  await dialog(page).waitFor();
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
const laid = (page) => page.getByRole("region", { name: "The table" }).getByRole("group");

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

// Files that are no pictures, broken, tiny, huge, or on their side.
async function anyFile() {
  const visitor = await visit({ size: PHONE, touch: true });
  const { page } = visitor;
  await openHelp(visitor);
  const whole = await plainPicture(page, 900, 600);
  await give(page, { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no tiles") });
  await isTold(page, "This is no picture that can be read here.");
  await look(page, "a file that is no picture");
  for (const broken of [whole.subarray(0, 40), Buffer.alloc(0)]) {
    await give(page, png(broken));
    await isTold(page, "This is no picture that can be read here.");
  }
  await give(page, png(await plainPicture(page, 40, 900)));
  await isTold(page, "This picture is too small.");
  await give(page, png(whole));
  await isTold(page, "No tiles were found.");
  check(await sizeOf(page) === "900 600", "a picture is shown as it is", await sizeOf(page));
  const photo = await plainPicture(page, 6000, 4000, "image/jpeg");
  await give(page, jpeg(photo));
  await waitFor(async () => await sizeOf(page) === "1600 1067", "a huge one is made smaller");
  await give(page, jpeg(lyingOnItsSide(photo)));
  await waitFor(async () => await sizeOf(page) === "1067 1600", "one on its side is put upright");
  await isTold(page, "No tiles were found.");
  checkQuiet(visitor, "any file");
  await visitor.context.close();
}

// Tiles that nobody found are added by tapping their places, and are corrected.
async function addedByHand() {
  const visitor = await visit({ size: PHONE, touch: true });
  const { page } = visitor;
  await openHelp(visitor);
  await give(page, png(await plainPicture(page, 900, 600)));
  await isTold(page, "No tiles were found.");
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
  await press(page, "Take over");
  await page.getByText("All of this is correct.").waitFor();
  check(await laid(page).count() === 1, "what lies side by side is one meld");
  await anotherPicture(page);
  checkQuiet(visitor, "tiles by hand");
  await visitor.context.close();
}

// A second picture goes beside what is there, or instead of it; nothing lies there too often.
async function anotherPicture(page) {
  await give(page, png(await plainPicture(page, 900, 600)));
  await isTold(page, "No tiles were found.");
  for (const across of [0.2, 0.29]) {
    await tapPicture(page, across, 0.3);
    await pad(page, "rank", "5");
    await pad(page, "suit", "r");
  }
  await dialog(page).getByText("Add to it").click();
  await isTold(page, "More than the game has: red five.");
  check(await dialog(page).getByRole("button", { name: "Take over" }).isDisabled(),
    "three red fives are not taken over");
  await pad(page, "suit", "b");
  await press(page, "A meld begins here");
  await press(page, "Take over");
  await waitFor(async () => await laid(page).count() === 3, "they lie beside what lay there");
}

// What is left on a rack, and the own rack for a hint.
async function ontoRacks() {
  const visitor = await visit({ size: PHONE, touch: true });
  const { page } = visitor;
  await page.goto(`${server.link}companion/new`);
  await press(page, "Begin the evening");
  await press(page, "The round is over: count");
  await page.getByRole("button", { name: /^Tap them: / }).first().click();
  await give(page, png(await plainPicture(page, 900, 600)));
  await isTold(page, "No tiles were found.");
  for (const [i, number] of ["13", "12"].entries()) {
    await tapPicture(page, 0.2 + 0.3 * i, 0.3);
    await pad(page, "rank", number);
    await pad(page, "suit", "g");
  }
  await press(page, "Take over");
  await waitFor(async () => await dialog(page).count() === 1, "the form of the round");
  const left = await dialog(page).getByRole("spinbutton").inputValue();
  check(left === "25", "what is left is counted from the picture", left);
  await page.goto(`${server.link}board#princess+players=2`);
  await page.getByRole("toolbar", { name: "The pad" }).waitFor();
  check(await chooser(page).count() === 0, "cards that cannot be read have no camera");
  checkQuiet(visitor, "onto racks");
  await visitor.context.close();
}

const tests = [anyFile, addedByHand, ontoRacks];
const [wanted] = process.argv.slice(3);
await runInBrowser([begin, ...tests.filter(({ name }) => wanted === undefined || name === wanted)]);
