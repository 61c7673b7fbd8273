// model.ts - what there is to see of a table, read from the module's memory: struct model of
// src/midend/model.h, by the places that the build takes from there (model-at.ts). What has not
// changed is the same object as before, so that what is shown of it is left alone.
import type {
  Arrangement, Card, Hint, HintStep, Piece, PieceMeld, RackOrder, Seen, Verdict,
} from "../game/types";
import { NO_ARRANGEMENT } from "../game/pieces";
import * as at from "./model-at";

const NO_CLOCK = 0xffffffff;
// in the order of the core's enums
const PHASES = ["joining", "waiting", "dealing", "playing", "scored", "over"] as const;
/** Who deals or shuffles has not begun a turn. */
const TURN_PHASES: readonly Seen["phase"][] = ["start", "start", "start", "drawn", "laid", "over"];
const HINT_STEPS: readonly HintStep[] = ["off", "asking", "nothing", "count", "cards", "table"];
export const RACK_ORDERS: readonly RackOrder[] = ["runs", "sets", "hand"];
export const HAPPENINGS = [
  "drew", "found_none", "took", "played", "discarded", "passed", "timeout", "deal", "shuffle",
  "back", "round_over", "match_over", "join", "leave", "said", "asked_back",
] as const;
export const BARS = [
  "none", "not_now", "watching", "not_on_turn", "pending", "gone", "curtain", "showing", "not_host",
  "pick_first", "pick_single", "laid_tiles", "stays", "nothing", "no_step", "no_hint", "rule",
  "code",
] as const;
/** To name more cards that would free a joker is no help. */
const FREEING_MAX = 2;

/** Why something is not done now. */
export interface Bar {
  readonly kind: (typeof BARS)[number];
  /** Of the rules. */
  readonly verdict: Verdict;
  /** Of a server. */
  readonly code: string;
}

export interface Told {
  readonly number: number;
  readonly kind: (typeof HAPPENINGS)[number];
  readonly seat: number;
  readonly stack: number;
  readonly phrase: number;
  readonly card: Card | null;
  readonly cards: Card[];
}

export interface Model {
  readonly phase: (typeof PHASES)[number];
  readonly own: readonly number[];
  /** Whose rack is shown; null for who watches. */
  readonly seat: number | null;
  readonly isCurtained: boolean;
  readonly isLingering: boolean;
  readonly isShowing: boolean;
  readonly isOnTurn: boolean;
  readonly isWaiting: boolean;
  readonly isGone: boolean;
  readonly canBack: boolean;
  readonly askingBack: number | null;
  readonly draftSeat: number | null;
  readonly canGoOut: boolean;
  readonly possible: number;
  readonly leftMs: number | null;
  readonly here: readonly Here[];
  readonly match: number;
  readonly round: number;
  readonly totals: readonly number[];
  readonly sheet: number[][];
  /** How the scores of a round that is over came about; empty where that is not known. */
  readonly parts: number[][];
  readonly view: Seen | null;
  readonly arrangement: Arrangement;
  readonly picked: ReadonlySet<number>;
  readonly laidCount: number;
  readonly order: RackOrder;
  readonly isChanged: boolean;
  readonly bars: { readonly [kind in "play" | "pass" | "discard" | "undo" | "redo" | "hint"]: Bar };
  readonly lay: Bar;
  /** From any stack, or the open card. */
  readonly draw: Bar;
  readonly hint: Hint;
  readonly refusals: number;
  readonly refused: Bar;
  readonly happened: number;
  /** The latest ones, the oldest first. */
  readonly happenings: readonly Told[];
}

export interface Here {
  here: boolean;
  ready: boolean;
  stand_in: boolean;
}

/** What a number is called. */
export interface Names {
  card(what: number): string;
  reason(number: number): string;
  rule(number: number): string;
}

const NONE: Verdict = { ok: true };
const NO_PIECES: readonly number[] = [];

const seatOf = (seat: number): number | null => (seat < at.seats_max ? seat : null);

function isAlike(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

const isEach = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === b.length && a.every((one, i) => one === b[i]);

/** The parts of a model, each with the revision in which it changed last. */
const PART = { people: 0, match: 1, table: 2, curtain: 3, hint: 4, refused: 5, log: 6 } as const;

/** Reads one model after the other. */
export class ModelReader {
  #kept = new Map<string, { revision: number; value: unknown }>();
  #pieces = new Map<number, { bytes: Uint8Array; piece: Piece }>();
  #melds = new Map<number, { bytes: Uint8Array; pieces: readonly Piece[]; meld: PieceMeld }>();
  #memory = new DataView(new ArrayBuffer(0));
  #start = 0;
  #end = 0;
  #lying: { now: Arrangement; last: string } = { now: NO_ARRANGEMENT, last: "" };

  constructor(private readonly names: Names) {}

  /** `sheet` is where the scores of all rounds are; cards are drawn from so many stacks. */
  read(buffer: ArrayBuffer, start: number, sheet: number, stacks: number): Model {
    this.#memory = new DataView(buffer);
    this.#start = start;
    const arrangement = this.#arrangement();
    const own = this.#byte(at.model_own);
    const left = this.#u32(at.model_left_ms);
    return {
      phase: PHASES[this.#byte(at.model_phase)] ?? "joining",
      own: Array.from({ length: at.seats_max }, (_, i) => i).filter((i) => (own >> i) & 1),
      seat: seatOf(this.#byte(at.model_seat)),
      isCurtained: this.#is(at.model_is_curtained),
      isLingering: this.#is(at.model_is_lingering),
      isShowing: this.#is(at.model_is_showing),
      isOnTurn: this.#is(at.model_is_on_turn),
      isWaiting: this.#is(at.model_is_waiting),
      isGone: this.#is(at.model_is_gone),
      canBack: this.#is(at.model_can_back),
      askingBack: seatOf(this.#byte(at.model_asking_back)),
      draftSeat: seatOf(this.#byte(at.model_draft_seat)),
      canGoOut: this.#is(at.model_can_go_out),
      possible: this.#byte(at.model_possible),
      leftMs: left === NO_CLOCK ? null : left,
      here: this.#seats((seat) => ({
        here: this.#is(seat + at.seat_is_here),
        ready: this.#is(seat + at.seat_is_ready),
        stand_in: this.#is(seat + at.seat_stands_in),
      })),
      match: this.#u32(at.model_match),
      round: this.#u32(at.model_round),
      totals: this.#seats((seat) => this.#i32(seat + at.seat_total)),
      sheet: this.#keep("sheet", ["match"], () => this.#sheet(sheet)),
      parts: this.#keep("parts", ["match"], () => this.#parts()),
      view: this.#keep(`view ${stacks}`, ["match", "people", "curtain"], () => this.#view(stacks)),
      arrangement,
      picked: this.#keep("picked", ["table", "match"], () => new Set(this.#idsOfPicked())),
      laidCount: this.#byte(at.model_laid_count),
      order: RACK_ORDERS[this.#byte(at.model_order)] ?? "runs",
      isChanged: this.#is(at.model_is_changed),
      bars: {
        play: this.#barOf(at.do_play),
        pass: this.#barOf(at.do_pass),
        discard: this.#barOf(at.do_discard),
        undo: this.#barOf(at.do_undo),
        redo: this.#barOf(at.do_redo),
        hint: this.#barOf(at.do_hint),
      },
      lay: this.#bar(at.model_lay),
      draw: this.#drawBar(),
      hint: this.#keep("hint", ["hint", "table", "curtain"], () => this.#hint()),
      refusals: this.#u32(at.model_refusals),
      refused: this.#bar(at.model_refused, this.#text(at.model_refused_code)),
      happened: this.#u32(at.model_happened),
      happenings: this.#keep("log", ["log", "curtain"], () => this.#happenings()),
    };
  }

  // ---- Numbers ----

  #byte(place: number): number {
    return this.#memory.getUint8(this.#start + place);
  }
  #is(place: number): boolean {
    return this.#byte(place) !== 0;
  }
  #u16(place: number): number {
    return this.#memory.getUint16(this.#start + place, true);
  }
  #i16(place: number): number {
    return this.#memory.getInt16(this.#start + place, true);
  }
  #u32(place: number): number {
    return this.#memory.getUint32(this.#start + place, true);
  }
  #i32(place: number): number {
    return this.#memory.getInt32(this.#start + place, true);
  }
  #bytes(place: number, count: number): Uint8Array {
    return new Uint8Array(this.#memory.buffer, this.#start + place, count);
  }
  /** A word: codes have no other letters. */
  #text(place: number): string {
    let text = "";
    for (let i = place; this.#is(i); i++) text += String.fromCharCode(this.#byte(i));
    return text;
  }
  #cards(place: number, count: number): Card[] {
    return Array.from(this.#bytes(place, count), (what) => this.names.card(what));
  }
  #seats<T>(read: (seat: number) => T): T[] {
    return Array.from({ length: this.#byte(at.model_seats) }, (_, i) =>
      read(at.model_seat_of + i * at.seat_size));
  }

  #sheet(place: number): number[][] {
    const seats = this.#byte(at.model_seats);
    return Array.from({ length: this.#u32(at.model_sheet_count) }, (_, row) =>
      Array.from({ length: seats }, (_, seat) =>
        this.#memory.getInt32(place + 4 * (row * at.seats_max + seat), true)));
  }

  #parts(): number[][] {
    if (this.#u16(at.model_has_parts) === 0) return [];
    return this.#seats((seat) =>
      [0, 1, 2].map((part) => this.#i32(seat + at.seat_part + 4 * part)));
  }

  /** The same as before, unless one of these parts has changed. */
  #keep<T>(name: string, parts: readonly (keyof typeof PART)[], read: () => T): T {
    const revision = parts.reduce((last, part) =>
      Math.max(last, this.#u32(at.model_changed + 4 * PART[part])), 0);
    const known = this.#kept.get(name);
    if (known !== undefined && known.revision === revision) return known.value as T;
    const value = read();
    this.#kept.set(name, { revision, value });
    return value;
  }

  // ---- Why not ----

  #bar(place: number, code = ""): Bar {
    const kind = BARS[this.#byte(place + at.bar_kind)] ?? "nothing";
    return { kind, verdict: this.#verdict(place), code };
  }

  #barOf(intent: number): Bar {
    return this.#bar(at.model_bar + intent * at.bar_size);
  }

  /** What keeps one from drawing wherever it may be. */
  #drawBar(): Bar {
    const places = [at.model_take];
    for (let place = at.model_draw; place < at.model_take; place += at.bar_size) places.push(place);
    const bars = places.map((place) => this.#bar(place));
    return bars.find(({ kind }) => kind === "none") ?? this.#bar(at.model_draw);
  }

  #verdict(place: number): Verdict {
    const reason = this.#u16(place + at.bar_reason);
    const [meld, piece] = [this.#byte(place + at.bar_meld), this.#byte(place + at.bar_place)];
    const what = this.#byte(place + at.bar_what);
    const have = this.#i16(place + at.bar_have);
    const need = this.#i16(place + at.bar_need);
    if (reason === 0) return NONE;
    return {
      ok: false,
      rule: this.names.rule(this.#u16(place + at.bar_rule)),
      reason: this.names.reason(reason),
      ...(meld === at.place_none ? {} : { meld }),
      ...(piece === at.place_none ? {} : { place: piece }),
      ...(what === at.card_none ? {} : { card: this.names.card(what) }),
      ...(have === 0 && need === 0 ? {} : { have, need }),
    };
  }

  // ---- Pieces ----

  #piece(index: number): Piece {
    const place = at.model_piece + index * at.piece_size;
    const id = this.#u16(place + at.piece_id);
    const count = this.#byte(place + at.piece_freeing_count);
    const first = this.#u16(place + at.piece_freeing_first);
    const freed = this.#bytes(at.model_freeing + first, count <= FREEING_MAX ? count : 0);
    const bytes = Uint8Array.of(
      this.#byte(place + at.piece_what), this.#byte(place + at.piece_is_own), ...freed);
    const known = this.#pieces.get(id);
    if (known !== undefined && isAlike(known.bytes, bytes)) return known.piece;
    const piece: Piece = {
      id,
      card: this.names.card(bytes[0] ?? 0),
      isOwn: bytes[1] !== 0,
      ...(freed.length === 0 ? {}
        : { freeing: Array.from(freed, (what) => this.names.card(what)) }),
    };
    this.#pieces.set(id, { bytes, piece });
    return piece;
  }

  #meld(index: number): PieceMeld {
    const place = at.model_meld + index * at.meld_size;
    const id = this.#u16(place + at.meld_id);
    const first = this.#byte(place + at.meld_first);
    const pieces = Array.from({ length: this.#byte(place + at.meld_count) }, (_, i) =>
      this.#piece(first + i));
    const bytes = this.#bytes(place, at.meld_size).slice();
    bytes[at.meld_first] = 0;
    const known = this.#melds.get(id);
    if (known !== undefined && isAlike(known.bytes, bytes) &&
      pieces.every((piece, i) => piece === known.pieces[i])) return known.meld;
    const meld: PieceMeld = {
      id,
      owner: seatOf(this.#byte(place + at.meld_owner)),
      place: { row: this.#byte(place + at.meld_row), column: this.#byte(place + at.meld_column) },
      pieces,
      verdict: this.#verdict(place + at.meld_verdict),
    };
    this.#melds.set(id, { bytes, pieces, meld });
    return meld;
  }

  /** The same object as before, unless something lies otherwise: whatever follows it lays out the
   *  page. */
  #arrangement(): Arrangement {
    const [count, rack] = [this.#byte(at.model_piece_count), this.#byte(at.model_rack_first)];
    this.#end = count;
    const next: Arrangement = {
      melds: Array.from({ length: this.#byte(at.model_meld_count) }, (_, i) => this.#meld(i)),
      rack: Array.from({ length: count - rack }, (_, i) => this.#piece(rack + i)),
      verdict: this.#verdict(at.model_verdict),
      firstMeld: this.#u16(at.model_has_first_meld) === 0 ? null
        : { have: this.#i16(at.model_first_have), need: this.#i16(at.model_first_need) },
    };
    const told = JSON.stringify([next.verdict, next.firstMeld]);
    const { now, last } = this.#lying;
    const isSame = told === last && isEach(now.melds, next.melds) && isEach(now.rack, next.rack);
    if (!isSame) this.#lying = { now: next, last: told };
    return this.#lying.now;
  }

  #idsOfPicked(): number[] {
    const ids: number[] = [];
    for (let i = 0; i < this.#end; i++) {
      const place = at.model_piece + i * at.piece_size;
      if (this.#is(place + at.piece_is_picked)) ids.push(this.#u16(place + at.piece_id));
    }
    return ids;
  }

  // ---- The rest of the table ----

  #view(stacks: number): Seen | null {
    const phase = TURN_PHASES[this.#byte(at.model_turn_phase)] ?? "over";
    const winner = seatOf(this.#byte(at.model_winner));
    const viewer = seatOf(this.#byte(at.model_seat));
    if (!this.#is(at.model_has_views)) return null;
    return {
      viewer,
      seat: phase === "over" ? null : seatOf(this.#byte(at.model_turn)),
      phase,
      racks: this.#seats((seat) => {
        const known = this.#cards(seat + at.seat_known, this.#byte(seat + at.seat_known_count));
        const count = this.#byte(seat + at.seat_rack_count);
        return [...known, ...Array<Card>(Math.max(0, count - known.length)).fill("?")];
      }),
      opened: this.#seats((seat) => this.#is(seat + at.seat_has_opened)),
      stacks: Array.from(this.#bytes(at.model_stock, stacks)),
      discard: this.#cards(at.model_discard, this.#byte(at.model_discard_count)),
      winner,
    };
  }

  #hint(): Hint {
    const base = at.model_hint;
    const step = HINT_STEPS[this.#byte(base + at.hint_step)] ?? "off";
    const count = this.#byte(base + at.hint_missing_count);
    const ids = (place: number): readonly number[] => count === 0 ? NO_PIECES
      : Array.from({ length: count }, (_, i) => this.#u16(base + place + 2 * i));
    const isDraw = step === "nothing" && this.#is(base + at.hint_has_action) &&
      this.#byte(base + at.hint_action_kind) === at.action_draw;
    const isOpen = this.#byte(base + at.hint_action_from) === at.from_discard;
    return {
      step: isDraw ? (isOpen ? "take" : "draw") : step,
      isOut: this.#is(base + at.hint_is_out),
      laid: this.#cards(base + at.hint_laid, this.#byte(base + at.hint_laid_count)),
      pieces: ids(at.hint_missing),
      into: ids(at.hint_missing_meld),
      melds: this.#hintedMelds(base),
      isAstray: this.#is(base + at.hint_is_astray),
    };
  }

  #hintedMelds(base: number): Hint["melds"] {
    let first = 0;
    return Array.from({ length: this.#byte(base + at.hint_meld_count) }, (_, i) => {
      const end = this.#byte(base + at.hint_end + i);
      const cards = this.#cards(base + at.hint_at + first, end - first);
      first = end;
      return { owner: seatOf(this.#byte(base + at.hint_owner + i)), cards };
    });
  }

  #happenings(): Told[] {
    const count = this.#u32(at.model_happening_count);
    return Array.from({ length: count }, (_, i) => {
      const place = at.model_happening + (count - 1 - i) * at.happening_size;
      const what = this.#byte(place + at.happening_what);
      return {
        number: this.#u32(place + at.happening_number),
        kind: HAPPENINGS[this.#byte(place + at.happening_kind)] ?? "passed",
        seat: this.#byte(place + at.happening_seat),
        stack: this.#byte(place + at.happening_stack),
        phrase: this.#byte(place + at.happening_phrase),
        card: what >= at.card_unknown ? null : this.names.card(what),
        cards: this.#cards(place + at.happening_laid, this.#byte(place + at.happening_laid_count)),
      };
    });
  }
}
