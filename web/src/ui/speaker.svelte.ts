// speaker.svelte.ts - what a screen reader is to say. Everything said within one moment is one
// message, and each is a new line of a live region (Spoken.svelte), so that it is spoken once, even
// if it has the same words as the one before.

interface Message {
  number: number;
  text: string;
}

/** Lines that have been spoken stay for a while: some readers come a moment later. */
const LINES_MAX = 3;

class Speaker {
  polite = $state.raw<readonly Message[]>([]);
  urgent = $state.raw<readonly Message[]>([]);
  #count = 0;
  #waiting: { text: string; isUrgent: boolean }[] = [];

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
    if (this.#waiting.length === 0) queueMicrotask(() => this.#speak());
    this.#waiting.push({ text, isUrgent });
  }

  #speak(): void {
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
