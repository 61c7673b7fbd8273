// The notation: cards, melds, tables and actions as text, read strictly, and written.
// Knows how things are spelled in each game and nothing about what is allowed.

import { Malformed } from "./verdict.mjs";

export const JOKER = "*";
export const UNKNOWN = "?";

export const COUNTRIES = "S A N F I GB L E FIN DK P CH B IRL NL GR D".split(" ");
export const CATEGORIES = [..."pcsefl"];

const CARD_PATTERN = {
  exclusiv: /^(?:[ygbr](?:[1-9]|1[0-3])|\*)$/,
  photo: new RegExp(`^(?:(?:${COUNTRIES.join("|")})[${CATEGORIES.join("")}]|\\*)$`),
  princess: /^[gyrb][1-7]$/,
};

const TABLE_PATTERN = {
  exclusiv: /^ *(?:\[[^[\]]*\] *)+$/,
  photo: /^ *(?:\[[^[\]]*\] *)+$/,
  princess: /^ *(?:[0-3]\[[^[\]]*\] *)+$/,
};

function words(text) {
  return text.split(" ").filter((word) => word !== "");
}

export function needText(value, name) {
  if (typeof value !== "string") throw new Malformed(`${name} is not a text`);
  return value;
}

export function readCard(game, word) {
  if (!CARD_PATTERN[game].test(word)) throw new Malformed(`not a card: ${word}`);
  return word;
}

/** Cards separated by spaces; `?` only where a rack is read. */
export function readCards(game, text, unknownAllowed = false) {
  return words(text).map((word) =>
    unknownAllowed && word === UNKNOWN ? word : readCard(game, word));
}

/** One meld without an owner: its cards, in the order written. */
export function readMeld(game, text) {
  const match = /^ *\[([^[\]]*)\] *$/.exec(text);
  if (!match) throw new Malformed("not a meld");
  return readCards(game, match[1]);
}

/** A table: a list of {owner, cards}; the owner is null except in princess. */
export function readTable(game, text, players) {
  if (/^ *- *$/.test(text)) return [];
  if (!TABLE_PATTERN[game].test(text)) throw new Malformed("not a table");
  return [...text.matchAll(/([0-3]?)\[([^[\]]*)\]/g)].map(([, seat, inner]) => {
    const owner = game === "princess" ? Number(seat) : null;
    if (owner !== null && owner >= players) throw new Malformed(`no seat ${seat}`);
    return { owner, cards: readCards(game, inner) };
  });
}

export function writeCards(cards) {
  return cards.join(" ");
}

export function writeTable(table) {
  if (table.length === 0) return "-";
  return table.map(({ owner, cards }) => `${owner ?? ""}[${writeCards(cards)}]`).join(" ");
}

/** One function a kind of action: from the text behind the word to the action. */
const ACTION_READERS = {
  exclusiv: { draw: bare, play: table, pass: bare, timeout: table },
  photo: { draw: drawStack, play: table, pass: bare, timeout: bare },
  princess: { draw: drawPile, play: table, discard: oneCard, timeout: bare },
};

export function readAction(game, text, players) {
  const [kind] = words(needText(text, "action"));
  if (kind === undefined) throw new Malformed("no action");
  if (!Object.hasOwn(ACTION_READERS[game], kind)) {
    throw new Malformed(`${game} has no action ${kind}`);
  }
  const rest = text.slice(text.indexOf(kind) + kind.length);
  return { kind, ...ACTION_READERS[game][kind](rest, game, players) };
}

function bare(rest) {
  if (words(rest).length > 0) throw new Malformed(`unexpected: ${rest}`);
  return {};
}

function table(rest, game, players) {
  return { table: readTable(game, rest, players) };
}

function drawStack(rest) {
  const given = words(rest);
  if (given.length === 0) return { stack: null };
  if (given.length > 1 || !/^[1-5]$/.test(given[0])) throw new Malformed("not a stack");
  return { stack: Number(given[0]) };
}

function drawPile(rest) {
  const given = words(rest);
  if (given.length === 0) return { pile: "stock" };
  if (given.length > 1 || given[0] !== "discard") throw new Malformed("not a pile");
  return { pile: "discard" };
}

function oneCard(rest, game) {
  const given = words(rest);
  if (given.length !== 1) throw new Malformed("discard names one card");
  return { card: readCard(game, given[0]) };
}
