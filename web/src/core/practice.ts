// practice.ts - a position that somebody plays from, as the core keeps it (src/wasm/
// given_practice.c): what the seat does is judged there, and what comes of a goal.
import type { Rules, Verdict } from "../game/types";
import type { ViewMessage } from "../link/messages";
import { positionOf } from "./lines";
import recordUrl from "./record.wasm?url";
import { Module, type RefusalExports, verdictOf } from "./wasm";

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
export interface Standing extends Rules {
  view: ViewMessage;
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

  static async load(url: string = recordUrl): Promise<Practice> {
    return new Practice(await Module.load<PracticeExports>(url));
  }

  /** Begins with the short text of a position; false if nobody can play from it. */
  begin(position: string, seed: number): boolean {
    const { practice_set } = this.module.exports;
    return this.module.about(position, (size) => practice_set(seed, size)) === 0;
  }

  again(): void {
    this.module.exports.practice_restart();
  }

  act(action: string): Verdict {
    return verdictOf(this.module, this.module.about(action, this.module.exports.practice_do));
  }

  standing(): Standing {
    return this.module.json(this.module.exports.practice_table());
  }

  told(): Told {
    return this.module.json(this.module.exports.practice_told());
  }

  judge(goal: string): Outcome {
    return OUTCOMES[this.module.about(goal, this.module.exports.practice_judge)] ?? "missed";
  }

  /** The short text of what a seat sees; null if that does not hold together. */
  shortOf(rules: Rules, view: ViewMessage): string | null {
    const text = positionOf(rules, view);
    const size = this.module.about(text, this.module.exports.position_short);
    return size < 0 ? null : this.module.text(size);
  }
}
