// Reads the fields of a line into a position: defaults, types, ranges, correct melds,
// and no card named more often than it exists. Everything wrong here is malformed.

import { bagOf, countIn, sameBag } from "./bags.mjs";
import * as exclusiv from "./exclusiv.mjs";
import {
  needText, readCards, readTable, UNKNOWN,
} from "./notation.mjs";
import { evenStacks, readOptions, setup, sum } from "./options.mjs";
import * as photo from "./photo.mjs";
import * as princess from "./princess.mjs";
import { Malformed } from "./verdict.mjs";

export const RULES = { exclusiv, photo, princess };

const isCount = (value) => Number.isInteger(value) && value >= 0;

export function readGame(line) {
  if (typeof line.game !== "string" || !Object.hasOwn(RULES, line.game)) {
    throw new Malformed("unknown game");
  }
  return line.game;
}

export function readPlayers(line) {
  const players = line.players ?? (Array.isArray(line.racks) ? line.racks.length : 2);
  if (!Number.isInteger(players) || players < 2 || players > 4) {
    throw new Malformed("players is not 2, 3 or 4");
  }
  return players;
}

export function readSeat(value, players, name) {
  if (!isCount(value) || value >= players) throw new Malformed(`${name} is not a seat`);
  return value;
}

function readFlag(value, name) {
  if (typeof value !== "boolean") throw new Malformed(`${name} is not true or false`);
  return value;
}

function readFlags(value, players, name) {
  if (!Array.isArray(value) || value.length !== players) {
    throw new Malformed(`${name} does not have one value a seat`);
  }
  return value.map((flag) => readFlag(flag, name));
}

/** All racks as lists of cards, or null when the line does not name them. */
export function readRacks(line, game, players) {
  if (line.racks === undefined) return null;
  if (!Array.isArray(line.racks) || line.racks.length !== players) {
    throw new Malformed("racks does not have one rack a seat");
  }
  return line.racks.map((text) => readCards(game, needText(text, "rack"), true));
}

function readRack(line, game, seat, racks) {
  if (line.rack === undefined) {
    if (racks === null) throw new Malformed("no rack");
    return [...racks[seat]];
  }
  const rack = readCards(game, needText(line.rack, "rack"), true);
  if (racks !== null && !sameBag(bagOf(rack), bagOf(racks[seat]))) {
    throw new Malformed("rack and racks do not agree");
  }
  return rack;
}

/** The table that lies there: correct melds only. */
export function readLyingTable(line, game, players, options) {
  const table = readTable(game, needText(line.table ?? "-", "table"), players);
  if (table.some(({ cards }) => RULES[game].meldFault(cards, options) !== null)) {
    throw new Malformed("the table holds a faulty meld");
  }
  return table;
}

export function checkCopies(game, options, cards) {
  for (const [card, count] of bagOf(cards.filter((c) => c !== UNKNOWN))) {
    if (count > RULES[game].copies(card, options)) {
      throw new Malformed(`${card} is named more often than it exists`);
    }
  }
}

function readStacks(line, game, players, options) {
  const dealt = setup(game, players, options);
  if (game === "photo" && line.stacks !== undefined) {
    const { stacks } = line;
    if (!Array.isArray(stacks) || stacks.length !== 5 || !stacks.every(isCount)) {
      throw new Malformed("stacks is not five sizes");
    }
    if (sum(stacks) > dealt.cards) throw new Malformed("more stock than cards");
    return [...stacks];
  }
  if (line.stock === undefined) return dealt.stacks;
  if (!isCount(line.stock)) throw new Malformed("stock is not a number of cards");
  if (line.stock > dealt.cards) throw new Malformed("more stock than cards");
  return game === "photo" ? evenStacks(line.stock) : [line.stock];
}

function readOpened(line, seat, players) {
  const value = line.opened ?? false;
  return Array.isArray(value)
    ? readFlags(value, players, "opened")[seat] : readFlag(value, "opened");
}

export function readBracelets(line, players) {
  const text = needText(line.bracelets ?? "gyrb", "bracelets");
  if (!/^[gyrb]{2,4}$/.test(text) || new Set(text).size !== text.length
    || text.length < players) {
    throw new Malformed("bracelets are not different colours, one a seat");
  }
  return text;
}

/** R-26: given, or taken from the melds' owners. */
export function readLaid(line, players, table) {
  const owners = table.map(({ owner }) => owner);
  const given = line.laid === undefined
    ? Array(players).fill(false) : readFlags(line.laid, players, "laid");
  return given.map((laid, seat) => laid || owners.includes(seat));
}

function addPrincess(line, state) {
  state.discard = readCards("princess", needText(line.discard ?? "", "discard"));
  state.bracelets = readBracelets(line, state.players);
  state.laid = readLaid(line, state.players, state.table);
  state.laidSinceShuffle = readFlag(line.laid_since_shuffle ?? true, "laid_since_shuffle");
  state.opened ||= state.table.some(({ owner }) => owner === state.seat);
}

/** RA-05: beyond the stock `next` names cards of the pile that will be shuffled. */
function namedNext(state) {
  const pile = bagOf((state.discard ?? []).slice(0, -1));
  for (const [card, count] of bagOf(state.next.slice(state.stock))) {
    if (count > countIn(pile, card)) throw new Malformed(`${card} is not there to be drawn`);
  }
  return state.next.slice(0, state.stock);
}

/** The position of a line, ready for actions. */
export function readPosition(line) {
  const game = readGame(line);
  const players = readPlayers(line);
  const options = readOptions(game, line.options, players);
  const seat = readSeat(line.seat ?? 0, players, "seat");
  const racks = readRacks(line, game, players);
  const rack = readRack(line, game, seat, racks);
  const table = readLyingTable(line, game, players, options);
  const stacks = readStacks(line, game, players, options);
  const next = readCards(game, needText(line.next ?? "", "next"));
  const state = {
    game, players, options, seat, table, rack, racks, stacks, next,
    stock: sum(stacks), opened: readOpened(line, seat, players),
    turnOver: false, roundOver: false, winner: null, took: 0,
  };
  if (game !== "exclusiv") state.drawn = readFlag(line.drawn ?? false, "drawn");
  if (game === "princess") addPrincess(line, state);
  const others = (racks ?? []).filter((_, other) => other !== seat);
  checkCopies(game, options, [
    ...table.flatMap(({ cards }) => cards), ...rack, ...others.flat(),
    ...namedNext(state), ...(state.discard ?? []),
  ]);
  if (game === "princess") princess.begin(state);
  return state;
}
