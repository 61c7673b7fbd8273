// options.ts - the options of each game by name, in the order in which they are shown, with what
// applies where nothing else is chosen. A test compares them with the core.
import type { GameId } from "../link/messages";

export interface OptionInfo {
  name: string;
  /** What applies by itself. */
  usual: number | string;
}

const common = (turnSeconds: number): OptionInfo[] => [
  { name: "rounds", usual: 1 },
  { name: "target", usual: 0 },
  { name: "turn_seconds", usual: turnSeconds },
  { name: "first", usual: "lot" },
];

export const GAME_OPTIONS: Readonly<Record<GameId, readonly OptionInfo[]>> = {
  exclusiv: [
    ...common(120),
    { name: "jokers", usual: 4 },
    { name: "joker_swap", usual: "any" },
    { name: "stock_end", usual: "literal" },
  ],
  photo: [...common(0), { name: "joker_swap", usual: "any" }],
  princess: [
    ...common(0),
    { name: "deal", usual: 10 },
    { name: "first_meld", usual: 13 },
    { name: "run_max", usual: 14 },
    { name: "extend_before_own", usual: "yes" },
    { name: "rediscard", usual: "yes" },
    { name: "bracelets", usual: "gyrb" },
  ],
};
