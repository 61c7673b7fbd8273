// enter.test.ts - what taps on the pad make, and how few of them a table takes: over the tables of
// the golden records, entered as somebody would who knows the pad.
import { expect, test } from "vitest";
import { isJoker, kindsOf, partsOf } from "./cards";
import { factsOf, GAMES } from "./games";
import { parseTable } from "rummery/notation";
import type { Card, Meld } from "./types";
import type { GameId } from "../link/messages";
import { EMPTY, type Entry, enterAll, enterCard, removeCard } from "./enter";

const records = import.meta.glob<string>("../../../tests/golden/*.record",
  { query: "?raw", import: "default", eager: true });
const TAPS_MAX = 1.3;

const melds = (entry: Entry) => entry.melds.map(({ cards }) => cards.join(" "));
const tap = (game: GameId, cards: string, entry: Entry = EMPTY) =>
  cards.split(" ").reduce((now, card) => enterCard(game, now, card, null), entry);

test("a run is told by its first and its last card", () => {
  expect(melds(tap("exclusiv", "r5 r9"))).toEqual(["r5 r6 r7 r8 r9"]);
  expect(melds(tap("exclusiv", "r9 r5"))).toEqual(["r5 r6 r7 r8 r9"]);
  expect(melds(tap("exclusiv", "r5 * r8"))).toEqual(["r5 * r7 r8"]);
  expect(melds(tap("exclusiv", "* r5 r6"))).toEqual(["* r5 r6"]);
});
test("where runs circle it goes beyond the end", () => {
  expect(melds(tap("princess", "g1 g7 g1"))).toEqual(["g1 g2 g3 g4 g5 g6 g7 g1"]);
  expect(melds(tap("princess", "g6 g2"))).toEqual(["g6 g7 g1 g2"]);
});
test("what does not go with the meld begins another", () => {
  expect(melds(tap("exclusiv", "r5 r7 b5 g5 y5 r10 r12")))
    .toEqual(["r5 r6 r7", "b5 g5 y5", "r10 r11 r12"]);
  expect(melds(tap("exclusiv", "r5 r7 r8"))).toEqual(["r5 r6 r7 r8"]);
});
test("a number brings a set, and a card too many goes by a tap on it", () => {
  const all = enterAll("exclusiv", EMPTY, ["y7", "g7", "b7", "r7"], null);
  expect(melds(all)).toEqual(["y7 g7 b7 r7"]);
  expect(melds(removeCard(all, 0, 1))).toEqual(["y7 b7 r7"]);
  expect(melds(tap("exclusiv", "y8", removeCard(all, 0, 1)))).toEqual(["y7 b7 r7", "y8"]);
});
test("rows and sets of photos take a tap a card, in any order", () => {
  expect(melds(tap("photo", "GBl GBp GBs Fp Dp Ip"))).toEqual(["GBl GBp GBs", "Fp Dp Ip"]);
});
test("no more cards come than there are", () => {
  expect(melds(tap("photo", "GBl GBl"))).toEqual(["GBl"]);
  const two = tap("exclusiv", "r6 b6 g6 r6 b6 g6");
  expect(melds(two)).toEqual(["r6 b6 g6", "r6 b6 g6"]);
  expect(melds(tap("exclusiv", "r5 r7", { ...two, meld: -1 })))
    .toEqual(["r6 b6 g6", "r6 b6 g6", "r5", "r7"]);
});
test("the rack takes cards one by one", () => {
  const { rack } = tap("exclusiv", "r5 r9 r5", { ...EMPTY, into: "rack" });
  expect(rack).toEqual(["r5", "r9", "r5"]);
});

/** Ways to enter a meld, each a list of taps: a card, all of something, or one away again. */
type Tap = (game: GameId, entry: Entry) => Entry;

function waysOf(game: GameId, { cards, owner }: Meld): Tap[][] {
  const card = (one: Card): Tap => (g, entry) => enterCard(g, entry, one, owner);
  const away = (one: Card): Tap => (_, entry) => {
    const at = entry.melds[entry.meld]?.cards.indexOf(one) ?? -1;
    return at < 0 ? entry : removeCard(entry, entry.meld, at);
  };
  const ways = [cards.map(card)];
  const [first, last] = [cards[0]!, cards.at(-1)!];
  if (!cards.some(isJoker)) {
    ways.push([card(first), card(last)]);
    const parts = partsOf(game, first)!;
    for (const all of [
      kindsOf(game).filter((one) => partsOf(game, one)!.rank === parts.rank),
      kindsOf(game).filter((one) => partsOf(game, one)!.suit === parts.suit)]) {
      const more = all.filter((one) => !cards.includes(one));
      ways.push([(g, entry) => enterAll(g, entry, all, owner), ...more.map(away)]);
    }
  }
  return ways.sort((a, b) => a.length - b.length);
}

const NEW: Tap = (_, entry) => ({ ...entry, meld: -1, isTold: false });
const sameCards = (a: readonly Card[], b: readonly Card[], isOrdered: boolean) =>
  (isOrdered ? a.join() === b.join() : [...a].sort().join() === [...b].sort().join());

/** The fewest taps after which the meld lies there as it should, besides what lay there. */
function enterMeld(game: GameId, entry: Entry, meld: Meld): [Entry, number] {
  const ways = waysOf(game, meld).flatMap((way) => [way, [NEW, ...way]])
    .sort((a, b) => a.length - b.length);
  for (const way of ways) {
    const after = way.reduce((now, one) => one(game, now), entry);
    const isRight = after.melds.length === entry.melds.length + 1 &&
      sameCards(after.melds.at(-1)!.cards, meld.cards, false) &&
      entry.melds.every(({ cards }, i) => sameCards(cards, after.melds[i]!.cards, true));
    if (isRight) return [after, way.length];
  }
  throw new Error(`nobody can enter ${meld.cards.join(" ")}`);
}

test.each(GAMES)("%s: a table takes less than 1.3 taps a card", (game) => {
  let taps = 0;
  let count = 0;
  for (const [path, record] of Object.entries(records).filter(([one]) => one.includes(game)))
    for (const line of record.split("\n").filter((one) => one.startsWith("play"))) {
      let entry = EMPTY;
      for (const meld of parseTable(line)) {
        const [after, more] = enterMeld(game, entry, meld);
        entry = after;
        taps += more;
        count += meld.cards.length;
      }
      expect(entry.melds.length, path).toBe(parseTable(line).length);
    }
  console.log(`${game}: ${(taps / count).toFixed(2)} taps a card, of ${count}`);
  expect(count).toBeGreaterThan(500);
  expect(factsOf(game).copies).toBeGreaterThan(0);
  expect(taps / count).toBeLessThan(TAPS_MAX);
});
