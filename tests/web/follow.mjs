// follow.mjs - whether what a page's device shows, told move by move, is what a fresh one shows
// that was told nothing but the whole table: after every move of whole matches of all games, for a
// player and for a watcher.
// usage: node follow.mjs RUMMERY
import { isDeepStrictEqual } from "node:util";
import WebSocket from "../../web/node_modules/ws/wrapper.mjs";
import { check, makeTable, newId, PATIENCE_MS, runAll, start, until } from "../clients/harness.mjs";
import { choose } from "../clients/player.mjs";
import { load } from "./load.mjs";

globalThis.crypto ??= (await import("node:crypto")).webcrypto;
const { Device } = await load("core/device");
const STACKS = 5; // as many as any game has

const shorten = (value) => JSON.stringify(value).slice(0, 3000);
const sorted = (cards) => [...cards].sort().join(" ");
const namesOf = (pieces) => pieces.map(({ card }) => card);

/** What there is to see; pieces by their cards, racks in no order. Null before a deal. */
function shownIn({ view, arrangement: { melds, rack }, ...model }) {
  const { phase, seat, totals, sheet, parts, round, match, here, isCurtained, isShowing } = model;
  return view === null ? null : {
    ...view, racks: view.racks.map(sorted), rack: sorted(namesOf(rack)),
    melds: melds.map(({ owner, place, pieces }) => ({ owner, place, cards: namesOf(pieces) })),
    over: phase, shown: seat, totals, sheet, parts, round, match, here, isCurtained, isShowing,
  };
}

/** One end of a table. A follower remembers what it showed after each seq; who comes anew has
 *  a device of its own for each whole table. */
class End {
  constructor(port, game, table, key, isFresh = false) {
    Object.assign(this, { game, table, key, isFresh, shown: new Map(), moves: 0, model: null });
    this.onTold = () => {};
    this.device = this.listen();
    this.socket = new WebSocket(`ws://localhost:${port}/ws`);
    this.socket.on("open", () => this.hello());
    this.coming = Promise.resolve();
    this.socket.on("message", (data) => {
      this.coming = this.coming.then(() => this.take(String(data)));
    });
  }

  async listen() {
    const device = await Device.remote(false);
    device.onLine = (mark, text) => {
      check(mark !== "<", "a move is followed");
      if (mark === ">") this.socket.send(text);
    };
    return device;
  }

  send(message) {
    this.socket.send(JSON.stringify(message));
  }

  hello() {
    this.send({ do: "hello", version: 1, table: this.table, key: this.key });
  }

  async take(text) {
    const message = JSON.parse(text);
    const isTable = message.table !== undefined;
    if (message.error !== undefined) check(false, "nothing is refused", text);
    if (this.isFresh && !isTable) return;
    if (this.isFresh) this.device = this.listen();
    const device = await this.device;
    device.take(text);
    device.shown();
    this.model = device.model(STACKS);
    if (message.seq === undefined || (!isTable && message.do === undefined)) return;
    this.seq = message.seq;
    this.shown.set(this.seq, shownIn(this.model));
    this.moves += Number(!isTable);
    this.onTold(isTable);
  }
}

/** Compares what one end followed with what another is told anew, as soon as both know it: either
 *  may be ahead of the other. The other asks after every move. */
function compare(what, follower, fresh) {
  let compared = 0;
  const early = [];
  const compareOne = ({ seq, shown }) => {
    const followed = follower.shown.get(seq);
    if (followed === undefined || followed === null) return false;
    compared += 1;
    check(isDeepStrictEqual(followed, shown), `${what}: what is shown after ${seq} is so`,
      shorten([followed, shown]));
    return true;
  };
  follower.onTold = (isTable) => {
    if (!isTable) fresh.hello();
    early.splice(0, early.length, ...early.filter((one) => !compareOne(one)));
  };
  fresh.onTold = () => {
    const one = { seq: fresh.seq, shown: fresh.shown.get(fresh.seq) };
    if (one.shown !== null && !compareOne(one)) early.push(one);
  };
  return () => compared;
}

function act(end) {
  const { model, game } = end;
  if (model === null || end.acted === end.seq) return;
  const { phase, view, arrangement: { melds, rack }, seat } = model;
  if (phase === "scored") {
    end.acted = end.seq;
    end.send({ id: newId(), do: "next" });
  }
  if (phase !== "playing" || view === null || view.seat !== seat) return;
  end.acted = end.seq;
  const table = melds.map(({ owner, pieces }) => ({ owner, cards: namesOf(pieces) }));
  const action = choose(game, seat, { ...view, rack: namesOf(rack), table });
  end.send({ id: newId(), do: "act", action, seat, at: end.seq });
}

async function follow(game, options, seats) {
  const server = await start(`follow-${game}-${seats}`, "--bot-pause", "70");
  const bots = Array.from({ length: seats - 1 }, (_, i) => ({ bot: 3 + i }));
  const made = await makeTable(server, {
    game, options, seats: [{ name: "Anna" }, ...bots],
  });
  const ends = [made.key, made.key, undefined, undefined].map(
    (key, i) => new End(server.port, game, made.table, key, i % 2 === 1));
  const [player, fresh, watcher, freshWatcher] = ends;
  const counts = [compare(`${game}, a player`, player, fresh),
    compare(`${game}, a watcher`, watcher, freshWatcher)];
  await until(() => ends.every((end) => end.model !== null));
  player.send({ id: newId(), do: "start" });
  const isOver = await until(() => {
    act(player);
    return player.model.phase === "over";
  }, 4 * PATIENCE_MS);
  check(isOver, `${game}: the match comes to its end`, shorten(shownIn(player.model)));
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
