// fit.test.ts - the table fits the screen: sizes that follow from room and contents.
import { describe, expect, test } from "vitest";
import type { Family } from "../../game/games";
import {
  extentOf, isCrowded, isSmall, LEAST_CARD, nearScale, RACK_GAP, rackCard, rackHeight, rackLines,
  type Room, type Scale, smallRackCard, TARGET, wholeScale,
} from "./fit";

const PHONE: Room = { width: 378, height: 420 };
const HALL: Room = { width: 1040, height: 750 };

const widthOf = ({ card, pitch }: Scale, columns: number) => (columns - 1) * pitch + card;
const meld = (row: number, column: number, size: number) => ({
  place: { row, column },
  pieces: Array.from({ length: size }, (_, id) => ({ id, card: "r1", isOwn: false })),
});

describe("what is used of the board", () => {
  test("reaches to the last card and the last row", () => {
    expect(extentOf([meld(0, 0, 4), meld(7, 9, 5)])).toEqual({ columns: 14, rows: 8 });
  });
  test("is never so little that one card fills the screen", () => {
    expect(extentOf([])).toEqual({ columns: 8, rows: 3 });
    expect(extentOf([meld(0, 0, 3)])).toEqual({ columns: 8, rows: 3 });
  });
});

describe("the whole table", () => {
  const fulls: [Family, number, number][] = [["tile", 14, 9], ["postcard", 14, 7],
    ["postcard", 17, 7], ["figure", 8, 6]];
  test.each(fulls)("of %s, %d columns and %d rows, fits a phone", (family, columns, rows) => {
    const scale = wholeScale(family, PHONE, { columns, rows });
    expect(scale.card).toBeGreaterThanOrEqual(LEAST_CARD);
    expect(widthOf(scale, columns)).toBeLessThanOrEqual(PHONE.width);
    expect(scale.line * rows).toBeLessThanOrEqual(PHONE.height);
  });
  test("has large cards on a wide screen, and they do not cover each other", () => {
    for (const family of ["tile", "postcard", "figure"] as const) {
      const scale = wholeScale(family, HALL, { columns: 10, rows: 6 });
      expect(scale.card).toBeGreaterThanOrEqual(64);
      expect(scale.pitch).toBeGreaterThan(scale.card);
    }
  });
  test("never has cards that are larger than a hand", () => {
    const { card } = wholeScale("tile", { width: 4000, height: 3000 }, { columns: 8, rows: 3 });
    expect(card).toBe(96);
  });
  test("is scrolled where not even the least cards fit", () => {
    const room = { width: 308, height: 150 };
    const { card, line } = wholeScale("tile", room, { columns: 14, rows: 8 });
    expect(card).toBe(LEAST_CARD);
    expect(line * 8).toBeGreaterThan(150);
  });
  test("has tiles side by side, since a number stands in the middle of each", () => {
    const { card, pitch } = wholeScale("tile", PHONE, { columns: 14, rows: 9 });
    expect(pitch).toBeGreaterThanOrEqual(card);
  });
  test("squeezes the least tiles a little rather than be scrolled sideways", () => {
    const room = { width: 316, height: 320 };
    const { card, pitch } = wholeScale("tile", room, { columns: 14, rows: 9 });
    expect(card).toBe(LEAST_CARD);
    expect(13 * pitch + card).toBeLessThanOrEqual(316);
    expect(pitch).toBeGreaterThanOrEqual(card * 0.84);
  });
  test("moves rows together before cards are smaller than they need be", () => {
    const full = wholeScale("tile", { width: 1036, height: 795 }, { columns: 13, rows: 9 });
    expect(full.card).toBe(64);
    expect(full.line * 9).toBeLessThanOrEqual(795);
    const least = wholeScale("tile", { width: 600, height: 318 }, { columns: 13, rows: 9 });
    expect(least.card).toBe(LEAST_CARD);
    expect(least.line * 9).toBeLessThanOrEqual(318);
  });
  test("lets photos cover each other rather than be small", () => {
    const { card, pitch } = wholeScale("postcard", PHONE, { columns: 14, rows: 6 });
    expect(pitch).toBeLessThan(card);
    expect(pitch).toBeGreaterThan(card * 0.6);
    // melds with one free column between them do not touch
    expect(2 * pitch - card).toBeGreaterThan(6);
  });
});

test.each(["tile", "postcard", "figure"] as const)("near, a finger can take a %s", (family) => {
  const whole = wholeScale(family, PHONE, { columns: 14, rows: 9 });
  expect(isSmall(whole)).toBe(true);
  const near = nearScale(family, whole);
  expect(isSmall(near)).toBe(false);
  expect(near.line).toBeGreaterThanOrEqual(TARGET.height);
});

describe("the rack", () => {
  const phone: Room = { width: 390, height: 844 };
  test("has cards a finger can take, however many", () => {
    expect(rackCard("tile", 312, { width: 320, height: 568 }, 30)).toBe(TARGET.width);
  });
  test("has larger ones where there are few or the screen is large", () => {
    expect(rackCard("postcard", 386, phone, 8)).toBeGreaterThan(60);
    expect(rackCard("tile", 1100, { width: 1440, height: 900 }, 14)).toBeGreaterThan(64);
  });
  test("takes no more than its share of the screen", () => {
    const card = rackCard("postcard", 386, phone, 15);
    const height = rackLines(386, card, 15) * (card * 14 / 11 + RACK_GAP.y);
    expect(height).toBeLessThanOrEqual(phone.height * 0.2);
  });
  test("has seven side by side on the smallest phone", () => {
    expect(rackLines(316, TARGET.width, 14)).toBe(2);
  });
});

describe("a crowded table", () => {
  const crowded = (width: number, height: number, rows: number, lines: number) =>
    isCrowded({ width, height }, rows, rackHeight(TARGET.width, lines));
  test("is one whose least cards have no room beside a rack for fingers", () => {
    expect(crowded(320, 568, 9, 3)).toBe(true);
    expect(crowded(844, 390, 9, 2)).toBe(true);
    expect(crowded(390, 844, 9, 3)).toBe(false);
    expect(crowded(320, 568, 3, 2)).toBe(false);
    expect(crowded(1024, 600, 11, 1)).toBe(false);
  });
  test("has a small rack, on no more lines than the least cards need", () => {
    expect(smallRackCard(316, 20)).toBe(30);
    expect(smallRackCard(688, 20)).toBe(33);
    expect(rackLines(316, smallRackCard(316, 30), 30)).toBe(rackLines(316, LEAST_CARD, 30));
  });
});
