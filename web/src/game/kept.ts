// kept.ts - the same objects again for what has not changed: what is shown of them is then left
// alone.
import type { Arrangement, Piece, PieceMeld } from "./types";

function isSame(a: object, b: object): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The arrangement, made of the old one's pieces and melds where they are alike. */
export function keepAlike(old: Arrangement, next: Arrangement): Arrangement {
  const melds = new Map(old.melds.map((meld) => [meld.id, meld]));
  const pieces = new Map(
    [...old.melds.flatMap((meld) => meld.pieces), ...old.rack].map((piece) => [piece.id, piece]),
  );
  const piece = (one: Piece): Piece => {
    const before = pieces.get(one.id);
    return before !== undefined && isSame(before, one) ? before : one;
  };
  const meld = (one: PieceMeld): PieceMeld => {
    const before = melds.get(one.id);
    if (before !== undefined && isSame(before, one)) return before;
    return { ...one, pieces: one.pieces.map(piece) };
  };
  return { ...next, melds: next.melds.map(meld), rack: next.rack.map(piece) };
}
