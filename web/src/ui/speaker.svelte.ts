// speaker.svelte.ts - what a screen reader is to say. Everything said within one moment is one
// message, and each is a new line of a live region (Spoken.svelte), so that it is spoken once, even
// if it has the same words as the one before. Behind a modal dialog nobody hears anything: what
// comes meanwhile is said when it closes.

interface Message {
  number: number;
  text: string;
}

/** Lines that have been spoken stay for a while: some readers come a moment later. */
const LINES_MAX = 3;
/** As much as somebody listens to who comes back: the last of what happened meanwhile. */
const HELD_MAX = 6;

class Speaker {
  polite = $state.raw<readonly Message[]>([]);
  urgent = $state.raw<readonly Message[]>([]);
  #count = 0;
  #waiting: { text: string; isUrgent: boolean }[] = [];
  #isHolding = false;

  /** When there is a pause. */
  say(text: string): void {
    this.#add(text, false);
  }

  /** At once: something could not be done. */
  warn(text: string): void {
    this.#add(text, true);
  }

  /** What was said is not for who is here now. */
  forget(): void {
    this.#waiting = [];
    this.polite = this.urgent = [];
  }

  #add(text: string, isUrgent: boolean): void {
    if (text === "") return;
    if (this.#waiting.length === 0 || this.#isHolding) queueMicrotask(() => this.#speak());
    this.#waiting.push({ text, isUrgent });
  }

  /** Whether a dialog is in the way; asks again when it is closed. */
  #isUnheard(): boolean {
    if (document.querySelector("dialog:modal") === null) return false;
    if (!this.#isHolding)
      // it is gone a moment after it has said so
      document.addEventListener("close", () => setTimeout(() => {
        this.#isHolding = false;
        this.#speak();
      }), { capture: true, once: true });
    return true;
  }

  #speak(): void {
    this.#isHolding = this.#isUnheard();
    if (this.#isHolding) {
      this.#waiting = this.#waiting.slice(-HELD_MAX);
      return;
    }
    const textOf = (isUrgent: boolean) =>
      this.#waiting.filter((one) => one.isUrgent === isUrgent).map(({ text }) => text).join(" ");
    this.polite = this.#after(this.polite, textOf(false));
    this.urgent = this.#after(this.urgent, textOf(true));
    this.#waiting = [];
  }

  #after(lines: readonly Message[], text: string): readonly Message[] {
    if (text === "") return lines;
    return [...lines, { number: ++this.#count, text }].slice(-LINES_MAX);
  }
}

export const speaker = new Speaker();
