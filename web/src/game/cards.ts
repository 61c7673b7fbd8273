// cards.ts - what the notation says of a card (docs/notation.md, "Cards"): its colour and number,
// or its city and category. No rules are here.
import type { Colour, GameId } from "../link/messages";
import { factsOf } from "./games";
import type { Card } from "./types";

export { parseCards, printCards } from "rummery/notation";

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

/** What runs and sets go by: the colour or city of a card, and its number or category. */
export interface Parts {
  suit: string;
  /** Its place in the order of ranks. */
  rank: number;
}

/** Null for a joker and for what is no card of the game. */
export function partsOf(game: GameId, card: Card): Parts | null {
  const { suits, ranks } = factsOf(game);
  const rank = ranks.findIndex(
    (one) => card.endsWith(one) && suits.includes(card.slice(0, -one.length)),
  );
  const name = ranks[rank];
  return name === undefined ? null : { suit: card.slice(0, -name.length), rank };
}
