// device.test.ts - the border between the page and its module: texts and intents go in, and what
// there is to see comes out as it is, with the same objects for what has not changed. What a midend
// does is tested in tests/midend, what an arrangement does in tests/seat.
import fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { parseCards } from "../game/cards";
import { factsOf } from "../game/games";
import { NO_ARRANGEMENT, piecesOf } from "../game/pieces";
import type { Play } from "../game/types";
import type { GameId, TableMessage, ViewMessage } from "../link/messages";
import { Device, RIDDLE, type Riddle } from "./device";
import { type Model, ModelReader } from "./model";
import * as at from "./model-at";
import remoteUrl from "./remote.wasm?url&inline";
import { rulesOf, wholeView } from "./whole-view";

let device: Device;
let lines: [mark: string, text: string][];
let stacks = 1;
beforeEach(async () => {
  device = await Device.remote(false, remoteUrl);
  lines = [];
  device.onLine = (mark, text) => void lines.push([mark, text]);
});

function tableOf(
  game: GameId, view: Partial<ViewMessage>, more: Partial<TableMessage> = {},
): TableMessage {
  return {
    ...rulesOf(game), table: "here", seq: 7, version: 1, game, watch: true, drafts: true,
    stand_in: 0, phase: "playing", you: [0], host: true,
    seats: [{ kind: "person", name: "Anna", here: true }, { kind: "person", name: "Ben" }],
    match: 1, round: 1, sheet: [], totals: [0, 0], commit: { deal: 1, hash: "" },
    views: [wholeView(game, view)], why: "hello", ...more,
  };
}

/** A table told anew, with these melds and this rack. */
function arrange(
  game: GameId, table: string, rack: string,
  view: Partial<ViewMessage> = {}, more: Partial<TableMessage> = {},
): Model {
  const owners = [0, 1].map((seat) => table.includes(`${seat}[`));
  const laid = game === "princess" ? { opened: owners, laid: owners, phase: "drawn" as const,
    taken: parseCards(rack)[0]!, from: "stock" as const } : { opened: [true, false] };
  stacks = factsOf(game).stacks;
  device.take(JSON.stringify(
    tableOf(game, { racks: [rack, "? ? ?"], table, ...laid, ...view }, more)));
  return now();
}

const now = (): Model => device.model(stacks);
const names = (pieces: readonly { card: string }[]) => pieces.map(({ card }) => card).join(" ");
const meldsOf = ({ arrangement: { melds } }: Model) => melds.map(({ pieces }) => names(pieces));
const rackOf = ({ arrangement }: Model) => names(arrangement.rack);
const idOf = (card: string) =>
  piecesOf(now().arrangement).find((piece) => piece.card === card)!.id;
const linesOf = (mark: string) => lines.flatMap((line) => (line[0] === mark ? [line[1]] : []));
const move = (more: object) => device.take(JSON.stringify({ seq: 8, seat: 0, turn: 1, ...more }));

/** Picks cards by their names: of the rack, or else of the table. */
function pick(cards: string): void {
  const { rack, melds } = now().arrangement;
  const pieces = [...rack, ...melds.flatMap((meld) => meld.pieces)];
  for (const card of parseCards(cards)) {
    const place = pieces.findIndex((one) => one.card === card);
    device.do(at.do_pick, { piece: pieces.splice(place, 1)[0]!.id });
  }
}

/** Puts cards into a meld, or else onto a new one. */
function put(cards: string, meld?: number, place?: number): Model {
  pick(cards);
  if (meld === undefined) device.do(at.do_put_new);
  else device.do(at.do_put_meld, { meld, ...(place === undefined ? {} : { place }) });
  return now();
}

describe("a model", () => {
  test("of nothing has nothing", () => {
    const model = now();
    expect([model.phase, model.seat, model.view]).toEqual(["joining", null, null]);
    expect(model.arrangement).toMatchObject({ ...NO_ARRANGEMENT, verdict: {} });
    expect([model.happenings, model.here, model.sheet]).toEqual([[], [], []]);
  });

  test("has the same objects for what has not changed", () => {
    const before = arrange("exclusiv", "[b8 g8 y8 r8] [b1 b2 b3]", "r7 r9 y2");
    pick("r7");
    const picked = now();
    expect(picked.arrangement.melds.every((meld, i) => meld === before.arrangement.melds[i]))
      .toBe(true);
    for (const part of ["view", "sheet", "parts", "happenings"] as const)
      expect(picked[part], part).toBe(before[part]);
    expect([before.picked.size, picked.picked.size]).toEqual([0, 1]);
    const after = put("r8 r9");
    const [first, second, made] = after.arrangement.melds;
    expect(first).not.toBe(before.arrangement.melds[0]);
    expect(first!.pieces[0]).toBe(before.arrangement.melds[0]!.pieces[0]);
    expect(second).toBe(before.arrangement.melds[1]);
    expect(made!.pieces[0]).toBe(before.arrangement.rack.find(({ card }) => card === "r7"));
    expect(after.arrangement.rack[0]).toBe(before.arrangement.rack[0]);
  });

  test("has pieces and melds with the identity of the turn before", () => {
    const before = arrange("exclusiv", "[r5 r6 r7] [b1 g1 y1]", "r8 b9 y3");
    const r8 = idOf("r8");
    const after = arrange("exclusiv", "[b1 g1 y1] [r5 r6 r7 r8]", "b9 y3 g4", {}, { seq: 8 });
    expect(idOf("r8")).toBe(r8);
    // in whatever order they are told
    expect(after.arrangement.melds.map(({ id }) => id))
      .toEqual(before.arrangement.melds.map(({ id }) => id).reverse());
    expect([meldsOf(after), after.isChanged]).toEqual([["b1 g1 y1", "r5 r6 r7 r8"], false]);
  });

  test("says whose a meld is, what is one's own, and where it lies", () => {
    arrange("princess", "1[g4 g5 g6]", "y1 y2 y7 r1");
    const { arrangement } = put("y1 y2 y7");
    expect(arrangement.melds.map(({ owner }) => owner)).toEqual([1, 0]);
    expect(arrangement.melds.map(({ pieces }) => pieces.map(({ isOwn }) => isOwn)))
      .toEqual([[false, false, false], [true, true, true]]);
    const table = "[r1 r2 r3] [b7 g7 y7]";
    const { melds } = arrange("exclusiv", table, "y1", { places: [7, 3, 1, 13] }).arrangement;
    expect(melds.map(({ owner, place }) => [owner, place.row, place.column]))
      .toEqual([[null, 7, 3], [null, 1, 13]]);
  });

  test("says what the rules say of each meld, and which cards would free a joker", () => {
    arrange("exclusiv", "[b8 g8 y8 r8] [r9 * r11]", "r5 r5 b5 r10");
    const { melds, verdict } = put("r5 r5 b5").arrangement;
    expect(melds.map((meld) => meld.verdict)).toEqual([{ ok: true }, { ok: true },
      { ok: false, rule: "X-10", reason: "SET_COLOUR_TWICE", place: 2, card: "r5" }]);
    expect(verdict).toMatchObject({ ok: false, rule: "X-10", meld: 2 });
    expect(melds[1]!.pieces.map(({ freeing }) => freeing)).toEqual([undefined, ["r10"], undefined]);
    // two may be, and which that are more is no help
    const others = arrange("exclusiv", "[b8 g8 *] [* * r3]", "r5", {}, { seq: 8 }).arrangement;
    expect(others.melds.map(({ pieces }) => pieces.map(({ freeing }) => freeing?.length)))
      .toEqual([[undefined, undefined, 2], [undefined, undefined, undefined]]);
  });

  test("says how far it is to the first meld", () => {
    arrange("exclusiv", "-", "r11 r12 r13 b1", { opened: [false, true] });
    const { arrangement } = put("r11 r12 r13");
    expect(arrangement.firstMeld).toEqual({ have: 36, need: 40 });
    expect(arrangement.verdict).toMatchObject({ reason: "FIRST_MELD_POINTS", have: 36, need: 40 });
    expect(arrange("photo", "-", "GBc GBs GBf").arrangement.firstMeld).toBeNull();
  });

  test("has scores of rounds and who is here", () => {
    const here = [true, false], ready = [false, true];
    const seats: TableMessage["seats"] = here.map((_, i) => (
      { kind: "person", name: "A", here: here[i]!, ready: ready[i]!, stand_in: false }));
    const sheet = [[-90, 90], [30, -40]];
    const model = arrange("exclusiv", "-", "r1", {},
      { seats, sheet, totals: [-60, 50], match: 3, round: 3, left_ms: 5000 });
    expect([model.sheet, model.totals, model.match, model.round])
      .toEqual([sheet, [-60, 50], 3, 3]);
    expect(model.here.map((one) => [one.here, one.ready])).toEqual([[true, false], [false, true]]);
    expect(model.leftMs).toBeGreaterThan(4000);
    expect(arrange("exclusiv", "-", "r1", {}, { seq: 8 }).leftMs).toBeNull();
  });

  test("is what somebody would read who read nothing before, whatever is done", () => {
    const { exports } = device.module;
    const anew = () => {
      const reader = new ModelReader({
        card: (what) => device.module.text(exports.device_card(what)),
        reason: (number) => device.module.text(exports.device_reason(number)),
        rule: (number) => device.module.text(exports.device_rule(number)),
      });
      return reader.read(exports.memory.buffer, exports.device_model(), exports.device_sheet(),
        stacks);
    };
    let seq = 7;
    const steps = fc.array(fc.tuple(fc.nat(at.do_close_hint), fc.nat(12), fc.nat(4), fc.nat(9)),
      { maxLength: 20 });
    fc.assert(fc.property(steps, (intents) => {
      const begun = arrange("exclusiv", "[r5 * r7] [b1 g1 y1]", "r6 * r8 b1", {}, { seq: ++seq });
      const ids = (model: Model) => piecesOf(model.arrangement).map(({ id }) => id)
        .sort((a, b) => a - b);
      for (const [kind, piece, meld, place] of intents) {
        const { arrangement } = now();
        device.do(kind, { piece: piecesOf(arrangement)[piece]?.id ?? 9999, place,
          meld: arrangement.melds[meld]?.id ?? 9999 });
        const model = now();
        expect(model).toEqual(anew());
        expect(ids(model), "no piece is lost or doubled").toEqual(ids(begun));
        expect(model.arrangement.melds.every(({ pieces }) => pieces.length > 0)).toBe(true);
      }
    }));
  });

  test("has what happened, in order", () => {
    arrange("photo", "-", "GBc GBs GBf Nl");
    move({ do: "draw 5", card: "Nc", turn: 0 });
    move({ seq: 9, do: "play [GBc GBs GBf]", turn: 1 });
    device.take(JSON.stringify({ said: 3, seat: 1 }));
    move({ seq: 10, seat: 1, do: "draw 2", turn: 1 });
    const { happenings, happened } = now();
    expect(happenings.map(({ kind, seat, stack, phrase, card, cards }) =>
      [kind, seat, stack, phrase, card, cards.join(" ")])).toEqual([
      ["drew", 0, 5, 0, "Nc", ""], ["played", 0, 0, 0, null, "GBc GBs GBf"],
      ["said", 1, 0, 3, null, ""], ["drew", 1, 2, 0, null, ""]]);
    expect(happenings.map(({ number }) => happened - number)).toEqual([3, 2, 1, 0]);
  });
});

describe("an intent", () => {
  test("that is barred says why and changes nothing", () => {
    const before = arrange("exclusiv", "[b8 g8 y8 r8]", "r7 r9 y2");
    pick("r8");
    expect(device.do(at.do_put_rack)).toBe(false);
    const after = now();
    expect([after.refusals - before.refusals, after.refused.kind]).toEqual([1, "stays"]);
    expect(after.bars.undo.kind).toBe("no_step");
    device.do(at.do_unpick);
    put("r7");
    expect(device.do(at.do_play)).toBe(false);
    expect(now().refused).toMatchObject({ kind: "rule", verdict: { rule: "X-09", meld: 1 } });
    for (const kind of [-1, at.do_leave + 1, 1000]) expect(device.do(kind)).toBe(false);
    expect(device.do(at.do_pick, { piece: 60_000 })).toBe(false);
    expect(meldsOf(now())).toEqual(["b8 g8 y8 r8", "r7"]);
  });

  test("at an explicit place puts it there", () => {
    const { id } = arrange("exclusiv", "[r5 r6 r7]", "* b1").arrangement.melds[0]!;
    expect(meldsOf(put("*", id, 0))).toEqual(["* r5 r6 r7"]);
    device.do(at.do_undo);
    expect(meldsOf(put("*", id))).toEqual(["r5 r6 r7 *"]);
  });

  test("asks the table under an id of its own, until that is answered", () => {
    arrange("exclusiv", "-", "r7");
    device.do(at.do_draw);
    const [text = ""] = linesOf(">");
    const { id, ...request } = JSON.parse(text) as { id: string };
    expect(request).toEqual({ do: "act", action: "draw", at: 7, seat: 0 });
    expect(now().isWaiting).toBe(true);
    device.take(JSON.stringify({ error: "stale", why: "", id: "another" }));
    expect([now().isWaiting, now().refused.kind]).toEqual([true, "none"]);
    device.take(JSON.stringify({ error: "stale", why: "", id }));
    expect(now()).toMatchObject({ isWaiting: false, refused: { kind: "code", code: "stale" } });
  });
});

describe("a meld orders itself", () => {
  /** The first `laid` lie on the table already. */
  const order = (game: GameId, cards: string, laid = 0) => {
    const all = parseCards(cards);
    const table = laid === 0 ? "-" : `1[${all.slice(0, laid).join(" ")}]`;
    const own = all.slice(laid).join(" ");
    const phase = game === "exclusiv" ? "start" : "drawn";
    arrange(game, table, own, { phase });
    device.remember(0, "hand", all.slice(laid));
    return meldsOf(put(own, now().arrangement.melds[0]?.id))[0];
  };
  test.each([
    ["r7 r5 r6", "r5 r6 r7"], ["r5 r6 * r8", "r5 r6 * r8"], ["r5 * r7 r6", "r5 r6 r7 *"],
    ["* r6 r7 r8", "* r6 r7 r8"], ["r11 r12 r13 *", "* r11 r12 r13"],
    ["* r1 r2 r3", "r1 r2 r3 *"], ["r5 * * r9 r8", "r5 * * r8 r9"], ["* r3 r6 *", "r3 * * r6"],
    ["r1 r9 *", "r1 r9 *"], ["r5 * b5 y5", "y5 b5 r5 *"], ["* r5 *", "* r5 *"],
    ["r5 b6 y1", "r5 b6 y1"],
  ])("exclusiv: %s", (given, ordered) => expect(order("exclusiv", given)).toBe(ordered));
  test.each([
    ["y1 y2 y7", "y7 y1 y2"], ["g6 g4 g5", "g4 g5 g6"], ["g1 g6", "g6 g1"],
    ["b7 b6 b5 b4 b3 b2 b1", "b1 b2 b3 b4 b5 b6 b7"],
    ["b2 b1 b1 b2 b3 b4 b5 b6 b7", "b1 b2 b3 b4 b5 b6 b7 b1 b2"], ["b7 r7 g7", "g7 r7 b7"],
  ])("princess: %s", (given, ordered) => expect(order("princess", given)).toBe(ordered));
  test("R-08, RA-14: a laid run grows at its ends", () => {
    expect(order("princess", "g6 g7 g1 g5 g2", 3)).toBe("g5 g6 g7 g1 g2");
    expect(order("princess", "g3 g4 g5 g6 g7 g1 g2", 3)).toBe("g3 g4 g5 g6 g7 g1 g2");
    expect(order("princess", "g4 g5 g6 g2", 3)).toBe("g2 g4 g5 g6");
  });
  test.each([
    ["GBl GBp * GBc", "GBp GBc GBl *"], ["Fl Nl Il", "Nl Fl Il"], ["Fl Nc Ip", "Fl Nc Ip"],
  ])("photo: %s", (given, ordered) => expect(order("photo", given)).toBe(ordered));
});

describe("the order of a rack", () => {
  test("is by runs or by sets", () => {
    expect(rackOf(arrange("exclusiv", "-", "* r5 b5 b4 y13"))).toBe("y13 b4 b5 r5 *");
    device.do(at.do_sort, { order: "sets" });
    expect([rackOf(now()), now().order]).toEqual(["b4 b5 r5 y13 *", "sets"]);
  });

  test("in photo is by capitals or by categories", () => {
    expect(rackOf(arrange("photo", "-", "Nl Sc * Sl Np"))).toBe("Sc Sl Np Nl *");
    device.do(at.do_sort, { order: "sets" });
    expect(rackOf(now())).toBe("Np Sc Sl Nl *");
  });

  test("is told to be remembered, and comes back over new cards", async () => {
    arrange("exclusiv", "-", "* r5 b5 b4 y13");
    pick("*");
    device.do(at.do_put_rack, { place: 0 });
    const [line = ""] = linesOf("#");
    const { seat, order, byHand } = device.orderOf(line);
    expect([seat, order, byHand.join(" ")]).toEqual([0, "hand", "* y13 b4 b5 r5"]);
    device = await Device.remote(false, remoteUrl);
    arrange("exclusiv", "-", "b4 b5 g1 *");
    device.remember(seat, order, byHand);
    expect([rackOf(now()), now().order]).toEqual(["* b4 b5 g1", "hand"]);
  });

  test("that is nonsense is as if there was none", () => {
    arrange("exclusiv", "-", "b4 r5 *");
    for (const byHand of [["r99"], ["GBc"], Array<string>(500).fill("r5")])
      device.remember(0, "hand", byHand);
    device.remember(9, "sets", []);
    expect(rackOf(now()).split(" ").sort()).toEqual(["*", "b4", "r5"]);
  });
});

describe("a riddle", () => {
  const table = "[b8 g8 y8] [r7 r8 r9]";
  const play: Play = { action: `play ${table}`, cards: 2, points: 16, isOut: false };
  const riddles = () => linesOf("~").map((text) => JSON.parse(text) as Riddle);

  test("is a hint in three steps, and laid as one", () => {
    device.wish(false, true);
    const { view } = arrange("exclusiv", "[b8 g8 y8 r8]", "r7 r9 y2");
    device.do(at.do_hint);
    const [riddle] = riddles();
    expect(riddle).toMatchObject({ kind: RIDDLE.hint, view: { seat: view!.seat,
      racks: ["r7 r9 y2", "? ? ?"] } });
    expect(now().hint.step).toBe("asking");
    device.answer({ ...riddle!, number: riddle!.number - 1 }, play.action, false);
    expect(now().hint.step).toBe("asking");
    device.answer(riddle!, play.action, true);
    const { laid: counted, ...first } = now().hint;
    expect(counted).toHaveLength(2); // but not yet which
    expect(first).toEqual({
      step: "count", isOut: true, pieces: [], into: [], melds: [], isAstray: false,
    });
    device.do(at.do_hint);
    const { laid, pieces, into } = now().hint;
    expect([laid, pieces, into]).toEqual([["r7", "r9"], [idOf("r7"), idOf("r9")], [0, 0]]);
    device.do(at.do_hint);
    expect(now().hint.melds).toEqual([{ owner: null, cards: ["b8", "g8", "y8"] },
      { owner: null, cards: ["r7", "r8", "r9"] }]);
    device.do(at.do_lay_hint);
    expect([rackOf(now()), now().laidCount, now().arrangement.verdict]).toEqual(
      ["y2", 2, { ok: true }]);
    device.do(at.do_undo);
    expect(now().isChanged).toBe(false);
  });

  test("may have no answer, or one that nobody can read", () => {
    device.wish(false, true);
    arrange("exclusiv", "-", "r7");
    for (const action of ["", "dance", "play [", "x".repeat(100_000)]) {
      device.do(at.do_hint);
      device.answer(riddles().at(-1)!, action, false);
      expect(now().hint.step, action.slice(0, 9)).toBe("nothing");
      device.do(at.do_close_hint);
    }
    device.answer({ kind: 77, number: 1, view: {} as ViewMessage }, "draw", false);
  });

  test("may be answered by where to draw", () => {
    device.wish(false, true);
    const view = { racks: ["g4 g6 y1", "? ? ?"], discard: "g5" };
    device.take(JSON.stringify(tableOf("princess", view)));
    for (const [action, step] of [["draw discard", "take"], ["draw", "draw"]] as const) {
      device.do(at.do_hint);
      device.answer(riddles().at(-1)!, action, false);
      expect(now().hint.step).toBe(step);
      device.do(at.do_close_hint);
    }
  });

  test("is also whether one can go out, and what a turn could have been", () => {
    device.wish(true, true);
    arrange("exclusiv", "[b8 g8 y8 r8]", "r7 r9 y2");
    expect(riddles().map(({ kind }) => kind)).toEqual([RIDDLE.out]);
    device.answer(riddles()[0]!, "", true);
    expect(now().canGoOut).toBe(true);
    move({ do: "draw", card: "g1" });
    expect(now().canGoOut).toBe(false);
    expect(riddles().map(({ kind }) => kind)).toEqual([RIDDLE.out, RIDDLE.lookBack]);
    device.answer(riddles()[1]!, play.action, false);
    expect(now().possible).toBe(2);
  });

  test("is not asked where nobody can answer it", () => {
    device.wish(true, false);
    arrange("exclusiv", "[b8 g8 y8 r8]", "r7 r9 y2");
    expect([device.do(at.do_hint), now().refused.kind, riddles()]).toEqual([false, "no_hint", []]);
  });
});

describe("a text", () => {
  test("that is none, or too long, changes nothing", () => {
    const before = arrange("exclusiv", "[b8 g8 y8 r8]", "r7 r9 y2");
    const capacity = device.module.exports.text_capacity();
    for (const text of ["", "{", "[]", "null", "{\"seq\":8}", "\0", " ".repeat(capacity + 1)])
      device.take(text);
    expect(now()).toEqual(before);
    expect(linesOf("<")).toEqual([]);
  });

  test("that cannot be followed has the whole table asked for", () => {
    arrange("exclusiv", "-", "r7", { seat: 1 });
    move({ seat: 1, do: "play 5-9", turn: 0 });
    expect(linesOf("<")).toEqual([""]);
  });
});

describe("a device", () => {
  test("hears of each call when it is over", () => {
    device.onChange = vi.fn();
    arrange("exclusiv", "-", "r7 r8");
    device.do(at.do_pick, { piece: idOf("r7") });
    expect(device.onChange).toHaveBeenCalledTimes(2);
  });

  test("knows that there is nothing to come back to", () => {
    arrange("exclusiv", "-", "r7");
    device.end("no_table");
    expect([now().isGone, device.do(at.do_draw)]).toEqual([true, false]);
    expect(now().refused.kind).toBe("gone");
  });

  test("waits until the move of somebody else was seen", () => {
    arrange("exclusiv", "-", "r7", { seat: 1 });
    move({ seat: 1, do: "draw", turn: 0 });
    expect([now().isShowing, now().draw.kind]).toEqual([true, "showing"]);
    device.shown();
    expect([now().isShowing, now().draw.kind]).toEqual([false, "none"]);
  });
});
