// index.ts - the package's door: everything public is named here. Modules are loaded by who needs
// them first: record.wasm for matches and verdicts, engine.wasm for solver and computer players.
import { sharedEngine } from "./bot.js";
import * as given from "./given.js";
import { linesOfRecord } from "./match.js";
import * as notation from "./notation.js";
import { once } from "./once.js";
import { Practice } from "./practice.js";
import { Referee } from "./referee.js";
import type {
  Card, Findings, Meld, OnTurn, Play, Rules, Verdict, View,
} from "./types.js";

export { Bot } from "./bot.js";
export { Engine } from "./engine.js";
export type { Family, GameFacts, OptionFacts, RackOrder } from "./games.js";
export { games } from "./games.js";
export type { Need, Standing } from "./match.js";
export { Match, RefusedLine } from "./match.js";
export type { Outcome, Standing as PracticeStanding, Told } from "./practice.js";
export { Practice } from "./practice.js";
export { Referee } from "./referee.js";
export type { Counted, Standing as SheetStanding } from "./sheet.js";
export { Sheet } from "./sheet.js";
export type {
  Card, Findings, GameId, Gain, Meld, OnTurn, Options, Play, Player, PutRight, Refusal,
  ReviewedSeat, ReviewedTurn, Rules, Seed, Source, Tally, Verdict, View,
} from "./types.js";

/** A position: what one seat sees, and by which rules. */
export interface Position {
  rules: Rules;
  view: View;
}

function partsOf(position: Position): Position {
  given.object(position, "a position must be an object with rules and view");
  return position;
}

const sharedReferee = once(() => Referee.load());
const sharedPractice = once(() => Practice.load());

/** Whether the viewer of a position, who is on turn, may do this. */
export async function judge(position: Position, action: string): Promise<Verdict> {
  const { rules, view } = partsOf(position);
  return (await sharedReferee()).action(rules, view, action);
}

/** Whether a meld by itself is correct. */
export async function judgeMeld(rules: Rules, cards: readonly Card[]): Promise<Verdict> {
  return (await sharedReferee()).meld(rules, cards);
}

/** The best plays of the viewer, who is on turn and may lay, in falling order; always the
 *  optimum. None where nothing can be laid. */
export async function solve(
  position: Position,
  wish: { count?: number; by?: "cards" | "points" } = {},
): Promise<Play[]> {
  const { rules, view } = partsOf(position);
  given.object(wish, "what is wished for must be an object with count and by");
  const { count = 1, by = "cards" } = wish;
  return (await sharedEngine()).best(rules, view, count, by);
}

/** What a match was like, from its record; `onTurn` hears of each turn as soon as it is judged. */
export async function review(
  record: string | readonly string[],
  onTurn?: OnTurn,
): Promise<Findings> {
  return (await sharedEngine()).review(linesOfRecord(record), onTurn);
}

/** The position that a short text tells: "exclusiv players=2; opened 1; rack r5 r6 r7". */
export async function readPosition(text: string, seed = 1): Promise<Position> {
  const practice = await sharedPractice();
  if (!practice.begin(text, seed)) throw new Error(`this is no position: ${text}`);
  const { game, players, options, view } = practice.standing();
  return { rules: { game, players, options }, view };
}

/** The short text of a position. */
export async function printPosition(position: Position): Promise<string> {
  const { rules, view } = partsOf(position);
  const text = (await sharedPractice()).shortOf(rules, view);
  if (text === null) throw new Error("this position does not hold together");
  return text;
}

/** "r5 b7" as a list; an empty text has no cards. */
export const parseCards = (text: string): Card[] =>
  notation.parseCards(given.text(text, "a list of cards"));

export const printCards = (cards: readonly Card[]): string => given.cards(cards, "cards");

/** The melds of a table, or of an action that has one. */
export const parseTable = (text: string): Meld[] =>
  notation.parseTable(given.text(text, "a table"));
