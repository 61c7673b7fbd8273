// steps.test.ts - what lies otherwise, and a play in pictures.
import { expect, test } from "vitest";
import { NO_ARRANGEMENT } from "../game/pieces";
import type { Arrangement, Piece } from "../game/types";
import { changesBetween, stepsBetween } from "./steps";

/** Melds by identity, as "card-identity" of their pieces; each in a row of its own unless one is
 *  named. */
function tableOf(melds: Record<number, string>, rows: Record<number, number> = {}): Arrangement {
  const pieceOf = (name: string): Piece => {
    const [card = "", id = ""] = name.split("-");
    return { id: Number(id), card, isOwn: false };
  };
  return {
    ...NO_ARRANGEMENT,
    melds: Object.entries(melds).map(([id, cards]) => ({
      id: Number(id),
      owner: null,
      place: { row: rows[Number(id)] ?? Number(id), column: 0 },
      pieces: cards.split(" ").map(pieceOf),
      verdict: { ok: true },
    })),
  };
}

const show = ({ melds }: Arrangement) =>
  melds.map(({ id, pieces }) => `${id}: ${pieces.map(({ card }) => card).join(" ")}`);

test("what lies otherwise is told meld by meld", () => {
  const before = tableOf({ 1: "r5-1 r6-2 r7-3 r8-4", 2: "b1-5 b2-6 b3-7" });
  const after = tableOf({ 1: "r5-1 r6-2 r7-3", 2: "b1-5 b2-6 b3-7 b4-8", 3: "g8-9 y8-10 r8-4" });
  const ids = (pieces: readonly Piece[]) => pieces.map(({ id }) => id);
  const [added, made, ...more] = changesBetween(before, after);
  expect([added?.meld, added?.isNew, ids(added?.laid ?? []), ids(added?.moved ?? [])])
    .toEqual([2, false, [8], []]);
  expect([made?.meld, made?.isNew, ids(made?.laid ?? []), ids(made?.moved ?? [])])
    .toEqual([3, true, [9, 10], [4]]);
  expect(more).toEqual([]);
});

test("each picture brings one meld its cards from where they lie, and all else stays", () => {
  const before = tableOf({ 1: "r5-1 r6-2 r7-3 r8-4", 2: "b1-5 b2-6 b3-7" });
  const after = tableOf({ 1: "r5-1 r6-2 r7-3", 2: "b1-5 b2-6 b3-7 b4-8", 3: "g8-9 y8-10 r8-4" });
  const steps = stepsBetween(before, after);
  expect(steps.map(show)).toEqual([
    ["1: r5 r6 r7", "2: b1 b2 b3", "3: g8 y8 r8"],
    ["1: r5 r6 r7", "2: b1 b2 b3 b4", "3: g8 y8 r8"],
  ]);
  expect(steps.at(-1)).toBe(after);
  // the very object: it is not drawn again
  expect(steps[0]?.melds[1]).toBe(before.melds[1]);
});

test("a card that frees a joker comes first, and the joker waits beside it", () => {
  const before = tableOf({ 1: "r5-1 *-2 r7-3" });
  const after = tableOf({ 1: "r5-1 r6-4 r7-3", 2: "b1-5 *-2 b3-6" });
  expect(stepsBetween(before, after).map(show)).toEqual([
    ["1: r5 r6 r7 *"],
    ["1: r5 r6 r7", "2: b1 * b3"],
  ]);
});

test("a meld that takes the place of another waits until that is gone", () => {
  const before = tableOf({ 1: "r5-1 r6-2 r7-3" });
  const after = tableOf({ 2: "b1-4 b2-5 b3-6", 3: "r5-1 g5-7 y5-8", 4: "r6-2 r7-3 r8-9" },
    { 2: 1, 3: 3, 4: 4 });
  expect(stepsBetween(before, after).map(show)).toEqual([
    ["3: r5 g5 y5", "1: r6 r7"],
    ["3: r5 g5 y5", "4: r6 r7 r8"],
    ["2: b1 b2 b3", "3: r5 g5 y5", "4: r6 r7 r8"],
  ]);
});

test("where nothing lies otherwise the table is all there is to show", () => {
  const table = tableOf({ 1: "r5-1 r6-2 r7-3" });
  expect(stepsBetween(table, table)).toEqual([table]);
});
