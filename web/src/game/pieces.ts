// pieces.ts - what lies on a table and stands on a rack.
import type { Arrangement, Hint, Piece } from "./types";

export const NO_HINT: Hint = {
  step: "off", isOut: false, laid: [], pieces: [], into: [], melds: [], isAstray: false,
};
export const NO_ARRANGEMENT: Arrangement = {
  melds: [], rack: [], verdict: { ok: true }, firstMeld: null,
};

type Pieces = Pick<Arrangement, "melds" | "rack">;

export const piecesOf = ({ melds, rack }: Pieces): Piece[] => [
  ...melds.flatMap(({ pieces }) => pieces),
  ...rack,
];

/** The pieces of the rack that lie on the table. */
export const laidPieces = ({ melds }: Pieces): Piece[] =>
  melds.flatMap(({ pieces }) => pieces.filter(({ isOwn }) => isOwn));
