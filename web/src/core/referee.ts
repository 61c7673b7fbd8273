// referee.ts - the core on the page's own thread: verdicts while a meld is being built.
import { printCards } from "../game/cards";
import type { Card, Meld, Rules, Verdict, View } from "../game/types";
import { headerOf, printPosition } from "./position";
import { type RefusalExports, verdictOf } from "./refusal";
import coreUrl from "./rummery.wasm?url";
import { Module } from "./wasm";

export interface Referee {
  /** Whether one meld by itself is correct. */
  meld(rules: Rules, meld: Meld): Verdict;
  /** Whether the viewer may do this now; `view.viewer` must be on turn. */
  action(rules: Rules, view: View, action: string): Verdict;
  /** Points of cards as they count for a first meld. */
  points(rules: Rules, cards: readonly Card[]): number;
}

interface JudgeExports extends RefusalExports {
  rules_set(size: number): number;
  rules_meld(size: number): number;
  rules_points(size: number): number;
  position_set(size: number): number;
  position_action(size: number): number;
}

class WasmReferee implements Referee {
  /** What the module was told last, so that the same is not told twice. */
  private told = "";

  constructor(private readonly module: Module<JudgeExports>) {}

  meld(rules: Rules, meld: Meld): Verdict {
    const { exports } = this.module;
    this.tell(headerOf(rules), exports.rules_set);
    const cards = `[${printCards(meld.cards)}]`;
    return verdictOf(this.module, this.module.about(cards, exports.rules_meld));
  }

  action(rules: Rules, view: View, action: string): Verdict {
    const { exports } = this.module;
    this.tell(printPosition(rules, view), exports.position_set);
    return verdictOf(this.module, this.module.about(action, exports.position_action));
  }

  points(rules: Rules, cards: readonly Card[]): number {
    const { exports } = this.module;
    this.tell(headerOf(rules), exports.rules_set);
    const points = this.module.about(printCards(cards), exports.rules_points);
    if (points < 0) throw new Error(`these are no cards of ${rules.game}: ${cards.join(" ")}`);
    return points;
  }

  private tell(text: string, set: (size: number) => number): void {
    if (text === this.told) return;
    this.told = "";
    if (this.module.about(text, set) !== 0) throw new Error(`this is no position:\n${text}`);
    this.told = text;
  }
}

export async function loadReferee(url: string = coreUrl): Promise<Referee> {
  return new WasmReferee(await Module.load<JudgeExports>(url));
}
