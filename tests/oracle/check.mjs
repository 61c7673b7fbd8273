// The oracle of `rummery check`: one line in, one answer out. Written for obvious
// correctness, apart from the C program, so that the two can be held together.
//
//   node tests/oracle/check.mjs < lines

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { ask } from "./ask.mjs";
import { bagOf } from "./bags.mjs";
import { needText, readAction, readMeld, writeCards, writeTable } from "./notation.mjs";
import { readOptions } from "./options.mjs";
import { readGame, readPlayers, readPosition, RULES } from "./position.mjs";
import { Illegal, Malformed } from "./verdict.mjs";

/** What the rules say of one line of input. */
export function answer(text) {
  let line;
  try {
    line = JSON.parse(text);
  } catch {
    return { id: null, error: "not JSON" };
  }
  if (line === null || typeof line !== "object" || Array.isArray(line)) {
    return { id: null, error: "not an object" };
  }
  const id = line.id ?? null;
  try {
    return { id, ...answerLine(line) };
  } catch (fault) {
    if (!(fault instanceof Malformed)) throw fault;
    return { id, error: fault.message };
  }
}

function answerLine(line) {
  if (line.ask !== undefined) return ask(line);
  if (line.meld !== undefined) return answerMeld(line);
  return answerActions(line);
}

/** Runs an attempt; a fault of it becomes the answer, null means it was fine. */
function faultOf(attempt) {
  try {
    attempt();
    return null;
  } catch (fault) {
    if (fault instanceof Malformed) return { error: fault.message, legal: false };
    if (fault instanceof Illegal) {
      return { legal: false, rule: fault.rule, why: fault.message };
    }
    throw fault;
  }
}

function answerMeld(line) {
  const game = readGame(line);
  const options = readOptions(game, line.options, readPlayers(line));
  const rules = RULES[game];
  return faultOf(() => {
    const cards = readMeld(game, needText(line.meld, "meld"));
    const over = [...bagOf(cards)].filter(([card, n]) => n > rules.copies(card, options));
    if (over.length > 0) {
      const named = over.map(([card]) => rules.excessRule(card, options)).sort();
      throw new Illegal(named[0]);
    }
    const fault = rules.meldFault(cards, options);
    if (fault) throw new Illegal(fault);
  }) ?? { legal: true };
}

function answerActions(line) {
  const state = readPosition(line);
  const actions = line.actions ?? [];
  if (!Array.isArray(actions)) throw new Malformed("actions is not a list");
  for (const [at, text] of actions.entries()) {
    const fault = faultOf(() => {
      const action = readAction(state.game, text, state.players);
      RULES[state.game].act(state, action);
    });
    if (fault) return { ...fault, at };
  }
  return report(state);
}

/** The position after the last action, as the seat that acted sees it. */
function report(state) {
  const onTurn = state.turnOver ? (state.seat + 1) % state.players : state.seat;
  return {
    legal: true,
    seat: state.roundOver ? null : onTurn,
    table: writeTable(state.table),
    rack: writeCards(state.rack),
    ...(state.game === "princess" ? { discard: writeCards(state.discard) } : {}),
    opened: state.opened,
    stock: state.stock,
    took: state.took,
    round_over: state.roundOver,
    ...(state.roundOver ? result(state) : {}),
  };
}

function result(state) {
  const racks = state.racks
    ?? Array.from({ length: state.players }, () => null);
  const known = racks.map((rack, seat) => (seat === state.seat ? state.rack : rack));
  const scores = RULES[state.game].scores({ ...state, racks: known });
  return { winner: state.winner, ...(scores === null ? {} : { scores }) };
}

function main() {
  const lines = readFileSync(0, "utf8").split("\n");
  if (lines.at(-1) === "") lines.pop();
  for (const line of lines) process.stdout.write(`${JSON.stringify(answer(line))}\n`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main();
