// followed-table.svelte.ts - a table as its link tells it: the device takes it (core/device.ts),
// and here is what there is to see of it, one move after the other. What the player does is in
// table.svelte.ts. Nothing is known here of what may be done.
import type { Device, Mark, Riddle } from "../core/device";
import { RIDDLE } from "../core/device";
import type { Bar, Model, Told } from "../core/model";
import type { Thinker } from "../core/thinker";
import { type Clock, leftMs } from "../game/clock";
import { factsOf, FIRST_GAME, type GameFacts, laysIn } from "../game/games";
import { withPeople } from "../game/people";
import type { Arrangement, Card, PieceMeld, RackOrder, Rules, Seen, View } from "../game/types";
import { NO_ARRANGEMENT } from "../game/pieces";
import { viewOf } from "../game/view";
import type { Link, LinkStatus } from "../link/link";
import type { GameId, Phase, ServerMessage, TableMessage } from "../link/messages";
import { type Happening, type Mark as TraceMark, movedOf } from "./happening";
import { MeldNumbers } from "./meld-numbers";
import { stepsBetween } from "./steps";
import { Traces } from "./traces.svelte";

/** What is told of a table that is a line of the list of moves. */
const LISTED: readonly string[] = ["back", "shuffle"];
const TOLD: readonly string[] = ["deal", "shuffle", "back", "join", "leave"];
/** Who misses nothing says where to draw. */
const GREEDY = { level: 5, rounds: 0, totals: [] };
/** Less than that is no news of a clock. */
const CLOCK_MS = 250;

/** What the player likes, asked each time it matters. */
export interface Wishes {
  /** How long each step of somebody else's move is shown. */
  stepMs: () => number;
  tellsPossible: () => boolean;
  rackOrder: () => RackOrder;
}

/** What the browser keeps between visits. */
export interface Keeper {
  read: (name: string) => unknown;
  keep: (name: string, value: unknown) => void;
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

/** Those that have words of their own. */
const BAR_KEYS: { readonly [kind in Bar["kind"]]?: string } = {
  watching: "error.no_key",
  not_on_turn: "table.refused.not_your_turn",
  showing: "table.refused.not_your_turn",
  pending: "table.refused.pending",
  not_host: "error.not_host",
  pick_first: "table.refused.pick_first",
  pick_single: "table.refused.pick_single",
  laid_tiles: "table.refused.laid_tiles",
  stays: "table.refused.stays",
  nothing: "table.refused.nothing",
};

export class FollowedTable {
  status = $state<LinkStatus>("connecting");
  /** The table beside what lies there: who sits where, options, scores. */
  message = $state.raw<TableMessage | null>(null);
  /** What there is to see, as the device has it. */
  protected model = $state.raw() as Model;
  clock = $state.raw<Clock | null>(null);
  refused = $state.raw<Refused | null>(null);
  happening = $state.raw<Happening | null>(null);
  said = $state.raw<{ seat: number; phrase: number; count: number } | null>(null);
  /** Whether this device has asked to take its move back. */
  protected hasAsked = $state(false);
  protected hasDenied = $state(false);
  /** A hint was asked for before anything may be laid. */
  protected isToDraw = $state(false);
  /** What lies there while somebody else's move is shown; else null. */
  #shown = $state.raw<Arrangement | null>(null);
  isShowing = $state(false);
  /** Whose move it is that is shown. */
  #mover = $state<number | null>(null);
  /** What moves have left behind: marks, origins, the list. */
  readonly traces = new Traces();
  /** Called for each whole table. */
  onTable: (message: TableMessage) => void = () => {};
  protected counter = 0;
  /** Ends when the hint that was asked for has come. */
  protected thinking: Promise<void> = Promise.resolve();

  /** What lay there before anybody thought about it. */
  #begun = NO_ARRANGEMENT;
  #numbers = new MeldNumbers();
  #queue: [string, ServerMessage][] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isHurried = false;
  #heard: number | null = null;
  /** Set by a message of another round: whether this page saw its deal. */
  #isWhole: boolean | null = null;
  #sorted = new Set<number>();

  constructor(
    readonly link: Link,
    protected readonly device: Device,
    private readonly thinker: Thinker,
    private readonly wishes: Wishes,
    private readonly keeper: Keeper,
  ) {
    this.model = device.model(1);
    device.wish(wishes.tellsPossible(), true); // whether a game has a solver is known with it
    device.onLine = (mark, text) => this.#hear(mark, text);
    device.onChange = () => this.#look();
    link.onNews = (text, news) => this.#receive(text, news);
    link.onStatus = (status) => this.#setStatus(status);
  }

  open(): void {
    this.status = this.link.status;
    this.link.open(this.device);
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.link.close();
  }

  #setStatus(status: LinkStatus): void {
    this.status = status;
    if (status === "gone") this.device.end("gone");
    else this.device.setLost(status === "lost");
  }

  // ---- What there is to see ----

  readonly view: Seen | null = $derived(this.model.view);
  /** How the round ended. */
  readonly over: { winner: number | null; parts: number[][] } | null = $derived.by(() => {
    const { phase, parts, view } = this.model;
    return phase === "scored" || phase === "over" ? { winner: view?.winner ?? null, parts } : null;
  });
  /** The own seat whose rack is shown; null for a watcher. */
  readonly seat: number | null = $derived(this.model.seat);
  /** One device, several people: hides the racks until the next one is there. */
  readonly isCurtained: boolean = $derived(this.model.isCurtained);
  /** The turn is over, but who drew the last card still looks at it. */
  readonly isPassing: boolean = $derived(this.model.isLingering);
  /** Who asks to take the last move back, and was not told no. */
  readonly asking: number | null = $derived(
    this.hasAsked ? this.seat : this.hasDenied ? null : this.model.askingBack,
  );
  readonly rules: Rules | null = $derived(
    this.message === null ? null : this.#rulesOf(this.message),
  );
  readonly game: GameId = $derived(this.message?.game ?? FIRST_GAME);
  /** What its game is like. */
  readonly facts: GameFacts = $derived(factsOf(this.game));
  readonly arrangement: Arrangement = $derived(this.#shown ?? this.model.arrangement);
  readonly picked: ReadonlySet<number> = $derived(this.model.picked);
  /** By which number each meld is called, by its identity. */
  readonly numbers: ReadonlyMap<number, number> = $derived(
    this.#numbers.of(this.arrangement.melds),
  );
  /** The table as it lies in the end, while a move is still shown. */
  readonly lying: readonly PieceMeld[] = $derived(this.model.arrangement.melds);
  /** Somebody else's table, finished or not: it is not for this seat to judge. */
  readonly isOthers: boolean = $derived(this.#shown !== null || this.model.draftSeat !== null);
  /** Who is on turn, as far as it is shown: a move is seen before the turn goes on. */
  readonly turn: number | null = $derived(
    this.isShowing ? this.#mover : (this.view?.seat ?? null),
  );
  /** Pieces that others laid or moved since the last own turn, and those drawn by it. */
  readonly fresh: ReadonlyMap<number, TraceMark> = $derived(this.traces.marksOf(this.seat));
  /** Whether a computer player is on turn, or a move is being shown. */
  readonly canSkip: boolean = $derived.by(() => {
    const seat = this.view?.seat ?? null;
    const isBot = seat !== null && this.message?.seats[seat]?.kind === "bot";
    return this.isShowing || (isBot && this.link.skip !== undefined);
  });

  #rulesOf({ game, options, views, seats }: TableMessage): Rules {
    return { game, options, players: views?.[0]?.racks.length ?? seats.length };
  }

  // ---- What is told ----

  #receive(text: string, news: ServerMessage): void {
    this.#queue.push([text, news]);
    this.#pump();
  }

  #pump(): void {
    while (!this.isShowing) {
      const next = this.#queue.shift();
      if (next === undefined) break;
      const [text, news] = next;
      this.#note(news);
      this.device.take(text);
    }
    if (!this.isShowing) this.#isHurried = false;
  }

  #hear(mark: Mark, text: string): void {
    if (mark === "~") this.#think(JSON.parse(text) as Riddle);
    else if (mark === "#") this.#keepOrder(text);
    else {
      if (mark === "<") this.#queue = []; // what comes next is the whole table
      this.link.hear(mark, text);
    }
  }

  /** What the device keeps nothing of. */
  #note(news: ServerMessage): void {
    if ("version" in news) {
      this.#noteTable(news);
    } else if ("error" in news && news.id === undefined) {
      this.refuse(`error.${news.error}`);
    } else if ("gone" in news) {
      this.status = "gone";
    }
  }

  #noteTable(news: TableMessage): void {
    const { message } = this;
    const isSame = message?.round === news.round && message.match === news.match;
    if (!isSame) this.#isWhole = message !== null || news.phase !== "playing";
    this.message = { ...news, seats: withPeople(news.game, news.seats) };
    this.onTable(news);
  }

  // ---- Looking ----

  /** The device may have changed: what is new is noted, and what it asks for is done. */
  #look(): void {
    const before = this.model;
    const model = this.#read();
    const shown = this.arrangement;
    this.model = model;
    this.#followMessage(model);
    this.#followClock(model);
    if (this.#isWhole !== null) this.traces.begin(this.#isWhole);
    this.#isWhole = null;
    this.#followHappenings(before, model, shown);
    if (model.draftSeat !== null && shown !== model.arrangement)
      this.traces.draft(model.draftSeat, shown, model.arrangement);
    if (!model.isChanged && model.draftSeat === null) this.#begun = model.arrangement;
    if (model.refusals !== before.refusals) this.refuseBar(model.refused);
    if (model.isShowing && !this.isShowing) this.#show(shown, model.arrangement);
    this.looked(before, model);
  }

  #read(): Model {
    const model = this.device.model(this.facts.stacks);
    const table = this.link.tableOf?.(model);
    if (table !== undefined) this.#noteTable(table);
    this.device.wish(this.wishes.tellsPossible(), this.facts.has_solver);
    const isSorted = this.#sortRacks(model.own);
    return isSorted || table !== undefined ? this.device.model(this.facts.stacks) : model;
  }

  /** What the player has begun goes on. */
  protected looked(_before: Model, _after: Model): void {}

  /** How it stands is told by moves too. */
  #followMessage(model: Model): void {
    const { message } = this;
    if (message === null || model.phase === "joining") return;
    const phase: Phase = model.phase;
    const isSame = message.phase === phase && message.sheet.length === model.sheet.length &&
      message.seats.every((seat, i) => {
        const now = model.here[i];
        return seat.kind !== "person" || (now?.here === seat.here && now?.ready === seat.ready &&
          now?.stand_in === seat.stand_in);
      });
    if (isSame) return;
    const seats = message.seats.map((seat, i) =>
      (seat.kind === "person" ? { ...seat, ...model.here[i] } : seat));
    const { totals, sheet } = model;
    this.message = { ...message, phase, seats, totals: [...totals], sheet };
  }

  #followClock({ leftMs: left }: Model): void {
    const now = performance.now();
    const isKnown = this.clock !== null && left !== null &&
      Math.abs(leftMs(this.clock, now) - left) < CLOCK_MS;
    if (!isKnown) this.clock = left === null ? null : { leftMs: left, atMs: now };
  }

  #followHappenings(before: Model, model: Model, shown: Arrangement): void {
    const heard = this.#heard ?? model.happened;
    const begun = this.#begun;
    this.#heard = this.message === null ? null : model.happened;
    for (const told of model.happenings) {
      if (told.number <= heard) continue;
      const moved = movedOf(told, model.arrangement.melds.length - begun.melds.length);
      if (moved !== null) {
        this.happening = moved;
        this.#newStep();
        const endsTurn = model.view?.seat !== moved.seat;
        const pileSize = model.view?.discard.length ?? 0;
        this.traces.follow(moved, { shown, begun, after: model.arrangement, pileSize },
          model.own, endsTurn);
        this.#mover = moved.seat;
      } else this.#tell(told);
    }
    if (before.seat !== model.seat) this.#newStep();
  }

  #tell({ kind, seat, phrase }: Told): void {
    if (kind === "asked_back") this.hasDenied = false;
    if (kind === "said") this.said = { seat, phrase, count: ++this.counter };
    if (!TOLD.includes(kind)) return;
    this.#newStep();
    this.happening = { kind: "told", why: kind };
    if (LISTED.includes(kind)) this.traces.tell(this.happening);
  }

  /** What was said about the step before is over. */
  #newStep(): void {
    this.refused = null;
    this.hasAsked = false;
    this.isToDraw = false;
  }

  // ---- Why not ----

  protected refuse(key: string): void {
    this.refused = { fault: null, key, meld: null, count: ++this.counter };
  }

  protected refuseBar({ kind, verdict, code }: Bar): void {
    if (kind === "none") return;
    const key = kind === "code" ? `error.${code}` : (BAR_KEYS[kind] ?? "error.not_now");
    if (verdict.ok) return this.refuse(key);
    const { melds } = this.model.arrangement;
    const meld = verdict.meld === undefined ? null : (melds[verdict.meld]?.id ?? null);
    this.refused = { fault: verdict, key: "", meld, count: ++this.counter };
  }

  // ---- Showing moves ----

  /** Somebody else's move, step by step. */
  #show(before: Arrangement, after: Arrangement): void {
    const stepMs = this.#isHurried ? 0 : this.wishes.stepMs();
    if (stepMs <= 0) return this.device.shown();
    this.isShowing = true;
    this.link.hold?.(true);
    this.#showNext(stepsBetween(before, after), stepMs);
  }

  #showNext(steps: readonly Arrangement[], stepMs: number): void {
    const [next, ...rest] = steps;
    if (next === undefined) return this.#endShow();
    this.#shown = { ...next, rack: this.model.arrangement.rack };
    this.#timer = setTimeout(() => this.#showNext(rest, stepMs), stepMs);
  }

  #endShow(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#shown = null;
    this.isShowing = false;
    this.device.shown();
    this.#pump();
    if (!this.isShowing) this.link.hold?.(false);
  }

  /** A tap ends the showing, of all moves that are waiting too. */
  skip(): void {
    this.#isHurried = this.isShowing;
    if (this.isShowing) this.#endShow();
    this.link.skip?.();
  }

  // ---- Riddles ----

  #think(riddle: Riddle): void {
    const { rules } = this;
    if (rules === null) return;
    const thinking = this.#answer(riddle, rules, viewOf(riddle.view));
    if (riddle.kind === RIDDLE.hint) this.thinking = thinking;
  }

  async #answer(riddle: Riddle, rules: Rules, view: View): Promise<void> {
    const { thinker, facts } = this;
    if (riddle.kind === RIDDLE.out) {
      const isOut = await thinker.canGoOut(rules, view).catch(() => false);
      return this.device.answer(riddle, "", isOut);
    }
    const play = laysIn(facts, view.phase)
      ? await thinker.hint(rules, view).catch(() => null) : null;
    if (play !== null || riddle.kind !== RIDDLE.hint || !facts.has_discard)
      return this.device.answer(riddle, play?.action ?? "", play?.isOut ?? false);
    const action = await thinker.decide(rules, view, GREEDY).catch(() => "");
    const isNow = action.startsWith("draw") === (view.phase === "start");
    this.device.answer(riddle, isNow && !action.startsWith("play") ? action : "", false);
  }

  // ---- The order of racks ----

  /** As it was kept for this table, or else as it is liked; by hand for each seat. */
  #sortRacks(own: readonly number[]): boolean {
    const { message } = this;
    const unsorted = message === null ? [] : own.filter((seat) => !this.#sorted.has(seat));
    const { rack_orders: orders } = this.facts;
    for (const seat of unsorted) {
      this.#sorted.add(seat);
      const kept = this.keeper.read(`order.${message?.table}`);
      const wished = orders.find((order) => order === kept) ?? this.wishes.rackOrder();
      const byHand = this.keeper.read(`order.${message?.table}.${seat}`);
      this.device.remember(seat, orders.includes(wished) ? wished : orders[0]!,
        Array.isArray(byHand) ? (byHand as Card[]) : []);
    }
    return unsorted.length > 0;
  }

  #keepOrder(line: string): void {
    const table = this.message?.table;
    const { seat, order, byHand } = this.device.orderOf(line);
    this.keeper.keep(`order.${table}`, order);
    if (order === "hand") this.keeper.keep(`order.${table}.${seat}`, byHand);
  }
}
