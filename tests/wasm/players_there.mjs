// players_there.mjs - the matches of `rummery bench players` (bench/bench_players.c), played with
// the page's modules, in Node.js or in a browser: it needs nothing of what is around it.
// `linesOf` (module.mjs) must be there by name where it runs in a page.

// The signature of a game's computer players; `isCold`: each decision by an engine of its own.
export async function signatureThere([record, engine, game, isCold, linesOf = globalThis.linesOf]) {
  const [ACTION, NOTHING] = [3, 4]; // what a match needs
  const MATCHES = 3;
  const POSITIONS = 120;
  const LEVELS = [1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 7, 5];
  const STRONG = [5, 6, 5, 5, 7, 5, 5];
  const compiled = await Promise.all([record, engine].map((text) =>
    WebAssembly.compile(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)))));
  const open = (module) => {
    const { exports } = new WebAssembly.Instance(module);
    const room = (size) => new Uint8Array(exports.memory.buffer, exports.text_buffer(), size);
    const put = (text) => {
      const coded = new TextEncoder().encode(text);
      room(coded.length).set(coded);
      return coded.length;
    };
    return { exports, put, get: (size) => new TextDecoder().decode(room(size)) };
  };
  let thinker = open(compiled[1]);
  let hash = 0xcbf29ce484222325n;
  for (let nth = 0; nth < MATCHES; nth += 1) {
    const { exports, put, get } = open(compiled[0]);
    const header = `match ${game} players=${2 + (nth % 3)} rounds=3`;
    if (exports.match_line(put(header)) !== 0) throw new Error(header);
    for (let step = 0, at = 0; exports.match_needs() !== NOTHING && at < POSITIONS; step += 1) {
      if (exports.match_needs() !== ACTION) {
        exports.match_line(put(get(exports.match_chance(nth, step))));
        continue;
      }
      const view = JSON.parse(get(exports.match_view(exports.match_seat())));
      const { rounds, totals } = JSON.parse(get(exports.match_standing()));
      if (isCold) thinker = open(compiled[1]);
      thinker.exports.position_set(thinker.put([header, ...linesOf(view)].join("\n")));
      thinker.exports.engine_rounds(rounds);
      totals.forEach((total, seat) => thinker.exports.engine_total(seat, total));
      const levels = nth === 0 ? STRONG : LEVELS;
      const level = levels[at % levels.length];
      const action = thinker.get(thinker.exports.engine_decide(level, nth, step));
      at += 1;
      if (exports.match_line(put(action)) !== 0) throw new Error(`${level} may not ${action}`);
      for (const byte of new TextEncoder().encode(`${action}\n`))
        hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
    }
  }
  return hash.toString(16).padStart(16, "0");
}
