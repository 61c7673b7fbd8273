// types.ts - what the page knows of a round: plain data, read from messages by view.ts and told by
// the device (core/device.ts).
import type { Card, Meld, Refusal, Rules as PackageRules } from "rummery/types";
import type { ViewMessage } from "../link/messages";

export type { Card, Meld, Play, Player } from "rummery/types";
export type { RackOrder } from "rummery/games";

/** What a position means, all options told: needed with every view. */
export type Rules = Required<PackageRules>;

/** What everybody at a table sees, beside what lies there. */
export interface Seen {
  /** Whose rack is shown; null for a watcher. */
  viewer: number | null;
  /** Who is on turn; null when the round is over. */
  seat: number | null;
  phase: "start" | "drawn" | "laid" | "over";
  racks: Card[][];
  opened: boolean[];
  /** Sizes: one number, or five in photo. */
  stacks: number[];
  discard: Card[];
  /** Who went out, once the round is over. */
  winner?: number | null;
}

/** A position. */
export interface View extends Seen {
  /** As it was told: modules are given this. */
  readonly message: ViewMessage;
  table: Meld[];
}

/** What the core says of a meld or an action; the page has sentences of its own for it. */
export type Verdict = { ok: true } | Omit<Refusal, "why">;

/** A card on the table or rack of this device, which keeps its identity while it is moved and from
 *  turn to turn. */
export interface Piece {
  readonly id: number;
  readonly card: Card;
  /** Whether it was on the rack when the turn began (marked while it lies on the table). */
  readonly isOwn: boolean;
  /** A joker on the table: the cards that would free it; only where they are few. */
  readonly freeing?: readonly Card[];
}

/** Where a meld lies on the board, which is the same for all screens: its unit is one piece wide
 *  and one meld high. A meld has as many columns as pieces, and one is free behind it. */
export interface Place {
  readonly row: number;
  /** Of its first piece. */
  readonly column: number;
}

export interface PieceMeld {
  readonly id: number;
  readonly owner: number | null;
  readonly place: Place;
  readonly pieces: readonly Piece[];
  readonly verdict: Verdict;
}

/** The unfinished arrangement, and what the rules say of it. */
export interface Arrangement {
  readonly melds: readonly PieceMeld[];
  readonly rack: readonly Piece[];
  readonly verdict: Verdict;
  /** The way to the first meld; null once it is behind or where there is none. */
  readonly firstMeld: { readonly have: number; readonly need: number } | null;
}

/** Where pieces are put: into a meld (ordering themselves unless a place is named), onto a new
 * one, or back to the rack. */
export type Target =
  | { meld: number; at?: number }
  | { new: true }
  | { rack: number | "end" };

/** `draw` and `take` are for who may not lay yet: from the stock, or the open card. */
export type HintStep =
  | "off" | "asking" | "draw" | "take" | "nothing" | "count" | "cards" | "table";

/** As much of a hint as its step shows. */
export interface Hint {
  readonly step: HintStep;
  /** The round can be ended with it. */
  readonly isOut: boolean;
  /** What would be laid. */
  readonly laid: readonly Card[];
  /** Those of them that are still on the rack. */
  readonly pieces: readonly number[];
  /** The meld that each of these goes into, 0 for one that is not there yet. */
  readonly into: readonly number[];
  /** The melds that it makes or changes. */
  readonly melds: readonly Meld[];
  /** Something was laid that it would not lay, or not there. */
  readonly isAstray: boolean;
}
