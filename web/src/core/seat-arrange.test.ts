// seat-arrange.test.ts - pieces move as they are told, none is lost, and melds order themselves:
// the module as the page uses it. tests/seat has the same parts natively.
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { parseCards } from "../game/cards";
import type { Arrangement, Target } from "../game/types";
import type { GameId, ViewMessage } from "../link/messages";
import coreUrl from "./rummery.wasm?url&inline";
import { laidPieces, piecesOf, type PutRefused, Seat } from "./seat";
import { rulesOf, wholeView } from "./whole-view";

let core: Seat;
beforeEach(async () => {
  core = await Seat.load(coreUrl);
});

const names = (pieces: readonly { card: string }[]) => pieces.map(({ card }) => card).join(" ");
const idOf = (card: string) => piecesOf(core.now()).find((piece) => piece.card === card)!.id;

function arrange(game: GameId, table: string, rack: string, more: Partial<ViewMessage> = {}) {
  const owners = [0, 1].map((seat) => table.includes(`${seat}[`));
  const view = wholeView(game, { racks: [rack, "? ? ?"], table, opened: owners, ...more,
    ...(game === "princess" ? { laid: owners } : { opened: [true, false] }) });
  core.tell(rulesOf(game), [view]);
  return core.arrange(0);
}

/** Puts cards by their names: of the rack, or else of the table. */
function put(cards: string, target: Target): PutRefused | null {
  const { rack, melds } = core.now();
  const pieces = [...rack, ...melds.flatMap((meld) => meld.pieces)];
  const ids = parseCards(cards).map((card) => {
    const at = pieces.findIndex((one) => one.card === card);
    return pieces.splice(at, 1)[0]!.id;
  });
  return core.put(ids, target);
}

describe("putting", () => {
  test("X-27: a tile is lifted out and a run made with it", () => {
    const start = arrange("exclusiv", "[b8 g8 y8 r8]", "r7 r9 y2");
    expect(start.isChanged).toBe(false);
    expect(put("r9 r8 r7", { new: true })).toBeNull();
    const next = core.now();
    expect(next.draft).toBe("[b8 g8 y8] [r7 r8 r9]");
    expect(names(next.rack)).toBe("y2");
    expect(names(laidPieces(next))).toBe("r7 r9");
    expect([next.isChanged, next.verdict]).toEqual([true, { ok: true }]);
  });
  test("an empty meld vanishes, and the last piece may go elsewhere", () => {
    const start = arrange("exclusiv", "[r1 r2 r3] [r4 r5 r6]", "y1");
    put("r1 r2 r3", { meld: start.melds[1]!.id });
    expect(core.now().draft).toBe("[r1 r2 r3 r4 r5 r6]");
  });
  test("X-26: tiles of the table do not go to the rack, own ones do", () => {
    const start = arrange("exclusiv", "[r1 r2 r3]", "r4");
    put("r4", { meld: start.melds[0]!.id });
    const grown = core.now();
    expect(put("r1", { rack: "end" })).toBe("stays");
    expect(core.now()).toEqual(grown);
    put("r4", { rack: 0 });
    expect([core.now().draft, names(core.now().rack)]).toEqual(["[r1 r2 r3]", "r4"]);
  });
  test("P-27: a joker of photo may be taken up, X-31: not one of exclusiv", () => {
    arrange("photo", "[GBc GBs GBf *]", "GBl");
    expect(put("*", { rack: "end" })).toBeNull();
    expect(core.now().draft).toBe("[GBc GBs GBf]");
    arrange("exclusiv", "[r1 r2 *]", "r3");
    expect(put("*", { rack: "end" })).toBe("stays");
  });
  test("RA-14: in princess laid cards stay, new melds are one's own and come last", () => {
    const start = arrange("princess", "1[g4 g5 g6]", "g7 y7 y1 y2 g3");
    expect(put("g4", { new: true })).toBe("stays");
    put("y1 y2 y7", { new: true });
    put("g7 g3", { meld: start.melds[0]!.id });
    expect(core.now().draft).toBe("1[g3 g4 g5 g6 g7] 0[y7 y1 y2]");
  });
  test("an explicit place wins", () => {
    const meld = arrange("exclusiv", "[r5 r6 r7]", "* b1").melds[0]!.id;
    put("*", { meld, at: 0 });
    expect(core.now().draft).toBe("[* r5 r6 r7]");
    core.undo();
    put("*", { meld });
    expect(core.now().draft).toBe("[r5 r6 r7 *]");
  });
  test("what is not there cannot be put, nor anything nowhere", () => {
    const start = arrange("exclusiv", "-", "r1");
    expect(core.put([9999], { new: true })).toBe("nothing");
    expect(core.put([], { new: true })).toBe("nothing");
    expect(core.put([start.rack[0]!.id], { meld: 9999 })).toBe("nothing");
    expect(core.now()).toEqual(start);
  });
  test("no piece is ever lost or doubled, whatever is put where", () => {
    const target: fc.Arbitrary<[string, number, number]> = fc.tuple(
      fc.constantFrom("meld", "at", "new", "rack"), fc.nat(5), fc.nat(20));
    const all = (a: Arrangement) => piecesOf(a).map(({ id }) => id).sort((x, y) => x - y);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.array(fc.nat(9), { maxLength: 4 }), target), { maxLength: 12 }),
        (moves) => {
          core.forget();
          const start = arrange("exclusiv", "[r5 * r7] [b1 g1 y1]", "r6 * r8 b1");
          for (const [picks, [kind, which, at]] of moves) {
            const ids = [...new Set(picks)].map((i) => all(start)[i]!);
            const meld = core.now().melds[which]?.id ?? 9999;
            const to: Target = kind === "new" ? { new: true } : kind === "rack" ? { rack: at }
              : kind === "at" ? { meld, at } : { meld };
            core.put(ids, to);
            const next = core.now();
            expect(all(next)).toEqual(all(start));
            expect(next.melds.every(({ pieces }) => pieces.length > 0)).toBe(true);
            expect(core.layOut(next.draft)?.rack.length).toBe(next.rack.length);
          }
        },
      ),
    );
  });
});

describe("a meld orders itself", () => {
  /** The first `laid` lie on the table already. */
  const order = (game: GameId, cards: string, laid = 0) => {
    const all = parseCards(cards);
    const table = laid === 0 ? "-" : `1[${all.slice(0, laid).join(" ")}]`;
    const own = all.slice(laid).join(" ");
    arrange(game, table, own);
    core.remember(all.slice(laid));
    put(own, laid === 0 ? { new: true } : { meld: core.now().melds[0]!.id });
    return names(core.now().melds[0]!.pieces);
  };
  test.each([
    ["r7 r5 r6", "r5 r6 r7"],
    ["r5 r6 * r8", "r5 r6 * r8"],
    ["r5 * r7 r6", "r5 r6 r7 *"],
    ["* r6 r7 r8", "* r6 r7 r8"],
    ["r11 r12 r13 *", "* r11 r12 r13"],
    ["* r1 r2 r3", "r1 r2 r3 *"],
    ["r5 * * r9 r8", "r5 * * r8 r9"],
    ["* r3 r6 *", "r3 * * r6"],
    ["r1 r9 *", "r1 r9 *"],
    ["r5 * b5 y5", "y5 b5 r5 *"],
    ["* r5 *", "* r5 *"],
    ["r5 b6 y1", "r5 b6 y1"],
  ])("exclusiv: %s", (given, ordered) => expect(order("exclusiv", given)).toBe(ordered));
  test.each([
    ["y1 y2 y7", "y7 y1 y2"],
    ["g6 g4 g5", "g4 g5 g6"],
    ["g1 g6", "g6 g1"],
    ["b7 b6 b5 b4 b3 b2 b1", "b1 b2 b3 b4 b5 b6 b7"],
    ["b2 b1 b1 b2 b3 b4 b5 b6 b7", "b1 b2 b3 b4 b5 b6 b7 b1 b2"],
    ["b7 r7 g7", "g7 r7 b7"],
  ])("princess: %s", (given, ordered) => expect(order("princess", given)).toBe(ordered));
  test("R-08, RA-14: a laid run grows at its ends", () => {
    expect(order("princess", "g6 g7 g1 g5 g2", 3)).toBe("g5 g6 g7 g1 g2");
    expect(order("princess", "g3 g4 g5 g6 g7 g1 g2", 3)).toBe("g3 g4 g5 g6 g7 g1 g2");
    expect(order("princess", "g4 g5 g6 g2", 3)).toBe("g2 g4 g5 g6");
  });
  test.each([
    ["GBl GBp * GBc", "GBp GBc GBl *"],
    ["Fl Nl Il", "Nl Fl Il"],
    ["Fl Nc Ip", "Fl Nc Ip"],
  ])("photo: %s", (given, ordered) => expect(order("photo", given)).toBe(ordered));
});

describe("from one turn to the next", () => {
  test("pieces and melds keep their identity, and the rack its order", () => {
    const start = arrange("exclusiv", "[r5 r6 r7] [b1 g1 y1]", "r8 b9 y3");
    const r8 = idOf("r8");
    core.remember(["y3", "b9", "r8"]);
    const after = arrange("exclusiv", "[b1 g1 y1] [r5 r6 r7 r8]", "b9 y3 g4");
    expect(idOf("r8")).toBe(r8);
    // in whatever order they are told
    expect(after.melds.map(({ id }) => id)).toEqual(start.melds.map(({ id }) => id).reverse());
    expect(after.melds.map(({ pieces }) => names(pieces))).toEqual(["b1 g1 y1", "r5 r6 r7 r8"]);
    expect([after.isChanged, names(after.rack)]).toEqual([false, "y3 b9 g4"]);
    expect(laidPieces(after)).toEqual([]);
  });
  test("a draft comes back out of the same pieces", () => {
    arrange("exclusiv", "[b8 g8 y8 r8]", "r7 r9 y2");
    put("r7 r8 r9", { new: true });
    const next = core.now();
    core.undo();
    const restored = core.layOut(next.draft)!;
    expect(restored.draft).toBe(next.draft);
    expect(laidPieces(restored)).toEqual(laidPieces(next));
    expect(core.layOut("[r1]")).toBeNull();
  });
  test("somebody else's draft is shown, and is no more than that", () => {
    const start = arrange("exclusiv", "[b8 g8 y8 r8]", "r7", { seat: 1 });
    const shown = core.show("0 [b1 b2]")!;
    expect(shown.draft).toBe("[b8 g8 y8 r8] [b1 b2]");
    expect(shown.melds[0]).toEqual(start.melds[0]);
    expect(laidPieces(shown)).toEqual([]);
    expect(core.show("[r9")).toBeNull();
    expect(core.show("[r9 r9 r9]")).toBeNull();
    expect(core.arrange(0)).toEqual(start);
  });
});

describe("the steps", () => {
  beforeEach(() => {
    arrange("exclusiv", "-", "r1 r2 r3");
    put("r1", { new: true });
    put("r2", { meld: core.now().melds[0]!.id });
  });
  test("lead back, forth and to the beginning", () => {
    expect(core.undo().draft).toBe("[r1]");
    expect(core.redo().draft).toBe("[r1 r2]");
    const begun = core.again();
    expect([begun.draft, begun.canUndo, begun.canRedo]).toEqual(["-", true, false]);
    expect(core.undo().draft).toBe("[r1 r2]");
    core.undo();
    expect(core.undo()).toMatchObject({ draft: "-", canUndo: false, canRedo: true });
    expect(core.undo().draft).toBe("-");
  });
  test("do not undo the order of the rack", () => {
    core.remember(["r3", "r2", "r1"]);
    core.undo();
    expect(names(core.undo().rack)).toBe("r3 r2 r1");
  });
});

describe("what the rules say", () => {
  test("is said of each meld, with rule, reason, place and card", () => {
    arrange("exclusiv", "[b8 g8 y8 r8]", "r5 r5 b5");
    put("r5 r5 b5", { new: true });
    expect(core.now().melds.map(({ verdict }) => verdict)).toEqual([
      { ok: true },
      { ok: false, rule: "X-10", reason: "SET_COLOUR_TWICE", place: 2, card: "r5" },
    ]);
    expect(core.now().verdict).toMatchObject({ ok: false, meld: 1 });
  });
  test("XA-13: the points count what was laid among others too", () => {
    arrange("exclusiv", "[r10 r11 r12 r13]", "y10 g10 b10 g3 g4 g5");
    core.tell(rulesOf("exclusiv"), [wholeView("exclusiv", {
      racks: ["y10 g10 b10 g3 g4 g5", "? ? ?"], table: "[r10 r11 r12 r13]",
      opened: [false, true] })]);
    expect(core.arrange(0).firstMeld).toEqual({ have: 0, need: 40 });
    put("y10 g10 b10 r10", { new: true });
    expect(core.now().firstMeld).toEqual({ have: 30, need: 40 });
    put("g3 g4 g5", { new: true });
    expect(core.now()).toMatchObject({ firstMeld: { have: 40, need: 40 }, verdict: { ok: true } });
  });
  test("XA-19: a joker on the table says which tiles free it", () => {
    const { melds } = arrange("exclusiv", "[b8 * b10]", "r1");
    expect(melds[0]!.pieces.map(({ freeing }) => freeing)).toEqual([undefined, ["b9"], undefined]);
  });
});

describe("a rack", () => {
  test("is sorted by runs or by sets", () => {
    expect(names(arrange("exclusiv", "-", "* r5 b5 b4 y13").rack)).toBe("y13 b4 b5 r5 *");
    core.sort("sets");
    expect(names(core.now().rack)).toBe("b4 b5 r5 y13 *");
  });
  test("in photo by capitals or by categories", () => {
    expect(names(arrange("photo", "-", "Nl Sc * Sl Np").rack)).toBe("Sc Sl Np Nl *");
    core.sort("sets");
    expect(names(core.now().rack)).toBe("Np Sc Sl Nl *");
  });
  test("keeps its hand-made order over a reload and new cards", async () => {
    arrange("exclusiv", "-", "* r5 b5 b4 y13");
    core.put([idOf("*")], { rack: 0 });
    const kept = core.byHand();
    core = await Seat.load(coreUrl);
    arrange("exclusiv", "-", "b4 b5 g1 *");
    core.remember(kept);
    expect(names(core.now().rack)).toBe("* b4 b5 g1");
  });
});

describe("a hint", () => {
  const table = "[b8 g8 y8] [r7 r8 r9]";
  const play = { action: `play ${table}`, cards: 2, points: 16, isOut: false };
  test("comes in three steps and is laid as one step", () => {
    arrange("exclusiv", "[b8 g8 y8 r8]", "r7 r9 y2");
    expect([core.hintMore(), core.hint().step]).toEqual([true, "asking"]);
    core.hintTake(play);
    expect(core.hint()).toEqual({
      step: "count", isOut: false, laid: ["r7", "r9"], pieces: [], into: [], melds: [],
      isAstray: false,
    });
    expect(core.hintMore()).toBe(false);
    expect(core.hint().pieces).toEqual([idOf("r7"), idOf("r9")]);
    expect(core.hint().into).toEqual([0, 0]);
    core.hintMore();
    expect(core.hint().melds.map(({ cards }) => cards.join(" "))).toEqual(["b8 g8 y8", "r7 r8 r9"]);
    expect(core.hintLay()?.draft).toBe(table);
    expect([core.hint().step, core.undo().isChanged]).toEqual(["off", false]);
  });
  test("says when there is nothing, and can be asked for again", () => {
    arrange("exclusiv", "-", "r7");
    core.hintMore();
    core.hintTake(null);
    expect([core.hint().step, core.hintMore()]).toEqual(["nothing", true]);
  });
  test("knows whether what lies there leads to it", () => {
    arrange("exclusiv", "[b8 g8 y8 r8]", "r7 r9 y2");
    core.hintMore();
    core.hintTake(play);
    const laid = (name: string, target: Target) => {
      core.put([idOf(name)], target);
      return core.hint().isAstray;
    };
    expect(core.hint().isAstray).toBe(false);
    core.hintMore();
    expect(laid("r7", { new: true })).toBe(false);
    expect(laid("r9", { new: true })).toBe(true);
    core.undo();
    expect([core.hint().isAstray, core.hint().pieces]).toEqual([false, [idOf("r9")]]);
    expect(laid("y2", { meld: core.now().melds.at(-1)?.id ?? 0 })).toBe(true);
    core.undo();
    expect(laid("r9", { meld: core.now().melds.at(-1)?.id ?? 0 })).toBe(false);
  });
  test("is over with the position", () => {
    arrange("exclusiv", "[b8 g8 y8 r8]", "r7 r9 y2");
    core.hintMore();
    core.hintTake(play);
    arrange("exclusiv", "[b8 g8 y8 r8]", "r7 r9 y2 y3");
    expect([core.hint().step, core.hintLay()]).toEqual(["off", null]);
  });
});
