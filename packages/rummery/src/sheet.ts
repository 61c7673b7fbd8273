// sheet.ts - the scores of people who play with the real box, as the core counts them
// (src/wasm/sheet.c).
import * as given from "./given.js";
import { Module, type TextExports } from "./module.js";
import type { Card, Rules, Source } from "./types.js";

interface SheetExports extends TextExports {
  rules_set(size: number): number;
  sheet_laid(size: number): number;
  sheet_left(size: number): number;
  sheet_count(seat: number, laid: number, bonus: number, left: number, hasLaid: number): void;
  sheet_scores(winner: number): number;
  sheet_total(seat: number, total: number): void;
  sheet_standing(rounds: number, first: number): number;
}

/** What somebody counted for one seat at the end of a round. */
export interface Counted {
  /** Points in front of it, where melds have owners. */
  laid: number;
  /** Cards on the table that bring a bonus, for whoever went out. */
  bonus: number;
  left: number;
  /** Whether it has laid any card, with others too. */
  hasLaid: boolean;
}

/** How a match stands after some rounds. */
export interface Standing {
  isOver: boolean;
  /** Who begins the next round. */
  starter: number;
  leaders: number[];
}

const NOBODY = 255;
/** More than anybody counts, and far from where numbers of the core would overflow. */
const MOST = 1_000_000;

const number = (counted: number): number => given.whole(counted, "what was counted", -MOST, MOST);

export class Sheet {
  private constructor(private readonly module: Module<SheetExports>) {}

  static async load(
    source: Source = new URL("./record.wasm", import.meta.url),
  ): Promise<Sheet> {
    return new Sheet(await Module.load<SheetExports>(source));
  }

  /** What cards count that are laid, or left to somebody. */
  points(rules: Rules, where: "laid" | "left", cards: readonly Card[]): number {
    const text = given.cards(cards, "cards");
    given.need(where === "laid" || where === "left", "cards are laid or left");
    this.tell(rules);
    const { sheet_laid, sheet_left } = this.module.exports;
    return this.module.about(text, where === "laid" ? sheet_laid : sheet_left);
  }

  /** For each seat what it laid, its bonus, what is left. */
  scores(rules: Rules, winner: number | null, counted: readonly Counted[]): number[][] {
    const { sheet_count, sheet_scores } = this.module.exports;
    const sums = given.list(counted, "what was counted").map((one) =>
      [number(one?.laid), number(one?.bonus), number(one?.left), Number(one?.hasLaid)] as const);
    const seat = winner === null ? NOBODY : given.whole(winner, "a winner", 0, NOBODY);
    this.tell(rules);
    sums.forEach(([laid, bonus, left, hasLaid], i) => sheet_count(i, laid, bonus, left, hasLaid));
    return this.module.json(sheet_scores(seat));
  }

  standing(rules: Rules, rounds: number, first: number, totals: readonly number[]): Standing {
    const { sheet_total, sheet_standing } = this.module.exports;
    given.whole(rounds, "the rounds played", 0, MOST);
    given.whole(first, "who begins", 0, NOBODY);
    const sums = given.list(totals, "totals").map(number);
    this.tell(rules);
    sums.forEach((total, seat) => sheet_total(seat, total));
    return this.module.json(sheet_standing(rounds, first));
  }

  private tell(rules: Rules): void {
    const header = given.header(rules);
    if (this.module.about(header, this.module.exports.rules_set) !== 0)
      throw new Error(`these are no rules: ${header}`);
  }
}
