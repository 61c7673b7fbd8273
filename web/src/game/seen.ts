// seen.ts - tiles as they were seen in a picture (src/sight): which of them are doubtful, what a
// tap on the picture means, and the melds that they make once somebody has looked over them.
import type { GameId } from "../link/messages";
import { JOKER, kindsOf, UNKNOWN } from "./cards";
import { EMPTY, leftOf } from "./enter";
import type { Card } from "./types";

export interface Point {
  x: number;
  y: number;
}

export interface SeenTile {
  /** Clockwise from the top left of the tile as it is read, in pixels of the picture. */
  corners: readonly Point[];
  /** What it seems to be; UNKNOWN where nobody has said so yet. */
  card: Card;
  /** What it might be instead. */
  second: Card | null;
  /** In percent; whatever somebody has said is sure. */
  sure: number;
  /** Whether a meld begins with it. */
  begins: boolean;
}

type Tiles = readonly SeenTile[];

/** Less than so many percent is doubtful. */
const SURE_MIN = 90;
const SURE = 100;
/** `struct sight_tile`, in bytes. */
export const TILE_SIZE = 24;
const CORNERS = 4;

/** What the module found, in its bytes: ordered by meld, then as it is read. */
export function seenTiles(game: GameId, bytes: DataView): SeenTile[] {
  const kinds = kindsOf(game);
  const cardOf = (kind: number) => kinds[kind] ?? JOKER;
  let before = -1;
  return Array.from({ length: bytes.byteLength / TILE_SIZE }, (_, i) => {
    const at = i * TILE_SIZE;
    const corners = Array.from({ length: CORNERS }, (_, corner) => ({
      x: bytes.getInt16(at + 2 * corner, true),
      y: bytes.getInt16(at + 2 * (CORNERS + corner), true),
    }));
    const [kind = 0, next = 0, sure = 0, sureNext = 0, meld = 0] =
      new Uint8Array(bytes.buffer, bytes.byteOffset + at + 4 * CORNERS, 5);
    const card = cardOf(kind);
    const second = sureNext > 0 && cardOf(next) !== card ? cardOf(next) : null;
    const begins = meld !== before;
    before = meld;
    return { corners, card, second, sure, begins };
  });
}

export const isDoubtful = ({ card, sure }: SeenTile): boolean =>
  sure < SURE_MIN || card === UNKNOWN;

/** The tiles that are more than the game has, with what lies elsewhere: of each kind those that
 *  are least sure. */
export function tooMany(game: GameId, tiles: Tiles, elsewhere: readonly Card[]): Set<SeenTile> {
  const seen = tiles.filter(({ card }) => card !== UNKNOWN);
  const left = leftOf(game, EMPTY, [...seen.map(({ card }) => card), ...elsewhere]);
  const more = new Set<SeenTile>();
  for (const tile of [...seen].sort((a, b) => a.sure - b.sure)) {
    const missing = left.get(tile.card) ?? 0;
    if (missing >= 0) continue;
    more.add(tile);
    left.set(tile.card, missing + 1);
  }
  return more;
}

/** What was seen, meld by meld. */
export function meldsOf(tiles: Tiles): Card[][] {
  const melds: Card[][] = [];
  for (const { card, begins } of tiles) {
    if (begins || melds.length === 0) melds.push([]);
    if (card !== UNKNOWN) melds.at(-1)?.push(card);
  }
  return melds.filter((cards) => cards.length > 0);
}

// ---- Where they lie ----

const minus = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y });
const lengthOf = ({ x, y }: Point) => Math.hypot(x, y);

/** A tile's middle, and its own directions with their lengths: along the row, and down. */
export interface Frame {
  middle: Point;
  along: Point;
  down: Point;
  width: number;
  height: number;
}

export function frameOf({ corners }: SeenTile): Frame {
  const [a, b, c, d] = corners as [Point, Point, Point, Point];
  const middle = { x: (a.x + b.x + c.x + d.x) / 4, y: (a.y + b.y + c.y + d.y) / 4 };
  const [right, below] = [minus(b, a), minus(d, a)];
  const [width, height] = [Math.max(1, lengthOf(right)), Math.max(1, lengthOf(below))];
  return {
    middle, width, height,
    along: { x: right.x / width, y: right.y / width },
    down: { x: below.x / height, y: below.y / height },
  };
}

/** A point in a tile's own directions, from its middle. */
function placeIn({ middle, along, down }: Frame, point: Point): { along: number; down: number } {
  const { x, y } = minus(point, middle);
  return { along: x * along.x + y * along.y, down: x * down.x + y * down.y };
}

/** How near a tap must be to mean a tile, and to put one beside it, in sizes of the tile. */
const HIT = 0.6;
const BESIDE = 1.6;

function nearest(tiles: Tiles, point: Point): number {
  const far = tiles.map((tile) => lengthOf(minus(point, frameOf(tile).middle)));
  return far.indexOf(Math.min(...far));
}

/** The tile that a tap means; -1: an empty place. */
export function tileAt(tiles: Tiles, point: Point): number {
  const at = nearest(tiles, point);
  const tile = tiles[at];
  if (tile === undefined) return -1;
  const frame = frameOf(tile);
  const { along, down } = placeIn(frame, point);
  return Math.abs(along) < HIT * frame.width && Math.abs(down) < HIT * frame.height ? at : -1;
}

const around = (point: Point, corners: readonly Point[], middle: Point): Point[] =>
  corners.map((corner) => ({ x: point.x + corner.x - middle.x, y: point.y + corner.y - middle.y }));

/** A tile where there was none, as large as its neighbour or as `usual` in pixels, and its place
 *  among the others: in the row beside which it lies, or as a new one. */
export function addTile(
  tiles: Tiles,
  point: Point,
  usual: number,
): { tiles: SeenTile[]; at: number } {
  const near = nearest(tiles, point);
  const beside = tiles[near];
  const made = { card: UNKNOWN, second: null, sure: 0 };
  if (beside === undefined) {
    const [x, y] = [usual / 2, usual * 0.65];
    const corners = [{ x: -x, y: -y }, { x, y: -y }, { x, y }, { x: -x, y }];
    const only = { ...made, corners: around(point, corners, { x: 0, y: 0 }), begins: true };
    return { tiles: [only], at: 0 };
  }
  const frame = frameOf(beside);
  const { along, down } = placeIn(frame, point);
  const corners = around(point, beside.corners, frame.middle);
  const isOfRow = Math.abs(along) < BESIDE * frame.width && Math.abs(down) < HIT * frame.height;
  if (!isOfRow)
    return { tiles: [...tiles, { ...made, corners, begins: true }], at: tiles.length };
  const at = along > 0 ? near + 1 : near;
  const begins = along <= 0 && beside.begins;
  const others = tiles.map((tile, i) => (begins && i === near ? { ...tile, begins: false } : tile));
  return { tiles: [...others.slice(0, at), { ...made, corners, begins }, ...others.slice(at)], at };
}

// ---- Correcting ----

const changed = (tiles: Tiles, at: number, to: Partial<SeenTile>): SeenTile[] =>
  tiles.map((tile, i) => (i === at ? { ...tile, ...to } : tile));

/** Somebody says what it is. */
export const sayCard = (tiles: Tiles, at: number, card: Card): SeenTile[] =>
  changed(tiles, at, { card, sure: SURE });

/** There is none; the next one begins the meld instead. */
export function removeTile(tiles: Tiles, at: number): SeenTile[] {
  const next = tiles[at]?.begins === true ? changed(tiles, at + 1, { begins: true }) : tiles;
  return next.filter((_, i) => i !== at);
}

/** Its meld begins with it, or goes on. */
export const turnBegin = (tiles: Tiles, at: number): SeenTile[] =>
  changed(tiles, at, { begins: at === 0 || tiles[at]?.begins !== true });
