// book.test.ts - what is kept of puzzles: days, streaks, ratings, and the one that comes next.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type Puzzle, parsePack } from "./pack";
import { shareText } from "./share";

const pack = parsePack("photo", Array.from({ length: 1000 }, (_, i) =>
  `${1 + Math.floor(i / 200)} laid 2 : photo players=2; rack GBc`).join("\n"));

async function open() {
  vi.resetModules();
  return (await import("./book.svelte")).book;
}

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  });
});

describe("days", () => {
  test("a streak is days in a row on which something was solved in time", async () => {
    const book = await open();
    const { today } = book;
    expect(book.streak).toBe(0);
    book.note(today - 1, "easy", { tries: 1, ms: 5, solved: today - 1 });
    expect(book.streak).toBe(1);
    book.note(today, "hard", { tries: 3, ms: 5, solved: today });
    expect(book.streak).toBe(2);
    book.note(today - 2, "easy", { tries: 1, ms: 5, solved: today });
    expect(book.streak).toBe(2);
    expect(book.solvedCount(today - 2)).toBe(1);
  });

  test("tries are kept over a reload, and what is solved stays as it was", async () => {
    let book = await open();
    book.note(book.today, "easy", { tries: 1, ms: 900, solved: null });
    expect(book.isSolved(book.today, "easy")).toBe(false);
    book = await open();
    expect(book.solving(book.today, "easy")).toEqual({ tries: 1, ms: 900, solved: null });
    book.note(book.today, "easy", { tries: 2, ms: 1900, solved: book.today });
    book.note(book.today, "easy", { tries: 7, ms: 1, solved: null });
    expect(book.solving(book.today, "easy")?.tries).toBe(2);
  });

  test("what cannot be read is as if nothing had been kept", async () => {
    for (const text of ["", "7", "null", "[]", '{"days":3,"ratings":null}', "{",
      '{"days":{"5":{"easy":null}},"ratings":{},"met":{}}']) {
      localStorage.setItem("rummery.puzzles", text);
      const book = await open();
      expect(book.streak).toBe(0);
      expect(book.rating("photo").rating).toBe(1500);
    }
  });
});

describe("ratings", () => {
  test("move by the first try only", async () => {
    const book = await open();
    book.meet(pack[500]!, true);
    const { rating } = book.rating("photo");
    expect(rating).toBeGreaterThan(1500);
    book.meet(pack[500]!, false);
    expect(book.rating("photo").rating).toBe(rating);
    book.meet(pack[501]!, false);
    expect(book.rating("photo").rating).toBeLessThan(rating);
    expect(book.rating("photo").count).toBe(2);
  });

  test("the next puzzle is as hard as one is good, and was not met lately", async () => {
    const book = await open();
    const near = (one: Puzzle) => Math.abs(one.rating - book.rating("photo").rating);
    for (let i = 0; i < 950; i++) {
      const next = book.next(pack, (i % 10) / 10);
      expect(book.hasMet(next)).toBe(false);
      if (i < 30) expect(near(next)).toBeLessThan(200);
      book.meet(next, i % 2 === 0);
    }
  });
});

test("what is shared gives nothing away", () => {
  const text = shareText("16.11.2026", [
    { tries: 1, ms: 1, solved: 3 },
    { tries: 4, ms: 1, solved: 3 },
    { tries: 1, ms: 1, solved: null },
  ], 5);
  expect(text).toBe("Rummery 16.11.2026 🟩🟨⬛ 🔥5");
  expect(shareText("1/2/2026", [null, null, null], 1)).toBe("Rummery 1/2/2026 ⬛⬛⬛");
});
