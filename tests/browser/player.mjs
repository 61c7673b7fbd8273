// player.mjs - somebody who plays: finds sets, runs and rows in the own rack and tiles that fit
// what lies there. No jokers, no rebuilding: enough for a round, with the page's hints for the
// rest.
import { plain } from "./reader.mjs";

const NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
  "eleven", "twelve", "thirteen"];
const OPENING = { exclusiv: 40, photo: 0, princess: 13 };

// A card by its name; null for a joker.
export function cardOf(game, name) {
  const words = plain(name);
  if (words === "joker") return null;
  if (game === "photo") {
    const [, city, kind] = /^([^,]+), ([^:]+)/.exec(words);
    return { name: words, city, kind, points: 1 };
  }
  const [colour] = words.split(" ");
  const number = game === "exclusiv" ? NUMBERS.indexOf(words.split(" ")[1]) + 1
    : Number(words.split(", ")[1]);
  return { name: words, colour, number, points: number };
}

const once = (cards, key) => [...new Map(cards.map((card) => [card[key], card])).values()];

function groupsBy(cards, key) {
  const groups = new Map();
  for (const card of cards) groups.set(card[key], [...(groups.get(card[key]) ?? []), card]);
  return [...groups.values()];
}

function runsIn(cards) {
  const sorted = once(cards, "number").sort((a, b) => a.number - b.number);
  const runs = [[]];
  for (const card of sorted) {
    const last = runs.at(-1);
    if (last.length > 0 && last.at(-1).number + 1 !== card.number) runs.push([card]);
    else last.push(card);
  }
  return runs;
}

// All melds that these cards make, the most valuable first.
function meldsIn(game, cards) {
  const found = game === "photo"
    ? [...groupsBy(cards, "city").map((group) => once(group, "kind")).filter((g) => g.length >= 3),
      ...groupsBy(cards, "kind").map((group) => once(group, "city")).filter((g) => g.length >= 4)]
    : [...groupsBy(cards, "number").map((group) => once(group, "colour")),
      ...groupsBy(cards, "colour").flatMap(runsIn)].filter((group) => group.length >= 3);
  const worth = (meld) => meld.reduce((sum, card) => sum + card.points, 0);
  return found.map((meld) => ({ cards: meld, points: worth(meld) }))
    .sort((a, b) => b.points - a.points);
}

function fits(game, meld, card) {
  const cards = meld.map(({ name }) => cardOf(game, name));
  if (cards.length < 3 || cards.includes(null)) return false;
  const isAll = (key) => cards.every((one) => one[key] === card[key]);
  const isNew = (key) => cards.every((one) => one[key] !== card[key]);
  if (game === "photo")
    return (isAll("city") && isNew("kind")) || (isAll("kind") && isNew("city"));
  if (isAll("number")) return isNew("colour");
  const numbers = cards.map(({ number }) => number);
  const isEnd = [Math.min(...numbers) - 1, Math.max(...numbers) + 1].includes(card.number);
  return isAll("colour") && isEnd && isNew("number");
}

// What to lay now: [{ cards: names, meld: its place or null for a new one }], perhaps nothing.
export function findPlays(game, table, hasOpened) {
  let left = table.rack.flatMap(({ name }) => cardOf(game, name) ?? []);
  // in princess the last card is for the discard pile
  const most = game === "princess" ? table.rack.length - 1 : table.rack.length;
  const plays = [];
  let laid = 0;
  const take = (cards, meld) => {
    if (laid + cards.length > most) return false;
    left = left.filter((card) => !cards.includes(card));
    laid += cards.length;
    plays.push({ cards: cards.map(({ name }) => name), meld });
    return true;
  };
  let points = [];
  for (const meld of meldsIn(game, left)) {
    if (!meld.cards.every((card) => left.includes(card))) continue;
    if (take(meld.cards, null)) points.push(meld.points);
  }
  const reached = game === "princess" ? Math.max(0, ...points)
    : points.reduce((sum, one) => sum + one, 0);
  if (!hasOpened && (plays.length === 0 || reached < OPENING[game])) return [];
  for (const card of [...left]) {
    const at = table.melds.findIndex(({ tiles }) => fits(game, tiles, card));
    if (at >= 0 && !plays.some(({ meld }) => meld === at)) take([card], at);
  }
  return plays;
}
