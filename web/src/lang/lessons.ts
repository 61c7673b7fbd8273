// lessons.ts - the words of the lessons: one file a game and language, fetched when somebody
// learns.
import type { GameId, Language } from "../link/messages";

export interface LessonWords {
  title: string;
  task: string;
  right: string;
  /** What is said when something else was done that the rules allow. */
  wrong: string;
}

const files = import.meta.glob<{ default: Record<string, LessonWords> }>("./lessons/*/*.json");

/** By the id of the lesson. */
export async function loadLessonWords(
  language: Language,
  game: GameId,
): Promise<Readonly<Record<string, LessonWords>>> {
  const load = files[`./lessons/${language}/${game}.json`];
  if (load === undefined) throw new Error(`there are no lessons of ${game} in ${language}`);
  return (await load()).default;
}
