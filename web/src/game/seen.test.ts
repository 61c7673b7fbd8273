// seen.test.ts - tiles in a picture: what is doubtful, what a tap means, which melds they are.
import { describe, expect, test } from "vitest";
import { UNKNOWN } from "./cards";
import {
  addTile, isDoubtful, meldsOf, removeTile, sayCard, type SeenTile, seenTiles, tileAt, TILE_SIZE,
  tooMany, turnBegin,
} from "./seen";

/** A tile of 40 x 50 pixels. */
const tile = (x: number, y: number, card: string, begins: boolean, sure = 99): SeenTile => ({
  card, sure, begins, second: null,
  corners: [{ x, y }, { x: x + 40, y }, { x: x + 40, y: y + 50 }, { x, y: y + 50 }],
});

const row = [tile(0, 0, "r5", true), tile(42, 0, "r6", false), tile(84, 0, "r7", false, 60)];
const table = [...row, tile(0, 200, "b9", true), tile(42, 200, "*", false)];
const cards = (tiles: readonly SeenTile[]) => meldsOf(tiles).map((one) => one.join(" "));

test("what the module writes is read as it is laid out there", () => {
  const bytes = new DataView(new ArrayBuffer(2 * TILE_SIZE));
  [10, 50, 50, 10, 20, 20, 70, -1].forEach((place, i) => bytes.setInt16(2 * i, place, true));
  [4, 5, 88, 10, 0].forEach((byte, i) => bytes.setUint8(16 + i, byte));
  [102, 0, 99, 0, 1].forEach((byte, i) => bytes.setUint8(TILE_SIZE + 16 + i, byte));
  const [first, joker] = seenTiles("exclusiv", bytes);
  expect(first).toEqual({
    card: "y5", second: "y6", sure: 88, begins: true,
    corners: [{ x: 10, y: 20 }, { x: 50, y: 20 }, { x: 50, y: 70 }, { x: 10, y: -1 }],
  });
  expect(joker).toMatchObject({ card: "*", second: null, sure: 99, begins: true });
});

test("under 90 percent is doubtful, until somebody says what it is", () => {
  expect(table.map(isDoubtful)).toEqual([false, false, true, false, false]);
  expect(sayCard(table, 2, "r8").some(isDoubtful)).toBe(false);
});

test("what the game does not have so often is named", () => {
  expect(tooMany("exclusiv", table, ["r5"])).toEqual(new Set());
  expect(tooMany("exclusiv", table, ["r5", "r5", "r1", "r1", "r1"])).toEqual(new Set([table[0]]));
  const three = [tile(0, 0, "r5", true), tile(42, 0, "r5", false, 93), tile(84, 0, "r5", false)];
  expect(tooMany("exclusiv", three, [])).toEqual(new Set([three[1]]));
});

describe("a tap", () => {
  test("means the tile on which it is, or near it", () => {
    expect(tileAt(table, { x: 60, y: 30 })).toBe(1);
    expect(tileAt(table, { x: 20, y: -4 })).toBe(0);
    expect(tileAt(table, { x: 20, y: 120 })).toBe(-1);
    expect(tileAt([], { x: 1, y: 1 })).toBe(-1);
  });

  test("beside a row adds to it, in front of it too", () => {
    const behind = addTile(table, { x: 146, y: 25 }, 100);
    expect(behind.at).toBe(3);
    expect(cards(sayCard(behind.tiles, 3, "r8"))).toEqual(["r5 r6 r7 r8", "b9 *"]);
    const before = addTile(table, { x: -25, y: 25 }, 100);
    expect(cards(sayCard(before.tiles, before.at, "r4"))).toEqual(["r4 r5 r6 r7", "b9 *"]);
  });

  test("far from all begins a meld, as large as the nearest", () => {
    const { tiles, at } = addTile(table, { x: 400, y: 400 }, 100);
    expect(tiles[at]).toMatchObject({ card: UNKNOWN, begins: true });
    expect(tiles[at]?.corners[0]).toEqual({ x: 380, y: 375 });
    expect(cards(tiles)).toEqual(["r5 r6 r7", "b9 *"]);
    expect(addTile([], { x: 100, y: 100 }, 40).tiles[0]?.corners[0]).toEqual({ x: 80, y: 74 });
  });

  test("knows a row that lies upside down", () => {
    const turned = row.map((one) => ({ ...one, corners: one.corners.map(({ x, y }) =>
      ({ x: -x, y: -y })) }));
    const { tiles, at } = addTile(turned, { x: -146, y: -25 }, 100);
    expect(at).toBe(3);
    expect(cards(sayCard(tiles, at, "r8"))).toEqual(["r5 r6 r7 r8"]);
  });
});

test("a meld begins where somebody says so, and goes on where its first is none", () => {
  expect(cards(turnBegin(table, 1))).toEqual(["r5", "r6 r7", "b9 *"]);
  expect(cards(turnBegin(table, 3))).toEqual(["r5 r6 r7 b9 *"]);
  expect(cards(turnBegin(table, 0))).toEqual(cards(table));
  expect(cards(removeTile(table, 3))).toEqual(["r5 r6 r7", "*"]);
  expect(cards(removeTile(table, 4))).toEqual(["r5 r6 r7", "b9"]);
});
