// local-match.ts - a match that is in the page alone: the core keeps it, by its record's lines.
import { parseCards, printCards } from "../game/cards";
import type { Card, Rules, Verdict, View } from "../game/types";
import { viewOf } from "../game/view";
import { headerOf } from "./lines";
import recordUrl from "./record.wasm?url";
import { Module, type RefusalExports, verdictOf } from "./wasm";

interface MatchExports extends RefusalExports {
  match_line(size: number): number;
  match_recorded(): number;
  match_told(): number;
  match_forget(): void;
  match_needs(): number;
  match_chance(seedHigh: number, seedLow: number): number;
  match_view(seat: number): number;
  match_open_view(): number;
  match_standing(): number;
  cards_sorted(size: number): number;
}

/** What a match waits for; `deal` and `shuffle`, like the lot, are chance's. */
export type Need = "lot" | "deal" | "shuffle" | "action" | "nothing";
const NEEDS: readonly Need[] = ["lot", "deal", "shuffle", "action", "nothing"];

export interface Standing {
  /** Rounds that are over. */
  rounds: number;
  /** Who begins the first one. */
  first: number;
  totals: number[];
  /** Cards that the last action drew. */
  took: number;
  /** Of the round that has just ended; null while one is played. */
  scores: number[] | null;
  /** Who is ahead when a round has ended: several, where totals are equal. */
  leaders: number[];
}

const WATCHER = -1;

export class LocalMatch {
  /** The record so far, the header first. */
  readonly lines: string[] = [];

  private constructor(private readonly module: Module<MatchExports>) {}

  /** A match that waits for chance. */
  static async start(rules: Rules, url?: string): Promise<LocalMatch> {
    return LocalMatch.replay([headerOf(rules)], url);
  }

  /** The match of a record; comments and empty lines are skipped. */
  static async replay(lines: readonly string[], url: string = recordUrl): Promise<LocalMatch> {
    const match = new LocalMatch(await Module.load<MatchExports>(url));
    match.goBackTo(lines);
    return match;
  }

  /** The match becomes what these lines say; a line that is refused is an error. */
  goBackTo(lines: readonly string[]): void {
    const kept = lines.map((line) => line.trimEnd());
    this.module.exports.match_forget();
    this.lines.length = 0;
    for (const line of kept) {
      if (line === "" || line.startsWith("#")) continue;
      const verdict = this.apply(line);
      if (!verdict.ok) throw new RefusedLine(this.lines.length, line, verdict);
    }
  }

  get needs(): Need {
    return NEEDS[this.module.exports.match_needs()] ?? "nothing";
  }

  /** An action of the seat on turn, or what chance did. Refused lines change nothing. */
  apply(line: string): Verdict {
    const code = this.module.about(line, this.module.exports.match_line);
    const verdict = verdictOf(this.module, code);
    if (verdict.ok) this.lines.push(this.module.text(this.module.exports.match_recorded()));
    return verdict;
  }

  /** Lets chance do what the match waits for, from the browser's own randomness. */
  chance(): string {
    const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
    const line = this.module.text(this.module.exports.match_chance(high, low));
    if (line === "") throw new Error(`chance has nothing to do: ${this.needs}`);
    const verdict = this.apply(line);
    if (!verdict.ok) throw new RefusedLine(this.lines.length, line, verdict);
    return line;
  }

  /** What a seat may know; null is a watcher. */
  view(seat: number | null): View {
    return viewOf(this.module.json(this.module.exports.match_view(seat ?? WATCHER)));
  }

  /** All cards open, for replays. */
  openView(): View {
    return viewOf(this.module.json(this.module.exports.match_open_view()));
  }

  /** The card that the last action brought to the rack of that seat; null where it was none. */
  drawnBy(seat: number): Card | null {
    if (this.standing().took !== 1) return null;
    return this.openView().racks[seat]?.at(-1) ?? null;
  }

  /** The last line as it is told at a table, its table short. */
  told(): string {
    return this.module.text(this.module.exports.match_told());
  }

  standing(): Standing {
    return this.module.json(this.module.exports.match_standing());
  }

  /** Cards of this game as they stand on a rack; unknown ones come last. */
  sorted(cards: readonly Card[]): Card[] {
    const { cards_sorted } = this.module.exports;
    return parseCards(this.module.text(this.module.about(printCards(cards), cards_sorted)));
  }
}

/** A record that is none. */
export class RefusedLine extends Error {
  constructor(
    readonly index: number,
    readonly line: string,
    readonly verdict: Verdict,
  ) {
    super(`line ${index}: ${line}`);
  }
}
