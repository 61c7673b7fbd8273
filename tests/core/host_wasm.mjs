// host_wasm.mjs - runs the core's tests as wasm in Node.js:
// node host_wasm.mjs TESTS_WASM GOLDEN_FOLDER [PERCENT]
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const [module, golden, percent] = process.argv.slice(2);
let memory;

const text = (at, size) => Buffer.from(memory.buffer, at, size).toString("latin1");

function untilNul(at) {
  const bytes = new Uint8Array(memory.buffer);
  let end = at;
  while (bytes[end] !== 0) end += 1;
  return text(at, end - at);
}

const env = {
  host_print: (at, size) => process.stdout.write(text(at, size)),
  host_read: (name, out, capacity) => {
    const path = join(golden, untilNul(name));
    if (!existsSync(path)) return 0;
    const bytes = readFileSync(path);
    if (bytes.length >= capacity) return 0;
    new Uint8Array(memory.buffer).set(bytes, out);
    return bytes.length;
  },
  host_effort_percent: () => Number(percent ?? 100),
};

const { instance } = await WebAssembly.instantiate(readFileSync(module), { env });
memory = instance.exports.memory;
process.exitCode = instance.exports.run_tests() === 0 ? 0 : 1;
