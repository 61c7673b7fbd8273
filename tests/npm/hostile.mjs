// hostile.mjs - junk into every public function of the package, in any order, from inside a project
// that has installed it: each answers, or throws an Error with a sentence of ours, and what was
// there is still there. A trap of a module or an error of the language's own is a fault.
// usage: node hostile.mjs SEED CALLS
import * as rummery from "rummery";

const { Bot, Engine, games, Match, Practice, Referee, RefusedLine, Sheet } = rummery;
const [seed = 1, calls = 2000] = process.argv.slice(2).map(Number);

let word = (seed * 2654435761) >>> 0 || 1;
function below(bound) {
  word ^= word << 13;
  word >>>= 0;
  word ^= word >>> 17;
  word ^= word << 5;
  word >>>= 0;
  return word % bound;
}
const oneOf = (list) => list[below(list.length)];

// ---- What is given ----

const match = await Match.start({ game: games[below(games.length)].id, players: 2 });
while (match.seat === null) match.chance(seed);
const goodRules = match.rules;
const goodView = match.view(match.seat);

const WORDS = ["", "match", "players=2", "players=99", "deal", "lot 1", "draw", "draw 9", "play",
  "play [r5 r6 r7]", "[", "]", "-", "[r5", "r5", "*", "?", "pass", "discard", "discard r5",
  "timeout [r1]", "shuffle r1 r2", "GBc", "0[g4 g5 g6]", "9[g1]", "\u0000", "\n", "é", "🃏",
  "\ud800",
  "match princess players=2", "match photo players=3 rounds=9", "# x", "rack r5", "; table [b1]",
  "exclusiv players=2; opened 1; rack r5 r6 r7 *", "princess players=4; phase laid", "lay 3",
  "constructor", "__proto__", "x".repeat(70000), "r5 ".repeat(3000), "[r5]".repeat(300)];
const wordsOf = () =>
  Array.from({ length: 1 + below(4) }, () => oneOf(WORDS)).join(oneOf(["", " "]));

const cyclic = { racks: [] };
cyclic.racks.push(cyclic);
cyclic.before = cyclic;

const NUMBERS = [0, 1, 2, 3, 4, 5, 7, 16, 17, 255, 256, -1, -2, 0.5, 1e9, 2 ** 31, 2 ** 32,
  2 ** 53, -(2 ** 31), 1e300, NaN, Infinity, -Infinity, -0];
const ODD = [undefined, null, true, false, 1n, Symbol("odd"), () => 1, [], {}, cyclic,
  new Date(NaN), Object.create(null), new Map(), /x/, new Uint8Array(4), [[[]]], [null],
  [undefined, 5], "__proto__"];

// A good object with one part made worse.
function spoilt(good) {
  const copy = structuredClone(good);
  const name = oneOf(Object.keys(copy));
  const was = copy[name];
  if (Array.isArray(was) && below(2) === 0) was[below(was.length + 2)] = junk();
  else if (below(4) === 0) delete copy[name];
  else copy[name] = junk();
  return copy;
}

function junk(depth = 0) {
  switch (below(depth > 1 ? 4 : 7)) {
    case 0: return oneOf(NUMBERS);
    case 1: return oneOf(ODD);
    case 2: return oneOf(WORDS);
    case 3: return wordsOf();
    case 4: return Array.from({ length: below(6) }, () => junk(depth + 1));
    case 5: return { [oneOf(["game", "players", "cards", "level", "laid", "view", "rules"])]:
      junk(depth + 1), [oneOf(["options", "totals", "rounds", "count", "by"])]: junk(depth + 1) };
    default: return { rules: given("rules"), view: given("view") };
  }
}

const GOOD = {
  rules: () => goodRules,
  view: () => goodView,
  position: () => ({ rules: goodRules, view: goodView }),
  player: () => ({ level: 1 + below(5), rounds: 0, totals: [1, 2] }),
  counted: () => [{ laid: 5, bonus: 1, left: 3, hasLaid: true }, { laid: 1, bonus: 0, left: 9,
    hasLaid: false }],
  cards: () => ["r5", "r6", "r7"],
  text: wordsOf,
  number: () => below(5),
  lines: () => match.lines.slice(0, 1 + below(3)),
};

// Good, nearly good, or not at all.
function given(kind) {
  const good = GOOD[kind]();
  const choice = below(4);
  if (choice === 0) return junk();
  return choice === 1 && typeof good === "object" && !Array.isArray(good) ? spoilt(good) : good;
}

// ---- Who is asked ----

const objects = { match, referee: await Referee.load(), engine: await Engine.load(),
  practice: await Practice.load(), sheet: await Sheet.load(), bot: await Bot.load(5, seed) };

const KINDS = {
  judge: ["position", "text"], judgeMeld: ["rules", "cards"], solve: ["position", "player"],
  review: ["lines"], readPosition: ["text", "number"], printPosition: ["position"],
  parseCards: ["text"], printCards: ["cards"], parseTable: ["text"],
  "match.goBackTo": ["lines"], "match.apply": ["text"], "match.chance": ["number"],
  "match.view": ["number"], "match.openView": [], "match.drawnBy": ["number"], "match.told": [],
  "match.standing": [], "match.sorted": ["cards"], "match.clone": [],
  "referee.meld": ["rules", "cards"], "referee.action": ["rules", "view", "text"],
  "engine.hint": ["rules", "view"], "engine.canGoOut": ["rules", "view"],
  "engine.decide": ["rules", "view", "player", "number"],
  "engine.best": ["rules", "view", "number", "text"], "engine.gains": ["rules", "view"],
  "engine.mixed": ["rules", "counted"], "engine.review": ["lines"],
  "practice.begin": ["text", "number"], "practice.again": [], "practice.act": ["text"],
  "practice.standing": [], "practice.told": [], "practice.judge": ["text"],
  "practice.shortOf": ["rules", "view"],
  "sheet.points": ["rules", "text", "cards"], "sheet.scores": ["rules", "number", "counted"],
  "sheet.standing": ["rules", "number", "number", "counted"],
  "bot.decide": ["position"], "bot.decideFor": ["rules", "view", "player"],
  "Match.start": ["rules"], "Match.replay": ["lines"], "Bot.load": ["number", "number", "view"],
};

const faults = [];
const fault = (text) => faults.push(text);

// Nothing public is left out.
const methodsOf = (object) =>
  Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(object)))
    .filter(([name, { value }]) => name !== "constructor" && typeof value === "function")
    .map(([name]) => name);
const PRIVATE = ["match.become", "referee.tell", "engine.tell", "practice.answer", "sheet.tell"];
const known = new Set([...Object.keys(KINDS), ...PRIVATE]);
for (const [name, object] of Object.entries(objects))
  for (const method of methodsOf(object))
    if (!known.has(`${name}.${method}`)) fault(`nobody tries ${name}.${method}`);
for (const [name, value] of Object.entries(rummery))
  if (typeof value === "function" && !/^class/.test(String(value)) && !known.has(name))
    fault(`nobody tries ${name}`);

// ---- What they say ----

// The language's own complaints, which tell that nobody looked at what was given.
const FOREIGN = new RegExp(["Cannot (read|convert|destructure|set|mix)", "is not (a|iterable)",
  "undefined", "Unexpected", "JSON", "call stack", "Invalid (array|typed|time)", "unreachable",
  "out of bounds", "memory access", "BigInt", "Symbol", "prototype", "null or"].join("|"));
const shown = (values) => values.map((value) => {
  try {
    return (JSON.stringify(value) ?? String(value)).slice(0, 120);
  } catch {
    return String(Object.prototype.toString.call(value));
  }
}).join(", ");

function judgeProblem(name, values, problem) {
  const isOurs = problem instanceof Error && !(problem instanceof WebAssembly.RuntimeError) &&
    !(problem instanceof RangeError) && !(problem instanceof SyntaxError) &&
    problem.message.length > 8 && !FOREIGN.test(problem.message.split("\n")[0].slice(0, 90));
  if (!isOurs) fault(`${name}(${shown(values)}): ${problem?.stack ?? String(problem)}`);
}

const counts = { answered: 0, refused: 0 };
async function tryOne(name) {
  const [owner, method] = name.split(".");
  const target = method === undefined ? rummery : objects[owner] ?? rummery[owner];
  const values = KINDS[name].map(given);
  try {
    await target[method ?? owner](...values);
    counts.answered += 1;
  } catch (problem) {
    counts.refused += 1;
    judgeProblem(name, values, problem);
  }
}

const names = Object.keys(KINDS);
for (let i = 0; i < calls && faults.length < 20; i += 1) await tryOne(oneOf(names));

// ---- Everybody is still there ----

const record = match.record;
try {
  if ((await Match.replay(record)).record !== record) fault("the record replays to another one");
  if (!objects.referee.meld({ game: "exclusiv", players: 2 }, ["r5", "r6", "r7"]).ok)
    fault("the referee has forgotten a run");
  const best = objects.engine.best(goodRules, goodView, 1);
  if (!Array.isArray(best)) fault("the engine finds nothing");
  if (!objects.practice.begin("exclusiv players=2; opened 1; rack r5 r6 r7", 1) ||
      !objects.practice.act("play [r5 r6 r7]").ok) fault("nobody can practise");
  if (objects.sheet.points(goodRules, "left", []) !== 0) fault("the sheet counts nothing as more");
} catch (problem) {
  if (!/may not lay now/.test(problem.message)) fault(`in the end: ${problem.stack}`);
}
if (!(new RefusedLine(0, "", { why: "" }) instanceof Error)) fault("a refused line is no error");
for (const text of faults) console.error(text);
console.log(`junk: seed ${seed}, ${calls} calls, ${counts.answered} answered, ` +
  `${counts.refused} refused in a sentence, ${faults.length} faults`);
process.exitCode = faults.length === 0 && counts.answered > 0 && counts.refused > 0 ? 0 : 1;
