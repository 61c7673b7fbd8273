// order.ts - how cards stand: on a rack by runs, by sets or by hand, and inside a meld, where they
// order themselves. Whether a meld is correct is not asked here.
import type { GameId } from "../link/messages";
import {
  CATEGORIES,
  categoryOf,
  cityOf,
  colourOf,
  isJoker,
  kindPlace,
  numberOf,
} from "./cards";
import { factsOf } from "./games";
import type { Card, Piece } from "./types";

export type RackOrder = "runs" | "sets" | "hand";

/** What sets put side by side: the number, or the category. */
function setPlace(card: Card): number {
  const category = categoryOf(card);
  return category === null ? (numberOf(card) ?? 1000) : CATEGORIES.indexOf(category);
}

function compare(game: GameId, by: "runs" | "sets", a: Card, b: Card): number {
  const bySet = by === "sets" ? setPlace(a) - setPlace(b) : 0;
  return bySet || kindPlace(game, a) - kindPlace(game, b);
}

/** Runs (in photo rows) or sets side by side, jokers last. */
export function sortRack(game: GameId, by: "runs" | "sets", rack: readonly Piece[]): Piece[] {
  return [...rack].sort((a, b) => compare(game, by, a.card, b.card) || a.id - b.id);
}

/** A hand-made order as it is kept: by names, since pieces do not outlive a reload. */
export const rememberOrder = (rack: readonly Piece[]): Card[] => rack.map(({ card }) => card);

/** The remembered order; cards that came since stand at the end, as they came. */
export function restoreOrder(rack: readonly Piece[], remembered: readonly Card[]): Piece[] {
  const rest = [...rack];
  const found = remembered.flatMap((card) => {
    const at = rest.findIndex((piece) => piece.card === card);
    return at === -1 ? [] : rest.splice(at, 1);
  });
  return [...found, ...rest];
}

/** The order of another arrangement of the same pieces; those that it lacks stand at the end. */
export function orderLike(rack: readonly Piece[], example: readonly Piece[]): Piece[] {
  const places = new Map(example.map(({ id }, i) => [id, i]));
  const place = ({ id }: Piece) => places.get(id) ?? example.length;
  return [...rack].sort((a, b) => place(a) - place(b));
}

// ---- Inside a meld ----

const allAlike = <T>(values: readonly T[]) => values.every((value) => value === values[0]);

/** Jokers go where numbers are missing, then to the side on which they stood, if there is room. */
function orderRun(pieces: readonly Piece[], last: number): Piece[] {
  const number = (piece: Piece) => numberOf(piece.card) ?? 0;
  const tiles = pieces.filter(({ card }) => !isJoker(card));
  const jokers = pieces.filter(({ card }) => isJoker(card));
  const frontCount = pieces.findIndex(({ card }) => !isJoker(card));
  const [front, back] = [jokers.slice(0, frontCount), jokers.slice(frontCount)];
  tiles.sort((a, b) => number(a) - number(b));
  const run = tiles.flatMap((tile, i) => {
    const previous = tiles[i - 1];
    const gap = previous === undefined ? 0 : Math.max(0, number(tile) - number(previous) - 1);
    const isFilled = gap <= front.length + back.length;
    return [...(isFilled ? takeJokers(back, front, gap) : []), tile];
  });
  const [low, high] = [number(tiles[0]!), number(tiles.at(-1)!)];
  while (back.length > 0 && high + back.length > last && low - front.length > 1)
    front.unshift(back.pop()!);
  while (front.length > 0 && low - front.length < 1 && high + back.length < last)
    back.push(front.shift()!);
  return [...front, ...run, ...back];
}

/** As many as there are, from the back first: those in front stay the lower end. */
function takeJokers(back: Piece[], front: Piece[], count: number): Piece[] {
  const taken = back.splice(0, count);
  while (taken.length < count && front.length > 0) taken.push(front.pop()!);
  return taken;
}

/** after 7 comes 1. Where the circle is cut so that as much as possible is in order. */
function orderCircle(pieces: readonly Piece[], size: number): Piece[] {
  const number = ({ card }: Piece) => (numberOf(card) ?? 1) - 1;
  const firstLaid = pieces.find(({ isOwn }) => !isOwn);
  const likely = firstLaid === undefined ? 0 : number(firstLaid);
  const starts = Array.from({ length: size }, (_, i) => (likely + i) % size);
  const whole = starts.map((start) => walkCircle(pieces, start, size)).find((run) => run !== null);
  if (whole !== undefined && whole !== null) return whole;
  const has = new Set(pieces.map(number));
  const gapTo = (start: number) => {
    let gap = 0;
    while (gap < size && !has.has((start - 1 - gap + 2 * size) % size)) gap++;
    return has.has(start) ? gap : -1;
  };
  const cut = starts.reduce((best, start) => (gapTo(start) > gapTo(best) ? start : best));
  const place = (piece: Piece) => (number(piece) - cut + size) % size;
  return [...pieces].sort((a, b) => place(a) - place(b));
}

/** All pieces one after the other from this number on, or null; laid ones keep together. */
function walkCircle(pieces: readonly Piece[], start: number, size: number): Piece[] | null {
  const rest = [...pieces];
  const run: Piece[] = [];
  for (let i = 0; i < pieces.length; i++) {
    const wanted = ((start + i) % size) + 1;
    const at = rest.findIndex(({ card }) => numberOf(card) === wanted);
    if (at === -1) return null;
    run.push(...rest.splice(at, 1));
  }
  const laid = pieces.filter(({ isOwn }) => !isOwn).map(({ card }) => card);
  const cards = run.map(({ card }) => card);
  const isThere = cards.some((_, i) => laid.every((card, j) => card === cards[i + j]));
  return isThere ? run : null;
}

/** A meld's pieces in the order in which they are read; what is mixed stays as it is. */
export function orderMeld(game: GameId, pieces: readonly Piece[]): Piece[] {
  const tiles = pieces.filter(({ card }) => !isJoker(card)).map(({ card }) => card);
  if (tiles.length < 2) return [...pieces];
  const byKind = () =>
    [...pieces].sort((a, b) => kindPlace(game, a.card) - kindPlace(game, b.card));
  const { ranks, run_order: order } = factsOf(game);
  if (order === "anyhow")
    return allAlike(tiles.map(cityOf)) || allAlike(tiles.map(categoryOf)) ? byKind() : [...pieces];
  if (allAlike(tiles.map(numberOf))) return byKind();
  if (!allAlike(tiles.map(colourOf))) return [...pieces];
  return order === "circling"
    ? orderCircle(pieces, ranks.length)
    : orderRun(pieces, ranks.length);
}
