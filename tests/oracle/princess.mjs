// Princess Rummy: what a correct run or group is, and what each action of a turn does.
// Melds have owners and are only extended; the turn ends with a discard.

import { bagMinus, bagOf, bagSize, countIn, listWithout } from "./bags.mjs";
import { UNKNOWN } from "./notation.mjs";
import { hasClock, sum } from "./options.mjs";
import { Illegal } from "./verdict.mjs";

export const colour = (card) => card[0];
export const number = (card) => Number(card[1]);

export function copies() {
  return 2;
}

export function excessRule() {
  return "R-02";
}

/** 7 is followed by 1. */
function follows(card, next) {
  return colour(card) === colour(next) && number(next) === (number(card) % 7) + 1;
}

function isRun(cards) {
  return cards.length >= 3
    && cards.every((card, i) => i === 0 || follows(cards[i - 1], card));
}

function isGroup(cards) {
  return (cards.length === 3 || cards.length === 4)
    && cards.every((card) => number(card) === number(cards[0]))
    && new Set(cards).size === cards.length;
}

/** Null for a correct meld, else the rule it breaks. */
export function meldFault(cards, options) {
  if (isGroup(cards)) return null;
  if (isRun(cards)) return cards.length > options.run_max ? "RA-02" : null;
  const oneFigure = cards.length > 1
    && cards.every((card) => number(card) === number(cards[0]));
  return oneFigure ? "R-09" : "R-07";
}

/** RA-14: a run keeps its cards side by side, a group just keeps them. */
function extendsMeld(before, after) {
  if (before.owner !== after.owner) return false;
  if (isGroup(before.cards)) {
    return bagSize(bagMinus(bagOf(before.cards), bagOf(after.cards))) === 0;
  }
  return after.cards.some((_, at) =>
    before.cards.every((card, i) => after.cards[at + i] === card));
}

const tableBag = (table) => bagOf(table.flatMap(({ cards }) => cards));

function checkConservation(state, table, laid) {
  if ([...tableBag(table).values()].some((n) => n > 2)) throw new Illegal("R-02");
  state.table.forEach((meld, i) => {
    if (i >= table.length || !extendsMeld(meld, table[i])) throw new Illegal("RA-14");
  });
  if (bagSize(bagMinus(laid, bagOf(state.rack))) > 0) throw new Illegal("R-12");
}

/** R-13, RA-03, RA-04 for who has no own meld yet. */
function checkFirst(state, table) {
  if (state.opened) return;
  const own = table.slice(state.table.length);
  const points = (meld) => sum(meld.cards.map(number));
  if (own.length > 0) {
    if (own.every((meld) => points(meld) < state.options.first_meld)) {
      throw new Illegal("R-13");
    }
    return;
  }
  const extendedOther = state.table.some((meld, i) =>
    meld.owner !== state.seat && table[i].cards.length > meld.cards.length);
  if (extendedOther && state.options.extend_before_own === "no") throw new Illegal("RA-03");
}

function play(state, table) {
  if (state.played) throw new Illegal("R-12");
  const laid = bagMinus(tableBag(table), tableBag(state.table));
  checkConservation(state, table, laid);
  table.forEach((meld, i) => {
    const fault = meldFault(meld.cards, state.options);
    if (fault) throw new Illegal(fault);
    if (i >= state.table.length && meld.owner !== state.seat) throw new Illegal("R-15");
  });
  checkFirst(state, table);
  const rack = listWithout(state.rack, laid);
  if (rack.length === 0) throw new Illegal("R-22");
  if (rack.length === 1 && rack[0] === state.forbidden) throw new Illegal("RA-06");
  state.opened = state.opened || table.length > state.table.length;
  state.table = table;
  state.rack = rack;
  state.played = true;
  if (bagSize(laid) > 0) state.laid[state.seat] = true;
}

/**
 * RA-05: makes the stock ready for one card. "ready", or "over" when that draw ends
 * the round, or "nothing" when there is no card to shuffle.
 */
function prepareStock(state) {
  if (state.stock > 0) return "ready";
  if (!state.laidSinceShuffle) return "over";
  if (state.discard.length <= 1) return "nothing";
  state.stock = state.discard.length - 1;
  state.discard = state.discard.slice(-1);
  return "ready";
}

function takeFromStock(state) {
  const card = state.next.shift() ?? UNKNOWN;
  state.stock -= 1;
  receive(state, card);
}

function receive(state, card) {
  state.rack.push(card);
  state.taken = card;
  state.took = 1;
  state.drawn = true;
}

function drawStock(state) {
  const ready = prepareStock(state);
  if (ready === "nothing") throw new Illegal("RA-05");
  if (ready === "over") endRound(state, null);
  else takeFromStock(state);
}

/** RA-06: the card may go back if its twin was in the hand before. */
function drawDiscard(state) {
  if (state.discard.length === 0) throw new Illegal("R-11");
  const card = state.discard.pop();
  const twin = countIn(bagOf(state.rack), card) > 0;
  if (state.options.rediscard === "no" && !twin) state.forbidden = card;
  receive(state, card);
}

function discard(state, card) {
  if (!state.rack.includes(card)) throw new Illegal("R-20");
  if (card === state.forbidden) throw new Illegal("RA-06");
  layOff(state, card);
}

function layOff(state, card) {
  state.rack = listWithout(state.rack, bagOf([card]));
  state.discard.push(card);
  state.turnOver = true;
  if (state.rack.length === 0) endRound(state, state.seat);
}

function endRound(state, winner) {
  state.turnOver = true;
  state.roundOver = true;
  state.winner = winner;
}

/** RA-19: the turn is undone but for the card taken, and that one is discarded. */
function timeout(state) {
  const { start } = state;
  Object.assign(state, {
    table: start.table, opened: start.opened, laid: [...start.laid],
  });
  if (!state.drawn) {
    const ready = prepareStock(state);
    if (ready === "over") {
      endRound(state, null);
      return;
    }
    if (ready === "ready") takeFromStock(state);
    else if (state.discard.length > 0) receive(state, state.discard.pop());
  }
  state.rack = [...start.rack];
  state.turnOver = true;
  if (state.taken === null) return;
  state.discard.push(state.taken);
  if (state.rack.length === 0) endRound(state, state.seat);
}

/** Completes a position read: what a time-out goes back to, and the card taken. */
export function begin(state) {
  state.played = false;
  state.forbidden = null;
  state.taken = state.drawn ? state.rack.at(-1) ?? null : null;
  state.start = {
    table: state.table, opened: state.opened, laid: [...state.laid],
    rack: state.drawn ? state.rack.slice(0, -1) : [...state.rack],
  };
}

export function act(state, action) {
  if (state.turnOver) throw new Illegal("R-20");
  state.took = 0;
  if (action.kind === "timeout") {
    if (!hasClock(state.options)) throw new Illegal("RA-19");
    timeout(state);
    return;
  }
  if (state.drawn === (action.kind === "draw")) throw new Illegal("R-11");
  if (action.kind === "play") play(state, action.table);
  else if (action.kind === "discard") discard(state, action.card);
  else if (action.pile === "discard") drawDiscard(state);
  else drawStock(state);
}

/** null when a hand that counts is not known. */
export function scores({ players, winner, racks, table, bracelets, laid }) {
  const result = [];
  for (let seat = 0; seat < players; seat += 1) {
    if (!laid[seat] && seat !== winner) {
      result.push(0);
      continue;
    }
    if (!racks?.[seat]) return null;
    const front = table.filter((meld) => meld.owner === seat).flatMap((meld) => meld.cards);
    const all = table.flatMap((meld) => meld.cards);
    const bonus = seat === winner
      ? all.filter((card) => colour(card) === bracelets[seat]).length : 0;
    result.push(sum(front.map(number)) + bonus - racks[seat].length);
  }
  return result;
}
