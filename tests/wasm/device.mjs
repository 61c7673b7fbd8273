// seat.mjs - the seat's part of the browser's module: matches at random are followed from every
// seat and by a watcher, and after each move the followed view is the one that the match shows;
// cards are arranged at random, by sense and nonsense, and nothing is lost and nothing traps.
// usage: node seat.mjs BUILD_FOLDER MATCHES SEED
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { linesOf, open, positionOf, randomOf } from "./module.mjs";
import { check, finish } from "../sentences/check.mjs";

const [build, matches, seed] = process.argv.slice(2);
const seatPath = join(build, "rummery.wasm");
const recordPath = join(build, "record.wasm");
const ACTION = 3;
const NOTHING = 4;

const below = randomOf(seed);
const pick = (list) => list[below(list.length)];

// One word of the text becomes another one, or goes, or comes.
function spoilt(text, words) {
  const parts = text.split(/(?=[ \n[\]])/);
  const at = below(parts.length + 1);
  const other = pick([...words, "[", "]", "-", "?", "*", "0", "9", "1-3", "255", "999999"]);
  parts.splice(at, below(2), ` ${other}`);
  return parts.join("");
}

class Follower {
  constructor(header, seat) {
    this.module = open(seatPath);
    this.header = header;
    this.seat = seat;
    this.module.exports.seat_forget();
  }

  call(name, text, ...more) {
    return this.module.exports[name](this.module.put(text), ...more);
  }

  json(size) {
    return JSON.parse(this.module.get(size));
  }

  tell(view) {
    this.module.exports.seat_clear();
    const text = positionOf(this.header, view);
    check(this.call("seat_tell", text) === 0, `the view is taken\n${text}`);
  }

  view() {
    return this.json(this.module.exports.seat_view(0));
  }

  now() {
    return this.json(this.module.exports.seat_now());
  }
}

// What the server would tell of the last line; null where the whole table is told.
function moveOf(match, seat, line) {
  if (line.startsWith("timeout") || match.exports.match_needs() === 2) return null;
  const move = { seq: 1, seat, do: match.get(match.exports.match_told()) };
  const { seat: turn, racks } = match.viewOf(-1);
  if (turn === null) return { ...move, over: { phase: "scored", racks } };
  const { took } = JSON.parse(match.get(match.exports.match_standing()));
  const card = match.viewOf(seat).racks[seat].split(" ").at(-1);
  return { ...move, turn, ...(took === 1 && line !== "draw discard" ? { card } : {}) };
}

const idsOf = ({ melds, rack }) =>
  [...melds.flatMap(({ pieces }) => pieces), ...rack].map(({ id }) => id).sort((a, b) => a - b);

function doAnything(follower, words) {
  const { exports } = follower.module;
  const { melds, rack, draft } = follower.now();
  const ids = [...melds.flatMap(({ pieces }) => pieces), ...rack].map(({ id }) => id);
  const some = Array.from({ length: below(4) }, () => (below(20) === 0 ? below(70000) : pick(ids)));
  const meld = below(8) === 0 ? below(70000) - 2 : (pick(melds)?.id ?? 0);
  const play = `play ${draft}`;
  const put = (to) => follower.call("seat_put", some.join(" "), to, below(8) - 1);
  const deeds = [
    () => put(meld), () => put(0), () => put(-1),
    () => exports.seat_undo(), () => exports.seat_redo(), () => exports.seat_again(),
    () => exports.seat_sort(below(5) - 1),
    () => follower.call("seat_lay_out", spoilt(draft, words)),
    () => follower.call("seat_remember", spoilt(rack.map(({ card }) => card).join(" "), words)),
    () => follower.call("seat_put", spoilt(ids.join(" "), words), meld, 0),
    () => exports.seat_hint_more(), () => exports.seat_hint_lay(), () => exports.seat_hint_close(),
    () => follower.call("seat_hint_take", pick(["", play, spoilt(play, words)])),
    () => exports.seat_hint(), () => exports.seat_by_hand(),
    () => exports.seat_happening(below(3) - 1),
  ];
  pick(deeds)();
}

// No two melds lie on each other, nor side by side without a gap.
const areApart = (melds) => melds.every((one, i) => melds.slice(i + 1).every((other) =>
  one.place.row !== other.place.row ||
  one.place.column + one.pieces.length < other.place.column ||
  other.place.column + other.pieces.length < one.place.column));

const placesOf = ({ melds }) => melds.flatMap(({ place }) => [place.row, place.column]);

// Where the melds of a table come to lie that somebody thinks out.
function thoughtOut(follower, table) {
  follower.module.exports.seat_arrange(0);
  check(follower.call("seat_show", table) === 0, `${table} is shown`);
  return placesOf(follower.now());
}

// All that can be done to an arrangement leaves each piece in one place.
function arrange(follower, words) {
  const { exports } = follower.module;
  const onlooker = new Follower(follower.header, follower.seat);
  check(exports.seat_arrange(0) === 0 && exports.seat_arrange(3) === -1, "a view is arranged");
  const start = follower.now();
  const ids = idsOf(start);
  check(!start.isChanged && start.verdict.ok, "it begins as the view says");
  for (let i = 0; i < 8; i += 1) {
    doAnything(follower, words);
    const now = follower.now();
    check(isDeepStrictEqual(idsOf(now), ids), "no piece is lost or doubled");
    check(now.melds.every(({ pieces }) => pieces.length > 0), "no meld is empty");
    check(areApart(now.melds), `${now.draft}: melds lie apart`);
    if (below(4) === 0) {
      onlooker.tell(follower.last);
      check(isDeepStrictEqual(thoughtOut(onlooker, now.draft), placesOf(now)),
        `${now.draft}: who looks on has the places of who moves`);
    }
  }
  while (exports.seat_undo() === 0);
  check(!follower.now().isChanged, "undo leads back to the view");
  follower.call("seat_show", spoilt(start.draft, words));
  follower.now();
}

function followMatch(header) {
  const match = open(recordPath);
  const seats = Number(/players=(\d)/.exec(header)[1]);
  match.line(header);
  const followers = Array.from({ length: seats + 1 }, (_, i) => new Follower(header, i - 1));
  let followed = 0;
  for (let i = 0; match.exports.match_needs() !== NOTHING && i < 600; i += 1) {
    const isAction = match.exports.match_needs() === ACTION;
    const line = isAction ? match.sample(below(1 << 30)) : match.chance(below(1 << 30));
    const seat = match.exports.match_seat();
    const thought = line.startsWith("play ") ? thoughtOut(pick(followers), line.slice(5)) : null;
    match.line(line);
    const move = isAction ? moveOf(match, seat, line) : null;
    check(thought === null || isDeepStrictEqual(thought, match.viewOf(-1).places),
      `${line}: what is laid lies where it was thought out`);
    if (move === null && match.exports.match_needs() !== ACTION) continue;
    for (const follower of followers) {
      const shown = match.viewOf(follower.seat);
      const words = positionOf(header, shown).split(/[ \n]/);
      if (move !== null) {
        const text = linesOf(move).join("\n");
        follower.call("seat_follow", spoilt(spoilt(text, words), words));
        if (!isDeepStrictEqual(follower.view(), follower.last)) follower.tell(follower.last);
        check(follower.call("seat_follow", text) === 0, `${text} is followed`);
        followed += 1;
      } else follower.tell(shown);
      follower.last = follower.view();
      check(isDeepStrictEqual(follower.last, shown), `${line}: what is followed is what is so`);
      if (below(3) === 0) arrange(follower, words);
    }
  }
  return followed;
}

const variants = [
  "exclusiv players=2", "exclusiv players=4 jokers=2", "photo players=2", "photo players=4",
  "princess players=2 deal=13", "princess players=4 bracelets=rbgy",
  "princess players=3 rediscard=no", "princess players=2 extend_before_own=no first_meld=0",
];
let followed = 0;
for (let i = 0; i < Number(matches); i += 1)
  followed += followMatch(`match ${variants[i % variants.length]}`);
check(followed > 100 * Number(matches) / 2, "many moves were followed", String(followed));

const fresh = new Follower("match exclusiv players=2", 0);
const { exports } = fresh.module;
check(exports.seat_view(0) === -1 && exports.seat_arrange(0) === -1, "at first there is no view");
check(exports.seat_happening(0) === -1, "and nothing has happened");
const { melds, rack } = fresh.now();
check(melds.length === 0 && rack.length === 0, "nor does anything lie there");
for (const name of ["seat_tell", "seat_follow", "seat_told", "seat_show", "seat_lay_out",
  "seat_remember"])
  for (const size of [-1, 1 << 30]) check(exports[name](size) === -1, `${name} of no text`);
check(exports.seat_put(-1, 0, 0) === 1, "nothing is put");

console.log(`${followed} moves followed`);
process.exitCode = finish();
