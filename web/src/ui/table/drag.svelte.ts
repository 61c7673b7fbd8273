// drag.svelte.ts - dragging by pointer events of our own, alike for touch, mouse and pen. Where a
// piece can be dropped is told by data-drop attributes; what is dropped ends in the same call as a
// tap.
import type { Target } from "../../game/types";

/** Where something can be dropped; `discard` is the pile. */
export type Drop = Target | { discard: true };

/** A card that is dragged from a pile is no piece yet: piles have numbers below zero. */
const DISCARD_PILE = -9;
export function pileNumber(pile: number | "discard"): number {
  return pile === "discard" ? DISCARD_PILE : -pile;
}
export function pileOf(number: number): number | "discard" | null {
  if (number >= 0) return null;
  return number === DISCARD_PILE ? "discard" : -number;
}

const START_PX = 7;
const HOLD_MS = 500;
const EDGE_PX = 56;
/** How far beside a meld is still at its end, by its height: most of a card. */
const BESIDE = 0.55;
const SCROLL_PX = 9;

export function dropName(drop: Drop): string {
  if ("meld" in drop) return `meld ${drop.meld}`;
  if ("rack" in drop) return `rack ${drop.rack}`;
  return "new" in drop ? "new" : "discard";
}

function dropOf(name: string): Drop | null {
  const [kind, number] = name.split(" ");
  if (kind === "new") return { new: true };
  if (kind === "discard") return { discard: true };
  if (kind === "meld") return { meld: Number(number) };
  if (kind === "rack") return { rack: number === "end" ? "end" : Number(number) };
  return null;
}

export interface DragEnds {
  /** The pieces that go along when this one is dragged; empty if it cannot be moved. */
  lift: (piece: number) => readonly number[];
  /** Null: dropped where nothing can be dropped. */
  drop: (pieces: readonly number[], drop: Drop | null) => void;
  /** Held for a while and not moved; false where that means nothing. */
  hold: (piece: number) => boolean;
  /** What scrolls when the pointer comes near its edge. */
  scroller: () => HTMLElement | null;
}

export class Drag {
  /** The pieces in the air; empty while nothing is dragged. */
  pieces = $state.raw<readonly number[]>([]);
  x = $state(0);
  y = $state(0);
  /** The name of the place below the pointer. */
  over = $state<string | null>(null);

  #ends: DragEnds;
  #start: { piece: number; x: number; y: number; pointer: number } | null = null;
  #frame = 0;
  #holding: ReturnType<typeof setTimeout> | undefined;
  #justDropped = false;
  #isMoved = false;

  constructor(ends: DragEnds) {
    this.#ends = ends;
  }

  get isOn(): boolean {
    return this.pieces.length > 0;
  }

  /** A click that ends a drag is no tap. */
  swallowsClick(): boolean {
    const swallows = this.#justDropped;
    this.#justDropped = false;
    return swallows;
  }

  down(event: PointerEvent, piece: number): void {
    this.#justDropped = false;
    if (event.button !== 0 || !event.isPrimary) return;
    this.#start = { piece, x: event.clientX, y: event.clientY, pointer: event.pointerId };
    this.#holding = setTimeout(this.#hold, HOLD_MS);
    window.addEventListener("pointermove", this.#move);
    window.addEventListener("pointerup", this.#up);
    window.addEventListener("pointercancel", this.#cancel);
    window.addEventListener("keydown", this.#key, true);
  }

  /** A finger that holds asks for no menu. */
  swallowsMenu(): boolean {
    return this.#start !== null || this.#justDropped;
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#holding);
    window.removeEventListener("pointermove", this.#move);
    window.removeEventListener("pointerup", this.#up);
    window.removeEventListener("pointercancel", this.#cancel);
    window.removeEventListener("keydown", this.#key, true);
    this.#start = null;
    this.pieces = [];
    this.over = null;
  }

  #move = (event: PointerEvent): void => {
    const start = this.#start;
    if (start === null || event.pointerId !== start.pointer) return;
    if (!this.isOn) {
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < START_PX) return;
      this.pieces = this.#ends.lift(start.piece);
      if (!this.isOn) return this.stop();
      clearTimeout(this.#holding);
      // lifting it takes a slow phone a frame of its own
      this.#frame = requestAnimationFrame(() => (this.#frame = requestAnimationFrame(this.#look)));
    }
    event.preventDefault();
    this.x = event.clientX;
    this.y = event.clientY;
    this.#isMoved = true;
  };

  #hold = (): void => {
    const start = this.#start;
    if (start === null || this.isOn || !this.#ends.hold(start.piece)) return;
    this.stop();
    // the click that ends it is no tap, but the next one is
    this.#justDropped = true;
    const forget = (): void => void setTimeout(() => (this.#justDropped = false), 0);
    window.addEventListener("pointerup", forget, { once: true });
    window.addEventListener("pointercancel", forget, { once: true });
  };

  #below(): string | null {
    const below = document.elementFromPoint(this.x, this.y)?.closest<HTMLElement>("[data-drop]");
    const beside = below?.matches("[data-region=board]") ? this.#besideOf(below) : null;
    return beside ?? below?.dataset["drop"] ?? null;
  }

  /** The nearest meld at whose end it is: there its next card would lie. */
  #besideOf(board: HTMLElement): string | null {
    let best: string | null = null;
    let bestFar = Infinity;
    for (const meld of board.querySelectorAll<HTMLElement>("[role=row]")) {
      const { left, right, top, bottom, height } = meld.getBoundingClientRect();
      const far = Math.max(left - this.x, this.x - right);
      if (this.y < top || this.y > bottom || far > height * BESIDE || far >= bestFar) continue;
      bestFar = far;
      best = meld.dataset["drop"] ?? null;
    }
    return best;
  }

  /** What lies below is asked once a frame, however often the pointer tells where it is. */
  #look = (): void => {
    const box = this.#ends.scroller();
    if (box !== null) this.#scroll(box);
    if (this.#isMoved) this.over = this.#below();
    this.#isMoved = false;
    this.#frame = requestAnimationFrame(this.#look);
  };

  /** Near an edge of the table it goes on that way. */
  #scroll(box: HTMLElement): void {
    const { top, bottom, left, right } = box.getBoundingClientRect();
    const { x, y } = this;
    if (x < left || x > right || y < top || y > bottom) return;
    const across = x < left + EDGE_PX ? -SCROLL_PX : x > right - EDGE_PX ? SCROLL_PX : 0;
    const down = y < top + EDGE_PX ? -SCROLL_PX : y > bottom - EDGE_PX ? SCROLL_PX : 0;
    if (across === 0 && down === 0) return;
    const { scrollLeft, scrollTop } = box;
    box.scrollBy(across, down);
    this.#isMoved ||= box.scrollLeft !== scrollLeft || box.scrollTop !== scrollTop;
  }

  #up = (event: PointerEvent): void => {
    if (event.pointerId !== this.#start?.pointer) return;
    // the last frame may have been before the last way
    if (this.isOn && this.#isMoved) this.over = this.#below();
    const { pieces, over } = this;
    const drop = over === null ? null : dropOf(over);
    this.stop();
    if (pieces.length === 0) return;
    this.#justDropped = true;
    // a drag that ends beside its piece makes no click: forget it before the next one
    setTimeout(() => (this.#justDropped = false), 0);
    this.#ends.drop(pieces, drop);
  };

  #cancel = (event: PointerEvent): void => {
    if (event.pointerId === this.#start?.pointer) this.stop();
  };

  #key = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !this.isOn) return;
    event.stopPropagation();
    this.stop();
  };
}
