// view.test.ts - views are followed move by move. tests/web/follow.mjs compares whole matches with
// the server; here are the moves one by one.
import { describe, expect, test } from "vitest";
import type { GameId, MoveMessage, ViewMessage } from "../link/messages";
import { points } from "./cards";
import { clockOf, clockText, leftMs } from "./clock";
import { printTable } from "./tables";
import type { Rules, View } from "./types";
import { applyMove, FollowError, messageOf, viewOf } from "./view";

const rules = (game: GameId, options = {}): Rules => ({ game, players: 2, options });

function message(more: Partial<ViewMessage>): ViewMessage {
  return {
    viewer: 0,
    seat: 0,
    phase: "start",
    racks: ["r5 b7 *", "? ? ?"],
    shown: ["", "b9"],
    table: "-",
    opened: [false, false],
    ...more,
  };
}

/** Follows moves from seat 0 on; each is given as what it says. */
function follow(
  game: GameId,
  from: ViewMessage,
  moves: Partial<MoveMessage>[],
  options = {},
): View {
  let view = viewOf(from, rules(game, options));
  for (const move of moves)
    view = applyMove(view, { seq: 1, seat: view.seat ?? 0, do: "", ...move }, rules(game, options));
  return view;
}

describe("exclusiv", () => {
  const start = message({ stock: 50, table: "[b10 b11 b12]", opened: [true, true] });
  test("an own card is known, another's is not", () => {
    const view = follow("exclusiv", start, [
      { do: "draw", card: "r6", turn: 1 },
      { do: "draw", turn: 0 },
    ]);
    expect(view.racks).toEqual([["r5", "b7", "*", "r6"], ["?", "?", "?", "?"]]);
    expect([view.stacks, view.seat, view.phase]).toEqual([[48], 0, "start"]);
  });
  test("a play takes cards from the rack, and from what was shown", () => {
    const view = follow("exclusiv", start, [
      { do: "draw", card: "r6", turn: 1 },
      { do: "play [b9 b10 b11 b12]", turn: 0 },
      { do: "play 0 [r5 r6 *]", turn: 1 },
    ]);
    expect(view.racks).toEqual([["b7"], ["?", "?"]]);
    expect(view.shown).toEqual([[], []]);
    expect(printTable(view.table)).toBe("[b9 b10 b11 b12] [r5 r6 *]");
  });
  test("the first play opens, and the end shows all racks", () => {
    const over = {
      winner: 1, scores: [-37, 37], totals: [-37, 37], racks: ["r5 b7 *", ""], round: 1,
      seed: "", mixes: [], commit: { deal: 2, hash: "" }, phase: "over" as const,
    };
    const begun = message({ stock: 50, seat: 1 });
    const view = follow("exclusiv", begun, [{ seat: 1, do: "play [r11 r12 r13]", over }]);
    expect(view.opened).toEqual([false, true]);
    expect([view.phase, view.seat, view.winner]).toEqual(["over", null, 1]);
    expect(view.racks).toEqual([["r5", "b7", "*"], []]);
  });
  test("what does not fit is not followed", () => {
    expect(() => follow("exclusiv", start, [{ seat: 1, do: "draw", turn: 0 }])).toThrow(
      FollowError);
    expect(() => follow("exclusiv", start, [{ do: "draw", turn: 1 }])).toThrow(FollowError);
    expect(() => follow("exclusiv", start, [{ do: "play 0 [g1]", turn: 1 }])).toThrow(FollowError);
    expect(() => follow("exclusiv", start, [{ do: "timeout -", turn: 1 }])).toThrow(FollowError);
  });
});

describe("photo", () => {
  const start = message({ racks: ["GBl GBe *", "? ? ? ?"], stacks: [2, 2, 2, 2, 1],
    table: "[GBc GBs GBf *]", opened: [true, true] });
  test("a card comes from the stack that is named, and a freed joker may be kept", () => {
    const view = follow("photo", start, [
      { do: "draw 5", card: "Nl", turn: 0 },
      { do: "play [GBc GBs GBf GBl]", turn: 1 },
    ]);
    expect(view.stacks).toEqual([2, 2, 2, 2, 0]);
    expect(view.racks[0]).toEqual(["GBe", "*", "Nl", "*"]);
    expect(view.shown[0]).toEqual(["*"]);
    expect([view.seat, view.phase]).toEqual([1, "start"]);
  });
  test("after the draw one may pass", () => {
    const drawn = follow("photo", start, [{ do: "draw 1", card: "Nl", turn: 0 }]);
    expect(drawn.phase).toBe("drawn");
    const passed = applyMove(drawn, { seq: 2, seat: 0, do: "pass", turn: 1 }, rules("photo"));
    expect([passed.seat, passed.phase]).toEqual([1, "start"]);
  });
  test("PA-10: a first combination that needs a joker shows that there was one", () => {
    const closed = message({ ...start, seat: 1, table: "[Nl Il Fl *]", opened: [true, false],
      shown: ["", ""] });
    const view = follow("photo", closed, [
      { seat: 1, do: "draw 1", turn: 1 },
      { seat: 1, do: "play [Nl Il Fl Sl] [GBc GBs *]", turn: 0 },
    ]);
    expect(view.shown[1]).toEqual(["*"]);
    expect(view.racks[1]).toHaveLength(2);
  });
});

describe("princess", () => {
  const start = message({ racks: ["g4 g5 g6 y1", "? ?"], stock: 1, discard: "b1 g7",
    laid: [false, false], laid_since_shuffle: false, idle: 3, shown: ["", ""] });
  const whole = [
    { do: "draw discard", turn: 0 },
    { do: "play 0[g4 g5 g6 g7]", turn: 0 },
    { do: "discard y1", turn: 1 },
  ];
  test("a card taken up has been seen, and is remembered for the turn", () => {
    const view = follow("princess", start, whole.slice(0, 1));
    expect([view.taken, view.from, view.phase]).toEqual(["g7", "discard", "drawn"]);
    expect([view.shown[0], view.discard]).toEqual([["g7"], ["b1"]]);
  });
  test("laying opens and remembers what the turn began with", () => {
    const view = follow("princess", start, whole.slice(0, 2));
    expect([view.opened, view.laid, view.laidSinceShuffle]).toEqual([
      [true, false], [true, false], true]);
    expect(view.before).toMatchObject({ table: [], opened: [false, false] });
    expect(viewOf(messageOf(view, rules("princess")), rules("princess"))).toEqual(view);
  });
  test("the discard ends the turn", () => {
    const view = follow("princess", start, whole);
    expect([view.seat, view.phase, view.taken, view.from, view.idle]).toEqual([
      1, "start", null, null, 0]);
    expect([view.discard, view.shown[0], view.before]).toEqual([["b1", "y1"], [], undefined]);
  });
  test("RA-05: turns without laying or drawing from the stock are counted", () => {
    const idle = follow("princess", start, [whole[0]!, { do: "discard g7", turn: 1 }]);
    expect(idle.idle).toBe(4);
    const drawn = follow("princess", start, [
      { do: "draw", card: "r1", turn: 0 }, { do: "discard r1", turn: 1 }]);
    expect(drawn.idle).toBe(0);
  });
  test("RA-06: who discards the card just taken has its twin, if that is needed", () => {
    const twin = message({ ...start, seat: 1 });
    const moves = [
      { seat: 1, do: "draw discard", turn: 1 }, { seat: 1, do: "discard g7", turn: 0 }];
    expect(follow("princess", twin, moves, { rediscard: "no" }).shown[1]).toEqual(["g7"]);
    expect(follow("princess", twin, moves, { rediscard: "yes" }).shown[1]).toEqual([]);
  });
});

test("cards count what the rules say", () => {
  expect(["r13", "*"].map((card) => points("exclusiv", card))).toEqual([13, 25]);
  expect(["GBp", "*"].map((card) => points("photo", card))).toEqual([1, 10]);
  expect(["g7"].map((card) => points("princess", card))).toEqual([7]);
});

test("the clock never shows more than it was told", () => {
  const clock = clockOf(120_000, 1000)!;
  // the page looks at the time only now and then: its last look may be older than the message
  expect(clockText(leftMs(clock, 800))).toBe("2:00");
});

test("the clock runs on between two messages, and not below nothing", () => {
  expect(clockOf(undefined, 5)).toBeNull();
  const clock = clockOf(65_000, 1000)!;
  expect([1000, 1001, 60_000, 99_999].map((at) => clockText(leftMs(clock, at)))).toEqual([
    "1:05", "1:05", "0:06", "0:00"]);
});
