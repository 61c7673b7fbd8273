// motifs.test.ts - every one of the 102 photos has a picture, and no two of a category look alike.
import { describe, expect, it } from "vitest";
import { COUNTRIES } from "./countries";
import { FLAGS } from "./flags";
import { motifOf } from "./motifs";

const SIGNS = Object.keys(COUNTRIES);
const CATEGORIES = ["p", "c", "s", "e", "f", "l"];

describe("postcards", () => {
  it("have a picture for each of the 102 photos", () => {
    const cards = SIGNS.flatMap((sign) => CATEGORIES.map((category) => sign + category));
    expect(cards).toHaveLength(102);
    for (const card of cards) expect(motifOf(card), card).not.toBeNull();
  });
  it("differ within a category by drawing or palette", () => {
    for (const category of CATEGORIES) {
      const looks = new Set(SIGNS.map((sign) => JSON.stringify(motifOf(sign + category))));
      expect(looks.size, category).toBe(SIGNS.length);
    }
  });
  it("have seventeen different flags", () => {
    expect(new Set(SIGNS.map((sign) => JSON.stringify(FLAGS[sign as "S"]))).size).toBe(17);
  });
  it("know no picture for a joker, an unknown card or a tile", () => {
    for (const card of ["*", "?", "r5", "XXp", "GB", "toStringp"]) {
      expect(motifOf(card), card).toBeNull();
    }
  });
});
