// rules.ts - the rules of each game as a page: sections of paragraphs, single melds, and turns
// shown as before and after. One file a game and language, fetched when it is read.
import type { GameId, Language } from "../link/messages";

/** A meld in the notation, with a word about it; `wrong` ones show what is not allowed, those that
 *  wait what is not worth enough to begin with. */
export interface MeldExample {
  meld: string;
  wrong?: true;
  waits?: true;
  note: string;
}

/** A whole turn: what lies there, what the player has, and how the table lies then. */
export interface TurnExample {
  table: string;
  rack: string;
  after: string;
  note: string;
}

/** Cards to get to know, each with its name. */
export interface CardsExample {
  cards: string;
}

/** What the signs on photos mean: the kinds of pictures, or the countries. */
export interface Legend {
  legend: "kinds" | "signs";
}

export type RulesPart = string | MeldExample | TurnExample | CardsExample | Legend;

export interface RulesSection {
  title: string;
  /** What grown-ups look up when it happens. */
  folded?: true;
  parts: RulesPart[];
}

const files = import.meta.glob<{ default: RulesSection[] }>([
  "./rules/*/*.json",
  "./more/rules/*/*.json",
]);

export async function loadRules(language: Language, game: GameId): Promise<RulesSection[]> {
  const name = `rules/${language}/${game}.json`;
  const load = files[`./${name}`] ?? files[`./more/${name}`];
  if (load === undefined) throw new Error(`there are no rules of ${game} in ${language}`);
  return (await load()).default;
}
