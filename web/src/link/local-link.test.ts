// local-link.test.ts - whole matches at tables in the page, played as a person would by what the
// table offers, against computer players: what is let through is done, a reload brings all of it
// back, what is written is a record, and the clock does what the rules say.
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { Engine } from "rummery/engine";
import engineUrl from "rummery/engine.wasm?url&inline";
import { Match } from "rummery/match";
import recordUrl from "rummery/record.wasm?url&inline";
import { Device } from "../core/device";
import coreUrl from "../core/rummery.wasm?url&inline";
import type { Thinker } from "../core/thinker";
import { leftMs } from "../game/clock";
import { factsOf, GAMES } from "../game/games";
import { TableState } from "../state/table.svelte";
import { LocalLink } from "./local-link";
import { type LocalTable, localTable, localTables, makeLocalTable, unfinishedTables,
} from "./local-table";
import type { NewTable } from "./messages";

let engine: Engine;
const seed: [number, number] = [1, 0];
const thinker: Thinker = {
  hint: async (rules, view) => engine.hint(rules, view.message),
  canGoOut: async (rules, view) => engine.canGoOut(rules, view.message),
  decide: async (rules, view, player) => engine.decide(rules, view.message, player, seed),
};
/** What the browser keeps of racks. */
let racks: Map<string, unknown>;

beforeAll(async () => {
  engine = await Engine.load(engineUrl);
});
beforeEach(() => {
  const kept = new Map<string, string>();
  racks = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
});

const opened: TableState[] = [];
afterEach(() => {
  for (const table of opened.splice(0)) table.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const anna = (more: Partial<NewTable> = {}): NewTable => ({
  game: "exclusiv", options: { turn_seconds: 0, first: 0 }, seats: [{ name: "Anna" }, { bot: 1 }],
  ...more,
});
const two = [{ name: "Anna" }, { name: "Ben" }];

type Sitting = [table: TableState, link: LocalLink];

async function sit(made = makeLocalTable(anna()), by = thinker): Promise<Sitting> {
  const link = new LocalLink(made, by, () => Device.local(coreUrl));
  link.botPauseMs = 0;
  const table = new TableState(link, await link.load(), by, {
    stepMs: () => 0, tellsPossible: () => true, rackOrder: () => "runs",
  }, { read: (name) => racks.get(name), keep: (name, value) => void racks.set(name, value) });
  opened.push(table);
  table.open();
  return [table, link];
}

/** Somebody comes to a table that is kept, or to the latest one. */
const sitAgain = (name = localTables()[0]!) => sit(localTable(name)!);

const until = (holds: () => boolean) => vi.waitFor(() => expect(holds()).toBe(true), 8000);
const rackOf = (table: TableState) => table.arrangement.rack.map(({ card }) => card);
const meldsOf = (table: TableState) =>
  table.arrangement.melds.map(({ pieces }) => pieces.map(({ card }) => card).join(" "));

/** Puts the first card of the rack onto the table, and says which it is. */
function layFirst(table: TableState): string {
  const piece = table.arrangement.rack[0]!;
  table.tap(piece.id);
  table.putNew();
  return piece.card;
}

function discardFirst(table: TableState): void {
  table.unpick();
  table.tap(table.arrangement.rack[0]!.id);
  table.discard();
}

/** One step of somebody who asks for a hint each time. */
async function step(table: TableState): Promise<void> {
  if (table.isCurtained) return table.liftCurtain();
  if (table.isPassing) return table.passOn();
  if (table.isChanged) return table.verdict.ok ? table.play() : table.again();
  await table.hint();
  if (table.hints.hint.laid.length > 0) return table.layHint();
  if (table.hints.step === "take") return table.draw("discard");
  if (table.canDraw) return table.draw(1 + (table.view?.stacks.findIndex((n) => n > 0) ?? 0));
  return table.canPass ? table.pass() : discardFirst(table);
}

async function playRound(table: TableState): Promise<void> {
  for (let i = 0; table.message?.phase === "playing" && i < 3000; i++) {
    const mine = () => table.isCurtained || table.isPassing || table.isMyTurn;
    await until(() => mine() || table.message?.phase !== "playing");
    if (mine()) await step(table);
    expect(table.refused, JSON.stringify(table.refused)).toBeNull();
  }
}

describe.each(GAMES)("a table of %s", (game) => {
  test("is played to the end, and nothing that is offered is refused", async () => {
    const seats = [{ name: "Anna" }, { bot: 2 }, { name: "Ben" }];
    const made = makeLocalTable(anna({ game, seats, options: { rounds: 2, turn_seconds: 0 } }));
    const [table, link] = await sit(made);
    await table.ask({ do: "start" });
    await playRound(table);
    expect(table.message?.phase).toBe("scored");
    expect(table.over?.parts).toHaveLength(3);
    await table.ask({ do: "next" });
    await playRound(table);
    expect(table.message?.phase).toBe("over");
    const { sheet, totals } = table.message!;
    expect(totals).toEqual([0, 1, 2].map((seat) => sheet[0]![seat]! + sheet[1]![seat]!));
    const again = await Match.replay(link.record.split("\n"), recordUrl);
    expect(again.needs).toBe("nothing");
    const { record } = link;
    await table.ask({ do: "rematch" });
    expect(table.message?.phase).toBe("playing");
    expect(link.earlierRecords).toEqual([record]);
  }, 60_000);

  test("comes back as it was", async () => {
    const seats = [{ name: "Anna" }, { bot: 2 }];
    const [table] = await sit(makeLocalTable(anna({ game, seats })));
    await table.ask({ do: "start" });
    for (let i = 0; i < 6; i++) {
      await until(() => table.isMyTurn);
      await step(table);
    }
    await until(() => table.isMyTurn);
    const { message, view } = table;
    const lying = [meldsOf(table), rackOf(table)];
    table.close();
    const [again] = await sitAgain();
    expect([again.message?.phase, again.isMyTurn, again.view]).toEqual(["playing", true, view]);
    expect([again.message?.round, again.message?.options]).toEqual([1, message?.options]);
    expect([meldsOf(again), rackOf(again)]).toEqual(lying);
    expect(again.view?.stacks).toHaveLength(factsOf(game).stacks);
  });
});

describe("a reload", () => {
  test("brings back table, rack and draft", async () => {
    const [table] = await sit();
    await table.ask({ do: "start" });
    table.draw(1);
    await until(() => table.isMyTurn);
    const card = layFirst(table);
    table.close();
    const [again] = await sitAgain();
    expect([meldsOf(again), rackOf(again)]).toEqual([meldsOf(table), rackOf(table)]);
    expect(meldsOf(again).at(-1)).toBe(card);
    again.again();
    expect([rackOf(again).length, rackOf(again).includes(card)]).toEqual([15, true]);
    expect(again.view).toEqual(table.view);
  });

  test("brings back the order of a rack", async () => {
    const [table] = await sit();
    await table.ask({ do: "start" });
    table.tap(table.arrangement.rack.at(-1)!.id);
    table.put({ rack: 0 });
    table.close();
    const [again] = await sitAgain();
    expect([again.order, rackOf(again)]).toEqual(["hand", rackOf(table)]);
  });

  test("of what is no record is no table", async () => {
    const made = makeLocalTable(anna());
    made.lines = ["match exclusiv players=2", "dance"];
    const [table, link] = await sit(made);
    expect([table.status, link.status]).toEqual(["gone", "gone"]);
  });
});

describe("what was kept", () => {
  test("opens with seats that came after the match", async () => {
    const [table] = await sit(makeLocalTable(anna({ options: { turn_seconds: 0, rounds: 1 } })));
    await table.ask({ do: "start" });
    await playRound(table);
    table.close();
    const kept: LocalTable = localTable(localTables()[0]!)!;
    kept.seats.push({ kind: "bot", level: 2, colour: "r" });
    const [again] = await sit(kept);
    expect([again.message?.phase, again.message?.seats.length]).toEqual(["over", 3]);
    await again.ask({ do: "rematch" });
    expect([again.message?.phase, again.message?.match]).toEqual(["playing", 2]);
    expect(again.view?.racks).toHaveLength(3);
  }, 30_000);

  test("is an unfinished match until its last round is over, whatever was made since", async () => {
    const options = { turn_seconds: 0, rounds: 1, first: 0 };
    const made = makeLocalTable(anna({ options, seats: [{ name: "Anna" }, { bot: 2 }] }));
    const names = () => unfinishedTables().map(({ name }) => name);
    const [table] = await sit(made);
    await table.ask({ do: "start" });
    for (let i = 0; i < 30; i += 1) makeLocalTable(anna());
    expect(names()).toEqual([made.name]);
    const { sheet } = table.message!;
    await playRound(table);
    expect(sheet, "what was told is not written to").toEqual([]);
    expect(names()).toEqual([]);
    table.close();
    expect(localTable(made.name)!.isOver).toBe(true);
    for (let i = 0; i < 30; i += 1) makeLocalTable(anna());
    expect(localTable(made.name)).toBeNull();
  }, 30_000);

  test("cannot be taken back after a reload", async () => {
    const [table] = await sit(makeLocalTable(anna({ game: "princess", seats: two })));
    await table.ask({ do: "start" });
    table.liftCurtain();
    table.draw(1);
    discardFirst(table);
    table.close();
    const [again, link] = await sitAgain();
    const { record } = link;
    again.askBack();
    expect([again.refused?.key, again.view?.seat]).toEqual(["error.not_now", 1]);
    expect(link.record).toBe(record);
  });
});

describe("what is asked", () => {
  test("comes too early or too late", async () => {
    const [table] = await sit();
    await table.ask({ do: "next" });
    expect(table.refused?.key).toBe("error.not_now");
    await table.ask({ do: "start" });
    expect([table.refused, table.message?.phase]).toEqual([null, "playing"]);
    await table.ask({ do: "start" });
    expect(table.refused?.key).toBe("error.not_now");
  });

  test("takes back a discard, but not a draw", async () => {
    const [table, link] = await sit(makeLocalTable(anna({ game: "princess", seats: two })));
    await table.ask({ do: "start" });
    table.liftCurtain();
    table.draw("discard");
    table.askBack();
    expect(table.refused?.key).toBe("error.not_now");
    const [drawn, record] = [table.view, link.record];
    discardFirst(table);
    expect(table.canAskBack).toBe(false); // who comes next has not looked yet
    table.askBack();
    table.liftCurtain();
    expect([table.refused, table.view]).toEqual([null, drawn]);
    expect(link.record).toBe(record);
    expect(table.traces.moves.at(-1)?.happening).toEqual({ kind: "told", why: "back" });
  });

  test("to leave forgets the table", async () => {
    const [table] = await sit();
    await table.ask({ do: "leave" });
    expect([table.status, localTables()]).toEqual(["gone", []]);
  });
});

describe("the clock", () => {
  /** Milliseconds; undefined where none runs. */
  const leftOf = ({ clock }: TableState) =>
    clock === null ? undefined : leftMs(clock, performance.now());
  const slow = { turn_seconds: 120, first: 0 };

  test("X-33: applies the end of the time to the draft", async () => {
    vi.useFakeTimers();
    const options = { turn_seconds: 10, first: 0 };
    const [table, link] = await sit(makeLocalTable(anna({ options, seats: two })));
    await table.ask({ do: "start" });
    table.liftCurtain();
    expect(leftOf(table)).toBe(10_000);
    const card = layFirst(table);
    await vi.advanceTimersByTimeAsync(9_000);
    expect([table.isMyTurn, table.seat]).toEqual([true, 0]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(table.happening).toMatchObject({ kind: "timeout", seat: 0 });
    expect([table.seat, table.isCurtained]).toEqual([1, true]);
    expect(table.view?.racks[0]).toHaveLength(15);
    expect(link.record).toContain(`timeout [${card}]`);
  });

  test("waits for whoever comes next to the device, over a reload too", async () => {
    vi.useFakeTimers();
    const [table] = await sit(makeLocalTable(anna({ options: slow, seats: two })));
    await table.ask({ do: "start" });
    expect(leftOf(table)).toBeUndefined();
    table.liftCurtain();
    expect(leftOf(table)).toBe(120_000);
    table.draw(1);
    table.passOn();
    expect(leftOf(table)).toBeUndefined();
    await vi.advanceTimersByTimeAsync(300_000);
    expect(table.view?.seat).toBe(1);
    table.liftCurtain();
    expect(leftOf(table)).toBe(120_000);
    await vi.advanceTimersByTimeAsync(30_000);
    table.close();

    const [again] = await sitAgain();
    await vi.advanceTimersByTimeAsync(300_000);
    expect([again.view?.seat, again.isCurtained]).toEqual([1, true]);
    expect(leftOf(again)).toBeUndefined();
    again.liftCurtain();
    expect(leftOf(again)).toBe(90_000);
    await vi.advanceTimersByTimeAsync(90_000);
    expect(again.happening).toMatchObject({ kind: "timeout", seat: 1 });
  });

  test("runs for whom the curtain was lifted while a computer player was on turn", async () => {
    const seats = [...two, { bot: 1 }];
    const options = { ...slow, first: 2 };
    const [table, link] = await sit(makeLocalTable(anna({ options, seats })));
    link.botPauseMs = 60_000;
    await table.ask({ do: "start" });
    expect([table.seat, table.isCurtained, table.view?.seat]).toEqual([0, true, 2]);
    table.liftCurtain();
    table.skip();
    await until(() => table.isMyTurn);
    expect(table.isCurtained).toBe(false);
    expect(leftOf(table)).toBeGreaterThan(110_000);
  });

  test("runs at once for somebody alone, who has no curtain", async () => {
    const [table] = await sit(makeLocalTable(anna({ options: slow })));
    await table.ask({ do: "start" });
    expect(leftOf(table)).toBeGreaterThan(119_000);
  });
});

describe("computer players", () => {
  test("that cannot think are asked again, and nobody plays in their place", async () => {
    for (const game of GAMES) {
      let [asked, fails] = [0, true];
      const decide: Thinker["decide"] = (...given) => {
        asked += 1;
        return fails ? Promise.reject(new Error("no memory")) : thinker.decide(...given);
      };
      const made = makeLocalTable(anna({ game, seats: [{ bot: 1 }, { bot: 2 }] }));
      const [table, link] = await sit(made, { ...thinker, decide });
      const statuses: string[] = [];
      const { onStatus } = link;
      link.onStatus = (status) => {
        statuses.push(status);
        onStatus(status);
      };
      link.askAgainMs = 1;
      await table.ask({ do: "start" });
      const begun = made.lines.length;
      await until(() => asked > 3);
      expect([table.status, made.lines.length]).toEqual(["stuck", begun]);
      fails = false;
      await until(() => made.lines.length > begun + 60 || table.message?.phase !== "playing");
      expect(statuses).toEqual(["stuck", "live"]);
    }
  });

  test("take their time, unless they are hurried", async () => {
    const [table, link] = await sit();
    link.botPauseMs = 60_000;
    await table.ask({ do: "start" });
    table.draw(1);
    await new Promise((done) => setTimeout(done, 50));
    expect([table.isMyTurn, table.canSkip]).toEqual([false, true]);
    table.skip();
    await until(() => table.isMyTurn);
  });

  test("wait while a move is shown, with what they have thought too", async () => {
    let answer: (() => void) | null = null;
    const decide: Thinker["decide"] = async (...given) => {
      await new Promise<void>((done) => (answer = done));
      return thinker.decide(...given);
    };
    const [table, link] = await sit(undefined, { ...thinker, decide });
    const pause = () => new Promise((done) => setTimeout(done, 50));
    await table.ask({ do: "start" });
    link.hold(true);
    table.draw(1);
    await pause();
    expect(answer).toBeNull();
    link.hold(false);
    await until(() => answer !== null);
    link.hold(true);
    answer!();
    await pause();
    expect(table.view?.seat).toBe(1);
    link.hold(false);
    expect(table.isMyTurn).toBe(true);
  });
});
