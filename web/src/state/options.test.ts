// options.test.ts - what can be agreed on, as the form and the rules offer it.
import { expect, test } from "vitest";
import { factsOf, GAMES } from "../game/games";
import { clocksFor, optionsOf, othersOf, rareOptions } from "./options";

const first = (game: string) => rareOptions(game).find(({ name }) => name === "first")!;
const option = (game: string, name: string) =>
  factsOf(game).options.find((one) => one.name === name)!;

test("who begins is drawn by lot, or anybody at the table", () => {
  for (const game of GAMES) {
    const { values, fits } = first(game);
    expect(values.filter((value) => fits(value, 2))).toEqual(["lot", 0, 1]);
    expect(values.filter((value) => fits(value, 4))).toEqual(["lot", 0, 1, 2, 3]);
  }
});

test("somebody who begins and whose seat was taken away is forgotten", () => {
  const asked = (players: number) => optionsOf("photo", { first: 2 }, { rounds: 1 }, 0, players);
  expect(asked(3)).toMatchObject({ first: 2 });
  expect(asked(2)).not.toHaveProperty("first");
});

test("the rules tell what else can be chosen", () => {
  expect(othersOf("exclusiv", option("exclusiv", "jokers"))).toEqual([2]);
  expect(othersOf("princess", option("princess", "deal"))).toEqual([13]);
  expect(othersOf("princess", option("princess", "first_meld"))).toEqual([0]);
  expect(othersOf("princess", option("princess", "target"))).toEqual([100]);
  expect(othersOf("photo", option("photo", "first"))).toEqual(["chosen"]);
  expect(othersOf("exclusiv", option("exclusiv", "turn_seconds"))).toEqual([0, 60, 180]);
});

test("turns of days are asked for as days, and only at a table on the server", () => {
  const day = 24 * 60 * 60;
  const long = clocksFor(true).filter((seconds) => seconds >= day);
  expect(long.map((seconds) => seconds / day)).toEqual([1, 3, 7, 14]);
  expect(clocksFor(false).some((seconds) => seconds >= day)).toBe(false);
  expect(optionsOf("exclusiv", {}, { rounds: 1 }, 3 * day, 2)).toEqual({ rounds: 1, turn_days: 3 });
  expect(optionsOf("exclusiv", {}, { rounds: 1 }, 60, 2)).toEqual({ rounds: 1, turn_seconds: 60 });
});
