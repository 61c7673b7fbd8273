// table.test.ts - one table as it is shown and played, with a link that says what it is told to and
// the real module of tables elsewhere.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Device, type Mark } from "../core/device";
import remoteUrl from "../core/remote.wasm?url&inline";
import type { Thinker } from "../core/thinker";
import { piecesOf } from "../game/pieces";
import type { Play } from "../game/types";
import type { Link, LinkStatus } from "../link/link";
import type { MoveMessage, Request, ServerMessage, TableMessage, ViewMessage,
} from "../link/messages";
import { lineOf } from "../ui/table/words";
import { TableState } from "./table.svelte";

class FakeLink implements Link {
  onNews: (text: string, news: ServerMessage) => void = () => {};
  onStatus: (status: LinkStatus) => void = () => {};
  status: LinkStatus = "live";
  asked: (Request & { id?: string })[] = [];
  wanted = 0;

  load = () => Device.remote(false, remoteUrl);
  open(): void {}
  close(): void {}
  request = () => Promise.resolve();
  hear(mark: Mark, text: string): void {
    if (mark === "<") this.wanted++;
    else this.asked.push(JSON.parse(text) as Request);
  }
  tell(news: ServerMessage): void {
    this.onNews(JSON.stringify(news), news);
  }
  /** The id of what was asked last. */
  get id(): string {
    return this.asked.at(-1)?.id ?? "";
  }
  get acts(): string[] {
    return this.asked.flatMap((request) => (request.do === "act" ? [request.action] : []));
  }
  get drafts(): string[] {
    return this.asked.flatMap((request) => (request.do === "draft" ? [request.table] : []));
  }
}

const unknown = (count: number) => Array<string>(count).fill("?").join(" ");

type Known = "exclusiv" | "photo" | "princess";

const VIEWS: Record<Known, ViewMessage> = {
  exclusiv: {
    viewer: 0,
    seat: 0,
    phase: "start",
    racks: ["r11 r12 r13 b5 * y8 r7 r9", unknown(14)],
    shown: ["", ""],
    table: "[b8 g8 r8]",
    opened: [false, false],
    stock: 108 - 8 - 14 - 3,
  },
  photo: {
    viewer: 0,
    seat: 0,
    phase: "start",
    racks: ["GBc GBs GBf Fl", unknown(8)],
    shown: ["", ""],
    table: "-",
    opened: [false, false],
    stacks: [20, 19, 19, 19, 19],
  },
  princess: {
    viewer: 0,
    seat: 0,
    phase: "drawn",
    racks: ["g4 g5 g6 r1 b2", unknown(4)],
    shown: ["", ""],
    table: "1[y5 y6 y7]",
    opened: [false, true],
    stock: 43,
    discard: "r3",
    laid: [false, true],
    laid_since_shuffle: true,
    idle: 0,
    taken: "b2",
    from: "stock",
  },
};

function tableOf(game: Known, view: Partial<ViewMessage> = {}): TableMessage {
  return {
    table: "here", seq: 7, version: 1, game, options: {}, watch: true, drafts: true, stand_in: 0,
    phase: "playing", you: [0], host: true,
    seats: [{ kind: "person", name: "Anna", here: true }, { kind: "bot", level: 2 }],
    match: 1, round: 1, sheet: [], totals: [0, 0], commit: { deal: 1, hash: "" },
    views: [{ ...VIEWS[game], ...view }], why: "hello",
  };
}

let link: FakeLink;
let kept: Map<string, unknown>;
let stepMs = 0;
let hint: Play | null = null;
let canGoOut = false;
const thinker: Thinker = {
  hint: () => Promise.resolve(hint),
  canGoOut: () => Promise.resolve(canGoOut),
  decide: () => Promise.resolve("draw"),
};

beforeEach(() => {
  link = new FakeLink();
  kept = new Map();
  stepMs = 0;
  hint = null;
  canGoOut = false;
});
afterEach(() => vi.useRealTimers());

async function open(message: TableMessage, tellsPossible = false): Promise<TableState> {
  const wishes = {
    stepMs: () => stepMs,
    tellsPossible: () => tellsPossible,
    rackOrder: () => "runs" as const,
  };
  const keeper = {
    read: (name: string) => kept.get(name),
    keep: (name: string, value: unknown) => void kept.set(name, value),
  };
  const table = new TableState(link, await link.load(), thinker, wishes, keeper);
  table.open();
  link.tell(message);
  return table;
}

const rackOf = (table: TableState) => table.arrangement.rack.map(({ card }) => card).join(" ");
const freshOf = (table: TableState) =>
  table.arrangement.rack.flatMap(({ id, card }) => (table.fresh.has(id) ? [card] : [])).join(" ");
const meldsOf = (table: TableState) =>
  table.arrangement.melds.map(({ pieces }) => pieces.map(({ card }) => card).join(" "));

/** Picks cards by name, wherever they lie. */
function pick(table: TableState, ...cards: string[]): void {
  const pieces = piecesOf(table.arrangement);
  const ids = cards.map((card) => {
    const at = pieces.findIndex((piece) => piece.card === card);
    return pieces.splice(at, 1)[0]?.id ?? -1;
  });
  for (const id of ids) table.tap(id);
}

function lay(table: TableState, ...cards: string[]): void {
  pick(table, ...cards);
  table.putNew();
}

const move = (more: Partial<MoveMessage>): MoveMessage => ({
  seq: 8, seat: 0, do: "draw", turn: 1, ...more,
});

describe("laying", () => {
  test("tiles that are picked go where one taps, and the draft is told", async () => {
    const table = await open(tableOf("exclusiv"));
    lay(table, "r12", "r13");
    expect(meldsOf(table)).toEqual(["b8 g8 r8", "r12 r13"]);
    expect(table.arrangement.melds.map(({ verdict }) => verdict.ok)).toEqual([true, false]);
    const target = table.arrangement.melds[1]?.pieces[0]?.id ?? -1;
    pick(table, "r11");
    table.tap(target);
    expect(meldsOf(table)).toEqual(["b8 g8 r8", "r11 r12 r13"]);
    expect(link.drafts.at(-1)).toBe("[b8 g8 r8] [r11 r12 r13]");
    expect(table.arrangement.melds[1]?.pieces.every(({ isOwn }) => isOwn)).toBe(true);
  });

  test("counts the points of correct melds towards the first one (X-13)", async () => {
    const table = await open(tableOf("exclusiv"));
    expect(table.firstMeld).toEqual({ have: 0, need: 40 });
    lay(table, "r12", "r13");
    expect(table.firstMeld).toEqual({ have: 0, need: 40 });
    pick(table, "r11");
    table.put({ meld: table.arrangement.melds[1]?.id ?? -1 });
    expect(table.firstMeld).toEqual({ have: 36, need: 40 });
    expect(table.verdict).toMatchObject({ ok: false, reason: "FIRST_MELD_POINTS", have: 36 });
  });

  test("steps can be undone, redone and begun again", async () => {
    const table = await open(tableOf("exclusiv"));
    lay(table, "r12", "r13");
    lay(table, "b5");
    table.undo();
    expect(meldsOf(table)).toEqual(["b8 g8 r8", "r12 r13"]);
    table.redo();
    expect(meldsOf(table)).toHaveLength(3);
    table.again();
    expect(meldsOf(table)).toEqual(["b8 g8 r8"]);
    expect(table.isChanged).toBe(false);
    expect(link.drafts.at(-1)).toBe("[b8 g8 r8]");
  });

  test("what lies on the table never goes to the rack", async () => {
    const table = await open(tableOf("exclusiv"));
    pick(table, "r8");
    table.put({ rack: "end" });
    expect(table.refused?.key).toBe("table.refused.stays");
    expect(meldsOf(table)).toEqual(["b8 g8 r8"]);
  });

  test("several tiles of one meld can be picked there", async () => {
    const table = await open(tableOf("exclusiv"));
    pick(table, "b8", "g8");
    expect(table.picked.size).toBe(2);
    table.unpick();
    expect(table.picked.size).toBe(0);
  });

  test("waits for the draw where the game wants it", async () => {
    const table = await open(tableOf("photo"));
    lay(table, "GBc", "GBs");
    expect(table.refused?.fault?.reason).toBe("DRAW_FIRST");
    expect(meldsOf(table)).toEqual([]);
  });

  test("a joker on the table says which tiles free it", async () => {
    const table = await open(tableOf("exclusiv", { table: "[b8 * b10]", stock: 83 }));
    const pieces = table.arrangement.melds.flatMap((meld) => meld.pieces);
    expect(pieces.flatMap(({ freeing }) => freeing ?? [])).toEqual(["b9"]);
  });
});

describe("the play button", () => {
  test("sends the whole table", async () => {
    const table = await open(tableOf("exclusiv"));
    lay(table, "*", "r11", "r12", "r13");
    const jokerFirst = table.arrangement.melds[1]?.pieces[0]?.card === "*";
    expect(jokerFirst || table.verdict.ok).toBe(true);
    table.play();
    expect(link.acts).toHaveLength(1);
  });

  test("says why, points at the meld and changes nothing", async () => {
    const table = await open(tableOf("exclusiv"));
    lay(table, "r12", "r13");
    table.play();
    expect(link.acts).toEqual([]);
    expect(table.refused?.fault?.reason).toBe("MELD_TOO_SHORT");
    expect(table.refused?.meld).toBe(table.arrangement.melds[1]?.id);
    expect(meldsOf(table)).toHaveLength(2);
  });

  test("with nothing laid says so", async () => {
    const table = await open(tableOf("exclusiv"));
    table.play();
    expect(table.refused?.key).toBe("table.refused.pick_first");
    expect(link.acts).toEqual([]);
  });

  test("pressed twice sends once, and waits visibly", async () => {
    const table = await open(tableOf("exclusiv"));
    table.draw(1);
    expect(table.isPending).toBe(true);
    table.draw(1);
    expect(link.acts).toEqual(["draw"]);
    expect(table.refused?.key).toBe("table.refused.pending");
    link.tell({ ok: true, id: link.id });
    expect(table.isPending).toBe(false);
  });

  test("shows what the server refuses, in its words or those of the rules", async () => {
    const table = await open(tableOf("exclusiv"));
    table.draw(1);
    link.tell({ error: "stale", why: "", id: link.id });
    expect([table.refused?.key, table.isPending]).toEqual(["error.stale", false]);
    table.draw(1);
    expect([table.refused, table.isPending]).toEqual([null, true]);
    link.tell({ error: "rule", rule: "X-12", reason: "STOCK_EMPTY", why: "", id: link.id });
    expect(table.refused?.fault?.reason).toBe("STOCK_EMPTY");
  });

  test("shows what the server tells everybody", async () => {
    const table = await open(tableOf("exclusiv"));
    link.tell({ error: "storage", why: "the disk is full" });
    expect(table.refused?.key).toBe("error.storage");
  });
});

describe("drawing", () => {
  test("is refused while something is laid, so that nothing is lost", async () => {
    const table = await open(tableOf("exclusiv"));
    lay(table, "b5");
    table.draw(1);
    expect(link.acts).toEqual([]);
    expect(table.refused?.key).toBe("table.refused.laid_tiles");
  });

  test("names the stack in photo, and passing comes after it", async () => {
    const table = await open(tableOf("photo"));
    expect(table.canPass).toBe(false);
    table.draw(4);
    expect(link.acts).toEqual(["draw 4"]);
    link.tell(move({ do: "draw 4", card: "Fp", turn: 0, id: link.id }));
    expect(table.isPending).toBe(false);
    expect(rackOf(table)).toContain("Fp");
    expect(table.canPass).toBe(true);
    expect(table.canUndo).toBe(false);
    table.pass();
    expect(link.acts).toEqual(["draw 4", "pass"]);
  });

  test("marks the card that came and where from", async () => {
    const table = await open(tableOf("photo"));
    link.tell(move({ do: "draw 2", card: "Fp", turn: 0 }));
    const fresh = table.arrangement.rack.filter(({ id }) => table.fresh.has(id));
    expect(fresh.map(({ card }) => card)).toEqual(["Fp"]);
    expect(table.traces.origins.get(String(fresh[0]?.id))).toBe("stack 2");
  });
});

describe("princess", () => {
  test("lays what is correct before the card goes to the pile", async () => {
    const table = await open(tableOf("princess"));
    lay(table, "g4", "g5", "g6");
    expect(table.firstMeld).toEqual({ have: 15, need: 13 });
    pick(table, "r1");
    table.discard();
    expect(link.acts).toEqual(["play 1[y5 y6 y7] 0[g4 g5 g6]"]);
    link.tell(move({ do: "play 0 0[g4 g5 g6]", turn: 0, id: link.id }));
    expect(link.acts.slice(1)).toEqual(["discard r1"]);
  });

  test("keeps the card where what was laid before it is refused", async () => {
    const table = await open(tableOf("princess"));
    lay(table, "g4", "g5", "g6");
    pick(table, "r1");
    table.discard();
    link.tell({ error: "storage", why: "", id: link.id });
    expect(table.refused?.key).toBe("error.storage");
    table.again();
    expect([link.acts.length, table.canDiscard]).toEqual([1, true]);
    expect(rackOf(table)).toContain("r1");
  });

  test("one card is picked for the pile", async () => {
    const table = await open(tableOf("princess"));
    table.discard();
    expect(table.refused?.key).toBe("table.refused.pick_single");
    pick(table, "r1", "b2");
    table.discard();
    expect(link.acts).toEqual([]);
  });

  test("laid cards stay where they are (RA-14)", async () => {
    const table = await open(tableOf("princess"));
    pick(table, "y5");
    expect(table.picked.size).toBe(0);
    expect(table.refused?.key).toBe("table.refused.stays");
  });
});

describe("others", () => {
  const bots = { seat: 1, opened: [false, true] };
  const play = move({ seat: 1, do: "play [b8 g8 r8 y8] [b1 b2 b3]", turn: 0 });

  test("their moves are shown step by step, then it is one's own turn", async () => {
    vi.useFakeTimers();
    stepMs = 500;
    const table = await open(tableOf("exclusiv", bots));
    link.tell(play);
    expect(meldsOf(table)).toEqual(["b8 g8 r8 y8"]);
    expect([table.isMyTurn, table.turn, table.isOthers]).toEqual([false, 1, true]);
    vi.advanceTimersByTime(500);
    expect(meldsOf(table)).toEqual(["b8 g8 r8 y8", "b1 b2 b3"]);
    vi.advanceTimersByTime(500);
    expect([table.isMyTurn, table.turn, table.isOthers]).toEqual([true, 0, false]);
    expect(table.fresh.size).toBe(4);
  });

  test("a tap skips what is shown and what waits", async () => {
    vi.useFakeTimers();
    stepMs = 500;
    const table = await open(tableOf("exclusiv", bots));
    link.tell(play);
    link.tell({ said: 3, seat: 1 });
    expect(table.said).toBe(null);
    table.skip();
    expect(table.isMyTurn).toBe(true);
    expect(table.said?.phrase).toBe(3);
    expect(meldsOf(table)).toHaveLength(2);
    const other = await open(tableOf("photo", { seat: 1 }));
    link.tell(move({ seat: 1, do: "draw 2", turn: 1 }));
    link.tell(move({ seq: 9, seat: 1, do: "pass", turn: 0 }));
    expect([other.isMyTurn, other.turn]).toEqual([false, 1]);
    other.skip();
    expect([other.isMyTurn, other.turn]).toEqual([true, 0]);
  });

  test("their drafts are seen as they are made", async () => {
    const table = await open(tableOf("exclusiv", bots));
    link.tell({ draft: "0 [b1 b2]", seat: 1 });
    expect(meldsOf(table)).toEqual(["b8 g8 r8", "b1 b2"]);
    link.tell({ draft: "0", seat: 1 });
    expect(meldsOf(table)).toEqual(["b8 g8 r8"]);
  });

  test("melds keep their places on the screen", async () => {
    const table = await open(tableOf("exclusiv", bots));
    const { place } = table.arrangement.melds[0]!;
    link.tell(move({ seat: 1, do: "play [b1 b2 b3] 0", turn: 0 }));
    expect([table.isChanged, table.arrangement.melds[1]!.place]).toEqual([false, place]);
  });

  test("a move that cannot be followed asks for the whole table", async () => {
    await open(tableOf("exclusiv", bots));
    link.tell(move({ seat: 1, do: "play 5-9", turn: 0 }));
    expect(link.wanted).toBe(1);
  });
});

describe("coming back", () => {
  test("brings the unfinished arrangement, which can be begun again", async () => {
    const message = tableOf("exclusiv");
    const table = await open({ ...message, draft: { seat: 0, table: "[b8 g8 r8] [r12 r13]" } });
    expect(meldsOf(table)).toEqual(["b8 g8 r8", "r12 r13"]);
    expect(rackOf(table)).not.toContain("r12");
    table.again();
    expect(meldsOf(table)).toEqual(["b8 g8 r8"]);
  });

  test("news about people leaves the arrangement alone", async () => {
    const table = await open(tableOf("exclusiv"));
    lay(table, "r12", "r13");
    link.tell({ ...tableOf("exclusiv"), seq: 8, why: "join" });
    expect(meldsOf(table)).toHaveLength(2);
    expect(table.canUndo).toBe(true);
  });

  test("the rack's order by hand is kept", async () => {
    const table = await open(tableOf("exclusiv"));
    pick(table, "r13");
    table.put({ rack: 0 });
    expect(table.order).toBe("hand");
    expect(rackOf(table).startsWith("r13 ")).toBe(true);
    const again = await open(tableOf("exclusiv"));
    expect(rackOf(again)).toBe(rackOf(table));
  });

  test("the rack can be sorted while others play, and by sets", async () => {
    const table = await open(tableOf("exclusiv", { seat: 1 }));
    table.sort("sets");
    expect(rackOf(table)).toBe("b5 r7 y8 r9 r11 r12 r13 *");
    pick(table, "b5");
    table.sort("hand");
    table.shift(1);
    expect(rackOf(table).startsWith("r7 b5 ")).toBe(true);
  });
});

/** Two people of one device, with three cards that nobody but the second sees. */
const people = (seat: number, second = "b1 b2 b3"): TableMessage => {
  const view = { ...VIEWS.exclusiv, seat, stock: 108 - 8 - 3 - 3 };
  const views = [{ ...view, racks: [VIEWS.exclusiv.racks[0]!, unknown(3)] },
    { ...view, viewer: 1, racks: [unknown(8), second] }];
  return { ...tableOf("exclusiv"), you: [0, 1], views };
};

describe("one device", () => {
  test("has a curtain between the turns of two people", async () => {
    const table = await open(people(0, "b1 b2 g1"));
    expect(table.isCurtained).toBe(true);
    expect(table.seat).toBe(0);
    table.liftCurtain();
    expect(table.isMyTurn).toBe(true);
    link.tell(move({ card: "g1", turn: 1 }));
    expect(table.isPassing).toBe(true);
    expect(table.isCurtained).toBe(false);
    expect(table.isMyTurn).toBe(false);
    expect(freshOf(table)).toBe("g1");
    table.passOn();
    expect(table.isPassing).toBe(false);
    expect(table.isCurtained).toBe(true);
    expect(rackOf(table)).toBe("");
    expect(table.isMyTurn).toBe(false);
    table.liftCurtain();
    expect(rackOf(table)).toBe("g1 b1 b2");
    expect(table.isMyTurn).toBe(true);
  });

  test("does not show what is drawn behind the curtain", async () => {
    const table = await open(people(0, "b1 b2 g1"));
    link.tell(move({ card: "g1", turn: 1 }));
    expect(table.isPassing).toBe(false);
    expect(table.isCurtained).toBe(true);
    expect(table.seat).toBe(1);
  });
});

describe("a deal on one device", () => {
  test("has a curtain for the first player too", async () => {
    const dealt = people(0);
    const { views: _, ...waiting } = dealt;
    const table = await open({ ...waiting, phase: "waiting", round: 0 });
    expect(table.isCurtained).toBe(false);
    link.tell({ ...dealt, seq: 8, why: "deal" });
    expect(table.isCurtained).toBe(true);
    expect(table.seat).toBe(0);
    table.liftCurtain();
    link.tell({ ...dealt, seq: 8 });
    expect(table.isCurtained).toBe(false);
  });

  test("has a curtain in every round, whoever sat there last", async () => {
    const table = await open(people(0));
    table.liftCurtain();
    link.tell({ ...people(0), seq: 8, round: 2, why: "deal" });
    expect(table.isCurtained).toBe(true);
    expect(table.seat).toBe(0);
  });
});

describe("hints", () => {
  const best: Play = { action: "play [b8 g8 r8 y8]", cards: 1, points: 8, isOut: false };

  test("come in three steps, and can be laid and undone", async () => {
    hint = best;
    const table = await open(tableOf("exclusiv", { opened: [true, false] }));
    await table.hint();
    expect(table.hints.step).toBe("count");
    expect(table.hinted.size).toBe(0);
    await table.hint();
    expect(table.hints.step).toBe("cards");
    expect(table.hinted.size).toBe(1);
    await table.hint();
    expect(table.hints.step).toBe("table");
    expect(table.hints.hint.melds).toEqual([{ owner: null, cards: ["b8", "g8", "r8", "y8"] }]);
    table.layHint();
    expect(meldsOf(table)).toEqual(["b8 g8 r8 y8"]);
    table.undo();
    expect(meldsOf(table)).toEqual(["b8 g8 r8"]);
  });

  test("say when nothing can be laid", async () => {
    const table = await open(tableOf("exclusiv"));
    await table.hint();
    expect(table.hints.step).toBe("nothing");
  });

  test("tell afterwards what was possible, if it is wished", async () => {
    hint = best;
    const table = await open(tableOf("exclusiv", { opened: [true, false] }), true);
    link.tell(move({ card: "g1" }));
    await Promise.resolve();
    await Promise.resolve();
    await vi.waitFor(() => expect(table.hints.possible).toBe(1));
  });

  test("count what was laid before the card was discarded", async () => {
    const discard = move({ seq: 9, do: "discard r1", turn: 1 });
    hint = { ...best, action: "play 1[y5 y6 y7] 0[g4 g5 g6]", cards: 3 };
    const table = await open(tableOf("princess"), true);
    link.tell(move({ do: "play 0 0[g4 g5 g6]", turn: 0 }));
    link.tell(discard);
    for (let i = 0; i < 20; i++) await Promise.resolve();
    expect(table.view?.seat).toBe(1);
    expect(table.hints.possible).toBeNull();
    const other = await open(tableOf("princess"), true);
    link.tell({ ...discard, seq: 8 });
    await vi.waitFor(() => expect(other.hints.possible).toBe(3));
  });

  test("tell that one can go out, if it is wished, until the turn is over", async () => {
    canGoOut = true;
    const table = await open(tableOf("exclusiv", { seat: 1 }), true);
    link.tell(move({ seat: 1, turn: 0 }));
    await vi.waitFor(() => expect(lineOf(table).tone).toBe("good"));
    link.tell(move({ seq: 9, card: "g1" }));
    expect(table.hints.canGoOut).toBe(false);
  });
});

test("a round that ends is written down", async () => {
  const last = { racks: [VIEWS.exclusiv.racks[0]!, "?"], stock: 108 - 8 - 1 - 3 };
  const table = await open(tableOf("exclusiv", { seat: 1, opened: [false, true], ...last }));
  const racks = [VIEWS.exclusiv.racks[0]!, ""];
  link.tell({
    seq: 8, seat: 1, do: "play [b8 g8 r8 y8]",
    over: { winner: 1, scores: [-90, 90], totals: [-90, 90], racks, round: 1, seed: "", mixes: [],
      commit: { deal: 2, hash: "" }, phase: "over" },
  });
  expect(table.message?.phase).toBe("over");
  expect(table.message?.sheet).toEqual([[-90, 90]]);
  expect(table.isMyTurn).toBe(false);
});
