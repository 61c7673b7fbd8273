// review.svelte.ts - a review as it is shown: the worker tells turn by turn, and each becomes
// something to look at, with the position that it began from.
import { Analyst } from "../core/analyst";
import type { Match } from "rummery/match";
import type { Practice } from "rummery/practice";
import { parseCards } from "../game/cards";
import { addressOf } from "../game/position-text";
import type { Findings, ReviewedTurn } from "rummery/types";
import { parseTable } from "rummery/notation";
import type { Card, Meld, Rules } from "../game/types";
import type { SeatInfo } from "../link/messages";
import { learnAccuracy } from "./matches";
import { newCardsOf } from "./new-cards";
import { recordName } from "./replay.svelte";

/** What would have been better: its word, and the cards it is about. */
export interface Better {
  word: "play" | "draw" | "pile" | "pass" | "discard";
  cards: Card[];
}

export interface ShownTurn extends ReviewedTurn {
  /** What could be laid. */
  fitting: Card[];
  instead: Better | null;
  /** Its position as a part of an address; null where nobody can play from it. */
  address: string | null;
}

/** What an action would do, seen from the table as it lies. */
function betterOf(action: string, table: readonly Meld[]): Better {
  const [word = "", ...more] = action.split(" ");
  if (word === "play") return { word, cards: newCardsOf(table, parseTable(action)).flat() };
  if (word === "discard") return { word, cards: parseCards(more.join(" ")) };
  if (word === "draw") return { word: more[0] === "discard" ? "pile" : "draw", cards: [] };
  return { word: "pass", cards: [] };
}

export class ReviewState {
  turns = $state.raw<readonly ShownTurn[]>([]);
  findings = $state.raw<Findings | null>(null);
  status = $state<"running" | "stopped" | "done" | "failed">("running");
  /** How many lines of the record are done. */
  at = $state(0);
  private readonly analyst = new Analyst();

  constructor(
    readonly rules: Rules,
    readonly record: string,
    readonly seats: readonly SeatInfo[],
    private readonly lines: readonly string[],
    private readonly match: Match,
    private readonly practice: Practice,
  ) {}

  get end(): number {
    return this.lines.length - 1;
  }

  async start(): Promise<void> {
    this.turns = [];
    this.findings = null;
    this.at = 0;
    this.status = "running";
    this.match.goBackTo(this.lines.slice(0, 1));
    try {
      this.findings = await this.analyst.review(this.lines, (turn, at) => this.take(turn, at));
      this.status = "done";
      learnAccuracy(recordName(this.record),
        this.findings.seats.map(({ accuracy }) => accuracy / 10));
    } catch {
      if (this.status === "running") this.status = "failed";
    }
    this.analyst.stop();
  }

  stop(): void {
    if (this.status !== "running") return;
    this.status = "stopped";
    this.analyst.stop();
  }

  private take(turn: ReviewedTurn, at: number): void {
    if (this.status !== "running") return;
    while (this.match.lines.length < turn.line)
      if (!this.match.apply(this.lines[this.match.lines.length] ?? "").ok) break;
    const view = this.match.view(turn.seat);
    const table = parseTable(view.table);
    const short = this.practice.shortOf(this.rules, view);
    const shown: ShownTurn = {
      ...turn,
      fitting: turn.most === undefined ? [] : betterOf(turn.most, table).cards,
      instead: turn.better === undefined ? null : betterOf(turn.better, table),
      address: short === null ? null : addressOf(short),
    };
    this.turns = [...this.turns, shown];
    this.at = at;
  }
}

let last: ReviewState | null = null;

/** The same review again for whoever comes back to it from one of its positions. */
export function lastReview(record: string | null): ReviewState | null {
  return last !== null && (record === null || last.record === record) ? last : null;
}

export function keepReview(review: ReviewState): void {
  last = review;
}
