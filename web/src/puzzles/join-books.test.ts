// join-books.test.ts - what was solved on two devices comes together.
import { expect, test } from "vitest";
import type { KeptBook } from "./book.svelte";
import { isBook, joinBooks } from "./join-books";

const rating = (count: number) => ({ rating: 1500, deviation: 100, volatility: 0.06, count });
const solved = (tries: number) => ({ tries, ms: 1000, solved: 7 });
const tried = { tries: 9, ms: 1000, solved: null };

const here: KeptBook = {
  days: { 7: { easy: tried, middle: solved(2) }, 8: { easy: solved(4) } },
  ratings: { photo: rating(5), princess: rating(1) },
  met: { photo: [1, 2] },
};
const there: KeptBook = {
  days: { 7: { easy: solved(3), middle: solved(5), hard: tried },
    8: { easy: solved(1) }, 9: { hard: solved(1) } },
  ratings: { photo: rating(4), exclusiv: rating(2) },
  met: { photo: [2, 3], exclusiv: [4] },
};

test("what was solved anywhere is solved, by the fewest tries", () => {
  expect(joinBooks(here, there).days).toEqual({
    7: { easy: solved(3), middle: solved(2), hard: tried }, 8: { easy: solved(1) },
    9: { hard: solved(1) },
  });
});

test("the rating of who met more counts", () => {
  expect(joinBooks(here, there).ratings)
    .toEqual({ photo: rating(5), princess: rating(1), exclusiv: rating(2) });
});

test("no puzzle that was met comes again as a new one", () => {
  expect(joinBooks(here, there).met).toEqual({ photo: [2, 3, 1], exclusiv: [4] });
});

test("a book is what we wrote", () => {
  expect(isBook(here)).toBe(true);
  for (const wrong of [null, [], {}, { ...here, days: { 7: { easy: 3 } } },
    { ...here, ratings: { photo: { rating: "high" } } }, { ...here, met: { photo: ["x"] } }])
    expect(isBook(wrong)).toBe(false);
});
