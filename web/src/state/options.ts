// options.ts - what can be agreed on before a match, by game: the options of docs/rules/ in the
// order in which they are asked. What they mean is said in words: option.NAME in lang/.
import type { GameId, NewTable, Options } from "../link/messages";

export interface OptionInfo {
  name: string;
  values: readonly (number | string)[];
  /** What the core takes where nothing is said. */
  usual: number | string;
  /** Only for tables of so many. */
  players?: number;
}

const FIRST: OptionInfo = { name: "first", values: ["lot", 0], usual: "lot" };
const JOKER_SWAP: OptionInfo = { name: "joker_swap", values: ["any", "rack"], usual: "any" };

/** The rarer ones; the clock and the length of a match are asked for by themselves. */
export const OPTIONS: Record<GameId, readonly OptionInfo[]> = {
  exclusiv: [
    { name: "jokers", values: [4, 2], usual: 4 },
    JOKER_SWAP,
    { name: "stock_end", values: ["literal", "stuck"], usual: "literal" },
    FIRST,
  ],
  photo: [JOKER_SWAP, FIRST],
  princess: [
    { name: "first_meld", values: [13, 0], usual: 13 },
    { name: "deal", values: [10, 13], usual: 10, players: 2 },
    { name: "run_max", values: [14, 7], usual: 14 },
    { name: "extend_before_own", values: ["yes", "no"], usual: "yes" },
    { name: "rediscard", values: ["yes", "no"], usual: "yes" },
    FIRST,
  ],
};

export const CLOCKS: readonly number[] = [0, 60, 120, 180];
/** What the clock is where nobody says anything; nobody should hurry children. */
export const USUAL_CLOCK: Record<GameId, number> = { exclusiv: 120, photo: 0, princess: 0 };
/** Points that make a match of about half an hour. */
export const USUAL_TARGET: Record<GameId, number> = { exclusiv: 200, photo: 100, princess: 100 };
export const ROUNDS: readonly number[] = [1, 3, 5];

export type Length = { rounds: number } | { target: number };

/** The options as a table is asked for: only what differs from the usual. */
export function optionsOf(
  game: GameId,
  chosen: Options,
  length: Length,
  clock: number,
  players: number,
): NewTable["options"] {
  const result: Options = { ...length, turn_seconds: clock };
  for (const { name, usual, players: only } of OPTIONS[game]) {
    const value = chosen[name] ?? usual;
    const isMeant = only === undefined || only === players;
    if (isMeant && value !== usual) result[name] = value;
  }
  return result;
}
