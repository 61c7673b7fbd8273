// tables.test.ts - tables and actions are read as they are written, short or in full.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  expandAction,
  expandShort,
  NotationError,
  parseTable,
  printTable,
  readAction,
  shortenTable,
} from "./tables";
import type { Meld } from "./types";

const meld: fc.Arbitrary<Meld> = fc.record({
  owner: fc.constant(null),
  cards: fc.array(fc.constantFrom("r1", "r2", "b13", "*"), { minLength: 1, maxLength: 4 }),
});
const table = fc.array(meld, { maxLength: 6 });
const owned = fc.array(
  fc.tuple(meld, fc.nat(3)).map(([{ cards }, owner]) => ({ owner, cards })),
  { maxLength: 6 },
);

describe("a table", () => {
  test("comes back as it was printed", () => {
    fc.assert(
      fc.property(fc.oneof(table, owned), (melds) => {
        expect(parseTable(printTable(melds))).toEqual(melds);
      }),
    );
  });
  test("needs no spaces around brackets", () => {
    const melds = [
      { owner: null, cards: ["r11", "r12"] },
      { owner: null, cards: ["b4"] },
    ];
    expect(parseTable(" [ r11  r12][b4] ")).toEqual(melds);
  });
  test("without melds is a dash", () => {
    expect(printTable([])).toBe("-");
    expect(parseTable("-")).toEqual([]);
  });
  test.each(["[r5", "r5", "[r5] x", "0", "]"])("is not %s", (text) => {
    expect(() => parseTable(text)).toThrow(NotationError);
  });
});

describe("a short table", () => {
  const before = parseTable("[r1 r2 r3] [b9 g9 y9] [b10 b11 b12] [y1 y2 y3] [*]");
  test("names melds that lie unchanged by number or range", () => {
    expect(printTable(expandShort(before, "0-2 [b10 b11] 4"))).toBe(
      "[r1 r2 r3] [b9 g9 y9] [b10 b11 b12] [b10 b11] [*]",
    );
  });
  test("is shortened as the server does it", () => {
    const after = parseTable("[r1 r2 r3] [b9 g9 y9] [b10 b11 b12 b13] [y1 y2 y3] [*]");
    expect(shortenTable(before, after)).toBe("0-1 [b10 b11 b12 b13] 3-4");
  });
  test("says the same as in full", () => {
    fc.assert(
      fc.property(fc.oneof(fc.tuple(table, table), fc.tuple(owned, owned)), ([old, after]) => {
        expect(expandShort(old, shortenTable(old, after))).toEqual(after);
      }),
    );
  });
  test("keeps owners apart from numbers", () => {
    const owned = parseTable("0[g4 g5 g6] 1[y7 y1 y2]");
    expect(printTable(expandShort(owned, "0 1[y7 y1 y2 y3]"))).toBe("0[g4 g5 g6] 1[y7 y1 y2 y3]");
  });
  test("names no meld that is not there", () => {
    expect(() => expandShort(before, "3-5")).toThrow(NotationError);
  });
});

describe("an action", () => {
  test.each([
    ["draw", { kind: "draw", stack: null }],
    ["draw 3", { kind: "draw", stack: 3 }],
    ["draw discard", { kind: "draw discard" }],
    ["pass", { kind: "pass" }],
    ["discard g7", { kind: "discard", card: "g7" }],
    ["timeout", { kind: "timeout", table: null }],
    ["timeout -", { kind: "timeout", table: [] }],
    ["play[r1 r2]", { kind: "play", table: [{ owner: null, cards: ["r1", "r2"] }] }],
  ])("is read: %s", (text, action) => {
    expect(readAction([], text)).toEqual(action);
  });
  test.each(["", "draw 6", "discard", "play", "jump", "pass 1"])("is not %j", (text) => {
    expect(() => readAction([], text)).toThrow(NotationError);
  });
  test("can be written in full", () => {
    const before = parseTable("[r1 r2 r3]");
    expect(expandAction(before, "play 0 [b1]")).toBe("play [r1 r2 r3] [b1]");
    expect(expandAction(before, "draw 2")).toBe("draw 2");
  });
});
