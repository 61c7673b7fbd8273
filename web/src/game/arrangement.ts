// arrangement.ts - the table and rack while a turn is being thought out. Pieces have an identity
// that they keep while they move, so that the page can show where each comes from. What can never
// be meant is not done; all else is for the core to judge.
import type { GameId } from "../link/messages";
import { isJoker } from "./cards";
import { factsOf } from "./games";
import { orderMeld } from "./order";
import { printTable } from "./tables";
import type { Arrangement, Card, Meld, Piece, PieceMeld, Target, View } from "./types";

/** Why pieces did not move: `stays`, what lies on the table may not be taken up or, in princess,
 * moved at all; `nothing`, no such piece or place. */
export type Refused = "stays" | "nothing";

export interface Put {
  readonly arrangement: Arrangement;
  readonly refused: Refused | null;
}

/** Whose turn it is, at which game. */
export interface Mover {
  readonly game: GameId;
  readonly seat: number;
}

// identities are never used twice, so that an arrangement of the history cannot meet a stranger
let identities = 0;
const newIdentity = () => ++identities;

export const NO_ARRANGEMENT: Arrangement = { melds: [], rack: [] };

export const piecesOf = ({ melds, rack }: Arrangement): Piece[] => [
  ...melds.flatMap(({ pieces }) => pieces),
  ...rack,
];

// ---- Laying out ----

/** Hands out the pieces of an arrangement for cards, each once. */
class Pool {
  private readonly melds: PieceMeld[];
  private readonly usedMelds = new Set<number>();
  private rack: Piece[];

  constructor({ melds, rack }: Arrangement) {
    this.melds = melds.map((meld) => ({ ...meld, pieces: [...meld.pieces] }));
    this.rack = [...rack];
  }

  /** A meld that lies there just so keeps all its identities. */
  takeWhole({ owner, cards }: Meld): PieceMeld | null {
    const at = this.melds.findIndex(
      ({ id, owner: whose, pieces }) =>
        !this.usedMelds.has(id) &&
        whose === owner &&
        pieces.length === cards.length &&
        pieces.every(({ card }, i) => card === cards[i]),
    );
    const found = this.melds[at];
    if (found === undefined) return null;
    this.usedMelds.add(found.id);
    this.melds[at] = { ...found, pieces: [] };
    return found;
  }

  private nearest(cards: readonly Card[]): PieceMeld | null {
    const common = ({ id, pieces }: PieceMeld) =>
      this.usedMelds.has(id) ? 0 : pieces.filter(({ card }) => cards.includes(card)).length;
    const best = [...this.melds].sort((a, b) => common(b) - common(a))[0];
    return best === undefined || common(best) === 0 ? null : best;
  }

  private takeFromMeld(at: number, card: Card): Piece | undefined {
    const meld = this.melds[at];
    const piece = meld?.pieces.find((one) => one.card === card);
    if (meld === undefined || piece === undefined) return undefined;
    this.melds[at] = { ...meld, pieces: meld.pieces.filter((one) => one !== piece) };
    return piece;
  }

  private takeFromTable(card: Card): Piece | undefined {
    return this.takeFromMeld(
      this.melds.findIndex(({ pieces }) => pieces.some((one) => one.card === card)),
      card,
    );
  }

  takeFromRack(card: Card): Piece | undefined {
    const at = this.rack.findIndex((one) => one.card === card);
    return at === -1 ? undefined : this.rack.splice(at, 1)[0];
  }

  /** The meld's identity goes to the one that has most of it; pieces of the table come first,
   * for they have to stay there. */
  takeMeld({ owner, cards }: Meld): PieceMeld {
    const near = this.nearest(cards);
    const at = near === null ? -1 : this.melds.indexOf(near);
    if (near !== null) this.usedMelds.add(near.id);
    const pieces = cards.map(
      (card) =>
        this.takeFromMeld(at, card) ??
        this.takeFromTable(card) ??
        this.takeFromRack(card) ?? { id: newIdentity(), card, isOwn: false },
    );
    return { id: near?.id ?? newIdentity(), owner, pieces };
  }

  /** Those that are still on the rack, in their order, then what came back from the table. */
  rest(): Piece[] {
    return [...this.rack, ...this.melds.flatMap(({ pieces }) => pieces)];
  }
}

function layOut(pool: Pool, table: readonly Meld[]): PieceMeld[] {
  const whole = table.map((meld) => pool.takeWhole(meld));
  return table.map((meld, i) => whole[i] ?? pool.takeMeld(meld));
}

/** What lies there at the beginning of a turn. Pieces keep their identity, the rack its order. */
export function arrange(view: View, previous: Arrangement = NO_ARRANGEMENT): Arrangement {
  const pool = new Pool(previous);
  const melds = layOut(pool, view.table).map((meld) => ({
    ...meld,
    pieces: meld.pieces.map((piece) => ({ ...piece, isOwn: false })),
  }));
  const left = [...((view.viewer === null ? undefined : view.racks[view.viewer]) ?? [])];
  const kept = pool.rest().filter(({ card }) => {
    const at = left.indexOf(card);
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
  const came = left.map((card) => ({ id: newIdentity(), card, isOwn: true }));
  return { melds, rack: [...kept.map((piece) => ({ ...piece, isOwn: true })), ...came] };
}

/** The arrangement that a draft describes, out of the same pieces: after a reload, or where the
 * server stepped back. Null if it names cards that are not there. */
export function withDraft(arrangement: Arrangement, table: readonly Meld[]): Arrangement | null {
  const pool = new Pool(arrangement);
  const known = new Set(piecesOf(arrangement).map(({ id }) => id));
  const melds = layOut(pool, table);
  const isKnown = melds.every(({ pieces }) => pieces.every(({ id }) => known.has(id)));
  return isKnown ? { melds, rack: pool.rest() } : null;
}

// ---- Moving ----

/** RA-14: in princess nothing that was laid moves. X-26, P-23: tiles and photos stay on the table;
 * P-27: jokers of photo may be taken up, if they were freed. */
function maySend(piece: Piece, target: Target, game: GameId): boolean {
  if (piece.isOwn) return true;
  const { melds_are_owned: isOwned, jokers_come_back: comeBack } = factsOf(game);
  if (isOwned) return false;
  return !("rack" in target) || (comeBack && isJoker(piece.card));
}

function insert<T>(list: readonly T[], at: number, items: readonly T[]): T[] {
  return [...list.slice(0, at), ...items, ...list.slice(at)];
}

function putIntoMeld(
  { game }: Mover,
  { melds, rack }: Arrangement,
  moved: readonly Piece[],
  { meld: id, at }: { meld: number; at?: number },
): Arrangement {
  const grown = melds.map((meld) => {
    if (meld.id !== id) return meld;
    const pieces =
      at === undefined
        ? orderMeld(game, [...meld.pieces, ...moved])
        : insert(meld.pieces, at, moved);
    return { ...meld, pieces };
  });
  return { melds: grown, rack };
}

/** Moves pieces to a meld, a new meld or the rack. A place `at` counts the pieces that stay. */
export function put(
  arrangement: Arrangement,
  ids: readonly number[],
  target: Target,
  mover: Mover,
): Put {
  const all = new Map(piecesOf(arrangement).map((piece) => [piece.id, piece]));
  const moved = ids.flatMap((id) => all.get(id) ?? []);
  const isPlace =
    !("meld" in target) || arrangement.melds.some(({ id }) => id === target.meld);
  if (moved.length === 0 || !isPlace) return { arrangement, refused: "nothing" };
  if (!moved.every((piece) => maySend(piece, target, mover.game)))
    return { arrangement, refused: "stays" };
  const stays = (piece: Piece) => !moved.includes(piece);
  const rest: Arrangement = {
    melds: arrangement.melds.map((meld) =>
      meld.pieces.every(stays) ? meld : { ...meld, pieces: meld.pieces.filter(stays) },
    ),
    rack: arrangement.rack.filter(stays),
  };
  const next = putMoved(rest, moved, target, mover);
  const melds = next.melds.filter(({ pieces }) => pieces.length > 0);
  return { arrangement: { ...next, melds }, refused: null };
}

function putMoved(
  rest: Arrangement,
  moved: readonly Piece[],
  target: Target,
  mover: Mover,
): Arrangement {
  if ("meld" in target) return putIntoMeld(mover, rest, moved, target);
  if ("rack" in target) {
    const at = target.rack === "end" ? rest.rack.length : target.rack;
    return { melds: rest.melds, rack: insert(rest.rack, at, moved) };
  }
  const owner = factsOf(mover.game).melds_are_owned ? mover.seat : null;
  const pieces = orderMeld(mover.game, moved);
  return { melds: [...rest.melds, { id: newIdentity(), owner, pieces }], rack: rest.rack };
}

/** The same table with the rack in another order. */
export function withRack(arrangement: Arrangement, rack: readonly Piece[]): Arrangement {
  return { melds: arrangement.melds, rack };
}

// ---- What it says ----

export function meldOf({ owner, pieces }: PieceMeld): Meld {
  return { owner, cards: pieces.map(({ card }) => card) };
}

export const toTable = ({ melds }: Arrangement): Meld[] => melds.map(meldOf);

/** The draft for the server, and what a clock that runs out is applied to. */
export const draftOf = (arrangement: Arrangement): string => printTable(toTable(arrangement));

/** Melds never change places and new ones come last, as princess wants it. */
export const actionOf = (arrangement: Arrangement): string => `play ${draftOf(arrangement)}`;

/** The pieces laid this turn. */
export function laidPieces({ melds }: Arrangement): Piece[] {
  return melds.flatMap(({ pieces }) => pieces.filter(({ isOwn }) => isOwn));
}

/** Pieces of the table that were taken to the rack: freed jokers. */
export const takenUp = ({ rack }: Arrangement): Piece[] => rack.filter(({ isOwn }) => !isOwn);

/** Whether anything lies otherwise than when the turn began. */
export function isChanged(arrangement: Arrangement, view: View): boolean {
  return draftOf(arrangement) !== printTable(view.table);
}
