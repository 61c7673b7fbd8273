// Questions without a position: what the deal makes, what a round scores, where a
// match stands, and who starts a round.

import {
  checkCopies, readBracelets, readGame, readLaid, readLyingTable, readPlayers, readRacks,
  readSeat, RULES,
} from "./position.mjs";
import { readOptions, setup, sum } from "./options.mjs";
import { Malformed } from "./verdict.mjs";

const ASKS = { setup: askSetup, score: askScore, match: askMatch, starter: askStarter };

export function ask(line) {
  if (typeof line.ask !== "string" || !Object.hasOwn(ASKS, line.ask)) {
    throw new Malformed("unknown question");
  }
  return ASKS[line.ask](line);
}

function askSetup(line) {
  const game = readGame(line);
  const players = readPlayers(line);
  const { cards, deal, stacks, discard } =
    setup(game, players, readOptions(game, line.options, players));
  return { cards, deal, stock: sum(stacks), stacks, discard };
}

/** The seats with the highest number: XA-16, R-27. */
function highest(numbers) {
  const most = Math.max(...numbers);
  return numbers.flatMap((n, seat) => (n === most ? [seat] : []));
}

function askScore(line) {
  const game = readGame(line);
  const players = readPlayers(line);
  const options = readOptions(game, line.options, players);
  const winner = line.winner === undefined || line.winner === null
    ? null : readSeat(line.winner, players, "winner");
  const racks = readRacks(line, game, players);
  const table = readLyingTable(line, game, players, options);
  checkCopies(game, options, [
    ...table.flatMap(({ cards }) => cards), ...(racks ?? []).flat(),
  ]);
  const bracelets = game === "princess" ? readBracelets(line, players) : null;
  const laid = game === "princess" ? readLaid(line, players, table) : null;
  const scores = RULES[game].scores({ players, winner, racks, table, bracelets, laid });
  if (scores === null) throw new Malformed("the racks are not known");
  return { scores, winners: highest(scores) };
}

/** The match options of a line; they are the same in all games. */
function matchOptions(line, players) {
  return readOptions(line.game === undefined ? "exclusiv" : readGame(line),
    line.options, players);
}

/** RA-10 */
function askMatch(line) {
  const rounds = line.rounds ?? [];
  const isRow = (row) => Array.isArray(row) && row.every(Number.isInteger);
  if (!Array.isArray(rounds) || !rounds.every(isRow)) {
    throw new Malformed("rounds is not a list of scores");
  }
  const players = readPlayers({ players: line.players ?? rounds[0]?.length });
  if (rounds.some((row) => row.length !== players)) {
    throw new Malformed("a round does not have one score a seat");
  }
  const { target, rounds: given } = matchOptions(line, players);
  const limit = given ?? (target === null ? 1 : Infinity);
  const totals = Array(players).fill(0);
  let over = false;
  rounds.forEach((row, index) => {
    row.forEach((score, seat) => { totals[seat] += score; });
    const reached = target !== null && totals.some((total) => total >= target);
    over = over || reached || index + 1 >= limit;
  });
  return { totals, over, winners: over ? highest(totals) : [] };
}

/** XA-15, PA-11, RA-11 */
function askStarter(line) {
  const players = readPlayers(line);
  const first = readSeat(line.first ?? matchOptions(line, players).first, players, "first");
  const round = line.round ?? 1;
  if (!Number.isInteger(round) || round < 1) throw new Malformed("round counts from 1");
  return { seat: (first + round - 1) % players };
}
