// evenings.test.ts - evenings come from anywhere, and two devices may have the same one.
import { expect, test } from "vitest";
import { type Evening, isEvening, joinEvenings, leftMsOf } from "./evenings";

const evening = (id: string, changed: number): Evening => ({
  id, changed, at: changed, game: "photo", options: { rounds: 3 }, first: 0, turn: 1,
  hasHints: true, people: [{ name: "Anna", colour: "g" }, { name: "Ben", colour: "y" }],
  rounds: [{
    winner: 0,
    counted: [14, 0].map((left) => ({ laid: 0, bonus: 0, left, hasLaid: true })),
  }],
});

test("an evening that was written down here is one", () => {
  expect(isEvening(evening("abcd", 1))).toBe(true);
});
test("what nobody could have written down is none", () => {
  const fine = evening("abcd", 1);
  for (const wrong of [
    null, [], { ...fine, id: "../x" }, { ...fine, game: "poker" }, { ...fine, turn: 2 },
    { ...fine, people: fine.people.slice(1) }, { ...fine, rounds: [{ winner: 5, counted: [] }] },
    { ...fine, rounds: [{ winner: 0, counted: [{ laid: "1" }] }] },
    { ...fine, clock: { leftMs: -1, since: null } }, { ...fine, clock: { leftMs: 1 } },
  ]) expect(isEvening(wrong)).toBe(false);
});
test("of two devices the evening that was changed last stays, and each once", () => {
  const joined = joinEvenings([evening("abcd", 5), evening("efgh", 1)],
    [evening("abcd", 3), evening("efgh", 9)]);
  expect(joined.map(({ id, changed }) => `${id} ${changed}`)).toEqual(["efgh 9", "abcd 5"]);
});
test("a clock that was left running has run meanwhile, one that was stopped has not", () => {
  const timed = { ...evening("abcd", 1), options: { turn_seconds: 60 } };
  const left = (clock: Evening["clock"]) =>
    leftMsOf(clock === undefined ? timed : { ...timed, clock }, 100_000);
  expect(left(undefined)).toBe(60_000);
  expect(left({ leftMs: 40_000, since: null })).toBe(40_000);
  expect(left({ leftMs: 40_000, since: 90_000 })).toBe(30_000);
  expect(left({ leftMs: 40_000, since: 10_000 })).toBe(0);
  expect(left({ leftMs: 40_000, since: 200_000 })).toBe(40_000);
});
