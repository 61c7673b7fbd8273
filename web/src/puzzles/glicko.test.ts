// glicko.test.ts - Glicko-2 against the worked example of its paper.
import { expect, test } from "vitest";
import { rate, UNRATED } from "./glicko";

test("the worked example of the paper comes out", () => {
  const player = { rating: 1500, deviation: 200, volatility: 0.06 };
  const after = rate(player, [
    { rating: 1400, deviation: 30, score: 1 },
    { rating: 1550, deviation: 100, score: 0 },
    { rating: 1700, deviation: 300, score: 0 },
  ]);
  expect(after.rating).toBeCloseTo(1464.06, 1);
  expect(after.deviation).toBeCloseTo(151.52, 1);
  expect(after.volatility).toBeCloseTo(0.05999, 4);
});

test("who solves rises, who fails falls, and every game makes it surer", () => {
  const puzzle = { rating: 1500, deviation: 60 };
  const up = rate(UNRATED, [{ ...puzzle, score: 1 }]);
  const down = rate(UNRATED, [{ ...puzzle, score: 0 }]);
  expect(up.rating).toBeGreaterThan(1500);
  expect(down.rating).toBeLessThan(1500);
  expect(up.deviation).toBeLessThan(UNRATED.deviation);
  expect(rate(UNRATED, [])).toEqual(UNRATED);
});

test("a surprise moves more than what was expected", () => {
  const easy = rate(UNRATED, [{ rating: 900, deviation: 60, score: 1 }]).rating;
  const hard = rate(UNRATED, [{ rating: 2100, deviation: 60, score: 1 }]).rating;
  expect(hard - 1500).toBeGreaterThan(easy - 1500);
});

test("a rating never stands still for good", () => {
  let rating = UNRATED;
  for (let i = 0; i < 500; i++)
    rating = rate(rating, [{ rating: rating.rating, deviation: 60, score: i % 2 }]);
  expect(rating.deviation).toBeGreaterThanOrEqual(45);
  expect(rate(rating, [{ rating: 1500, deviation: 60, score: 1 }]).rating)
    .toBeGreaterThan(rating.rating);
});
