// links.mjs - the page's way to the server, with the real server at the other end: making and
// joining tables, whole matches over lines that break, a server that is killed and comes back, and
// requests that are done exactly once.
// usage: node links.mjs RUMMERY
import { isDeepStrictEqual } from "node:util";
import WsSocket from "../../web/node_modules/ws/wrapper.mjs";
import { check, freePort, PATIENCE_MS, runAll, start, until } from "../clients/harness.mjs";
import { choose } from "../clients/player.mjs";
import { load } from "./load.mjs";

const sockets = new Set();
globalThis.WebSocket = class extends WsSocket {
  constructor(url) {
    super(url);
    this.on("error", () => {});
    sockets.add(this);
  }
};
globalThis.crypto ??= (await import("node:crypto")).webcrypto;
const stored = new Map();
globalThis.localStorage = {
  getItem: (name) => stored.get(name) ?? null,
  setItem: (name, value) => stored.set(name, value),
  removeItem: (name) => stored.delete(name),
};
let link = "";
const fetchAnywhere = globalThis.fetch;
globalThis.fetch = (path, options) => fetchAnywhere(new URL(path, link), options);

const { ServerLink } = await load("link/server-link");
const { makeTable, joinTable, fetchTable, fetchRecord } = await load("link/api");
const { Seat } = await load("core/seat");
const { verifyRecord } = await load("shuffle/verify");
const { linkOf, readLink } = await load("link/keys");

const codeOf = (work) => work.then(() => "done", (problem) => problem.code ?? problem.message);
const cutAll = () => {
  for (const socket of sockets) socket.terminate();
  sockets.clear();
};

/** A page that plays by itself. */
class Page {
  constructor(origin, table, key) {
    Object.assign(this, { views: [], phase: "", seq: 0, moves: 0, refusals: [], statuses: [] });
    this.link = new ServerLink(table, key, origin);
    this.link.onNews = (news) => this.take(news);
    this.link.onStatus = (status) => this.statuses.push(status);
    Seat.load().then((core) => {
      this.core = core;
      this.link.open();
    });
  }

  take(news) {
    if (news.version !== undefined) {
      const { game, options, seats, phase, seq, you } = news;
      Object.assign(this, { rules: { game, options, players: seats.length }, phase, seq, you });
      this.message = news;
      this.views = this.core.tell(this.rules, news.views ?? []);
    } else if (news.do !== undefined) {
      this.seq = news.seq;
      this.moves += 1;
      this.views = this.core.follow(news, this.views.length);
      this.phase = news.over?.phase ?? this.phase;
    } else if (news.draft !== undefined) this.draft = news;
  }

  async act() {
    const view = this.views.find((one) => one.seat !== null && one.seat === one.viewer);
    if (this.phase !== "playing" || view === undefined || this.isActing) return;
    this.isActing = true;
    const action = choose(this.rules.game, view.seat, { ...view, rack: view.racks[view.seat] });
    const request = { do: "act", action, seat: view.seat, at: this.seq };
    await this.link.request(request).catch((problem) => this.refusals.push(problem.message_));
    this.isActing = false;
  }
}

async function testApi() {
  const server = await start("api");
  link = server.link;
  const made = await makeTable({ game: "photo", options: { rounds: 2 },
    seats: [{ name: "Anna" }, { open: true }], watch: false });
  check(made.seats[0] === 0 && made.key.length > 10, "a table is made", JSON.stringify(made));
  const joined = await joinTable(made.table, made.invite, [{ name: "Ben", colour: "b" }]);
  check(joined.seats[0] === 1 && joined.key !== made.key, "a seat is taken");
  check(await codeOf(joinTable(made.table, made.invite, [{ name: "Eve" }])) === "full",
    "a full table says so");
  check(await codeOf(joinTable(made.table, "wrong", [{ name: "Eve" }])) === "no_invite",
    "a wrong invitation says so");
  check(await codeOf(fetchTable(made.table)) === "no_table", "a closed table is not shown");
  const table = await fetchTable(made.table, joined.key);
  check(table.seats[1].name === "Ben" && table.phase === "waiting", "with a key it is");
  check(await codeOf(fetchTable("nowhere")) === "no_table", "a table that is not there");
  const address = linkOf("https://example.org", made.table, made.invite);
  check(isDeepStrictEqual(readLink(address), { table: made.table, invite: made.invite }),
    "the link is read as it was written", address);
  server.child.kill("SIGKILL");
  await server.ended;
  check(await codeOf(fetchTable(made.table)) === "offline", "a server that is away");
}

async function playOn(pages, isDone, ms = 2 * PATIENCE_MS) {
  return until(async () => {
    for (const page of pages) page.act();
    return isDone();
  }, ms);
}

async function testWholeMatchWithBreaks() {
  const server = await start("breaks", "--bot-pause", "5");
  link = server.link;
  const origin = new URL(link).origin;
  const made = await makeTable({ game: "princess", options: { first_meld: 0 },
    seats: [{ name: "Anna" }, { name: "Ben" }, { open: true }, { bot: 2 }] });
  const joined = await joinTable(made.table, made.invite, [{ name: "Cora" }]);
  const pages = [new Page(origin, made.table, made.key), new Page(origin, made.table, joined.key)];
  const watcher = new Page(origin, made.table);
  await until(() => pages.every((page) => page.link.status === "live"));
  await pages[0].link.request({ do: "start" });
  setTimeout(cutAll, 15);
  // a slow machine may need longer than that to come back and move at all
  let moved = 0;
  const breaking = setInterval(() => {
    const moves = pages.reduce((sum, page) => sum + page.moves, 0);
    if (moves === moved) return;
    moved = moves;
    cutAll();
  }, 300);
  const isOver = await playOn(pages, () => pages.every((page) => page.phase === "over"));
  clearInterval(breaking);
  check(isOver, "a match comes to its end over lines that break");
  const refusals = pages.flatMap((page) => page.refusals).filter(({ error }) => error !== "stale");
  check(refusals.length === 0, "nothing is refused", JSON.stringify(refusals));
  check(pages.some((page) => page.statuses.includes("lost")), "the lines did break");
  const fresh = new Page(origin, made.table, made.key);
  await until(() => fresh.views.length > 0);
  check(isDeepStrictEqual(fresh.views, pages[0].views), "the view is the server's in the end");
  await until(() => watcher.phase === "over");
  check(watcher.phase === "over", "who watches sees the end");
  const record = await fetchRecord(made.table, undefined, made.key);
  check(verifyRecord(record).every(({ shuffle }) => shuffle === "verified"),
    "the shuffle is verified");
  const mixes = JSON.parse(stored.get(`rummery.mixes.${made.table}`));
  check(mixes.some(({ bytes }) => record.includes(bytes)), "own bytes are in the record");
  for (const page of [...pages, watcher, fresh]) page.link.close();
  server.child.kill("SIGTERM");
  await server.ended;
}

async function testKilledServer() {
  const server = await start("killed", "--port", String(await freePort()));
  link = server.link;
  const origin = new URL(link).origin;
  const made = await makeTable({ game: "exclusiv", options: { turn_seconds: 0, first: 0 },
    seats: [{ name: "Anna" }, { name: "Ben" }] });
  const page = new Page(origin, made.table, made.key);
  await until(() => page.link.status === "live");
  await page.link.request({ do: "start" });
  await until(() => page.phase === "playing");
  const [card] = page.views[0].racks[0];
  await page.link.request({ do: "act", action: "draw", seat: 0, at: page.seq });
  const { seq } = page;
  server.child.kill("SIGKILL");
  await server.ended;
  await until(() => page.link.status === "lost");
  const done = codeOf(page.link.request({ do: "act", action: "draw", seat: 1, at: seq }));
  page.link.request({ do: "draft", table: `[${page.views[1].racks[1][0]}]` });
  const again = await start("killed", "--port", String(server.port));
  check(await done === "done", "what was asked meanwhile is done when the server is back");
  check(page.seq === seq + 1 && page.views[0].seat === 0, "and done once", String(page.seq));
  await page.link.request({ do: "draft", table: `[${card}]` });
  const fresh = new Page(origin, made.table, made.key);
  await until(() => fresh.message?.draft !== undefined || fresh.views.length > 0);
  check(isDeepStrictEqual(fresh.views, page.views), "the view is the server's");
  fresh.link.refresh();
  await until(() => fresh.message?.draft !== undefined);
  check(fresh.message?.draft?.table === `[${card}]`, "the draft is there after a reload",
    JSON.stringify(fresh.message?.draft));
  check(page.draft === undefined, "and comes to the drafter as no echo");
  await fresh.link.request({ do: "leave" });
  await until(() => page.link.status === "gone" || page.statuses.at(-1) === "gone");
  check(page.link.status === "gone", "a table whose last player left is gone", page.link.status);
  for (const one of [page, fresh]) one.link.close();
  again.child.kill("SIGTERM");
  await again.ended;
}

// The answer is lost with the line, at every moment around it.
async function testExactlyOnce() {
  const server = await start("once");
  link = server.link;
  const origin = new URL(link).origin;
  const made = await makeTable({ game: "exclusiv", options: { turn_seconds: 0, first: 0 },
    seats: [{ name: "Anna" }, { name: "Ben" }] });
  const page = new Page(origin, made.table, made.key);
  await until(() => page.link.status === "live");
  await page.link.request({ do: "start" });
  await until(() => page.phase === "playing");
  const before = page.views[0].stacks[0];
  const count = 24;
  for (let i = 0; i < count; i++) {
    const done = page.link.request({ do: "act", action: "draw", seat: i % 2, at: page.seq });
    setTimeout(cutAll, i % 8);
    await done;
  }
  check(page.views[0].stacks[0] === before - count, "each draw is done exactly once",
    `${before} ${page.views[0].stacks[0]}`);
  const fresh = new Page(origin, made.table, made.key);
  await until(() => fresh.views.length > 0);
  check(isDeepStrictEqual(fresh.views, page.views), "the view is the server's");
  for (const one of [page, fresh]) one.link.close();
  server.child.kill("SIGTERM");
  await server.ended;
}

await runAll([testApi, testWholeMatchWithBreaks, testKilledServer, testExactlyOnce]);
