// happening.ts - what has happened at the table, as data: the page puts it into words, for the eyes
// and for a screen reader.
import type { Moved } from "../core/seat";
import type { Change } from "./steps";

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
