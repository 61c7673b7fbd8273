// engine.ts - solver and computer players as a module. It may take long: engine.worker.ts runs it
// away from the page's thread.
import { parseCards } from "../game/cards";
import { parseTable } from "../game/tables";
import type { Hint, Player, Rules, View } from "../game/types";
import engineUrl from "./engine.wasm?url";
import { printPosition } from "./position";
import { linesByName, Module, type TextExports } from "./wasm";

interface EngineExports extends TextExports {
  position_set(size: number): number;
  engine_hint(): number;
  engine_out(): number;
  engine_decide(level: number, seedHigh: number, seedLow: number): number;
  engine_rounds(played: number): void;
  engine_total(seat: number, total: number): void;
}

export class Engine {
  private constructor(private readonly module: Module<EngineExports>) {}

  static async load(url: string = engineUrl): Promise<Engine> {
    const worker = { now_ms: () => performance.now() };
    return new Engine(await Module.load<EngineExports>(url, { worker }));
  }

  /** The best play of the viewer, who is on turn; null where nothing can be laid. */
  hint(rules: Rules, view: View): Hint | null {
    this.tell(rules, view);
    const size = this.module.exports.engine_hint();
    if (size === 0) return null;
    const lines = linesByName(this.answer(size));
    const one = (name: string) => lines.get(name)?.[0] ?? "";
    return {
      action: one("action"),
      cards: Number(one("cards")),
      points: Number(one("points")),
      isOut: one("out") === "1",
      laid: parseCards(one("laid")),
      table: parseTable(one("action").replace(/^play /, "")),
    };
  }

  /** Whether the viewer, who is on turn, can go out now. */
  canGoOut(rules: Rules, view: View): boolean {
    this.tell(rules, view);
    return this.module.exports.engine_out() === 1;
  }

  /** What a computer player does; equal seeds give equal answers, but for the expert. */
  decide(rules: Rules, view: View, player: Player, seed: readonly [number, number]): string {
    const { engine_decide, engine_rounds, engine_total } = this.module.exports;
    this.tell(rules, view);
    engine_rounds(player.rounds);
    player.totals.forEach((total, seat) => engine_total(seat, total));
    return this.answer(engine_decide(player.level, seed[0], seed[1]));
  }

  private tell(rules: Rules, view: View): void {
    const text = printPosition(rules, view);
    const { position_set } = this.module.exports;
    if (this.module.about(text, position_set) !== 0) throw new Error(`no position:\n${text}`);
  }

  private answer(size: number): string {
    if (size <= 0) throw new Error("the viewer is not on turn");
    return this.module.text(size);
  }
}
