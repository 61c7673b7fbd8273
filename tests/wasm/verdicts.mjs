// verdicts.mjs - the browser's modules against the program: golden records and matches at random
// are followed position by position, and for legal and spoilt actions the module's verdicts are
// those of `rummery check`; hints are as good as those of `rummery solve`, and what computer
// players decide is legal. usage: node verdicts.mjs BUILD_FOLDER GOLDEN_FOLDER MATCHES SEED
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { open, positionOf, randomOf } from "./module.mjs";
import { check, finish } from "../sentences/check.mjs";

const [build, golden, matches, seed] = process.argv.slice(2);
const recordPath = join(build, "record.wasm");
const judge = open(recordPath);
let engine = open(join(build, "engine.wasm"));
const ACTION = 3;
const NOTHING = 4;
const LEVELS = [1, 2, 6];

const below = randomOf(seed);
const pick = (list) => list[below(list.length)];

// The position as a line for `rummery check` and `rummery solve`.
function asQuestion({ header, view }) {
  const [, game, players, ...options] = header.split(" ");
  const { viewer, winner, shown, ...question } = view;
  Object.assign(question, { game, players: Number(players.split("=")[1]), options: {} });
  for (const [name, value] of options.map((option) => option.split("=")))
    if (name === "bracelets") question.bracelets = value;
    else question.options[name] = /^\d+$/.test(value) ? Number(value) : value;
  return question;
}

const textOf = ({ header, view }) => positionOf(header, view);

function ask(command, questions) {
  const input = questions.map((question) => JSON.stringify(question)).join("\n") + "\n";
  const run = spawnSync(join(build, "rummery"), [command], { input, maxBuffer: 1 << 30 });
  const answers = run.stdout.toString().trimEnd().split("\n").map((line) => JSON.parse(line));
  check(answers.length === questions.length, `${command} answers every line`);
  return answers;
}

// ---- Actions: what was done, and what comes of spoiling it ----

const meldsOf = (table) => table.match(/\d?\[[^\]]*\]/g) ?? [];

function spoilt(position, action) {
  const question = asQuestion(position);
  const rack = question.racks[question.seat].split(" ").filter((card) => card !== "");
  const words = textOf(position).match(/[A-Za-z]+\d*|\*/g) ?? [];
  const cards = [...rack, ...words, "*", "r5", "GBc"];
  const melds = meldsOf(action.startsWith("play") ? action : question.table);
  const play = (list) => `play ${list.length === 0 ? "-" : list.join(" ")}`;
  const at = below(Math.max(1, melds.length));
  const changed = (change) => play(melds.map((meld, i) => (i === at ? change(meld) : meld)));
  const owner = question.game === "princess" ? below(question.players + 1) : "";
  const own = () => `${owner}[${Array.from({ length: 1 + below(4) }, () => pick(rack)).join(" ")}]`;
  return [
    () => changed((meld) => meld.replace(/ ?[^ [\]]+\]$/, "]")),
    () => changed((meld) => meld.replace("]", ` ${pick(rack)}]`)),
    () => changed((meld) => meld.replace("[", `[${pick(cards)} `)),
    () => changed((meld) => meld.split("").reverse().join("")),
    () => play(melds.filter((_, i) => i !== at)),
    () => play([...melds, own()]),
    () => play([...melds].reverse()),
    () => play(melds).replace("] [", " "),
    () => action.slice(0, below(action.length + 1)),
    () => pick(["draw", "draw 1", "draw 5", "draw 6", "draw discard", "pass", "timeout"]),
    () => `discard ${pick(cards)}`,
    () => `timeout ${melds.join(" ")}`,
    () => `deal ${rack.join(" ")}`,
  ];
}

// ---- Following matches ----

const questions = [];
const verdicts = [];
const solving = [];
const hints = [];
const sounds = [];

function judgeOne(position, action) {
  const code = judge.action(action);
  verdicts.push({ action, error: code === 0 ? null : judge.error() });
  questions.push({ ...asQuestion(position), actions: [action] });
}

// What the engine says of a position; true actions of computer players are judged like others.
function think(position) {
  const text = textOf(position);
  check(engine.set(text) === 0, `the engine reads\n${text}`);
  for (const level of LEVELS) {
    const action = engine.get(engine.exports.engine_decide(level, below(1 << 30), 7));
    check(judge.action(action) === 0, `level ${level} decides ${action} at\n${text}`);
  }
  const size = engine.exports.engine_hint();
  const hint = size > 0 ? JSON.parse(engine.get(size)) : { cards: 0, points: 0 };
  if (size > 0)
    check(judge.action(hint.action) === 0, `the hint ${hint.action} is legal at\n${text}`);
  const { phase, racks, viewer } = position.view;
  const draws = !position.header.startsWith("match exclusiv");
  if (draws && phase !== "drawn") check(size === 0, "nothing is laid before the draw or twice");
  const kept = position.header.startsWith("match princess") ? 1 : 0; // the last is discarded
  const rack = racks[viewer].split(" ").filter((card) => card !== "");
  const isOut = size > 0 && hint.cards + kept === rack.length;
  check(engine.exports.engine_out() === Number(isOut), `going out is seen at\n${text}`);
  check(size === 0 || hint.isOut === isOut, `and the hint says so at\n${text}`);
  if (draws && phase !== "drawn") return;
  hints.push({ cards: hint.cards, points: hint.points });
  solving.push(asQuestion(position));
}

function followAction(match, header, action, isThought) {
  const seat = match.exports.match_seat();
  const position = { header, view: match.viewOf(seat) };
  const text = textOf(position);
  check(judge.set(text) === 0, `the position is read\n${text}`);
  const told = JSON.parse(judge.get(judge.exports.position_text()));
  const { places: _, ...asked } = position.view; // where melds lie is nothing to a verdict
  check(isDeepStrictEqual(told, asked), `what is read is what was told\n${text}`);
  judgeOne(position, action);
  check(verdicts.at(-1).error === null, `${action} is legal at\n${text}`);
  const spoil = spoilt(position, action);
  for (let i = 0; i < 4; i += 1) judgeOne(position, pick(spoil)());
  if (isThought) think(position);
  if (isThought) sounds.push(text);
  judge.set(positionOf(header, match.viewOf(1 - Math.min(seat, 1))));
  check(judge.action(action) !== 0, "another seat may not act");
}

function followRecord(lines) {
  const match = open(recordPath);
  for (const line of lines) {
    if (match.exports.match_needs() === ACTION)
      followAction(match, lines[0], line, below(4) === 0);
    check(match.line(line) === 0, `${line} is accepted`);
  }
}

// Players of the engine who sometimes let the clock run out.
function followRandom(header) {
  const match = open(recordPath);
  check(match.line(header) === 0, `${header} is accepted`);
  for (let i = 0; match.exports.match_needs() !== NOTHING && i < 2000; i += 1) {
    if (match.exports.match_needs() !== ACTION) {
      check(match.line(match.chance(below(1 << 30))) === 0, "chance is accepted");
      continue;
    }
    engine.set(positionOf(header, match.viewOf(match.exports.match_seat())));
    const level = pick(LEVELS);
    const decided = engine.get(engine.exports.engine_decide(level, below(1 << 30), i));
    const isLate = below(30) === 0 && header.includes("turn_seconds");
    const { table } = match.viewOf(-1);
    const late = header.startsWith("match exclusiv") ? `timeout ${table}` : "timeout";
    const action = isLate ? late : decided;
    followAction(match, header, action, below(8) === 0);
    check(match.line(action) === 0, `${action} is accepted`);
  }
  check(match.exports.match_needs() === NOTHING, `${header} comes to its end`);
}

const variants = [
  "exclusiv players=2", "exclusiv players=4 jokers=2 rounds=2",
  "exclusiv players=3 stock_end=stuck joker_swap=rack", "exclusiv players=2 turn_seconds=60",
  "photo players=2", "photo players=4 turn_seconds=30", "photo players=3 joker_swap=rack",
  "princess players=2 deal=13", "princess players=4 bracelets=rbgy turn_seconds=60",
  "princess players=3 rediscard=no run_max=7", "princess players=2 extend_before_own=no",
];

for (const name of readdirSync(golden).filter((file) => file.endsWith(".record"))) {
  const lines = readFileSync(join(golden, name), "utf8").trimEnd().split("\n");
  followRecord(lines.filter((line) => !line.startsWith("#")));
}
for (let i = 0; i < Number(matches); i += 1)
  followRandom(`match ${variants[i % variants.length]}`);

// ---- The program's word ----

ask("check", questions).forEach((answer, i) => {
  const { action, error } = verdicts[i];
  const isMalformed = answer.error !== undefined;
  const expected = {
    legal: answer.legal ?? false,
    rule: answer.legal ? undefined : isMalformed ? "notation" : answer.rule,
    meld: answer.meld,
    place: answer.place,
    card: answer.card,
  };
  const { rule, meld, place, card } = error ?? {};
  const found = { legal: error === null, rule, meld, place, card };
  const what = `${action}: ${JSON.stringify(found)} is not ${JSON.stringify(answer)}`;
  check(JSON.stringify(found) === JSON.stringify(expected), what);
});
ask("solve", solving).forEach((answer, i) => {
  const { tiles: cards = 0, value: points = 0 } = answer;
  const what = `hint ${JSON.stringify(hints[i])} is not ${JSON.stringify(answer)}`;
  check(cards === hints[i].cards && points === hints[i].points, what);
});

// ---- What is no position ----

const whole = open(recordPath);
const header = "match princess players=2 first=0";
whole.line(header);
whole.line(whole.chance(3));
const sound = positionOf(header, whole.viewOf(0));
check(judge.set(sound) === 0, "a position as it is printed is read");

// Who is on turn without a card, and who has drawn one that is not there.
function oddTurns() {
  whole.line("draw");
  const view = whole.viewOf(0);
  const rack = view.racks[0].split(" ");
  const other = ["g1", "g2", "g3", "g4", "g5", "g6", "g7", "r1", "r2", "r3", "r4", "r5"]
    .find((card) => !rack.includes(card));
  const empty = { ...view, racks: ["", view.racks[1]], stock: view.stock + rack.length };
  check(judge.set(positionOf(header, view)) === 0, "a position after a draw is read");
  return [positionOf(header, empty), positionOf(header, { ...view, taken: other })];
}
const broken = ["", "match", "nonsense", "match chess players=2", sound.replace("racks", "rocks"),
  sound.replace("stock", "stock 9"), sound.replace(/stock \d+/, "stock 400"),
  sound.replace("seat 0", "seat 3"), sound.replace("viewer 0", "viewer 9"),
  sound.replace("phase start", "phase deal"), sound.replace("table -", "table [g1 g2]"),
  sound.replace(/racks \w+/, "racks g1 g1 g1"), `${sound}\nracks g1`, `${sound}\nstock 3`,
  `${sound}\nopened 0`, sound.replace("opened 0", "opened 2"), ...oddTurns()];
for (const text of broken) {
  check(judge.set(text) === -1 && engine.set(text) === -1, `this is no position: ${text}`);
  check(judge.action("draw") !== 0, "and nothing may be done then");
  check(engine.exports.engine_hint() === -1, "no hint either");
  check(engine.exports.engine_out() === -1, "nor that one could go out");
  check(engine.exports.engine_decide(2, 1, 1) === -1, "nor a decision");
}

// Positions at random out of sound ones: refused, or answered without a trap.
function mutated(text) {
  const lines = text.split("\n").filter((line) => line !== "");
  const at = below(lines.length);
  const words = lines[at].split(" ");
  const place = below(words.length);
  const word = pick(pick(sounds).split(/[ \n]/));
  const changes = [
    () => words.splice(place, 1, word),
    () => words.splice(place, 1),
    () => words.splice(place, 0, word),
    () => words.push("?"),
    () => words.splice(0, words.length, ...pick(pick(sounds).split("\n")).split(" ")),
  ];
  pick(changes)();
  lines[at] = words.join(" ");
  return lines.join("\n");
}

let accepted = 0;
for (let i = 0; i < 20000; i += 1) {
  const text = below(3) === 0 ? mutated(mutated(pick(sounds))) : mutated(pick(sounds));
  const code = engine.set(text);
  check(judge.set(text) === code, "both modules agree on what a position is");
  if (code !== 0) continue;
  accepted += 1;
  try {
    judge.action(pick(["draw", "pass", "play -", "discard g4", "timeout"]));
    const level = below(8) === 0 ? 6 : pick([1, 2]); // the expert takes its time
    const decided = engine.get(engine.exports.engine_decide(level, i, i));
    if (decided !== "") judge.action(decided);
    engine.exports.engine_hint();
    engine.exports.engine_out();
    if (below(16) === 0) engine.exports.engine_best(3, below(2));
    if (below(64) === 0) engine.exports.engine_gains();
    check(true, "an odd position is answered");
  } catch (problem) {
    check(false, `${problem} at\n${text}`);
    engine = open(join(build, "engine.wasm"));
  }
}
for (const size of [-1, 1 << 30])
  check(judge.exports.position_set(size) === -1 && judge.exports.rules_set(size) === -1, "sizes");

const figures = `${accepted} odd positions, ${questions.length} verdicts, ${solving.length} hints`;
console.log(`${figures}: they are the program's where nothing failed`);
process.exitCode = finish();
