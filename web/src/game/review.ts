// review.ts - what a review says of a match (docs/review.md), and what the analysis board is told:
// plain data.
import type { Card, Play } from "./types";

export interface Tally {
  cards: number;
  points: number;
}

/** A turn, as it was judged by what its seat saw. Chances are thousandths. */
export interface ReviewedTurn {
  turn: number;
  round: number;
  seat: number;
  /** So many lines of the record lead to its position. */
  line: number;
  laid: Tally;
  possible: Tally;
  couldGoOut: boolean;
  hasGoneOut: boolean;
  chance: number;
  lost: number;
  /** What would have been better, where anything was lost. */
  better?: string;
  /** The play that lays the most, where there is one. */
  most?: string;
  before: number[];
  after: number[];
}

export interface ReviewedSeat {
  accuracy: number;
  turns: number;
  couldLay: number;
  laidMost: number;
  cardsLaid: number;
}

/** What stands out; turns by their number. */
export interface Findings {
  seats: ReviewedSeat[];
  best?: number;
  worst?: number;
  turning: number[];
}

/** What a further card would bring: as many could be laid with it. */
export interface Gain extends Omit<Play, "action"> {
  card: Card;
}
