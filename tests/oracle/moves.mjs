// Random rearrangements of a common table (exclusiv, photo): honest moves such as a
// player makes, dishonest ones with jokers, and small damage. A draft is
// {melds, hand, loose}: melds are lists of cards; loose cards were taken up and wait.

import { JOKER } from "./notation.mjs";
import { WRONG_MELD, familyOf } from "./families.mjs";
import { RULES } from "./position.mjs";

const correct = (game, cards) => RULES[game].meldFault(cards) === null;

function removed(list, item) {
  const at = list.indexOf(item);
  return [...list.slice(0, at), ...list.slice(at + 1)];
}

/** A random correct meld with `card` in it, the rest from `cards`; null if none came up. */
export function meldWith(rng, game, card, cards) {
  const pool = [card, ...cards];
  const plain = pool.filter((c) => c !== JOKER);
  for (let attempt = 0; attempt < 24 && plain.length > 0; attempt += 1) {
    const meld = tryMeld(rng, game, card === JOKER ? rng.pick(plain) : card, pool);
    if (meld.includes(card) && correct(game, meld)) return meld;
  }
  return null;
}

/** The places of a family filled from the pool as far as it goes. */
function tryMeld(rng, game, base, pool) {
  const gaps = game === "photo";
  const meld = [];
  let left = [...pool];
  for (const place of familyOf(rng, game, base)) {
    const chosen = left.includes(place) && rng.chance(0.93) ? place : JOKER;
    if (!left.includes(chosen) || (gaps && chosen === JOKER && rng.chance(0.8))) {
      if (gaps) continue;
      break;
    }
    meld.push(chosen);
    left = removed(left, chosen);
    if (gaps && meld.length >= 3 && correct(game, meld) && rng.chance(0.2)) break;
  }
  return meld;
}

/** Puts a card at an end of some meld where it fits. */
function extend(rng, game, draft, card) {
  for (const at of rng.shuffle(draft.melds.map((_, i) => i))) {
    const meld = draft.melds[at];
    for (const longer of rng.shuffle([[card, ...meld], [...meld, card]])) {
      if (correct(game, longer)) {
        draft.melds[at] = longer;
        return true;
      }
    }
  }
  return false;
}

function makeMeld(rng, game, draft, card) {
  const meld = meldWith(rng, game, card, draft.hand);
  if (meld === null) return false;
  for (const used of removed(meld, card)) draft.hand = removed(draft.hand, used);
  draft.melds.push(meld);
  return true;
}

/** Ways to take one card out of a meld with correct melds left. */
function withoutCard(game, meld, at) {
  const before = meld.slice(0, at);
  const behind = meld.slice(at + 1);
  const ways = [[[...before, ...behind]], [before, behind].filter((m) => m.length > 0)];
  return ways.filter((way) => way.every((m) => correct(game, m)));
}

/** Takes some card that `wanted` accepts out of the table, leaving correct melds. */
function takeUp(rng, game, draft, wanted) {
  const places = draft.melds.flatMap((meld, m) => meld.map((card, c) => ({ card, m, c })));
  for (const { card, m, c } of rng.shuffle(places.filter(({ card }) => wanted(card)))) {
    const ways = withoutCard(game, draft.melds[m], c);
    if (ways.length === 0) continue;
    draft.melds.splice(m, 1, ...rng.pick(ways));
    return card;
  }
  return null;
}

/** A joker's place is filled by a fitting card of the hand or the table. */
function replaceJoker(rng, game, draft) {
  const spots = draft.melds.flatMap((meld, m) =>
    meld.flatMap((card, c) => (card === JOKER ? [{ m, c }] : [])));
  for (const { m, c } of rng.shuffle(spots)) {
    const filled = (card) => draft.melds[m].map((old, i) => (i === c ? card : old));
    const fits = (card) => card !== JOKER && correct(game, filled(card));
    const own = draft.hand.find(fits);
    if (own !== undefined && rng.chance(0.8)) {
      draft.melds[m] = filled(own);
      draft.hand = removed(draft.hand, own);
      draft.loose.push(JOKER);
      return true;
    }
    const meld = draft.melds[m];
    const rest = { ...draft, melds: draft.melds.filter((_, i) => i !== m) };
    const card = takeUp(rng, game, rest, fits);
    if (card === null) continue;
    draft.melds = [...rest.melds, meld.map((old, i) => (i === c ? card : old))];
    draft.loose.push(JOKER);
    return true;
  }
  return false;
}

/** Covers the whole table anew by random melds, with cards of the hand. */
function rebuild(rng, game, draft) {
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const next = { melds: [], hand: [...draft.hand], loose: [] };
    let table = rng.shuffle(draft.melds.flat().filter((card) => card !== JOKER));
    const jokers = draft.melds.flat().filter((card) => card === JOKER);
    let spare = [...jokers, ...next.hand];
    while (table.length > 0) {
      const meld = meldWith(rng, game, table[0], [...table.slice(1), ...spare]);
      if (meld === null) break;
      for (const card of meld) {
        if (table.includes(card)) table = removed(table, card);
        else spare = removed(spare, card);
      }
      next.melds.push(meld);
    }
    if (table.length > 0) continue;
    next.loose = jokers.slice(0, spare.filter((card) => card === JOKER).length);
    next.hand = next.loose.reduce((hand, card) => removed(hand, card), spare);
    Object.assign(draft, next);
    return true;
  }
  return false;
}

function split(rng, game, draft) {
  const at = draft.melds.findIndex((meld) => meld.length >= 6);
  if (at < 0) return false;
  const meld = draft.melds[at];
  const cut = 3 + rng.below(meld.length - 5);
  const parts = [meld.slice(0, cut), meld.slice(cut)];
  if (!parts.every((part) => correct(game, part))) return false;
  draft.melds.splice(at, 1, ...parts);
  return true;
}

function merge(rng, game, draft) {
  for (const a of rng.shuffle(draft.melds)) {
    for (const b of draft.melds) {
      if (a === b || !correct(game, [...a, ...b])) continue;
      draft.melds = [...draft.melds.filter((m) => m !== a && m !== b), [...a, ...b]];
      return true;
    }
  }
  return false;
}

const MOVES = {
  extend: (rng, game, draft) => {
    const card = draft.hand.length > 0 ? rng.pick(draft.hand) : null;
    if (card === null || !extend(rng, game, draft, card)) return;
    draft.hand = removed(draft.hand, card);
  },
  make: (rng, game, draft) => {
    const card = draft.hand.length > 0 ? rng.pick(draft.hand) : null;
    if (card === null) return;
    draft.hand = removed(draft.hand, card);
    if (!makeMeld(rng, game, draft, card)) draft.hand.push(card);
  },
  steal: (rng, game, draft) => {
    const card = takeUp(rng, game, draft, (c) => c !== JOKER);
    if (card !== null) draft.loose.push(card);
  },
  swap: replaceJoker,
  grab: (rng, game, draft) => {
    if (takeUp(rng, game, draft, (c) => c === JOKER) !== null) draft.loose.push(JOKER);
  },
  dissolve: (rng, game, draft) => {
    if (draft.melds.length < 2) return;
    draft.loose.push(...draft.melds.splice(rng.below(draft.melds.length), 1)[0]);
  },
  rebuild, split, merge,
};

const WEIGHTS = {
  extend: 6, make: 6, steal: 3, swap: 4, grab: 0.7, dissolve: 0.8, rebuild: 0.8, split: 1,
  merge: 1.5,
};

/** Every loose card is laid again where it fits; what fits nowhere stays loose. */
function placeLoose(rng, game, draft) {
  draft.loose = draft.loose.filter((card) => {
    const first = rng.chance(0.5) ? [makeMeld, extend] : [extend, makeMeld];
    return !first.some((lay) => lay(rng, game, draft, card));
  });
}

export function rearrange(rng, game, melds, hand, steps, weights = WEIGHTS) {
  const draft = { melds: melds.map((meld) => [...meld]), hand: [...hand], loose: [] };
  for (let step = 0; step < steps; step += 1) {
    const kept = structuredClone(draft);
    MOVES[rng.weighted(weights)](rng, game, draft);
    placeLoose(rng, game, draft);
    const harmless = game === "photo" && draft.loose.every((card) => card === JOKER);
    // A step that leaves cards over is mostly taken back, so that most drafts are whole.
    if (draft.loose.length > 0 && !(harmless && rng.chance(0.8)) && rng.chance(0.85)) {
      Object.assign(draft, kept);
    } else if (harmless) {
      draft.hand.push(...draft.loose.splice(0));
    }
  }
  return draft;
}

const DAMAGE = {
  dropCard: (rng, melds, at) => { melds[at].splice(rng.below(melds[at].length), 1); },
  dropMeld: (rng, melds, at) => { melds.splice(at, 1); },
  repeatCard: (rng, melds, at) => { melds[at].push(rng.pick(melds.flat())); },
  repeatMeld: (rng, melds, at) => { melds.push([...melds[at]]); },
  swapCards: (rng, melds, at) => {
    const other = rng.below(melds.length);
    const [i, j] = [rng.below(melds[at].length), rng.below(melds[other].length)];
    [melds[at][i], melds[other][j]] = [melds[other][j], melds[at][i]];
  },
  moveCard: (rng, melds, at) => {
    const [card] = melds[at].splice(rng.below(melds[at].length), 1);
    rng.pick(melds).push(card);
  },
  mix: (rng, melds, at) => { melds[at] = rng.shuffle(melds[at]); },
  strange: (rng, melds, at, hand, game) => {
    melds[at].push(familyOf(rng, game, melds[at].find((c) => c !== JOKER)).at(-1));
  },
  cut: (rng, melds, at) => { melds.push(melds[at].splice(2)); },
  joker: (rng, melds, at) => {
    melds[at][rng.below(melds[at].length)] = JOKER;
  },
  dropJoker: (rng, melds, at) => {
    const meld = melds.find((m) => m.includes(JOKER)) ?? melds[at];
    meld.splice(meld.indexOf(JOKER), 1);
  },
  stuff: (rng, melds, at, hand) => {
    const full = melds.find((meld) => [4, 6].includes(meld.length)) ?? melds[at];
    full.push(...hand.filter((card) => card === JOKER));
  },
  twin: (rng, melds, at) => {
    melds[at][rng.below(melds[at].length)] = rng.pick(melds[at]);
  },
  jokersFirst: (rng, melds) => {
    const jokers = melds.flat().filter((card) => card === JOKER);
    const rest = melds.map((meld) => meld.filter((card) => card !== JOKER));
    melds.splice(0, melds.length, jokers, ...rest);
  },
  jokersOnly: (rng, melds) => { melds.push(Array(1 + rng.below(5)).fill(JOKER)); },
  handCard: (rng, melds, at, hand) => {
    if (hand.length > 0) melds[at].push(rng.pick(hand));
  },
  empty: (rng, melds) => { melds.push([]); },
};

/** One small damage to a table, anywhere. */
export function damage(rng, game, melds, hand) {
  const whole = melds.filter((meld) => meld.some((card) => card !== JOKER));
  if (whole.length === 0) return [[...WRONG_MELD[game]]];
  const hurt = whole.map((meld) => [...meld]);
  DAMAGE[rng.pick(Object.keys(DAMAGE))](rng, hurt, rng.below(hurt.length), hand, game);
  return hurt;
}
