// new-cards.test.ts - which cards a play brought to the table.
import { expect, test } from "vitest";
import { newCardsOf } from "./new-cards";

const meld = (text: string) => ({ owner: null, cards: text.split(" ") });

test("a new meld is new, and the old ones are not", () => {
  const old = meld("r5 r6 r7");
  expect(newCardsOf([old], [old, meld("b1 b2 b3")])).toEqual([[], ["b1", "b2", "b3"]]);
});
test("cards that only moved are not marked", () => {
  const now = [meld("b8 g8 y8"), meld("r7 r8 r9")];
  expect(newCardsOf([meld("b8 g8 y8 r8")], now)).toEqual([[], ["r7", "r9"]]);
});
test("of two equal cards the one in the new meld is marked", () => {
  const old = meld("r5 r6 r7");
  expect(newCardsOf([old], [meld("r5 b5 g5"), old])).toEqual([["r5", "b5", "g5"], []]);
});
