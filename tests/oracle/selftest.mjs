// The examples of the rules, held against the oracle, and its one clever part (the 40
// points) held against a plainer search. Run: node tests/oracle/selftest.mjs

import assert from "node:assert/strict";
import { bagOf } from "./bags.mjs";
import { answer } from "./check.mjs";
import { meldFault } from "./exclusiv.mjs";
import { bestCombinations } from "./first40.mjs";
import { random } from "./random.mjs";

let cases = 0;

/** What the oracle says: "ok", the rule broken, or "error". */
function verdict(line) {
  const said = answer(JSON.stringify(line));
  if (said.error) return "error";
  return said.legal ? "ok" : said.rule;
}

function expect(game, fields, wanted) {
  cases += 1;
  assert.equal(verdict({ game, ...fields }), wanted, JSON.stringify(fields));
}

function after(game, fields, wanted) {
  cases += 1;
  const said = answer(JSON.stringify({ game, ...fields }));
  const part = Object.fromEntries(Object.keys(wanted).map((key) => [key, said[key]]));
  assert.deepEqual(part, wanted, JSON.stringify([fields, said]));
}

function melds(game, list) {
  for (const [meld, wanted] of list) expect(game, { meld }, wanted);
}

/** An opened player's play in exclusiv or photo. */
function plays(game, table, rack, played, wanted, more = {}) {
  expect(game, {
    table, rack, opened: true, drawn: true, actions: [`play ${played}`], ...more,
  }, wanted);
}

function exclusivExamples() {
  melds("exclusiv", [
    ["[r5 * *]", "ok"], ["[* r6 r7]", "ok"], ["[r13 * *]", "ok"], ["[r12 r13 *]", "X-11"],
    ["[* * *]", "XA-05"], ["[r5 r6]", "X-09"], ["[]", "X-09"], ["[r7 r6 r5]", "X-11"],
    ["[r5 b5 r5]", "X-10"], ["[r5 r5 r5]", "X-02"], ["[r5 b5 g5 y5 *]", "X-10"],
    ["[ r5  b5 g5 ]", "ok"], ["[r5r6r7]", "error"], ["[r5 r6 r14]", "error"],
    ["[r13 r1 r2]", "X-11"], ["[? r5 r6]", "error"], ["r5 r6 r7", "error"],
  ]);
  plays("exclusiv", "[b8 g8 y8 r8]", "r7 r9 b1", "[b8 g8 y8] [r7 r8 r9]", "ok");
  plays("exclusiv", "[b1 b2 b3 b4 b5]", "b3 g1", "[b1 b2 b3] [b3 b4 b5]", "ok");
  plays("exclusiv", "[g4 g5 g6 g7] [y4 y5 y6 y7] [b4 b5 b6]", "r4 r6 r7",
    "[g4 y4 b4 r4] [g5 y5 b5] [g6 y6 b6 r6] [g7 y7 r7]", "ok");
  const j7 = "[r4 r5 r6 *]";
  plays("exclusiv", `${j7} [r7 b7 g7 y7]`, "r1 r2", "[r4 r5 r6 r7] [b7 g7 y7] [r1 r2 *]", "ok");
  plays("exclusiv", `${j7} [r7 r8 r9]`, "r1 r2 y1", "[r4 r5 r6 r7 r8 r9] [r1 r2 *]", "ok");
  plays("exclusiv", `${j7} [r7 b7 g7]`, "r1 r2", "[r4 r5 r6] [r7 b7 g7] [r1 r2 *]", "X-30");
  plays("exclusiv", `${j7} [r7 b7 g7 y7]`, "r1 r2", "[r4 r5 r6 r7] [b7 g7 y7] [r1 r2 *]",
    "X-30", { options: { joker_swap: "rack" } });
  plays("exclusiv", `${j7}`, "r7 y1", "[r4 r5 r6 r7]", "X-31");
  plays("exclusiv", `${j7}`, "r7 y1", "[r4 r5 r6 r7 *]", "ok");
  plays("exclusiv", `${j7}`, "r7 y1", "[r4 r5 r6 *]", "XA-09");
  plays("exclusiv", "[r5 * *]", "b5", "[r5 b5 * *]", "ok");
  plays("exclusiv", "[b9 g9 *]", "r9 y9 y1", "[b9 g9 r9 *]", "ok");
  plays("exclusiv", "[b9 g9 *]", "r9 y9 y10 y11", "[b9 g9 r9] [* y10 y11]", "ok");
  plays("exclusiv", "[b9 g9 *]", "y10 y11 b8 b10", "[b8 b9 b10] [g9 * y9]", "X-26");
  exclusivTurns();
}

function exclusivTurns() {
  const closed = { opened: false };
  plays("exclusiv", "-", "r12 r13 * y1", "[r12 r13 *]", "X-11", closed);
  plays("exclusiv", "-", "r11 r12 * y1", "[r11 r12 *]", "ok", closed);
  plays("exclusiv", "[y1 y2 y3]", "r10 r11 r12 y4", "[y1 y2 y3 y4] [r10 r11 r12]", "X-13", closed);
  plays("exclusiv", "[y1 y2 y3]", "r10 r11 r12 r13 y4 g1",
    "[y1 y2 y3 y4] [r10 r11 r12 r13]", "ok", closed);
  const t = { game: "exclusiv", opened: true, stock: 9, next: "y9", table: "[r4 r5 r6 *]" };
  after("exclusiv", { ...t, rack: "b1", actions: ["timeout [r4 r5 r6]"] },
    { table: "[r4 r5 r6 *]", rack: "b1 y9", took: 1, stock: 8 });
  after("exclusiv", { ...t, rack: "r7 b1", actions: ["timeout [r4 r5 r6 r7] [* b1]"] },
    { table: "[r4 r5 r6 r7]", rack: "b1 *", took: 0, stock: 9, seat: 1 });
  after("exclusiv", { ...t, rack: "b1", actions: ["timeout [r5 r6 *] [r4]"] },
    { table: "[r5 r6 *]", rack: "b1 r4 y9", took: 1, opened: true });
  after("exclusiv", { ...t, rack: "r7", racks: ["r7", "* r5"],
    actions: ["timeout [r4 r5 r6 r7 *]"] },
    { winner: 0, scores: [30, -30], seat: null, round_over: true });
  expect("exclusiv", { ...t, rack: "b1", options: { turn_seconds: 0 }, actions: ["timeout -"] },
    "XA-01");
  expect("exclusiv", { rack: "b1", stock: 0, actions: ["draw"] }, "X-38");
  expect("exclusiv", { rack: "b1", stock: 3, actions: ["draw", "draw"] }, "X-08");
  after("exclusiv", { rack: "b1", stock: 1, players: 3, actions: ["draw"] },
    { round_over: true, winner: null, scores: [0, 0, 0], rack: "b1 ?" });
  const stuck = { options: { stock_end: "stuck" } };
  after("exclusiv", { rack: "b1", stock: 1, ...stuck, actions: ["draw"] }, { round_over: false });
  after("exclusiv", { rack: "b1", stock: 0, ...stuck, actions: ["pass"] }, { round_over: true });
  after("exclusiv", { rack: "b1", stock: 0, ...stuck, actions: ["timeout -"] },
    { round_over: true, winner: null, scores: [0, 0], took: 0 });
  expect("exclusiv", { rack: "b1", stock: 2, ...stuck, actions: ["pass"] }, "XA-06");
}

function photoExamples() {
  melds("photo", [
    ["[GBc GBs *]", "ok"], ["[GBc * *]", "P-16"], ["[GBc GBs]", "P-12"], ["[GBc Fc Sc]", "P-11"],
    ["[GBc Fc Sc *]", "ok"], ["[GBc Fs Sc Nc]", "P-11"], ["[GBc GBs GBp GBe * * *]", "P-34"],
    ["[GBc GBc GBs]", "P-02"], ["[GBc GBs GBx]", "error"], ["[GBc GBs GBp GBe GBf GBl]", "ok"],
  ]);
  plays("photo", "[GBc GBs GBf]", "GBl *", "[GBc GBs GBf GBl *]", "ok");
  plays("photo", "[GBl IRLl Nl Il]", "Fl CHl *", "[GBl IRLl Nl Il Fl CHl *]", "ok");
  plays("photo", "[Ff CHf Pf Df Ef]", "De Dc Sp", "[Ff CHf Pf Ef] [Df De Dc]", "ok");
  const row = "[GBc GBs *]";
  after("photo", { table: row, rack: "GBl Sp", opened: true, drawn: true, stock: 5,
    actions: ["play [GBc GBs GBl]"] }, { legal: true, rack: "Sp *", took: 0 });
  plays("photo", row, "Fc Sc Nc Sp", "[GBc Fc Sc Nc] [GBs]", "P-12");
  plays("photo", row, "GBl GBf Fc Sc", "[GBl GBf GBs] [GBc Fc Sc *]", "ok");
  plays("photo", `${row} [GBl Fl Sl Nl]`, "Sp", "[GBc GBs GBl] [Fl Sl Nl *]", "ok");
  plays("photo", `${row} [GBl Fl Sl Nl]`, "Sp", "[GBc GBs GBl] [Fl Sl Nl *]", "P-26",
    { options: { joker_swap: "rack" } });
  plays("photo", `${row} [Al Fl Sl Nl]`, "Sp", "[GBc GBs Sp] [Fl Sl Nl Al *]", "P-11");
  plays("photo", row, "GBl GBf *", "[GBc GBs GBl GBf *]", "ok", { opened: false });
  plays("photo", row, "GBl GBf", "[GBc GBs GBl GBf *]", "P-17", { opened: false });
  plays("photo", row, "GBl *", row, "ok");
  expect("photo", { rack: "GBl", actions: ["pass"] }, "P-09");
  expect("photo", { rack: "GBl", actions: ["draw 6"] }, "error");
  expect("photo", { rack: "GBl", stacks: [0, 1, 0, 0, 0], actions: ["draw 1"] }, "PA-13");
  after("photo", { rack: "GBl", stacks: [0, 1, 0, 0, 0], actions: ["draw", "pass"] },
    { round_over: true, winner: null, scores: [0, 0], stock: 0, took: 0 });
  expect("photo", { rack: "GBl", actions: ["timeout"] }, "PA-17");
}

function princessExamples() {
  melds("princess", [
    ["[y7 y1 y2]", "ok"], ["[g6 y6 r6]", "ok"], ["[g6 g6 r6]", "R-09"], ["[g1 g3 g4]", "R-07"],
    ["[g1 g2 g3 g4 g5 g6 g7 g1]", "ok"], ["[*]", "error"], ["0[g1 g2 g3]", "error"],
  ]);
  const t = { table: "1[g4 g5 g6]", rack: "g1 g2 g3 g7 r4 r5 r6", discard: "b1 b2", drawn: true };
  const play = (played, wanted, more = {}) =>
    expect("princess", { ...t, actions: [`play ${played}`], ...more }, wanted);
  play("1[g4 g5 g6] 0[g1 g2 g3]", "R-13");
  play("1[g4 g5 g6] 0[g1 g2 g3]", "ok", { options: { first_meld: 0 } });
  play("1[g4 g5 g6] 0[g1 g2 g3] 0[r4 r5 r6]", "ok");
  play("1[g3 g4 g5 g6 g7]", "ok");
  play("1[g3 g4 g5 g6 g7]", "RA-03", { options: { extend_before_own: "no" } });
  play("1[g3 g4 g5 g6 g7] 0[r4 r5 r6]", "ok", { options: { extend_before_own: "no" } });
  play("1[g5 g6 g7]", "RA-14");
  play("0[r4 r5 r6] 1[g4 g5 g6]", "RA-14");
  play("1[g4 g5 g6] 1[r4 r5 r6]", "R-15");
  play("1[g4 g5 g6] 0[b4 b5 b6]", "R-12");
  play("1[g1 g2 g3 g4 g5 g6 g7] 0[r4 r5 r6]", "R-22");
  const noBack = { rack: "b3", drawn: false, options: { rediscard: "no" } };
  expect("princess", { ...t, ...noBack, actions: ["draw discard", "discard b2"] }, "RA-06");
  expect("princess", { ...t, ...noBack, rack: "b2 b3", actions: ["draw discard", "discard b2"] },
    "ok");
  expect("princess", { ...t, ...noBack, rack: "g7", actions: ["draw discard",
    "play 1[g4 g5 g6 g7]"] }, "RA-06");
  after("princess", { ...t, drawn: false, stock: 0, next: "b1", actions: ["draw"] },
    { stock: 0, discard: "b2", rack: "g1 g2 g3 g7 r4 r5 r6 b1" });
  after("princess", { ...t, drawn: false, stock: 0, racks: ["g1", "r1 r2"], rack: "g1",
    laid_since_shuffle: false, actions: ["draw"] },
  { round_over: true, winner: null, scores: [0, 13], took: 0 });
  expect("princess", { ...t, drawn: false, stock: 0, discard: "b1", actions: ["draw"] }, "RA-05");
  after("princess", { ...t, rack: "g7 b3", racks: ["g7 b3", "?"],
    actions: ["play 1[g4 g5 g6 g7]", "discard b3"] },
  { winner: 0, scores: [4, 21], discard: "b1 b2 b3", rack: "", opened: false });
  after("princess", { ...t, drawn: false, options: { turn_seconds: 30 }, next: "b7",
    actions: ["draw", "play 1[g4 g5 g6 g7]", "timeout"] },
  { table: t.table, rack: t.rack, discard: "b1 b2 b7", took: 0, seat: 1 });
}

/** The plainest search: every subset is tried as one meld in every written order. */
function plainBest(tiles) {
  let most = 0;
  for (let mask = 1; mask < 1 << tiles.length; mask += 2) {
    const used = tiles.filter((_, i) => (mask >> i) & 1);
    if (used.length < 3 || !orders(used).some((cards) => meldFault(cards) === null)) continue;
    const points = used.reduce((n, t) => n + (t === "*" ? 25 : Number(t.slice(1))), 0);
    most = Math.max(most, points + plainBest(tiles.filter((_, i) => !((mask >> i) & 1))));
  }
  return tiles.length === 0 ? 0 : Math.max(most, plainBest(tiles.slice(1)));
}

function orders(cards) {
  if (cards.length === 0) return [[]];
  return cards.flatMap((card, i) =>
    orders(cards.filter((_, j) => j !== i)).map((rest) => [card, ...rest]));
}

function searchesAgree() {
  const rng = random("first40");
  for (let round = 0; round < 150; round += 1) {
    const tiles = Array.from({ length: 3 + rng.below(5) }, () =>
      (rng.chance(0.2) ? "*" : `${rng.pick([..."yr"])}${4 + rng.below(4)}`));
    cases += 1;
    assert.equal(bestCombinations(bagOf(tiles)), plainBest(tiles), tiles.join(" "));
  }
}

exclusivExamples();
photoExamples();
princessExamples();
searchesAgree();
process.stdout.write(`${cases} cases agree\n`);
