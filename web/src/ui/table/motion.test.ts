// motion.test.ts - which way a piece goes, as data: from where it was to where it lies, and nothing
// else moves. What a browser makes of it is watched by tests/browser/motion.mjs.
import { describe, expect, test } from "vitest";
import { type Spot, wayFrom } from "./motion";

const home = {} as Element;
const other = {} as Element;
const boxOf = (left: number, top: number, width: number, height: number) =>
  ({ left, top, right: left + width, bottom: top + height }) as DOMRect;
const BOARD = boxOf(0, 100, 400, 300);

/** A piece in the middle of a table that is scrolled by so much. */
const spot = (x: number, y: number, more: Partial<Spot> = {}, scrolled = 0): Spot => ({
  home, x, y, homeX: x - BOARD.left, homeY: y - BOARD.top + scrolled, width: 40, height: 56,
  box: BOARD, ...more,
});

describe("a piece stays", () => {
  test("where it was", () => expect(wayFrom(spot(50, 150), spot(50, 150))).toBeNull());

  test("where rounding has moved it", () =>
    expect(wayFrom(spot(50, 150), spot(51.5, 148.5, { width: 41 }))).toBeNull());

  test("where only its region was scrolled or pushed along", () =>
    expect(wayFrom(spot(50, 250), spot(50, 190, {}, 60))).toBeNull());
});

describe("a piece goes", () => {
  test("straight from where it was", () =>
    expect(wayFrom(spot(50, 150), spot(90, 170)))
      .toEqual({ x: -40, y: -20, scale: 1, isFromElsewhere: false }));

  test("by its region, however that was scrolled meanwhile", () =>
    expect(wayFrom(spot(50, 150), spot(90, 150, {}, 60)))
      .toMatchObject({ x: -40, y: -60, isFromElsewhere: true }));

  test("by the screen from one region to another, above all that would cut it off", () =>
    expect(wayFrom(spot(50, 700, { home: other, box: boxOf(0, 600, 400, 200) }), spot(90, 150)))
      .toEqual({ x: -40, y: 550, scale: 1, isFromElsewhere: true }));

  test("by the screen where it was dragged, also within its region", () =>
    expect(wayFrom(spot(50, 150, { home: null }), spot(90, 150)))
      .toMatchObject({ x: -40, y: 0, isFromElsewhere: true }));

  test("where it stays but grows, from its old size", () =>
    expect(wayFrom(spot(50, 150, { width: 20 }), spot(50, 150)))
      .toEqual({ x: 0, y: 0, scale: 0.5, isFromElsewhere: false }));

  test("above all if its region has become too small for where it was", () =>
    expect(wayFrom(spot(50, 380), spot(50, 150, { box: boxOf(0, 100, 400, 200) })))
      .toMatchObject({ y: 230, isFromElsewhere: true }));
});
