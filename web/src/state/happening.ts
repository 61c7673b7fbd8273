// happening.ts - what has just happened at the table, as data: the page puts it into words, for the
// eyes and for a screen reader.
import { cardsOf, readAction } from "../game/tables";
import { without } from "../game/cards";
import type { Card, View } from "../game/types";
import type { MoveMessage } from "../link/messages";

export type Happening =
  | { kind: "drew"; seat: number; stack: number | null; card: Card | null }
  | { kind: "took"; seat: number; card: Card }
  | { kind: "played"; seat: number; cards: Card[]; melds: number }
  | { kind: "discarded"; seat: number; card: Card }
  | { kind: "passed"; seat: number }
  | { kind: "timeout"; seat: number }
  | { kind: "told"; why: string };

/** What a move did, seen from the view before it. */
export function happeningOf(before: View, move: MoveMessage): Happening {
  const { seat } = move;
  const action = readAction(before.table, move.do);
  switch (action.kind) {
    case "draw":
      return { kind: "drew", seat, stack: action.stack, card: move.card ?? null };
    case "draw discard":
      return { kind: "took", seat, card: before.discard.at(-1) ?? "?" };
    case "play": {
      const cards = without(cardsOf(action.table), cardsOf(before.table));
      return { kind: "played", seat, cards, melds: action.table.length - before.table.length };
    }
    case "discard":
      return { kind: "discarded", seat, card: action.card };
    case "pass":
      return { kind: "passed", seat };
    case "timeout":
      return { kind: "timeout", seat };
  }
}

/** The name of the place on the page from where a move's cards come. */
export function originOf(happening: Happening): string | null {
  if (happening.kind === "drew") return `stack ${happening.stack ?? 1}`;
  if (happening.kind === "took") return "discard";
  return happening.kind === "played" ? `seat ${happening.seat}` : null;
}
