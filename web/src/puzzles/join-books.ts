// join-books.ts - what was solved on two devices, in one: nothing that was solved is lost.
import type { KeptBook, Solving } from "./book.svelte";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isNumber = (value: unknown): value is number =>
  typeof value === "number" && Number.isFinite(value);
const isAll = (value: unknown, isOne: (one: unknown) => boolean): boolean =>
  isObject(value) && Object.values(value).every(isOne);

function isSolving(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { tries, ms, solved } = value;
  return isNumber(tries) && isNumber(ms) && (solved === null || isNumber(solved));
}

function isRating(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { rating, deviation, volatility, count } = value;
  return [rating, deviation, volatility, count].every(isNumber);
}

/** Whether somebody wrote this down as a book of puzzles: files come from anywhere. */
export function isBook(value: unknown): value is KeptBook {
  if (!isObject(value)) return false;
  const { days, ratings, met } = value;
  return isAll(days, (day) => isAll(day, isSolving)) && isAll(ratings, isRating) &&
    isAll(met, (places) => Array.isArray(places) && places.every(isNumber));
}

/** The one that was solved, and of two the one with fewer tries. */
function better(here: Solving | undefined, there: Solving): Solving {
  if (here === undefined) return there;
  const isSolved = (one: Solving) => one.solved !== null;
  if (isSolved(here) !== isSolved(there)) return isSolved(here) ? here : there;
  return there.tries < here.tries ? there : here;
}

export function joinBooks(here: KeptBook, there: KeptBook): KeptBook {
  const days = { ...here.days };
  for (const [day, steps] of Object.entries(there.days)) {
    const both = { ...days[day] };
    for (const [step, solving] of Object.entries(steps))
      both[step as keyof typeof both] = better(both[step as keyof typeof both], solving);
    days[day] = both;
  }
  const ratings = { ...here.ratings };
  // who has met more knows better
  for (const [game, rating] of Object.entries(there.ratings))
    if (rating !== undefined && rating.count > (ratings[game]?.count ?? 0)) ratings[game] = rating;
  const met = { ...here.met };
  for (const [game, places] of Object.entries(there.met))
    met[game] = [...new Set([...(places ?? []), ...(met[game] ?? [])])];
  return { days, ratings, met };
}
