// fit.ts - how large cards are drawn: from the room that the screen has and from how much lies
// there. The table is one board of columns and rows for all screens, and is shown whole, or near:
// in part, with cards a finger can take. Plain arithmetic, in px; components put it into styles.
import type { Family } from "../../game/games";
import type { PieceMeld } from "../../game/types";

/** A column is one card wide, a row one meld high. */
export interface Extent {
  columns: number;
  rows: number;
}

export interface Room {
  width: number;
  height: number;
}

/** What is drawn: the width of a card, from one card of a meld to the next, from row to row, and
 *  what is free between two rows. */
export interface Scale {
  card: number;
  pitch: number;
  line: number;
  gap: number;
}

/** What a finger takes without looking twice (ux.md 2). */
export const TARGET = { width: 44, height: 56 };
/** As narrow as a card may be while one only looks. */
export const LEAST_CARD = 26;

/** How each kind of card can be shown. */
interface Look {
  /** The part of a card that the next one may cover: what tells it stands on the left. */
  tuck: number;
  /** The part that it covers rather than have the table scrolled sideways. */
  squeeze: number;
  /** The card of the near view. */
  near: number;
  /** As large as cards grow, on the table and in the rack. */
  most: number;
}
const LOOKS: Readonly<Record<Family, Look>> = {
  tile: { tuck: 0, squeeze: 0.15, near: 44, most: 96 },
  postcard: { tuck: 0.36, squeeze: 0.36, near: 62, most: 128 },
  figure: { tuck: 0.36, squeeze: 0.36, near: 56, most: 112 },
};

/** Between two cards of a meld that do not cover each other, as a part of the card. */
const AIR = 0.05;
/** Between two rows: the frame of a meld, and below large cards a line of text. On a full table
 *  rows move together before cards become smaller than `GROWN_CARD`, or than the least. */
const GAP = { small: { least: 2, most: 8 }, large: { least: 6, most: 16 } };
const GROWN_CARD = 64;
/** A board is never shown larger than this part of it would be. */
const LEAST_EXTENT: Extent = { columns: 8, rows: 3 };
const HEIGHT_OF_WIDTH = 14 / 11;

const gapOf = (card: number) => (card < TARGET.width ? GAP.small : GAP.large);
const heightOf = (card: number): number => Math.round(card * HEIGHT_OF_WIDTH);

/** Whether a finger would miss these cards. */
export function isSmall({ card, pitch }: Scale): boolean {
  return card < TARGET.width || pitch < TARGET.width;
}

function scaleOf(look: Look, card: number, pitchMost: number, gap: number): Scale {
  const isSqueezed = card === LEAST_CARD;
  const least = card * (1 - (isSqueezed ? look.squeeze : look.tuck));
  const pitch = Math.max(least, Math.min(pitchMost, card * (1 + AIR)));
  return { card, pitch: Math.floor(pitch * 4) / 4, line: heightOf(card) + gap, gap };
}

/** The part of the board that is used, and a little more where that is not much. */
export function extentOf(
  melds: readonly (Pick<PieceMeld, "place"> & { pieces: readonly unknown[] })[],
): Extent {
  const extent = { ...LEAST_EXTENT };
  for (const { place, pieces } of melds) {
    extent.columns = Math.max(extent.columns, place.column + pieces.length);
    extent.rows = Math.max(extent.rows, place.row + 1);
  }
  return extent;
}

/** The whole board in that room; where not even the least cards fit, it must be scrolled. */
export function wholeScale(family: Family, room: Room, { columns, rows }: Extent): Scale {
  const look = LOOKS[family];
  // the last card of the last meld lies whole
  const pitchMost = room.width / columns;
  const across = look.tuck > 0
    ? room.width / (1 + (columns - 1) * (1 - look.tuck))
    : pitchMost / (1 + AIR);
  // a line is rounded, by half a px at most
  const highest = (gap: number) => (room.height / rows - gap - 0.5) / HEIGHT_OF_WIDTH;
  const most = Math.min(across, look.most);
  const grown = Math.min(GROWN_CARD, highest(GAP.large.least));
  const large = Math.min(most, Math.max(highest(GAP.large.most), grown));
  const small = Math.min(across, highest(GAP.small.most), TARGET.width - 1);
  const card = Math.max(Math.floor(large >= TARGET.width ? large : small), LEAST_CARD);
  const gap = gapOf(card);
  const free = Math.floor(room.height / rows) - heightOf(card);
  return scaleOf(look, card, (room.width - card) / Math.max(1, columns - 1),
    Math.max(gap.least, Math.min(gap.most, free)));
}

/** The view in which one works: never smaller than the whole. */
export function nearScale(family: Family, whole: Scale): Scale {
  const look = LOOKS[family];
  const card = Math.max(look.near, whole.card);
  return scaleOf(look, card, Math.max(whole.pitch, TARGET.width + 2), gapOf(card).most);
}

/** The share of the screen's height that a rack may have before its cards shrink. */
const RACK_SHARE = { phone: 0.2, tablet: 0.17, wide: 0.1 };
const PHONE_MOST_PX = 700;
const RACK_MOST: Readonly<Record<Family, number>> = { tile: 84, postcard: 104, figure: 96 };
export const RACK_GAP = { x: 1, y: 3 };

/** The largest card with which a rack of so many takes no more than its share of the screen. */
export function rackCard(family: Family, width: number, screen: Room, count: number): number {
  const upright = screen.width < PHONE_MOST_PX ? RACK_SHARE.phone : RACK_SHARE.tablet;
  const share = screen.width > screen.height ? RACK_SHARE.wide : upright;
  for (let card = RACK_MOST[family]; card > TARGET.width; card -= 1) {
    const lineHeight = card * HEIGHT_OF_WIDTH + RACK_GAP.y;
    if (rackLines(width, card, count) * lineHeight <= screen.height * share) return card;
  }
  return TARGET.width;
}

export function rackLines(width: number, card: number, count: number): number {
  const inLine = Math.max(1, Math.floor((width + RACK_GAP.x) / (card + RACK_GAP.x)));
  return Math.max(1, Math.ceil(count / inLine));
}

/** While one only looks at a crowded table: the largest card of that many lines, or fewer. */
export function smallRackCard(width: number, count: number): number {
  const lines = rackLines(width, LEAST_CARD, count);
  for (let card = SMALL_RACK_MOST; card > LEAST_CARD; card -= 1)
    if (rackLines(width, card, count) <= lines) return card;
  return LEAST_CARD;
}
const SMALL_RACK_MOST = 34;

/** What players, piles, the line above the rack and the keys take from the height of a phone. */
const AROUND_PX = { upright: 252, side: 56 };

/** Whether the least cards of so many rows have no room beside a rack that a finger can use: then
 *  one either looks, or works. */
export function isCrowded(screen: Room, rows: number, rackHeight: number): boolean {
  const around = screen.width > screen.height ? AROUND_PX.side : AROUND_PX.upright;
  const room = screen.height - around - rackHeight;
  return rows * (heightOf(LEAST_CARD) + GAP.small.least) + 4 > room;
}

/** The height of a rack of that many. */
export function rackHeight(card: number, lines: number): number {
  return lines * (card * HEIGHT_OF_WIDTH + RACK_GAP.y) + RACK_EDGE_PX;
}
const RACK_EDGE_PX = 12;
