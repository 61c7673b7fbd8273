// hints.svelte.ts - help in three steps: that something can be laid, which cards, and how. The
// solver is asked once a position; the steps only show more of its answer.
import type { Thinker } from "../core/thinker";
import type { Hint, Rules, View } from "../game/types";

export type HintStep = "off" | "asking" | "nothing" | "count" | "cards" | "table";

export class Hints {
  step = $state<HintStep>("off");
  hint = $state.raw<Hint | null>(null);
  /** "You can go out!", told at the beginning of a turn. */
  canGoOut = $state(false);
  /** "A play of N cards was possible", told after the turn. */
  possible = $state<number | null>(null);

  #thinker: Thinker;
  #asked = 0;
  #told = 0;

  constructor(thinker: Thinker) {
    this.#thinker = thinker;
  }

  /** One step more; the first one asks. */
  async more(rules: Rules, view: View): Promise<void> {
    if (this.step === "count") this.step = "cards";
    else if (this.step === "cards") this.step = "table";
    if (this.step !== "off" && this.step !== "nothing") return;
    this.step = "asking";
    const asked = ++this.#asked;
    const hint = await this.#thinker.hint(rules, view).catch(() => null);
    if (asked !== this.#asked) return;
    this.hint = hint;
    this.step = hint === null || hint.cards === 0 ? "nothing" : "count";
  }

  /** The position is another one, or the player has seen enough. */
  close(): void {
    this.#asked++;
    this.step = "off";
    this.hint = null;
  }

  /** In a position in which the player could lay: could it be everything? */
  async tellOut(rules: Rules, view: View): Promise<void> {
    const told = ++this.#told;
    this.canGoOut = false;
    const canGoOut = await this.#thinker.canGoOut(rules, view).catch(() => false);
    if (told === this.#told) this.canGoOut = canGoOut;
  }

  /** The turn is another one. */
  forgetOut(): void {
    this.#told++;
    this.canGoOut = false;
  }

  /** After a turn in which `laid` cards were laid: was there more? */
  async tellPossible(rules: Rules, view: View, laid: number): Promise<void> {
    const asked = this.#asked;
    const hint = await this.#thinker.hint(rules, view).catch(() => null);
    if (asked === this.#asked && hint !== null && hint.cards > laid) this.possible = hint.cards;
  }
}
