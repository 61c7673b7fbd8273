// staged.mjs - tables in the page as they are wanted, to be looked at: a record is made in which
// everybody draws until each has what is to be laid, then lays it, and the person at the page is on
// turn. By the rules: the page follows it like any other. Nothing is left to chance.

const DECKS = {
  exclusiv: () => [...twice(cross(["y", "g", "b", "r"], numbers(13))), "*", "*", "*", "*"],
  photo: () => [...cross(CITIES, KINDS), ...Array(6).fill("*")],
  princess: () => twice(cross(["g", "y", "r", "b"], numbers(7))),
};
const CITIES = ["S", "A", "N", "F", "I", "GB", "L", "E", "FIN", "DK", "P", "CH", "B", "IRL", "NL",
  "GR", "D"];
const KINDS = ["p", "c", "s", "e", "f", "l"];
const STACKS = 5;

const cross = (ones, others) => ones.flatMap((one) => others.map((other) => `${one}${other}`));
const numbers = (most, least = 1) =>
  Array.from({ length: most - least + 1 }, (_, i) => String(least + i));
const twice = (cards) => [...cards, ...cards];
const run = (colour, from, to) => numbers(to, from).map((number) => `${colour}${number}`);
const set = (number) => ["y", "g", "b", "r"].map((colour) => `${colour}${number}`);
const row = (city, kinds = KINDS) => kinds.map((kind) => `${city}${kind}`);
const same = (kind, cities) => cities.map((city) => `${city}${kind}`);
const inThrees = (city) => [row(city, KINDS.slice(0, 3)), row(city, KINDS.slice(3))];

/** What each seat lays in the last lap, after so many laps in which everybody draws; without any,
 *  what it could lay. */
const STAGES = {
  exclusiv: {
    empty: { laps: 0, melds: [[], [], [], []] },
    rich: { laps: 0, melds: [[], [run("y", 9, 13), set(8)], [], []] },
    middle: { laps: 5, melds: [[],
      [set(13), set(12), run("g", 1, 5)],
      [run("y", 4, 7), run("y", 8, 13), set(7)],
      [run("b", 8, 13), set(4)]] },
    opened: { laps: 5, melds: [[run("r", 8, 13)],
      [set(13), set(12), run("g", 1, 5)],
      [run("y", 4, 7), run("y", 8, 13), set(7)],
      [run("b", 8, 13), set(4)]] },
    full: { laps: 12, melds: [[run("r", 8, 13)],
      [set(13), set(12), set(11), set(10), set(9), set(8)],
      [run("y", 1, 3), run("y", 4, 7), run("y", 8, 13), set(7), set(6), set(5)],
      [run("b", 1, 3), run("b", 4, 7), run("b", 8, 13), set(4), set(3), set(2)]] },
  },
  photo: {
    empty: { laps: 0, melds: [[], [], [], []] },
    middle: { laps: 4, melds: [[],
      [row("S"), row("A", ["p", "c", "s"])],
      [row("N", ["p", "c", "s", "e"]), row("F", ["c", "s", "e", "f"])],
      [same("l", CITIES.slice(4, 9)), same("f", CITIES.slice(5, 9))]] },
    full: { laps: 12, melds: [[row("S", KINDS.slice(0, 5))],
      [...inThrees("A"), ...inThrees("N"), ...inThrees("F")],
      [row("I"), row("GB"), row("L")],
      [same("p", CITIES.slice(7, 12)), same("c", CITIES.slice(7, 12)),
        same("s", CITIES.slice(7, 12)), same("e", CITIES.slice(7, 11))]] },
  },
  princess: {
    empty: { laps: 0, melds: [[], [], [], []] },
    middle: { laps: 1, melds: [[],
      [run("g", 4, 7)], [run("y", 1, 5)], [["g6", "y6", "r6"], ["b7", "b1", "b2"]]] },
    full: { laps: 1, melds: [[["b6", "b7", "b1"]],
      [run("g", 1, 3), run("g", 4, 6), run("y", 1, 3)],
      [run("r", 1, 3), run("r", 4, 6), run("y", 4, 6)],
      [set(5).slice(1), set(6).slice(0, 3), set(7).slice(1)]] },
  },
};
export const FILLS = ["empty", "middle", "full"];
const HANDS = { exclusiv: 14, photo: 8, princess: 10 };

function take(deck, card) {
  const at = deck.indexOf(card);
  if (at === -1) throw new Error(`there is no ${card} left`);
  return deck.splice(at, 1)[0];
}

// What each seat has in the end, those cards first that it will lay; from the top of what is left,
// every few cards one, so that racks are mixed.
function handsOf(deck, melds, size) {
  const hands = melds.map((list) => list.flat().map((card) => take(deck, card)));
  for (let i = 0; hands.some((hand) => hand.length < size); i += 7) {
    const hand = hands.find(({ length }) => length < size);
    hand.push(deck.splice(i % deck.length, 1)[0]);
  }
  return hands;
}

// The deck in the order in which it is dealt and drawn: each hand, then the stock lap by lap.
function dealOf(game, deck, hands, dealt, laps) {
  const deal = hands.flatMap((hand) => hand.slice(0, dealt));
  const drawn = [];
  for (let lap = 0; lap < laps; lap += 1)
    for (const hand of hands) drawn.push(hand[dealt + lap]);
  if (game === "princess") deal.push(deck.shift());
  const stock = [...drawn, ...deck];
  if (game !== "photo") return [...deal, ...stock];
  // the five stacks one after the other, drawn from in turn
  for (let stack = 0; stack < STACKS; stack += 1)
    deal.push(...stock.filter((_, at) => at % STACKS === stack));
  return deal;
}

const tableOf = (game, laid) => laid.map(({ seat, meld }) =>
  `${game === "princess" ? seat : ""}[${meld.join(" ")}]`).join(" ");

/** One seat's turn; `isLast`: it lays what it has for that. */
function turnOf(game, turn, hand, melds, laid, isLast) {
  const seat = turn % 4;
  const lays = isLast && melds.length > 0;
  if (lays) laid.push(...melds.map((meld) => ({ seat, meld })));
  const play = `play ${tableOf(game, laid)}`;
  if (game === "exclusiv") return [lays ? play : "draw"];
  if (game === "photo") return [`draw ${(turn % STACKS) + 1}`, lays ? play : "pass"];
  return ["draw", ...(lays ? [play] : []), `discard ${hand.at(-1)}`];
}

/** The lines of a record after which seat 0 of four is on turn. */
export function recordOf(game, fill) {
  const { laps, melds } = STAGES[game][fill];
  const deck = DECKS[game]();
  const dealt = HANDS[game];
  const isExclusiv = game === "exclusiv";
  const size = dealt + (game === "princess" ? Math.min(laps, 1) : laps);
  const hands = handsOf(deck, melds, size);
  const laid = [];
  const lines = [];
  // in exclusiv who lays does not draw: laying is a lap of its own
  const turns = 4 * (laps + (isExclusiv && laps > 0 ? 1 : 0));
  for (let turn = 0; turn < turns; turn += 1)
    lines.push(...turnOf(game, turn, hands[turn % 4], melds[turn % 4], laid, turn >= turns - 4));
  return [`match ${game} players=4 first=0 turn_seconds=0`,
    `deal ${dealOf(game, deck, hands, dealt, laps).join(" ")}`, ...lines];
}

/** What can be laid at once, all that one has; in princess a card is left to discard. */
const ENDS = {
  exclusiv: [run("r", 1, 10), set(13)],
  photo: [row("S"), row("A", KINDS.slice(0, 3))],
  princess: [run("g", 3, 7), run("r", 3, 7)],
};

/** What who does not go out has on the rack where that matters: little, or much. */
const RACKS = {
  light: [...run("y", 1, 4), ...run("g", 1, 4), ...run("b", 1, 4), "y1", "g1"],
  heavy: [...twice([...run("y", 10, 12), ...run("g", 10, 12)]), "b12", "b12"],
};

/** One round of two: the deal, and the play by which one of them goes out. Who starts
 *  is given where the match has rounds before. */
function roundOf(game, { winner, rack, first = 0 }) {
  const deck = DECKS[game]();
  const laps = game === "exclusiv" ? 0 : 1;
  const melds = [0, 1].map((seat) => (seat === winner ? ENDS[game] : []));
  const held = [0, 1].map((seat) => (seat === winner || rack === undefined ? [] : [RACKS[rack]]));
  const hands = handsOf(deck, melds.map((list, seat) => [...list, ...held[seat]]),
    HANDS[game] + laps);
  const seats = first === winner ? [winner] : [first, winner];
  const lines = seats.flatMap((seat) => turnOf(game, seat, hands[seat], melds[seat], [], true));
  return { deal: `deal ${dealOf(game, deck, hands, HANDS[game], laps).join(" ")}`, lines };
}

const headOf = (game, rounds) =>
  `match ${game} players=2 first=0 turn_seconds=0 rounds=${rounds}`;

/** A match of two that has just begun, with seat 0 on turn: who of them can go out, and in how many
 *  rounds the match is over. */
export const openEnd = (page, link, game, { winner, rounds }) =>
  openStored(page, link, game, storedOf(game,
    [headOf(game, rounds), roundOf(game, { winner }).deal], { rounds }, 2));

/** The same with these rounds behind it, the last of which has just ended. */
export async function openEnded(page, link, game, { rounds, ended }) {
  const lines = ended.flatMap((one) => {
    const { deal, lines } = roundOf(game, one);
    return [deal, ...lines];
  });
  const stored = storedOf(game, [headOf(game, rounds), ...lines], { rounds }, 2);
  await openStored(page, link, game, stored, "dialog[open]");
}

// Opens a page at such a table. First an address without scripts: what is kept is there before the
// page is.
export const openStaged = (page, link, game, fill, level) =>
  openStored(page, link, game, storageOf(game, fill, level));

const RACK = "[data-region=rack] [data-piece] svg";

/** The same with what else the browser is to keep, and what is waited for. */
export async function openStored(page, link, game, storage, sign = RACK) {
  await page.goto(`${link}healthz`);
  await page.evaluate((items) => {
    localStorage.clear();
    for (const [name, value] of Object.entries(items))
      localStorage.setItem(`rummery.${name}`, JSON.stringify(value));
  }, storage);
  await page.goto(`${link}play/${game}`);
  await page.locator(sign).first().waitFor();
}

/** What a browser keeps that has left such a table. */
export const storageOf = (game, fill, level) =>
  storedOf(game, recordOf(game, fill), {}, 4, level);

function storedOf(game, lines, more, players, level = 2) {
  const name = `staged-${game}`;
  const bot = (colour) => ({ kind: "bot", level, colour });
  const seats = [{ kind: "person", name: "", colour: "g", here: true, ready: false, host: true,
    stand_in: false }, bot("y"), bot("r"), bot("b")].slice(0, players);
  const options = { first: 0, turn_seconds: 0, ...more };
  const table = { name, game, options, seats, seq: 1, match: 1, lines,
    sheet: [], records: [], draft: null, usedMs: 0, backSeat: null, at: 0 };
  return { local: [name], [`local.${name}`]: table };
}
