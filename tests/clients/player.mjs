// player.mjs - a simple player of all three games, written from the rules alone: it lays whole
// melds that it finds in its rack, adds single cards to what lies there, and draws. It sees what
// a client sees (docs/protocol.md) and never rebuilds.

const joker = "*";
const isJoker = (card) => card === joker;
const lettersOf = (card) => /^[A-Zygbr]+/.exec(card)?.[0];
const numberOf = (card) => Number(/\d+$/.exec(card)?.[0] ?? 0);
const colourOf = (card) => card[0];
const categoryOf = (card) => card.at(-1);
const without = (rack, cards) => {
  const rest = [...rack];
  for (const card of cards) rest.splice(rest.indexOf(card), 1);
  return rest;
};

function groupBy(cards, key) {
  const groups = new Map();
  for (const card of cards) groups.set(key(card), [...(groups.get(key(card)) ?? []), card]);
  return [...groups.values()];
}

// The first run of three or more in one colour; `around`: 1 follows 7.
function findRun(rack, last, around) {
  for (const colour of "ygbr") {
    const has = (number) => rack.includes(`${colour}${number}`);
    for (let from = 1; from <= last; from++) {
      const run = [];
      let number = from;
      while (has(number) && run.length < last) {
        run.push(`${colour}${number}`);
        number = number < last ? number + 1 : around ? 1 : 0;
      }
      if (run.length >= 3) return run;
    }
  }
  return null;
}

function findSet(rack) {
  for (const same of groupBy(rack.filter((card) => !isJoker(card)), numberOf)) {
    const set = [...new Set(same)];
    if (set.length >= 3) return set.slice(0, 4);
  }
  return null;
}

function findPhotos(rack) {
  const photos = rack.filter((card) => !isJoker(card));
  return groupBy(photos, lettersOf).find((row) => row.length >= 3) ??
    groupBy(photos, categoryOf).find((set) => set.length >= 4) ?? null;
}

const finders = {
  exclusiv: (rack) => findRun(rack, 13, false) ?? findSet(rack),
  photo: findPhotos,
  princess: (rack) => findRun(rack, 7, true) ?? findSet(rack),
};

// A meld with one more card at a place where it fits, or null.
function extend(game, cards, card) {
  if (game === "photo") {
    const photos = cards.filter((each) => !isJoker(each));
    const isRow = photos.every((each) => lettersOf(each) === lettersOf(photos[0]));
    if (isJoker(card))
      return isRow && cards.length < 6 && photos.length > cards.length - photos.length + 1
        ? [...cards, card] : null;
    const key = isRow ? lettersOf : categoryOf;
    return key(card) === key(photos[0]) && cards.length < (isRow ? 6 : 17)
      ? [...cards, card] : null;
  }
  if (cards.some(isJoker)) return null;
  const last = game === "princess" ? 7 : 13;
  const isSet = numberOf(cards[0]) === numberOf(cards[1]);
  if (isSet)
    return cards.length < 4 && (isJoker(card) ||
      (numberOf(card) === numberOf(cards[0]) && !cards.includes(card))) ? [...cards, card] : null;
  if (isJoker(card) || colourOf(card) !== colourOf(cards[0]) || cards.length >= last) return null;
  if (numberOf(card) === numberOf(cards.at(-1)) + 1) return [...cards, card];
  if (numberOf(card) === numberOf(cards[0]) - 1) return [card, ...cards];
  return null;
}

export const writeTable = (table) => table.length === 0 ? "-"
  : table.map((meld) => `${meld.owner ?? ""}[${meld.cards.join(" ")}]`).join(" ");

// Lays what it can. `keep`: so many cards stay on the rack.
function lay(game, me, rack, table, opened, keep) {
  const own = [];
  let rest = [...rack];
  for (;;) {
    const meld = finders[game](rest);
    if (meld === null || rest.length - meld.length < keep) break;
    own.push({ owner: game === "princess" ? me : null, cards: meld });
    rest = without(rest, meld);
  }
  const points = (cards) => cards.reduce((sum, card) => sum + numberOf(card), 0);
  const isOpening = { exclusiv: () => points(own.flatMap((meld) => meld.cards)) >= 40,
    photo: () => own.length > 0, princess: () => own.some((meld) => points(meld.cards) >= 13) };
  if (!opened && !isOpening[game]()) return null;
  const melds = [...table.map((meld) => ({ ...meld })), ...own];
  for (const card of [...rest]) {
    if (rest.length <= keep) break;
    for (const meld of melds) {
      const longer = extend(game, meld.cards, card);
      if (longer === null) continue;
      meld.cards = longer;
      rest = without(rest, [card]);
      break;
    }
  }
  return rest.length < rack.length ? `play ${writeTable(melds)}` : null;
}

// What to do now: `me` is the own seat, `view` what it knows (see view.mjs).
export function choose(game, me, view) {
  const { rack, table, opened, phase } = view;
  if (game === "exclusiv") return lay(game, me, rack, table, opened[me], 0) ?? "draw";
  if (phase === "start") return "draw";
  if (game === "photo") return lay(game, me, rack, table, opened[me], 0) ?? "pass";
  const play = phase === "drawn" ? lay(game, me, rack, table, opened[me], 1) : null;
  return play ?? `discard ${rack.at(-1)}`;
}
