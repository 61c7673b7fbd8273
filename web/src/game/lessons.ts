// lessons.ts - the lessons of each game (docs/lessons.md), fetched when somebody learns.
import type { GameId } from "../link/messages";

export interface Lesson {
  id: string;
  /** What it is about. */
  rule: string;
  /** The short text of a position (docs/notation.md). */
  position: string;
  /** What is asked for, as the core judges it. */
  goal: string;
  /** How the table lies when it begins, and how long there is. */
  draft?: string;
  seconds?: number;
  /** Cards that show what is asked for, to who cannot read. */
  picture?: string;
  /** Ways to do it, each a list of actions. */
  right: string[][];
  /** Ways to get it wrong; those with a rule are refused by it. */
  wrong: { do: string[]; rule?: string }[];
}

const files = import.meta.glob<{ default: Lesson[] }>("../../../lessons/*.json");

export const hasLessons = (game: GameId): boolean => `../../../lessons/${game}.json` in files;

export async function loadLessons(game: GameId): Promise<readonly Lesson[]> {
  const load = files[`../../../lessons/${game}.json`];
  return load === undefined ? [] : (await load()).default;
}
