// sheet.ts - the scores of people who play with the real box, as the core counts them
// (src/wasm/sheet.c).
import { printCards } from "../game/cards";
import type { Card, Rules } from "../game/types";
import { headerOf } from "./lines";
import recordUrl from "./record.wasm?url";
import { Module, type TextExports } from "./wasm";

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

export class Sheet {
  private constructor(private readonly module: Module<SheetExports>) {}

  static async load(url: string = recordUrl): Promise<Sheet> {
    return new Sheet(await Module.load<SheetExports>(url));
  }

  /** What cards count that are laid, or left to somebody. */
  points(rules: Rules, where: "laid" | "left", cards: readonly Card[]): number {
    this.tell(rules);
    const { sheet_laid, sheet_left } = this.module.exports;
    return this.module.about(printCards(cards), where === "laid" ? sheet_laid : sheet_left);
  }

  /** For each seat what it laid, its bonus, what is left. */
  scores(rules: Rules, winner: number | null, counted: readonly Counted[]): number[][] {
    const { sheet_count, sheet_scores } = this.module.exports;
    this.tell(rules);
    counted.forEach(({ laid, bonus, left, hasLaid }, seat) =>
      sheet_count(seat, laid, bonus, left, Number(hasLaid)));
    return this.module.json(sheet_scores(winner ?? NOBODY));
  }

  standing(rules: Rules, rounds: number, first: number, totals: readonly number[]): Standing {
    const { sheet_total, sheet_standing } = this.module.exports;
    this.tell(rules);
    totals.forEach((total, seat) => sheet_total(seat, total));
    return this.module.json(sheet_standing(rounds, first));
  }

  private tell(rules: Rules): void {
    const header = headerOf(rules);
    if (this.module.about(header, this.module.exports.rules_set) !== 0)
      throw new Error(`no rules: ${header}`);
  }
}
