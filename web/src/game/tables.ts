// tables.ts - tables as texts of the notation (docs/notation.md).
import { parseCards } from "./cards";
import type { Meld } from "./types";

const MELD = /(\d)?\[([^[\]]*)\]/g;

/** The melds of a text that the core or the server has written. */
export function parseTable(text: string): Meld[] {
  return Array.from(text.matchAll(MELD), ([, owner, cards = ""]) => ({
    owner: owner === undefined ? null : Number(owner),
    cards: parseCards(cards),
  }));
}
