// bot-turn.ts - one decision of a computer player: it thinks while it seems to think, and can be
// hurried or stopped.
import type { Thinker } from "../core/thinker";
import { parseTable } from "../game/tables";
import type { Meld, Player, Rules, View } from "../game/types";

// laying six cards takes longer than laying one; src/bots/pace.h has the same for the server
const QUARTERS_MAX = 8;

const cardCount = (table: readonly Meld[]): number =>
  table.reduce((sum, { cards }) => sum + cards.length, 0);

function quartersFor(view: View, text: string | null): number {
  if (!text?.startsWith("play")) return 0;
  return Math.min(QUARTERS_MAX, cardCount(parseTable(text)) - cardCount(view.table));
}

export class BotTurn {
  isStopped = false;
  private isHurried = false;
  private end: () => void = () => {};

  constructor(
    private readonly thinker: Thinker,
    private readonly pauseMs: number,
  ) {}

  /** Null where the thinker has failed. */
  async decide(rules: Rules, view: View, player: Player): Promise<string | null> {
    const thought = this.thinker.decide(rules, view, player).catch(() => null);
    const [action] = await Promise.all([thought, this.wait(this.pauseMs)]);
    await this.wait((this.pauseMs * quartersFor(view, action)) / 4);
    return action;
  }

  private wait(ms: number): Promise<void> {
    if (this.isHurried || ms === 0) return Promise.resolve();
    return new Promise((done) => {
      const timer = setTimeout(done, ms);
      this.end = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  hurry(): void {
    this.isHurried = true;
    this.end();
  }

  stop(): void {
    this.isStopped = true;
    this.hurry();
  }
}

/** What can nearly always be done: one of these is legal, whatever the game and phase. */
export function simpleActions(view: View): string[] {
  const rack = view.viewer === null ? [] : (view.racks[view.viewer] ?? []);
  const discards = [...rack].reverse().map((card) => `discard ${card}`);
  return ["draw", "draw discard", "pass", ...discards];
}
