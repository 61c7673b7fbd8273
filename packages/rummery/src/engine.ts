// engine.ts - solver and computer players as a module. It may take long: whoever has a screen to
// draw runs it in a worker.
import * as given from "./given.js";
import { Module, type TextExports } from "./module.js";
import type {
  Findings, Gain, Meld, OnTurn, Play, Player, PutRight, Rules, Seed, Source, View,
} from "./types.js";

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
const LEVEL_MAX = 7;
const WORD_MAX = 2 ** 31 - 1;

/** What the module says where there is no memory to think with. */
const NO_MEMORY = -2;

function thought(answer: number): number {
  if (answer === NO_MEMORY) throw new Error("there is no memory to think with");
  return answer;
}

export class Engine {
  private constructor(private readonly module: Module<EngineExports>) {}

  static async load(
    source: Source = new URL("./engine.wasm", import.meta.url),
  ): Promise<Engine> {
    return new Engine(await Module.load<EngineExports>(source));
  }

  /** The best play of the viewer, who is on turn; null where nothing can be laid. */
  hint(rules: Rules, view: View): Play | null {
    this.tell(rules, view);
    const size = thought(this.module.exports.engine_hint());
    if (size < 0) throw new Error("the viewer is not on turn");
    return size === 0 ? null : this.module.json(size);
  }

  /** Whether the viewer, who is on turn, can go out now. */
  canGoOut(rules: Rules, view: View): boolean {
    this.tell(rules, view);
    return thought(this.module.exports.engine_out()) === 1;
  }

  /** What a computer player does: the same for the same position, player and seed, wherever it is
   *  asked. */
  decide(rules: Rules, view: View, player: Player, seed: Seed): string {
    const { engine_decide, engine_rounds, engine_total } = this.module.exports;
    given.object(player, "a player must be an object with level, rounds and totals");
    const level = given.whole(player.level, "a level", 1, LEVEL_MAX);
    const rounds = given.whole(player.rounds, "the rounds played", 0, WORD_MAX);
    const totals = given.list(player.totals, "totals").map((total) =>
      given.whole(total, "a total", -WORD_MAX, WORD_MAX));
    const [high, low] = given.seedWords(seed);
    this.tell(rules, view);
    engine_rounds(rounds);
    totals.forEach((total, seat) => engine_total(seat, total));
    const size = thought(engine_decide(level, high, low));
    if (size < 0) throw new Error("the viewer is not on turn");
    return this.module.text(size);
  }

  /** The best plays of the viewer, who is on turn and may lay, by cards or by points; at most 16,
   *  none where nothing can be laid. */
  best(rules: Rules, view: View, count: number, by: "cards" | "points" = "cards"): Play[] {
    given.whole(count, "how many plays", 1, WORD_MAX);
    given.need(by === "cards" || by === "points", "the best is counted by cards or by points");
    this.tell(rules, view);
    const size = this.module.exports.engine_best(count, Number(by === "points"));
    if (size < 0) throw new Error("the viewer may not lay now");
    return this.module.json(size);
  }

  /** Which further cards would let the viewer lay more. */
  gains(rules: Rules, view: View): Gain[] {
    this.tell(rules, view);
    const size = this.module.exports.engine_gains();
    if (size < 0) throw new Error("the viewer may not lay now");
    return this.module.json(size);
  }

  /** Melds that were mixed up, put right; null where the game's tables are never rearranged, or
   *  these are no cards of it. */
  mixed(rules: Rules, melds: readonly Pick<Meld, "cards">[]): PutRight | null {
    const { rules_set, engine_mixed } = this.module.exports;
    const table = given.list(melds, "melds")
      .map((meld) => `[${given.cards(meld?.cards, "the cards of a meld")}]`).join(" ");
    const header = given.header(rules);
    if (this.module.about(header, rules_set) !== 0)
      throw new Error(`these are no rules: ${header}`);
    const size = this.module.about(table, engine_mixed);
    return size < 0 ? null : this.module.json(size);
  }

  /** What the match of a record was like; each turn is told as soon as it is judged. */
  review(lines: readonly string[], onTurn: OnTurn = () => {}): Findings {
    const [header = "", ...actions] = given.list(lines, "a record")
      .map((line) => given.text(line, "a line of a record"));
    given.need(typeof onTurn === "function", "a function is told of each turn");
    const { review_start, review_line, review_findings } = this.module.exports;
    const start = (size: number) => review_start(actions.length, REVIEW_SEED, size);
    if (this.module.about(header, start) !== 0)
      throw new Error(`there is nothing to review: ${header}`);
    actions.forEach((line, i) => {
      const size = this.module.about(line, review_line);
      if (size < 0) throw new Error(`line ${i + 2} is refused: ${line}`);
      if (size > 0) onTurn(this.module.json(size), i + 1);
    });
    return this.module.json(review_findings());
  }

  private tell(rules: Rules, view: View): void {
    const text = given.position(rules, view);
    const { position_set } = this.module.exports;
    if (this.module.about(text, position_set) !== 0)
      throw new Error(`this does not hold together:\n${text}`);
  }
}
