// followed-table.svelte.ts - a table as its link tells it: the last whole message, the views
// followed move by move, and what of it is shown just now. What the player does to it is in
// table.svelte.ts. Views and arrangement are the module's (core/seat.ts): here is its last word.
import { type Moved, NO_ARRANGEMENT, type Seat } from "../core/seat";
import type { Thinker } from "../core/thinker";
import { type Clock, clockOf } from "../game/clock";
import { factsOf, FIRST_GAME, type GameFacts, laysIn } from "../game/games";
import { withPeople } from "../game/people";
import type { Arrangement, Card, PieceMeld, RackOrder, Rules, View } from "../game/types";
import type { Link, LinkStatus } from "../link/link";
import type { DraftInfo, GameId, MoveMessage, News, Over, TableMessage } from "../link/messages";
import type { Happening, Mark } from "./happening";
import { MeldNumbers } from "./meld-numbers";
import { Hints } from "./hints.svelte";
import { type Keeper, RackSorting } from "./rack.svelte";
import { stepsBetween } from "./steps";
import { Traces } from "./traces.svelte";

/** Why a whole table was told, as far as that is a line of the list of moves. */
const LISTED: readonly string[] = ["back", "shuffle"];

/** What the player likes, asked each time it matters. */
export interface Wishes {
  /** How long each step of somebody else's move is shown. */
  stepMs: () => number;
  tellsPossible: () => boolean;
  rackOrder: () => RackOrder;
}

/** What the core or the server says of its reason. */
export interface Fault {
  reason: string;
  card?: Card;
  place?: number;
  have?: number;
  need?: number;
}

/** Why something was not done. */
export interface Refused {
  /** Either the rules forbid it... */
  fault: Fault | null;
  /** ...or it is this key of the words. */
  key: string;
  /** The identity of the meld it is about. */
  meld: number | null;
  /** Tells two refusals of the same kind apart. */
  count: number;
}

export class FollowedTable {
  status = $state<LinkStatus>("connecting");
  message = $state.raw<TableMessage | null>(null);
  views = $state.raw<readonly View[]>([]);
  /** The own seat whose rack is shown; null for a watcher. */
  seat = $state<number | null>(null);
  /** One device, several people: hides the racks until the next one is there. */
  isCurtained = $state(false);
  /** The turn is over, but who drew the last card still looks at it: see passOn(). */
  isPassing = $state(false);
  clock = $state.raw<Clock | null>(null);
  over = $state.raw<Over | null>(null);

  /** What lies there by the view, and what the own turn has made of it. */
  protected laid = $state.raw<Arrangement>(NO_ARRANGEMENT);
  /** What lies there while somebody else's move or draft is shown; else null. */
  protected shown = $state.raw<Arrangement | null>(null);
  isShowing = $state(false);
  /** Whose move it is that is shown. */
  #mover = $state<number | null>(null);
  /** What moves have left behind: marks, origins, the list. */
  readonly traces = new Traces();

  picked = $state.raw<ReadonlySet<number>>(new Set());
  refused = $state.raw<Refused | null>(null);
  happening = $state.raw<Happening | null>(null);
  said = $state.raw<{ seat: number; phrase: number; count: number } | null>(null);
  /** Who asks to take the last move back. */
  asking = $state<number | null>(null);
  readonly hints: Hints;
  readonly sorting: RackSorting;

  /** What lay there by the view, before anything was done to it. */
  #begun = NO_ARRANGEMENT;
  #numbers = new MeldNumbers();
  #queue: News[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isHurried = false;
  /** Whether the last own move brought cards that only who is here may see. */
  #hasDrawn = false;
  protected counter = 0;
  /** The last position in which the own seat could lay: for "a play of N was possible". */
  #chance: View | null = null;
  /** How many cards the own seat has laid in this turn. */
  #laidCount = 0;
  /** Whose rack was put into its order last. */
  #sortedSeat: number | null = null;
  /** Who is in front of the device, as far as the table knows. */
  #looked: number | null = null;

  constructor(
    readonly link: Link,
    protected readonly core: Seat,
    thinker: Thinker,
    private readonly wishes: Wishes,
    keeper: Keeper,
  ) {
    this.hints = new Hints(core, thinker);
    this.sorting = new RackSorting(keeper);
    link.onNews = (news) => this.#receive(news);
    link.onStatus = (status) => (this.status = status);
  }

  open(): void {
    this.status = this.link.status;
    this.link.open();
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.link.close();
  }

  readonly view: View | null = $derived(
    this.views.find(({ viewer }) => viewer === this.seat) ?? this.views[0] ?? null,
  );
  readonly rules: Rules | null = $derived(
    this.message === null ? null : this.#rulesOf(this.message),
  );
  readonly game: GameId = $derived(this.message?.game ?? FIRST_GAME);
  /** What its game is like. */
  readonly facts: GameFacts = $derived(factsOf(this.game));
  readonly arrangement: Arrangement = $derived(this.shown ?? this.laid);
  /** By which number each meld is called, by its identity. */
  readonly numbers: ReadonlyMap<number, number> = $derived(
    this.#numbers.of(this.arrangement.melds),
  );
  /** The table as it lies in the end, while a move is still shown. */
  readonly lying: readonly PieceMeld[] = $derived(this.laid.melds);
  /** Somebody else's table, finished or not: it is not for this seat to judge. */
  readonly isOthers: boolean = $derived(this.shown !== null);
  /** Who is on turn, as far as it is shown: a move is seen before the turn goes on. */
  readonly turn: number | null = $derived(
    this.isShowing ? this.#mover : (this.view?.seat ?? null),
  );

  #rulesOf({ game, options, views, seats }: TableMessage): Rules {
    return { game, options, players: views?.[0]?.racks.length ?? seats.length };
  }

  // ---- News ----

  #receive(news: News): void {
    this.#queue.push(news);
    this.#pump();
  }

  #pump(): void {
    while (!this.isShowing) {
      const news = this.#queue.shift();
      if (news === undefined) break;
      this.#take(news);
    }
    if (this.isShowing) return;
    this.#isHurried = false;
    this.#tellLook();
  }

  #take(news: News): void {
    if ("version" in news) this.#takeTable(news);
    else if ("do" in news) this.#takeMove(news);
    else if ("resumed" in news) {
      this.#takeHere(news.here, news.ready, news.stand_in);
      this.clock = clockOf(news.left_ms, performance.now());
      this.#takeDraft(news.draft);
    } else if ("draft" in news) this.#takeDraft({ seat: news.seat, table: news.draft });
    else if ("here" in news) this.#takeHere(news.here, news.ready, news.stand_in);
    else if ("said" in news)
      this.said = { seat: news.seat, phrase: news.said, count: ++this.counter };
    else if ("asks" in news) this.asking = news.seat;
    else if ("error" in news)
      this.refused = { fault: null, key: `error.${news.error}`, meld: null, count: ++this.counter };
    else this.status = "gone";
  }

  #beginSorting({ game, table }: TableMessage): void {
    this.sorting.begin(table, factsOf(game).rack_orders, this.wishes.rackOrder());
  }

  #takeTable(message: TableMessage): void {
    const before = this.view;
    const index = before === null ? -1 : this.views.indexOf(before);
    const isFirst = this.message === null;
    const isSameRound =
      this.message?.round === message.round && this.message?.match === message.match;
    const isDealt =
      message.phase === "playing" && !(isSameRound && this.message?.phase === "playing");
    this.message = { ...message, seats: withPeople(message.game, message.seats) };
    if (isFirst) this.#beginSorting(message);
    this.views = this.core.tell(this.#rulesOf(message), message.views ?? []);
    this.clock = clockOf(message.left_ms, performance.now());
    this.asking = null;
    this.#looked = null;
    this.over = message.over ?? null;
    if (!isSameRound) this.traces.begin(!isFirst || message.phase !== "playing");
    if (message.why !== undefined && !isFirst) {
      this.happening = { kind: "told", why: message.why };
      if (LISTED.includes(message.why)) this.traces.tell(this.happening);
    }
    if (isSameRound && index !== -1 && this.core.told(message.why ?? "")) {
      this.#takeMoved(this.core.happening(index));
      return this.#takeDraft(message.draft);
    }
    this.#chooseSeat(isFirst, isDealt);
    const isSame = before !== null && JSON.stringify(before) === JSON.stringify(this.view);
    if (!isSame) this.layOut();
    if (isFirst || !isSame) this.#takeDraft(message.draft);
  }

  #takeHere(here: boolean[], ready: boolean[], standIn: boolean[]): void {
    if (this.message === null) return;
    const seats = this.message.seats.map((seat, i) => ({
      ...seat,
      here: here[i] ?? seat.here ?? false,
      ready: ready?.[i] ?? seat.ready ?? false,
      stand_in: standIn?.[i] ?? seat.stand_in ?? false,
    }));
    this.message = { ...this.message, seats };
  }

  #takeMove(move: MoveMessage): void {
    const { message, rules, view } = this;
    if (message === null || rules === null || view === null) return;
    const views = this.core.follow(move, this.views.length);
    if (views === null) return this.#askAgain();
    const moved = this.core.happening(this.views.indexOf(view));
    this.views = views;
    this.clock = clockOf(move.left_ms, performance.now());
    this.message = this.#messageAfter(message, move);
    this.asking = null;
    if (move.over !== undefined) this.over = move.over;
    this.#takeMoved(moved);
  }

  /** A move, told as such or by the whole table: the views are those after it. */
  #takeMoved(moved: Moved): void {
    const before = this.arrangement;
    const begun = this.#begun;
    const you = this.message?.you ?? [];
    const isMine = moved.seat === this.seat;
    const possible = isMine ? this.#chance : null;
    this.happening = moved;
    if (isMine && moved.kind === "played") this.#laidCount = moved.cards.length;
    this.layOut();
    const endsTurn = this.view?.seat !== moved.seat;
    const pileSize = this.view?.discard.length ?? 0;
    const around = { shown: before, begun, after: this.#begun, pileSize };
    this.traces.follow(moved, around, you, endsTurn);
    if (!you.includes(moved.seat)) this.#show(before, moved.seat);
    if (isMine) this.#hasDrawn = !this.isCurtained && this.#hasFreshInRack();
    if (possible !== null && endsTurn && this.rules !== null)
      this.#tellPossible(this.rules, possible);
    if (!this.isShowing) this.#chooseSeat(false);
  }

  #messageAfter(message: TableMessage, move: MoveMessage): TableMessage {
    const { over } = move;
    if (over === undefined) return { ...message, seq: move.seq };
    return {
      ...message,
      seq: move.seq,
      phase: over.phase,
      commit: over.commit,
      totals: over.totals,
      sheet: [...message.sheet, over.scores],
    };
  }

  /** A move that does not fit what is known: only the whole table helps. */
  #askAgain(): void {
    this.#queue = [];
    this.link.refresh();
  }

  #takeDraft(draft: DraftInfo | undefined): void {
    const { view } = this;
    if (draft === undefined || view === null || draft.seat !== view.seat) return;
    const isMine = draft.seat === this.seat;
    // what is being arranged here is newer
    if (isMine && this.laid.canUndo) return;
    // a draft that cannot be read is no loss: the play itself will come
    const next = isMine ? this.core.layOut(draft.table) : this.core.show(draft.table);
    if (next === null) return;
    this.traces.draft(draft.seat, this.arrangement, next);
    if (isMine) this.laid = next;
    else this.shown = next;
  }

  // ---- Showing moves ----

  /** Somebody else's move, step by step. */
  #show(before: Arrangement, mover: number): void {
    const after = this.laid;
    this.#mover = mover;
    const stepMs = this.#isHurried ? 0 : this.wishes.stepMs();
    if (stepMs <= 0) return this.#endShow();
    this.isShowing = true;
    this.#showNext(stepsBetween(before, after), stepMs);
  }

  #showNext(steps: readonly Arrangement[], stepMs: number): void {
    const [next, ...rest] = steps;
    if (next === undefined) return this.#endShow();
    this.shown = { ...next, rack: this.laid.rack };
    this.#timer = setTimeout(() => this.#showNext(rest, stepMs), stepMs);
  }

  #endShow(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.shown = null;
    this.isShowing = false;
    this.#chooseSeat(false);
    this.#pump();
  }

  /** Whether a computer player is on turn, or a move is being shown. */
  readonly canSkip: boolean = $derived.by(() => {
    const seat = this.view?.seat ?? null;
    const isBot = seat !== null && this.message?.seats[seat]?.kind === "bot";
    return this.isShowing || (isBot && this.link.skip !== undefined);
  });

  /** A tap ends the showing, of all moves that are waiting too. */
  skip(): void {
    this.link.skip?.();
    if (!this.isShowing) return;
    this.#isHurried = true;
    this.#endShow();
  }

  /** Pieces that others laid or moved since the last own turn, and those drawn by it. */
  readonly fresh: ReadonlyMap<number, Mark> = $derived(this.traces.marksOf(this.seat));

  #hasFreshInRack(): boolean {
    return this.arrangement.rack.some(({ id }) => this.fresh.has(id));
  }

  /** The arrangement begins anew from the view. */
  protected layOut(): void {
    const { view, seat } = this;
    this.shown = null;
    this.picked = new Set();
    this.refused = null;
    this.hints.close();
    this.hints.forgetOut();
    if (view === null) {
      this.core.forget();
      this.laid = this.#begun = NO_ARRANGEMENT;
      return;
    }
    this.laid = this.#begun = this.core.arrange(this.views.indexOf(view));
    this.#numbers.of(this.laid.melds);
    if (seat !== this.#sortedSeat) this.sortRack();
    if (!laysIn(this.facts, view.phase) || view.seat !== this.seat) return;
    this.#chance = view;
    if (this.wishes.tellsPossible() && this.rules !== null)
      void this.hints.tellOut(this.rules, view);
  }

  /** The rack as it is to stand, in whatever is shown. */
  protected sortRack(): void {
    if (this.seat !== null) this.sorting.apply(this.seat, this.core);
    this.#sortedSeat = this.seat;
    const { rack } = this.core.now();
    this.laid = { ...this.laid, rack };
    if (this.shown !== null) this.shown = { ...this.shown, rack };
  }

  // ---- One device, several people ----

  /** After a deal nobody is known to sit in front of the device: the curtain is down until the
   *  first of its people who comes to turn is there. Who has drawn a card passes on first. */
  #chooseSeat(isFirst: boolean, isDealt = false): void {
    const you = this.message?.you ?? [];
    const turn = this.views[0]?.seat ?? null;
    const kept = this.seat !== null && you.includes(this.seat) && !isDealt ? this.seat : null;
    const isOwn = turn !== null && you.includes(turn);
    const next = isOwn ? turn : (kept ?? you.find((seat) => seat > (turn ?? -1)) ?? you[0] ?? null);
    const isOver = this.message?.phase !== "playing";
    const isOther = next !== this.seat;
    this.isPassing = isOther && kept !== null && this.#hasDrawn && !isOver;
    if (this.isPassing) return;
    if (isOther || isDealt) this.#hasDrawn = false;
    if (isOther || isDealt) this.isCurtained = you.length > 1 && !isOver;
    this.seat = next;
    if (isOther && !isFirst) this.layOut();
    if (isOver) this.isCurtained = false;
  }

  /** The new card has been seen: the curtain comes down for the next of this device's people. */
  passOn(): void {
    this.#hasDrawn = false;
    this.#chooseSeat(false);
  }

  liftCurtain(): void {
    this.isCurtained = false;
    this.#tellLook();
  }

  /** Of several people the one on turn is there, and their time begins: also where the curtain was
   *  lifted before the turn. */
  #tellLook(): void {
    const { message, seat } = this;
    const isOnTurn = message?.phase === "playing" && this.views[0]?.seat === seat;
    if (seat === null || !isOnTurn || this.isCurtained || this.#looked === seat) return;
    if (message.you.length < 2) return;
    this.#looked = seat;
    void this.link.look?.(seat);
  }

  #tellPossible(rules: Rules, view: View): void {
    const laid = this.#laidCount;
    this.#chance = null;
    this.#laidCount = 0;
    this.hints.possible = null;
    if (this.wishes.tellsPossible()) void this.hints.tellPossible(rules, view, laid);
  }
}
