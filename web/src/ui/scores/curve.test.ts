// curve.test.ts - the drawing of the totals.
import { describe, expect, test } from "vitest";
import { curveOf, markStep, totalsOf } from "./curve";

describe("the curve of the scores", () => {
  test("begins with nothing and adds each round", () => {
    expect(totalsOf([[57, -57], [-10, 10]], 2)).toEqual([[0, 57, 47], [0, -57, -47]]);
  });
  test("has round numbers beside it", () => {
    expect([0, 3, 57, 114, 800].map(markStep)).toEqual([1, 1, 20, 50, 200]);
  });
  test("stays inside its field, also without a round", () => {
    for (const sheet of [[], [[0, 0]], [[57, -57]], [[5, -1], [300, -280]]]) {
      const { lines, marks } = curveOf(sheet, 2, 300, 100);
      for (const { x, y } of lines.flat()) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(300);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y).toBeLessThanOrEqual(100);
      }
      expect(marks.length).toBeGreaterThan(1);
    }
  });
});
