// today.ts - which puzzles a day has: the same for everybody, by the date where the reader is. A
// day has an easy one, one of the middle and a hard one, each of another game, and the games take
// turns. Of a game they come in a fixed order, so that none comes twice in 990 days.
import type { GameId } from "../link/messages";
import type { Puzzle } from "./pack";

export const STEPS = ["easy", "middle", "hard"] as const;
export type Step = (typeof STEPS)[number];

/** Which grades of a pack a step has. */
const GRADES: Readonly<Record<Step, readonly number[]>> = {
  easy: [1, 2], middle: [3], hard: [4, 5],
};
const DAY_MS = 86_400_000;

/** The day that it is there, counted from 1970. */
export function dayOf(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;
}

/** Noon of that day, where the reader is: summer time changes nothing about its date. */
export function dateOf(day: number): Date {
  const utc = new Date(day * DAY_MS);
  return new Date(utc.getUTCFullYear(), utc.getUTCMonth(), utc.getUTCDate(), 12);
}

/** How long it is until the next day begins. */
export function untilNext(now: Date): number {
  const next = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return next.getTime() - now.getTime();
}

export function gameOfDay(day: number, step: Step, games: readonly GameId[]): GameId {
  return games[(day + STEPS.indexOf(step)) % games.length]!;
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/** How far one goes on each time: about the golden section, and round to where all had a turn. */
export function strideOf(count: number): number {
  let stride = Math.max(1, Math.round(count * 0.618));
  while (gcd(stride, count) !== 1) stride++;
  return stride;
}

/** The puzzle of a day and a step, from the pack of its game. */
export function puzzleOfDay(pack: readonly Puzzle[], day: number, step: Step, games: number):
    Puzzle {
  const those = pack.filter(({ grade }) => GRADES[step].includes(grade));
  const turn = Math.floor(day / games);
  return those[(turn * strideOf(those.length)) % those.length]!;
}

/** A day as addresses have it: 2026-11-16. */
const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

export function dayAt(text: string | null): number | null {
  const day = /^\d{4}-\d\d-\d\d$/.test(text ?? "") ? Date.parse(`${text}T00:00:00Z`) / DAY_MS : NaN;
  return Number.isInteger(day) && day > 0 ? day : null;
}

export function stepAt(text: string | null): Step | null {
  return STEPS.find((step) => step === text) ?? null;
}

export function addressOfDay(day: number, step?: Step): string {
  return `/puzzle?day=${dayText(day)}${step === undefined ? "" : `&step=${step}`}`;
}
