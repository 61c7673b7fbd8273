// today.test.ts - a day has three puzzles, the same for everybody, and none comes again for years.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { factsOf, GAMES } from "../game/games";
import { type Puzzle, parsePack, PUZZLE_GAMES } from "./pack";
import { dateOf, dayOf, gameOfDay, puzzleOfDay, STEPS, strideOf, untilNext } from "./today";

const read = (game: string) => readFileSync(`${import.meta.dirname}/../../../puzzles/${game}.txt`);
const packs = new Map(PUZZLE_GAMES.map((game) => [game, parsePack(game, String(read(game)))]));
const day = dayOf(new Date(2026, 10, 16));

function three(at: number): Puzzle[] {
  return STEPS.map((step) => {
    const pack = packs.get(gameOfDay(at, step, PUZZLE_GAMES))!;
    return puzzleOfDay(pack, at, step, PUZZLE_GAMES.length);
  });
}

describe("the packs", () => {
  test("there is one for each game with a solver", () => {
    expect([...PUZZLE_GAMES]).toEqual(GAMES.filter((game) => factsOf(game).has_solver));
  });

  test("a puzzle has grade, goal, position and a rating that rises", () => {
    for (const [game, pack] of packs) {
      expect(pack).toHaveLength(1000);
      expect(pack[0]!.rating).toBe(800);
      expect(pack.at(-1)!.rating).toBe(2200);
      for (const one of pack) {
        expect(one.grade).toBeGreaterThanOrEqual(1);
        expect(one.goal).toMatch(/^(laid \d+|does (draw|draw discard|discard \S+); until \w+)$/);
        expect(one.position).toMatch(new RegExp(`^${game} players=2; `));
      }
    }
  });
});

describe("a day", () => {
  test("has three steps of three games", () => {
    for (let i = 0; i < 30; i++) {
      const puzzles = three(day + i);
      expect(new Set(puzzles.map(({ game }) => game)).size).toBe(PUZZLE_GAMES.length);
      expect(puzzles[1]!.grade).toBe(3);
      expect(puzzles[0]!.grade).toBeLessThan(3);
      expect(puzzles[2]!.grade).toBeGreaterThan(3);
    }
  });

  test("no puzzle comes twice within 990 days", () => {
    const seen = new Set<string>();
    for (let i = 0; i < 990; i++)
      for (const { game, index } of three(day + i)) seen.add(`${game} ${index}`);
    expect(seen.size).toBe(3 * 990);
  });

  test("is the one of the calendar, and there and back again", () => {
    expect(dayOf(new Date(2026, 10, 16, 0, 0, 1))).toBe(day);
    expect(dayOf(new Date(2026, 10, 16, 23, 59, 59))).toBe(day);
    expect(dayOf(new Date(2026, 10, 17))).toBe(day + 1);
    expect(dayOf(dateOf(day))).toBe(day);
    expect(dateOf(day).getDate()).toBe(16);
    expect(untilNext(new Date(2026, 10, 16, 23, 59, 0))).toBe(60_000);
  });

  test("goes through all puzzles before one comes again", () => {
    for (const count of [1, 2, 5, 330, 335]) {
      const stride = strideOf(count);
      const all = Array.from({ length: count }, (_, i) => (i * stride) % count);
      expect(new Set(all).size).toBe(count);
    }
  });
});
