// position-link.ts - a table at which one seat plays from one position: for lessons, puzzles and
// whoever tries something. The core judges what is done (core/practice.ts) and the table is told of
// it as of any other; whoever owns the link hears it, and says what comes of it.
import type { Outcome, Practice, Standing } from "rummery/practice";
import { Device, type Mark } from "../core/device";
import { factsOf } from "../game/games";
import type { Link, LinkStatus } from "./link";
import type { Over, Request, SeatInfo, ServerMessage, TableMessage } from "./messages";

/** What there is to play from. */
export interface Position {
  /** The short text of a position (docs/notation.md). */
  text: string;
  /** How the table lies when it begins, as if somebody had been at it. */
  draft?: string;
  /** How long there is; then time is up, as the rules have it. */
  seconds?: number;
}

/** What the seat has done. */
export interface Acted {
  action: string;
  /** Whether it is still on turn. */
  isOn: boolean;
}

/** The others are nobody: only their cards count. */
const OTHERS_LEVEL = 2;
const NOTHING = { deal: 0, hash: "" };

export class PositionLink implements Link {
  onNews: (text: string, news: ServerMessage) => void = () => {};
  onStatus: (status: LinkStatus) => void = () => {};
  /** Called after what was done has been told. */
  onActed: (acted: Acted) => void = () => {};
  status: LinkStatus = "connecting";

  private practice: Practice | null = null;
  private seq = 0;
  /** Counts the beginnings: each is a match of its own, and none the first of a device. */
  private match = 1;
  private draft = "-";
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private position: Position,
    private readonly loadPractice: () => Promise<Practice>,
    /** What the seat cannot see follows from it. */
    private readonly seed: number = 1,
    readonly load: () => Promise<Device> = () => Device.remote(true),
  ) {}

  open(): void {
    void this.begin().catch(() => this.setStatus("gone"));
  }

  private async begin(): Promise<void> {
    this.practice = await this.loadPractice();
    if (this.status === "gone") return;
    this.setStatus("live");
    this.show(this.position);
  }

  private setStatus(status: LinkStatus): void {
    this.status = status;
    this.onStatus(status);
  }

  /** Another position of the same game, or the same one from the start. */
  show(position: Position): void {
    this.position = position;
    if (this.practice === null || this.status !== "live") return;
    if (!this.practice.begin(position.text, this.seed)) return this.setStatus("gone");
    this.beginTurn();
  }

  /** From the start, with the same cards. */
  again(): void {
    this.practice?.again();
    this.beginTurn();
  }

  private beginTurn(): void {
    const { draft, seconds } = this.position;
    clearTimeout(this.timer);
    this.match++;
    this.draft = draft ?? "-";
    this.tell("start");
    if (seconds !== undefined) this.timer = setTimeout(() => this.timeIsUp(), 1000 * seconds);
  }

  close(): void {
    clearTimeout(this.timer);
    this.status = "gone";
  }

  /** What has come of a goal so far. */
  judge(goal: string): Outcome {
    return this.practice?.judge(goal) ?? "open";
  }

  get standing(): Standing | null {
    return this.status === "live" ? (this.practice?.standing() ?? null) : null;
  }

  /** There is nobody to ask but the device. */
  request(): Promise<void> {
    return Promise.resolve();
  }

  hear(mark: Mark, text: string): void {
    if (this.status !== "live") return;
    if (mark === "<") return this.tell();
    if (mark !== ">") return;
    const request = JSON.parse(text) as Request & { id?: string };
    if (request.do === "draft") this.draft = request.table;
    if (request.do === "act") return this.act(request.action, request.id);
    if (request.do === "back") this.again();
    if (request.id !== undefined) this.say({ ok: true, id: request.id });
  }

  private say(news: ServerMessage): void {
    this.onNews(JSON.stringify(news), news);
  }

  private act(action: string, id?: string): void {
    const { practice } = this;
    if (practice === null) return;
    const answer = id === undefined ? {} : { id };
    const verdict = practice.act(action);
    if (!verdict.ok) {
      const { ok: _, ...fault } = verdict;
      return this.say({ error: "rule", ...fault, ...answer });
    }
    const { why, ...told } = practice.told();
    const isOn = told.turn === told.seat;
    if (!isOn) clearTimeout(this.timer);
    this.draft = "-";
    // an end, a time-out and a new stock show cards that no move tells
    if (told.turn === undefined || why !== undefined) {
      this.tell(why);
      if (id !== undefined) this.say({ ok: true, id });
    } else {
      this.say({ seq: ++this.seq, ...told, ...answer });
    }
    this.onActed({ action, isOn });
  }

  private timeIsUp(): void {
    const { game } = this.practice?.standing() ?? {};
    if (game === undefined || this.status !== "live") return;
    this.act(factsOf(game).timeout_has_table ? `timeout ${this.draft}` : "timeout");
  }

  // ---- The whole table ----

  private tell(why?: string): void {
    const standing = this.practice?.standing();
    if (standing !== undefined) this.say(this.messageOf(standing, why));
  }

  private messageOf(standing: Standing, why?: string): TableMessage {
    const { game, options, players, view } = standing;
    const seat = view.viewer ?? 0;
    const colours = String(options["bracelets"] ?? "");
    const seats = Array.from({ length: players }, (_, i): SeatInfo => ({
      ...(i === seat ? { kind: "person", name: "", here: true }
        : { kind: "bot", level: OTHERS_LEVEL }),
      ...(colours === "" ? {} : { colour: colours[i] as SeatInfo["colour"] & string }),
    }));
    const over = this.overOf(standing);
    const { draft, seconds } = this.position;
    const isBegun = view.seat === seat && (why === undefined || why === "start");
    return {
      table: "practice", seq: ++this.seq, version: 1, game, options, watch: false, drafts: false,
      stand_in: 0, phase: over === null ? "playing" : "over", you: [seat], host: true, seats,
      match: this.match, round: 1, sheet: over === null ? [] : [over.scores],
      totals: over?.totals ?? seats.map(() => 0), commit: NOTHING, views: [view],
      ...(over === null ? {} : { over }),
      ...(isBegun && draft !== undefined ? { draft: { seat, table: draft } } : {}),
      ...(isBegun && seconds !== undefined ? { left_ms: 1000 * seconds } : {}),
      ...(why === undefined ? {} : { why }),
    };
  }

  private overOf({ view, scores: parts = [] }: Standing): Over | null {
    if (view.phase !== "over") return null;
    const scores = parts.map((ones) => ones.reduce((sum, one) => sum + one, 0));
    return {
      winner: view.winner ?? null, scores, parts, totals: scores, racks: view.racks, round: 0,
      seed: "", mixes: [], commit: NOTHING, phase: "over",
    };
  }
}
