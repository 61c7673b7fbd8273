// sessions.mjs - sessions that a program has recorded natively come to the same models as wasm:
// node sessions.mjs REPLAY_WASM PROGRAM [ARGUMENT...], the program being told a folder at last
// that it leaves them in, and printing the name of each and what its models come to.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, finish } from "../sentences/check.mjs";

const [module, program, ...args] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "rummery-sessions-"));

async function replayer() {
  const { instance } = await WebAssembly.instantiate(readFileSync(module), {});
  const { memory, replay_buffer, replay_capacity, replay } = instance.exports;
  return (bytes) => {
    check(bytes.length <= replay_capacity(), "a session fits");
    new Uint8Array(memory.buffer).set(bytes, replay_buffer());
    return BigInt.asUintN(64, replay(bytes.length)).toString(16).padStart(16, "0");
  };
}

try {
  const said = execFileSync(program, [...args, folder], { encoding: "utf8" });
  const told = said.split("\n").map((line) => line.match(/^(\S+\.session) ([0-9a-f]{16})$/))
    .filter((match) => match !== null);
  const replay = await replayer();
  check(told.length > 0, "sessions were recorded");
  for (const [, name, hash] of told) {
    const bytes = readFileSync(join(folder, name));
    check(replay(bytes) === hash, `${name} comes to the same models as wasm`);
    check(replay(bytes) === hash, `${name} does so again`);
    check(replay(bytes.subarray(0, -1)) === "0".repeat(16), `${name} cut off is refused`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
process.exitCode = finish();
