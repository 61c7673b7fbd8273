// match.ts - a match that is here alone: the core keeps it, by its record's lines. All matches
// share an instance of their module: what it knows of one are plain bytes, which are put aside
// while it is asked about another. An instance each would cost 10 GB of address space each.
import * as given from "./given.js";
import { host } from "./host.js";
import { rulesOf } from "./lines.js";
import { Module, type RefusalExports, verdictOf } from "./module.js";
import { parseCards } from "./notation.js";
import { once } from "./once.js";
import type { Card, Refusal, Rules, Seed, Source, Verdict, View } from "./types.js";

interface MatchExports extends RefusalExports {
  match_line(size: number): number;
  match_recorded(): number;
  match_told(): number;
  match_forget(): void;
  match_kept(): number;
  match_kept_size(): number;
  match_needs(): number;
  match_seat(): number;
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

/** The lines of a record that mean something: comments and empty lines are skipped. */
export function linesOfRecord(record: string | readonly string[]): string[] {
  const lines = typeof record === "string" ? record.split("\n") : given.list(record, "a record");
  return lines.map((line) => given.text(line, "a line of a record").trimEnd())
    .filter((line) => line !== "" && !line.startsWith("#"));
}

const WATCHER = -1;
const SEATS_MAX = 4;

/** An instance, and whose match it keeps. */
interface Keeper {
  module: Module<MatchExports>;
  of: Match | null;
}

const keepers = new Map<unknown, () => Promise<Keeper>>();

function keeperAt(source: Source): Promise<Keeper> {
  const key = source instanceof WebAssembly.Module ? source : String(source);
  const load = keepers.get(key) ??
    once(async () => ({ module: await Module.load<MatchExports>(source), of: null }));
  keepers.set(key, load);
  return load();
}

export class Match {
  /** The record so far, the header first. */
  readonly lines: string[] = [];
  /** What the module knew of it when another match was asked about. */
  private aside: Uint8Array | null = null;

  private constructor(private readonly keeper: Keeper) {}

  /** The module, which keeps this match now. */
  private get module(): Module<MatchExports> {
    const { keeper } = this;
    const { module, of: other } = keeper;
    if (other === this) return module;
    const { memory, match_kept, match_kept_size, match_forget } = module.exports;
    const kept = new Uint8Array(memory.buffer, match_kept(), match_kept_size());
    if (other !== null) other.aside = kept.slice();
    if (this.aside === null) match_forget();
    else kept.set(this.aside);
    keeper.of = this;
    return module;
  }

  /** Another match that stands as this one does, to try something. */
  clone(): Match {
    const { memory, match_kept, match_kept_size } = this.module.exports;
    const made = new Match(this.keeper);
    made.aside = new Uint8Array(memory.buffer, match_kept(), match_kept_size()).slice();
    made.lines.push(...this.lines);
    return made;
  }

  /** A match that waits for chance. */
  static async start(rules: Rules, source?: Source): Promise<Match> {
    return Match.replay([given.header(rules)], source);
  }

  /** The match of a record, as a text or line by line; comments and empty lines are skipped. */
  static async replay(
    record: string | readonly string[],
    source: Source = new URL("./record.wasm", import.meta.url),
  ): Promise<Match> {
    const match = new Match(await keeperAt(source));
    match.goBackTo(record);
    return match;
  }

  /** The match becomes what these lines say. Where one is refused that is an error, and the match
   *  is what it was. */
  goBackTo(record: string | readonly string[]): void {
    const kept = linesOfRecord(record);
    given.need(kept.length > 0, "a record starts with: match GAME players=N");
    const before = [...this.lines];
    try {
      this.become(kept);
    } catch (problem) {
      this.become(before);
      throw problem;
    }
  }

  private become(lines: readonly string[]): void {
    this.module.exports.match_forget();
    this.lines.length = 0;
    for (const line of lines) {
      const verdict = this.apply(line);
      if (!verdict.ok) throw new RefusedLine(this.lines.length, line, verdict);
    }
  }

  /** Game, players and options, as the record's first line has them. */
  get rules(): Required<Rules> {
    return rulesOf(this.lines[0] ?? "");
  }

  /** The record as a text; `Match.replay` takes it. */
  get record(): string {
    return this.lines.map((line) => `${line}\n`).join("");
  }

  get needs(): Need {
    return NEEDS[this.module.exports.match_needs()] ?? "nothing";
  }

  /** Who is on turn; null where nobody acts. */
  get seat(): number | null {
    return this.needs === "action" ? this.module.exports.match_seat() : null;
  }

  /** An action of the seat on turn, or what chance did. Refused lines change nothing. */
  apply(line: string): Verdict {
    const code = this.module.about(given.text(line, "a line"), this.module.exports.match_line);
    const verdict = verdictOf(this.module, code);
    if (verdict.ok) this.lines.push(this.module.text(this.module.exports.match_recorded()));
    return verdict;
  }

  /** Lets chance do what the match waits for, and says what that was. Equal seeds do the same;
   *  without one it is true chance. */
  chance(seed?: Seed): string {
    const [high = 0, low = 0] = seed === undefined ? host.random() : given.seedWords(seed);
    const line = this.module.text(this.module.exports.match_chance(high, low));
    if (line === "") throw new Error(`chance has nothing to do: the match needs ${this.needs}`);
    const verdict = this.apply(line);
    if (!verdict.ok) throw new RefusedLine(this.lines.length, line, verdict);
    return line;
  }

  /** What a seat may know; null is a watcher. */
  view(seat: number | null): View {
    const viewer = seat === null ? WATCHER : given.whole(seat, "a seat", 0, SEATS_MAX - 1);
    return this.module.json(this.module.exports.match_view(viewer));
  }

  /** All cards open, for replays. */
  openView(): View {
    return this.module.json(this.module.exports.match_open_view());
  }

  /** The card that the last action brought to the rack of that seat; null where it was none. */
  drawnBy(seat: number): Card | null {
    if (this.standing().took !== 1) return null;
    return parseCards(this.openView().racks[seat] ?? "").at(-1) ?? null;
  }

  /** The last line as it is told at a table, its table short (docs/protocol.md). */
  told(): string {
    return this.module.text(this.module.exports.match_told());
  }

  standing(): Standing {
    return this.module.json(this.module.exports.match_standing());
  }

  /** Cards of this game as they stand on a rack; unknown ones come last. */
  sorted(cards: readonly Card[]): Card[] {
    const { cards_sorted } = this.module.exports;
    const text = given.cards(cards, "cards");
    const size = this.module.about(text, cards_sorted);
    given.need(size >= 0, `these are no cards of the game: ${text}`);
    return parseCards(this.module.text(size));
  }
}

/** A record that is none. */
export class RefusedLine extends Error {
  constructor(
    readonly index: number,
    readonly line: string,
    readonly verdict: Refusal,
  ) {
    super(`line ${index + 1}: ${verdict.why}: ${line}`);
  }
}
