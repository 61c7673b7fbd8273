// games.ts - what a game is like, asked of how the games describe themselves (docs/games.md).
import { type Family, type GameFacts, games } from "rummery/games";
import type { GameId } from "../link/messages";
import type { View } from "./types";

export type { Family, GameFacts, OptionFacts } from "rummery/games";

export const GAMES: readonly GameId[] = games.map(({ id }) => id);
/** Where no other is asked for. */
export const FIRST_GAME: GameId = GAMES[0]!;

export function factsOf(game: GameId): GameFacts {
  return games.find(({ id }) => id === game) ?? games[0]!;
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
