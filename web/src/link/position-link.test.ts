// position-link.test.ts - a table of one position: what is told is followed like any table's, what
// the rules forbid is refused, and it begins again as it was.
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { Practice } from "rummery/practice";
import recordUrl from "rummery/record.wasm?url&inline";
import { Seat } from "../core/seat";
import coreUrl from "../core/rummery.wasm?url&inline";
import { addressOf, positionAt } from "../game/position-text";
import { viewOf } from "../game/view";
import { TableState } from "../state/table.svelte";
import { type Acted, PositionLink } from "./position-link";

const EIGHTS = "exclusiv players=2; opened 1; table [b8 g8 y8 r8]; rack r7 r9 y2";
const nobody = {
  hint: async () => null, canGoOut: async () => false, decide: async () => "", stop: () => {},
};
const wishes = {
  stepMs: () => 0, tellsPossible: () => false, rackOrder: () => "runs" as const,
};
let practice: Practice;
let seat: Seat;

beforeAll(async () => {
  practice = await Practice.load(recordUrl);
});
beforeEach(async () => {
  seat = await Seat.load(coreUrl);
});

async function open(text: string, more: { draft?: string; seconds?: number } = {}) {
  const link = new PositionLink({ text, ...more }, async () => practice);
  const acted: Acted[] = [];
  link.onActed = (one) => acted.push(one);
  const keeper = { read: () => null, keep: () => true };
  const table = new TableState(link, seat, nobody, wishes, keeper);
  table.open();
  await vi.waitFor(() => expect(table.message).not.toBeNull());
  const put = (cards: string[], target: "new" | string) => {
    for (const card of cards) table.tap(idOf(table, card));
    if (target === "new") table.putNew();
    else table.tap(idOf(table, target));
  };
  return { link, table, acted, put };
}

function idOf(table: TableState, card: string): number {
  const { rack, melds } = table.arrangement;
  const pieces = [...rack, ...melds.flatMap((meld) => meld.pieces)];
  return pieces.find((one) => one.card === card && !table.picked.has(one.id))!.id;
}

describe("a table of one position", () => {
  test("shows what the seat sees, and whose turn it is", async () => {
    const { table } = await open(EIGHTS);
    expect(table.isMyTurn).toBe(true);
    expect(table.arrangement.rack.map(({ card }) => card).sort()).toEqual(["r7", "r9", "y2"]);
    expect(table.view?.racks[1]).toEqual(Array(14).fill("?"));
  });

  test("tells its owner what was played, and judges a goal", async () => {
    const { link, table, acted, put } = await open(EIGHTS);
    const goal = "lays r7 r9; melds [b8 g8 y8]";
    put(["r8", "r7", "r9"], "new");
    expect(link.judge(goal)).toBe("open");
    await table.play();
    expect(acted).toEqual([{ action: expect.stringMatching(/^play /), isOn: false }]);
    expect(link.judge(goal)).toBe("met");
    expect(link.judge("laid 3")).toBe("missed");
    expect(link.judge("laid 3 | left 2")).toBe("met");
    expect(table.isMyTurn).toBe(false);
  });

  test("refuses what the rules forbid, with rule and reason", async () => {
    const { link, acted } = await open(EIGHTS);
    const request = link.request({ do: "act", action: "play [b8 g8 y8] [r7 r8]" });
    await expect(request).rejects.toMatchObject({ message_: { error: "rule", rule: "X-09" } });
    expect(acted).toEqual([]);
  });

  test("begins again with the same cards", async () => {
    const { link, table } = await open(EIGHTS);
    await table.draw(1);
    const drawn = [...link.standing!.view.racks];
    link.again();
    expect(table.isMyTurn).toBe(true);
    expect(table.arrangement.rack).toHaveLength(3);
    await table.draw(1);
    expect(link.standing!.view.racks).toEqual(drawn);
  });

  test("the card that is named is drawn, from whichever stack", async () => {
    const { table } = await open("photo players=2; rack GBc GBs CHl; next GBf");
    await table.draw(3);
    expect(table.view?.phase).toBe("drawn");
    expect(table.arrangement.rack.map(({ card }) => card)).toContain("GBf");
  });

  test("a whole turn of princess is followed card by card", async () => {
    const { table, link, put } = await open(
      "princess players=2; discard g5; racks g4 g6 y1; racks r1 r2");
    await table.draw("discard");
    put(["g4", "g5", "g6"], "new");
    table.tap(idOf(table, "y1"));
    await table.discard();
    expect(link.judge("out")).toBe("met");
    expect(table.message?.phase).toBe("over");
    expect(link.standing?.scores).toEqual([[15, 3, 0], [0, 0, 0]]);
  });

  test("a new stock is made where one is needed", async () => {
    const full = ["g", "y", "r", "b"].flatMap((colour) =>
      [1, 2, 3, 4, 5, 6, 7].flatMap((number) => [`${colour}${number}`, `${colour}${number}`]));
    const mine = full.splice(0, 3).join(" ");
    const { table } = await open(
      `princess players=2; discard ${full.splice(0, 30).join(" ")}; ` +
      `racks ${mine}; racks ${full.join(" ")}`);
    await table.draw(1);
    expect(table.view?.phase).toBe("drawn");
    expect(table.arrangement.rack).toHaveLength(4);
  });

  test("begins as somebody left it, and time runs out by the rules (X-33)", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const draft = "[b8 g8 y8] [r7 r8]";
      const link = new PositionLink({ text: EIGHTS, draft, seconds: 20 }, async () => practice);
      const keeper = { read: () => null, keep: () => true };
      const table = new TableState(link, seat, nobody, wishes, keeper);
      table.open();
      await vi.waitFor(() => expect(table.message).not.toBeNull());
      expect(table.arrangement.draft).toBe(draft);
      vi.advanceTimersByTime(20000);
      expect(link.standing?.view.table).toBe("[b8 g8 y8]");
      expect(link.standing?.view.racks[0]?.split(" ").sort().slice(0, 3))
        .toEqual(expect.arrayContaining(["r7", "r8"]));
    } finally {
      vi.useRealTimers();
    }
  });

  test("says so where nobody can play from it", async () => {
    for (const text of ["", "chess players=2", "exclusiv players=2; rack r7 r7 r7",
      "exclusiv players=2; seat 1; viewer 0; rack r7", "photo players=2; rack GBc; next GBc"]) {
      const link = new PositionLink({ text }, async () => practice);
      link.open();
      await vi.waitFor(() => expect(link.status, text).toBe("gone"));
    }
  });
});

describe("the short text of a position", () => {
  test("goes through an address and comes back", () => {
    for (const text of [EIGHTS, "photo players=2; phase drawn; table [GBc GBs * GBf]; rack Fl *"])
      expect(positionAt(addressOf(text))).toBe(text);
    expect(addressOf(EIGHTS)).toBe("exclusiv+players=2;opened+1;table+(b8+g8+y8+r8);rack+r7+r9+y2");
    expect(positionAt(encodeURIComponent(addressOf(EIGHTS)))).toBe(EIGHTS);
  });

  test("is written from what a seat sees, and read as the same", async () => {
    for (const text of [EIGHTS, "princess players=3; seat 1; phase drawn; " +
      "table 2[g4 g5 g6]; discard b2; rack y1 y2 y3"]) {
      expect(practice.begin(text, 1)).toBe(true);
      const { view, ...rules } = practice.standing();
      const short = practice.shortOf(rules, view)!;
      expect(practice.begin(short, 1)).toBe(true);
      const { places: _, ...again } = practice.standing().view;
      const { places: __, ...first } = view;
      expect(viewOf(again).message).toEqual(viewOf(first).message);
    }
  });
});
