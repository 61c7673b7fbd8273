// Lines about princess: melds in front of their owners, a hand that nearly fits, and
// turns of drawing, laying and discarding, in order and out of it.

import { makeDeck, plainMeld } from "./deck.mjs";
import { addOthers, someOptions } from "./generate_common.mjs";
import { meldFault } from "./princess.mjs";

const OPTIONS = {
  first_meld: [13, 0], run_max: [14, 7, 7], extend_before_own: ["yes", "no", "no"],
  rediscard: ["yes", "no", "no", "no"], turn_seconds: [0, 30, 60], turn_days: [1], rounds: [2],
  target: [100, 60], first: ["lot", 1],
};

const LOOSE = { run_max: 14 };

const follower = (card, step) => card[0] + (((Number(card[1]) - 1 + step + 7) % 7) + 1);

function makeTable(rng, deck, players, most) {
  const table = [];
  const size = rng.below(5);
  for (let attempt = 0; attempt < 10 && table.length < size; attempt += 1) {
    const cards = plainMeld(rng, "princess");
    if (cards.length > most || meldFault(cards, LOOSE) !== null) continue;
    if (deck.takeAll(cards)) table.push({ owner: rng.below(players), cards });
  }
  return table;
}

/** Cards that would lengthen a meld at one end or complete a group. */
function extensions(cards) {
  const group = cards[0][0] !== cards[1][0];
  if (!group) return [follower(cards[0], -1), follower(cards.at(-1), 1)];
  return [..."gyrb"].map((c) => c + cards[0][1]).filter((card) => !cards.includes(card));
}

function makeHand(rng, deck, table) {
  const hand = [];
  const add = (card) => { if (deck.take(card)) hand.push(card); };
  for (const { cards } of table) {
    for (const card of extensions(cards)) if (rng.chance(0.5)) add(card);
    if (rng.chance(0.2)) add(follower(cards.at(-1), 2));
  }
  for (let i = rng.below(3); i > 0; i -= 1) {
    for (const card of plainMeld(rng, "princess").slice(0, 4)) if (rng.chance(0.96)) add(card);
  }
  hand.push(...deck.draw(1 + rng.below(4)));
  return rng.shuffle(hand).slice(0, 11);
}

/** A meld that the hand holds, or null. */
function meldInHand(rng, hand) {
  for (const card of rng.shuffle(hand)) {
    const run = [card];
    while (hand.includes(follower(run.at(-1), 1)) && run.length < 7) {
      run.push(follower(run.at(-1), 1));
    }
    const group = [..."gyrb"].map((c) => c + card[1]).filter((c) => hand.includes(c));
    for (const meld of rng.shuffle([run, group])) if (meld.length >= 3) return meld;
  }
  return null;
}

function removed(list, card) {
  const at = list.indexOf(card);
  return [...list.slice(0, at), ...list.slice(at + 1)];
}

/** Extends melds and lays new ones from the hand, as far as chance goes. */
function lay(rng, table, hand, seat, keepOne) {
  const next = table.map(({ owner, cards }) => ({ owner, cards: [...cards] }));
  let left = [...hand];
  for (let i = rng.below(3); i > 0; i -= 1) {
    const meld = meldInHand(rng, left);
    if (meld === null || (keepOne && meld.length >= left.length)) continue;
    next.push({ owner: seat, cards: meld });
    left = meld.reduce(removed, left);
  }
  for (const meld of rng.shuffle(next)) {
    for (let i = rng.below(4); i > 0; i -= 1) {
      const card = extensions(meld.cards).find((c) => left.includes(c));
      if (card === undefined || (keepOne && left.length < 2)) break;
      const front = meld.cards[0] === follower(card, 1);
      meld.cards = front ? [card, ...meld.cards] : [...meld.cards, card];
      left = removed(left, card);
    }
  }
  return { table: next, hand: left };
}

const DAMAGE = {
  owner: (rng, table, at, players) => { table[at].owner = rng.below(players); },
  order: (rng, table) => { table.push(table.shift()); },
  dropCard: (rng, table, at) => { table[at].cards.pop(); },
  dropFirst: (rng, table, at) => { table[at].cards.shift(); },
  dropMeld: (rng, table, at) => { table.splice(at, 1); },
  mix: (rng, table, at) => { table[at].cards = rng.shuffle(table[at].cards); },
  longer: (rng, table, at) => { table[at].cards.push(follower(table[at].cards.at(-1), 1)); },
  wrong: (rng, table, at, players, hand) => {
    if (hand.length > 0) table[at].cards.push(rng.pick(hand));
  },
  pair: (rng, table, at, players, hand, seat) => {
    table.push({ owner: seat, cards: rng.shuffle(hand).slice(0, 1 + rng.below(3)) });
  },
  gift: (rng, table, at, players, hand, seat) => {
    const meld = meldInHand(rng, hand) ?? hand.slice(0, 3);
    table.push({ owner: (seat + 1) % players, cards: meld });
  },
  move: (rng, table, at) => { rng.pick(table).cards.push(table[at].cards.pop()); },
  repeat: (rng, table, at) => {
    table.push({ owner: table[at].owner, cards: [...table[at].cards] });
  },
};

function damage(rng, table, players, hand, seat) {
  if (table.length === 0) return [{ owner: seat, cards: hand.slice(0, 2) }];
  const hurt = structuredClone(table);
  const kind = rng.pick(Object.keys(DAMAGE));
  DAMAGE[kind](rng, hurt, rng.below(hurt.length), players, hand, seat);
  return hurt.filter(({ cards }) => cards.length > 0);
}

function tableText(rng, table) {
  if (table.length === 0) return "-";
  const space = rng.chance(0.05) ? "" : rng.chance(0.05) ? "  " : " ";
  return table.map(({ owner, cards }) => `${owner}[${cards.join(" ")}]`).join(space);
}

function actions(rng, draw, play, discard) {
  const turn = [...(draw === null ? [] : [draw]), ...(play === null ? [] : [play])];
  const kinds = {
    whole: [...turn, discard],
    open: turn,
    timeout: [...turn, "timeout"],
    late: [...turn, discard, rng.pick(["draw", discard, play ?? "draw discard", "timeout"])],
    twice: [...turn, play ?? discard, discard],
    again: [draw ?? "draw", ...turn, discard],
    skip: turn.slice(1),
    only: [rng.pick(["timeout", "draw", "draw discard", discard])],
    wrong: [...turn, rng.pick(["pass", "draw 1", "discard", "discard *", "timeout -",
      "discard g8", "play", `${discard} g1`, "draw  discard"])],
  };
  return kinds[rng.weighted({
    whole: 56, open: 12, timeout: 8, late: 2, twice: 3, again: 1, skip: 1, only: 7, wrong: 2,
  })];
}

function addPiles(rng, line, deck) {
  line.discard = deck.draw(rng.weighted({ 0: 1, 1: 4, 2: 2, 3: 2, 5: 1 })).join(" ");
  const pile = line.discard.split(" ").filter((card) => card !== "");
  if (rng.chance(0.9)) line.stock = rng.chance(0.25) ? 0 : rng.pick([1, 2, 9, 20]);
  if (rng.chance(0.3)) line.laid_since_shuffle = rng.chance(0.4);
  if (rng.chance(0.3)) {
    line.bracelets = rng.shuffle([..."gyrb"]).join("").slice(0, rng.pick([line.players, 4]));
  }
  if (!rng.chance(0.7)) return;
  if (line.stock !== 0) line.next = deck.draw(1).join(" ");
  else if (pile.length > 1) line.next = rng.pick(pile.slice(0, -1));
}

function addLaid(rng, line, table) {
  if (!rng.chance(0.3)) return;
  line.laid = Array.from({ length: line.players }, (_, seat) =>
    table.some(({ owner }) => owner === seat) || rng.chance(0.4));
}

/** The hand with the card that this turn's draw would bring. */
function drawn(rng, line, hand) {
  const draw = rng.chance(line.discard === "" ? 0.1 : 0.5) ? "draw discard" : "draw";
  const card = draw === "draw"
    ? line.next : line.discard.split(" ").filter((c) => c !== "").at(-1);
  return { draw, full: card ? [...hand, card.split(" ")[0]] : hand };
}

/** The hand cut to what is laid and one card; now and then not even that one. */
function cutHand(rng, turn) {
  const { hand, full, laid } = turn;
  const last = rng.chance(0.3) && laid.hand.includes(full.at(-1)) ? full.at(-1) : laid.hand[0];
  const whole = rng.chance(0.15) && full.length > laid.hand.length + 1;
  const spare = whole ? laid.hand : removed(laid.hand, last);
  turn.hand = spare.filter((card) => hand.includes(card)).reduce(removed, hand);
  turn.full = spare.reduce(removed, full);
  turn.laid = { ...laid, hand: [last] };
}

/** The cards of one turn: hand before, hand with the card taken, what is laid. */
function makeTurn(rng, line, table, hand, before) {
  const turn = {
    hand, ...(before ? { draw: null, full: hand } : drawn(rng, line, hand)),
  };
  turn.laid = lay(rng, table, turn.full, line.seat, rng.chance(0.88));
  const lays = turn.full.length - turn.laid.hand.length;
  if (turn.laid.hand.length > 0 && lays > 0 && rng.chance(0.35)) cutHand(rng, turn);
  return turn;
}

function playText(rng, line, table, turn) {
  const hurt = rng.chance(0.25);
  const shown = hurt
    ? damage(rng, turn.laid.table, line.players, turn.full, line.seat) : turn.laid.table;
  const same = JSON.stringify(table) === JSON.stringify(shown);
  return same && rng.chance(0.9) ? null : `play ${tableText(rng, shown)}`;
}

function turnActions(rng, line, table, turn) {
  const play = playText(rng, line, table, turn);
  const left = turn.laid.hand.length > 0 ? turn.laid.hand : ["g1"];
  const card = rng.chance(0.2) ? turn.full.at(-1) : rng.pick(left);
  const list = actions(rng, turn.draw, play, `discard ${card ?? "g1"}`);
  const ends = line.stock === 0 && line.laid_since_shuffle === false && list[0] === "draw";
  return ends && rng.chance(0.8) ? ["draw"] : list;
}

export function princessLine(rng) {
  const options = someOptions(rng, OPTIONS);
  if (rng.chance(0.25)) options.rediscard = "no";
  if (rng.chance(0.25)) options.extend_before_own = "no";
  const players = 2 + rng.below(3);
  if (players === 2 && rng.chance(0.1)) options.deal = 13;
  const deck = makeDeck(rng, "princess", 0);
  const table = makeTable(rng, deck, players, options.run_max ?? 14);
  const seat = rng.below(players);
  const line = { game: "princess", players, seat, options, table: tableText(rng, table) };
  const hand = makeHand(rng, deck, table);
  addPiles(rng, line, deck);
  addLaid(rng, line, table);
  const before = rng.chance(0.4);
  line.drawn = rng.chance(0.95) ? before : !before;
  const turn = makeTurn(rng, line, table, hand, before);
  line.rack = turn.hand.join(" ");
  line.opened = rng.chance(0.2);
  line.actions = turnActions(rng, line, table, turn);
  if (line.actions.includes("timeout") && rng.chance(0.8)) options.turn_seconds = 30;
  addOthers(rng, line, deck, 0.5);
  return line;
}
