// arrangement.test.ts - pieces move as they are told, none is lost, and melds order themselves.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { GameId } from "../link/messages";
import {
  actionOf,
  arrange,
  draftOf,
  isChanged,
  laidPieces,
  type Mover,
  piecesOf,
  put,
  toTable,
  withDraft,
} from "./arrangement";
import { parseCards } from "./cards";
import { again, begin, canRedo, canUndo, now, redo, reorder, step, undo } from "./history";
import { orderMeld, rememberOrder, restoreOrder, sortRack } from "./order";
import { parseTable } from "./tables";
import type { Arrangement, Target, View } from "./types";

function viewWith(table: string, rack: string): View {
  return {
    viewer: 0,
    seat: 0,
    phase: "start",
    racks: [parseCards(rack), ["?"]],
    shown: [[], []],
    table: parseTable(table),
    opened: [true, false],
    stacks: [50],
    discard: [],
    laid: [false, false],
    laidSinceShuffle: true,
    idle: 0,
    taken: null,
    from: null,
  };
}

const mover = (game: GameId): Mover => ({ game, seat: 0 });
const names = (pieces: readonly { card: string }[]) => pieces.map(({ card }) => card).join(" ");
const idOf = (arrangement: Arrangement, card: string) =>
  piecesOf(arrangement).find((piece) => piece.card === card)!.id;

/** Puts cards by their names. */
function moved(game: GameId, from: Arrangement, cards: string, target: Target): Arrangement {
  const ids: number[] = [];
  for (const card of parseCards(cards)) {
    const piece = [...from.rack, ...from.melds.flatMap(({ pieces }) => pieces)].find(
      (one) => one.card === card && !ids.includes(one.id),
    );
    ids.push(piece!.id);
  }
  return put(from, ids, target, mover(game)).arrangement;
}

describe("putting", () => {
  test("X-27: a tile is lifted out and a run made with it", () => {
    const view = viewWith("[b8 g8 y8 r8]", "r7 r9 y2");
    const start = arrange(view);
    const next = moved("exclusiv", start, "r9 r8 r7", { new: true });
    expect(actionOf(next)).toBe("play [b8 g8 y8] [r7 r8 r9]");
    expect(names(next.rack)).toBe("y2");
    expect(names(laidPieces(next))).toBe("r7 r9");
    expect(isChanged(start, view)).toBe(false);
    expect(isChanged(next, view)).toBe(true);
  });
  test("an empty meld vanishes, and the last piece may go elsewhere", () => {
    const start = arrange(viewWith("[r1 r2 r3] [r4 r5 r6]", "y1"));
    const next = moved("exclusiv", start, "r1 r2 r3", { meld: start.melds[1]!.id });
    expect(draftOf(next)).toBe("[r1 r2 r3 r4 r5 r6]");
  });
  test("X-26: tiles of the table do not go to the rack, own ones do", () => {
    const start = arrange(viewWith("[r1 r2 r3]", "r4"));
    const grown = moved("exclusiv", start, "r4", { meld: start.melds[0]!.id });
    expect(put(grown, [idOf(grown, "r1")], { rack: "end" }, mover("exclusiv"))).toEqual({
      arrangement: grown,
      refused: "stays",
    });
    const back = moved("exclusiv", grown, "r4", { rack: 0 });
    expect(draftOf(back)).toBe("[r1 r2 r3]");
    expect(names(back.rack)).toBe("r4");
  });
  test("P-27: a joker of photo may be taken up, X-31: not one of exclusiv", () => {
    const photo = arrange(viewWith("[GBc GBs GBf *]", "GBl"));
    expect(draftOf(moved("photo", photo, "*", { rack: "end" }))).toBe("[GBc GBs GBf]");
    const exclusiv = arrange(viewWith("[r1 r2 *]", "r3"));
    expect(moved("exclusiv", exclusiv, "*", { rack: "end" })).toBe(exclusiv);
  });
  test("RA-14: in princess laid cards stay, new melds are one's own and come last", () => {
    const start = arrange(viewWith("1[g4 g5 g6]", "g7 y7 y1 y2 g3"));
    expect(moved("princess", start, "g4", { new: true })).toBe(start);
    const laid = moved("princess", start, "y1 y2 y7", { new: true });
    const next = moved("princess", laid, "g7 g3", { meld: start.melds[0]!.id });
    expect(actionOf(next)).toBe("play 1[g3 g4 g5 g6 g7] 0[y7 y1 y2]");
  });
  test("an explicit place wins", () => {
    const start = arrange(viewWith("[r5 r6 r7]", "* b1"));
    const meld = start.melds[0]!.id;
    expect(draftOf(moved("exclusiv", start, "*", { meld, at: 0 }))).toBe("[* r5 r6 r7]");
    expect(draftOf(moved("exclusiv", start, "*", { meld }))).toBe("[r5 r6 r7 *]");
  });
  test("what is not there cannot be put, nor anything nowhere", () => {
    const start = arrange(viewWith("-", "r1"));
    expect(put(start, [-1], { new: true }, mover("exclusiv")).refused).toBe("nothing");
    const nowhere = put(start, [start.rack[0]!.id], { meld: -1 }, mover("exclusiv"));
    expect(nowhere).toEqual({ arrangement: start, refused: "nothing" });
  });
  test("no piece is ever lost or doubled, whatever is put where", () => {
    const target: fc.Arbitrary<[string, number, number]> = fc.tuple(
      fc.constantFrom("meld", "at", "new", "rack"), fc.nat(5), fc.nat(20));
    fc.assert(
      fc.property(
        fc.constantFrom<GameId>("exclusiv", "photo"),
        fc.array(fc.tuple(fc.array(fc.nat(9), { maxLength: 4 }), target), { maxLength: 12 }),
        (game, moves) => {
          const start = arrange(viewWith("[r5 * r7] [b1 g1 y1]", "r6 * r8 b1"));
          const all = (a: Arrangement) => piecesOf(a).map(({ id }) => id).sort((x, y) => x - y);
          let next = start;
          for (const [picks, [kind, which, at]] of moves) {
            const ids = [...new Set(picks)].map((i) => all(start)[i]!);
            const meld = next.melds[which]?.id ?? -1;
            const to: Target = kind === "new" ? { new: true } : kind === "rack" ? { rack: at }
              : kind === "at" ? { meld, at } : { meld };
            next = put(next, ids, to, mover(game)).arrangement;
            expect(all(next)).toEqual(all(start));
            expect(next.melds.every(({ pieces }) => pieces.length > 0)).toBe(true);
            expect(withDraft(start, toTable(next))?.rack.length).toBe(next.rack.length);
          }
        },
      ),
    );
  });
});

describe("a meld orders itself", () => {
  const order = (game: GameId, cards: string, laid = 0) =>
    names(orderMeld(game, parseCards(cards).map((card, id) => ({ id, card, isOwn: id >= laid }))));
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
    const start = arrange(viewWith("[r5 r6 r7] [b1 g1 y1]", "r8 b9 y3"));
    const mine = { melds: start.melds, rack: [...start.rack].reverse() };
    const after = arrange(viewWith("[b1 g1 y1] [r5 r6 r7 r8]", "b9 y3 g4"), mine);
    expect(after.melds.map(({ id }) => id)).toEqual([start.melds[1]!.id, start.melds[0]!.id]);
    expect(idOf(after, "r8")).toBe(idOf(start, "r8"));
    expect(names(after.rack)).toBe("y3 b9 g4");
    expect(laidPieces(after)).toEqual([]);
  });
  test("a draft comes back out of the same pieces", () => {
    const start = arrange(viewWith("[b8 g8 y8 r8]", "r7 r9 y2"));
    const next = moved("exclusiv", start, "r7 r8 r9", { new: true });
    const restored = withDraft(start, parseTable(draftOf(next)))!;
    expect(draftOf(restored)).toBe(draftOf(next));
    expect(laidPieces(restored)).toEqual(laidPieces(next));
    expect(withDraft(start, parseTable("[r1]"))).toBeNull();
  });
});

describe("the history", () => {
  const start = arrange(viewWith("-", "r1 r2 r3"));
  const one = moved("exclusiv", start, "r1", { new: true });
  const two = moved("exclusiv", one, "r2", { meld: one.melds[0]!.id });
  test("steps back, forth and to the beginning", () => {
    let history = step(step(begin(start), one), two);
    expect(now(undo(history))).toBe(one);
    expect(now(redo(undo(history)))).toBe(two);
    history = again(history);
    expect([now(history), canUndo(history), canRedo(history)]).toEqual([start, false, true]);
    expect(canRedo(step(history, two))).toBe(false);
    expect(undo(history)).toBe(history);
  });
  test("does not undo the order of the rack", () => {
    const history = reorder(step(begin(start), one), (rack) => [...rack].reverse());
    expect(names(now(undo(history)).rack)).toBe("r3 r2 r1");
  });
});

describe("a rack", () => {
  const { rack } = arrange(viewWith("-", "* r5 b5 b4 y13"));
  test("is sorted by runs or by sets", () => {
    expect(names(sortRack("exclusiv", "runs", rack))).toBe("y13 b4 b5 r5 *");
    expect(names(sortRack("exclusiv", "sets", rack))).toBe("b4 b5 r5 y13 *");
  });
  test("in photo by capitals or by categories", () => {
    const photos = arrange(viewWith("-", "Nl Sc * Sl Np")).rack;
    expect(names(sortRack("photo", "runs", photos))).toBe("Sc Sl Np Nl *");
    expect(names(sortRack("photo", "sets", photos))).toBe("Np Sc Sl Nl *");
  });
  test("keeps its hand-made order over a reload and new cards", () => {
    const kept = rememberOrder(rack);
    const later = arrange(viewWith("-", "b4 b5 g1 *")).rack;
    expect(names(restoreOrder(later, kept))).toBe("* b5 b4 g1");
  });
});
