// cards.ts - what the notation says of a card (docs/notation.md, "Cards"): its colour and number,
// or its city and category, what it is worth, and the order of kinds. No rules of melds are here.
import type { Colour, GameId } from "../link/messages";
import { factsOf } from "./games";
import type { Card } from "./types";

export const JOKER: Card = "*";
export const UNKNOWN: Card = "?";

export type Category = "p" | "c" | "s" | "e" | "f" | "l";

/** Signs of countries, each of which stands for its capital. */
export const CITIES = [
  "S", "A", "N", "F", "I", "GB", "L", "E", "FIN", "DK", "P", "CH", "B", "IRL", "NL", "GR", "D",
] as const;
export type City = (typeof CITIES)[number];

export const CATEGORIES: readonly Category[] = ["p", "c", "s", "e", "f", "l"];

/** For keys of words and names of styles. */
export const COLOUR_NAMES: Record<Colour, string> = {
  g: "green",
  y: "yellow",
  r: "red",
  b: "blue",
};
export const CATEGORY_NAMES: Record<Category, string> = {
  p: "palace",
  c: "church",
  s: "sight",
  e: "emblem",
  f: "food",
  l: "letterbox",
};
/** RA-17, by number. */
export const FIGURE_NAMES = [
  "servant", "cook", "jester", "knight", "queen", "king", "princess",
] as const;

const NUMBERED = /^([gyrb])(\d+)$/;
const PHOTO = /^([A-Z]+)([pcsefl])$/;

export const isJoker = (card: Card): boolean => card === JOKER;
export const isUnknown = (card: Card): boolean => card === UNKNOWN;

export function colourOf(card: Card): Colour | null {
  return (NUMBERED.exec(card)?.[1] as Colour | undefined) ?? null;
}

export function numberOf(card: Card): number | null {
  const digits = NUMBERED.exec(card)?.[2];
  return digits === undefined ? null : Number(digits);
}

export function cityOf(card: Card): City | null {
  return (PHOTO.exec(card)?.[1] as City | undefined) ?? null;
}

export function categoryOf(card: Card): Category | null {
  return (PHOTO.exec(card)?.[2] as Category | undefined) ?? null;
}

/** The name of a card's figure in princess. */
export function figureOf(card: Card): string | null {
  return FIGURE_NAMES[(numberOf(card) ?? 0) - 1] ?? null;
}

/** All kinds of a game in the order of the pack, without the joker. */
export function kindsOf(game: GameId): Card[] {
  const { suits, ranks } = factsOf(game);
  return suits.flatMap((suit) => ranks.map((rank) => suit + rank));
}

const places: Partial<Record<GameId, Map<Card, number>>> = {};
const JOKER_PLACE = 1000;
const UNKNOWN_PLACE = 1001;

/** The place of a kind in the pack; jokers come after all others, unknown cards last. */
export function kindPlace(game: GameId, card: Card): number {
  if (isJoker(card)) return JOKER_PLACE;
  const known = (places[game] ??= new Map(kindsOf(game).map((kind, i) => [kind, i])));
  return known.get(card) ?? UNKNOWN_PLACE;
}

/** What a card counts (X-16, X-18, P-29, R-23). */
export function points(game: GameId, card: Card): number {
  const { points: worth, ranks, joker_points: ofJoker } = factsOf(game);
  if (isJoker(card)) return ofJoker;
  return worth[kindPlace(game, card) % ranks.length] ?? 0;
}

/** "r5 b7" as a list; an empty text has no cards. */
export function parseCards(text: string): Card[] {
  return text.split(" ").filter((word) => word !== "");
}

export const printCards = (cards: readonly Card[]): string => cards.join(" ");

/** How often each card is there. */
export function countCards(cards: Iterable<Card>): Map<Card, number> {
  const counts = new Map<Card, number>();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return counts;
}

/** What is left of the first list when each card of the second is taken out of it once. */
export function without(cards: readonly Card[], taken: readonly Card[]): Card[] {
  const counts = countCards(taken);
  return cards.filter((card) => {
    const count = counts.get(card) ?? 0;
    if (count > 0) counts.set(card, count - 1);
    return count === 0;
  });
}
