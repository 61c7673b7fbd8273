// local-link.ts - a table in the page itself: people of this device and computer players. The core
// runs it (core/local-room.ts) and says what the server would say; here it is given the time and
// what computer players thought, and what it writes is kept.
import type { LocalRoom } from "../core/local-room";
import type { Thinker } from "../core/thinker";
import type { Player, Rules } from "../game/types";
import { viewOf } from "../game/view";
import { type Link, type LinkStatus, Refusal } from "./link";
import { forgetLocalTable, type LocalTable, saveLocalTable } from "./local-table";
import type { ErrorMessage, News, Request, ViewMessage } from "./messages";

/** What a local table needs of the core. */
export interface LocalCore {
  room(): Promise<LocalRoom>;
  thinker: Thinker;
}

export class LocalLink implements Link {
  onNews: (news: News) => void = () => {};
  onStatus: (status: LinkStatus) => void = () => {};
  status: LinkStatus = "connecting";
  /** How long a computer player seems to think, in milliseconds. */
  botPauseMs = 900;
  /** After so long one that could not think is asked again. */
  askAgainMs = 2000;

  private room: LocalRoom | null = null;
  private opening: Promise<void> = Promise.resolve();
  private isClosed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly table: LocalTable,
    private readonly core: LocalCore,
  ) {}

  open(): void {
    this.opening = this.bringBack().catch(() => this.setStatus("gone"));
  }

  private async bringBack(): Promise<void> {
    const room = await this.core.room();
    if (this.isClosed) return;
    this.room = room;
    this.run(() => room.open(this.table));
    this.setStatus("live");
  }

  private get isPlayed(): boolean {
    return this.status === "live" || this.status === "stuck";
  }

  private setStatus(status: LinkStatus): void {
    if (this.status === status) return;
    this.status = status;
    this.onStatus(status);
  }

  close(): void {
    if (this.isPlayed) this.run((room) => room.save());
    this.isClosed = true;
    clearTimeout(this.timer);
    clearTimeout(this.asking);
  }

  refresh(): void {
    if (this.isPlayed) this.run((room) => room.greet());
  }

  async request(request: Request): Promise<void> {
    await this.opening;
    if (this.isClosed || this.room === null)
      throw new Refusal({ error: "gone", why: "the table is closed" });
    if (request.do === "leave") return this.leave();
    const isDraft = request.do === "draft";
    const refusal = this.run((room) => room.ask(request), isDraft);
    if (refusal !== null && !isDraft) throw new Refusal(refusal);
  }

  private leave(): void {
    this.close();
    forgetLocalTable(this.table.name);
    this.onNews({ gone: true });
    this.setStatus("gone");
  }

  /** Computer players act at once until a person is on turn. */
  skip(): void {
    this.run((room) => room.skip());
  }

  /** The time of whoever shares the device begins when they are there, not when the one before has
   *  played. */
  async look(seat: number): Promise<void> {
    await this.opening;
    this.run((room) => room.look(seat));
  }

  /** The record of the current match, and of those before it. */
  get record(): string {
    return `${this.table.lines.join("\n")}\n`;
  }

  get earlierRecords(): readonly string[] {
    return this.table.records;
  }

  /** Calls the room, keeps what it wrote, and then tells what it said, but for the echo of a draft,
   *  since the page has moved on meanwhile. Gives the refusal, if it was one. */
  private run(call: (room: LocalRoom) => string[], isDraft = false): ErrorMessage | null {
    const { room } = this;
    if (room === null || this.isClosed) return null;
    room.botPauseMs = this.botPauseMs;
    const lines = call(room);
    const isMessage = (line: string) => line.startsWith("{");
    const messages = lines.filter(isMessage).map((line) => JSON.parse(line) as News);
    const isKept = lines.filter((line) => !isMessage(line)).map((line) => this.write(line));
    if ([...isKept, ...messages.map((news) => this.keep(news))].includes(true)) {
      this.table.backSeat = room.backSeat;
      saveLocalTable(this.table);
    }
    this.wait(room);
    let refusal: ErrorMessage | null = null;
    for (const news of messages)
      if ("error" in news) refusal = news;
      else if (!isDraft || !("draft" in news)) this.onNews(news);
    return refusal;
  }

  /** A line that is no message, by the mark before it; whether it is to be saved. */
  private write(line: string): boolean {
    const { table } = this;
    const text = line.slice(1);
    if (line.startsWith("?")) {
      this.think(text);
      return false;
    }
    if (line.startsWith("!")) {
      const { used_ms, draft = null } = JSON.parse(text) as { used_ms: number; draft?: string };
      Object.assign(table, { usedMs: used_ms, draft });
      return true;
    }
    Object.assign(table, { usedMs: 0, draft: null });
    if (line.startsWith("=")) {
      if (table.lines.length > 0) table.records.push(this.record);
      Object.assign(table, { lines: [text], match: table.match + 1, sheet: [], isOver: false });
    } else if (line.startsWith("+")) {
      table.lines.push(text);
    } else {
      table.lines.pop();
    }
    return true;
  }

  /** What is kept of a message; whether it is to be saved. */
  private keep(news: News): boolean {
    const { table } = this;
    if ("version" in news) {
      const { seq, seats, options, sheet, phase, why } = news;
      Object.assign(table, { seq, seats, options, sheet, isOver: phase === "over" });
      return why !== "hello";
    }
    if (!("do" in news)) return false;
    table.seq = news.seq;
    if (news.over !== undefined) {
      table.sheet = [...table.sheet, news.over.scores]; // the old one was told to the page
      table.isOver = news.over.phase === "over";
    }
    return true;
  }

  // ---- What happens by itself ----

  private think(text: string): void {
    const { view, ...player } = JSON.parse(text) as Player & { view: ViewMessage };
    const { game, options, seats } = this.table;
    const rules: Rules = { game, options, players: seats.length };
    const seen = viewOf(view);
    // it is asked until it answers: nobody else plays in its place in silence
    const ask = (): void => void this.core.thinker.decide(rules, seen, player).then(
      (action) => this.decided(action),
      () => this.askLater(ask),
    );
    ask();
  }

  private decided(action: string): void {
    if (this.status === "stuck") this.setStatus("live");
    this.run((room) => room.thought(action));
  }

  private askLater(ask: () => void): void {
    if (this.isClosed) return;
    this.setStatus("stuck");
    this.asking = setTimeout(ask, this.askAgainMs);
  }

  private wait(room: LocalRoom): void {
    clearTimeout(this.timer);
    const { waitMs } = room;
    if (waitMs === null || this.isClosed) return;
    this.timer = setTimeout(() => this.run((due) => due.tick()), waitMs);
  }
}
