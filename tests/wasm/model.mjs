// model.mjs - a device of the page in Node.js: one of its modules, and what there is to see of it,
// read by the places that the build has told the page, and looked through each time.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { check } from "../sentences/check.mjs";
import { open } from "./module.mjs";

const [build] = process.argv.slice(2);
const [BARS, PART_REFUSED] = [18, 5];
const OVER = 5;

// The places of struct model, as the build has told the page.
export const at = Object.fromEntries(
  [...readFileSync(join(build, "model-at.ts"), "utf8").matchAll(/const (\w+) = (\d+);/g)].map(
    ([, name, place]) => [name, Number(place)]));
const CARDS_CAP = at.hint_missing_count - at.hint_laid;
const HAPPENINGS = (at.model_size - at.model_happening) / at.happening_size;

class Model {
  constructor(bytes) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
  }
  u8 = (place) => this.view.getUint8(place);
  u16 = (place) => this.view.getUint16(place, true);
  u32 = (place) => this.view.getUint32(place, true);
  cards = (place, length) => [...this.bytes.subarray(place, place + length)];
  all = (length, first, size, read) => Array.from({ length }, (_, i) => read(first + i * size));

  get pieces() {
    return this.all(this.u8(at.model_piece_count), at.model_piece, at.piece_size, (place) =>
      ({ id: this.u16(place + at.piece_id), what: this.u8(place + at.piece_what) }));
  }

  get melds() {
    return this.all(this.u8(at.model_meld_count), at.model_meld, at.meld_size, (place) => ({
      id: this.u16(place), verdict: place + at.meld_verdict, ...Object.fromEntries(
        ["owner", "first", "count", "row", "column"].map((name) =>
          [name, this.u8(place + at[`meld_${name}`])])) }));
  }

  // Kind, rule and reason of each.
  get bars() {
    const size = at.bar_size;
    const places = [at.model_lay, at.model_take, at.model_refused, at.model_verdict,
      ...this.all(at.do_leave + 1, at.model_bar, size, (place) => place),
      ...this.all((at.model_take - at.model_draw) / size, at.model_draw, size, (place) => place),
      ...this.melds.map(({ verdict }) => verdict)];
    return places.map((place) =>
      [this.u8(place), this.u16(place + at.bar_rule), this.u16(place + at.bar_reason)]);
  }

  // All but what was refused last.
  get lasting() {
    const bytes = this.bytes.slice();
    for (const [place, size] of [[at.model_revision, 4], [at.model_changed + 4 * PART_REFUSED, 4],
      [at.model_refusals, at.model_happened - at.model_refusals]])
      bytes.fill(0, place, place + size);
    return bytes;
  }
}

export class Device {
  constructor(name) {
    this.module = open(join(build, `${name}.wasm`));
    this.exports = this.module.exports;
    this.nowMs = 1000;
    this.said = [];
    this.hear = () => {};
    this.exports.device_open(0, 7);
  }
  name = (what, number) => this.module.get(this.exports[what](number));
  // A call about a text that says no lines.
  code = (name, text, ...args) => this.exports[name](...args, this.module.put(text));
  read = () => new Model(this.module.bytes(this.exports.device_model(), at.model_size).slice());
  linesOf = (mark) => this.said.filter((line) => line[0] === mark).map((line) => line.slice(1));

  // The lines that the call has said.
  call(name, ...args) {
    this.exports.device_now(this.nowMs);
    const size = this.exports[name](...args);
    const text = Buffer.from(this.module.bytes(this.exports.device_said(), size)).toString();
    this.said = text.split("\n").slice(0, -1);
    this.hear();
    check(this.said.every((line) => "><~#=+-!?".includes(line[0])), `${name} says lines`, text);
    return this.said;
  }

  take(message) {
    const text = typeof message === "string" ? message : JSON.stringify(message);
    return this.call("remote_take", this.module.put(text));
  }

  // What there is to see, looked through.
  model() {
    const model = this.read();
    const complaint = complaintOf(this, model);
    check(complaint === "", `the model can be read: ${complaint}`);
    return model;
  }

  // What the device is asked to do, with numbers that may be none.
  do(kind, { place = at.place_any, from = 0, order = 0, phrase = 0, piece = 0, meld = 0 } = {}) {
    this.call("device_do", kind, place, from, order, phrase, piece, meld);
    return this.exports.device_has_done() !== 0;
  }
}

const areApart = (melds) => melds.every((one, i) => melds.slice(i + 1).every((other) =>
  one.row !== other.row || one.column + one.count < other.column ||
  other.column + other.count < one.column));

const isOwnOf = (list) => new Set(list.map(({ id }) => id)).size === list.length;

// Where a model is not what any model is; else nothing.
function complaintOf(device, model) {
  const [pieces, melds, first] = [model.pieces, model.melds, model.u8(at.model_rack_first)];
  const [happened, told] = [model.u32(at.model_happened), model.u32(at.model_happening_count)];
  const numbers = model.all(Math.min(told, HAPPENINGS), at.model_happening, at.happening_size,
    model.u32);
  const ends = melds.map((meld) => meld.first + meld.count);
  const counts = [at.model_discard_count, at.model_hint + at.hint_laid_count, at.model_piece_count,
    at.model_meld_count, at.model_hint + at.hint_missing_count, at.model_hint + at.hint_meld_count];
  const isNamed = (what, number) => number === 0 || device.name(what, number) !== "";
  const truths = {
    "a table": model.u8(at.model_seats) <= at.seats_max && model.u8(at.model_phase) <= OVER,
    "no more cards than there are": counts.every((place) => model.u8(place) <= CARDS_CAP),
    "what happened, in order": told <= HAPPENINGS && numbers.every((n, i) => n === happened - i),
    "reasons with names": model.bars.every(([kind, rule, reason]) => kind < BARS &&
      isNamed("device_rule", rule) && isNamed("device_reason", reason)),
    "cards with names": pieces.every(({ id, what }) => id !== 0 && what < at.card_unknown &&
      device.name("device_card", what) !== ""),
    "melds one after the other": melds.every((meld, i) => meld.count > 0 &&
      meld.first === (ends[i - 1] ?? 0)) && first === (ends.at(-1) ?? 0) && areApart(melds),
    "the rack behind them": first <= pieces.length,
    "identities": isOwnOf(pieces) && isOwnOf(melds),
    "a curtain": model.u8(at.model_is_curtained) === 0 || pieces.length === first,
  };
  return Object.keys(truths).find((name) => !truths[name]) ?? "";
}
