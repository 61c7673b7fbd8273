// enter.ts - what a tap on the pad (ui/pad) means: cards go to the rack one by one, and to the
// table so that a run is told by its first and its last card and a set by its number. A card that
// does not go with the meld in hand begins another. What is correct is for the core to say.
import { isJoker, JOKER, kindsOf, type Parts, partsOf } from "./cards";
import { factsOf } from "./games";
import type { Card, Meld } from "./types";
import type { GameId } from "../link/messages";

export interface Entry {
  melds: readonly Meld[];
  rack: readonly Card[];
  /** Where the next card goes: to the rack, or onto the table. */
  into: "rack" | "table";
  /** The meld in hand; -1 where the next card begins one. */
  meld: number;
  /** It was told by its ends: what does not follow at once belongs to another. */
  isTold: boolean;
}

const replaced = <T>(list: readonly T[], at: number, one: T): T[] =>
  list.map((other, i) => (i === at ? one : other));
const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, i) => i !== at);

export const EMPTY: Entry = { melds: [], rack: [], into: "table", meld: -1, isTold: false };

/** How many of each card the game still has. */
export function leftOf(
  game: GameId,
  entry: Entry,
  others: readonly Card[] = [],
): Map<Card, number> {
  const { copies, jokers } = factsOf(game);
  const left = new Map(kindsOf(game).map((card) => [card, copies]));
  left.set(JOKER, jokers);
  for (const card of [...entry.melds.flatMap(({ cards }) => cards), ...entry.rack, ...others])
    left.set(card, (left.get(card) ?? 0) - 1);
  return left;
}

const nameOf = (game: GameId, suit: string, rank: number): Card =>
  `${suit}${factsOf(game).ranks[rank]}`;

/** The ranks from one to another, both with them, upwards and where runs circle beyond the end. */
function ranksTo(game: GameId, from: number, to: number): number[] {
  const { ranks, run_order } = factsOf(game);
  const all = ranks.length;
  const steps = run_order === "circling" ? (to - from + all) % all : to - from;
  return Array.from({ length: steps + 1 }, (_, i) => (from + i) % all);
}

/** A run that grows to a card; null where the card does not belong to it. */
function grownRun(game: GameId, cards: readonly Card[], known: readonly Parts[], to: Parts,
  isTold: boolean): Card[] | null {
  const { ranks, run_order } = factsOf(game);
  const [first] = known;
  if (first === undefined || known.some(({ suit }) => suit !== to.suit)) return null;
  if (run_order === "anyhow")
    return known.some(({ rank }) => rank === to.rank) ? null
      : [...cards, nameOf(game, to.suit, to.rank)];
  const all = ranks.length;
  const isCircle = run_order === "circling";
  const wrap = (rank: number) => (isCircle ? (rank + all) % all : rank);
  const start = wrap(first.rank - cards.findIndex((card) => !isJoker(card)));
  const next = wrap(start + cards.length);
  const names = (list: number[]) => list.map((rank) => nameOf(game, to.suit, rank));
  if (to.rank === next) return [...cards, ...names([next])];
  // of two cards where runs circle, the first begins the run
  const isBefore = to.rank === wrap(start - 1) && (!isCircle || cards.length > 1);
  if (isBefore) return [...names([to.rank]), ...cards];
  if (isTold) return null;
  if (!isCircle && to.rank < start) return [...names(ranksTo(game, to.rank, start - 1)), ...cards];
  if (!isCircle && to.rank < next) return null;
  const more = names(ranksTo(game, next, to.rank));
  // only one by one does a run go round again
  return more.length > 1 && cards.length + more.length > all ? null : [...cards, ...more];
}

function grownSet(cards: readonly Card[], known: readonly Parts[], card: Card,
  to: Parts): Card[] | null {
  const isSame = known.every(({ suit, rank }) => rank === to.rank && suit !== to.suit);
  return isSame && known.length > 0 ? [...cards, card] : null;
}

/** The meld with the card, and all that a run has between; null where it does not go with it. */
function grown(game: GameId, meld: Meld, card: Card, isTold: boolean): Card[] | null {
  const to = partsOf(game, card);
  const known = meld.cards.map((one) => partsOf(game, one)).filter((one) => one !== null);
  if (to === null || known.length === 0) return [...meld.cards, card];
  return grownSet(meld.cards, known, card, to) ??
    grownRun(game, meld.cards, known, to, isTold);
}

const begun = (entry: Entry, cards: readonly Card[], owner: number | null): Entry => ({
  ...entry,
  melds: [...entry.melds, { owner, cards: [...cards] }],
  meld: entry.melds.length,
  isTold: false,
});

/** A card of the pad was tapped. */
export function enterCard(game: GameId, entry: Entry, card: Card, owner: number | null): Entry {
  const left = leftOf(game, entry);
  if ((left.get(card) ?? 0) <= 0) return entry;
  if (entry.into === "rack") return { ...entry, rack: [...entry.rack, card] };
  const meld = entry.melds[entry.meld];
  if (meld === undefined || meld.owner !== owner) return begun(entry, [card], owner);
  const cards = grown(game, meld, card, entry.isTold);
  const isThere = cards !== null && addedTo(meld.cards, cards).every(([one, count]) =>
    (left.get(one) ?? 0) >= count);
  if (!isThere) return begun(entry, [card], owner);
  const melds = replaced(entry.melds, entry.meld, { owner, cards });
  return { ...entry, melds, isTold: entry.isTold || cards.length > meld.cards.length + 1 };
}

/** What a meld has more of than before, with how many. */
function addedTo(before: readonly Card[], after: readonly Card[]): [Card, number][] {
  const count = (cards: readonly Card[], card: Card) => cards.filter((one) => one === card).length;
  return [...new Set(after)].map((card): [Card, number] =>
    [card, count(after, card) - count(before, card)]).filter(([, more]) => more > 0);
}

/** All of a number, or of a city, at once: as many as there are left. */
export function enterAll(game: GameId, entry: Entry, cards: readonly Card[],
  owner: number | null): Entry {
  const left = leftOf(game, entry);
  const there = cards.filter((card) => (left.get(card) ?? 0) > 0);
  if (there.length === 0) return entry;
  if (entry.into === "rack") return { ...entry, rack: [...entry.rack, ...there] };
  return { ...begun(entry, there, owner), isTold: true };
}

/** A card is taken away again: of a meld, or of the rack. */
export function removeCard(entry: Entry, meld: number | "rack", place: number): Entry {
  if (meld === "rack") return { ...entry, rack: without(entry.rack, place) };
  const lies = entry.melds[meld];
  if (lies === undefined) return entry;
  const cards = without(lies.cards, place);
  const melds = replaced(entry.melds, meld, { ...lies, cards });
  if (cards.length > 0) return { ...entry, melds, meld, into: "table" };
  return { ...entry, melds: without(entry.melds, meld), meld: -1, isTold: false };
}
