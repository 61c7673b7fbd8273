// The options of each game with their values and defaults, and what the deal leaves
// lying there. Unknown options and values that do not exist are malformed.

import { Malformed } from "./verdict.mjs";

const oneOf = (...values) => ({ fallback: values[0], accepts: (v) => values.includes(v) });
const whole = (least, fallback) => ({
  fallback, accepts: (v) => Number.isInteger(v) && v >= least,
});

/** `rounds` and `target` exist in all games; null means not given. */
const COMMON = {
  // a clock in days goes before one in seconds
  turn_days: { fallback: 0, accepts: (v) => Number.isInteger(v) && v >= 1 && v <= 14 },
  rounds: whole(1, null),
  target: whole(1, null),
  first: { fallback: "lot", accepts: (v) => v === "lot" || [0, 1, 2, 3].includes(v) },
};

const OPTIONS = {
  exclusiv: {
    ...COMMON,
    turn_seconds: whole(0, 120),
    jokers: oneOf(4, 2),
    joker_swap: oneOf("any", "rack"),
    stock_end: oneOf("literal", "stuck"),
  },
  photo: {
    ...COMMON,
    turn_seconds: whole(0, 0),
    joker_swap: oneOf("any", "rack"),
  },
  princess: {
    ...COMMON,
    turn_seconds: whole(0, 0),
    deal: oneOf(10, 13),
    first_meld: oneOf(13, 0),
    run_max: oneOf(14, 7),
    extend_before_own: oneOf("yes", "no"),
    rediscard: oneOf("yes", "no"),
  },
};

export const GAMES = Object.keys(OPTIONS);

/** All options of the game, those not given at their defaults. */
export function readOptions(game, given, players) {
  const options = {};
  for (const [name, { fallback }] of Object.entries(OPTIONS[game])) options[name] = fallback;
  if (given === undefined) return options;
  if (given === null || typeof given !== "object" || Array.isArray(given)) {
    throw new Malformed("options is not an object");
  }
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(OPTIONS[game], name)) throw new Malformed(`unknown option ${name}`);
    if (!OPTIONS[game][name].accepts(value)) throw new Malformed(`bad value of ${name}`);
    options[name] = value;
  }
  if (options.deal === 13 && players !== 2) {
    throw new Malformed("13 cards are dealt to two players only");
  }
  if (options.first !== "lot" && options.first >= players) {
    throw new Malformed("first is not a seat");
  }
  return options;
}

/** X-32, PA-17, RA-19: whether a turn can run out. */
export const hasClock = ({ turn_days, turn_seconds }) => turn_days > 0 || turn_seconds > 0;

/** What the deal makes: cards in all, cards each, stacks of the stock, discard size. */
export function setup(game, players, options) {
  if (game === "exclusiv") {
    const cards = 104 + options.jokers;
    return { cards, deal: 14, stacks: [cards - 14 * players], discard: 0 };
  }
  if (game === "photo") {
    return { cards: 108, deal: 8, stacks: evenStacks(108 - 8 * players), discard: 0 };
  }
  const { deal } = options;
  return { cards: 56, deal, stacks: [56 - deal * players - 1], discard: 1 };
}

/** PA-13: five stacks as even as possible, the higher ones first. */
export function evenStacks(stock) {
  return [0, 1, 2, 3, 4].map((i) => Math.floor(stock / 5) + (i < stock % 5 ? 1 : 0));
}

export function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
