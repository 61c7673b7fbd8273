// options.ts - the options of each game with their defaults (docs/rules). What the core refuses is
// its own business; this is what a form starts from, and what a table in the page is told with.
import type { GameId, Options } from "../link/messages";

/** A number of rounds or a target that is not set is left out. */
export const OPTION_DEFAULTS: Record<GameId, Options> = {
  exclusiv: { turn_seconds: 120, first: "lot", jokers: 4, joker_swap: "any", stock_end: "literal" },
  photo: { turn_seconds: 0, first: "lot", joker_swap: "any" },
  princess: {
    turn_seconds: 0,
    first: "lot",
    deal: 10,
    first_meld: 13,
    run_max: 14,
    extend_before_own: "yes",
    rediscard: "yes",
    bracelets: "gyrb",
  },
};

/** All options of a game, those that were not chosen too. */
export function allOptions(game: GameId, chosen: Options): Options {
  return { ...OPTION_DEFAULTS[game], ...chosen };
}

/** Only those that differ from the default, as a record's first line names them. */
export function chosenOptions(game: GameId, options: Options): Options {
  const defaults = OPTION_DEFAULTS[game];
  return Object.fromEntries(
    Object.entries(options).filter(([name, value]) => String(value) !== String(defaults[name])),
  );
}
