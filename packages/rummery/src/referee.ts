// referee.ts - single questions to the core: is this meld correct, is this action allowed?
import * as given from "./given.js";
import { Module, type RefusalExports, verdictOf } from "./module.js";
import type { Card, Rules, Source, Verdict, View } from "./types.js";

interface JudgeExports extends RefusalExports {
  rules_set(size: number): number;
  rules_meld(size: number): number;
  position_set(size: number): number;
  position_action(size: number): number;
}

export class Referee {
  /** What the module was told last, so that the same is not told twice. */
  private told = "";

  private constructor(private readonly module: Module<JudgeExports>) {}

  static async load(
    source: Source = new URL("./record.wasm", import.meta.url),
  ): Promise<Referee> {
    return new Referee(await Module.load<JudgeExports>(source));
  }

  /** Whether one meld by itself is correct. */
  meld(rules: Rules, cards: readonly Card[]): Verdict {
    const { exports } = this.module;
    const meld = `[${given.cards(cards, "a meld")}]`;
    this.tell(given.header(rules), exports.rules_set);
    return verdictOf(this.module, this.module.about(meld, exports.rules_meld));
  }

  /** Whether the viewer may do this now; `view.viewer` must be on turn. */
  action(rules: Rules, view: View, action: string): Verdict {
    const { exports } = this.module;
    given.text(action, "an action");
    this.tell(given.position(rules, view), exports.position_set);
    return verdictOf(this.module, this.module.about(action, exports.position_action));
  }

  private tell(text: string, set: (size: number) => number): void {
    if (text === this.told) return;
    this.told = "";
    if (this.module.about(text, set) !== 0)
      throw new Error(`this does not hold together:\n${text}`);
    this.told = text;
  }
}
