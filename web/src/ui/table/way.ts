// way.ts - what the hand of a hint shows: where on the page it begins and where it ends. It follows
// from the hint and from what the child has done of it already.
import type { Card } from "../../game/types";
import type { TableState } from "../../state/table.svelte";

/** Places are selectors below the table's root. */
export interface Way {
  readonly from: string;
  /** Null where there is only something to press. */
  readonly to: string | null;
  /** What is carried, or null. */
  readonly card: Card | null;
}

const RACK = "[data-region=rack]";
const STOCK = '[data-place="stack 1"]';
const DISCARD = '[data-place="discard"]';
const NEW = "[data-region=new] [data-drop]";
const PLAY = "[data-region=bar] .play";
const UNDO = "[data-region=bar] .undo";

/** The way of a card that the hint would lay: one that is picked already, else the first. */
function wayOfCard(table: TableState): Way | null {
  const { hint } = table.hints;
  const at = Math.max(0, hint.pieces.findIndex((id) => table.picked.has(id)));
  const id = hint.pieces[at];
  if (id === undefined) return null;
  const meld = hint.into[at] ?? 0;
  const card = table.arrangement.rack.find((piece) => piece.id === id)?.card ?? null;
  const to = meld === 0 ? NEW : `[data-drop="meld ${meld}"]`;
  return { from: `${RACK} [data-piece="${id}"]`, to: hint.step === "table" ? to : null, card };
}

/** Where the hand goes now; null where nobody has asked for it or there is nothing to show. Only
 *  where children play. */
export function wayOf(table: TableState): Way | null {
  if (table.facts.family !== "figure" || !table.isMyTurn || table.isPending) return null;
  const refused = table.refused?.fault?.reason;
  if (refused === "DRAW_FIRST") return { from: STOCK, to: RACK, card: "?" };
  if (refused === "LAID_ALREADY") return { from: RACK, to: DISCARD, card: null };
  const { step } = table.hints;
  if (step === "draw") return { from: STOCK, to: RACK, card: "?" };
  if (step === "take")
    return { from: DISCARD, to: RACK, card: table.view?.discard.at(-1) ?? null };
  if (step === "nothing") return { from: RACK, to: DISCARD, card: null };
  if (step !== "cards" && step !== "table") return null;
  if (table.hints.hint.isAstray && !table.verdict.ok)
    return table.canUndo ? { from: UNDO, to: null, card: null } : null;
  return table.isHintDone ? { from: PLAY, to: null, card: null } : wayOfCard(table);
}
