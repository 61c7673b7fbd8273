// scenario.mjs - the runs in which something fails: a server is started, a table made, joined,
// played at beside a computer player, read and copied, and the server stopped. Whoever meets an
// error asks again, as any client would; whatever was acknowledged is written down and looked
// for afterwards, by a server in which nothing fails.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { openWebSocket, sleep } from "../server/visitor.mjs";

const webFolder = resolve(dirname(fileURLToPath(import.meta.url)), "../page");
const PATIENCE_MS = 60000; // nothing may take so long
const TRIES = 12;          // one failure is met once or twice, not so often
const MOVES = 8;
const METRICS_KEY = "the-key-of-the-metrics-in-tests";

// What no server says of its own will: a crash, a failed check, a sanitizer's report.
const DISASTER = /Sanitizer|runtime error|Assertion|ASSERT|stack smashing|free\(\)|corrupt/;
const SENTENCE = /^rummery: \S.*/m;

export class Broken extends Error {}

const newId = () => randomBytes(12).toString("hex");

function within(promise, what, ms = PATIENCE_MS) {
  let timer;
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Broken(`nothing happens: ${what}`)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

// None of them outlives a driver that is stopped.
const running = new Set();
for (const signal of ["SIGINT", "SIGTERM"])
  process.once(signal, () => {
    for (const child of running) child.kill("SIGKILL");
    process.exit(1);
  });

// A process of the program; `fault` is null where nothing fails.
export function launch(program, args, fault, report, more = {}) {
  const env = { ...process.env, ...more, RUMMERY_METRICS_KEY: METRICS_KEY,
    ASAN_OPTIONS: "exitcode=66:quarantine_size_mb=1" };
  delete env.FAULTS;
  delete env.FAULTS_REPORT;
  if (fault !== null) env.FAULTS = fault;
  if (report !== undefined) env.FAULTS_REPORT = report;
  const child = spawn(program, args, { env });
  const one = { child, out: "", err: "", end: null };
  running.add(child);
  child.stdout.on("data", (data) => (one.out += data));
  child.stderr.on("data", (data) => (one.err += data));
  one.ended = new Promise((done) => child.on("close", (code, signal) => {
    one.end = { code, signal };
    running.delete(child);
    done(one.end);
  }));
  return one;
}

// wslay forgets a message that it has no memory to queue, the C library part of a locale: where
// they fail and all leaks come from there.
const isForeignLeak = (err, callers) => /wslay_queue_push|setlocale/.test(callers) &&
  [...err.matchAll(/leak of .*\n.*\n.*\n(.*)/g)].every(([, at]) => / in (wslay|_nl)_/.test(at));

// An end that says what was wrong, and is one of ours. Two things are not in our hands, and are
// allowed where a call of these libraries fails (`callers`): libuv knows no other way out than
// to abort, and others leak.
export function judgeEnd(one, callers) {
  const { code, signal } = one.end;
  const how = `code ${code} signal ${signal} ${one.err.slice(-1500)}`;
  if (code === 66 && isForeignLeak(one.err, callers)) return "a leak of a library's";
  if (DISASTER.test(one.err)) throw new Broken(`a disaster: ${how}`);
  if (signal === "SIGABRT" && callers.includes("libuv") && SENTENCE.test(one.err))
    return "given up by libuv";
  if (signal !== null || code === 66) throw new Broken(`it crashed: ${how}`);
  if (code === 0) return "ended well";
  if (!SENTENCE.test(one.err) && !/"is_saved":0/.test(one.err))
    throw new Broken(`it ended without a word: ${how}`);
  return code === 1 ? "ended with a sentence" : "ended for want of memory";
}

export class Run {
  constructor(program, folder, fault) {
    Object.assign(this, { program, folder, fault, report: join(folder, "report") });
    Object.assign(this, { data: join(folder, "data"), errors: 0, ends: [], server: null });
    this.ledger = { made: null, joined: null, seq: 0, racks: new Map(), drawn: new Map() };
  }

  get reported() {
    return this.fault === null || !existsSync(this.report) ? ""
      : readFileSync(this.report, "utf8");
  }

  // What the shim let fail: the name of the function, or "" if the point was not reached.
  get hit() {
    return /^failed \S+ (\S+)/m.exec(this.reported)?.[1] ?? "";
  }

  // The nearest callers, behind those of the shim and the C library.
  get callers() {
    return this.reported.split("\n").slice(1, 10).join("\n");
  }

  // Starts the server; false if it ended instead, and said why.
  async start(fault) {
    const args = ["serve", "--port", "0", "--data", this.data, "--web", webFolder,
      "--thinkers", "1", "--bot-pause", "0", "--tables-per-hour", "1000"];
    const isNumbering = fault === null && this.fault === null && this.server === null;
    const server = launch(this.program, args, fault,
      fault !== null || isNumbering ? this.report : undefined);
    this.server = server;
    const listening = new Promise((done) => server.child.stdout.on("data", () => {
      if (server.out.includes("\n")) done(true);
    }));
    await within(Promise.race([listening, server.ended]), "the server does not start");
    server.port = Number(/:(\d+)\/$/.exec(server.out.trim())?.[1] ?? 0);
    if (server.port !== 0) return true;
    this.ends.push(judgeEnd(server, this.callers));
    if (fault === null) throw new Broken(`it does not start again: ${server.err}`);
    if (server.end.code === 0) throw new Broken(`it ended at once: ${server.err}`);
    return false;
  }

  // After an error: the server lives, or has ended well and is started again.
  async mend() {
    await sleep(20);
    if (this.server.end === null) await Promise.race([this.server.ended, sleep(60)]);
    if (this.server.end === null) return;
    const end = judgeEnd(this.server, this.callers);
    if (end === "ended well") throw new Broken(`it ended unasked: ${this.server.err}`);
    this.ends.push(end);
    await this.start(null);
  }

  // Does what must succeed in the end. An attempt throws a plain Error for a clear refusal.
  async settle(what, attempt) {
    let last = null;
    for (let i = 0; i < TRIES; i++) {
      try {
        return await within(attempt(), what);
      } catch (error) {
        if (error instanceof Broken) throw error;
        last = error;
        this.errors += 1;
        await this.mend();
        if (i > 2) await sleep(100);
      }
    }
    throw new Broken(`${what} never succeeds: ${last.message}`);
  }

  // One request over HTTP; an answer of 400 or more is an error.
  http(method, path, { body, key } = {}) {
    const text = body === undefined ? "" : JSON.stringify(body);
    const headers = { Connection: "close", "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(text) };
    if (key !== undefined) headers.Authorization = `Bearer ${key}`;
    return new Promise((done, fail) => {
      const sent = httpRequest({ host: "127.0.0.1", port: this.server.port, method, path, headers,
        agent: false }, (answer) => {
        let got = "";
        answer.on("data", (data) => (got += data));
        answer.on("error", fail);
        answer.on("aborted", () => fail(new Error("cut off")));
        answer.on("end", () => answer.statusCode >= 400 || !answer.complete
          ? fail(new Error(`${path}: ${answer.statusCode} ${got}`)) : done(got));
      });
      sent.on("error", fail);
      sent.end(text);
    });
  }

  async make(seats) {
    const body = { id: newId(), game: "exclusiv", seats,
      options: { first: 0, turn_seconds: 0 } };
    return this.settle("a table is made", async () =>
      JSON.parse(await this.http("POST", "/api/tables", { body })));
  }

  async join(made, name) {
    const body = { id: newId(), invite: made.invite, seats: [{ name }] };
    return this.settle("a seat is taken", async () =>
      JSON.parse(await this.http("POST", `/api/tables/${made.table}/seats`, { body })));
  }

  // After SIGTERM it ends well, or says why not; killed, it only goes.
  async stop(signal = "SIGTERM") {
    this.server.child.kill(signal);
    await within(this.server.ended, "the server does not end");
    if (signal === "SIGTERM") this.ends.push(judgeEnd(this.server, this.callers));
  }
}

// A person at the table: a WebSocket that is opened again whenever it breaks.
export class Person {
  constructor(run, table, key) {
    Object.assign(this, { run, table, key, socket: null, seq: 0, turn: null, phase: "" });
  }

  take(message) {
    if (message.seq !== undefined) this.seq = Math.max(this.seq, message.seq);
    if (message.views !== undefined) {
      this.turn = message.views[0].seat;
      this.rack = message.views[0].racks[message.views[0].viewer];
    }
    if (message.phase !== undefined) this.phase = message.phase;
    if (message.turn !== undefined && message.seq !== undefined) this.turn = message.turn;
    if (message.over !== undefined) this.phase = message.over.phase;
    this.run.ledger.seq = Math.max(this.run.ledger.seq, this.seq);
  }

  // The next message; a line that breaks is an error.
  async next() {
    const text = await within(Promise.race([this.socket.next(), this.broken]),
      "the server says nothing");
    if (text === null) {
      this.socket = null;
      throw new Error("the line broke");
    }
    const message = JSON.parse(text);
    this.take(message);
    return message;
  }

  async connect() {
    this.socket = await within(openWebSocket(this.run.server.port), "no WebSocket opens");
    this.broken = this.socket.closed.then(() => null); // heard of also by who asks later
    this.socket.send(JSON.stringify({ do: "hello", version: 1, table: this.table,
      key: this.key }));
    for (;;) {
      const message = await this.next();
      if (message.error !== undefined) throw new Error(JSON.stringify(message));
      if (message.table !== undefined) return;
    }
  }

  // Waits for a message that fits; what the table stands for is known before any wait.
  async wait(what, fits) {
    return this.run.settle(what, async () => {
      if (this.socket === null) await this.connect();
      for (;;) {
        const found = fits(null);
        if (found) return found;
        const message = await this.next();
        if (fits(message)) return message;
      }
    });
  }

  // Asks with one id until it is answered.
  async ask(request) {
    const id = newId();
    return this.run.settle(request.do, async () => {
      if (this.socket === null) await this.connect();
      this.socket.send(JSON.stringify({ id, ...request }));
      for (;;) {
        const message = await this.next();
        if (message.id !== id) continue;
        if (message.error !== undefined) throw new Error(JSON.stringify(message));
        return message;
      }
    });
  }

  // Says what is not answered, and then asks for a pong.
  async say(messages) {
    return this.run.settle(messages[0].do, async () => {
      if (this.socket === null) await this.connect();
      for (const message of messages) this.socket.send(JSON.stringify(message));
      while (!(await this.next()).pong);
    });
  }
}

const cards = (text) => text.split(" ").filter((card) => card !== "").sort();

// Draws for whoever of the two is on turn, and notes what was acknowledged.
async function play(run, people, moves) {
  for (let i = 0; i < moves; i++) {
    const [anna] = people;
    await anna.wait("a person's turn", () => anna.phase !== "dealing" &&
      (anna.phase !== "playing" || people[anna.turn] !== undefined));
    if (anna.phase !== "playing") return;
    const seat = anna.turn;
    const person = people[seat];
    await person.wait("the own turn", () => person.turn === seat);
    const done = await person.ask({ do: "act", action: "draw" });
    const { drawn } = run.ledger;
    drawn.set(seat, [...(drawn.get(seat) ?? []), done.card ?? null]);
    run.ledger.seq = Math.max(run.ledger.seq, done.seq);
    const { seq } = done;
    await anna.wait("the move is told", () => anna.seq >= seq);
  }
}

// The backup of a running store by a process of its own, in which nothing fails.
async function backUp(run) {
  const copy = launch(run.program, ["backup", "--data", run.data, join(run.folder, "copy")], null);
  const end = await within(copy.ended, "the backup does not end");
  if (end.code !== 0) throw new Broken(`no backup: ${copy.err}`);
}

// Every rack is what was dealt and what was drawn: no move is lost, none is there twice.
function checkRack(run, seat, person) {
  const { racks, drawn } = run.ledger;
  const wanted = [...(racks.get(seat) ?? []), ...(drawn.get(seat) ?? [])];
  const has = cards(person.rack);
  if (wanted.length !== has.length)
    throw new Broken(`seat ${seat} has ${has.length} cards, not ${wanted.length}`);
  for (const card of wanted) {
    const at = has.indexOf(card);
    if (card !== null && at < 0) throw new Broken(`seat ${seat} has lost ${card}`);
    if (card !== null) has.splice(at, 1);
  }
}

// Another server, without faults, has all that was acknowledged.
export async function verify(run) {
  const { made, joined, seq, racks } = run.ledger;
  if (run.server.end === null) await run.stop("SIGKILL");
  await run.start(null);
  await run.settle("it is well", () => run.http("GET", "/healthz"));
  if (made === null) {
    await run.make([{ name: "Anna" }, { open: true }]);
  } else {
    const keys = [made.key, joined?.key].filter((key) => key !== undefined);
    for (const [seat, key] of keys.entries()) {
      const person = new Person(run, made.table, key);
      await person.connect();
      if (person.seq < seq) throw new Broken(`entry ${seq} was told and is lost: ${person.seq}`);
      if (racks.size > 0) checkRack(run, seat, person);
      person.socket.destroy();
    }
  }
  await run.stop("SIGKILL");
}

// The run itself: from an empty folder to a server that is stopped.
export async function serve(run) {
  if (!(await run.start(run.fault))) return verify(run);
  const { ledger } = run;
  await run.settle("it is well", () => run.http("GET", "/healthz"));
  await run.settle("the page", () => run.http("GET", "/"));
  ledger.made = await run.make([{ name: "Anna" }, { open: true }, { bot: 1 }]);
  ledger.joined = await run.join(ledger.made, "Ben");
  const { table } = ledger.made;
  const anna = new Person(run, table, ledger.made.key);
  const ben = new Person(run, table, ledger.joined.key);
  await ben.wait("Ben is there", () => ben.seq > 0);
  await anna.ask({ do: "start" });
  for (const person of [anna, ben])
    await person.wait("cards are dealt", () => person.rack !== undefined);
  [anna, ben].forEach((person, seat) => ledger.racks.set(seat, cards(person.rack)));
  const three = cards(anna.rack).slice(0, 3).join(" ");
  await anna.say([{ do: "draft", table: `[${three}]` }, { do: "ping" }]);
  await play(run, [anna, ben], MOVES);
  await run.settle("the record", () => run.http("GET", `/api/tables/${table}/record`,
    { key: ledger.made.key }));
  await run.settle("the table", () => run.http("GET", `/api/tables/${table}`));
  await run.settle("the metrics", () => run.http("GET", "/metrics", { key: METRICS_KEY }));
  await backUp(run);
  await run.stop();
  return verify(run);
}

// The same folder once more, with the ledger of the run that made it.
export async function again(run) {
  if (!(await run.start(run.fault))) return verify(run);
  const { made, joined } = run.ledger;
  const people = [made, joined].map(({ key }) => new Person(run, made.table, key));
  for (const person of people) await person.wait("they are back", () => person.seq > 0);
  await play(run, people, 2);
  await run.settle("the record", () => run.http("GET", `/api/tables/${made.table}/record`,
    { key: made.key }));
  await run.stop();
  return verify(run);
}
