// boxes.mjs - the table fits the screen: prepared tables (staged.mjs), empty, half full and full,
// on six sizes of screen. Whatever is on them has a box, which is compared with the one kept in
// boxes.golden; and some things hold for every screen: nothing lies on what it may not cover, all
// is on the screen, the whole table is seen, and cards are as large as a finger needs them; on the
// smallest phones after one tap, since there a full table is looked at without keys. In the first
// tier two of the sizes.
// usage: node boxes.mjs RUMMERY [--renew]
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { check } from "../clients/harness.mjs";
import { isWhole } from "../parts/tier.mjs";
import { FILLS, openStaged, recordOf } from "./staged.mjs";
import { checkQuiet, GAMES, here, runInBrowser, serve, visit } from "./stage.mjs";
import { wordsOf } from "./words.mjs";

const SIZES = [[320, 568], [390, 844], [768, 1024], [844, 390], [1440, 900], [2560, 1440]];
const NEAR_PX = 2;
const LEAST_PX = 26;
const FINGER_PX = [44, 56];
// Tiles grow with the screen, also where many lie.
const grownOf = ([width, height]) => (width >= 1440 && height >= 900 ? 64 : LEAST_PX);

const nameOf = (size, game, fill) => `${size.join("x")} ${game} ${fill}`;
// where a card says what it is
const SIGN_AT = { exclusiv: [0.5, 0.35], photo: [0.28, 0.87], princess: [0.2, 0.2] };
const file = resolve(here, "boxes.golden");
const renews = process.argv.includes("--renew");
const found = new Map();
let server;

// ---- What is on the screen ---------------------------------------------------------------------

// Runs in the page: everything with a box, by name; `part` is what it is a part of.
function boxesOf() {
  const all = [];
  const add = (name, element, more = {}) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    if (width > 0 && height > 0) all.push({ name, box: [x, y, width, height], ...more });
  };
  const each = (selector, name, more) =>
    document.querySelectorAll(selector).forEach((element, i) => add(`${name}${i}`, element, more));
  add("table", document.querySelector("[data-region=board]"));
  each('[data-region=board] [data-drop^="meld "]:not([data-piece])', "meld", { part: "table" });
  each("[data-region=board] [data-piece]", "laid", { part: "meld" });
  add("rack", document.querySelector("[data-region=rack]"));
  each("[data-region=rack] [data-piece]", "held", { part: "rack" });
  each("[data-place^=seat]", "seat");
  each("[data-region=piles] button", "pile");
  each("[data-region=new] button", "place");
  each("[data-region=bar] button", "key");
  each("header button", "menu");
  each(".hand > .line", "line");
  const board = document.querySelector("[data-region=board]");
  const scrolls = [board.scrollWidth - board.clientWidth, board.scrollHeight - board.clientHeight];
  const page = document.scrollingElement;
  return { all, scrolls, isPageWider: page.scrollWidth > innerWidth };
}

// Runs in the page: laid cards whose sign, at this share of their width and height, lies under
// another card or under what is said of a meld.
function coveredSigns([across, down]) {
  const said = [...document.querySelectorAll(".foot > *")]
    .map((one) => one.getBoundingClientRect());
  const pieces = [...document.querySelectorAll("[data-region=board] [data-piece]")];
  return pieces.filter((piece) => {
    const { left, top, width, height } = piece.getBoundingClientRect();
    const [x, y] = [left + width * across, top + height * down];
    return document.elementFromPoint(x, y)?.closest("[data-piece]") !== piece ||
      said.some((box) => x > box.left && x < box.right && y > box.top && y < box.bottom);
  }).map((piece) => piece.getAttribute("aria-label"));
}

// As they are kept: the pieces of a meld by how many there are, where the first is, and how far it
// is from each to the next.
function linesOf(all) {
  const line = (name, numbers) => [name, ...numbers.map(Math.round)].join(" ");
  const laid = all.filter(({ part }) => part === "meld");
  return all.filter(({ part }) => part !== "meld").map(({ name, part, box }) => {
    if (part !== "table") return line(name, box);
    const own = laid.filter((piece) => isInside(piece.box, box));
    const [first, second = first] = own;
    return line(name, [...box, own.length, ...first.box, second.box[0] - first.box[0]]);
  });
}

// ---- What holds everywhere ---------------------------------------------------------------------

function overlap([ax, ay, aw, ah], [bx, by, bw, bh]) {
  const wide = Math.min(ax + aw, bx + bw) - Math.max(ax, bx);
  const high = Math.min(ay + ah, by + bh) - Math.max(ay, by);
  return wide > 1 && high > 1;
}

const isInside = ([x, y, w, h], [X, Y, W, H]) =>
  x >= X - 1 && y >= Y - 1 && x + w <= X + W + 1 && y + h <= Y + H + 1;

// Pairs of things side by side that lie on each other. Cards of one meld may, where they are
// tucked: the right of a photo or figure says nothing that its left does not. Edges of tiles may.
const EDGE = 0.08;
const withoutEdges = (one) => {
  const [x, y, width, height] = one.box;
  return { ...one, box: [x + EDGE * width, y, (1 - 2 * EDGE) * width, height] };
};
function overlapsOf(all, isTucked) {
  const faults = [];
  const places = all.filter(({ part }) => part === undefined);
  const melds = all.filter(({ part }) => part === "table");
  const held = all.filter(({ part }) => part === "rack");
  const laid = isTucked ? [] : all.filter(({ part }) => part === "meld").map(withoutEdges);
  for (const list of [places, melds, held, laid])
    list.forEach((one, i) => list.slice(i + 1).forEach((other) => {
      if (overlap(one.box, other.box)) faults.push(`${one.name} and ${other.name}`);
    }));
  return faults;
}

const outsideOf = (all, room) =>
  all.filter(({ box }) => !isInside(box, room)).map(({ name }) => name);

const tooSmall = (all, part, [width, height]) => all.filter((one) => one.part === part &&
  (one.box[2] < width - 0.5 || one.box[3] < height - 0.5)).map(({ name }) => name);

function checkRules(where, size, game, { all, scrolls, isPageWider }) {
  const none = (faults, what) => check(faults.length === 0, `${where}: ${what}`,
    faults.slice(0, 6).join("; "));
  const isTucked = game !== "exclusiv";
  none(overlapsOf(all, isTucked), "nothing lies on what it may not cover");
  none(outsideOf(all.filter(({ part }) => part === undefined || part === "rack"),
    [0, 0, ...size]), "everything is on the screen, the whole rack too");
  const isLooking = !all.some(({ name }) => name.startsWith("key"));
  none(tooSmall(all, "rack", isLooking ? [LEAST_PX, LEAST_PX] : FINGER_PX),
    "a finger can take what is in the rack, where one does not only look");
  none(tooSmall(all, "meld", [grownOf(size), LEAST_PX]), "no card is too small to be known");
  check(!isPageWider, `${where}: the page does not scroll sideways`);
  const table = all.find(({ name }) => name === "table").box;
  none(outsideOf(all.filter(({ part }) => part === "table" || part === "meld"), table),
    "the whole table is seen");
  check(scrolls.every((px) => px <= 1), `${where}: and nothing scrolls`, String(scrolls));
}

// Near, what lies there is as large as what is held.
async function checkNear(page, where) {
  const zoom = page.getByRole("button", { name: "Zoom in" });
  if ((await zoom.count()) === 0) return;
  await zoom.click();
  await page.getByRole("button", { name: "See the whole table" }).waitFor();
  const { all } = await page.evaluate(boxesOf);
  const faults = [...tooSmall(all, "meld", FINGER_PX), ...tooSmall(all, "rack", FINGER_PX)];
  check(all.some(({ name }) => name.startsWith("key")), `${where}: near, there are all keys`);
  check(faults.length === 0, `${where}: near, a finger can take every card`, faults.join());
}

// ---- Golden boxes ------------------------------------------------------------------------------

function readGolden() {
  const golden = new Map();
  let lines = [];
  for (const line of readFileSync(file, "utf8").split("\n")) {
    if (line.startsWith("# ")) golden.set(line.slice(2), lines = []);
    else if (line !== "") lines.push(line);
  }
  return golden;
}

// Boxes that are not where they were, within a few px.
function differences(before, now) {
  const numbers = (line) => line.split(" ").slice(1).map(Number);
  const old = new Map(before.map((line) => [line.split(" ")[0], line]));
  const faults = now.filter((line) => {
    const other = old.get(line.split(" ")[0]);
    old.delete(line.split(" ")[0]);
    return other === undefined ||
      numbers(line).some((px, i) => Math.abs(px - numbers(other)[i]) > NEAR_PX);
  });
  return [...faults, ...[...old.values()].map((line) => `no more: ${line}`)];
}

function testGolden() {
  if (renews) {
    const all = SIZES.flatMap((size) => GAMES.flatMap((game) =>
      FILLS.map((fill) => nameOf(size, game, fill))));
    const texts = all.map((where) => `# ${where}\n${found.get(where).join("\n")}\n`);
    writeFileSync(file, texts.join(""));
    return;
  }
  const golden = readGolden();
  for (const [where, lines] of found) {
    const faults = differences(golden.get(where) ?? [], lines);
    check(faults.length === 0, `${where}: every box is where it was`,
      `${faults.length}: ${faults.slice(0, 5).join("; ")}`);
  }
}

// ---- The screens -------------------------------------------------------------------------------

async function begin() {
  server = await serve("boxes");
}

async function lookAt(page, size, game, fill) {
  const where = nameOf(size, game, fill);
  await openStaged(page, server.link, game, fill);
  await page.evaluate(() => document.fonts.ready);
  const boxes = await page.evaluate(boxesOf);
  found.set(where, linesOf(boxes.all));
  checkRules(where, size, game, boxes);
  const covered = await page.evaluate(coveredSigns, SIGN_AT[game]);
  check(covered.length === 0, `${where}: every sign can be read`, covered.join("; "));
  if (fill === "full") await checkNear(page, where);
}

async function testSize(size) {
  const [width, height] = size;
  const visitor = await visit({ size: { width, height }, touch: width < 900 });
  for (const game of GAMES)
    for (const fill of FILLS) await lookAt(visitor.page, size, game, fill);
  checkQuiet(visitor, size.join("x"));
  await visitor.context.close();
}

async function testSizes() {
  const sizes = isWhole || renews ? [SIZES.slice(0, 3), SIZES.slice(3)] : [[SIZES[1], SIZES[4]]];
  for (const some of sizes) await Promise.all(some.map(testSize));
}

// ---- A replay ----------------------------------------------------------------------------------

// Runs in the page: row and column of each meld, as boxes tell them.
function placesOf(melds) {
  const boxes = [...document.querySelectorAll(melds)].map((meld) => {
    const first = meld.querySelector("li, [data-piece]").getBoundingClientRect();
    const second = meld.querySelectorAll("li, [data-piece]")[1].getBoundingClientRect();
    return { x: first.x, y: first.y, pitch: second.x - first.x };
  });
  const left = Math.min(...boxes.map(({ x }) => x));
  const rows = [...new Set(boxes.map(({ y }) => Math.round(y)))].sort((a, b) => a - b);
  return boxes.map(({ x, y, pitch }) =>
    `${rows.indexOf(Math.round(y))}.${Math.round((x - left) / pitch)}`).join(" ");
}

async function testReplay() {
  const words = wordsOf("en");
  const { context, page } = await visit();
  for (const game of GAMES) {
    await openStaged(page, server.link, game, "full");
    const table = await page.evaluate(placesOf,
      '[data-region=board] [data-drop^="meld "]:not([data-piece])');
    await page.goto(`${server.link}replay`);
    await page.setInputFiles("input[type=file]", { name: "match.record", mimeType: "text/plain",
      buffer: Buffer.from(`${recordOf(game, "full").join("\n")}\n`) });
    await page.getByRole("button", { name: "To the end" }).click();
    const last = words(game === "princess" ? "table.meld.number_figure" : "table.meld.number");
    await page.getByRole("list", { name: last.replace("{number}", "10") }).waitFor();
    const replay = await page.evaluate(placesOf, ".melds > li");
    check(replay === table, `${game}: a replay has melds where they lay`, `${replay}, ${table}`);
  }
  await context.close();
}

// ---- The first page ----------------------------------------------------------------------------

// A large screen is filled: the games reach into its lower third, and nothing is below its edge.
async function testHome() {
  for (const [width, height] of SIZES.slice(4)) {
    const { context, page } = await visit({ size: { width, height } });
    await page.goto(server.link);
    const cards = page.getByRole("button", { name: /2 to 4 players/ });
    await cards.last().waitFor();
    const { y, height: high } = await cards.last().boundingBox();
    check((await cards.count()) === 3, `${width}: every game says for how many it is`);
    check((await page.getByText("about 10 minutes").count()) === 1, `${width}: and how long it is`);
    check(y + high > height * 0.67, `${width}: the first page fills the screen`, `${y + high}`);
    check(await page.evaluate(() => document.scrollingElement.scrollHeight <= innerHeight),
      `${width}: and does not scroll`);
    await context.close();
  }
}

await runInBrowser([begin, testSizes, testGolden, testReplay, testHome]);
