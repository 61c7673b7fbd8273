// local-link.ts - a table in the page itself: people of this device and computer players, judged by
// the core as WebAssembly. It says what the server would say (docs/protocol.md).
import type { LocalMatch } from "../core/local-match";
import type { Thinker } from "../core/thinker";
import { printCards } from "../game/cards";
import { factsOf, hasBracelets } from "../game/games";
import { chosenOptions } from "../game/options";
import { parseTable, printTable, shortenAction } from "../game/tables";
import type { Rules, Verdict, View } from "../game/types";
import { messageOf } from "../game/view";
import { BotTurn, simpleActions } from "./bot-turn";
import { type Link, type LinkStatus, Refusal } from "./link";
import { changeProfile, changeSeat } from "./local-seats";
import { forgetLocalTable, type LocalTable, saveLocalTable } from "./local-table";
import type { MoveMessage, News, Over, Phase, Request } from "./messages";
import type { TableMessage, ViewMessage } from "./messages";

/** What a local table needs of the core (local-core.ts has the page's own). */
export interface LocalCore {
  replay(lines: readonly string[]): Promise<LocalMatch>;
  start(rules: Rules): Promise<LocalMatch>;
  thinker: Thinker;
}

const CLOCK_SAVE_MS = 5000;
const refuse = (error: string, why: string) => new Refusal({ error, why });

export class LocalLink implements Link {
  onNews: (news: News) => void = () => {};
  onStatus: (status: LinkStatus) => void = () => {};
  status: LinkStatus = "connecting";
  /** How long a computer player seems to think, in milliseconds. */
  botPauseMs = 900;

  private match: LocalMatch | null = null;
  private isClosed = false;
  /** Requests are done one after the other. */
  private queue: Promise<unknown> = Promise.resolve();
  private bot: BotTurn | null = null;
  private isSkipping = false;
  private turnStartedMs = 0;
  /** Who was there last; not kept, as nobody knows who comes back to a page. */
  private looking: number | null = null;
  private clockTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly table: LocalTable,
    private readonly core: LocalCore,
  ) {}

  open(): void {
    void this.inOrder(() => this.bringBack()).catch(() => this.setStatus("gone"));
  }

  private async bringBack(): Promise<void> {
    const { lines, usedMs } = this.table;
    if (lines.length > 0) this.match = await this.core.replay(lines);
    if (this.isClosed) return;
    // a page that was closed between a line and what chance does next
    if (this.phase === "dealing") this.deal();
    this.startClock(usedMs);
    this.tellTable("hello");
    this.setStatus("live");
    this.goOn();
  }

  private setStatus(status: LinkStatus): void {
    this.status = status;
    this.onStatus(status);
  }

  close(): void {
    this.saveClock();
    this.isClosed = true;
    clearTimeout(this.clockTimer);
    this.bot?.stop();
  }

  refresh(): void {
    if (this.status === "live") this.tellTable("hello");
  }

  request(request: Request): Promise<void> {
    if (this.isClosed) return Promise.reject(refuse("gone", "the table is closed"));
    return this.inOrder(() => this.perform(request));
  }

  /** Computer players act at once until a person is on turn. */
  skip(): void {
    this.isSkipping = true;
    this.bot?.hurry();
  }

  /** The time of whoever shares the device begins when they are there, not when the one before has
   *  played. */
  look(seat: number): Promise<void> {
    return this.inOrder(() => {
      const wasWaiting = this.isWaiting();
      this.looking = seat;
      if (this.isClosed || !wasWaiting || this.isWaiting()) return;
      this.startClock(this.table.usedMs);
      this.tellClock();
      this.watchClock();
    });
  }

  /** The record of the current match, and of those before it. */
  get record(): string {
    return `${this.table.lines.join("\n")}\n`;
  }

  get earlierRecords(): readonly string[] {
    return this.table.records;
  }

  private inOrder<T>(work: () => T | Promise<T>): Promise<T> {
    const done = this.queue.then(work);
    this.queue = done.catch(() => {});
    return done;
  }

  // ---- What is so ----

  private get phase(): Phase {
    if (this.match === null) return "waiting";
    const { needs } = this.match;
    if (needs === "action") return "playing";
    if (needs === "nothing") return "over";
    return this.match.standing().scores === null || needs !== "deal" ? "dealing" : "scored";
  }

  private get rules(): Rules {
    const { game, options, seats } = this.table;
    return { game, options, players: seats.length };
  }

  private get people(): number[] {
    return this.table.seats.flatMap(({ kind }, seat) => (kind === "person" ? [seat] : []));
  }

  private turn(): number | null {
    return this.match?.needs === "action" ? this.match.view(null).seat : null;
  }

  /** Whether the person on turn has yet to come to the device. */
  private isWaiting(): boolean {
    const turn = this.turn();
    const { people } = this;
    return turn !== null && people.length > 1 && people.includes(turn) && turn !== this.looking;
  }

  /** Null where no clock runs. */
  private leftMs(): number | null {
    const limitMs = 1000 * Number(this.table.options.turn_seconds ?? 0);
    if (limitMs === 0 || this.turn() === null || this.isWaiting()) return null;
    return Math.max(0, limitMs - (performance.now() - this.turnStartedMs));
  }

  // ---- What is said ----

  private tellTable(why: string): void {
    const { table } = this;
    const standing = this.match?.standing();
    const rounds = standing?.rounds ?? 0;
    const message: TableMessage = {
      table: table.name,
      seq: table.seq,
      version: 1,
      game: table.game,
      options: table.options,
      watch: false,
      drafts: false,
      stand_in: 0,
      phase: this.phase,
      you: this.people,
      host: true,
      seats: table.seats.map((seat) => ({ ...seat })),
      match: table.match,
      round: rounds + Number(this.phase === "playing"),
      sheet: table.sheet.map((line) => [...line]),
      totals: standing?.totals ?? table.seats.map(() => 0),
      commit: { deal: rounds + 1, hash: "" },
      why,
    };
    const leftMs = this.leftMs();
    if (leftMs !== null) message.left_ms = leftMs;
    const seat = this.turn();
    if (table.draft !== null && seat !== null) message.draft = { seat, table: table.draft };
    if (this.match !== null) message.views = this.views(this.match);
    this.onNews(message);
  }

  /** Nothing has happened but that the clock runs now. */
  private tellClock(): void {
    const { seats, seq } = this.table;
    const leftMs = this.leftMs();
    this.onNews({
      resumed: seq,
      here: seats.map(({ here }) => here ?? false),
      ready: seats.map(({ ready }) => ready ?? false),
      stand_in: seats.map((seat) => seat.stand_in ?? false),
      ...(leftMs === null ? {} : { left_ms: leftMs }),
    });
  }

  private views(match: LocalMatch): ViewMessage[] {
    const seats = this.people.length === 0 ? [null] : this.people;
    return seats.map((seat) => messageOf(match.view(seat), this.rules));
  }

  private tellMove(seat: number, before: View, action: string, match: LocalMatch): void {
    const message: MoveMessage = {
      seq: this.table.seq,
      seat,
      do: shortenAction(before.table, action),
    };
    const isDraw = action.startsWith("draw") && action !== "draw discard";
    const card = isDraw && this.people.includes(seat) ? match.drawnBy(seat) : null;
    if (card !== null) message.card = card;
    const turn = this.turn();
    if (turn === null) message.over = this.overOf(match);
    else message.turn = turn;
    const leftMs = this.leftMs();
    if (leftMs !== null) message.left_ms = leftMs;
    this.onNews(message);
  }

  private overOf(match: LocalMatch): Over {
    const { scores, totals, rounds } = match.standing();
    const view = match.view(null);
    return {
      winner: view.winner ?? null,
      scores: scores ?? [],
      totals,
      racks: view.racks.map(printCards),
      round: rounds,
      seed: "",
      mixes: [],
      commit: { deal: rounds + 1, hash: "" },
      phase: match.needs === "nothing" ? "over" : "scored",
    };
  }

  // ---- What is done ----

  private async perform(request: Request): Promise<void> {
    switch (request.do) {
      case "act":
        return this.act(request);
      case "start":
        return this.startMatch("waiting");
      case "rematch":
        return this.startMatch("over");
      case "next":
        if (this.phase !== "scored") throw refuse("not_now", "no round has ended");
        this.deal();
        this.changed("deal");
        return;
      case "leave":
        this.close();
        forgetLocalTable(this.table.name);
        this.onNews({ gone: true });
        return this.setStatus("gone");
      case "seat":
        changeSeat(this.table, request, this.phase);
        return this.changed("seat");
      case "profile":
        changeProfile(this.table, request, this.phase, this.turn() ?? this.people[0] ?? 0);
        return this.changed("profile");
      case "back":
        return this.takeBack();
      case "draft":
        this.table.draft = printTable(parseTable(request.table));
        this.save();
        return;
      case "say":
        return this.onNews({ said: request.phrase, seat: request.seat ?? this.people[0] ?? 0 });
      case "allow":
      case "undo":
      case "redo":
      case "again":
        throw refuse("not_now", "a table in the page has nobody else to ask");
    }
  }

  private save(): void {
    if (this.match !== null) this.table.lines = [...this.match.lines];
    if (!this.isClosed) saveLocalTable(this.table);
  }

  /** Something else than a move has happened. */
  private changed(why: string): void {
    this.table.seq += 1;
    this.save();
    this.tellTable(why);
    this.goOn();
  }

  private async startMatch(from: Phase): Promise<void> {
    const { table } = this;
    if (this.phase !== from) throw refuse("not_now", "a match is going on");
    const seats = table.seats.filter(({ kind }) => kind !== "open");
    if (seats.length < 2) throw refuse("seats", "too few people");
    const options = { ...table.options };
    if (hasBracelets(table.game)) options.bracelets = braceletsOf(seats.map((s) => s.colour));
    const rules = { game: table.game, players: seats.length, options };
    const chosen = { ...rules, options: chosenOptions(table.game, options) };
    const match = await this.core.start(chosen).catch(() => null);
    if (match === null) throw refuse("seats", "options that do not fit the number of people");
    if (this.match !== null) table.records.push(this.record);
    Object.assign(table, { seats, options, match: table.match + 1, sheet: [] });
    this.match = match;
    this.deal();
    this.changed("deal");
  }

  private deal(): void {
    const { match } = this;
    while (match !== null && (match.needs === "lot" || match.needs === "deal")) match.chance();
    if (match?.needs === "shuffle") match.chance();
    Object.assign(this.table, { draft: null, backSeat: null });
    this.looking = null;
    this.startClock(0);
  }

  private act({ action, seat, at }: Extract<Request, { do: "act" }>): void {
    const turn = this.turn();
    if (turn === null) throw refuse("not_now", "no round is being played");
    if (at !== undefined && at < this.table.seq) throw refuse("stale", "a move was made since");
    if ((seat ?? turn) !== turn || !this.people.includes(turn))
      throw refuse("not_yours", "another seat is on turn");
    if (action.trim().startsWith("timeout")) throw refuse("malformed", "time is the clock's");
    const verdict = this.apply(action, this.match!);
    if (!verdict.ok) throw refusalOf(verdict);
  }

  /** An action of the seat on turn, by whomever it was decided. */
  private apply(text: string, match: LocalMatch): Verdict {
    const before = match.view(null);
    const seat = before.seat ?? 0;
    const action = withStack(text.trim(), before, this.rules);
    const verdict = match.apply(action);
    if (!verdict.ok) return verdict;
    const isShuffled = match.needs === "shuffle";
    if (isShuffled) match.chance();
    this.afterAction(seat, action, match);
    if (isShuffled) this.tellTable("shuffle");
    else if (action.startsWith("timeout")) this.tellTable("timeout");
    else this.tellMove(seat, before, action, match);
    this.goOn();
    return verdict;
  }

  private afterAction(seat: number, action: string, match: LocalMatch): void {
    const { table } = this;
    const isPlaying = match.needs === "action";
    table.seq += 1;
    table.draft = null;
    // a card that was revealed cannot be unseen: draws and the end of a round stay
    table.backSeat = isPlaying && /^(play|pass|discard)/.test(action) ? seat : null;
    const { scores } = match.standing();
    if (!isPlaying && scores !== null) table.sheet.push(scores);
    if (this.turn() !== seat) this.startClock(0);
    this.save();
  }

  private takeBack(): void {
    const { backSeat, lines } = this.table;
    const { match } = this;
    if (match === null || backSeat === null || !this.people.includes(backSeat))
      throw refuse("not_now", "there is nothing to take back");
    this.bot?.stop();
    this.bot = null;
    match.goBackTo(lines.slice(0, -1));
    Object.assign(this.table, { backSeat: null, draft: null });
    this.startClock(0);
    this.changed("back");
  }

  // ---- What happens by itself ----

  private startClock(usedMs: number): void {
    this.turnStartedMs = performance.now() - usedMs;
    this.table.usedMs = usedMs;
  }

  private saveClock(): void {
    if (this.leftMs() === null) return;
    this.table.usedMs = performance.now() - this.turnStartedMs;
    this.save();
  }

  /** The clock, and a computer player if one is on turn. */
  private goOn(): void {
    if (this.isClosed) return;
    this.watchClock();
    const turn = this.turn();
    const seat = turn === null ? undefined : this.table.seats[turn];
    if (seat?.kind !== "bot") {
      this.isSkipping = false;
      return;
    }
    if (this.bot === null) this.startBot(turn ?? 0, seat.level ?? 1);
  }

  private startBot(seat: number, level: number): void {
    const match = this.match!;
    const { seq } = this.table;
    const view = match.view(seat);
    const { rounds, totals } = match.standing();
    const pauseMs = view.phase === "start" ? this.botPauseMs : this.botPauseMs / 2;
    const bot = new BotTurn(this.core.thinker, this.isSkipping ? 0 : pauseMs);
    this.bot = bot;
    void bot.decide(this.rules, view, { level, rounds, totals }).then((action) =>
      this.inOrder(() => {
        if (this.bot === bot) this.bot = null;
        if (bot.isStopped || this.isClosed) return;
        if (this.table.seq !== seq || this.turn() !== seat) return this.goOn();
        const choices = action === null ? [] : [action];
        for (const one of [...choices, ...simpleActions(view)])
          if (this.apply(one, match).ok) return;
        throw new Error("a computer player does not know what to do");
      }),
    );
  }

  private watchClock(): void {
    clearTimeout(this.clockTimer);
    const leftMs = this.leftMs();
    if (leftMs === null) return;
    this.clockTimer = setTimeout(() => {
      void this.inOrder(() => {
        if (this.isClosed) return;
        if (this.leftMs() === 0) this.runOut();
        else {
          this.saveClock();
          this.watchClock();
        }
      });
    }, Math.min(leftMs, CLOCK_SAVE_MS));
  }

  /** what lies in the draft is what the end of the time is applied to. */
  private runOut(): void {
    const match = this.match!;
    this.bot?.stop();
    this.bot = null;
    const untouched = printTable(match.view(null).table);
    const hasTable = factsOf(this.table.game).timeout_has_table;
    const drafts = hasTable ? [this.table.draft ?? untouched, untouched] : [""];
    // a draft that names cards which are not there cannot be applied
    for (const draft of drafts) if (this.apply(`timeout ${draft}`.trim(), match).ok) return;
  }
}

/** the colours by seat, and those that nobody wears after them. */
function braceletsOf(colours: readonly (string | undefined)[]): string {
  const worn = colours.join("");
  return worn + [..."gyrb"].filter((colour) => !worn.includes(colour)).join("");
}

/** In records of photo a draw always names its stack: the fullest, if nobody chose. */
function withStack(action: string, { stacks }: View, { game }: Rules): string {
  if (factsOf(game).stacks === 1 || action !== "draw") return action;
  return `draw ${stacks.indexOf(Math.max(...stacks)) + 1}`;
}

function refusalOf(verdict: Extract<Verdict, { ok: false }>): Refusal {
  const { ok: _, ...what } = verdict;
  return new Refusal({ error: "rule", why: verdict.reason, ...what });
}
