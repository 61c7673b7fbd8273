// table.svelte.ts - one table as it is played: what there is to see of it is in
// followed-table.svelte.ts, and here what the player does to it. Components show it and call its
// methods, which become intents: whether they are done, and why not, the device says.
import type { Named } from "../core/device";
import type { Bar, Model } from "../core/model";
import * as at from "../core/model-at";
import { laidPieces, NO_HINT } from "../game/pieces";
import type { Arrangement, Hint, RackOrder, Target, Verdict } from "../game/types";
import { Refusal, type Wish } from "../link/link";
import type { Request } from "../link/messages";
import { FollowedTable } from "./followed-table.svelte";

export type { Keeper, Refused, Wishes } from "./followed-table.svelte";

const OK: Verdict = { ok: true };
/** What stands in the way of these is for the player to clear away. */
const CLEARABLE: readonly Bar["kind"][] = ["none", "pending", "laid_tiles", "pick_single"];
const isOpen = ({ kind }: Bar): boolean => CLEARABLE.includes(kind);

/** The intents that a request of the screens around a table is. */
const INTENTS: { readonly [what in Request["do"]]?: number } = {
  start: at.do_start, next: at.do_next, rematch: at.do_rematch, back: at.do_back,
  allow: at.do_allow, say: at.do_say,
};

export class TableState extends FollowedTable {
  // ---- What can be done ----

  readonly isMyTurn: boolean = $derived(this.model.isOnTurn);
  /** Whether something was asked for that is not answered yet. */
  readonly isPending: boolean = $derived(this.model.isWaiting);
  /** Whether cards can be laid now. */
  readonly canLay: boolean = $derived(this.model.lay.kind === "none");
  readonly canDraw: boolean = $derived(this.isMyTurn && isOpen(this.model.draw));
  readonly canPass: boolean = $derived(this.isMyTurn && isOpen(this.model.bars.pass));
  readonly canDiscard: boolean = $derived(this.isMyTurn && isOpen(this.model.bars.discard));
  readonly canUndo: boolean = $derived(this.model.bars.undo.kind === "none");
  readonly canRedo: boolean = $derived(this.model.bars.redo.kind === "none");
  readonly isChanged: boolean = $derived(this.canLay && this.model.isChanged);
  readonly laidCount: number = $derived(this.isMyTurn ? laidPieces(this.arrangement).length : 0);

  /** What the rules say of the play as it lies. */
  readonly verdict: Verdict = $derived(this.isChanged ? this.arrangement.verdict : OK);
  /** The way to the first meld; null once it is behind or where there is none. */
  readonly firstMeld: Arrangement["firstMeld"] = $derived(
    this.canLay ? this.arrangement.firstMeld : null,
  );

  /** Played first, with a card that goes to the pile then. */
  #discarding: { piece: number; refusals: number } | null = null;

  #do(kind: number, named: Named = {}): boolean {
    this.refused = null;
    return this.device.do(kind, named);
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
    const isElsewhere = [...this.picked].some((other) => this.#homeOf(other) !== home);
    if (home !== "rack" && isElsewhere && !this.picked.has(id)) this.put({ meld: home });
    else this.#do(at.do_pick, { piece: id });
  }

  unpick(): void {
    this.letGo();
    this.refused = null;
  }

  /** A drag is over: nothing is picked, but a refusal stays to be read. */
  letGo(): void {
    if (this.picked.size > 0) this.device.do(at.do_unpick);
  }

  /** What goes along when this piece is dragged. */
  lift(id: number): readonly number[] {
    return this.#do(at.do_lift, { piece: id }) ? [...this.picked] : [];
  }

  /** Puts what is picked there. */
  put(target: Target): void {
    const ids = [...this.picked];
    if (ids.length === 0) return;
    if ("new" in target) this.#do(at.do_put_new);
    else if ("rack" in target) this.#do(at.do_put_rack, this.#placeOnRack(ids, target.rack));
    else if (ids.every((id) => this.#homeOf(id) === target.meld)) this.unpick();
    else
      this.#do(at.do_put_meld, {
        meld: target.meld, ...(target.at === undefined ? {} : { place: target.at }),
      });
  }

  /** Counted without those that go there. */
  #placeOnRack(ids: readonly number[], to: number | "end"): Named {
    if (to === "end") return {};
    const { rack } = this.arrangement;
    return { place: rack.slice(0, to).filter(({ id }) => !ids.includes(id)).length };
  }

  /** The place for a new meld was pressed. */
  putNew(): void {
    this.#do(at.do_put_new);
  }

  undo(): void {
    if (this.canUndo) this.#do(at.do_undo);
  }

  redo(): void {
    if (this.canRedo) this.#do(at.do_redo);
  }

  again(): void {
    if (this.canUndo) this.#do(at.do_again);
  }

  // ---- The rack's order ----

  readonly order: RackOrder = $derived(this.model.order);

  sort(order: RackOrder): void {
    this.#do(at.do_sort, { order });
  }

  /** Moves what is picked one place to the left or right. */
  shift(by: -1 | 1): void {
    const { rack } = this.arrangement;
    const places = rack.flatMap(({ id }, place) => (this.picked.has(id) ? [place] : []));
    const [first, last] = [places[0], places.at(-1)];
    if (first === undefined || last === undefined) return;
    const ids = places.flatMap((place) => rack[place]?.id ?? []);
    const to = by === -1 ? Math.max(0, first - 1) : Math.min(rack.length, last + 2);
    const { place = 0 } = this.#placeOnRack(ids, to);
    this.put({ rack: to });
    // an order by hand knows no twins apart: what is picked now is what stands in the new place
    for (const { id } of this.arrangement.rack.slice(place, place + ids.length))
      this.device.do(at.do_pick, { piece: id });
  }

  // ---- Acting ----

  /** The play button. */
  play(): void {
    this.#do(at.do_play);
  }

  draw(from: number | "discard"): void {
    const stack = this.facts.stacks === 1 ? 0 : Number(from);
    this.#do(at.do_draw, { from: from === "discard" ? at.from_discard : stack });
  }

  pass(): void {
    this.#do(at.do_pass);
  }

  /** Princess: the card picked goes to the pile; what was laid before it is played first. */
  discard(): void {
    const [piece, ...more] = this.picked;
    const isOne = piece !== undefined && more.length === 0 && this.#homeOf(piece) === "rack";
    if (!this.isChanged) return void this.#do(at.do_discard);
    if (!isOne) return this.refuse("table.refused.pick_single");
    this.#discarding = { piece, refusals: this.model.refusals };
    if (!this.#do(at.do_play)) this.#discarding = null;
  }

  protected override looked(_before: Model, after: Model): void {
    const next = this.#discarding;
    if (next === null || after.isWaiting || after.isChanged) return;
    this.#discarding = null;
    if (next.refusals === after.refusals) this.#do(at.do_discard, { piece: next.piece });
  }

  /** Whether the own last move may be asked back: never across a card that was drawn. */
  readonly canAskBack: boolean = $derived(
    this.model.canBack && this.model.phase === "playing" && !this.isChanged && !this.isCurtained,
  );
  /** Whether the others have been asked and have not answered yet. */
  readonly hasAskedBack: boolean = $derived(this.canAskBack && this.hasAsked);

  askBack(): void {
    if (this.#do(at.do_back)) this.hasAsked = this.canAskBack;
  }

  allowBack(): void {
    this.#do(at.do_allow);
  }

  denyBack(): void {
    this.hasDenied = true;
  }

  /** The new card has been seen: the curtain comes down for the next of this device's people. */
  passOn(): void {
    this.#do(at.do_pass_on);
  }

  liftCurtain(): void {
    this.#do(at.do_look);
  }

  /** What has nothing to do with cards: start, next, say... Refusals are shown. */
  async ask(request: Request): Promise<void> {
    const intent = INTENTS[request.do];
    if (intent !== undefined) {
      const isNow = request.do === "next" && request.now === true;
      const phrase = request.do === "say" ? request.phrase : 0;
      this.#do(isNow ? at.do_next_now : intent, { phrase });
      return;
    }
    try {
      await this.link.request(request as Wish);
    } catch (error) {
      if (error instanceof Refusal) this.refuse(`error.${error.message_.error}`);
    }
  }

  // ---- Hints ----

  readonly #hint: Hint = $derived(
    this.isToDraw && this.model.hint.step === "off"
      ? { ...NO_HINT, step: "draw" } : this.model.hint,
  );
  /** As much as was asked for. */
  readonly hints = this.#hintsOf();

  #hintsOf() {
    const hint = () => this.#hint;
    const model = () => this.model;
    return {
      get hint() { return hint(); },
      get step() { return hint().step; },
      /** "You can go out!", told at the beginning of a turn. */
      get canGoOut() { return model().canGoOut; },
      /** "A play of N cards was possible", told after the turn. */
      get possible() { return model().possible || null; },
      close: () => this.#closeHint(),
    };
  }

  #closeHint(): void {
    this.isToDraw = false;
    if (this.model.hint.step !== "off") this.#do(at.do_close_hint);
  }

  /** One step more; ends when it is there. */
  hint(): Promise<void> {
    const { kind, verdict } = this.model.bars.hint;
    if (kind === "rule" && !verdict.ok && verdict.reason === "DRAW_FIRST") this.isToDraw = true;
    else this.#do(at.do_hint);
    return this.thinking;
  }

  /** Whether the hint was followed: what it would lay lies there. */
  readonly isHintDone: boolean = $derived.by(() => {
    const { step, laid, pieces } = this.#hint;
    if (!this.isChanged || !this.verdict.ok || laid.length === 0) return false;
    return step === "count" ? this.laidCount >= laid.length : pieces.length === 0;
  });

  /** Lays the hint on the table, as one step that can be undone. */
  layHint(): void {
    if (this.#do(at.do_lay_hint)) this.#closeHint();
  }

  /** The rack's pieces that the hint would lay. */
  readonly hinted: ReadonlySet<number> = $derived(new Set(this.#hint.pieces));
}
