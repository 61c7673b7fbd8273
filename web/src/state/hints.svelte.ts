// hints.svelte.ts - help in three steps, which the module keeps (core/seat.ts): that something can
// be laid, which cards, and how. The solver is asked once a position.
import { NO_HINT, type Seat } from "../core/seat";
import type { Thinker } from "../core/thinker";
import type { Hint, Player, Rules, View } from "../game/types";

/** Who misses nothing says where to draw. */
const GREEDY: Player = { level: 5, rounds: 0, totals: [] };

export class Hints {
  hint = $state.raw<Hint>(NO_HINT);
  /** "You can go out!", told at the beginning of a turn. */
  canGoOut = $state(false);
  /** "A play of N cards was possible", told after the turn. */
  possible = $state<number | null>(null);

  #core: Seat;
  #thinker: Thinker;
  #asked = 0;
  #told = 0;

  constructor(core: Seat, thinker: Thinker) {
    this.#core = core;
    this.#thinker = thinker;
  }

  get step(): Hint["step"] {
    return this.hint.step;
  }

  /** One step more; the first one asks. */
  async more(rules: Rules, view: View): Promise<void> {
    const isAsked = this.#core.hintMore();
    this.look();
    if (!isAsked) return;
    const asked = ++this.#asked;
    const play = await this.#thinker.hint(rules, view).catch(() => null);
    if (asked !== this.#asked) return;
    this.#core.hintTake(play);
    this.look();
  }

  /** Before one may lay there is a card to draw; an open one may be better. */
  async draw(rules: Rules, view: View): Promise<void> {
    const asked = ++this.#asked;
    this.hint = { ...NO_HINT, step: "asking" };
    const action = view.discard.length === 0 ? ""
      : await this.#thinker.decide(rules, view, GREEDY).catch(() => "");
    if (asked !== this.#asked) return;
    this.hint = { ...NO_HINT, step: action === "draw discard" ? "take" : "draw" };
  }

  /** The pieces that it means may lie elsewhere now. */
  look(): void {
    this.hint = this.#core.hint();
  }

  /** The position is another one, or the player has seen enough. */
  close(): void {
    this.#asked++;
    this.#core.hintClose();
    this.hint = NO_HINT;
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
    const play = await this.#thinker.hint(rules, view).catch(() => null);
    if (asked === this.#asked && play !== null && play.cards > laid) this.possible = play.cards;
  }
}
