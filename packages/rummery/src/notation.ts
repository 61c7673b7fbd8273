// notation.ts - lists of cards and tables as texts of the notation, and back. Whether they are
// correct is not asked here.
import type { Card, Meld } from "./types.js";

const MELD = /(\d)?\[([^[\]]*)\]/g;

/** "r5 b7" as a list; an empty text has no cards. */
export function parseCards(text: string): Card[] {
  return text.split(" ").filter((word) => word !== "");
}

export const printCards = (cards: readonly Card[]): string => cards.join(" ");

/** The melds of a table, or of an action that has one. */
export function parseTable(text: string): Meld[] {
  return Array.from(text.matchAll(MELD), ([, owner, cards = ""]) => ({
    owner: owner === undefined ? null : Number(owner),
    cards: parseCards(cards),
  }));
}
