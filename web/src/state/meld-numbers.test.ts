// meld-numbers.test.ts - melds keep their numbers.
import { expect, test } from "vitest";
import type { PieceMeld } from "../game/types";
import { MeldNumbers } from "./meld-numbers";

const melds = (...ids: number[]) => ids.map((id) => ({ id, pieces: [] })) as unknown as PieceMeld[];

test("melds keep their numbers, and new ones take what is free", () => {
  const numbers = new MeldNumbers();
  expect([...numbers.of(melds(4, 7, 9)).values()]).toEqual([1, 2, 3]);
  const after = numbers.of(melds(4, 9, 12));
  expect([4, 9, 12].map((id) => after.get(id))).toEqual([1, 3, 2]);
});

test("one that comes back by undo has its old number", () => {
  const numbers = new MeldNumbers();
  numbers.of(melds(4, 7, 9));
  numbers.of(melds(4, 9));
  expect([4, 7, 9].map((id) => numbers.of(melds(4, 7, 9)).get(id))).toEqual([1, 2, 3]);
});

test("one that has gone does not keep others from being called by its number", () => {
  const numbers = new MeldNumbers();
  numbers.of(melds(4, 7));
  expect([...numbers.of(melds(4, 9))]).toEqual([[4, 1], [9, 2]]);
  expect([...numbers.of(melds(4))]).toEqual([[4, 1]]);
});

test("a new round counts anew", () => {
  const numbers = new MeldNumbers();
  numbers.of(melds(4, 7));
  numbers.of([]);
  expect(numbers.of(melds(12)).get(12)).toBe(1);
});
