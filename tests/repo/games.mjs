// games.mjs - nobody knows a game by its name but itself, the solver, and whoever draws it or has
// words for it: what others want to know they ask the game (docs/games.md). And nobody decides for
// a computer player but bot_decide. Prints every place where a game is still called by its name.
// usage: node games.mjs
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { check, finish } from "../sentences/check.mjs";

const ids = [...readFileSync("src/core/games/games.c", "utf8").matchAll(/&game_(\w+),/g)]
  .map((found) => found[1]).filter((id) => id !== "template");
const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "src", "web/src",
  "packages"])
  .toString().split("\n").filter(Boolean);
const source = (path) => readFileSync(path, "utf8");

// ---- Names of games ----

const name = ids.join("|");
const parts = [
  {
    name: "C",
    most: 5,
    isMeant: (path) => /^src\/.*\.[ch]$/.test(path) &&
      !/^src\/(core\/games|solver)\/|^src\/tui\/words/.test(path),
    pattern: new RegExp(`"(${name})"`, "g"),
    isComment: (line) => /^\s*(\/\*|\*)/.test(line),
  },
  {
    name: "the page",
    most: 5,
    isMeant: (path) => /^(web|packages\/rummery)\/src\/.*\.(ts|svelte|css)$/.test(path) &&
      !/^web\/src\/(art|lang)\/|theme\.css$|\.test\.ts$/.test(path),
    // in quotes, or as the name of a field
    pattern: new RegExp(`["'\`](${name})["'\`]|(?<=^|[\\s{,.])(${name})\\??:`, "g"),
    isComment: (line) => /^\s*(\/\/|\/\*|\*|<!--)/.test(line),
  },
];

check(ids.length >= 3, "the core lists its games", ids.join());
for (const { name: part, most, isMeant, pattern, isComment } of parts) {
  const meant = files.filter(isMeant);
  const inLine = (path, line, i) => (isComment(line) ? [] : [...line.matchAll(pattern)])
    .map(() => `${path}:${i + 1}: ${line.trim()}`);
  const places = meant.flatMap((path) =>
    source(path).split("\n").flatMap((line, i) => inLine(path, line, i)));
  for (const place of places) console.log(place);
  console.log(`${part}: ${places.length} of at most ${most}`);
  check(meant.length > 30, `${part} has sources`, `${meant.length}`);
  check(places.length <= most, `${part} calls games by their names in at most ${most} places`,
    `${places.length}`);
}

// ---- One door for decisions ----

// the core's own module has no bots; the yardsticks are no players but measures for them; a room
// goes on simply where nobody has decided in time
const mayDecide =
  /^src\/(core|bots)\/|^src\/wasm\/api\.c$|^src\/cli\/yardstick\.c$|^src\/room\/room_play\.c$/;
const others = files.filter((path) => /^src\/.*\.c$/.test(path) && !mayDecide.test(path));
const deciding = /\b(careless|expert|greedy|policy)_(decide|imagine)\(|->sample\(/;
const asking = others.filter((path) => deciding.test(source(path)));
check(asking.length === 0, "all others ask bot_decide", asking.join(" "));
process.exitCode = finish();
