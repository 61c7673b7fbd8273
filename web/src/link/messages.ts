// messages.ts - the messages of docs/protocol.md as types. Texts in the notation stay texts here;
// game/ reads them.
import type { GameId, Options, View as ViewMessage } from "rummery/types";
import type { Person } from "../game/people";

export type { GameId, Options, View as ViewMessage } from "rummery/types";

export type Language = "de" | "en" | "fr" | "it" | "nl" | "es";
export type Colour = "g" | "y" | "r" | "b";
export type Phase = "waiting" | "dealing" | "playing" | "scored" | "over";

export interface SeatInfo {
  kind: "open" | "person" | "bot";
  colour?: Colour;
  level?: number;
  name?: string;
  language?: Language;
  here?: boolean;
  ready?: boolean;
  host?: boolean;
  stand_in?: boolean;
  /** Who a computer player is: not told, but found by game/people.ts. */
  person?: Person;
}

export interface Commit {
  deal: number;
  hash: string;
}

export interface DraftInfo {
  seat: number;
  table: string;
}

/** The whole table. */
export interface TableMessage {
  table: string;
  seq: number;
  version: 1;
  game: GameId;
  options: Options;
  watch: boolean;
  drafts: boolean;
  stand_in: number;
  phase: Phase;
  you: number[];
  host: boolean;
  invite?: string;
  seats: SeatInfo[];
  match: number;
  round: number;
  sheet: number[][];
  totals: number[];
  commit: Commit;
  left_ms?: number;
  draft?: DraftInfo;
  views?: ViewMessage[];
  /** Between rounds: how the last one ended. */
  over?: Over;
  why?: string;
  id?: string;
}

export interface Over {
  winner: number | null;
  scores: number[];
  /** Each score told apart: for what was laid, as a bonus, for what is left. */
  parts?: number[][];
  totals: number[];
  racks: string[];
  round: number;
  seed: string;
  mixes: string[];
  commit: Commit;
  phase: "scored" | "over";
}

export interface MoveMessage {
  seq: number;
  seat: number;
  do: string;
  card?: string;
  turn?: number;
  left_ms?: number;
  over?: Over;
  id?: string;
}

export interface ResumedMessage {
  resumed: number;
  here: boolean[];
  ready: boolean[];
  stand_in: boolean[];
  left_ms?: number;
  draft?: DraftInfo;
}

export interface DraftMessage {
  draft: string;
  seat: number;
}

export interface HereMessage {
  here: boolean[];
  ready: boolean[];
  stand_in: boolean[];
}

export interface SaidMessage {
  said: number;
  seat: number;
}

export interface AsksMessage {
  asks: "back";
  seat: number;
}

export interface OkMessage {
  ok: true;
  id: string;
  seq?: number;
}

export interface ErrorMessage {
  error: string;
  id?: string;
  why: string;
  rule?: string;
  reason?: string;
  meld?: number;
  place?: number;
  card?: string;
  have?: number;
  need?: number;
  offset?: number;
}

/** What a table says to whoever shows it. */
export type News =
  | TableMessage
  | MoveMessage
  | ResumedMessage
  | DraftMessage
  | HereMessage
  | SaidMessage
  | AsksMessage
  | ErrorMessage
  | { gone: true };

export type ServerMessage = News | OkMessage | { pong: true };

/** What a player may ask for; the link adds the id. */
export type Request =
  | { do: "act"; action: string; seat?: number; at?: number }
  | { do: "start" }
  | { do: "next"; now?: boolean }
  | { do: "rematch" }
  | { do: "leave" }
  | { do: "seat"; seat: number; as: "bot" | "open" | "none"; level?: number }
  | { do: "profile"; seat?: number; name?: string; colour?: Colour; language?: Language }
  | { do: "back" }
  | { do: "allow" }
  | { do: "draft"; table: string }
  | { do: "undo" }
  | { do: "redo" }
  | { do: "again" }
  | { do: "say"; phrase: number; seat?: number };

/** A seat of a table that is being made. */
export type NewSeat =
  | { name: string; colour?: Colour; language?: Language }
  | { open: true }
  | { bot: number };

export interface NewTable {
  game: GameId;
  options: Options;
  seats: NewSeat[];
  watch?: boolean;
  drafts?: boolean;
  stand_in?: number;
}
