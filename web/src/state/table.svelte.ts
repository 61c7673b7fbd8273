// table.svelte.ts - one table as it is played: what the link tells (followed-table.svelte.ts), and
// what the player does to it. Components show it and call its methods. What is correct the module
// says of all that it arranges (core/seat.ts), what would be best the thinker; nothing of that is
// known here.
import { laidPieces, piecesOf } from "../core/seat";
import { laysIn } from "../game/games";
import type { Arrangement, RackOrder, Target, Verdict } from "../game/types";
import { Refusal } from "../link/link";
import type { ErrorMessage, Request } from "../link/messages";
import { type Fault, FollowedTable } from "./followed-table.svelte";

export type { Keeper } from "./rack.svelte";
export type { Refused, Wishes } from "./followed-table.svelte";

export type Pending = "play" | "draw" | "discard" | "pass";

const OK: Verdict = { ok: true };

export class TableState extends FollowedTable {
  /** What was asked for and is not answered yet. */
  pending = $state<Pending | null>(null);

  // ---- What can be done ----

  readonly isMyTurn: boolean = $derived(
    this.message?.phase === "playing" &&
      this.seat !== null &&
      this.view?.seat === this.seat &&
      !this.isCurtained &&
      !this.isShowing,
  );
  /** Whether cards can be laid now. */
  readonly canLay: boolean = $derived(
    this.isMyTurn &&
      this.pending === null &&
      this.view !== null &&
      laysIn(this.facts, this.view.phase),
  );
  readonly canDraw: boolean = $derived(this.isMyTurn && this.view?.phase === "start");
  readonly canPass: boolean = $derived(this.isMyTurn && this.arrangement.canPass);
  readonly canDiscard: boolean = $derived(
    this.isMyTurn && this.facts.has_discard && this.view?.phase !== "start",
  );
  readonly canUndo: boolean = $derived(this.canLay && this.arrangement.canUndo);
  readonly canRedo: boolean = $derived(this.canLay && this.arrangement.canRedo);
  readonly isChanged: boolean = $derived(this.canLay && this.arrangement.isChanged);
  readonly laidCount: number = $derived(this.isMyTurn ? laidPieces(this.arrangement).length : 0);

  /** What the rules say of the play as it lies. */
  readonly verdict: Verdict = $derived(this.isChanged ? this.arrangement.verdict : OK);
  /** The way to the first meld; null once it is behind or where there is none. */
  readonly firstMeld: Arrangement["firstMeld"] = $derived(
    this.canLay ? this.arrangement.firstMeld : null,
  );

  // ---- Picking and putting ----

  #homeOf(id: number): "rack" | number | null {
    if (this.arrangement.rack.some((piece) => piece.id === id)) return "rack";
    return this.arrangement.melds.find(({ pieces }) => pieces.some((one) => one.id === id))?.id
      ?? null;
  }

  /** A tap on a piece: picks it, or puts what is picked into its meld. */
  tap(id: number): void {
    const home = this.#homeOf(id);
    if (home === null || this.isCurtained) return;
    if (home === "rack" || this.picked.has(id)) return this.#toggle(id);
    const isElsewhere = [...this.picked].some((other) => this.#homeOf(other) !== home);
    if (isElsewhere) this.put({ meld: home });
    else if (this.#mayLift(id)) this.#toggle(id);
  }

  #toggle(id: number): void {
    this.refused = null;
    const picked = new Set(this.picked);
    if (!picked.delete(id)) picked.add(id);
    this.picked = picked;
  }

  unpick(): void {
    this.picked = new Set();
    this.refused = null;
  }

  /** Whether this piece can be picked up now; if not, it is said why. */
  #mayLift(id: number): boolean {
    if (this.#homeOf(id) === "rack") return true;
    const piece = piecesOf(this.arrangement).find((one) => one.id === id);
    if (!this.#mayLay() || piece === undefined) return false;
    if (!this.facts.melds_are_owned || piece.isOwn) return true;
    this.#refuse("table.refused.stays");
    return false;
  }

  /** What goes along when this piece is dragged. */
  lift(id: number): readonly number[] {
    if (this.isCurtained || !this.#mayLift(id)) return [];
    if (!this.picked.has(id)) this.picked = new Set([id]);
    return [...this.picked];
  }

  #mayLay(): boolean {
    if (this.canLay) return true;
    if (this.pending !== null) this.#refuse("table.refused.pending");
    else if (!this.isMyTurn) this.#refuse("table.refused.not_your_turn");
    else if (this.view?.phase === "laid") this.#refuseReason("LAID_ALREADY");
    else this.#refuseReason("DRAW_FIRST");
    return false;
  }

  /** Puts what is picked there. */
  put(target: Target): void {
    const ids = this.#inOrder(this.picked);
    if (ids.length === 0 || this.seat === null || this.rules === null) return;
    const isFromRack = ids.every((id) => this.#homeOf(id) === "rack");
    if ("rack" in target && isFromRack) return this.#reorder(ids, target.rack);
    if (!this.#mayLay()) return;
    const isThere = "meld" in target && ids.every((id) => this.#homeOf(id) === target.meld);
    if (isThere) return this.unpick();
    const refused = this.core.put(ids, target);
    if (refused !== null) return this.#refuse(`table.refused.${refused}`);
    this.#step(this.core.now());
  }

  /** The place for a new meld was pressed. */
  putNew(): void {
    if (this.picked.size > 0) this.put({ new: true });
    else if (this.#mayLay()) this.#refuse("table.refused.pick_first");
  }

  /** A drag is over: nothing is picked, but a refusal stays to be read. */
  letGo(): void {
    this.picked = new Set();
  }

  #inOrder(picked: ReadonlySet<number>): number[] {
    return piecesOf(this.arrangement).flatMap(({ id }) => (picked.has(id) ? [id] : []));
  }

  #step(next: Arrangement): void {
    this.unpick();
    this.laid = next;
    if (this.hints.step !== "off") this.hints.look();
    this.#sendDraft();
  }

  undo(): void {
    if (this.canLay) this.#step(this.core.undo());
  }

  redo(): void {
    if (this.canLay) this.#step(this.core.redo());
  }

  again(): void {
    if (this.canLay) this.#step(this.core.again());
  }

  /** The link sends a few a second, and again after a break. */
  #sendDraft(): void {
    const request: Request = { do: "draft", table: this.arrangement.draft };
    this.link.request(request).catch(() => undefined);
  }

  // ---- The rack's order ----

  sort(order: RackOrder): void {
    this.sorting.choose(order);
    if (order === "hand") {
      this.core.sort(order);
      this.#keepHand();
    }
    this.sortRack();
  }

  #keepHand(): void {
    if (this.seat !== null) this.sorting.keepHand(this.seat, this.core);
  }

  #reorder(ids: readonly number[], to: number | "end"): void {
    const { rack } = this.arrangement;
    const at = to === "end" ? rack.length : to;
    const staying = rack.slice(0, at).filter(({ id }) => !ids.includes(id));
    this.core.put(ids, { rack: staying.length });
    this.#keepHand();
    this.sorting.choose("hand");
    this.unpick();
    this.sortRack();
  }

  /** Moves what is picked one place to the left or right. */
  shift(by: -1 | 1): void {
    const { rack } = this.arrangement;
    const places = rack.flatMap(({ id }, at) => (this.picked.has(id) ? [at] : []));
    const [first, last] = [places[0], places.at(-1)];
    if (first === undefined || last === undefined) return;
    const ids = places.flatMap((at) => rack[at]?.id ?? []);
    const to = by === -1 ? Math.max(0, first - 1) : Math.min(rack.length, last + 2);
    this.#reorder(ids, to);
    // an order by hand knows no twins apart: what is picked now is what stands in the new place
    const start = rack.slice(0, to).filter(({ id }) => !ids.includes(id)).length;
    const moved = this.arrangement.rack.slice(start, start + ids.length);
    this.picked = new Set(moved.map(({ id }) => id));
  }

  // ---- Acting ----

  #refuse(key: string): void {
    this.refused = { fault: null, key, meld: null, count: ++this.counter };
  }

  #refuseReason(reason: string): void {
    this.refused = { fault: { reason }, key: "", meld: null, count: ++this.counter };
  }

  #refuseVerdict(fault: Fault & { meld?: number }): void {
    const meld = fault.meld === undefined ? null : (this.arrangement.melds[fault.meld]?.id ?? null);
    this.refused = { fault, key: "", meld, count: ++this.counter };
  }

  #refuseError(error: ErrorMessage): void {
    const { reason } = error;
    if (reason === undefined) this.#refuse(`error.${error.error}`);
    else this.#refuseVerdict({ ...error, reason });
  }

  async #act(action: string, pending: Pending): Promise<boolean> {
    if (this.pending !== null || this.seat === null || this.message === null) return false;
    const { seq } = this.message;
    this.pending = pending;
    this.refused = null;
    try {
      await this.link.request({ do: "act", action, seat: this.seat, at: seq });
      return true;
    } catch (error) {
      if (error instanceof Refusal) this.#refuseError(error.message_);
      else this.#refuse("table.refused.unknown");
      return false;
    } finally {
      this.pending = null;
    }
  }

  /** The play button: refused here already if the rules forbid it. */
  async play(): Promise<void> {
    if (!this.#mayLay()) return;
    const { verdict } = this;
    if (!this.isChanged) return this.#refuseReason("NO_OWN_CARD_LAID");
    if (!verdict.ok) return this.#refuseVerdict(verdict);
    await this.#act(`play ${this.arrangement.draft}`, "play");
  }

  async draw(from: number | "discard"): Promise<void> {
    if (!this.isMyTurn || this.pending !== null) return void this.#mayLay();
    if (!this.canDraw) return this.#refuseReason("DRAWN_ALREADY");
    if (this.isChanged) return this.#refuse("table.refused.laid_tiles");
    const isOne = this.facts.stacks === 1;
    const stack = isOne ? "draw" : `draw ${from}`;
    await this.#act(from === "discard" ? "draw discard" : stack, "draw");
  }

  async pass(): Promise<void> {
    if (!this.isMyTurn || this.pending !== null) return void this.#mayLay();
    if (this.isChanged) return this.#refuse("table.refused.laid_tiles");
    await this.#act("pass", "pass");
  }

  /** Princess: the card picked goes to the pile; what was laid before it is played first. */
  async discard(): Promise<void> {
    if (!this.isMyTurn || this.pending !== null) return void this.#mayLay();
    if (this.view?.phase === "start") return this.#refuseReason("DRAW_FIRST");
    const ids = [...this.picked];
    const piece = this.arrangement.rack.find(({ id }) => id === ids[0]);
    if (piece === undefined || ids.length !== 1) return this.#refuse("table.refused.pick_single");
    if (this.isChanged) {
      if (!this.verdict.ok) return this.#refuseVerdict(this.verdict);
      if (!(await this.#act(`play ${this.arrangement.draft}`, "play"))) return;
    }
    await this.#act(`discard ${piece.card}`, "discard");
  }

  /** Whether the own last move may be asked back: never across a card that was drawn. */
  readonly canAskBack: boolean = $derived.by(() => {
    const last = this.happening;
    if (this.message?.phase !== "playing" || last === null || last.kind === "told") return false;
    const isLaid = last.kind === "played" || last.kind === "discarded" || last.kind === "passed";
    return isLaid && last.seat === this.seat && !this.isChanged && !this.isCurtained;
  });
  /** Whether the others have been asked and have not answered yet. */
  readonly hasAskedBack: boolean = $derived(this.canAskBack && this.asking === this.seat);

  async askBack(): Promise<void> {
    if (!this.canAskBack) return;
    const { refused } = this;
    this.asking = this.seat;
    await this.ask({ do: "back" });
    if (this.refused !== refused) this.asking = null;
  }

  async allowBack(): Promise<void> {
    this.asking = null;
    await this.ask({ do: "allow" });
  }

  /** What has nothing to do with cards: start, next, say... Refusals are shown. */
  async ask(request: Request): Promise<void> {
    try {
      await this.link.request(request);
    } catch (error) {
      if (error instanceof Refusal) this.#refuseError(error.message_);
    }
  }

  // ---- Hints ----

  async hint(): Promise<void> {
    const { rules, view } = this;
    if (rules === null || view === null) return;
    const isBeforeDraw = this.canDraw && !laysIn(this.facts, view.phase) && this.pending === null;
    if (isBeforeDraw && this.hints.step === "off") return this.hints.draw(rules, view);
    if (isBeforeDraw || !this.#mayLay()) return;
    await this.hints.more(rules, view);
  }

  /** Whether the hint was followed: what it would lay lies there. */
  readonly isHintDone: boolean = $derived.by(() => {
    const { step, laid, pieces } = this.hints.hint;
    if (!this.isChanged || !this.verdict.ok || laid.length === 0) return false;
    return step === "count" ? this.laidCount >= laid.length : pieces.length === 0;
  });

  /** Lays the hint on the table, as one step that can be undone. */
  layHint(): void {
    const next = this.canLay ? this.core.hintLay() : null;
    if (next === null) return;
    this.hints.close();
    this.#step(next);
  }

  /** The rack's pieces that the hint would lay. */
  readonly hinted: ReadonlySet<number> = $derived(new Set(this.hints.hint.pieces));
}
