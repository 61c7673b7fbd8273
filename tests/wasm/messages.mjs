// messages.mjs - what a server says is read the same natively and as wasm, to the last field: whole
// messages, as LINES.echo has them, and what is left when bytes are changed and cut off.
// usage: node messages.mjs ECHO_WASM ECHO_NATIVE LINES [MUTANTS [SEED]]
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { compile, open, randomOf } from "./module.mjs";
import { check, finish } from "../sentences/check.mjs";

const [modulePath, program, lines, mutants = "20", seed = "2026"] = process.argv.slice(2);
const below = randomOf(seed);
const GAMES = 4; // one more than there are: of a table that is not known yet

check(WebAssembly.Module.imports(compile(modulePath)).length === 0, "the module imports nothing");
const module = open(modulePath);

function echo(game, message) {
  const size = message.length;
  module.bytes(module.exports.text_buffer(), size).set(message);
  const at = module.exports.echo(game, size);
  return Buffer.from(module.bytes(at, module.exports.echo_size())).toString("latin1");
}

// No line ends: natively messages come as lines.
function changed(message) {
  const bytes = "\"\\{}[]:,0123456789.eE+-tfnu \x80\xc3";
  const copy = Buffer.from(message);
  const place = below(copy.length);
  copy[place] = bytes.charCodeAt(below(bytes.length));
  if (below(4) === 0) return copy.subarray(0, place);
  if (below(3) === 0) return Buffer.concat([copy.subarray(0, place), copy.subarray(place + 1)]);
  return copy;
}

const kept = readFileSync(lines.replace(/jsonl$/, "echo"), "latin1").trimEnd().split("\n");
readFileSync(lines, "latin1").trimEnd().split("\n").forEach((line, i) =>
  check(echo(0, Buffer.from(line, "latin1")) === kept[i], "a message says what it said", line));

const messages = readFileSync(lines, "latin1").trimEnd().split("\n").flatMap((line) => {
  const message = Buffer.from(line, "latin1");
  return [message, ...Array.from({ length: Number(mutants) }, () => changed(message))];
});
const asked = messages.flatMap((message) =>
  Array.from({ length: GAMES }, (_, game) => ({ game, message })));
const input = Buffer.concat(asked.flatMap(({ game, message }) =>
  [Buffer.from(`${game} `), message, Buffer.from("\n")]));
const said = execFileSync(program,
  { input, maxBuffer: 1 << 30 }).toString("latin1").trimEnd().split("\n");

check(said.length === asked.length, "every message was read");
check(said.filter((line) => line !== "[]").length > asked.length / 8, "many could be read");
asked.forEach(({ game, message }, i) =>
  check(echo(game, message) === said[i], "natively and as wasm the same is read", message));

process.exitCode = finish();
