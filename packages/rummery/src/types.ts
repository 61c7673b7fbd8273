// types.ts - what is said to the core and by it: plain data. Cards, melds, tables and actions are
// texts of the notation (docs/notation.md).

/** A game's name; `games` says which there are. */
export type GameId = string;

/** A card: "r5", "GBc", "*" for a joker or "?" for one that is not seen. Cards of one name are
 *  alike. */
export type Card = string;

/** Options of a game by name; those that are not named have their usual values. */
export type Options = Record<string, number | string>;

/** What is played. Needed with every view. */
export interface Rules {
  game: GameId;
  players: number;
  options?: Options;
}

export interface Meld {
  /** The seat it lies before, where melds have owners; elsewhere null. */
  owner: number | null;
  cards: Card[];
}

/** What one seat may know of a round (docs/protocol.md). Lists have a place for each seat. */
export interface View {
  /** Whose view it is; null for a watcher. */
  viewer: number | null;
  /** Who is on turn; null when the round is over. */
  seat: number | null;
  phase: "start" | "drawn" | "laid" | "over";
  /** "r5 b7 *"; what is not seen is "?". */
  racks: string[];
  /** Cards of each rack that everybody saw being picked up. */
  shown: string[];
  /** "[b10 b11 b12] [r1 r2 r3]"; "-" where nothing lies. */
  table: string;
  /** Row and column of each meld on the board, one after the other; the rules do not need it. */
  places?: number[];
  opened: boolean[];
  /** How many cards are left to draw; `stacks` where there are several piles. */
  stock?: number;
  stacks?: number[];
  /** The discard pile, its top last. */
  discard?: string;
  laid?: boolean[];
  laid_since_shuffle?: boolean;
  idle?: number;
  taken?: string;
  from?: "stock" | "discard";
  before?: { table: string; opened: boolean[]; laid: boolean[]; laid_since_shuffle: boolean };
  /** Once the round is over: who went out. */
  winner?: number | null;
}

/** Why something is refused. */
export interface Refusal {
  ok: false;
  /** The number of the rule, "X-13"; "notation" where a text cannot be read. */
  rule: string;
  /** Its name, for translations: "FIRST_MELD_POINTS". */
  reason: string;
  meld?: number;
  place?: number;
  card?: Card;
  have?: number;
  need?: number;
  offset?: number;
  /** The same as an English sentence. */
  why: string;
}

/** What the core says of a meld or an action. */
export type Verdict = { ok: true } | Refusal;

/** What can be laid, from the solver. */
export interface Play {
  /** "play [r5 r6 r7] ..." */
  action: string;
  cards: number;
  points: number;
  /** The round can be ended with it. */
  isOut: boolean;
}

/** What a further card would bring: as many could be laid with it. */
export interface Gain extends Omit<Play, "action"> {
  card: Card;
}

/** A computer player, and how its match stands: the best levels play for the match. */
export interface Player {
  /** From 1, which overlooks things, to 6; 7 only plays to win. */
  level: number;
  /** Rounds that are over. */
  rounds: number;
  totals: readonly number[];
}

/** A table that was mixed up, put right, in the notation. */
export interface PutRight {
  table: string;
  /** What cannot go in. */
  left: string;
  /** So many melds, the first ones, lie as they were. */
  kept: number;
  /** Whether no more of them could. */
  isExact: boolean;
}

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

/** A turn that is judged, and how many lines of the record are done. */
export type OnTurn = (turn: ReviewedTurn, at: number) => void;

/** What the platform has under a name; nothing where its types are not known to the compiler. */
type Made<Name extends string> =
  typeof globalThis extends Record<Name, new (...given: never[]) => infer One> ? One : never;
type Compiled = typeof globalThis extends {
  WebAssembly: { Module: new (...given: never[]) => infer One };
} ? One : never;

/** Where a module is, if not beside this package: its address, or the module itself. */
export type Source = string | Made<"URL"> | Compiled;

/** For chance that can be had again: a whole number, or two words of 32 bits. */
export type Seed = number | readonly [number, number];
