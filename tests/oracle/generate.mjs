// A seeded generator of check lines full of interest: positions with actions, melds,
// questions, and input that is not in the notation. The same seed, the same lines.
//
//   node tests/oracle/generate.mjs GAME SEED COUNT

import { pathToFileURL } from "node:url";
import { JOKER } from "./notation.mjs";
import { makeDeck, plainMeld, withJokers } from "./deck.mjs";
import { commonLine } from "./generate_common.mjs";
import { princessLine } from "./generate_princess.mjs";
import { random } from "./random.mjs";

/** `count` lines (objects) about the game. */
export function positions(seed, count, game) {
  const rng = random(`${game} ${seed}`);
  return Array.from({ length: count }, (_, index) => {
    const kind = rng.weighted({ position: 86, meld: 8, ask: 4, broken: 2 });
    return { id: `${game}-${seed}-${index}`, ...MAKERS[kind](rng, game) };
  });
}

const MAKERS = {
  position: positionLine,
  meld: meldLine,
  ask: (rng, game) => rng.pick([setupLine, scoreLine, matchLine, starterLine])(rng, game),
  broken: brokenLine,
};

function positionLine(rng, game) {
  return thinned(rng, game === "princess" ? princessLine(rng) : commonLine(rng, game));
}

/** Fields at their defaults are left out now and then. */
function thinned(rng, line) {
  const defaults = {
    players: line.racks?.length ?? 2, seat: 0, opened: false, table: "-", drawn: false,
  };
  for (const [name, value] of Object.entries(defaults)) {
    if (line[name] === value && rng.chance(0.15)) delete line[name];
  }
  for (const name of ["options", "actions"]) {
    if (Object.keys(line[name]).length === 0 && rng.chance(0.3)) delete line[name];
  }
  return line;
}

function meldLine(rng, game) {
  let cards = plainMeld(rng, game);
  if (game !== "princess") cards = withJokers(rng, cards, rng.pick([0, 0.2, 0.5]));
  const change = rng.weighted({ none: 5, cut: 2, mix: 1, twin: 2, joker: 2, other: 2 });
  const stranger = makeDeck(rng, game, 4).draw(1 + rng.below(2));
  if (change === "cut") cards = cards.slice(rng.below(3));
  if (change === "mix") cards = rng.shuffle(cards);
  if (change === "twin") cards.splice(rng.below(cards.length), 0, rng.pick(cards));
  if (change === "joker" && game !== "princess") {
    cards.push(...Array(1 + rng.below(4)).fill(JOKER));
  }
  if (change === "other") cards.push(...stranger);
  const line = { game, meld: `[${cards.join(rng.chance(0.1) ? "  " : " ")}]` };
  if (rng.chance(0.2)) {
    line.options = { exclusiv: { jokers: 2 }, photo: {}, princess: { run_max: 7 } }[game];
  }
  return line;
}

function setupLine(rng, game) {
  const line = { game, ask: "setup", players: 2 + rng.below(3) };
  if (game === "exclusiv" && rng.chance(0.4)) line.options = { jokers: 2 };
  if (game === "princess" && rng.chance(0.4)) line.options = { deal: 13 };
  return line;
}

function scoreLine(rng, game) {
  const players = 2 + rng.below(3);
  const deck = makeDeck(rng, game, 4);
  const winner = rng.chance(0.8) ? rng.below(players) : null;
  const line = { game, ask: "score", players, winner };
  if (game === "princess") {
    line.table = [0, 1, 2, 3].map(() => plainMeld(rng, game))
      .filter((cards) => cards.length >= 3 && deck.takeAll(cards))
      .map((cards) => `${rng.below(players)}[${cards.join(" ")}]`).join(" ") || "-";
    if (rng.chance(0.5)) line.bracelets = rng.shuffle([..."gyrb"]).join("");
  }
  line.racks = Array.from({ length: players }, (_, seat) =>
    (seat === winner ? "" : deck.draw(rng.below(6)).join(" ")));
  return line;
}

/** Rounds of a match that stops when it is over. */
function matchLine(rng, game) {
  const players = 2 + rng.below(3);
  const line = { game, ask: "match", players, options: {}, rounds: [] };
  if (rng.chance(0.6)) line.options.rounds = 1 + rng.below(4);
  if (rng.chance(0.5)) line.options.target = 20 + rng.below(60);
  const limit = line.options.rounds ?? (line.options.target ? 6 : 1);
  const totals = Array(players).fill(0);
  for (let i = rng.below(limit + 1); i > 0; i -= 1) {
    if (totals.some((total) => total >= (line.options.target ?? Infinity))) break;
    const row = totals.map(() => rng.below(8) * 10 - 30);
    row.forEach((score, seat) => { totals[seat] += score; });
    line.rounds.push(row);
  }
  return line;
}

function starterLine(rng, game) {
  const players = 2 + rng.below(3);
  return { game, ask: "starter", players, first: rng.below(players), round: 1 + rng.below(9) };
}

/** A good line with one field spoilt. */
function brokenLine(rng, game) {
  const line = MAKERS.position(rng, game);
  const spoil = {
    players: () => { line.players = rng.pick([1, 5, "2", 2.5]); },
    seat: () => { line.seat = rng.pick([4, -1, "0"]); },
    rack: () => { line.rack = rng.pick([7, "r99", "GBx", "g4,g5", "[g4 g5 g6]"]); },
    table: () => { line.table = rng.pick(["[", "[] x", "r5", "[r5 r6 r7", "[ab cd ef]"]); },
    options: () => { line.options = rng.pick([{ colour: 1 }, { rounds: "2" }, [], 3]); },
    option: () => { line.options = { jokers: 3, deal: 11, joker_swap: "yes" }; },
    stock: () => { line.stock = -1; delete line.stacks; },
    game: () => { line.game = rng.pick(["rummy", 3, "Exclusiv"]); },
    actions: () => { line.actions = "draw"; },
    ask: () => { line.ask = "score?"; },
    action: () => { line.actions = [rng.pick(["plya -", "play [r5 r6 r7", "", 4])]; },
    opened: () => { line.opened = rng.pick([1, [true], "yes"]); },
    next: () => { line.next = "?"; },
    copies: () => {
      const [card] = makeDeck(rng, game, 0).draw(1);
      line.rack = Array(3).fill(card).join(" ");
      delete line.racks;
    },
    faulty: () => {
      line.table = { exclusiv: "[r1 r2]", photo: "[Sp Ac Sc]", princess: "0[g1 g3 g4]" }[game];
    },
  };
  spoil[rng.pick(Object.keys(spoil))]();
  return line;
}

function main() {
  const [game, seed, count] = process.argv.slice(2);
  if (!["exclusiv", "photo", "princess"].includes(game) || !(Number(count) > 0)) {
    process.stderr.write("usage: generate.mjs exclusiv|photo|princess SEED COUNT\n");
    process.exitCode = 2;
    return;
  }
  for (const line of positions(seed, Number(count), game)) {
    process.stdout.write(`${JSON.stringify(line)}\n`);
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main();
