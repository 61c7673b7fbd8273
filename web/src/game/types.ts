// types.ts - what the page knows of a round: plain data, read from messages by view.ts and
// tables.ts.
import type { GameId, Options } from "../link/messages";

/** A card in the notation: "r5", "GBc", "*" or "?". Cards of one name are alike. */
export type Card = string;

export interface Meld {
  /** The seat it lies before, in princess; elsewhere null. */
  owner: number | null;
  cards: Card[];
}

/** What a position means: needed with every view. */
export interface Rules {
  game: GameId;
  players: number;
  options: Options;
}

export interface View {
  /** Whose view it is; null for a watcher. */
  viewer: number | null;
  /** Who is on turn; null when the round is over. */
  seat: number | null;
  phase: "start" | "drawn" | "laid" | "over";
  racks: Card[][];
  shown: Card[][];
  table: Meld[];
  opened: boolean[];
  /** Sizes: one number, or five in photo. */
  stacks: number[];
  discard: Card[];
  laid: boolean[];
  laidSinceShuffle: boolean;
  idle: number;
  taken: Card | null;
  from: "stock" | "discard" | null;
  /** Princess, after laying: what the turn began with. */
  before?: Pick<View, "table" | "opened" | "laid" | "laidSinceShuffle">;
  /** Who went out, once the round is over. */
  winner?: number | null;
}

/** A computer player, and how its match stands: the best level plays for the match. */
export interface Player {
  level: number;
  /** Rounds that are over. */
  rounds: number;
  totals: readonly number[];
}

/** A card on the table or rack of this device, which keeps its identity while it is moved. */
export interface Piece {
  readonly id: number;
  readonly card: Card;
  /** Whether it was on the rack when the turn began (marked while it lies on the table). */
  readonly isOwn: boolean;
}

export interface PieceMeld {
  readonly id: number;
  readonly owner: number | null;
  readonly pieces: readonly Piece[];
}

/** The unfinished arrangement. */
export interface Arrangement {
  readonly melds: readonly PieceMeld[];
  readonly rack: readonly Piece[];
}

/** Where pieces are put: into a meld (ordering themselves unless a place is named), onto a new
 * one, or back to the rack. */
export type Target =
  | { meld: number; at?: number }
  | { new: true }
  | { rack: number | "end" };

/** What the core says of a meld or an action. */
export type Verdict =
  | { ok: true }
  | {
      ok: false;
      rule: string;
      reason: string;
      meld?: number;
      place?: number;
      card?: Card;
      have?: number;
      need?: number;
    };

/** The best play, for hints: how many cards, which, and how the table lies then. */
export interface Hint {
  action: string;
  cards: number;
  points: number;
  /** The round can be ended with it. */
  isOut: boolean;
  laid: Card[];
  table: Meld[];
}
