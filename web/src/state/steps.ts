// steps.ts - somebody's play as a few pictures one after the other: first the table is rebuilt,
// then each meld gets its new cards. What nobody could follow at once can be followed step by
// step.
import type { Arrangement, Piece, PieceMeld } from "../game/types";

/** The pieces of the second arrangement's table that were not on the first one's. */
export function laidSince(before: Arrangement, after: Arrangement): Piece[] {
  const old = new Set(before.melds.flatMap(({ pieces }) => pieces.map(({ id }) => id)));
  return after.melds.flatMap(({ pieces }) => pieces.filter(({ id }) => !old.has(id)));
}

const hasPieces = ({ pieces }: PieceMeld): boolean => pieces.length > 0;

/** Whether a piece of the table lies in another meld than before. */
function isRebuilt(before: Arrangement, now: readonly PieceMeld[]): boolean {
  const home = new Map<number, number>();
  for (const { id, pieces } of before.melds) for (const piece of pieces) home.set(piece.id, id);
  return now.some(({ id, pieces }) => pieces.some((piece) => home.get(piece.id) !== id));
}

/** The meld before these pieces came: the others lie where they will lie. */
function without(meld: PieceMeld, isNew: ReadonlySet<number>): PieceMeld {
  const { row, column } = meld.place;
  const first = Math.max(0, meld.pieces.findIndex(({ id }) => !isNew.has(id)));
  const pieces = meld.pieces.filter(({ id }) => !isNew.has(id));
  return { ...meld, pieces, place: { row, column: column + first } };
}

/** The arrangements from `before` to `after`, the last one being `after` itself. */
export function stepsBetween(before: Arrangement, after: Arrangement): Arrangement[] {
  const isNew = new Set(laidSince(before, after).map(({ id }) => id));
  const old = after.melds.map((meld) => without(meld, isNew));
  const steps: Arrangement[] = [];
  if (isRebuilt(before, old)) steps.push({ ...after, melds: old.filter(hasPieces) });
  after.melds.forEach((meld, at) => {
    if (!meld.pieces.some(({ id }) => isNew.has(id))) return;
    const melds = [...after.melds.slice(0, at + 1), ...old.slice(at + 1)];
    steps.push({ ...after, melds: melds.filter(hasPieces) });
  });
  steps[Math.max(0, steps.length - 1)] = after;
  return steps;
}
