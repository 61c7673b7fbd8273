// bot.ts - a computer player of one level, with chance of its own. All players of a program share
// one engine: they are told everything anew with each question.
import { Engine } from "./engine.js";
import * as given from "./given.js";
import { host } from "./host.js";
import { Match } from "./match.js";
import { once } from "./once.js";
import type { Player, Rules, Seed, View } from "./types.js";

/** The one engine of all who bring none. */
export const sharedEngine = once(() => Engine.load());

export class Bot {
  private decisions = 0;

  private constructor(
    private readonly engine: Engine,
    readonly level: number,
    private readonly seed: readonly [number, number],
  ) {}

  /** Levels 1 to 6, and 7 that only plays to win. The same seed makes the same choices, on every
   *  machine. */
  static async load(level: number, seed?: Seed, engine?: Engine): Promise<Bot> {
    given.whole(level, "a level", 1, 7);
    given.need(engine === undefined || engine instanceof Engine, "this is no engine");
    const [high = 0, low = 0] = seed === undefined ? host.random() : given.seedWords(seed);
    return new Bot(engine ?? await sharedEngine(), level, [high, low]);
  }

  /** What it does in place of whoever is on turn, by what that seat sees. */
  decide(match: Match): string {
    given.need(match instanceof Match, "a match is expected, as Match.start() makes it");
    const { seat } = match;
    if (seat === null) throw new Error(`nobody is on turn: the match needs ${match.needs}`);
    return this.decideFor(match.rules, match.view(seat), match.standing());
  }

  /** The same from a view, of any table; the standing counts in matches of several rounds. */
  decideFor(
    rules: Rules,
    view: View,
    standing: Omit<Player, "level"> = { rounds: 0, totals: [] },
  ): string {
    const { level, seed: [high, low] } = this;
    given.object(standing, "a standing must be an object with rounds and totals");
    const { rounds, totals } = standing;
    const next = (low + this.decisions) % 2 ** 32;
    const action = this.engine.decide(rules, view, { level, rounds, totals }, [high, next]);
    this.decisions += 1;
    return action;
  }
}
