// Which cards could lie together with a given one: the places of a random run, set or
// row around it. Only for generating; whether a meld is correct the rules decide.

import { CATEGORIES, COUNTRIES } from "./notation.mjs";

/** A meld of three cards that is surely wrong, by game. */
export const WRONG_MELD = {
  exclusiv: ["y1", "g3", "b9"],
  photo: ["Sp", "Ac", "Ns", "Fe"],
};

/** The cards, in order, of a random combination that has a place for `card`. */
export function familyOf(rng, game, card) {
  return game === "photo" ? photoFamily(rng, card) : tileFamily(rng, card);
}

function tileFamily(rng, tile) {
  const number = Number(tile.slice(1));
  if (rng.chance(0.4)) {
    const others = rng.shuffle([..."ygbr"].filter((c) => c !== tile[0]));
    const colours = [tile[0], ...others.slice(0, 2 + rng.below(2))];
    return rng.shuffle(colours).map((c) => `${c}${number}`);
  }
  const length = 3 + rng.below(rng.chance(0.2) ? 6 : 2);
  const start = number - rng.below(length);
  return Array.from({ length }, (_, i) => `${tile[0]}${start + i}`);
}

function photoFamily(rng, photo) {
  const [country, category] = [photo.slice(0, -1), photo.slice(-1)];
  if (rng.chance(0.5)) {
    return first(photo, rng.shuffle(CATEGORIES.map((k) => country + k)));
  }
  return first(photo, rng.shuffle(COUNTRIES.map((c) => c + category)));
}

const first = (card, cards) => [card, ...cards.filter((other) => other !== card)];
