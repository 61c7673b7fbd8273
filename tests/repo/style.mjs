// style.mjs - style checked by a test, not by people: files of at most 600 lines, functions
// of at most 70, lines of at most 100 columns, a header comment in every source file, no
// tabs, no trailing spaces, no marks of unfinished work, includes that respect the layers.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const limits = { fileLines: 600, functionLines: 70, columns: 100 };
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"])
  .toString()
  .split("\n")
  .filter((path) => /\.(c|h|def|mjs|ts|svelte|py)$/.test(path));
const faults = [];
const fault = (path, line, what) => faults.push(`${path}:${line}: ${what}`);

function checkLines(path, lines) {
  if (lines.length > limits.fileLines) fault(path, 1, `${lines.length} lines`);
  lines.forEach((text, i) => {
    if ([...text].length > limits.columns) fault(path, i + 1, "too wide");
    if (/\t/.test(text)) fault(path, i + 1, "a tab");
    if (/\s$/.test(text)) fault(path, i + 1, "trailing space");
    if (/\b(TO)?DO\b:|FIX(ME)|X{3}\b|HA(CK)\b/.test(text)) fault(path, i + 1, "unfinished");
  });
}

function checkHeader(path, lines) {
  const first = lines[0]?.startsWith("#!") ? lines[1] : lines[0];
  const opening = path.endsWith(".svelte") ? /^<!-- / : /^(\/\*|\/\/|# |""")/;
  if (!opening.test(first ?? "")) fault(path, 1, "no header comment");
}

// In C a function starts at a `{` in the first column and ends at the next `}` there.
function checkFunctionsC(path, lines) {
  let start = -1;
  lines.forEach((text, i) => {
    if (text === "{") start = i;
    if (text === "}" && start >= 0) {
      if (i - start + 1 > limits.functionLines) fault(path, start + 1, "function too long");
      start = -1;
    }
  });
}

function checkFunctionsJs(path, lines) {
  let start = -1;
  lines.forEach((text, i) => {
    if (/^(export )?(async )?function /.test(text)) start = i;
    if (text === "}" && start >= 0) {
      if (i - start + 1 > limits.functionLines) fault(path, start + 1, "function too long");
      start = -1;
    }
  });
}

// core <- places; core <- solver <- { bots, seat }; bots <- { env, review, room };
// room <- { hub, cli, tui, wasm }; visitors <- hub <- server. Only hub and server see the store,
// which the command line hands over to them by name. Of wire and shuffle a room sees what needs
// no C library.
const mayInclude = {
  core: ["core"],
  places: ["core", "places"],
  sight: ["core", "sight"],
  solver: ["core", "solver"],
  bots: ["core", "solver", "bots"],
  env: ["core", "solver", "bots", "env"],
  review: ["core", "solver", "bots", "wire", "review"],
  seat: ["core", "places", "solver", "seat", "wire"],
  practice: ["core", "places", "wire", "practice"],
  lessons: ["core", "wire", "practice", "lessons"],
  wasm: [
    "core", "places", "solver", "bots", "review", "seat", "midend", "practice", "wire", "shuffle",
    "room", "sight", "wasm",
  ],
  wire: ["core", "places", "shuffle", "wire"],
  shuffle: ["core", "shuffle"],
  store: ["store", "wire"],
  midend: ["core", "places", "solver", "bots", "seat", "wire", "midend"],
  client: ["core", "places", "seat", "midend", "wire", "client"],
  room: ["core", "places", "bots", "shuffle", "wire", "room"],
  stage: ["core", "solver", "bots", "midend", "room", "stage"],
  library: [
    "core", "places", "solver", "bots", "seat", "midend", "env", "wire", "shuffle", "room",
    "library",
  ],
  tui: [
    "core", "solver", "bots", "seat", "midend", "practice", "lessons", "wire", "shuffle", "room",
    "stage", "client", "arena", "tui",
  ],
  arena: ["core", "wire", "arena"],
  puzzles: ["core", "solver", "bots", "wire", "puzzles"],
  visitors: ["wire", "visitors"],
  hub: ["core", "wire", "shuffle", "room", "store", "visitors", "hub"],
  server: ["core", "bots", "solver", "shuffle", "store", "visitors", "wire", "hub", "server"],
};
const freestanding = [
  "core", "places", "solver", "env", "seat", "review", "practice", "room", "midend", "stage",
  "wasm",
];
// headers of other layers that need no C library, for those that have none
const plainHeaders = [
  "bots/effort.h",
  "bots/pace.h",
  "shuffle/shuffle.h",
  "wire/memory.h",
  "wire/message.h",
  "wire/name.h",
  "wire/reasons.h",
  "wire/request.h",
  "wire/safe_text.h",
  "wire/text.h",
  "wire/view_write.h",
  "wire/writer.h",
];

function checkLayers(path, lines) {
  const layer = path.match(/^src\/(\w+)\//)?.[1];
  const allowed = mayInclude[layer];
  if (allowed === undefined) return;
  lines.forEach((text, i) => {
    const target = text.match(/^#include "(\w+)\//)?.[1];
    if (target !== undefined && target !== "games" && !allowed.includes(target))
      fault(path, i + 1, `${layer} may not include ${target}`);
    const header = text.match(/^#include "((?:bots|shuffle|wire)\/.*)"/)?.[1];
    if (layer === "room" && header !== undefined && !plainHeaders.includes(header))
      fault(path, i + 1, `${header} needs a C library`);
    const system = text.match(/^#include <(.*)>/)?.[1];
    const isFree = ["stdbool.h", "stddef.h", "stdint.h"].includes(system);
    if (freestanding.includes(layer) && system !== undefined && !isFree)
      fault(path, i + 1, "C library");
  });
}

// What games are written with is for games; others have core.h and inspect.h.
function checkGameHeader(path, lines) {
  if (/^(src\/core|tests)\//.test(path)) return;
  lines.forEach((text, i) => {
    if (/^#include "(.*\/)?core\/game\.h"/.test(text)) fault(path, i + 1, "game.h is for games");
  });
}

for (const path of files) {
  const lines = readFileSync(path, "utf8").replace(/\n$/, "").split("\n");
  checkLines(path, lines);
  checkHeader(path, lines);
  if (/\.[ch]$/.test(path)) checkFunctionsC(path, lines);
  if (/\.(mjs|ts)$/.test(path)) checkFunctionsJs(path, lines);
  checkLayers(path, lines);
  checkGameHeader(path, lines);
}
for (const text of faults) console.log(text);
console.log(`${files.length - new Set(faults.map((f) => f.split(":")[0])).size} passed, ` +
  `${new Set(faults.map((f) => f.split(":")[0])).size} failed`);
process.exitCode = faults.length === 0 && files.length > 0 ? 0 : 1;
