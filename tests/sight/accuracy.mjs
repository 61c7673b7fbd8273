// accuracy.mjs - how well tiles in pictures are found and read: sight.wasm in a browser, over
// rendered tables whose truth lies beside them. `training/render.py` makes more of them, and
// training/README.md says with which fonts.
//   node tests/sight/accuracy.mjs SIGHT.WASM [FOLDER | --drawn COUNT] [--slow]
// prints a line of figures. --drawn takes tables that a browser draws (drawn.mjs), --slow the time
// on a processor four times slower.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { launch } from "../clients/chromium.mjs";
import { drawTable } from "./drawn.mjs";

const WANTED = 0.97; // of all tiles
const DOUBTFUL = 90; // percent, as the page marks them
const words = process.argv.slice(2);
const [module, folder = "tests/sight/tables"] = words.filter((word) => word[0] !== "-");

// Runs in the browser: the tiles of a picture, and how long it took.
async function look(coded) {
  const picture = await createImageBitmap(new Blob([window.bytesOf(coded)]));
  const { width, height } = picture;
  const brush = new OffscreenCanvas(width, height).getContext("2d");
  brush.drawImage(picture, 0, 0);
  const { data } = brush.getImageData(0, 0, width, height);
  const { memory, sight_picture, sight_find, sight_tiles } = window.sight;
  const to = sight_picture(width, height);
  new Uint8Array(memory.buffer, to, data.length).set(data);
  const began = performance.now();
  const count = sight_find();
  const ms = performance.now() - began;
  const tiles = Array.from({ length: count }, (_, i) => {
    const tile = new DataView(memory.buffer, sight_tiles() + 24 * i, 24);
    const corners = [0, 2, 4, 6].map((k) => [tile.getInt16(k, true), tile.getInt16(8 + k, true)]);
    return { corners, card: tile.getUint8(16), sure: tile.getUint8(18), meld: tile.getUint8(20) };
  });
  return { tiles, ms };
}

const nameOf = (card) => card === 102 ? "*" : "ygbr"[Math.floor(card / 13)] + (card % 13 + 1);
const middleOf = (corners) => [0, 1].map((k) => corners.reduce((sum, c) => sum + c[k], 0) / 4);
const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

// The true tile in whose place one was seen, if any.
function truthOf(tile, truth) {
  const middle = middleOf(tile.corners);
  return truth.find(({ corners }) =>
    far(middleOf(corners), middle) < 0.35 * far(corners[0], corners[1]));
}

// Pairs of neighbours in a meld, as seen or as they lie.
function pairsOf(places) {
  const pairs = new Set();
  for (const [a, meldA] of places)
    for (const [b, meldB] of places) if (a < b && meldA === meldB) pairs.add(`${a} ${b}`);
  return pairs;
}

function judge(tiles, truth, sums) {
  const seen = new Map();
  for (const tile of tiles) {
    const real = truthOf(tile, truth);
    if (real !== undefined && real.card === null) continue;
    if (real === undefined || seen.has(real)) sums.false++;
    else seen.set(real, tile);
  }
  const wanted = truth.filter(({ card }) => card !== null);
  const isRight = (real) => seen.has(real) && nameOf(seen.get(real).card) === real.card;
  sums.tables++;
  sums.tiles += wanted.length;
  sums.found += seen.size;
  sums.right += wanted.filter(isRight).length;
  for (const [real, tile] of seen) {
    if (tile.sure < DOUBTFUL) sums.doubtful++;
    else if (!isRight(real)) sums.wrongUnmarked++;
  }
  const order = [...seen.keys()];
  const lie = pairsOf(order.map((real, i) => [i, real.meld]));
  const told = pairsOf(order.map((real, i) => [i, seen.get(real).meld]));
  sums.pairs += lie.size;
  sums.pairsTold += [...told].filter((pair) => lie.has(pair)).length;
  sums.pairsFalse += [...told].filter((pair) => !lie.has(pair)).length;
}

function* kept() {
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".jpg")).sort())
    yield { file: readFileSync(join(folder, name)),
      truth: JSON.parse(readFileSync(join(folder, name.replace(".jpg", ".json")))) };
}

async function* drawn(count) {
  const canvas = await browser.newPage();
  for (let number = 0; number < count; number++) yield drawTable(canvas, number);
}

const sums = { tables: 0, tiles: 0, found: 0, right: 0, false: 0, doubtful: 0, wrongUnmarked: 0,
  pairs: 0, pairsTold: 0, pairsFalse: 0 };
const browser = await launch();
const page = await browser.newPage();
await page.evaluate(async (coded) => {
  window.bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  window.sight = (await WebAssembly.instantiate(window.bytesOf(coded))).instance.exports;
}, readFileSync(module, "base64"));
if (words.includes("--slow")) {
  const line = await page.context().newCDPSession(page);
  await line.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}
const times = [];
for await (const { file, truth } of words.includes("--drawn") ? drawn(Number(folder)) : kept()) {
  const { tiles, ms } = await page.evaluate(look, file.toString("base64"));
  judge(tiles, truth, sums);
  times.push(ms);
}
await browser.close();
times.sort((a, b) => a - b);
console.log(JSON.stringify({ ...sums, share: sums.right / sums.tiles,
  ms: Math.round(times[times.length >> 1]), slowest: Math.round(times.at(-1)) }));

const checks = {
  "97 of a hundred tiles are found and read": sums.right >= WANTED * sums.tiles,
  "of 50 tiles that are not marked at most one is wrong": sums.wrongUnmarked * 50 <= sums.found,
  "of 50 tiles that are seen at most one is none": sums.false * 50 <= sums.found,
  "tiles that lie side by side are told together": sums.pairsTold >= WANTED * sums.pairs,
  "and others are not": sums.pairsFalse * 50 <= sums.pairs,
};
for (const [what, holds] of Object.entries(checks)) if (!holds) console.log(`FAILED ${what}`);
const failed = Object.values(checks).filter((holds) => !holds).length;
console.log(`${Object.keys(checks).length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
