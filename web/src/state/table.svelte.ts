// table.svelte.ts - one table as it is played: what the link tells (told.svelte.ts), and what the
// player does to it. Components show it and call its methods. What is correct is asked of the
// referee, what would be best of the thinker; nothing of that is known here.
import type { Referee } from "../core/referee";
import type { Thinker } from "../core/thinker";
import {
  actionOf, draftOf, laidPieces, meldOf, piecesOf, put, toTable, withDraft, withRack,
} from "../game/arrangement";
import { isJoker, kindsOf } from "../game/cards";
import { firstPoints, laysIn } from "../game/games";
import * as history from "../game/history";
import type { RackOrder } from "../game/order";
import { printMeld } from "../game/tables";
import type { Arrangement, Card, Meld, Piece, PieceMeld, Target, Verdict } from "../game/types";
import { type Link, Refusal } from "../link/link";
import type { ErrorMessage, Request } from "../link/messages";
import type { Keeper } from "./rack.svelte";
import { type Fault, ToldTable, type Wishes } from "./told.svelte";

export type { Keeper } from "./rack.svelte";
export type { Refused, Wishes } from "./told.svelte";

export type Pending = "play" | "draw" | "discard" | "pass";

/** More would be no help. */
const FREEING_MAX = 2;
const OK: Verdict = { ok: true };

/** Whether two tables have the same melds, in whatever order. */
function isAlike(one: readonly Meld[], other: readonly Meld[]): boolean {
  const sorted = (table: readonly Meld[]) => table.map(printMeld).sort().join(" ");
  return sorted(one) === sorted(other);
}

export class TableState extends ToldTable {
  /** What was asked for and is not answered yet. */
  pending = $state<Pending | null>(null);

  #referee: Referee;
  #verdicts = new Map<string, Verdict>();
  #freeing = new Map<string, readonly Card[]>();

  constructor(link: Link, referee: Referee, thinker: Thinker, wishes: Wishes, keeper: Keeper) {
    super(link, thinker, wishes, keeper);
    this.#referee = referee;
  }

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
  readonly canPass: boolean = $derived.by(() => this.isMyTurn && this.#isLegal("pass"));
  readonly canDiscard: boolean = $derived(
    this.isMyTurn && this.facts.has_discard && this.view?.phase !== "start",
  );
  readonly canUndo: boolean = $derived(this.canLay && history.canUndo(this.steps));
  readonly canRedo: boolean = $derived(this.canLay && history.canRedo(this.steps));
  readonly isChanged: boolean = $derived(
    this.canLay && this.view !== null && !isAlike(toTable(this.arrangement), this.view.table),
  );
  readonly laidCount: number = $derived(this.isMyTurn ? laidPieces(this.arrangement).length : 0);

  /** Each meld's verdict, by its identity. */
  readonly verdicts: ReadonlyMap<number, Verdict> = $derived(
    new Map(this.arrangement.melds.map((meld) => [meld.id, this.#judge(meld)])),
  );
  /** What the rules say of the play as it lies. */
  readonly verdict: Verdict = $derived(this.#judgePlay());
  /** The way to the first meld; null once it is behind or where there is none. */
  readonly firstMeld: { have: number; need: number } | null = $derived(this.#countFirstMeld());

  /** What frees each joker that lies on the table, by its piece; only where few cards do. */
  readonly freeing: ReadonlyMap<number, readonly Card[]> = $derived(this.#findFreeing());

  #findFreeing(): ReadonlyMap<number, readonly Card[]> {
    const found = new Map<number, readonly Card[]>();
    for (const meld of this.arrangement.melds) {
      if (!this.verdicts.get(meld.id)?.ok) continue;
      meld.pieces.forEach((piece, at) => {
        if (!isJoker(piece.card) || piece.isOwn) return;
        const cards = this.#freeingAt(meld, at);
        if (cards.length <= FREEING_MAX) found.set(piece.id, cards);
      });
    }
    return found;
  }

  /** The cards that could lie in the joker's place: the referee is asked for each kind. */
  #freeingAt(meld: PieceMeld, at: number): readonly Card[] {
    const { rules } = this;
    if (rules === null) return [];
    const { owner, cards } = meldOf(meld);
    const key = `${at} ${cards.join(" ")}`;
    const known = this.#freeing.get(key);
    if (known !== undefined) return known;
    const withKind = (kind: Card) => cards.map((card, i) => (i === at ? kind : card));
    const fits = (kind: Card) => this.#referee.meld(rules, { owner, cards: withKind(kind) }).ok;
    const found = kindsOf(rules.game).filter(fits);
    this.#freeing.set(key, found);
    return found;
  }

  #judgePlay(): Verdict {
    if (!this.isChanged || this.rules === null || this.view === null) return OK;
    return this.#referee.action(this.rules, this.view, actionOf(this.arrangement));
  }

  #judge(meld: PieceMeld): Verdict {
    if (this.rules === null) return OK;
    const key = `${this.rules.game} ${printMeld(meldOf(meld))}`;
    const known = this.#verdicts.get(key);
    if (known !== undefined) return known;
    const verdict = this.#referee.meld(this.rules, meldOf(meld));
    this.#verdicts.set(key, verdict);
    return verdict;
  }

  #isLegal(action: string): boolean {
    const { rules, view } = this;
    return rules !== null && view !== null && this.#referee.action(rules, view, action).ok;
  }

  #countFirstMeld(): { have: number; need: number } | null {
    const { rules, view, seat } = this;
    if (rules === null || view === null || seat === null || !this.canLay) return null;
    const need = firstPoints(this.facts, rules.options);
    if (need === 0 || view.opened[seat] === true) return null;
    const worth = this.arrangement.melds
      .filter((meld) => meld.pieces.every(({ isOwn }) => isOwn) && this.verdicts.get(meld.id)?.ok)
      .map((meld) => this.#referee.points(rules, meldOf(meld).cards));
    const have = this.facts.first_is_one_meld
      ? Math.max(0, ...worth)
      : worth.reduce((sum, points) => sum + points, 0);
    return { have, need };
  }

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
    const mover = { game: this.rules.game, seat: this.seat };
    const result = put(this.arrangement, ids, target, mover);
    if (result.refused !== null) return this.#refuse(`table.refused.${result.refused}`);
    const { arrangement } = result;
    this.#step(withRack(arrangement, this.sortedRack(arrangement.rack)));
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
    this.origin = null;
    this.steps = history.step(this.steps, next);
    this.#sendDraft();
  }

  undo(): void {
    this.#walk(history.undo(this.steps));
  }

  redo(): void {
    this.#walk(history.redo(this.steps));
  }

  again(): void {
    this.#walk(history.again(this.steps));
  }

  #walk(steps: history.History): void {
    if (!this.canLay) return;
    this.unpick();
    this.origin = null;
    this.steps = steps;
    this.#sendDraft();
  }

  /** The link sends a few a second, and again after a break. */
  #sendDraft(): void {
    const request: Request = { do: "draft", table: draftOf(this.arrangement) };
    this.link.request(request).catch(() => undefined);
  }

  // ---- The rack's order ----

  sort(order: RackOrder): void {
    if (order === "hand" && this.seat !== null)
      this.sorting.keepHand(this.seat, this.arrangement.rack);
    this.sorting.choose(order);
    this.#sortRacks();
  }

  #sortRacks(): void {
    this.origin = null;
    this.steps = history.reorder(this.steps, (rack) => this.sortedRack(rack));
    if (this.shown !== null) this.shown = withRack(this.shown, this.sortedRack(this.shown.rack));
  }

  #reorder(ids: readonly number[], to: number | "end"): void {
    const { rack } = this.arrangement;
    const moved = rack.filter(({ id }) => ids.includes(id));
    const at = to === "end" ? rack.length : to;
    const isMoved = (piece: Piece) => ids.includes(piece.id);
    const next = [
      ...rack.slice(0, at).filter((piece) => !isMoved(piece)),
      ...moved,
      ...rack.slice(at).filter((piece) => !isMoved(piece)),
    ];
    if (this.seat !== null) this.sorting.keepHand(this.seat, next);
    this.sorting.choose("hand");
    this.unpick();
    this.#sortRacks();
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
    await this.#act(actionOf(this.arrangement), "play");
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
      if (!(await this.#act(actionOf(this.arrangement), "play"))) return;
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
    if (!this.#mayLay() || this.rules === null || this.view === null) return;
    await this.hints.more(this.rules, this.view);
  }

  /** Lays the hint on the table, as one step that can be undone. */
  layHint(): void {
    const { hint } = this.hints;
    const first = this.steps.steps[0];
    if (!this.canLay || hint === null || first === undefined) return;
    const next = withDraft(first, hint.table);
    if (next === null) return;
    this.hints.close();
    this.#step(withRack(next, this.sortedRack(next.rack)));
  }

  /** The melds that the hint would change or make. */
  readonly hintedMelds: readonly Meld[] = $derived.by(() => {
    const old = new Set(this.view?.table.map(printMeld));
    return (this.hints.hint?.table ?? []).filter((meld) => !old.has(printMeld(meld)));
  });

  /** The rack's pieces that the hint would lay. */
  readonly hinted: ReadonlySet<number> = $derived(this.#findHinted());

  #findHinted(): ReadonlySet<number> {
    const { step, hint } = this.hints;
    if (hint === null || (step !== "cards" && step !== "table")) return new Set();
    const wanted = [...hint.laid];
    return new Set(
      this.arrangement.rack.flatMap(({ id, card }) => {
        const at = wanted.indexOf(card);
        if (at === -1) return [];
        wanted.splice(at, 1);
        return [id];
      }),
    );
  }
}
