// people.ts - who a computer player is: one of the six people of the game's family of cards, from
// the gentlest to the strongest. Follows from the seats alone, so that everybody at a table meets
// the same ones.
import type { GameId, SeatInfo } from "../link/messages";
import { type Family, familyOf } from "./games";

export const PEOPLE_COUNT = 6;

/** How somebody shows joy. */
export type Temper = "merry" | "calm" | "eager" | "proud";

export interface Person {
  family: Family;
  /** From 1 on, as in the words: the level at which it is at home. */
  number: number;
}

/** The one of this level, or else the nearest who does not sit here yet. */
function nearest(level: number, taken: ReadonlySet<number>): number {
  const all = Array.from({ length: PEOPLE_COUNT }, (_, i) => i + 1);
  const free = all.filter((number) => !taken.has(number));
  const far = (number: number) => Math.abs(number - Math.min(level, PEOPLE_COUNT));
  return free.reduce((best, number) => (far(number) < far(best) ? number : best), free[0] ?? 1);
}

/** The seats, with a person for each computer player. */
export function withPeople(game: GameId, seats: readonly SeatInfo[]): SeatInfo[] {
  const family = familyOf(game);
  const taken = new Set<number>();
  return seats.map((seat) => {
    if (seat.kind !== "bot") return seat;
    const number = nearest(seat.level ?? 1, taken);
    taken.add(number);
    return { ...seat, person: { family, number } };
  });
}
