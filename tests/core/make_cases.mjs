// make_cases.mjs - turns the hand-made cases of tests/check into a table in C, so that the
// core's own tests run them without JSON: node make_cases.mjs OUT IN.jsonl ...
import { readFileSync, writeFileSync } from "node:fs";

const [out, ...inputs] = process.argv.slice(2);
const quote = (text) => (text === undefined || text === null ? "NULL" : JSON.stringify(text));
const list = (items) => `{${items.length === 0 ? 0 : items.join(", ")}}`;
const bits = (flags) => flags.reduce((sum, flag, seat) => sum | (flag ? 1 << seat : 0), 0);

function header(line, players) {
  const words = Object.entries(line.options ?? {}).map(([name, value]) => {
    const word = value === true ? "yes" : value === false ? "no" : value;
    return `${name}=${word}`;
  });
  if (line.bracelets !== undefined) words.push(`bracelets=${line.bracelets}`);
  return ["match", line.game, `players=${players}`, ...words].join(" ");
}

function position(line, players) {
  const seat = line.seat ?? 0;
  const racks = line.racks ?? Array(players).fill("");
  racks[seat] = line.rack ?? racks[seat];
  const opened = Array.isArray(line.opened) ? bits(line.opened) : line.opened ? 1 << seat : 0;
  return [
    `.seat = ${seat}`,
    `.table = ${quote(line.table ?? "-")}`,
    `.racks = {${racks.map(quote).join(", ")}}`,
    `.racks_known = ${line.racks !== undefined}`,
    `.opened = ${opened}`,
    `.laid = ${line.laid === undefined ? -1 : bits(line.laid)}`,
    `.stock = ${line.stock ?? -1}`,
    `.stacks = ${list(line.stacks ?? [])}`,
    `.has_stacks = ${line.stacks !== undefined}`,
    `.next = ${quote(line.next ?? "")}`,
    `.discard = ${quote(line.discard ?? "")}`,
    `.is_drawn = ${line.drawn ?? false}`,
    `.laid_since_shuffle = ${line.laid_since_shuffle ?? true}`,
    `.actions = ${list((line.actions ?? []).map(quote))}`,
  ];
}

const flag = (value) => (value === undefined ? -1 : value ? 1 : 0);
const number = (value) => value ?? -1;

function expectation(expected) {
  const rules = expected.rule === undefined ? [] : [expected.rule].flat();
  const seat = (value) => (value === undefined ? -2 : value === null ? -1 : value);
  return [
    `.is_legal = ${expected.legal}`,
    `.rules = ${quote(rules.join(" "))}`,
    `.at = ${number(expected.at)}`,
    `.seat_after = ${seat(expected.seat)}`,
    `.table_after = ${quote(expected.table)}`,
    `.rack_after = ${quote(expected.rack)}`,
    `.discard_after = ${quote(expected.discard)}`,
    `.opened_after = ${flag(expected.opened)}`,
    `.stock_after = ${number(expected.stock)}`,
    `.took = ${number(expected.took)}`,
    `.is_over = ${flag(expected.round_over)}`,
    `.winner = ${seat(expected.winner)}`,
    `.has_scores = ${expected.scores !== undefined}`,
    `.scores = ${list(expected.scores ?? [])}`,
  ];
}

// Questions about setup, scores and matches, and malformed lines, belong to the edge.
const isForCore = (test) =>
  test.in?.ask === undefined && test.out.error === undefined && test.out.legal !== undefined;

const entries = inputs
  .flatMap((name) => readFileSync(name, "utf8").split("\n"))
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line))
  .filter(isForCore)
  .map((test) => {
    const players = test.in.players ?? test.in.racks?.length ?? 2;
    const fields = [`.name = ${quote(test.name)}`, `.header = ${quote(header(test.in, players))}`];
    if (test.in.meld !== undefined) fields.push(`.meld = ${quote(test.in.meld)}`);
    else fields.push(...position(test.in, players));
    return `    {${fields.concat(expectation(test.out)).join(",\n     ")}},`;
  });
writeFileSync(out, `/* Made by make_cases.mjs. */\n${entries.join("\n")}\n`);
