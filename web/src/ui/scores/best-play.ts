// best-play.ts - the most cards that somebody laid in one turn of a match, found in its record by
// the core.
import { LocalMatch } from "../../core/local-match";
import { parseTable } from "../../game/tables";
import type { Meld } from "../../game/types";
import { linesOf, ReplayState, rulesOf } from "../../state/replay.svelte";

export interface LargestPlay {
  seat: number;
  /** How many cards, and in which round. */
  cards: number;
  round: number;
}

/** Fewer are nothing to speak of. */
const LEAST = 5;
const countOf = (table: readonly Meld[]): number =>
  table.reduce((sum, { cards }) => sum + cards.length, 0);

/** Null where nobody laid many. */
export async function largestPlay(record: string, url?: string): Promise<LargestPlay | null> {
  const lines = linesOf(record);
  const rules = rulesOf(lines[0]);
  if (rules === null) return null;
  const { steps } = new ReplayState(rules, lines, await LocalMatch.replay(lines, url));
  let best: LargestPlay | null = null;
  let before = 0;
  for (const { line, seat, word, round } of steps) {
    if (word === "deal") before = 0;
    if (!lines[line]?.includes("[")) continue;
    const now = countOf(parseTable(lines[line]));
    const least = Math.max(LEAST, (best?.cards ?? 0) + 1);
    if (word === "play" && seat !== null && now - before >= least)
      best = { seat, cards: now - before, round };
    before = now;
  }
  return best;
}
