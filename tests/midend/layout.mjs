// layout.mjs - the layout of struct model as other languages are told it: no field is forgotten,
// nothing lies between two, and what is read by it in a model of the wasm module is what
// `rummery session` prints. node layout.mjs MODEL_LAYOUT REPLAY_WASM RUMMERY SESSION_TESTS
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, finish } from "../sentences/check.mjs";

const [layoutFile, module, rummery, sessionTests] = process.argv.slice(2);
const text = readFileSync(layoutFile, "utf8");
const layout = JSON.parse(text.match(/modelLayout = (.*) as const;/s)[1]);
const sizes = { u8: 1, u16: 2, u32: 4, i16: 2, i32: 4, text: 1 };
const sizeOf = (as) => sizes[as] ?? layout.structs[as].size;

function testNothingIsForgotten() {
  for (const [name, { size, fields }] of Object.entries(layout.structs)) {
    let end = 0;
    for (const [field, { at, as, count }] of Object.entries(fields)) {
      check(at === end, `${name}.${field} begins where the one before it ends`, `${at} ${end}`);
      check(at % Math.min(sizeOf(as), as in sizes ? 4 : 1) === 0, `${name}.${field} is aligned`);
      end = at + count * sizeOf(as);
    }
    check(end === size, `the fields of ${name} are all of it`, `${end} ${size}`);
  }
  check(new Set(layout.intents).size === layout.intents.length, "every intent has its name");
}

// A model read by the layout, as plain objects.
function read(view, as, at) {
  if (as === "u8" || as === "text") return view.getUint8(at);
  if (as === "u16") return view.getUint16(at, true);
  if (as === "i16") return view.getInt16(at, true);
  if (as === "u32") return view.getUint32(at, true);
  if (as === "i32") return view.getInt32(at, true);
  const object = {};
  for (const [name, field] of Object.entries(layout.structs[as].fields)) {
    const size = sizeOf(field.as);
    const all = Array.from({ length: field.count }, (_, i) =>
      read(view, field.as, at + field.at + i * size));
    object[name] = field.count === 1 ? all[0] : all;
  }
  return object;
}

const phases = ["joining", "waiting", "dealing", "playing", "scored", "over"];

async function testModels(folder) {
  execFileSync(sessionTests, ["6", "1", folder]);
  const { instance } = await WebAssembly.instantiate(readFileSync(module), {});
  const { memory, replay, replay_buffer, replay_model, replay_model_size } = instance.exports;
  check(replay_model_size() === layout.structs.model.size, "the module has that model");
  for (let i = 1; i <= 6; i += 1) {
    const file = join(folder, `${i}.session`);
    const bytes = readFileSync(file);
    new Uint8Array(memory.buffer).set(bytes, replay_buffer());
    replay(bytes.length);
    const model = read(new DataView(memory.buffer), "model", replay_model());
    const said = execFileSync(rummery, ["session", file], { encoding: "utf8" });
    const [, phase, round, scores] = said.match(/seats: (\w+), round (\d+), scores (.*)\n/);
    const rack = said.match(/^rack:(.*)$/m)[1].split(" ").filter((word) => word !== "");
    check(phases[model.phase] === phase && model.round === Number(round),
      `${i}: phase and round are read`);
    check(model.seat_of.slice(0, model.seats).map(({ total }) => total).join(" ") === scores,
      `${i}: scores are read`, scores);
    check(model.is_curtained === 1 || model.piece_count - model.rack_first === rack.length,
      `${i}: the rack is read`);
    check(model.happening[0].number === model.happened, `${i}: the last happening is read`);
  }
}

testNothingIsForgotten();
const folder = mkdtempSync(join(tmpdir(), "rummery-layout-"));
try {
  await testModels(folder);
} finally {
  rmSync(folder, { recursive: true });
}
process.exitCode = finish();
