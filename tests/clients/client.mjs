// client.mjs - a client of a table made of npm's `ws`: sends requests and waits for their
// answers, keeps every message, follows the game by the moves alone, and plays by player.mjs.
import { randomBytes } from "node:crypto";
import WebSocket from "../../web/node_modules/ws/wrapper.mjs";
import { makeTable, newId, PATIENCE_MS, sleep } from "./harness.mjs";
import { choose } from "./player.mjs";
import { applyMove, readView, sameView } from "./view.mjs";

const rate = { perSecond: 19, burst: 110 }; // a little below what a connection may send

export class Client {
  constructor(port, table, key, more = {}) {
    Object.assign(this, { port, table, key, game: null, me: null, view: null, seq: 0 });
    Object.assign(this, { options: more, messages: [], waiting: [], differences: [] });
    Object.assign(this, { mixes: new Map(), commits: new Map(), moves: 0, over: [] });
  }

  // Says hello; with `after` only what was missed comes.
  async connect(after) {
    this.socket = new WebSocket(`ws://localhost:${this.port}/ws`, this.options.protocols ?? [],
      this.options.ws ?? {});
    this.bucket = { left: rate.burst, at: Date.now() };
    this.closed = new Promise((done) => this.socket.on("close", (code) => done(code)));
    this.socket.on("message", (data) => this.take(String(data)));
    this.socket.on("error", () => {});
    const socket = this.socket;
    await new Promise((done, fail) => {
      socket.once("open", done);
      socket.once("close", () => fail(new Error("no connection")));
    });
    const hello = { do: "hello", version: 1, table: this.table, after };
    if (this.key !== undefined) hello.key = this.key;
    if (this.options.whole) hello.whole = true;
    const answer = this.wait((m) => m.table !== undefined || m.resumed !== undefined || m.error);
    this.send(hello);
    return answer;
  }

  send(message) {
    this.socket.send(JSON.stringify(message));
  }

  // Never faster than the server allows.
  async sendSlowly(message) {
    const now = Date.now();
    const left = this.bucket.left + (now - this.bucket.at) * rate.perSecond / 1000;
    this.bucket = { left: Math.min(rate.burst, left) - 1, at: now };
    if (this.bucket.left < 0) await sleep(-this.bucket.left * 1000 / rate.perSecond);
    this.send(message);
  }

  // The next message that fits, also among those that came since `from`.
  wait(fits, ms = PATIENCE_MS, from = this.messages.length) {
    const found = this.messages.slice(from).find(fits);
    if (found !== undefined) return Promise.resolve(found);
    const coming = new Promise((done, fail) => {
      const last = () => JSON.stringify(this.messages.slice(-3));
      const timer = setTimeout(() => fail(new Error(`nothing like ${fits}: ${last()}`)), ms);
      this.waiting.push({ fits, done: (message) => (clearTimeout(timer), done(message)) });
    });
    coming.catch(() => {}); // whoever still waits for it is told; whoever does not need not be
    return coming;
  }

  // Sends a request with an id of its own and waits for its answer.
  async ask(request) {
    const id = request.id ?? newId();
    const answer = this.wait((m) => m.id === id);
    await this.sendSlowly({ id, ...request });
    return answer;
  }

  take(text) {
    const message = JSON.parse(text);
    this.messages.push(message);
    try {
      this.follow(message);
    } catch (error) {
      this.differences.push(error.message);
    }
    this.waiting = this.waiting.filter(({ fits, done }) => !fits(message) || done(message));
  }

  follow(message) {
    if (message.table !== undefined) this.followTable(message);
    else if (message.seq !== undefined && message.do !== undefined) this.followMove(message);
    else if (message.turn?.viewer !== undefined) this.compare(readView(message.turn, this.me));
    const commit = message.commit ?? message.over?.commit;
    if (commit !== undefined) this.mix(commit);
  }

  followTable(message) {
    Object.assign(this, { seq: message.seq, game: message.game, phase: message.phase });
    this.me = message.you[0] ?? null;
    if (message.views !== undefined) this.view = readView(message.views[0], this.me);
  }

  followMove(message) {
    if (message.seq !== this.seq + 1)
      this.differences.push(`${message.seq} follows ${this.seq}`);
    this.seq = message.seq;
    this.moves += 1;
    applyMove(this.view, this.me, message, this.game);
    if (message.over !== undefined) {
      this.phase = message.over.phase;
      this.over.push(message.over);
    }
  }

  compare(told) {
    if (!sameView(told, this.view))
      this.differences.push(JSON.stringify([told, this.view]));
  }

  // Own random bytes for each deal, sent as soon as its commitment is known.
  mix({ deal, hash }) {
    if (this.key === undefined || this.mixes.has(deal) || this.options.silent) return;
    this.commits.set(deal, hash);
    this.mixes.set(deal, randomBytes(8).toString("hex"));
    this.send({ do: "mix", deal, bytes: this.mixes.get(deal) });
  }

  get isOnTurn() {
    return this.phase === "playing" && this.view?.seat === this.me && this.me !== null;
  }

  // Plays until the round is over or `isEnough`; returns how many actions were refused.
  async play(isEnough = () => false) {
    let refused = 0;
    while (this.phase !== "scored" && this.phase !== "over" && !isEnough()) {
      if (!this.isOnTurn) {
        const seq = this.seq;
        await this.wait(() => this.isOnTurn || this.seq > seq || isEnough() ||
          this.phase === "scored" || this.phase === "over", PATIENCE_MS, this.messages.length - 1);
        continue;
      }
      const action = choose(this.game, this.me, this.view);
      const answer = await this.ask({ do: "act", action, at: this.seq });
      if (answer.error === undefined) continue;
      refused += 1;
      this.differences.push(`${action}: ${JSON.stringify(answer)}`);
      if (refused > 3) throw new Error(this.differences.join("\n"));
    }
    return refused;
  }

  // The line breaks without a word.
  async cut() {
    this.socket.terminate();
    await this.closed;
  }

  async end() {
    this.socket.close(1000);
    return this.closed;
  }
}

// Anna holds both seats, so that one client can move all the time.
export async function sitAlone(server, more = {}) {
  const made = await makeTable(server, { options: { first: 0, turn_seconds: 0, rounds: 9 },
    seats: [{ name: "Anna" }, { name: "Carl" }], ...more });
  const anna = new Client(server.port, made.table, made.key);
  await anna.connect();
  const dealt = anna.wait((m) => m.why === "deal");
  await anna.ask({ do: "start" });
  await dealt;
  return { made, anna };
}

// Where the table stands now, asked for by a new client.
export async function seqOf(server, made) {
  const client = new Client(server.port, made.table, made.key, { silent: true });
  await client.connect();
  client.socket.terminate();
  return client.seq;
}

// Draws, round after round, until the line ends; tells what was acknowledged.
export async function moveOn(anna, tell) {
  const ask = (request) => Promise.race([anna.ask(request).catch(() => ({})), anna.closed]);
  for (;;) {
    const answer = await ask({ do: "act", action: "draw" });
    if (answer.seq !== undefined) tell(answer.seq);
    else if (answer.error === "not_now") await ask({ do: "next" });
    else return;
  }
}
