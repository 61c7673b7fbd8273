// matches.ts - the matches that were played to their end on this device, the newest first: what
// statistics are made of. Kept in the browser, never sent anywhere.
import { GAMES } from "../game/games";
import type { GameId, TableMessage } from "../link/messages";
import { readStored, writeStored } from "../link/store";

export interface Match {
  /** The table and which of its matches. */
  id: string;
  /** When it ended, in milliseconds since 1970. */
  at: number;
  game: GameId;
  players: number;
  /** Of the best computer player there; 0 among people. */
  level: number;
  /** Alone or with others. */
  isWon: boolean;
  rounds: number;
  /** The most cards that were laid in one turn. */
  largest: number;
  /** The own one. */
  seat: number;
  /** The fingerprint of its record; empty where it is not known. */
  record: string;
  /** How much of its chances the seat took (docs/review.md), in percent; null where nobody has
   *  looked. */
  accuracy: number | null;
}

export const MATCHES = "matches";
const MATCHES_MAX = 1000;

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;

/** Whether somebody wrote this down as a match: files come from anywhere. */
export function isMatch(value: unknown): value is Match {
  if (typeof value !== "object" || value === null) return false;
  const { id, at, game, players, level, isWon, rounds, largest, seat, record, accuracy } =
    value as Record<keyof Match, unknown>;
  return typeof id === "string" && typeof isWon === "boolean" && typeof record === "string" &&
    GAMES.includes(game as GameId) && [at, players, level, rounds, largest, seat].every(isCount) &&
    (accuracy === null || (typeof accuracy === "number" && accuracy >= 0 && accuracy <= 100));
}

export function keptMatches(): Match[] {
  const kept = readStored<unknown>(MATCHES);
  return Array.isArray(kept) ? kept.filter(isMatch) : [];
}

/** Each match once, the newest first; what is known of it later is added. */
export function joinMatches(first: readonly Match[], second: readonly Match[]): Match[] {
  const joined = new Map<string, Match>();
  for (const match of [...first, ...second]) {
    const known = joined.get(match.id);
    const accuracy = known?.accuracy ?? match.accuracy;
    joined.set(match.id, { ...(known ?? match), accuracy });
  }
  return [...joined.values()].sort((a, b) => b.at - a.at).slice(0, MATCHES_MAX);
}

/** A match that is over, as its only person on this device saw it; null where several shared the
 *  device, or where one only watched. */
export function matchOf(
  message: TableMessage,
  { largest, record, at }: Pick<Match, "largest" | "record" | "at">,
): Match | null {
  const { table, match, game, seats, you, sheet, totals } = message;
  const [own] = you;
  if (own === undefined || you.length !== 1) return null;
  return {
    id: `${table}.${match}`,
    at,
    game,
    players: seats.length,
    level: Math.max(0, ...seats.map(({ kind, level = 0 }) => (kind === "bot" ? level : 0))),
    isWon: totals[own] === Math.max(...totals),
    rounds: sheet.length,
    largest,
    seat: own,
    record,
    accuracy: null,
  };
}

export function keepMatch(match: Match): void {
  writeStored(MATCHES, joinMatches(keptMatches(), [match]));
}

/** A match was looked at: how accurate each of its seats was, in percent. */
export function learnAccuracy(record: string, seats: readonly number[]): void {
  const learn = (match: Match): Match =>
    match.record === record ? { ...match, accuracy: seats[match.seat] ?? null } : match;
  writeStored(MATCHES, keptMatches().map(learn));
}
