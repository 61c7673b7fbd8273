// happening.ts - what has happened at the table, as data: the page puts it into words, for the eyes
// and for a screen reader.
import type { Told } from "../core/model";
import type { Card } from "../game/types";
import type { Change } from "./steps";

/** What a move did. */
export interface Moved {
  kind: "drew" | "found_none" | "took" | "played" | "discarded" | "passed" | "timeout";
  seat: number;
  /** From which of several stacks a card was drawn. */
  stack?: number;
  /** The card drawn, taken or discarded, as far as it is seen. */
  card?: Card;
  /** Laid from the rack. */
  cards: Card[];
  /** How many melds there are more. */
  melds: number;
}

/** A move as it was told, after which there are so many melds more; null for what is none. */
export function movedOf({ kind, seat, stack, card, cards }: Told, melds: number): Moved | null {
  switch (kind) {
    case "drew":
    case "found_none":
    case "took":
    case "played":
    case "discarded":
    case "passed":
    case "timeout":
      return { kind, seat, cards, melds, ...(stack === 0 ? {} : { stack }),
        ...(card === null ? {} : { card }) };
    default:
      return null;
  }
}

export type Happening = Moved | { kind: "told"; why: string };

/** A line of the list of moves. */
export interface Entry {
  /** From 1 on in each round, as far as this page has seen it. */
  readonly number: number;
  readonly happening: Happening;
  /** The melds that got cards by it. */
  readonly changes: readonly Change[];
}

/** How a piece is marked that others laid or moved, or that was drawn. */
export type Mark = "new" | "moved";

/** The name of the place on the page from where a move's cards come. */
export function originOf(happening: Moved): string | null {
  switch (happening.kind) {
    case "drew":
      return `stack ${happening.stack ?? 1}`;
    case "took":
      return "discard";
    case "played":
      return `seat ${happening.seat}`;
    case "timeout":
      return happening.cards.length > 0 ? `seat ${happening.seat}` : "stack 1";
    case "discarded":
    case "found_none":
    case "passed":
      return null;
  }
}
