// games.ts - the games as the program describes them (docs/games.md): script/page-inputs has it
// print games.json. What a game is like is asked here; nothing of it is listed by hand.
import type { GameId } from "../link/messages";
import described from "./games.json";
import type { RackOrder, View } from "./types";

/** What the cards are: pictures and words go by it, not by the game. */
export type Family = "tile" | "postcard" | "figure";

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

const all = described as unknown as readonly GameFacts[];

export const GAMES: readonly GameId[] = all.map(({ id }) => id);
/** Where no other is asked for. */
export const FIRST_GAME: GameId = GAMES[0]!;

export function factsOf(game: GameId): GameFacts {
  return all.find(({ id }) => id === game) ?? all[0]!;
}

export const familyOf = (game: GameId): Family => factsOf(game).family;

/** Whether cards can be laid in this phase of a turn. */
export function laysIn(facts: GameFacts, phase: View["phase"]): boolean {
  return phase === (facts.draw_ends_turn ? "start" : "drawn");
}

/** Whether each seat wears a colour of its own. */
export function hasBracelets(game: GameId): boolean {
  return factsOf(game).options.some(({ letters }) => letters !== undefined);
}

/** What the player on turn is to do next; a picture shows it to who cannot read. `choose`: lay
 *  something, or discard. */
export type Cue = "draw" | "lay" | "choose" | "play" | "discard";

/** What lies there in the own turn: nothing new, something, or what may be played. */
export type Draft = "none" | "begun" | "correct";

export function cueOf(facts: GameFacts, phase: View["phase"], draft: Draft = "none"): Cue | null {
  if (facts.draw_ends_turn) return null;
  if (phase === "start") return "draw";
  if (draft !== "none") return draft === "correct" ? "play" : "lay";
  if (!facts.has_discard) return "lay";
  return phase === "laid" ? "discard" : "choose";
}
