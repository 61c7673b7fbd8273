// position-link.test.ts - a table of one position: what is told is followed like any table's, what
// the rules forbid is refused, and it begins again as it was.
import { beforeAll, describe, expect, test, vi } from "vitest";
import { Practice } from "rummery/practice";
import recordUrl from "rummery/record.wasm?url&inline";
import { Device } from "../core/device";
import remoteUrl from "../core/remote.wasm?url&inline";
import { piecesOf } from "../game/pieces";
import { addressOf, positionAt } from "../game/position-text";
import { viewOf } from "../game/view";
import { TableState } from "../state/table.svelte";
import type { News } from "./messages";
import { type Acted, type Position, PositionLink } from "./position-link";

const EIGHTS = "exclusiv players=2; opened 1; table [b8 g8 y8 r8]; rack r7 r9 y2";
const nobody = {
  hint: async () => null, canGoOut: async () => false, decide: async () => "", stop: () => {},
};
const wishes = {
  stepMs: () => 0, tellsPossible: () => false, rackOrder: () => "runs" as const,
};
let practice: Practice;

beforeAll(async () => {
  practice = await Practice.load(recordUrl);
});

const linkOf = (position: Position) =>
  new PositionLink(position, async () => practice, 1, () => Device.remote(true, remoteUrl));

async function open(position: Position) {
  const link = linkOf(position);
  const acted: Acted[] = [];
  link.onActed = (one) => acted.push(one);
  const keeper = { read: () => null, keep: () => true };
  const table = new TableState(link, await link.load(), nobody, wishes, keeper);
  table.open();
  await vi.waitFor(() => expect(table.message).not.toBeNull());
  const put = (cards: string[], target: "new" | string) => {
    for (const card of cards) table.tap(idOf(table, card));
    if (target === "new") table.putNew();
    else table.tap(idOf(table, target));
  };
  return { link, table, acted, put };
}

const idOf = (table: TableState, card: string): number =>
  piecesOf(table.arrangement).find((one) => one.card === card && !table.picked.has(one.id))!.id;
const meldsOf = ({ arrangement }: TableState): string =>
  arrangement.melds.map(({ pieces }) => `[${pieces.map(({ card }) => card).join(" ")}]`).join(" ");

describe("a table of one position", () => {
  test("shows what the seat sees, and whose turn it is", async () => {
    const { table } = await open({ text: EIGHTS });
    expect(table.isMyTurn).toBe(true);
    expect(table.arrangement.rack.map(({ card }) => card).sort()).toEqual(["r7", "r9", "y2"]);
    expect(table.view?.racks[1]).toEqual(Array(14).fill("?"));
  });

  test("tells its owner what was played, and judges a goal", async () => {
    const { link, table, acted, put } = await open({ text: EIGHTS });
    const goal = "lays r7 r9; melds [b8 g8 y8]";
    put(["r8", "r7", "r9"], "new");
    expect(link.judge(goal)).toBe("open");
    table.play();
    expect(acted).toEqual([{ action: expect.stringMatching(/^play /), isOn: false }]);
    expect(link.judge(goal)).toBe("met");
    expect(link.judge("laid 3")).toBe("missed");
    expect(link.judge("laid 3 | left 2")).toBe("met");
    expect(table.isMyTurn).toBe(false);
  });

  test("refuses what the rules forbid, with rule and reason", async () => {
    const { link, table, acted, put } = await open({ text: EIGHTS });
    put(["r8", "r7"], "new");
    table.play();
    expect(table.refused?.fault?.reason).toBe("MELD_TOO_SHORT");
    const told: News[] = [];
    link.onNews = (_, news) => void told.push(news as News);
    link.hear(">", JSON.stringify({ do: "act", action: "play [b8 g8 y8] [r7 r8]", id: "a1" }));
    expect(told).toEqual([expect.objectContaining({ error: "rule", rule: "X-09", id: "a1" })]);
    expect(acted).toEqual([]);
  });

  test("is begun again by who takes back, and shows another one", async () => {
    const { link, table } = await open({ text: EIGHTS });
    table.draw(1);
    expect(table.isMyTurn).toBe(false);
    table.askBack();
    expect([table.refused, table.isPending, table.isMyTurn]).toEqual([null, false, true]);
    link.show({ text: "exclusiv players=2; opened 1; table [b8 g8 y8]; rack r8 y2" });
    expect([meldsOf(table), table.arrangement.rack.length]).toEqual(["[b8 g8 y8]", 2]);
    expect([table.isChanged, table.canUndo]).toEqual([false, false]);
  });

  test("begins again with the same cards", async () => {
    const { link, table } = await open({ text: EIGHTS });
    table.draw(1);
    const drawn = [...link.standing!.view.racks];
    expect(table.traces.moves).toHaveLength(1);
    link.again();
    expect([table.isMyTurn, table.traces.moves]).toEqual([true, []]);
    expect(table.arrangement.rack).toHaveLength(3);
    table.draw(1);
    expect(link.standing!.view.racks).toEqual(drawn);
  });

  test("the card that is named is drawn, from whichever stack", async () => {
    const { table } = await open({ text: "photo players=2; rack GBc GBs CHl; next GBf" });
    table.draw(3);
    expect(table.view?.phase).toBe("drawn");
    expect(table.arrangement.rack.map(({ card }) => card)).toContain("GBf");
  });

  test("a whole turn of princess is followed card by card", async () => {
    const { table, link, put } = await open({
      text: "princess players=2; discard g5; racks g4 g6 y1; racks r1 r2" });
    table.draw("discard");
    put(["g4", "g5", "g6"], "new");
    table.tap(idOf(table, "y1"));
    table.discard();
    expect(link.judge("out")).toBe("met");
    expect(table.message?.phase).toBe("over");
    expect(link.standing?.scores).toEqual([[15, 3, 0], [0, 0, 0]]);
  });

  test("a new stock is made where one is needed", async () => {
    const full = ["g", "y", "r", "b"].flatMap((colour) =>
      [1, 2, 3, 4, 5, 6, 7].flatMap((number) => [`${colour}${number}`, `${colour}${number}`]));
    const mine = full.splice(0, 3).join(" ");
    const { table } = await open({
      text: `princess players=2; discard ${full.splice(0, 30).join(" ")}; ` +
        `racks ${mine}; racks ${full.join(" ")}` });
    table.draw(1);
    expect(table.view?.phase).toBe("drawn");
    expect(table.arrangement.rack).toHaveLength(4);
  });

  test("begins as somebody left it, and time runs out by the rules (X-33)", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const draft = "[b8 g8 y8] [r7 r8]";
      const { link, table } = await open({ text: EIGHTS, draft, seconds: 20 });
      expect(meldsOf(table)).toBe(draft);
      vi.advanceTimersByTime(20000);
      expect(link.standing?.view.table).toBe("[b8 g8 y8]");
      expect(link.standing?.view.racks[0]?.split(" ").sort().slice(0, 3))
        .toEqual(expect.arrayContaining(["r7", "r8"]));
      expect(table.happening).toMatchObject({ kind: "timeout" });
      const other = await open({ text: EIGHTS, seconds: 20 });
      other.put(["r8", "r7", "r9"], "new");
      vi.advanceTimersByTime(20000);
      expect(other.link.standing?.view.table).toBe("[b8 g8 y8] [r7 r8 r9]");
      link.again();
      expect(meldsOf(table), "it lies there again as somebody left it").toBe(draft);
    } finally {
      vi.useRealTimers();
    }
  });

  test("says so where nobody can play from it", async () => {
    for (const text of ["", "chess players=2", "exclusiv players=2; rack r7 r7 r7",
      "exclusiv players=2; seat 1; viewer 0; rack r7", "photo players=2; rack GBc; next GBc"]) {
      const link = linkOf({ text });
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
