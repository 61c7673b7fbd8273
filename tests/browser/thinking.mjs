// thinking.mjs - how long level 6 takes for a turn in the page: rounds of each
// game against level 5, with the modules of a build in chromium. The figures depend on the machine
// and are only printed; what is checked is that the rounds come to their end.
// usage: node thinking.mjs BUILD_FOLDER [ROUNDS]
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { check } from "../clients/harness.mjs";
import { linesOf } from "../wasm/module.mjs";
import { GAMES, runInBrowser, visit } from "./stage.mjs";

const [build, rounds = "2"] = process.argv.slice(2);
const bytesOf = (name) => readFileSync(join(build, name)).toString("base64");

// Runs in the page: the times of all turns of seat 0, in ms, and whether all rounds have ended.
async function playThere([core, engine, game, rounds]) {
  const ACTION = 3;
  const NOTHING = 4;
  const open = async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const { exports } = (await WebAssembly.instantiate(bytes)).instance;
    const room = (size) => new Uint8Array(exports.memory.buffer, exports.text_buffer(), size);
    const put = (text) => {
      const coded = new TextEncoder().encode(text);
      room(coded.length).set(coded);
      return coded.length;
    };
    return { exports, put, get: (size) => new TextDecoder().decode(room(size)) };
  };
  const thinker = await open(engine);
  const turns = [];
  let hasEnded = true;
  for (let round = 0; round < rounds; round += 1) {
    const { exports, put, get } = await open(core);
    const header = `match ${game} players=4 first=${round % 4}`;
    exports.match_line(put(header));
    let isSameTurn = false;
    for (let i = 0; exports.match_needs() !== NOTHING && i < 3000; i += 1) {
      if (exports.match_needs() !== ACTION) {
        exports.match_line(put(get(exports.match_chance(round, i))));
        continue;
      }
      const seat = exports.match_seat();
      const view = JSON.parse(get(exports.match_view(seat)));
      thinker.exports.position_set(thinker.put([header, ...linesOf(view)].join("\n")));
      const began = performance.now();
      const action = thinker.get(thinker.exports.engine_decide(seat === 0 ? 6 : 5, round, i));
      const took = performance.now() - began;
      if (seat === 0) turns.push(isSameTurn ? turns.pop() + took : took);
      isSameTurn = seat === 0;
      exports.match_line(put(action));
    }
    hasEnded &&= exports.match_needs() === NOTHING;
  }
  return { turns, hasEnded };
}

async function testThinking() {
  const { page } = await visit();
  for (const game of GAMES) {
    const modules = [bytesOf("record.wasm"), bytesOf("engine.wasm")];
    await page.evaluate(`globalThis.linesOf = ${linesOf}`);
    const { turns, hasEnded } = await page.evaluate(playThere, [...modules, game, Number(rounds)]);
    check(hasEnded && turns.length > 0, `the rounds of ${game} end`);
    const sorted = turns.map(Math.round).sort((a, b) => a - b);
    const mean = sorted.reduce((sum, ms) => sum + ms, 0) / sorted.length;
    console.log(JSON.stringify({ bench: `page.expert_turn_ms.${game}`, value: Math.round(mean),
      unit: "ms", middle: sorted[sorted.length >> 1], most: sorted.at(-1), turns: turns.length }));
  }
}

await runInBrowser([testThinking]);
