// holder.mjs - whoever holds a key of a frozen table: says hello, and plays every seat of the key
// from the whole views that the server sends at each turn, so that it need not remember anything.
import { Client } from "../clients/client.mjs";
import { PATIENCE_MS, until } from "../clients/harness.mjs";
import { choose } from "../clients/player.mjs";
import { readView } from "../clients/view.mjs";

let ids = 0;

export class Holder extends Client {
  constructor(port, table, key) {
    // without bytes of its own, so that a deal follows from what is in the store alone
    super(port, table, key, { silent: true, whole: true });
    Object.assign(this, { due: null, isGone: false });
  }

  // Ids as short as they may be: they are kept with every entry.
  ask(request) {
    ids += 1;
    return super.ask({ id: ids.toString(36), ...request });
  }

  take(text) {
    super.take(text);
    const message = this.messages.at(-1);
    if (message.turn?.viewer !== undefined) this.due = message;
  }

  cut() {
    this.isGone = true;
    return super.cut();
  }

  get isDue() {
    return this.due?.seq === this.seq && this.phase === "playing";
  }

  get isRoundOver() {
    return this.phase === "scored" || this.phase === "over";
  }

  // The action that the simple player would take; the last one is remembered with its id.
  async actOnce() {
    const { turn, seq, game } = this.due;
    const seat = turn.viewer;
    const action = choose(game, seat, readView(turn, seat));
    const { game: _, ...answer } = await this.ask({ do: "act", seat, action, at: seq });
    if (answer.error !== undefined) throw new Error(`${action}: ${JSON.stringify(answer)}`);
    this.lastAct = { id: answer.id, seat, action };
    await until(() => this.due.seq > seq || this.phase !== "playing" || this.due.turn === turn);
  }
}

// All of them play until the round is over, or until `isEnough` holds for one who is on turn, who
// then does not act.
export async function playRound(holders, isEnough = () => false) {
  let stopped = null;
  const play = async (holder) => {
    for (;;) {
      const isDone = () => stopped !== null || holder.isRoundOver || holder.isGone;
      const isMore = await until(() => isDone() || holder.isDue);
      if (!isMore) throw new Error(`nothing for ${PATIENCE_MS} ms: ${holder.table}`);
      if (isDone()) return;
      if (isEnough(holder)) stopped = holder;
      else await holder.actOnce();
    }
  };
  await Promise.all(holders.map(play));
  return stopped;
}
