// follow.mjs - whether the page's view, followed move by move, is what the server shows to who
// comes anew: after every move of whole matches of all games, for a player and for a watcher.
// usage: node follow.mjs RUMMERY
import { isDeepStrictEqual } from "node:util";
import WebSocket from "../../web/node_modules/ws/wrapper.mjs";
import { check, makeTable, newId, PATIENCE_MS, runAll, start, until } from "../clients/harness.mjs";
import { choose } from "../clients/player.mjs";
import { load } from "./load.mjs";

const { Seat } = await load("core/seat");

const shorten = (value) => JSON.stringify(value).slice(0, 1500);

/** One end of a table. A follower remembers its view after each seq. */
class End {
  constructor(port, table, key) {
    Object.assign(this, { table, key, views: new Map(), moves: 0, rules: null, view: null });
    this.coming = Seat.load().then((core) => (this.core = core));
    this.socket = new WebSocket(`ws://localhost:${port}/ws`);
    this.socket.on("open", () => this.hello());
    this.socket.on("message", (data) => {
      this.coming = this.coming.then(() => this.take(JSON.parse(String(data))));
    });
    this.onTable = () => {};
    this.onMove = () => {};
  }

  send(message) {
    this.socket.send(JSON.stringify(message));
  }

  hello() {
    this.send({ do: "hello", version: 1, table: this.table, key: this.key });
  }

  take(message) {
    if (message.error !== undefined) check(false, "nothing is refused", shorten(message));
    if (message.table !== undefined) this.takeTable(message);
    else if (message.do !== undefined) this.takeMove(message);
  }

  takeTable(message) {
    const { game, options, seats, phase, seq } = message;
    Object.assign(this, { rules: { game, options, players: seats.length }, phase, seq });
    [this.me] = message.you;
    const [shown] = message.views ?? [];
    [this.view = null] = this.core.tell(this.rules, shown === undefined ? [] : [shown]);
    this.views.set(seq, this.view?.message ?? null);
    this.onTable(message);
  }

  takeMove(message) {
    this.seq = message.seq;
    this.moves += 1;
    this.phase = message.over?.phase ?? this.phase;
    const followed = this.core.follow(message, 1);
    check(followed !== null, "a move is followed", shorten(message));
    [this.view] = followed;
    this.views.set(this.seq, this.view.message);
    this.onMove(message);
  }
}

/** Compares what one end followed with what another is shown, as soon as both know it: either may
 *  be ahead of the other. The other asks after every move. */
function compare(what, follower, fresh) {
  let compared = 0;
  const early = [];
  const compareOne = ({ seq, shown }) => {
    const followed = follower.views.get(seq);
    if (followed === undefined || followed === null) return false;
    compared += 1;
    check(isDeepStrictEqual(followed, shown), `${what}: the view after ${seq} is the server's`,
      shorten([followed, shown]));
    return true;
  };
  follower.onMove = () => {
    fresh.hello();
    early.splice(0, early.length, ...early.filter((one) => !compareOne(one)));
  };
  fresh.onTable = ({ seq, views }) => {
    if (views === undefined) return;
    const one = { seq, shown: views[0] };
    if (!compareOne(one)) early.push(one);
  };
  return () => compared;
}

function act(end) {
  const { view, me, rules } = end;
  if (end.phase === "scored" && end.acted !== end.seq) {
    end.acted = end.seq;
    end.send({ id: newId(), do: "next" });
  }
  if (end.phase !== "playing" || view?.seat !== me || end.acted === end.seq) return;
  end.acted = end.seq;
  const action = choose(rules.game, me, { ...view, rack: view.racks[me] });
  end.send({ id: newId(), do: "act", action, seat: me, at: end.seq });
}

async function follow(game, options, seats) {
  const server = await start(`follow-${game}-${seats}`, "--bot-pause", "70");
  const bots = Array.from({ length: seats - 1 }, (_, i) => ({ bot: 3 + i }));
  const made = await makeTable(server, {
    game, options, seats: [{ name: "Anna" }, ...bots],
  });
  const ends = [made.key, made.key, undefined, undefined].map(
    (key) => new End(server.port, made.table, key));
  const [player, fresh, watcher, freshWatcher] = ends;
  const counts = [compare(`${game}, a player`, player, fresh),
    compare(`${game}, a watcher`, watcher, freshWatcher)];
  await until(() => ends.every((end) => end.rules !== null));
  player.send({ id: newId(), do: "start" });
  const isOver = await until(() => {
    act(player);
    return player.phase === "over";
  }, 4 * PATIENCE_MS);
  check(isOver, `${game}: the match comes to its end`, shorten(player.view));
  const isCompared = await until(
    () => counts.every((count, i) => count() >= 0.9 * ends[2 * i].moves));
  check(isCompared && player.moves > 20, `${game}: many views were compared`,
    String(counts.map((count) => count())));
  console.log(`${game}, ${seats} seats: ${player.moves} moves, ` +
    `${counts.map((count) => count()).join(" and ")} views compared`);
  for (const end of ends) end.socket.terminate();
  server.child.kill("SIGTERM");
  await server.ended;
}

async function testFollowing() {
  await Promise.all([
    follow("exclusiv", { turn_seconds: 0, rounds: 2 }, 3),
    follow("photo", { rounds: 3 }, 3),
    follow("princess", { rediscard: "no", rounds: 3 }, 2),
    follow("princess", { first_meld: 0, rounds: 3 }, 4),
  ]);
}

await runAll([testFollowing]);
