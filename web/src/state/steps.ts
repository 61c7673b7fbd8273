// steps.ts - what lies otherwise on a table than before, and somebody's play as a few pictures one
// after the other: in each of them one meld gets its cards from where they lie, so that what nobody
// could follow at once can be followed step by step.
import { JOKER } from "../game/cards";
import type { Arrangement, Piece, PieceMeld } from "../game/types";

/** A meld that has got pieces. */
export interface Change {
  /** Its identity. */
  readonly meld: number;
  /** Whether it was not there before. */
  readonly isNew: boolean;
  /** Those that were not on the table before. */
  readonly laid: readonly Piece[];
  /** Those that lay in another meld. */
  readonly moved: readonly Piece[];
  /** The melds that these lay in. */
  readonly from: readonly number[];
}

type Melds = Pick<Arrangement, "melds">;

/** The meld that each piece of a table lies in. */
function homesOf({ melds }: Melds): Map<number, number> {
  return new Map(melds.flatMap(({ id, pieces }) => pieces.map((piece) => [piece.id, id])));
}

export function changesBetween(before: Melds, after: Melds): Change[] {
  const home = homesOf(before);
  const old = new Set(before.melds.map(({ id }) => id));
  return after.melds.flatMap(({ id, pieces }) => {
    const laid = pieces.filter((piece) => !home.has(piece.id));
    const moved = pieces.filter((piece) => (home.get(piece.id) ?? id) !== id);
    if (laid.length + moved.length === 0) return [];
    const from = [...new Set(moved.flatMap((piece) => home.get(piece.id) ?? []))];
    return [{ meld: id, isNew: !old.has(id), laid, moved, from }];
  });
}

/** In which order melds get their cards, as the solver's steps have it: a card that frees a joker
 *  comes first, then what is made of cards of other melds, then what is only added or new. */
function rankOf(before: Melds, { meld, laid, moved }: Change, after: Melds): number {
  const home = homesOf(after);
  const old = before.melds.find(({ id }) => id === meld)?.pieces ?? [];
  const frees = old.some(({ id, card }) => card === JOKER && home.get(id) !== meld);
  return frees && laid.length > 0 ? 0 : moved.length > 0 ? 1 : 2;
}

/** A meld as it lies without some of its pieces: the others stay where they are. */
function without(meld: PieceMeld, gone: ReadonlySet<number>): PieceMeld {
  const { row, column } = meld.place;
  const first = Math.max(0, meld.pieces.findIndex(({ id }) => !gone.has(id)));
  if (!meld.pieces.some(({ id }) => gone.has(id))) return meld;
  const pieces = meld.pieces.filter(({ id }) => !gone.has(id));
  return { ...meld, pieces, place: { row, column: column + first } };
}

/** The table when these melds have got what they get and the others not yet. */
function picture(before: Melds, after: Melds, done: ReadonlySet<number>): PieceMeld[] {
  const ready = after.melds.filter(({ id }) => done.has(id));
  const taken = new Set(ready.flatMap(({ pieces }) => pieces.map(({ id }) => id)));
  const left = new Map(before.melds.map((meld) => [meld.id, without(meld, taken)]));
  const staying = new Set(after.melds.map(({ id }) => id));
  const melds = after.melds.flatMap((meld) => {
    const rest = left.get(meld.id);
    if (!done.has(meld.id)) return rest ?? [];
    // what will be fetched from it lies at its end
    if (rest === undefined || rest.pieces.length === 0) return meld;
    return { ...meld, pieces: [...meld.pieces, ...rest.pieces] };
  });
  const leaving = before.melds.flatMap(({ id }) => (staying.has(id) ? [] : (left.get(id) ?? [])));
  return [...melds, ...leaving].filter(({ pieces }) => pieces.length > 0);
}

/** Whether a meld lies on another. */
function isCovered({ id, place, pieces }: PieceMeld, melds: readonly PieceMeld[]): boolean {
  return melds.some((other) =>
    other.id !== id && other.place.row === place.row &&
    place.column < other.place.column + other.pieces.length &&
    other.place.column < place.column + pieces.length);
}

/** The arrangements from `before` to `after`, the last one being `after` itself. */
export function stepsBetween(before: Arrangement, after: Arrangement): Arrangement[] {
  const open = changesBetween(before, after)
    .map((change) => ({ meld: change.meld, rank: rankOf(before, change, after) }))
    .sort((a, b) => a.rank - b.rank);
  const done = new Set<number>();
  const isFree = (meld: number): boolean => {
    const melds = picture(before, after, new Set([...done, meld]));
    return melds.every((one) => one.id !== meld || !isCovered(one, melds));
  };
  const steps: Arrangement[] = [];
  while (open.length > 0) {
    // one that takes the place of another waits until that is gone
    const [next] = open.splice(Math.max(0, open.findIndex(({ meld }) => isFree(meld))), 1);
    if (next !== undefined) done.add(next.meld);
    steps.push({ ...after, melds: picture(before, after, done) });
  }
  return [...steps.slice(0, -1), after];
}
