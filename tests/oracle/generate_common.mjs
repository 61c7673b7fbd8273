// Lines about exclusiv and photo: a table of correct melds, a rack that nearly fits,
// and actions that rearrange them well or badly, under random options and phases.

import { JOKER, UNKNOWN } from "./notation.mjs";
import { damage, rearrange } from "./moves.mjs";
import { makeDeck, plainMeld, withJokers } from "./deck.mjs";
import { familyOf } from "./families.mjs";
import { RULES } from "./position.mjs";

const OPTIONS = {
  exclusiv: {
    jokers: [2, 4], joker_swap: ["any", "rack"], stock_end: ["literal", "stuck"],
    turn_seconds: [0, 60, 120], turn_days: [3], rounds: [1, 3], target: [100], first: ["lot", 0],
  },
  photo: {
    joker_swap: ["any", "rack"], turn_seconds: [0, 60, 90], turn_days: [14],
    rounds: [2], target: [50], first: ["lot", 1],
  },
};

/** For drafts that are mostly about the table's jokers. */
const JOKER_MOVES = { swap: 4, grab: 3, extend: 3, make: 3, steal: 2, rebuild: 2, merge: 1 };

/** Each option is given now and then. */
export function someOptions(rng, table) {
  const options = {};
  for (const [name, values] of Object.entries(table)) {
    if (rng.chance(name === "joker_swap" || name === "stock_end" ? 0.3 : 0.15)) {
      options[name] = rng.pick(values);
    }
  }
  return options;
}

function makeTable(rng, game, deck) {
  const melds = [];
  const parallel = rng.chance(0.15);
  const size = rng.below(5);
  for (let attempt = 0; attempt < 12 && melds.length < size; attempt += 1) {
    const plain = parallel && melds.length > 0
      ? nearTwin(rng, game, melds) : plainMeld(rng, game);
    const meld = withJokers(rng, plain, rng.pick([0, 0.15, 0.35]));
    if (RULES[game].meldFault(meld) === null && deck.takeAll(meld)) melds.push(meld);
  }
  return melds;
}

/** A meld like one that lies there: the same numbers, or the same cities, elsewhere. */
function nearTwin(rng, game, melds) {
  const cards = rng.pick(melds).filter((card) => card !== JOKER);
  if (game === "photo") {
    const category = rng.pick([..."pcsefl"]);
    return cards.map((card) => card.slice(0, -1) + category);
  }
  const colour = rng.pick([..."ygbr"]);
  return cards.map((card) => colour + card.slice(1));
}

/** A rack of tiles that go with the table or with each other, and some that do not. */
function makeRack(rng, game, deck, melds) {
  const rack = [];
  const add = (card) => { if (deck.take(card)) rack.push(card); };
  const onTable = melds.flat().filter((card) => card !== JOKER);
  for (let i = rng.below(6); i > 0 && onTable.length > 0; i -= 1) {
    for (const card of familyOf(rng, game, rng.pick(onTable)).slice(0, 3)) add(card);
  }
  for (let i = rng.below(3); i > 0; i -= 1) {
    let meld = plainMeld(rng, game);
    if (game === "exclusiv" && rng.chance(0.6)) meld = highMeld(rng);
    if (rng.chance(0.2)) meld[rng.below(meld.length)] = JOKER;
    for (const card of meld) if (rng.chance(0.95)) add(card);
  }
  if (rng.chance(0.35)) add(JOKER);
  rack.push(...deck.draw(rng.below(4)));
  if (rack.length === 0) rack.push(...deck.draw(1));
  return rng.shuffle(rack);
}

/** A meld of 27 points and more, so that 40 come up often. */
function highMeld(rng) {
  const number = 9 + rng.below(5);
  const colour = rng.pick([..."ygbr"]);
  return rng.chance(0.5) ? [..."ygbr"].slice(rng.below(2)).map((c) => `${c}${number}`)
    : Array.from({ length: 3 + rng.below(2) }, (_, i) => `${colour}${13 - i}`).reverse();
}

function tableText(rng, melds) {
  if (melds.length === 0) return "-";
  const space = () => (rng.chance(0.03) ? "  " : " ");
  const texts = melds.map((meld) => `[${meld.join(space())}]`);
  return rng.chance(0.05) ? texts.join("") : texts.join(space());
}

/** A draft, mostly one that lays something, and perhaps some damage. */
function attempt(rng, game, melds, rack, opened) {
  let draft = rearranged(rng, game, melds, rack, opened);
  for (let i = 0; i < 4 && draft.melds.flat().length <= melds.flat().length; i += 1) {
    if (rng.chance(0.1)) break;
    draft = rearranged(rng, game, melds, rack, opened);
  }
  if (rng.chance(0.15)) draft.melds = rng.shuffle(draft.melds);
  if (rng.chance(0.22)) draft.melds = damage(rng, game, draft.melds, draft.hand);
  return draft;
}

/** The table after some moves; who is not opened mostly begins with own melds. */
function rearranged(rng, game, melds, rack, opened) {
  const steps = 1 + rng.below(4);
  let start = { melds, hand: rack };
  if (!opened && rng.chance(0.8)) {
    start = rearrange(rng, game, [], rack, 8, { make: 1 });
    start.melds = [...melds, ...start.melds];
    if (rng.chance(0.4)) return start;
  }
  const weights = rng.chance(0.25) ? JOKER_MOVES : undefined;
  return rearrange(rng, game, start.melds, start.hand, steps, weights);
}

/** How the table lies when time is up: unfinished groups too, tiles on the rack too. */
function unfinished(rng, game, draft) {
  const melds = [...draft.melds];
  let hand = [...draft.hand, ...draft.loose];
  for (let i = rng.below(3); i > 0; i -= 1) {
    melds.push(hand.slice(0, 1 + rng.below(3)));
    hand = hand.slice(melds.at(-1).length);
  }
  if (rng.chance(0.3) && melds.length > 0) melds.splice(rng.below(melds.length), 1);
  if (rng.chance(0.3) && melds.length > 0) rng.pick(melds).pop();
  return melds.filter((meld) => meld.length > 0 || rng.chance(0.1));
}

/** Actions of a turn, mostly in a phase where they belong. */
function actions(rng, game, draft) {
  const play = `play ${tableText(rng, draft.melds)}`;
  if (game === "exclusiv") {
    const timeout = `timeout ${tableText(rng, unfinished(rng, game, draft))}`;
    const kinds = {
      play: [play], timeout: [timeout], draw: ["draw"], pass: ["pass"], none: [],
      late: [play, rng.pick(["draw", play, "pass", timeout])], after: ["draw", play],
      wrong: [rng.pick(["draw 2", "discard r5", "timeout", "play", "draw discard", "Draw", ""])],
    };
    return kinds[rng.weighted({
      play: 58, timeout: 22, draw: 5, pass: 4, none: 1, late: 2, after: 2, wrong: 1,
    })];
  }
  const draw = rng.chance(0.6) ? "draw" : `draw ${1 + rng.below(5)}`;
  const kinds = {
    play: [play], drawPlay: [draw, play], drawPass: [draw, "pass"], pass: ["pass"],
    draw: [draw], none: [], twice: [draw, draw], late: [play, rng.pick([draw, play, "pass"])],
    timeout: ["timeout"], drawTimeout: [draw, "timeout"],
    wrong: [rng.pick(["draw 6", "draw 0", "discard GBp", "timeout -", "play", "draw discard"])],
  };
  return kinds[rng.weighted({
    play: 62, drawPlay: 12, drawPass: 3, pass: 4, draw: 4, none: 1, twice: 1, late: 2,
    timeout: 4, drawTimeout: 2, wrong: 1,
  })];
}

function addStock(rng, game, line) {
  const runsOut = game === "photo" || line.options.stock_end === "stuck";
  const stock = rng.weighted({ 0: runsOut ? 3 : 0.3, 1: 2, 2: 1, 7: 2, 40: 2, none: 1 });
  if (stock === "none") return;
  if (game === "photo" && rng.chance(0.4)) {
    line.stacks = Array.from({ length: 5 }, () => rng.below(stock > 2 ? 8 : 2));
  } else {
    line.stock = Number(stock);
  }
}

/** The others' racks, unknown now and then, and flags that go with the seats. */
export function addOthers(rng, line, deck, share) {
  if (!rng.chance(share)) return;
  line.racks = Array.from({ length: line.players }, (_, seat) => {
    if (seat === line.seat) return line.rack;
    const cards = deck.draw(rng.below(7));
    if (rng.chance(0.1)) cards.push(UNKNOWN);
    return cards.join(" ");
  });
}

export function commonLine(rng, game) {
  const options = someOptions(rng, OPTIONS[game]);
  const deck = makeDeck(rng, game, game === "photo" ? 6 : options.jokers ?? 4);
  const melds = makeTable(rng, game, deck);
  let rack = makeRack(rng, game, deck, melds);
  const opened = rng.chance(0.7);
  const draft = attempt(rng, game, melds, rack, opened);
  const out = rng.chance(0.2);
  const laid = rack.filter((card) => draft.melds.flat().includes(card));
  if (out && laid.length > 0) rack = laid;
  if (rng.chance(0.05)) rack.push(UNKNOWN);
  const players = 2 + rng.below(3);
  const seat = rng.below(players);
  const flags = Array.from({ length: players }, () => rng.chance(0.5));
  flags[seat] = opened;
  const line = {
    game, players, seat, options, table: tableText(rng, melds), rack: rack.join(" "),
    opened: rng.chance(0.3) ? flags : opened,
  };
  addStock(rng, game, line);
  line.actions = actions(rng, game, draft);
  if (line.actions.includes("timeout") && rng.chance(0.7)) options.turn_seconds = 60;
  if (game === "photo") preparePhoto(rng, line, rack, deck);
  else if (rng.chance(0.6)) line.next = deck.draw(1 + rng.below(2)).join(" ");
  addOthers(rng, line, deck, out ? 0.9 : 0.3);
  return line;
}

/** The phase of a photo turn; the last card of the rack is then often the one drawn. */
function preparePhoto(rng, line, rack, deck) {
  const [first] = line.actions;
  const draws = first !== undefined && first.startsWith("draw");
  line.drawn = draws ? rng.chance(0.06) : rng.chance(0.93);
  if (first === "timeout") line.drawn = rng.chance(0.5);
  if (draws && rng.chance(0.6) && rack.length > 1 && rack.at(-1) !== UNKNOWN) {
    line.rack = rack.slice(0, -1).join(" ");
    line.next = rack.at(-1);
  } else if (rng.chance(0.6)) {
    line.next = deck.draw(1).join(" ");
  }
}
