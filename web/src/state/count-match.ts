// count-match.ts - a match that is over goes into the statistics, and how accurate it was is found
// out meanwhile, for as long as nobody plays on.
import { Analyst } from "../core/analyst";
import type { TableMessage } from "../link/messages";
import { playsOf } from "../ui/scores/best-play";
import { keepMatch, keptMatches, learnAccuracy, matchOf } from "./matches";
import { linesOf, recordName } from "./replay.svelte";

async function lookAt(record: string, analyst: Analyst): Promise<void> {
  const { seats } = await analyst.review(linesOf(record), () => {});
  learnAccuracy(recordName(record), seats.map(({ accuracy }) => accuracy / 10));
}

/** Once, however often it is looked at; gives what stops it. */
export async function countMatch(message: TableMessage, text: string): Promise<() => void> {
  const plays = await playsOf(text).catch(() => []);
  const own = plays.filter(({ seat }) => message.you.includes(seat));
  const largest = Math.max(0, ...own.map(({ cards }) => cards));
  const match = matchOf(message, { largest, record: recordName(text), at: Date.now() });
  const analyst = new Analyst();
  if (match === null) return () => {};
  keepMatch(match);
  const isKnown = keptMatches().some(({ id, accuracy }) => id === match.id && accuracy !== null);
  // without it the match counts all the same
  if (!isKnown) void lookAt(text, analyst).catch(() => undefined).finally(() => analyst.stop());
  return () => analyst.stop();
}
