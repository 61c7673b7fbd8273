// history.ts - the steps of a turn: undo, redo, and the turn from its beginning. A list that is
// never changed, only followed by another one. It begins anew with each view, so that no step leads
// across a card that was revealed.
import type { Arrangement, Piece } from "./types";

export interface History {
  readonly steps: readonly Arrangement[];
  /** Which of the steps lies on the table. */
  readonly at: number;
}

const STEPS_MAX = 200;

export const begin = (first: Arrangement): History => ({ steps: [first], at: 0 });

export function now({ steps, at }: History): Arrangement {
  const step = steps[at];
  if (step === undefined) throw new Error("a history has the step it is at");
  return step;
}

/** A further step; what was undone before is forgotten. The beginning always stays. */
export function step({ steps, at }: History, next: Arrangement): History {
  const past = steps.slice(0, at + 1);
  if (past.length >= STEPS_MAX) past.splice(1, 1);
  return { steps: [...past, next], at: past.length };
}

/** Another order of the rack in every step: sorting is no step, and undo does not undo it. */
export function reorder(history: History, sort: (rack: readonly Piece[]) => Piece[]): History {
  const steps = history.steps.map(({ melds, rack }) => ({ melds, rack: sort(rack) }));
  return { steps, at: history.at };
}

export const canUndo = ({ at }: History): boolean => at > 0;
export const canRedo = ({ steps, at }: History): boolean => at < steps.length - 1;

export const undo = (history: History): History =>
  canUndo(history) ? { ...history, at: history.at - 1 } : history;
export const redo = (history: History): History =>
  canRedo(history) ? { ...history, at: history.at + 1 } : history;

/** To the beginning of the turn; redo leads back again. */
export const again = (history: History): History => ({ ...history, at: 0 });
