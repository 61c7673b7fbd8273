// seat-follow.test.ts - views are followed move by move. tests/web/follow.mjs compares whole
// matches with the server, link/golden.test.ts with records; here are the moves one by one.
import { beforeEach, describe, expect, test } from "vitest";
import type { GameId, MoveMessage, Options, ViewMessage } from "../link/messages";
import coreUrl from "./rummery.wasm?url&inline";
import { type Moved, Seat } from "./seat";
import { rulesOf, wholeView } from "./whole-view";

let core: Seat;
beforeEach(async () => {
  core = await Seat.load(coreUrl);
});

/** Follows moves; each is given as what it says. Null where one cannot be followed. */
function follow(
  game: GameId,
  from: ViewMessage,
  moves: Partial<MoveMessage>[],
  options: Options = {},
): ViewMessage | null {
  let [view] = core.tell(rulesOf(game, options), [from]);
  for (const move of moves) {
    const views = core.follow({ seq: 1, seat: view?.seat ?? 0, do: "", ...move }, 1);
    if (views === null) return null;
    [view] = views;
  }
  return view?.message ?? null;
}

describe("exclusiv", () => {
  const start = wholeView("exclusiv", { racks: ["r5 b7 *", "? ? ?"], shown: ["", "b9"],
    table: "[b10 b11 b12]", opened: [true, true] });
  test("an own card is known, another's is not", () => {
    const view = follow("exclusiv", start, [
      { do: "draw", card: "r6", turn: 1 },
      { do: "draw", turn: 0 },
    ]);
    expect(view?.racks).toEqual(["r5 b7 * r6", "? ? ? ?"]);
    expect([view?.stock, view?.seat, view?.phase]).toEqual([start.stock! - 2, 0, "start"]);
  });
  test("a play takes cards from the rack, and from what was shown", () => {
    const view = follow("exclusiv", start, [
      { do: "draw", card: "r6", turn: 1 },
      { do: "play [b9 b10 b11 b12]", turn: 0 },
      { do: "play 0 [r5 r6 *]", turn: 1 },
    ]);
    expect(view).toMatchObject({ racks: ["b7", "? ?"], shown: ["", ""],
      table: "[b9 b10 b11 b12] [r5 r6 *]" });
  });
  test("the first play opens, and the end shows all racks", () => {
    const over = {
      winner: 1, scores: [-37, 37], totals: [-37, 37], racks: ["r5 b7 *", ""], round: 1,
      seed: "", mixes: [], commit: { deal: 2, hash: "" }, phase: "over" as const,
    };
    const begun = wholeView("exclusiv", { racks: ["r5 b7 *", "? ? ? ?"], seat: 1 });
    const move = { seat: 1, do: "play [r10 r11 r12 r13]", over };
    expect(follow("exclusiv", begun, [move])).toMatchObject({
      opened: [false, true], phase: "over", seat: null, winner: 1, racks: ["r5 b7 *", ""] });
  });
  test.each<[string, Partial<MoveMessage>]>([
    ["a seat that is not on turn", { seat: 1, do: "draw", turn: 0 }],
    ["an own card that was not told", { do: "draw", turn: 1 }],
    ["cards that are not there", { do: "play 0 [g1 g2 g3]", turn: 1 }],
    ["melds that are not there", { do: "play 0 3-5", turn: 1 }],
    ["another turn than comes next", { do: "draw", card: "r6", turn: 0 }],
    ["nonsense", { do: "dance", turn: 1 }],
    ["an end that is not told", { do: "play [b7 b10 b11 b12] [r5 *]", turn: 1 }],
  ])("%s is not followed", (_, move) => {
    expect(follow("exclusiv", start, [move])).toBeNull();
  });
});

describe("photo", () => {
  const start = wholeView("photo", { racks: ["GBl GBe *", "? ? ? ?"], table: "[GBc GBs GBf *]",
    opened: [true, true] });
  test("a card comes from the stack that is named, and a freed joker may be kept", () => {
    const view = follow("photo", start, [
      { do: "draw 5", card: "Nl", turn: 0 },
      { do: "play [GBc GBs GBf GBl]", turn: 1 },
    ]);
    expect(view?.stacks?.[4]).toBe(start.stacks![4]! - 1);
    expect(view).toMatchObject({ racks: ["GBe * Nl *", "? ? ? ?"], shown: ["*", ""], seat: 1,
      phase: "start" });
  });
  test("after the draw one may pass", () => {
    const drawn = { do: "draw 1", card: "Nl", turn: 0 };
    expect(follow("photo", start, [drawn])?.phase).toBe("drawn");
    const passed = follow("photo", start, [drawn, { do: "pass", turn: 1 }]);
    expect(passed).toMatchObject({ seat: 1, phase: "start" });
  });
  test("PA-10: a first combination that needs a joker shows that there was one", () => {
    const closed = wholeView("photo", { racks: ["GBl GBe *", "? ? ? ?"], seat: 1,
      table: "[Nl Il Fl *]", opened: [true, false] });
    const view = follow("photo", closed, [
      { seat: 1, do: "draw 1", turn: 1 },
      { seat: 1, do: "play [Nl Il Fl Sl] [GBc GBs *]", turn: 0 },
    ]);
    expect(view).toMatchObject({ shown: ["", "*"], racks: ["GBl GBe *", "? ?"] });
  });
});

describe("princess", () => {
  const start = wholeView("princess", { racks: ["g4 g5 g6 y1 y2", "? ?"], discard: "b1 g7",
    laid_since_shuffle: false, idle: 3 });
  const whole = [
    { do: "draw discard", turn: 0 },
    { do: "play 0[g4 g5 g6 g7]", turn: 0 },
    { do: "discard y1", turn: 1 },
  ];
  test("a card taken up has been seen, and is remembered for the turn", () => {
    expect(follow("princess", start, whole.slice(0, 1))).toMatchObject({ taken: "g7",
      from: "discard", phase: "drawn", shown: ["g7", ""], discard: "b1" });
  });
  test("laying opens and remembers what the turn began with", () => {
    const view = follow("princess", start, whole.slice(0, 2))!;
    expect(view).toMatchObject({ opened: [true, false], laid: [true, false],
      laid_since_shuffle: true, before: { table: "-", opened: [false, false] } });
    expect(follow("princess", view, [])).toEqual(view);
  });
  test("the discard ends the turn", () => {
    const view = follow("princess", start, whole);
    expect(view).toMatchObject({ seat: 1, phase: "start", idle: 0, discard: "b1 y1",
      shown: ["", ""] });
    expect([view?.taken, view?.from, view?.before]).toEqual([undefined, undefined, undefined]);
  });
  test("RA-05: turns without laying or drawing from the stock are counted", () => {
    const idle = follow("princess", start, [whole[0]!, { do: "discard g7", turn: 1 }]);
    expect(idle?.idle).toBe(4);
    const drawn = follow("princess", start, [
      { do: "draw", card: "r1", turn: 0 }, { do: "discard r1", turn: 1 }]);
    expect(drawn?.idle).toBe(0);
  });
  test("RA-06: who discards the card just taken has its twin, if that is needed", () => {
    const twin = { ...start, seat: 1 };
    const moves = [
      { seat: 1, do: "draw discard", turn: 1 }, { seat: 1, do: "discard g7", turn: 0 }];
    expect(follow("princess", twin, moves, { rediscard: "no" })?.shown[1]).toBe("g7");
    expect(follow("princess", twin, moves, { rediscard: "yes" })?.shown[1]).toBe("");
  });
});

describe("what a move did", () => {
  const start = wholeView("princess", { racks: ["g4 g5 g6 y1", "? ?"], discard: "b1 g7" });
  test.each<[Partial<MoveMessage>, Partial<Moved>]>([
    [{ do: "draw", card: "r1", turn: 0 }, { kind: "drew", seat: 0, card: "r1", cards: [] }],
    [{ do: "draw discard", turn: 0 }, { kind: "took", seat: 0, card: "g7" }],
  ])("%j", (move, moved) => {
    expect(follow("princess", start, [move])).not.toBeNull();
    expect(core.happening(0)).toMatchObject(moved);
  });
  test("is how many cards and melds were laid, and what was discarded", () => {
    follow("princess", start, [
      { do: "draw discard", turn: 0 }, { do: "play 0[g4 g5 g6 g7]", turn: 0 }]);
    expect(core.happening(0)).toEqual({
      kind: "played", seat: 0, cards: ["g4", "g5", "g6", "g7"], melds: 1 });
    core.follow({ seq: 3, seat: 0, do: "discard y1", turn: 1 }, 1);
    expect(core.happening(0)).toMatchObject({ kind: "discarded", card: "y1" });
  });
  test("is not told of a card that others drew", () => {
    follow("photo", wholeView("photo", { racks: ["GBl", "? ?"], seat: 1 }),
      [{ seat: 1, do: "draw 3", turn: 1 }]);
    expect(core.happening(0)).toEqual({ kind: "drew", seat: 1, stack: 3, cards: [], melds: 0 });
  });
});

test("a view is told as it was read", () => {
  const view = wholeView("princess", {
    racks: ["g4", "? ?"], shown: ["", "b1"], table: "0[y7 y1 y2]", discard: "r3 r4",
    phase: "laid", taken: "g4", from: "stock", opened: [true, false], laid: [true, false],
    before: { table: "-", opened: [false, false], laid: [false, false],
      laid_since_shuffle: false },
  });
  expect(follow("princess", view, [])).toEqual(view);
  const [told] = core.tell(rulesOf("princess"), [view]);
  core.follow({ seq: 1, seat: 1, do: "draw", turn: 0 }, 1);
  expect(told?.message).toEqual(view);
});

test("what is no view is not taken", () => {
  const view = wholeView("exclusiv", { racks: ["r5", "? ?"] });
  expect(() => core.tell(rulesOf("exclusiv"), [{ ...view, stock: 3 }])).toThrow();
  expect(core.tell(rulesOf("exclusiv"), [view])).toHaveLength(1);
});
