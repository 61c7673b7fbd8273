// Rummy exclusiv: what a correct combination is, and what each action of a turn does.
// The 40 points of the first laying are searched for in first40.mjs.

import { bagMinus, bagOf, bagSize, countIn, listWithin, listWithout } from "./bags.mjs";
import { bestCombinations } from "./first40.mjs";
import { freedCounts } from "./joker.mjs";
import { JOKER, UNKNOWN } from "./notation.mjs";
import { hasClock } from "./options.mjs";
import { Illegal } from "./verdict.mjs";

const COLOURS = [..."ygbr"];
const FIRST_POINTS = 40;

export const colour = (tile) => tile[0];
export const number = (tile) => Number(tile.slice(1));

/** null for an unknown tile. */
export function value(tile) {
  if (tile === UNKNOWN) return null;
  return tile === JOKER ? 25 : number(tile);
}

export function copies(card, options) {
  return card === JOKER ? options.jokers : 2;
}

export function excessRule(card, options) {
  return card === JOKER && options.jokers === 2 ? "X-03" : "X-02";
}

/** The first number of the run written so, or null if it is none. X-11 */
function runStart(cards) {
  const first = cards.findIndex((card) => card !== JOKER);
  if (first < 0 || cards.length < 3) return null;
  const start = number(cards[first]) - first;
  if (start < 1 || start + cards.length - 1 > 13) return null;
  const fits = (card, i) => card === JOKER
    || card === `${colour(cards[first])}${start + i}`;
  return cards.every(fits) ? start : null;
}

/** */
function isSet(cards) {
  const tiles = cards.filter((card) => card !== JOKER);
  if (tiles.length === 0 || cards.length < 3 || cards.length > 4) return false;
  return tiles.every((tile) => number(tile) === number(tiles[0]))
    && new Set(tiles).size === tiles.length;
}

/** Null for a correct combination, else the rule it breaks. */
export function meldFault(cards) {
  if (cards.length < 3) return "X-09";
  const tiles = cards.filter((card) => card !== JOKER);
  if (tiles.length === 0) return "XA-05";
  if (runStart(cards) !== null || isSet(cards)) return null;
  return tiles.every((tile) => number(tile) === number(tiles[0])) ? "X-10" : "X-11";
}

/** The kinds a correct combination can be read as: `[r5 * *]` is both. */
function kinds(cards) {
  return [...(runStart(cards) !== null ? ["run"] : []), ...(isSet(cards) ? ["set"] : [])];
}

/** XA-19: the roles of the joker at `index` of a correct combination. */
function jokerRoles(cards, index) {
  const tile = cards.find((card) => card !== JOKER);
  const roles = [];
  if (runStart(cards) !== null) roles.push(`run ${colour(tile)}${runStart(cards) + index}`);
  if (isSet(cards)) {
    for (const c of COLOURS) {
      const missing = `${c}${number(tile)}`;
      if (!cards.includes(missing)) roles.push(`set ${missing}`);
    }
  }
  return roles;
}

function jokersOf(table) {
  return table.flatMap(({ cards }) => cards.flatMap((card, i) =>
    card === JOKER ? [{ roles: jokerRoles(cards, i), own: cards }] : []));
}

function tilesOf(table) {
  return table.flatMap(({ cards }) => cards.filter((card) => card !== JOKER)
    .map((card) => ({ card, roles: kinds(cards).map((kind) => `${kind} ${card}`) })));
}

const tableBag = (table) => bagOf(table.flatMap(({ cards }) => cards));

/** X-30, XA-19 */
function jokersInOrder(state, table, laid) {
  const fromRack = state.options.joker_swap === "rack" ? laid : null;
  const counts = freedCounts(jokersOf(state.table), jokersOf(table), tilesOf(table), fromRack);
  return counts.size > 0;
}

/** XA-13 */
function firstReached(state, laid) {
  return state.opened || bestCombinations(laid) >= FIRST_POINTS;
}

function checkExcess(state, after) {
  const over = [...after].filter(([card, n]) => n > copies(card, state.options));
  over.sort((a, b) => Number(a[0] === JOKER) - Number(b[0] === JOKER));
  if (over.length > 0) throw new Illegal(excessRule(over[0][0], state.options));
}

function checkFromRack(laid, rack) {
  if (bagSize(bagMinus(laid, bagOf(rack))) > 0) throw new Illegal("X-26");
}

function play(state, table) {
  const before = tableBag(state.table);
  const after = tableBag(table);
  const laid = bagMinus(after, before);
  const missing = bagMinus(before, after);
  checkExcess(state, after);
  if (bagSize(missing) > countIn(missing, JOKER)) throw new Illegal("X-26");
  checkFromRack(laid, state.rack);
  if (bagSize(missing) > 0) throw new Illegal("X-31");
  for (const { cards } of table) {
    const fault = meldFault(cards);
    if (fault) throw new Illegal(fault);
  }
  if (!firstReached(state, laid)) throw new Illegal("X-13");
  if (!jokersInOrder(state, table, laid)) throw new Illegal("X-30");
  if (bagSize(laid) === 0) throw new Illegal("XA-09");
  state.table = table;
  state.rack = listWithout(state.rack, laid);
  state.opened = true;
  endTurn(state, { laid: true, drew: false });
}

function takeOne(state) {
  if (state.stock === 0) return;
  state.stock -= 1;
  state.rack.push(state.next.shift() ?? UNKNOWN);
  state.took = 1;
}

function draw(state) {
  if (state.stock === 0) {
    throw new Illegal(state.options.stock_end === "stuck" ? "XA-06" : "X-38");
  }
  takeOne(state);
  endTurn(state, { laid: false, drew: true });
}

function pass(state) {
  if (state.options.stock_end !== "stuck" || state.stock > 0) throw new Illegal("XA-06");
  endTurn(state, { laid: false, drew: false });
}

/** X-33 and XA-01: `table` is how it lies when time is up. */
function timeout(state, table) {
  const before = tableBag(state.table);
  const draft = tableBag(table);
  checkExcess(state, draft);
  checkFromRack(bagMinus(draft, before), state.rack);
  const stays = table.filter(({ cards }) => meldFault(cards) === null);
  const laid = bagMinus(tableBag(stays), before);
  const ownLaid = bagSize(laid) > 0;
  if (!firstReached(state, laid) || !jokersInOrder(state, stays, laid)) {
    takeOne(state);
    endTurn(state, { laid: false, drew: state.took > 0 });
    return;
  }
  const takenUp = listWithin(
    state.table.flatMap(({ cards }) => cards), bagMinus(before, tableBag(stays)));
  state.rack = [...listWithout(state.rack, laid), ...takenUp];
  state.table = stays;
  state.opened = true;
  if (!ownLaid) takeOne(state);
  endTurn(state, { laid: ownLaid, drew: state.took > 0 });
}

/** who neither lays nor draws ends a stuck round, XA-06. */
function endTurn(state, { laid, drew }) {
  state.turnOver = true;
  const stuck = state.options.stock_end === "stuck";
  if (laid && state.rack.length === 0) {
    state.roundOver = true;
    state.winner = state.seat;
  } else if (stuck ? !laid && !drew : state.stock === 0) {
    state.roundOver = true;
  }
}

export function act(state, action) {
  if (state.turnOver) throw new Illegal("X-08");
  state.took = 0;
  if (action.kind === "draw") draw(state);
  else if (action.kind === "pass") pass(state);
  else if (action.kind === "play") play(state, action.table);
  else {
    if (!hasClock(state.options)) throw new Illegal("XA-01");
    timeout(state, action.table);
  }
}

/** XA-14; null when a rack that counts is not known. */
export function scores({ players, winner, racks }) {
  if (winner === null) return Array(players).fill(0);
  return winnerTakesSum(players, winner, racks, value);
}

/** The scoring that exclusiv and photo share: losers minus, the winner plus the sum. */
export function winnerTakesSum(players, winner, racks, cardValue) {
  const left = [];
  for (let seat = 0; seat < players; seat += 1) {
    if (seat === winner) {
      left.push(0);
      continue;
    }
    const values = racks?.[seat]?.map(cardValue);
    if (!values || values.includes(null)) return null;
    left.push(values.reduce((a, b) => a + b, 0));
  }
  const all = left.reduce((a, b) => a + b, 0);
  return left.map((points, seat) => (seat === winner ? all : 0 - points));
}
