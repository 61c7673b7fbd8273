// games.ts - the games as the program describes them (docs/games.md): script/page-inputs has it
// print them into described.ts. Nothing of it is listed by hand.
import { described } from "./described.js";
import type { GameId } from "./types.js";

/** What the cards are: pictures and words go by it, not by the game. */
export type Family = "tile" | "postcard" | "figure";

export type RackOrder = "runs" | "sets" | "hand";

export interface OptionFacts {
  name: string;
  /** What applies where nothing is said; null where that is no value. */
  usual: number | string | null;
  min?: number;
  max?: number;
  step?: number;
  words?: readonly string[];
  letters?: string;
  /** Values that only tables of so many can have. */
  players?: Readonly<Record<string, readonly number[]>>;
}

export interface GameFacts {
  id: GameId;
  family: Family;
  players_min: number;
  players_max: number;
  suits: readonly string[];
  ranks: readonly string[];
  points: readonly number[];
  copies: number;
  deal: number;
  jokers: number;
  joker_points: number;
  stacks: number;
  run_order: "anyhow" | "rising" | "circling";
  rack_orders: readonly RackOrder[];
  melds_are_owned: boolean;
  has_discard: boolean;
  timeout_has_table: boolean;
  draw_ends_turn: boolean;
  jokers_come_back: boolean;
  first_points: number;
  first_is_one_meld: boolean;
  evening_points: number;
  has_sight: boolean;
  has_solver: boolean;
  waiting_pays: boolean;
  options: readonly OptionFacts[];
}

/** All games there are. */
export const games = described as readonly GameFacts[];
