// differences.ts - where the three games differ for the hand that plays them. The rules themselves
// are the core's; this only says which places and buttons a game has.
import type { View } from "../game/types";
import type { GameId, Options } from "../link/messages";

/** What the player on turn is to do next; a picture shows it to who cannot read. */
export type Cue = "draw" | "lay" | "discard";

export interface Differences {
  /** The phases of a turn in which cards can be laid. */
  laysIn: readonly View["phase"][];
  stackCount: number;
  hasDiscard: boolean;
  /** Melds lie before their owners and their cards stay there (RA-14). */
  hasOwners: boolean;
  canPass: (view: View, options: Options) => boolean;
  /** Points that a first meld needs, or 0. */
  firstMeld: (options: Options) => number;
  /** Those points are counted for each meld by itself, not for all together. */
  countsEachMeld: boolean;
  /** A joker that was freed may go to the rack (P-27). */
  racksJokers: boolean;
  cue: (view: View) => Cue | null;
}

const FIRST_MELD_EXCLUSIV = 40;

export const DIFFERENCES: Record<GameId, Differences> = {
  exclusiv: {
    laysIn: ["start"],
    stackCount: 1,
    hasDiscard: false,
    hasOwners: false,
    canPass: (view, options) => options["stock_end"] === "stuck" && view.stacks[0] === 0,
    firstMeld: () => FIRST_MELD_EXCLUSIV,
    countsEachMeld: false,
    racksJokers: false,
    cue: () => null,
  },
  photo: {
    laysIn: ["drawn"],
    stackCount: 5,
    hasDiscard: false,
    hasOwners: false,
    canPass: (view) => view.phase === "drawn",
    firstMeld: () => 0,
    countsEachMeld: false,
    racksJokers: true,
    cue: (view) => (view.phase === "start" ? "draw" : "lay"),
  },
  princess: {
    laysIn: ["drawn"],
    stackCount: 1,
    hasDiscard: true,
    hasOwners: true,
    canPass: () => false,
    firstMeld: (options) => Number(options["first_meld"] ?? 13),
    countsEachMeld: true,
    racksJokers: false,
    cue: (view) => (view.phase === "start" ? "draw" : "discard"),
  },
};

