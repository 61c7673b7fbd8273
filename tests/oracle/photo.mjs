// Photo Rummy: what a correct row or set is, and what each action of a turn does.
// How many rack jokers were laid is not visible; a play is legal if some story fits.

import { bagMinus, bagOf, bagSize, countIn, listWithout } from "./bags.mjs";
import { winnerTakesSum } from "./exclusiv.mjs";
import { freedCounts } from "./joker.mjs";
import { CATEGORIES, COUNTRIES, JOKER, UNKNOWN } from "./notation.mjs";
import { hasClock, sum } from "./options.mjs";
import { Illegal } from "./verdict.mjs";

export const capital = (card) => card.slice(0, -1);
export const category = (card) => card.slice(-1);

const photosOf = (cards) => cards.filter((card) => card !== JOKER);

export function copies(card) {
  return card === JOKER ? 6 : 1;
}

export function excessRule() {
  return "P-02";
}

/** Null for a correct combination, else the rule it breaks. */
export function meldFault(cards) {
  const photos = photosOf(cards);
  if (cards.length === 0) return "P-12";
  if (cards.length - photos.length >= photos.length) return "P-16";
  if (photos.every((photo) => capital(photo) === capital(photos[0]))) {
    if (cards.length < 3) return "P-12";
    return cards.length > 6 ? "P-34" : null;
  }
  if (photos.every((photo) => category(photo) === category(photos[0]))) {
    if (cards.length < 4) return "P-11";
    return cards.length > 17 ? "P-34" : null;
  }
  return "P-11";
}

/** PA-05: the one role of all places in a correct combination. */
function role(cards) {
  const [first, second] = photosOf(cards);
  return capital(first) === capital(second)
    ? `row ${capital(first)}` : `set ${category(first)}`;
}

function jokersOf(table) {
  return table.flatMap(({ cards }) => cards.filter((card) => card === JOKER)
    .map(() => ({ roles: [role(cards)], own: photosOf(cards) })));
}

function photosWithRoles(table) {
  return table.flatMap(({ cards }) =>
    photosOf(cards).map((card) => ({ card, roles: [role(cards)] })));
}

const tableBag = (table) => bagOf(table.flatMap(({ cards }) => cards));

/** PA-10: do these photos, with up to that many jokers, contain a combination? */
function containsCombination(photos, jokers) {
  const families = [
    ...COUNTRIES.map((c) => photos.filter((photo) => capital(photo) === c)),
    ...CATEGORIES.map((c) => photos.filter((photo) => category(photo) === c)),
  ];
  for (const family of families) {
    for (let n = 1; n <= family.length; n += 1) {
      for (let j = 0; j <= jokers; j += 1) {
        const cards = [...family.slice(0, n), ...Array(j).fill(JOKER)];
        if (meldFault(cards) === null) return true;
      }
    }
  }
  return false;
}

/**
 * P-17 and P-26 together. A story says how many rack jokers were laid and how many
 * table jokers were freed; those freed and not laid again went to the rack.
 */
function checkStories(state, table, laidPhotos) {
  const before = jokersOf(state.table);
  const after = jokersOf(table);
  const held = countIn(bagOf(state.rack), JOKER);
  const fromRack = state.options.joker_swap === "rack" ? bagOf(laidPhotos) : null;
  const freed = [...freedCounts(before, after, photosWithRoles(table), fromRack)];
  const stories = [];
  for (let laid = 0; laid <= held; laid += 1) {
    const toRack = before.length + laid - after.length;
    if (toRack < 0 || toRack > before.length) continue;
    const first = state.opened || containsCombination(laidPhotos, laid);
    stories.push({ first, jokers: freed.some((count) => toRack <= count) });
  }
  if (stories.some(({ first, jokers }) => first && jokers)) return;
  const firstFails = stories.every(({ first }) => !first);
  const jokersFine = stories.some(({ jokers }) => jokers);
  throw new Illegal(firstFails || jokersFine ? "P-17" : "P-26");
}

function checkConservation(state, before, after) {
  if ([...after].some(([card, n]) => n > copies(card))) throw new Illegal("P-02");
  const missing = bagMinus(before, after);
  if (bagSize(missing) > countIn(missing, JOKER)) throw new Illegal("P-23");
  const extra = bagMinus(bagMinus(after, before), bagOf(state.rack));
  if (bagSize(extra) > 0) throw new Illegal("P-23");
}

function play(state, table) {
  const before = tableBag(state.table);
  const after = tableBag(table);
  checkConservation(state, before, after);
  for (const { cards } of table) {
    const fault = meldFault(cards);
    if (fault) throw new Illegal(fault);
  }
  const gained = bagMinus(after, before);
  checkStories(state, table, photosOf([...gained.keys()]));
  const taken = Array(countIn(bagMinus(before, after), JOKER)).fill(JOKER);
  state.table = table;
  state.rack = [...listWithout(state.rack, gained), ...taken];
  state.opened = true;
  endTurn(state, state.rack.length === 0);
}

/** From the stack named, or from the fullest, the lowest number first. */
function takeFrom(state, stack) {
  const index = stack === null
    ? state.stacks.indexOf(Math.max(...state.stacks)) : stack - 1;
  if (state.stacks[index] === 0) return false;
  state.stacks[index] -= 1;
  state.stock = sum(state.stacks);
  state.rack.push(state.next.shift() ?? UNKNOWN);
  state.took = 1;
  state.drawn = true;
  return true;
}

/** PA-07: with the stock used up the turn's end is the round's. */
function endTurn(state, out) {
  state.turnOver = true;
  state.roundOver = out || state.stock === 0;
  if (out) state.winner = state.seat;
}

export function act(state, action) {
  if (state.turnOver) throw new Illegal("P-09");
  state.took = 0;
  if (action.kind === "timeout") {
    if (!hasClock(state.options)) throw new Illegal("PA-17");
    if (!state.drawn) takeFrom(state, null);
    endTurn(state, false);
    return;
  }
  if (state.drawn === (action.kind === "draw")) throw new Illegal("P-09");
  if (action.kind === "draw") {
    if (!takeFrom(state, action.stack)) throw new Illegal("PA-13");
  } else if (action.kind === "play") {
    play(state, action.table);
  } else {
    endTurn(state, false);
  }
}

/** P-29, P-30, P-32; null when a rack that counts is not known. */
export function scores({ players, winner, racks }) {
  if (winner === null) return Array(players).fill(0);
  const value = (card) => (card === UNKNOWN ? null : card === JOKER ? 10 : 1);
  return winnerTakesSum(players, winner, racks, value);
}
