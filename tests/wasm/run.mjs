// run.mjs - the browser's module for records through its own API, in Node.js: golden records replay
// to their bytes, whole matches are played, refusals name their rule and nothing traps.
// usage: node run.mjs RECORD_WASM GOLDEN_FOLDER
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { compile, open as openModule } from "./module.mjs";
import { check, finish } from "../sentences/check.mjs";

const [modulePath, golden] = process.argv.slice(2);
const compiled = compile(modulePath);

const needs = { lot: 0, deal: 1, shuffle: 2, action: 3, nothing: 4 };

const open = () => openModule(modulePath);

function fnv(bytes) {
  let hash = 0xcbf29ce484222325n;
  for (const byte of bytes)
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, "0");
}

check(WebAssembly.Module.imports(compiled).length === 0, "the module imports nothing");

for (const name of readdirSync(golden).filter((file) => file.endsWith(".record"))) {
  const lines = readFileSync(join(golden, name), "utf8").trimEnd().split("\n");
  const match = open();
  const refused = lines.filter((line) => !line.startsWith("#") && match.line(line) !== 0);
  check(refused.length === 0, `${name}: every line is accepted`);
  check(lines[0] === `# bytes ${fnv(match.state())}`, `${name}: replays to the same bytes`);
}

// What people would count at a real table: the points laid, the cards of the winner's colour, and
// what is left, for each seat.
function countedOf(sheet, view, bracelets) {
  const melds = [...view.table.matchAll(/(\d)?\[([^\]]*)\]/g)];
  const points = (call, cards) => sheet.exports[call](sheet.put(cards));
  const own = new RegExp(`^${bracelets[view.winner ?? 0]}`);
  return view.racks.map((rack, seat) => ({
    laid: points("sheet_laid", melds.filter(([, owner]) => Number(owner) === seat)
      .map(([, , cards]) => cards).join(" ")),
    bonus: seat === view.winner ? melds.flatMap(([, , cards]) => cards.split(" "))
      .filter((card) => own.test(card)).length : 0,
    left: points("sheet_left", rack),
    hasLaid: Number(view.laid?.[seat] ?? true),
  }));
}

// The same match on a sheet: what was counted after each round, and how it stands then.
function checkSheet(sheet, match, bracelets) {
  const standing = JSON.parse(match.get(match.exports.match_standing()));
  if (standing.scores === null) return true;
  const view = JSON.parse(match.get(match.exports.match_open_view()));
  countedOf(sheet, view, bracelets).forEach(({ laid, bonus, left, hasLaid }, seat) =>
    sheet.exports.sheet_count(seat, laid, bonus, left, hasLaid));
  const parts = JSON.parse(sheet.get(sheet.exports.sheet_scores(view.winner ?? 255)));
  standing.totals.forEach((total, seat) => sheet.exports.sheet_total(seat, total));
  const told = JSON.parse(
    sheet.get(sheet.exports.sheet_standing(standing.rounds, standing.first)));
  const isOver = match.exports.match_needs() === needs.nothing;
  return parts.every(([laid, bonus, left], seat) =>
    laid + bonus + left === standing.scores[seat]) && told.isOver === isOver &&
    (!isOver || String(told.leaders) === String(standing.leaders)) &&
    told.starter === (standing.first + standing.rounds) % 3;
}

for (const game of ["exclusiv", "photo", "princess"]) {
  const match = open();
  const sheet = open();
  const record = [`match ${game} players=3 rounds=2`];
  check(match.exports.match_needs() === -1, `${game}: no match yet`);
  check(match.line(record[0]) === 0, `${game}: a header begins a match`);
  check(sheet.exports.sheet_scores(0) === -1, `${game}: without rules nothing is counted`);
  sheet.exports.rules_set(sheet.put(record[0]));
  const bracelets = "gyrb";
  let isCounted = true;
  for (let seed = 1; match.exports.match_needs() !== needs.nothing && seed < 5000; seed += 1) {
    const isAction = match.exports.match_needs() === needs.action;
    const text = isAction ? match.sample(seed) : match.chance(seed);
    if (match.line(text) !== 0) break;
    record.push(text);
    if (isAction) isCounted &&= checkSheet(sheet, match, bracelets);
  }
  check(isCounted, `${game}: what people count at the table comes to the same scores`);
  check(match.exports.match_needs() === needs.nothing, `${game}: a match is played to its end`);
  const again = open();
  check(record.every((line) => again.line(line) === 0), `${game}: its lines replay`);
  check(Buffer.compare(match.state(), again.state()) === 0, `${game}: to the same bytes`);
}

const match = open();
match.line("match exclusiv players=2 first=0");
match.line(match.chance(7));
const before = match.state();
check(match.line("play [r5 r6]") !== 0, "a wrong play is refused");
check(/^X-/.test(match.rule()), "and the rule is named");
check(Buffer.compare(before, match.state()) === 0, "and nothing has changed");
check(match.line("nonsense \u{1f0cf}") !== 0 && match.rule() === "notation", "nonsense is no line");
check(match.exports.match_line(1 << 30) !== 0 && match.exports.match_line(-1) !== 0, "sizes");
check(match.meld("[r5 * r7]") === 0, "a correct meld");
check(match.meld("[r5 r5 b5]") !== 0 && match.rule() === "X-10", "a faulty meld names its rule");
check(match.exports.error_meld() === -1 && match.exports.error_place() === 1, "and its place");
check(match.exports.view_bytes(2) === 0, "there is no view for an empty seat");
check(match.view(0).length === match.view(1).length, "views are of one size");

process.exitCode = finish();
