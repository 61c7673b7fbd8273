// The cards of each game as a shuffled deck from which generated positions are made,
// so that no position names a card too often, and random correct melds out of them.

import { CATEGORIES, COUNTRIES, JOKER } from "./notation.mjs";

function allCards(game, jokers) {
  const pairs = (letters, top) => [...letters].flatMap((c) =>
    Array.from({ length: top }, (_, i) => [`${c}${i + 1}`, `${c}${i + 1}`]).flat());
  if (game === "princess") return pairs("gyrb", 7);
  const plain = game === "exclusiv"
    ? pairs("ygbr", 13) : COUNTRIES.flatMap((c) => CATEGORIES.map((k) => c + k));
  return [...plain, ...Array(jokers).fill(JOKER)];
}

export function makeDeck(rng, game, jokers) {
  const cards = rng.shuffle(allCards(game, jokers));
  return {
    /** Takes this very card; false if no copy is left. */
    take(card) {
      const at = cards.indexOf(card);
      if (at >= 0) cards.splice(at, 1);
      return at >= 0;
    },
    /** Takes all of these cards or none. */
    takeAll(wanted) {
      const taken = [];
      for (const card of wanted) {
        if (!this.take(card)) {
          cards.push(...taken);
          return false;
        }
        taken.push(card);
      }
      return true;
    },
    draw(count) {
      return cards.splice(0, Math.min(count, cards.length));
    },
  };
}

/** The cards of one random meld of the game, jokers not yet in it. */
export function plainMeld(rng, game) {
  if (game === "photo") return photoMeld(rng);
  const top = game === "exclusiv" ? 13 : 7;
  const colours = [..."ygbr"];
  if (rng.chance(0.45)) {
    const number = 1 + rng.below(top);
    return rng.shuffle(colours).slice(0, 3 + rng.below(2)).map((c) => `${c}${number}`);
  }
  const colour = rng.pick(colours);
  const longest = game === "princess" ? 9 : 13;
  const length = 3 + rng.below(rng.chance(game === "princess" ? 0.25 : 0.15) ? longest - 2 : 4);
  const start = game === "exclusiv" ? 1 + rng.below(14 - length) : 1 + rng.below(7);
  return Array.from({ length }, (_, i) => `${colour}${((start + i - 1) % top) + 1}`);
}

function photoMeld(rng) {
  if (rng.chance(0.5)) {
    const country = rng.pick(COUNTRIES);
    return rng.shuffle(CATEGORIES).slice(0, 3 + rng.below(4)).map((k) => country + k);
  }
  const category = rng.pick(CATEGORIES);
  const size = 4 + rng.below(rng.chance(0.1) ? 10 : 3);
  return rng.shuffle(COUNTRIES).slice(0, size).map((c) => c + category);
}

/** Some places of a meld given to jokers; the caller checks that it stays correct. */
export function withJokers(rng, cards, share) {
  if (share > 0 && rng.chance(0.25)) return withRowOfJokers(rng, cards);
  return cards.map((card) => (rng.chance(share) ? JOKER : card));
}

/** Jokers side by side, mostly from the first place on. */
function withRowOfJokers(rng, cards) {
  const first = rng.chance(0.7) ? 0 : rng.below(cards.length);
  const end = first + 1 + rng.below(4);
  return cards.map((card, place) => (place >= first && place < end ? JOKER : card));
}
