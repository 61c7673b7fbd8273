// bot-turn.ts - one decision of a computer player: it thinks while it seems to think, and can be
// hurried or stopped.
import type { Thinker } from "../core/thinker";
import type { Rules, View } from "../game/types";

export class BotTurn {
  isStopped = false;
  private end: () => void = () => {};
  private readonly pause: Promise<void>;

  constructor(
    private readonly thinker: Thinker,
    pauseMs: number,
  ) {
    this.pause = new Promise((done) => {
      const timer = setTimeout(done, pauseMs);
      this.end = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  /** Null where the thinker has failed. */
  async decide(rules: Rules, view: View, level: number): Promise<string | null> {
    const thought = this.thinker.decide(rules, view, level).catch(() => null);
    const [action] = await Promise.all([thought, this.pause]);
    return action;
  }

  hurry(): void {
    this.end();
  }

  stop(): void {
    this.isStopped = true;
    this.end();
  }
}

/** What can nearly always be done: one of these is legal, whatever the game and phase. */
export function simpleActions(view: View): string[] {
  const rack = view.viewer === null ? [] : (view.racks[view.viewer] ?? []);
  const discards = [...rack].reverse().map((card) => `discard ${card}`);
  return ["draw", "draw discard", "pass", ...discards];
}
