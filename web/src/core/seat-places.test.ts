// seat-places.test.ts - melds lie where they lay: the module as the page uses it, and the pictures
// in between that steps.ts makes.
import { beforeEach, expect, test } from "vitest";
import { parseCards } from "../game/cards";
import type { Arrangement, Place, Target } from "../game/types";
import { stepsBetween } from "../state/steps";
import coreUrl from "./rummery.wasm?url&inline";
import { Seat } from "./seat";
import { rulesOf, wholeView } from "./whole-view";

let core: Seat;
beforeEach(async () => {
  core = await Seat.load(coreUrl);
});

function arrange(table: string, rack: string, places?: number[]): Arrangement {
  const view = wholeView("exclusiv", {
    racks: [rack, "? ? ?"], table, opened: [true, true], ...(places && { places }),
  });
  core.tell(rulesOf("exclusiv"), [view]);
  return core.arrange(0);
}

function put(cards: string, target: Target): Arrangement {
  const { rack, melds } = core.now();
  const pieces = [...rack, ...melds.flatMap((meld) => meld.pieces)];
  core.put(parseCards(cards).map((card) => pieces.find((one) => one.card === card)!.id), target);
  return core.now();
}

/** Where the meld with this card lies. */
const placeOf = ({ melds }: Arrangement, card: string): Place =>
  melds.find(({ pieces }) => pieces.some((one) => one.card === card))!.place;

test("a meld that grows stays, and so do the others", () => {
  const start = arrange("[r1 r2 r3] [b7 g7 y7] [r9 r10 r11]", "r4 r12 y1");
  const grown = put("r12", { meld: start.melds[2]!.id });
  for (const card of ["r1", "b7", "r9"])
    expect(placeOf(grown, card)).toEqual(placeOf(start, card));
});

test("a card in front of a meld lies left of it where that is free", () => {
  const start = arrange("[r1 r2 r3] [r7 r8 r9]", "r6 y1", [2, 0, 2, 5]);
  expect(placeOf(start, "r7")).toEqual({ row: 2, column: 5 });
  const grown = put("r6", { meld: start.melds[1]!.id });
  expect(placeOf(grown, "r6")).toEqual({ row: 2, column: 4 });
});

test("places that are told are taken, unless melds would lie on each other", () => {
  const table = "[r1 r2 r3] [b7 g7 y7]";
  const placesAt = (places?: number[]) =>
    arrange(table, "y1", places).melds.map(({ place }) => [place.row, place.column]);
  expect(placesAt([7, 3, 1, 13])).toEqual([[7, 3], [1, 13]]);
  const anew = placesAt();
  for (const wrong of [[0, 0, 0, 3], [0, 0], [0, 0, 4, 14], [0, 0, 200, 0], [0, 0, 1, 0, 2, 0]])
    expect(placesAt(wrong)).toEqual(anew);
});

test("a new meld takes a free place and keeps it while a second one comes", () => {
  const start = arrange("[r1 r2 r3] [b7 g7 y7]", "r9 r10 r11 y1 y2 y3");
  const one = put("r9", { new: true });
  const place = placeOf(one, "r9");
  expect(start.melds.map((meld) => meld.place)).not.toContainEqual(place);
  put("y1 y2 y3", { new: true });
  expect(placeOf(put("r10 r11", { meld: one.melds[2]!.id }), "r9")).toEqual(place);
});

test("undo leads back to the same places", () => {
  const start = arrange("[r1 r2 r3] [b7 g7 y7 r7]", "r9 r8");
  put("r7 r8 r9", { new: true });
  expect(core.undo().melds.map((meld) => meld.place)).toEqual(
    start.melds.map((meld) => meld.place));
});

test("somebody else's play, step by step, has its melds where they come to lie", () => {
  const before = arrange("[r2 r3 r4] [b7 g7 y7 r7]", "y1");
  const after = arrange("[r1 r2 r3 r4 r5] [b7 g7 y7] [r7 r8 r9]", "y1");
  const steps = stepsBetween(before, after);
  expect(steps.length).toBe(2);
  for (const step of steps)
    for (const card of ["r2", "b7", "r7"])
      expect([placeOf(before, card), placeOf(after, card)]).toContainEqual(placeOf(step, card));
  expect(steps.at(-1)).toBe(after);
});
