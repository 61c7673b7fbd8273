// typing.ts - cards and melds by their names: what is typed is the name of a card in the notation
// ("r5", "gbc", "*"), in small letters too, or the number of a meld. A name that could go on waits
// for the next key, or for a moment without one.
import type { Card } from "../../game/types";

export type Typed =
  | { kind: "card"; card: Card; isHeld: boolean }
  | { kind: "meld"; number: number };

const WAIT_MS = 900;
const DIGIT = /^\d$/;

/** What there is to be named just now. */
export interface Names {
  /** All kinds of the game. */
  kinds: readonly Card[];
  /** What stands on the rack. */
  held: readonly Card[];
  /** The highest number of a meld. */
  melds: number;
}

export class Typing {
  #text = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly names: () => Names,
    private readonly done: (typed: Typed) => void,
  ) {}

  get isOpen(): boolean {
    return this.#text !== "";
  }

  /** Takes a key; false if no name goes on, or begins, with it. */
  take(key: string): boolean {
    clearTimeout(this.#timer);
    const text = this.#text + key.toLowerCase();
    if (this.#fits(text)) {
      this.#text = text;
      if (this.#isWhole(text)) this.end();
      else if (this.#named(text) !== null)
        this.#timer = setTimeout(() => this.end(), WAIT_MS);
      return true;
    }
    if (!this.isOpen) return false;
    this.end();
    return this.take(key);
  }

  /** Nothing more comes: what was typed counts if it is a name. */
  end(): void {
    clearTimeout(this.#timer);
    const typed = this.#named(this.#text);
    this.#text = "";
    if (typed !== null) this.done(typed);
  }

  forget(): void {
    clearTimeout(this.#timer);
    this.#text = "";
  }

  #fits(text: string): boolean {
    if (DIGIT.test(text[0] ?? "")) return /^\d{1,2}$/.test(text);
    return this.names().kinds.some((kind) => kind.toLowerCase().startsWith(text));
  }

  /** Whether nothing that is there has a longer name. */
  #isWhole(text: string): boolean {
    const { kinds, held, melds } = this.names();
    if (DIGIT.test(text[0] ?? "")) return text === "0" || Number(text) * 10 > melds;
    const isLonger = (card: Card) => card.toLowerCase().startsWith(text) &&
      card.length > text.length;
    return this.#named(text) !== null && !(held.some(isLonger) ||
      (!this.#isHeld(text) && kinds.some(isLonger)));
  }

  #isHeld(text: string): boolean {
    return this.names().held.some((card) => card.toLowerCase() === text);
  }

  #named(text: string): Typed | null {
    if (text === "") return null;
    if (DIGIT.test(text[0] ?? "")) return { kind: "meld", number: Number(text) };
    const card = this.names().kinds.find((kind) => kind.toLowerCase() === text);
    return card === undefined ? null : { kind: "card", card, isHeld: this.#isHeld(text) };
  }
}
