// best-play.ts - how many cards were laid in each turn of a match, found in its record by the core,
// and the most of them.
import { Match } from "rummery/match";
import { parseTable } from "rummery/notation";
import type { Meld } from "../../game/types";
import { linesOf, ReplayState, rulesOf } from "../../state/replay.svelte";

export interface LaidPlay {
  seat: number;
  /** How many cards, and in which round. */
  cards: number;
  round: number;
}

/** Fewer are nothing to speak of. */
const LEAST = 5;
const countOf = (table: readonly Meld[]): number =>
  table.reduce((sum, { cards }) => sum + cards.length, 0);

/** All plays of a match; none of a record that is none. */
export async function playsOf(record: string): Promise<LaidPlay[]> {
  const lines = linesOf(record);
  const rules = rulesOf(lines[0]);
  if (rules === null) return [];
  const { steps } = new ReplayState(rules, lines, await Match.replay(lines));
  const plays: LaidPlay[] = [];
  let before = 0;
  for (const { line, seat, word, round } of steps) {
    if (word === "deal") before = 0;
    if (!lines[line]?.includes("[")) continue;
    const now = countOf(parseTable(lines[line]));
    if (word === "play" && seat !== null) plays.push({ seat, cards: now - before, round });
    before = now;
  }
  return plays;
}

/** The first of those with the most cards; null where nobody laid many. */
export function largestPlay(plays: readonly LaidPlay[]): LaidPlay | null {
  const most = Math.max(...plays.map(({ cards }) => cards));
  return most < LEAST ? null : (plays.find(({ cards }) => cards === most) ?? null);
}
