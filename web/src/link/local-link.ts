// local-link.ts - a table in the page itself: people of this device and computer players. The core
// runs it (core/local-room.ts) and tells the device; here it is given the time and what computer
// players thought, and what it writes is kept.
import { Device, type Mark } from "../core/device";
import { LocalRoom } from "../core/local-room";
import type { Thinker } from "../core/thinker";
import type { Player, Rules } from "../game/types";
import { toldOptions } from "../game/options";
import { viewOf } from "../game/view";
import type { Model } from "../core/model";
import { type Link, type LinkStatus, Refusal, type Wish } from "./link";
import { forgetLocalTable, type LocalTable, saveLocalTable } from "./local-table";
import type { ServerMessage, TableMessage, ViewMessage } from "./messages";

export class LocalLink implements Link {
  onNews: (text: string, news: ServerMessage) => void = () => {};
  onStatus: (status: LinkStatus) => void = () => {};
  status: LinkStatus = "connecting";
  /** After so long one that could not think is asked again. */
  askAgainMs = 2000;

  private room: LocalRoom | null = null;
  private pauseMs = 900;
  private isClosed = false;
  private isHeld = false;
  /** What was thought while a move was being shown. */
  private thought: string | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly table: LocalTable,
    private readonly thinker: Thinker,
    readonly load: () => Promise<Device> = () => Device.local(),
  ) {}

  /** How long a computer player seems to think, in milliseconds. */
  set botPauseMs(ms: number) {
    this.pauseMs = ms;
    this.room?.prepare(ms);
  }

  open(device: Device): void {
    const room = new LocalRoom(device);
    this.room = room;
    // whatever the device does may have moved the room
    const { onChange } = device;
    device.onChange = () => {
      onChange();
      this.keep(room);
    };
    try {
      room.prepare(this.pauseMs);
      room.open(this.table);
      this.setStatus("live");
    } catch {
      this.room = null;
      this.setStatus("gone");
    }
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
    if (this.isPlayed && !this.isClosed) this.room?.save();
    this.isClosed = true;
    clearTimeout(this.timer);
    clearTimeout(this.asking);
  }

  async request(wish: Wish): Promise<void> {
    if (this.isClosed || this.room === null)
      throw new Refusal({ error: "gone", why: "the table is closed" });
    if (wish.do === "leave") this.leave(); // who sits here stays what they are
  }

  private leave(): void {
    this.close();
    forgetLocalTable(this.table.name);
    this.setStatus("gone");
  }

  /** Computer players act at once until a person is on turn. */
  skip(): void {
    if (!this.isClosed) this.room?.skip();
  }

  hold(isHeld: boolean): void {
    const { room, thought } = this;
    this.isHeld = isHeld;
    clearTimeout(this.timer);
    if (isHeld || room === null) return;
    this.thought = null;
    if (thought !== null) room.thought(thought);
    else this.wait(room);
  }

  /** The record of the current match, and of those before it. */
  get record(): string {
    return `${this.table.lines.join("\n")}\n`;
  }

  get earlierRecords(): readonly string[] {
    return this.table.records;
  }

  // ---- What is kept ----

  private isWritten = false;
  /** The match and the round that were told last. */
  private told = "";

  hear(mark: Mark, text: string): void {
    const { table } = this;
    if (mark === "?") return this.think(text);
    this.isWritten = true;
    if (mark === "!") {
      const { used_ms, draft = null } = JSON.parse(text) as { used_ms: number; draft?: string };
      Object.assign(table, { usedMs: used_ms, draft });
      return;
    }
    Object.assign(table, { usedMs: 0, draft: null });
    if (mark === "=") {
      if (table.lines.length > 0) table.records.push(this.record);
      Object.assign(table, { lines: [text], match: table.match + 1, sheet: [], isOver: false });
    } else if (mark === "+") {
      table.lines.push(text);
    } else {
      table.lines.pop();
    }
  }

  tableOf({ phase, own, match, round, sheet, totals }: Model): TableMessage | undefined {
    const { table } = this;
    if (phase === "joining") return undefined;
    table.sheet = sheet;
    table.isOver = phase === "over";
    const told = `${match}.${round}`;
    if (told === this.told) return undefined;
    this.told = told;
    const { name, seq, game, seats } = table;
    const options = toldOptions(game, table.options);
    return {
      table: name, seq, version: 1, game, options, watch: false, drafts: true, stand_in: 0, phase,
      you: [...own], host: true, seats, match, round, sheet, totals: [...totals],
      commit: { deal: 0, hash: "" },
    };
  }

  private keep(room: LocalRoom): void {
    room.prepare(this.pauseMs); // for what is called next
    if (this.isClosed) return;
    if (this.isWritten) {
      this.isWritten = false;
      this.table.backSeat = room.backSeat;
      saveLocalTable(this.table);
    }
    this.wait(room);
  }

  // ---- What happens by itself ----

  private think(text: string): void {
    const { view, ...player } = JSON.parse(text) as Player & { view: ViewMessage };
    const { game, options, seats } = this.table;
    const rules: Rules = { game, options: toldOptions(game, options), players: seats.length };
    const seen = viewOf(view);
    // it is asked until it answers: nobody else plays in its place in silence
    const ask = (): void => void this.thinker.decide(rules, seen, player).then(
      (action) => this.decided(action),
      () => this.askLater(ask),
    );
    ask();
  }

  private decided(action: string): void {
    if (this.isClosed) return;
    if (this.status === "stuck") this.setStatus("live");
    if (this.isHeld) this.thought = action;
    else this.room?.thought(action);
  }

  private askLater(ask: () => void): void {
    if (this.isClosed) return;
    this.setStatus("stuck");
    this.asking = setTimeout(ask, this.askAgainMs);
  }

  private wait(room: LocalRoom): void {
    clearTimeout(this.timer);
    const { waitMs } = room;
    if (waitMs === null || this.isClosed || this.isHeld) return;
    this.timer = setTimeout(() => room.tick(), waitMs);
  }
}
