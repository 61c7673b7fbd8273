// player.mjs - somebody who plays Seven from what the rules say (rules.md): draws, lays the melds
// of its rack, adds single tiles to what lies there, discards. Sees what a client sees.

const numberOf = (tile) => Number(tile.slice(1));
const colourOf = (tile) => tile[0];
const tileOf = (colour, number) => `${colour}${number}`;
const NUMBER_MAX = 13;

// A run or a set of three or more among these tiles, or null.
export function findMeld(tiles) {
  for (const tile of tiles) {
    const set = tiles.filter((one) => numberOf(one) === numberOf(tile));
    if (set.length >= 3) return set;
    const run = [];
    for (let number = numberOf(tile); number <= NUMBER_MAX; number++) {
      if (!tiles.includes(tileOf(colourOf(tile), number))) break;
      run.push(tileOf(colourOf(tile), number));
    }
    if (run.length >= 3) return run;
  }
  return null;
}

// A meld with one more tile, or null where it does not fit.
export function addTile(meld, tile) {
  const [first, second] = meld;
  const last = meld.at(-1);
  if (numberOf(first) === numberOf(second))
    return numberOf(tile) === numberOf(first) ? [...meld, tile] : null;
  if (colourOf(tile) !== colourOf(first)) return null;
  if (numberOf(tile) === numberOf(last) + 1) return [...meld, tile];
  return numberOf(tile) === numberOf(first) - 1 ? [tile, ...meld] : null;
}

// The table after laying all one can, as [{owner, cards}], or null if that is nothing.
export function layAll(me, rack, table) {
  const melds = table.map(({ owner, cards }) => ({ owner, cards: [...cards] }));
  let left = [...rack];
  for (let found = findMeld(left); found !== null; found = findMeld(left)) {
    melds.push({ owner: me, cards: found });
    left = left.filter((tile) => !found.includes(tile));
  }
  for (const tile of [...left]) {
    const meld = melds.find(({ cards }) => addTile(cards, tile) !== null);
    if (meld === undefined) continue;
    meld.cards = addTile(meld.cards, tile);
    left = left.filter((one) => one !== tile);
  }
  return left.length < rack.length ? melds : null;
}

const write = (melds) => melds.map(({ owner, cards }) => `${owner}[${cards.join(" ")}]`).join(" ");

// What to do now, in the notation; `view` is as in tests/clients/view.mjs.
export function choose(me, { rack, table, phase }) {
  if (phase === "start") return "draw";
  const melds = phase === "drawn" ? layAll(me, rack, table) : null;
  return melds === null ? `discard ${rack.at(-1)}` : `play ${write(melds)}`;
}
