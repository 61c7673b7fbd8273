// links.mjs - the page's way to the server, with the real server at the other end: making and
// joining tables, whole matches over lines that break, a server that is killed and comes back, and
// requests that are done exactly once. What is done goes through the device, as at the page.
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
const at = await load("core/model-at");
const { verifyRecord } = await load("shuffle/verify");
const { linkOf, readLink } = await load("link/keys");

const codeOf = (work) => work.then(() => "done", (problem) => problem.code ?? problem.message);
const cutAll = () => {
  for (const socket of sockets) socket.terminate();
  sockets.clear();
};

const STACKS = 5; // as many as any game has
const namesOf = (pieces) => pieces.map(({ card }) => card);
const tableIn = ({ arrangement: { melds } }) =>
  melds.map(({ owner, pieces }) => ({ owner, cards: namesOf(pieces) }));

/** What there is to see; pieces by their cards, racks in no order. */
function shownIn({ view, phase, totals, round, arrangement, ...model }, isForOne = true) {
  const { viewer, racks, ...shown } = view;
  const own = { viewer, rack: namesOf(arrangement.rack).sort(), isCurtained: model.isCurtained };
  return { ...shown, racks: racks.map((rack) => [...rack].sort()), table: tableIn({ arrangement }),
    over: phase, totals, round, ...(isForOne ? own : {}) };
}

/** A page that plays by itself. */
class Page {
  constructor(origin, table, key, game) {
    Object.assign(this, { game, seq: 0, moves: 0, drafts: [], refusals: [], statuses: [],
      errors: [] });
    this.link = new ServerLink(table, key, origin);
    this.link.onNews = (text, news) => this.take(text, news);
    this.link.onStatus = (status) => {
      this.statuses.push(status);
      this.device.setLost(status === "lost");
    };
    this.link.load().then((device) => this.open(device));
  }

  open(device) {
    this.device = device;
    this.model = device.model(STACKS);
    device.onLine = (mark, text) => this.link.hear(mark, text);
    device.onChange = () => this.look();
    this.link.open(device);
  }

  take(text, news) {
    this.seq = news.seq ?? this.seq;
    this.moves += Number(news.do !== undefined);
    if (news.error !== undefined) this.errors.push(news.error);
    if (news.version !== undefined) this.message = news;
    if (news.draft !== undefined && news.version === undefined) this.drafts.push(news);
    this.device.take(text);
    this.device.shown();
  }

  look() {
    const { refusals } = this.model;
    this.model = this.device.model(STACKS);
    if (this.model.refusals !== refusals) this.refusals.push(this.model.refused);
  }

  do(kind, named) {
    return this.device.do(kind, named);
  }

  get isIdle() {
    return this.model !== undefined && this.link.status === "live" && !this.model.isWaiting;
  }

  /** Whoever shares the device and is on turn sits down before it. */
  sitDown() {
    if (this.model.isLingering) this.do(at.do_pass_on);
    if (this.model.isCurtained) this.do(at.do_look);
  }

  pick(cards) {
    this.do(at.do_unpick);
    const rack = [...this.model.arrangement.rack];
    for (const card of cards) {
      const place = rack.findIndex((piece) => piece.card === card);
      this.do(at.do_pick, { piece: rack.splice(place, 1)[0].id });
    }
  }

  /** Lays cards out until the table is this one; the player only adds to melds. */
  lay(table) {
    const melds = [...table.matchAll(/\[([^\]]*)\]/g)].map(([, cards]) => cards.split(" "));
    for (const [i, cards] of melds.entries()) {
      const meld = this.model.arrangement.melds[i];
      const rest = [...cards];
      for (const card of namesOf(meld?.pieces ?? [])) rest.splice(rest.indexOf(card), 1);
      if (rest.length === 0) continue;
      this.pick(rest);
      if (meld === undefined) this.do(at.do_put_new);
      else this.do(at.do_put_meld, { meld: meld.id });
    }
  }

  act() {
    if (this.model?.phase !== "playing" || this.model.isWaiting) return;
    this.sitDown();
    const { view, seat, arrangement: { rack } } = this.model;
    if (!this.model.isOnTurn || this.acted === this.seq) return;
    this.acted = this.seq;
    const [kind, rest] = choose(this.game, seat,
      { ...view, rack: namesOf(rack), table: tableIn(this.model) }).split(/ (.*)/);
    if (kind === "play") this.lay(rest);
    if (kind === "discard") this.pick([rest]);
    this.do({ draw: at.do_draw, play: at.do_play, discard: at.do_discard, pass: at.do_pass }[kind]);
  }
}

/** Two ends that sit before the same cards see the same. */
function areAlike(one, other) {
  for (const page of [one, other]) page.sitDown();
  return isDeepStrictEqual(shownIn(one.model), shownIn(other.model));
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
  const [anna, cora, watcher] = [made.key, joined.key, undefined].map(
    (key) => new Page(origin, made.table, key, "princess"));
  const pages = [anna, cora];
  await until(() => pages.every((page) => page.isIdle));
  check(anna.do(at.do_start), "whoever made the table begins");
  setTimeout(cutAll, 15);
  // a slow machine may need longer than that to come back and move at all
  let moved = 0;
  const breaking = setInterval(() => {
    const moves = pages.reduce((sum, page) => sum + page.moves, 0);
    if (moves === moved) return;
    moved = moves;
    cutAll();
  }, 300);
  const isOver = await playOn(pages, () => pages.every(({ model }) => model.phase === "over"));
  clearInterval(breaking);
  check(isOver, "a match comes to its end over lines that break");
  const refusals = pages.flatMap((page) => page.refusals).filter(({ code }) => code !== "stale");
  check(refusals.length === 0, "nothing is refused", JSON.stringify(refusals));
  check(pages.some((page) => page.statuses.includes("lost")), "the lines did break");
  const fresh = new Page(origin, made.table, made.key, "princess");
  await until(() => fresh.model?.phase === "over");
  check(isDeepStrictEqual(shownIn(fresh.model, false), shownIn(anna.model, false)),
    "what is shown is the server's in the end");
  await until(() => watcher.model.phase === "over");
  check(watcher.model.phase === "over", "who watches sees the end");
  const record = await fetchRecord(made.table, undefined, made.key);
  check(verifyRecord(record).every(({ shuffle }) => shuffle === "verified"),
    "the shuffle is verified");
  const mixes = JSON.parse(stored.get(`rummery.mixes.${made.table}`));
  check(mixes.some(({ bytes }) => record.includes(bytes)), "own bytes are in the record");
  for (const page of [...pages, watcher, fresh]) page.link.close();
  server.child.kill("SIGTERM");
  await server.ended;
}

/** Two people of one device begin a match. */
async function openShared(made) {
  const page = new Page(new URL(link).origin, made.table, made.key, "exclusiv");
  await until(() => page.isIdle);
  page.do(at.do_start);
  await until(() => page.model.phase === "playing" && page.isIdle);
  page.sitDown();
  return page;
}

const shared = { game: "exclusiv", options: { turn_seconds: 0, first: 0 },
  seats: [{ name: "Anna" }, { name: "Ben" }] };

async function testKilledServer() {
  const server = await start("killed", "--port", String(await freePort()));
  link = server.link;
  const made = await makeTable(shared);
  const page = await openShared(made);
  const { card } = page.model.arrangement.rack[0];
  page.do(at.do_draw);
  await until(() => page.isIdle);
  page.sitDown();
  const { seq } = page;
  server.child.kill("SIGKILL");
  await server.ended;
  await until(() => page.link.status === "lost");
  check(page.do(at.do_draw) && page.model.isWaiting, "what is asked meanwhile waits");
  const late = JSON.stringify({ do: "draft", table: `[${page.model.arrangement.rack[0].card}]` });
  page.link.hear(">", late);
  const again = await start("killed", "--port", String(server.port));
  await until(() => page.isIdle);
  check(page.isIdle && page.refusals.length === 0, "and is done when the server is back",
    JSON.stringify(page.refusals));
  check(page.seq === seq + 1 && page.model.view.seat === 0, "and done once", String(page.seq));
  await testDraft(page, made, card);
  page.link.close();
  again.child.kill("SIGTERM");
  await again.ended;
}

async function testDraft(page, made, card) {
  page.sitDown();
  page.pick([card]);
  page.do(at.do_put_new);
  const fresh = new Page(new URL(link).origin, made.table, made.key, "exclusiv");
  await until(() => fresh.isIdle && fresh.message !== undefined);
  await until(() => {
    if (fresh.message.draft === undefined) fresh.link.refresh();
    return fresh.message.draft !== undefined;
  });
  check(fresh.message.draft?.table === `[${card}]`, "the draft is there after a reload",
    JSON.stringify(fresh.message.draft));
  const anew = new Page(new URL(link).origin, made.table, made.key, "exclusiv");
  await until(() => anew.isIdle && anew.message !== undefined);
  check(areAlike(anew, page) && anew.model.isChanged, "and lies there",
    JSON.stringify([shownIn(anew.model), shownIn(page.model)]));
  await until(() => page.drafts.length > 0);
  check(page.model.draftSeat === null && page.model.bars.undo.kind === "none",
    "what comes back to the drafter is no other one's", JSON.stringify(page.drafts));
  await fresh.link.request({ do: "leave" });
  await until(() => page.link.status === "gone" || page.statuses.at(-1) === "gone");
  check(page.link.status === "gone", "a table whose last player left is gone", page.link.status);
  check(!page.do(at.do_draw) && page.model.refused.kind === "gone", "and says so");
  for (const one of [fresh, anew]) one.link.close();
}

// The answer is lost with the line, at every moment around it.
async function testExactlyOnce() {
  const server = await start("once");
  link = server.link;
  const made = await makeTable(shared);
  const page = await openShared(made);
  const [before] = page.model.view.stacks;
  const count = 24;
  for (let i = 0; i < count; i++) {
    page.sitDown();
    check(page.model.seat === i % 2 && page.do(at.do_draw), "a card is drawn");
    setTimeout(cutAll, i % 8);
    await until(() => page.isIdle);
  }
  const [after] = page.model.view.stacks;
  check(after === before - count, "each draw is done exactly once", `${before} ${after}`);
  check(page.refusals.length === 0, "and none is refused", JSON.stringify(page.refusals));
  const fresh = new Page(new URL(link).origin, made.table, made.key, "exclusiv");
  await until(() => fresh.model?.view);
  check(areAlike(fresh, page), "what is shown is the server's",
    JSON.stringify([shownIn(fresh.model), shownIn(page.model)]));
  for (const one of [page, fresh]) one.link.close();
  server.child.kill("SIGTERM");
  await server.ended;
}

// What the table refuses is told, and changes nothing where the device has not asked.
async function testRefusals() {
  const server = await start("refusals");
  link = server.link;
  const page = await openShared(await makeTable(shared));
  const { seq } = page;
  const before = shownIn(page.model);
  page.link.hear(">", JSON.stringify({ id: "late", do: "act", action: "draw", seat: 0, at: 0 }));
  const refusal = await page.link.request({ do: "seat", seat: 1, as: "open" }).catch(
    ({ message_: { error } }) => error);
  check(refusal === "not_now", "a seat is not changed while it is played", refusal);
  await until(() => page.errors.length === 2);
  check(isDeepStrictEqual(page.errors, ["stale", "not_now"]), "both are told", String(page.errors));
  check(isDeepStrictEqual(shownIn(page.model), before), "nothing has changed");
  check(page.seq === seq && page.model.refusals === 0, "what others asked is no answer to us");
  check(!page.do(at.do_play) && page.model.refusals === 1 && page.isIdle,
    "what is barred is not asked");
  page.link.close();
  server.child.kill("SIGTERM");
  await server.ended;
}

await runAll([testApi, testWholeMatchWithBreaks, testKilledServer, testExactlyOnce, testRefusals]);
