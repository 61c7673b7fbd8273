// seat.ts - what one seat sees and does, by the module on the page's own thread (src/wasm/seat.c):
// it follows the views of a table, arranges the cards of one of them, says of each meld and of the
// whole what the rules say, and keeps the hint. One of these a table.
import { parseCards, printCards } from "../game/cards";
import type {
  Arrangement, Card, Hint, Piece, Play, RackOrder, Rules, Target, View,
} from "../game/types";
import { keepAlike } from "../game/kept";
import { viewOf } from "../game/view";
import type { MoveMessage, ViewMessage } from "../link/messages";
import { linesOf, positionOf } from "rummery/lines";
import coreUrl from "./rummery.wasm?url";
import { Module, type TextExports } from "rummery/module";

interface SeatExports extends TextExports {
  seat_clear(): void;
  seat_tell(size: number): number;
  seat_follow(size: number): number;
  seat_told(size: number): number;
  seat_view(index: number): number;
  seat_happening(index: number): number;
  seat_arrange(index: number): number;
  seat_forget(): void;
  seat_now(): number;
  seat_show(size: number): number;
  seat_lay_out(size: number): number;
  seat_put(size: number, meld: number, place: number): number;
  seat_undo(): number;
  seat_redo(): number;
  seat_again(): number;
  seat_sort(order: number): void;
  seat_remember(size: number): number;
  seat_by_hand(): number;
  seat_hint_more(): number;
  seat_hint_take(size: number, isOut: number): number;
  seat_hint_close(): void;
  seat_hint_lay(): number;
  seat_hint(): number;
}

/** What a move did. */
export interface Moved {
  kind: "drew" | "found_none" | "took" | "played" | "discarded" | "passed" | "timeout";
  seat: number;
  /** From which of several stacks a card was drawn. */
  stack?: number;
  /** The card drawn, taken or discarded, as far as it is seen. */
  card?: Card;
  /** Laid from the rack. */
  cards: Card[];
  /** How many melds there are more. */
  melds: number;
}

/** Why pieces did not move: `stays`, what lies on the table may not be taken up or, in princess,
 *  moved at all; `nothing`, no such piece or place. */
export type PutRefused = "stays" | "nothing";

/** As the module numbers them. */
const RACK_ORDERS: readonly RackOrder[] = ["runs", "sets", "hand"];
const PUT_RESULTS: readonly (PutRefused | null)[] = [null, "nothing", "stays"];
const NEW_MELD = 0;
const TO_RACK = -1;
const ANY_PLACE = -1;

export const NO_ARRANGEMENT: Arrangement = {
  melds: [],
  rack: [],
  canUndo: false,
  canRedo: false,
  canPass: false,
  isChanged: false,
  verdict: { ok: true },
  firstMeld: null,
  draft: "-",
};
export const NO_HINT: Hint = {
  step: "off", isOut: false, laid: [], pieces: [], into: [], melds: [], isAstray: false,
};

type Pieces = Pick<Arrangement, "melds" | "rack">;

export const piecesOf = ({ melds, rack }: Pieces): Piece[] => [
  ...melds.flatMap(({ pieces }) => pieces),
  ...rack,
];

/** The pieces of the rack that lie on the table. */
export const laidPieces = ({ melds }: Pieces): Piece[] =>
  melds.flatMap(({ pieces }) => pieces.filter(({ isOwn }) => isOwn));

export class Seat {
  #now = NO_ARRANGEMENT;

  private constructor(private readonly module: Module<SeatExports>) {
    this.core.seat_forget();
  }

  static async load(url: string = coreUrl): Promise<Seat> {
    return new Seat(await Module.load<SeatExports>(url));
  }

  private get core(): SeatExports {
    return this.module.exports;
  }

  // ---- Following ----

  /** The whole table: the views as they were told. */
  tell(rules: Rules, views: readonly ViewMessage[]): View[] {
    this.core.seat_clear();
    for (const view of views) {
      const text = positionOf(rules, view);
      if (this.module.about(text, this.core.seat_tell) !== 0)
        throw new Error(`this is no position:\n${text}`);
    }
    return views.map(viewOf);
  }

  /** The views after a move; null where it cannot be followed, and the whole table is needed. */
  follow(move: MoveMessage, count: number): View[] | null {
    const text = linesOf(move).join("\n");
    if (this.module.about(text, this.core.seat_follow) !== 0) return null;
    return Array.from({ length: count }, (_, i) =>
      viewOf(this.module.json<ViewMessage>(this.core.seat_view(i))),
    );
  }

  /** Whether the whole table was told because of a move, by its `why`. */
  told(why: string): boolean {
    return this.module.about(why, this.core.seat_told) === 0;
  }

  /** What the last move did, seen from that view. */
  happening(index: number): Moved {
    return this.module.json(this.core.seat_happening(index));
  }

  // ---- Arranging ----

  now(): Arrangement {
    this.#now = keepAlike(this.#now, this.module.json(this.core.seat_now()));
    return this.#now;
  }

  /** That view is arranged from now on, out of the same pieces. */
  arrange(index: number): Arrangement {
    this.core.seat_arrange(index);
    return this.now();
  }

  /** There is nothing to arrange. */
  forget(): void {
    this.core.seat_forget();
  }

  /** Somebody else's unfinished table is shown; null if it cannot be. */
  show(table: string): Arrangement | null {
    return this.module.about(table, this.core.seat_show) === 0 ? this.now() : null;
  }

  /** The own one is laid out, as a step; null if it names cards that are not there. */
  layOut(table: string): Arrangement | null {
    return this.module.about(table, this.core.seat_lay_out) === 0 ? this.now() : null;
  }

  /** Puts pieces there. A place counts the pieces that stay; without one they order themselves. */
  put(ids: readonly number[], target: Target): PutRefused | null {
    const [meld, place] =
      "meld" in target ? [target.meld, target.at ?? ANY_PLACE]
      : "rack" in target ? [TO_RACK, target.rack === "end" ? ANY_PLACE : target.rack]
      : [NEW_MELD, ANY_PLACE];
    const put = (size: number) => this.core.seat_put(size, meld, place);
    return PUT_RESULTS[this.module.about(ids.join(" "), put)] ?? null;
  }

  undo(): Arrangement {
    this.core.seat_undo();
    return this.now();
  }

  redo(): Arrangement {
    this.core.seat_redo();
    return this.now();
  }

  /** To the beginning of the turn; undo goes back from there. */
  again(): Arrangement {
    this.core.seat_again();
    return this.now();
  }

  sort(order: RackOrder): void {
    this.core.seat_sort(RACK_ORDERS.indexOf(order));
  }

  /** An order by hand as it was kept: by names, since pieces do not outlive a reload. */
  remember(cards: readonly Card[]): void {
    this.module.about(printCards(cards), this.core.seat_remember);
  }

  byHand(): Card[] {
    return parseCards(this.module.text(this.core.seat_by_hand()));
  }

  // ---- Hints ----

  hint(): Hint {
    return this.module.json(this.core.seat_hint());
  }

  /** One step more; true if the solver is to be asked. */
  hintMore(): boolean {
    return this.core.seat_hint_more() === 1;
  }

  /** What the solver said; null if nothing can be laid. */
  hintTake(play: Play | null): void {
    const isOut = Number(play?.isOut ?? false);
    this.module.about(play?.action ?? "", (size) => this.core.seat_hint_take(size, isOut));
  }

  hintClose(): void {
    this.core.seat_hint_close();
  }

  /** Lays the hint on the table, as one step that can be undone; null if there is none. */
  hintLay(): Arrangement | null {
    return this.core.seat_hint_lay() === 0 ? this.now() : null;
  }
}
