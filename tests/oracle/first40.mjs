// XA-13: the most points that disjoint correct combinations made of given tiles can
// be worth, by exhaustive search with a memo on the multiset that is left.

import { JOKER } from "./notation.mjs";

const JOKER_POINTS = 25;
const COLOURS = [..."ygbr"];

/** The most points in disjoint correct combinations of the bag's tiles. */
export function bestCombinations(bag) {
  const tiles = [...bag].flatMap(([card, n]) => Array(n).fill(card))
    .filter((card) => card !== JOKER).sort();
  return best(tiles, bag.get(JOKER) ?? 0, new Map());
}

/** The first tile is left out, or lies in one of the combinations that hold it. */
function best(tiles, jokers, memo) {
  if (tiles.length === 0) return 0;
  const key = `${tiles.join(" ")}|${jokers}`;
  if (memo.has(key)) return memo.get(key);
  const [tile, ...rest] = tiles;
  let most = best(rest, jokers, memo);
  for (const used of [...runsWith(tile, rest, jokers), ...setsWith(tile, rest, jokers)]) {
    const left = without(rest, used.tiles);
    const points = used.points + best(left, jokers - used.jokers, memo);
    most = Math.max(most, points);
  }
  memo.set(key, most);
  return most;
}

/** Every run that holds `tile`: {tiles: the others used, jokers, points}. */
function runsWith(tile, rest, jokers) {
  const colour = tile[0];
  const own = Number(tile.slice(1));
  const runs = [];
  for (let start = 1; start <= own; start += 1) {
    for (let end = Math.max(own, start + 2); end <= 13; end += 1) {
      const places = [];
      for (let n = start; n <= end; n += 1) if (n !== own) places.push(`${colour}${n}`);
      runs.push(...fillings(places, rest, jokers, own));
    }
  }
  return runs;
}

/** Every set that holds `tile`. */
function setsWith(tile, rest, jokers) {
  const own = Number(tile.slice(1));
  const others = COLOURS.filter((c) => c !== tile[0]).map((c) => `${c}${own}`);
  const sets = [];
  for (let chosen = 0; chosen < 8; chosen += 1) {
    const places = others.filter((_, i) => (chosen >> i) & 1);
    if (places.length >= 2) sets.push(...fillings(places, rest, jokers, own));
  }
  return sets;
}

/** Each place is filled by its tile or by a joker, in all ways that can be. */
function fillings(places, rest, jokers, points) {
  let ways = [{ tiles: [], jokers: 0, points }];
  for (const card of places) {
    ways = ways.flatMap((way) => {
      const next = [];
      if (rest.includes(card)) {
        next.push({
          tiles: [...way.tiles, card], jokers: way.jokers,
          points: way.points + Number(card.slice(1)),
        });
      }
      if (way.jokers < jokers) {
        next.push({
          tiles: way.tiles, jokers: way.jokers + 1, points: way.points + JOKER_POINTS,
        });
      }
      return next;
    });
  }
  return ways;
}

function without(tiles, used) {
  const left = [...tiles];
  for (const tile of used) left.splice(left.indexOf(tile), 1);
  return left;
}
