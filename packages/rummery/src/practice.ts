// practice.ts - a position that somebody plays from, as the core keeps it (src/wasm/
// given_practice.c): what the seat does is judged there, and what comes of a goal.
import * as given from "./given.js";
import { Module, type RefusalExports, verdictOf } from "./module.js";
import type { Rules, Source, Verdict, View } from "./types.js";

interface PracticeExports extends RefusalExports {
  practice_set(seed: number, size: number): number;
  practice_restart(): void;
  practice_do(size: number): number;
  practice_table(): number;
  practice_told(): number;
  practice_judge(size: number): number;
  position_short(size: number): number;
}

/** How a position stands. */
export interface Standing extends Required<Rules> {
  view: View;
  /** Once the round is over: for each seat what it laid, its bonus, what is left. */
  scores?: number[][];
}

/** What was done, as it is told at a table; `why` where the whole table is told instead. */
export interface Told {
  seat: number;
  do: string;
  card?: string;
  turn?: number;
  why?: string;
}

/** What has come of a goal (src/practice/practice.h). */
export type Outcome = "open" | "met" | "missed";
const OUTCOMES: readonly Outcome[] = ["open", "met", "missed"];

export class Practice {
  private constructor(private readonly module: Module<PracticeExports>) {}

  static async load(
    source: Source = new URL("./record.wasm", import.meta.url),
  ): Promise<Practice> {
    return new Practice(await Module.load<PracticeExports>(source));
  }

  /** Begins with the short text of a position (docs/notation.md); false if nobody can play from
   *  it. What is not seen follows from the seed. */
  begin(position: string, seed: number): boolean {
    const { practice_set } = this.module.exports;
    given.whole(seed, "a seed", 0, 2 ** 32 - 1);
    const text = given.text(position, "a position");
    return this.module.about(text, (size) => practice_set(seed, size)) === 0;
  }

  /** Back to the beginning. */
  again(): void {
    this.module.exports.practice_restart();
  }

  /** What the seat does. */
  act(action: string): Verdict {
    const { practice_do } = this.module.exports;
    return verdictOf(this.module, this.module.about(given.text(action, "an action"), practice_do));
  }

  standing(): Standing {
    return this.answer(this.module.exports.practice_table(), "there is no position yet");
  }

  told(): Told {
    return this.answer(this.module.exports.practice_told(), "nothing was done yet");
  }

  /** What has come of a goal (docs/lessons.md). */
  judge(goal: string): Outcome {
    const { practice_judge } = this.module.exports;
    return OUTCOMES[this.module.about(given.text(goal, "a goal"), practice_judge)] ?? "missed";
  }

  /** The short text of what a seat sees; null if that does not hold together. */
  shortOf(rules: Rules, view: View): string | null {
    const text = given.position(rules, view);
    const size = this.module.about(text, this.module.exports.position_short);
    return size < 0 ? null : this.module.text(size);
  }

  private answer<T>(size: number, otherwise: string): T {
    if (size < 0) throw new Error(otherwise);
    return this.module.json(size);
  }
}
