// module.mjs - a module of the browser in Node.js: text into its buffer, a call, text out of it.
import { readFileSync } from "node:fs";

const compiled = new Map();

export function compile(path) {
  if (!compiled.has(path)) compiled.set(path, new WebAssembly.Module(readFileSync(path)));
  return compiled.get(path);
}

// A fresh instance.
export function open(path) {
  const { exports } = new WebAssembly.Instance(compile(path));
  const bytes = (at, size) => new Uint8Array(exports.memory.buffer, at, size);
  const put = (text) => {
    const encoded = Buffer.from(text, "utf8");
    bytes(exports.text_buffer(), encoded.length).set(encoded);
    return encoded.length;
  };
  const get = (size) =>
    size <= 0 ? "" : Buffer.from(bytes(exports.text_buffer(), size)).toString("utf8");
  return {
    exports,
    bytes,
    put,
    get,
    line: (text) => exports.match_line(put(text)),
    meld: (text) => exports.meld_verdict(put(text)),
    rule: () => get(exports.error_rule()),
    chance: (seed) => get(exports.match_chance(seed, seed)),
    sample: (seed) => get(exports.match_sample(seed, seed)),
    state: () => bytes(exports.match_bytes(), exports.match_bytes_size()).slice(),
    view: (seat) => bytes(exports.view_bytes(seat), exports.view_bytes_size()).slice(),
    viewOf: (seat) => JSON.parse(get(exports.match_view(seat))),
    set: (position) => exports.position_set(put(position)),
    action: (text) => exports.position_action(put(text)),
    error: () => JSON.parse(get(exports.error_text())),
  };
}

// Fields of a message as the modules read them (src/wire/fields.h): each a line, lists line by
// line, names of inner fields joined by a dot.
export function linesOf(fields, outer = "") {
  return Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => {
      if (one === null) return [];
      if (typeof one === "object") return linesOf(one, `${outer}${name}.`);
      return [`${outer}${name} ${typeof one === "boolean" ? Number(one) : one}`];
    }));
}

export const positionOf = (header, view) => [header, ...linesOf(view)].join("\n");

// Numbers below a bound, the same for the same seed (xorshift).
export function randomOf(seed) {
  let word = (Number(seed) * 2654435761) >>> 0 || 1;
  return (bound) => {
    word ^= word << 13;
    word >>>= 0;
    word ^= word >>> 17;
    word ^= word << 5;
    word >>>= 0;
    return word % bound;
  };
}
