// referee.ts - single questions to the core: is this meld correct, is this action allowed? The
// table asks none of them: what it arranges is judged as it lies (seat.ts).
import { printCards } from "../game/cards";
import type { Meld, Rules, Verdict } from "../game/types";
import type { ViewMessage } from "../link/messages";
import { headerOf, positionOf } from "./lines";
import recordUrl from "./record.wasm?url";
import { Module, type RefusalExports, verdictOf } from "./wasm";

export interface Referee {
  /** Whether one meld by itself is correct. */
  meld(rules: Rules, meld: Meld): Verdict;
  /** Whether the viewer may do this now; `view.viewer` must be on turn. */
  action(rules: Rules, view: ViewMessage, action: string): Verdict;
}

interface JudgeExports extends RefusalExports {
  rules_set(size: number): number;
  rules_meld(size: number): number;
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

  action(rules: Rules, view: ViewMessage, action: string): Verdict {
    const { exports } = this.module;
    this.tell(positionOf(rules, view), exports.position_set);
    return verdictOf(this.module, this.module.about(action, exports.position_action));
  }

  private tell(text: string, set: (size: number) => number): void {
    if (text === this.told) return;
    this.told = "";
    if (this.module.about(text, set) !== 0) throw new Error(`this is no position:\n${text}`);
    this.told = text;
  }
}

export async function loadReferee(url: string = recordUrl): Promise<Referee> {
  return new WasmReferee(await Module.load<JudgeExports>(url));
}
