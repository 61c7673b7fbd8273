// statistics.ts - what the matches of this device come to: plain figures, which the screen draws.
import type { GameId } from "../link/messages";
import type { Match } from "./matches";

export interface Share {
  played: number;
  won: number;
}

export interface Statistics {
  all: Share;
  byGame: ReadonlyMap<GameId, Share>;
  /** By the best computer player at the table; 0 among people. In rising order. */
  byLevel: ReadonlyMap<number, Share>;
  byPlayers: ReadonlyMap<number, Share>;
  /** The largest play of each game. */
  largest: ReadonlyMap<GameId, number>;
  /** Matches won one after the other: now, and the longest time. */
  streak: { now: number; best: number };
  /** Whether the latest were won, the oldest of them first. */
  latest: readonly boolean[];
  /** How accurate the matches were that somebody looked at, the oldest first. */
  accuracy: readonly { at: number; percent: number }[];
}

const LATEST = 20;

function sharesBy<Key extends string | number>(
  matches: readonly Match[],
  keyOf: (match: Match) => Key,
): Map<Key, Share> {
  const shares = new Map<Key, Share>();
  for (const match of matches) {
    const { played, won } = shares.get(keyOf(match)) ?? { played: 0, won: 0 };
    shares.set(keyOf(match), { played: played + 1, won: won + Number(match.isWon) });
  }
  return shares;
}

const inOrder = (shares: Map<number, Share>): Map<number, Share> =>
  new Map([...shares].sort(([a], [b]) => a - b));

function streakOf(oldestFirst: readonly Match[]): { now: number; best: number } {
  let now = 0;
  let best = 0;
  for (const { isWon } of oldestFirst) {
    now = isWon ? now + 1 : 0;
    best = Math.max(best, now);
  }
  return { now, best };
}

export function statisticsOf(matches: readonly Match[]): Statistics {
  const oldestFirst = [...matches].sort((a, b) => a.at - b.at);
  const largest = new Map<GameId, number>();
  for (const match of oldestFirst)
    largest.set(match.game, Math.max(match.largest, largest.get(match.game) ?? 0));
  return {
    all: { played: matches.length, won: matches.filter(({ isWon }) => isWon).length },
    byGame: sharesBy(oldestFirst, ({ game }) => game),
    byLevel: inOrder(sharesBy(oldestFirst, ({ level }) => level)),
    byPlayers: inOrder(sharesBy(oldestFirst, ({ players }) => players)),
    largest,
    streak: streakOf(oldestFirst),
    latest: oldestFirst.slice(-LATEST).map(({ isWon }) => isWon),
    accuracy: oldestFirst.flatMap(({ at, accuracy }) =>
      accuracy === null ? [] : [{ at, percent: accuracy }]),
  };
}
