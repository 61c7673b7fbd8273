// device.mjs - the page's modules of a table, badly treated. remote.wasm: matches at random are
// followed from every seat and by a watcher, between moves and tables that are spoiled and intents
// that name anything; what is shown is what the match shows. rummery.wasm: local tables of people
// and computer players are played to their end by intents, advice and nonsense, opened again in
// between, and what they write is a record. Nothing traps, and every model can be read.
// usage: node device.mjs BUILD_FOLDER MATCHES SEED
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { at, Device } from "./model.mjs";
import { linesOf, open, positionOf, randomOf } from "./module.mjs";
import { check, finish } from "../sentences/check.mjs";

const [build, matches, seed] = process.argv.slice(2);
const pathOf = (name) => join(build, `${name}.wasm`);
const [ACTION, NOTHING] = [3, 4]; // what a match needs
const [SOME_CARD, TOO_LONG] = ["y1", 1 << 30];
const [PLAYING, OVER, WAIT, INPUTS_MAX] = [3, 5, 0, 20000];

const below = randomOf(seed);
const pick = (list) => list[below(list.length)];
const often = (one, other) => (below(8) === 0 ? other : one);
const count = { moves: 0, inputs: 0, done: 0, spoilt: 0, ends: 0 };

// ---- Anything ----

// One value of a message becomes another, or goes.
function otherValue(value) {
  if (typeof value !== "object" || value === null || below(6) === 0)
    return pick([null, true, "", "-", SOME_CARD, [], {}, -1, 0, 1, 2, 3, 4, 255, 256, 65536, 1e9,
      -1e9, 1.5, 1e300, "x".repeat(below(300)), Array(200).fill(7), value]);
  const copy = Array.isArray(value) ? [...value] : { ...value };
  const name = pick(Object.keys(copy));
  if (name === undefined) return copy;
  if (below(10) === 0) delete copy[name];
  else copy[name] = otherValue(copy[name]);
  return copy;
}

// One value becomes another, one word another one, or goes, or comes; or the end is missing.
function spoilt(text, words) {
  const other = below(2) === 0 ? text : JSON.stringify(otherValue(JSON.parse(text)));
  const parts = other.split(/(?=[ ,:"{}[\]])/);
  const word = pick([...words, "[", "]", "-", "?", "*", "0", "9", "1-3", "255", "999999", "\"",
    "\\u0000", "{", "1e9"]);
  if (other === text || below(4) === 0)
    parts.splice(below(parts.length + 1), below(2), pick([" ", "", ","]) + word);
  const all = parts.join("");
  return below(10) === 0 ? all.slice(0, below(all.length)) : all;
}

const orders = ["", "-", "*", SOME_CARD, "y1 y1 b2 *", "GBc GBs", "r99", "[", "? ? ?",
  Array(300).fill("r5").join(" ")];

const sizeOf = ({ module }, text) => often(module.put(text), pick([-1, TOO_LONG]));

const rememberAnything = (device) =>
  device.exports.device_remember(below(7) - 1, below(5) - 1, sizeOf(device, pick(orders)));

function answerAnything(device, riddle, words) {
  const { kind, number } = riddle ?? { kind: below(5) - 1, number: below(9) };
  const text = pick(["", "draw", "pass", `discard ${SOME_CARD}`, "dance", "play [", "play -",
    "draw discard", ...words]);
  device.call("device_answer", kind, often(number, number - 1), below(2), sizeOf(device, text));
}

function anyIntent(model) {
  const wrong = pick([0, 9999, 65535, 65536, -1, 1 << 30]);
  return {
    place: pick([at.place_any, at.place_any, below(6), 200, -1, 300]),
    from: pick([0, 0, below(7), at.from_discard, -1, 1000]),
    order: below(6) - 1,
    phrase: below(20) - 1,
    piece: below(20) === 0 ? wrong : (pick(model.pieces)?.id ?? 0),
    meld: below(8) === 0 ? wrong : (pick(model.melds)?.id ?? 0),
  };
}

const numbersOf = (list) => list.map(({ id }) => id).sort((a, b) => a - b);

// An intent; what is barred changes nothing but what was refused. Some are rarer: acts end turns.
function doAnything(device) {
  const before = device.read();
  const rare = [at.do_play, at.do_draw, at.do_pass, at.do_discard, at.do_back, at.do_leave];
  let kind = below(at.do_leave + 4) - 2;
  if (rare.includes(kind) && below(6) !== 0) kind = at.do_pick;
  const intent = anyIntent(before);
  const isDone = device.do(kind, intent);
  const after = device.model();
  count.inputs += 1;
  count.done += isDone;
  if (isDone) return;
  const refusals = after.u32(at.model_refusals) - before.u32(at.model_refusals);
  check(isDeepStrictEqual(after.lasting, before.lasting), "what is barred changes nothing",
    JSON.stringify([kind, intent]));
  check(refusals === Number(kind >= 0 && kind <= at.do_leave), "and is refused aloud");
  check(device.said.length === 0, "and nothing is said of it", device.said.join());
}

// ---- Elsewhere: what is followed is what is so ----

const sorted = (cards) => [...cards].sort().join(" ");
const wordsOf = (text) => text.split(" ").filter((word) => word !== "" && word !== "-");

// What there is to see, in no order of its own.
function shownIn(device, model) {
  const name = (what) => device.name("device_card", what);
  const [seats, pieces] = [model.u8(at.model_seats), model.pieces];
  if (model.u8(at.model_has_views) === 0) return null;
  return {
    turn: model.u8(at.model_turn),
    racks: model.all(seats, at.model_seat_of, at.seat_size, (place) => {
      const known = model.cards(place + at.seat_known, model.u8(place + at.seat_known_count));
      return [model.u8(place + at.seat_rack_count), sorted(known.map(name))];
    }),
    opened: model.all(seats, at.model_seat_of + at.seat_has_opened, at.seat_size, model.u8).map(
      Boolean),
    discard: model.cards(at.model_discard, model.u8(at.model_discard_count)).map(name).join(" "),
    stock: model.cards(at.model_stock, 5),
    rack: sorted(pieces.slice(model.u8(at.model_rack_first)).map(({ what }) => name(what))),
    melds: model.melds.map(({ owner, first, count: size, row, column }) => ({
      owner: owner < at.seats_max ? owner : null, places: [row, column],
      cards: pieces.slice(first, first + size).map(({ what }) => name(what)).join(" "),
    })),
  };
}

// The same as the match has it.
function shownOf(view) {
  const { viewer, seat, racks, shown, opened, discard = "", stock, stacks = [stock] } = view;
  const { places = [] } = view;
  const melds = [...view.table.matchAll(/(\d?)\[([^\]]*)\]/g)];
  return {
    turn: seat ?? at.place_any,
    racks: racks.map((rack, i) => [wordsOf(rack).length,
      sorted(wordsOf(view.phase === "over" ? rack : shown[i]))]),
    opened,
    discard: wordsOf(discard).join(" "),
    stock: [...stacks, 0, 0, 0, 0, 0].slice(0, 5),
    rack: sorted(viewer === null ? [] : wordsOf(racks[viewer])),
    melds: melds.map(([, owner, cards], i) => ({
      owner: owner === "" ? null : Number(owner), places: places.slice(2 * i, 2 * i + 2), cards,
    })),
  };
}

function tableOf(header, seq, view) {
  const [, game, ...settings] = header.split(" ");
  const { players, ...options } = Object.fromEntries(settings.map((setting) => setting.split("=")));
  for (const [name, value] of Object.entries(options))
    if (/^\d+$/.test(value)) options[name] = Number(value);
  return {
    table: "here", seq, version: 1, game, options, watch: true, drafts: true, stand_in: 0,
    phase: "playing", you: view.viewer === null ? [] : [view.viewer], host: true,
    seats: Array(Number(players)).fill({ kind: "person", name: "A", here: true }),
    match: 1, round: 1, sheet: [], totals: Array(Number(players)).fill(0),
    commit: { deal: 1, hash: "" }, views: [view], why: "hello",
  };
}

// What the server would tell of the last line; null where the whole table is told.
function moveOf(match, seq, seat, line) {
  if (line.startsWith("timeout") || match.exports.match_needs() === 2) return null;
  const move = { seq, seat, do: match.get(match.exports.match_told()) };
  const { seat: turn, racks, winner = null } = match.viewOf(-1);
  const { took, scores, totals, rounds } = JSON.parse(match.get(match.exports.match_standing()));
  if (turn === null) {
    return { ...move, over: { winner, scores, totals, round: rounds, seed: "", mixes: [], racks,
      commit: { deal: 1, hash: "" }, phase: "scored" } };
  }
  const card = match.viewOf(seat).racks[seat].split(" ").at(-1);
  return { ...move, turn, ...(took === 1 && line !== "draw discard" ? { card } : {}) };
}

class Follower {
  constructor(header, seat) {
    Object.assign(this, { header, seat, device: new Device("remote"), seq: 0, last: null });
    this.device.exports.device_wish(below(2), 1);
  }

  // Somebody else's move is seen at once.
  take(message) {
    return [...this.device.take(message), ...this.device.call("device_shown")];
  }

  tell(seq, view) {
    Object.assign(this, { seq, view });
    this.take(tableOf(this.header, seq, view));
    this.last = shownIn(this.device, this.device.model());
  }

  // What nobody has said: it is passed over, or the whole table is wanted again.
  tellNonsense(text, words) {
    count.spoilt += 1;
    const isLost = this.take(spoilt(text, words)).includes("<");
    const shown = shownIn(this.device, this.device.model());
    if (!isLost && isDeepStrictEqual(shown, this.last)) return;
    this.device.exports.device_open(0, 7); // it may have said that the table is gone
    this.tell(this.seq, this.view);
  }
}

// Who looks on has the cards and places of who thinks it out.
function lookOn({ header, device, watched }, draft) {
  const onlooker = new Follower(header, -1);
  onlooker.tell(1, watched);
  onlooker.take({ draft, seat: watched.seat });
  const [seen, wanted] = [onlooker.device, device].map((one) => shownIn(one, one.model()).melds);
  check(isDeepStrictEqual(seen, wanted), `${draft}: who looks on sees what is thought out`,
    JSON.stringify([seen, wanted]));
}

// All that can be done to an arrangement leaves each piece in one place.
function arrange(follower, words) {
  const { device } = follower;
  const ids = numbersOf(device.model().pieces);
  for (let i = 0; i < 8; i += 1) {
    if (below(6) === 0) rememberAnything(device);
    if (below(6) === 0) answerAnything(device, follower.riddle, words);
    doAnything(device);
    for (const riddle of device.linesOf("~")) follower.riddle = JSON.parse(riddle);
    const asked = device.linesOf(">").map((line) => JSON.parse(line));
    for (const { id } of asked.filter((one) => one.id !== undefined))
      follower.take(pick([{ ok: true, id }, { error: "stale", why: "", id }]));
    const draft = asked.find((one) => one.do === "draft");
    check(isDeepStrictEqual(numbersOf(device.model().pieces), ids), "no piece is lost or doubled");
    if (draft !== undefined && below(3) === 0) lookOn(follower, draft.table);
  }
  while (device.do(at.do_undo));
  const model = device.model();
  check(model.u8(at.model_is_changed) === 0, "undo leads back to the view");
  check(isDeepStrictEqual(shownIn(device, model), follower.last), "all of it");
}

function followMatch(header) {
  const match = open(pathOf("record"));
  const seats = Number(/players=(\d)/.exec(header)[1]);
  match.line(header);
  const followers = Array.from({ length: seats + 1 }, (_, i) => new Follower(header, i - 1));
  for (let i = 0; match.exports.match_needs() !== NOTHING && i < 600; i += 1) {
    const isAction = match.exports.match_needs() === ACTION;
    const line = isAction ? match.sample(below(1 << 30)) : match.chance(below(1 << 30));
    const seat = match.exports.match_seat();
    match.line(line);
    const seq = i + 2;
    const move = isAction ? moveOf(match, seq, seat, line) : null;
    if (move === null && match.exports.match_needs() !== ACTION) continue;
    for (const follower of followers) {
      const view = match.viewOf(follower.seat);
      const { card, ...told } = move ?? tableOf(header, seq, view);
      const text = JSON.stringify(follower.seat === seat ? { ...told, card } : told);
      const words = positionOf(header, view).split(/[ \n]/);
      if (follower.last !== null && below(2) === 0) follower.tellNonsense(text, words);
      if (move === null) follower.tell(seq, view);
      else check(!follower.take(text).includes("<"), `${text} is followed`);
      Object.assign(follower, { seq, view, watched: match.viewOf(-1),
        last: shownIn(follower.device, follower.device.model()) });
      count.moves += move !== null;
      check(isDeepStrictEqual(follower.last, shownOf(view)), `${line}: what is shown is so`,
        JSON.stringify([follower.last, shownOf(view)]));
      if (below(4) === 0) arrange(follower, words);
    }
  }
}

const told = readFileSync("tests/wire/lines.jsonl", "utf8").trimEnd().split("\n");
const tables = told.map((line) => JSON.parse(line)).filter(({ views }) => views !== undefined);

// What there is to see, where nobody has laid anything and nobody hides.
function plainly(device) {
  device.call("device_shown");
  for (const kind of [at.do_pass_on, at.do_look]) device.do(kind);
  while (device.do(at.do_undo));
  const model = device.model();
  const { rack, ...shown } = shownIn(device, model);
  const all = [at.model_game, at.model_phase, at.model_seats, at.model_own].map(model.u8);
  const sheet = model.cards(at.model_sheet_count, at.model_stock - at.model_sheet_count).join("");
  return { ...shown, all, sheet, match: model.u32(at.model_match), round: model.u32(at.model_round),
    seat: model.u8(at.model_seat), rack };
}

function anyLine(device) {
  const line = below(2) === 0 ? pick(told) : JSON.stringify(pick(tables));
  const words = line.split(/[^A-Za-z0-9*]+/);
  const deeds = [() => device.call("remote_take", pick([-1, TOO_LONG, 0])),
    () => rememberAnything(device), () => answerAnything(device, undefined, words),
    () => device.call("device_line", below(2)), () => device.call("device_shown"),
    () => doAnything(device), () => doAnything(device), () => doAnything(device)];
  device.take(below(3) === 0 ? line : spoilt(line, words));
  count.spoilt += 1;
  for (let n = below(6); n > 0; n -= 1) pick(deeds)();
  device.model();
}

// Lines of many tables, told to one device among nonsense; then one table, and it is as in a fresh
// one. When all is forgotten that is so to the byte.
function testLines() {
  const [device, fresh] = [new Device("remote"), new Device("remote")];
  device.exports.device_wish(below(2), below(2));
  for (let i = 0; i < 12; i += 1) anyLine(device);
  const { draft, ...table } = pick(tables);
  fresh.take(table);
  if (device.model().u8(at.model_is_gone) === 0) {
    device.take({ ...table, why: "start" });
    const [here, there] = [plainly(device), plainly(fresh)];
    if (here.seat !== there.seat) here.rack = there.rack = here.seat = there.seat = "";
    check(isDeepStrictEqual(here, there), "a whole table makes all good",
      JSON.stringify([here, there]));
  }
  device.call("device_end", pick([-1, TOO_LONG, 0]));
  check(device.model().u8(at.model_is_gone) === 1, "to end needs no reason");
  const again = new Device("remote");
  for (const one of [device, again]) {
    one.exports.device_open(0, 7);
    one.exports.device_wish(0, 0);
    one.take(table);
  }
  check(isDeepStrictEqual(device.model().bytes, again.model().bytes), "or to forget it");
}

// What is no table, or no line of its record, is refused.
function testNoTable() {
  const { exports, code } = new Device("rummery");
  for (const text of ["", "match chess players=2", "match photo players=9", "draw", "=".repeat(99)])
    for (const wrong of [[], [-1], [TOO_LONG]]) {
      const codes = wrong.length === 1
        ? [exports.local_table(...wrong), exports.local_line(1, ...wrong)]
        : [code("local_table", text), code("local_line", text, 1)];
      check(isDeepStrictEqual(codes, [-1, -1]), `${text} is no table`, String([wrong, codes]));
    }
}

// ---- On this device: a room beside it ----

class LocalTable {
  constructor(header, people) {
    Object.assign(this, { header, people, lines: [], draft: null, used_ms: 0, matches: 0,
      match: open(pathOf("record")) });
    this.open();
  }
  // What a simple player would do.
  sample = () => this.match.sample(below(1 << 30));
  prepare = () =>
    this.device.exports.local_chance(pick([0, 100]), below(1 << 30), below(1 << 30));

  // As a page does it that is loaded (again).
  open() {
    const device = new Device("rummery");
    device.nowMs = this.device?.nowMs ?? device.nowMs;
    Object.assign(this, { device, thought: null, riddle: null });
    device.hear = () => this.hear(device.said);
    device.exports.device_wish(below(2), 1);
    this.prepare();
    check(device.code("local_table", this.header) === 0, `${this.header} is a table`);
    const players = Number(/players=(\d)/.exec(this.header)[1]);
    for (let i = 0; i < players; i += 1)
      device.code("local_sit", "Ä".repeat(below(80)), ...(i < this.people ? [1, 0] : [2, 1 + i]),
        "gyrb".charCodeAt(i), below(2) * 0x6465);
    for (const line of this.lines)
      check(device.code("local_line", line, this.matches) === 0, `${line} is replayed`);
    if (this.draft !== null) device.code("local_drafted", this.draft);
    device.call("local_open", this.used_ms, below(2));
  }

  // Lines of the record go on, or begin anew.
  write(lines, isNew) {
    if (isNew) this.match.exports.match_forget();
    this.lines = [...(isNew ? [] : this.lines), ...lines];
    for (const line of lines)
      check(this.match.line(line) === 0, `${line} is a line of a record`);
    Object.assign(this, { draft: null, used_ms: 0 });
  }

  hear(said) {
    const ways = {
      "=": (line) => this.write([line], (this.matches += 1)),
      "+": (line) => this.write([line], false),
      "-": () => this.write(this.lines.slice(0, -1), true),
      "!": (line) => Object.assign(this, { draft: null, ...JSON.parse(line) }),
      "?": (line) => (this.thought = JSON.parse(line)),
      "~": (line) => (this.riddle = JSON.parse(line)),
      "#": () => {},
    };
    for (const line of said) ways[line[0]](line.slice(1));
  }

  call(name, ...args) {
    this.prepare();
    this.device.call(name, ...args);
    return this.look();
  }

  // What there is to see is what the record says.
  look() {
    const { device, match } = this;
    const model = device.model();
    if (match.exports.match_needs() !== ACTION || model.u8(at.model_phase) !== PLAYING)
      return model;
    const seat = model.u8(at.model_is_curtained) === 0 ? model.u8(at.model_seat) : -1;
    const [seen, wanted] = [shownIn(device, model), shownOf(match.viewOf(seat))];
    if (model.u8(at.model_is_changed) !== 0 || model.u8(at.model_draft_seat) < at.seats_max)
      seen.melds = seen.rack = wanted.melds = wanted.rack = "";
    check(isDeepStrictEqual(seen, wanted), "a table shows its record",
      JSON.stringify([seen, wanted]));
    return model;
  }

  think() {
    this.thought = null;
    const text = below(5) === 0
      ? pick(["", "dance", "play [", "draw 77", "pass", `discard ${SOME_CARD}`]) : this.sample();
    return this.call("local_thought", sizeOf(this.device, text));
  }

  // What is advised is done; where there is nothing to do time goes on. Null: nor does that.
  goOn(model) {
    const act = (name) => model.u8(at.model_advice + at.advice_act + at[`intent_${name}`]);
    const id = (name) => model.u16(at.model_advice + at.advice_act + at[`intent_${name}`]);
    this.prepare();
    if (model.u8(at.model_advice) !== WAIT) {
      const isDone = this.device.do(act("kind"), { place: act("place"), from: act("from"),
        order: act("order"), phrase: act("phrase"), piece: id("piece"), meld: id("meld") });
      check(isDone, "what is advised is done", String(act("kind")));
      return this.look();
    }
    if (this.thought !== null) return this.think();
    const waitMs = this.device.exports.local_wait_ms();
    if (waitMs < 0 && model.u8(at.model_is_showing) === 0) return null;
    this.device.nowMs += Math.max(0, waitMs);
    return this.call(waitMs < 0 ? "device_shown" : "local_tick");
  }

  step() {
    const { device } = this;
    for (let n = below(5); n > 0 && device.read().u8(at.model_phase) === PLAYING; n -= 1) {
      this.prepare();
      doAnything(device);
    }
    this.prepare();
    if (this.riddle !== null && below(2) === 0)
      answerAnything(device, this.riddle, [this.sample(), this.sample()]);
    if (below(2) === 0) this.call("device_shown");
    if (below(20) === 0) rememberAnything(device);
    if (below(20) === 0) this.call(pick(["local_skip", "local_save", "local_greet", "local_tick"]));
    if (below(60) === 0) {
      this.call("local_save");
      this.open();
    }
    return this.goOn(this.look());
  }
}

function playLocally(header, people) {
  const table = new LocalTable(header, people);
  const isOver = () => table.device.model().u8(at.model_phase) === OVER;
  for (let i = 0; i < INPUTS_MAX && !isOver() && table.step() !== null; i += 1);
  count.ends += 1;
  check(isOver(), `${header}: the match comes to an end`, table.lines.at(-1));
  check(table.match.exports.match_needs() === NOTHING, `${header}: and so does its record`);
  table.open();
  check(isOver(), `${header}: for who comes again too`);
}

const variants = [
  "exclusiv players=2", "exclusiv players=4 jokers=2", "photo players=2", "photo players=4",
  "princess players=2 deal=13", "princess players=4 bracelets=rbgy",
  "princess players=3 rediscard=no", "princess players=2 extend_before_own=no first_meld=0",
];
testNoTable();
for (let i = 0; i < Number(matches); i += 1) {
  const header = `match ${variants[i % variants.length]}`;
  followMatch(header);
  playLocally(`${header} rounds=2`, i % (Number(/players=(\d)/.exec(header)[1]) + 1));
  for (let n = 0; n < 8; n += 1) testLines();
}
check(count.moves > 50 * Number(matches), "many moves were followed", String(count.moves));
check(count.done > count.inputs / 8, "many intents were done", String(count.done));
console.log(`${count.moves} moves followed among ${count.spoilt} spoiled, ${count.done} of ` +
  `${count.inputs} intents done, ${count.ends} local matches`);
process.exitCode = finish();
