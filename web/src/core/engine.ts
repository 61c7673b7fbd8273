// engine.ts - solver and computer players as a module. It may take long: engine.worker.ts runs it
// away from the page's thread.
import type { Findings, Gain } from "../game/review";
import type { Meld, Play, Player, Rules } from "../game/types";
import type { ViewMessage } from "../link/messages";
import { printCards } from "../game/cards";
import type { OnTurn, PutRight } from "./analyst";
import engineUrl from "./engine.wasm?url";
import { headerOf, positionOf } from "./lines";
import { Module, type TextExports } from "./wasm";

interface EngineExports extends TextExports {
  position_set(size: number): number;
  engine_hint(): number;
  engine_out(): number;
  engine_decide(level: number, seedHigh: number, seedLow: number): number;
  engine_rounds(played: number): void;
  engine_total(seat: number, total: number): void;
  engine_best(count: number, byValue: number): number;
  engine_gains(): number;
  rules_set(size: number): number;
  engine_mixed(size: number): number;
  review_start(lines: number, seed: number, size: number): number;
  review_line(size: number): number;
  review_findings(): number;
}

/** Any will do, but always the same: a review is to say the same each time. */
const REVIEW_SEED = 1;

export class Engine {
  private constructor(private readonly module: Module<EngineExports>) {}

  static async load(url: string = engineUrl): Promise<Engine> {
    const worker = { now_ms: () => performance.now() };
    return new Engine(await Module.load<EngineExports>(url, { worker }));
  }

  /** The best play of the viewer, who is on turn; null where nothing can be laid. */
  hint(rules: Rules, view: ViewMessage): Play | null {
    this.tell(rules, view);
    const size = this.module.exports.engine_hint();
    if (size < 0) throw new Error("the viewer is not on turn");
    return size === 0 ? null : this.module.json(size);
  }

  /** Whether the viewer, who is on turn, can go out now. */
  canGoOut(rules: Rules, view: ViewMessage): boolean {
    this.tell(rules, view);
    return this.module.exports.engine_out() === 1;
  }

  /** What a computer player does; equal seeds give equal answers, but for the expert. */
  decide(rules: Rules, view: ViewMessage, player: Player, seed: readonly [number, number]): string {
    const { engine_decide, engine_rounds, engine_total } = this.module.exports;
    this.tell(rules, view);
    engine_rounds(player.rounds);
    player.totals.forEach((total, seat) => engine_total(seat, total));
    const size = engine_decide(player.level, seed[0], seed[1]);
    if (size < 0) throw new Error("the viewer is not on turn");
    return this.module.text(size);
  }

  /** The best plays of the viewer, who is on turn and may lay; none where nothing can be laid. */
  best(rules: Rules, view: ViewMessage, count: number): Play[] {
    this.tell(rules, view);
    const size = this.module.exports.engine_best(count, 0);
    if (size < 0) throw new Error("the viewer may not lay now");
    return this.module.json(size);
  }

  /** Which further cards would let the viewer lay more. */
  gains(rules: Rules, view: ViewMessage): Gain[] {
    this.tell(rules, view);
    const size = this.module.exports.engine_gains();
    if (size < 0) throw new Error("the viewer may not lay now");
    return this.module.json(size);
  }

  /** Melds that were mixed up, put right. */
  mixed(rules: Rules, melds: readonly Meld[]): PutRight | null {
    const { rules_set, engine_mixed } = this.module.exports;
    if (this.module.about(headerOf(rules), rules_set) !== 0) throw new Error("no rules");
    const table = melds.map(({ cards }) => `[${printCards(cards)}]`).join(" ");
    const size = this.module.about(table, engine_mixed);
    return size < 0 ? null : this.module.json(size);
  }

  /** What the match of a record was like; each turn is told as soon as it is judged. */
  review(lines: readonly string[], onTurn: OnTurn): Findings {
    const [header = "", ...actions] = lines;
    const { review_start, review_line, review_findings } = this.module.exports;
    const start = (size: number) => review_start(actions.length, REVIEW_SEED, size);
    if (this.module.about(header, start) !== 0) throw new Error(`no record: ${header}`);
    actions.forEach((line, i) => {
      const size = this.module.about(line, review_line);
      if (size < 0) throw new Error(`line ${i + 1}: ${line}`);
      if (size > 0) onTurn(this.module.json(size), i + 1);
    });
    return this.module.json(review_findings());
  }

  private tell(rules: Rules, view: ViewMessage): void {
    const text = positionOf(rules, view);
    const { position_set } = this.module.exports;
    if (this.module.about(text, position_set) !== 0) throw new Error(`no position:\n${text}`);
  }
}
