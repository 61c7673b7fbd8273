// local-play.test.ts - whole matches at tables in the page, played as a person would by what the
// table offers, against computer players: what is let through is done, a reload brings all of it
// back, and what is written is a record.
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { Engine } from "rummery/engine";
import engineUrl from "rummery/engine.wasm?url&inline";
import { Match } from "rummery/match";
import recordUrl from "rummery/record.wasm?url&inline";
import { Device } from "../core/device";
import coreUrl from "../core/rummery.wasm?url&inline";
import type { Thinker } from "../core/thinker";
import { GAMES } from "../game/games";
import { LocalLink } from "../link/local-link";
import { localTable, localTables, makeLocalTable } from "../link/local-table";
import type { NewTable } from "../link/messages";
import { TableState } from "./table.svelte";

let engine: Engine;
const seed: [number, number] = [1, 0];
const thinker: Thinker = {
  hint: async (rules, view) => engine.hint(rules, view.message),
  canGoOut: async (rules, view) => engine.canGoOut(rules, view.message),
  decide: async (rules, view, player) => engine.decide(rules, view.message, player, seed),
};

beforeAll(async () => {
  engine = await Engine.load(engineUrl);
});
beforeEach(() => {
  const kept = new Map<string, string>();
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
  game: "exclusiv", options: { turn_seconds: 0, first: 0 }, seats: [{ name: "Anna" }, { bot: 2 }],
  ...more,
});

async function sit(table = makeLocalTable(anna()), by = thinker): Promise<[TableState, LocalLink]> {
  const link = new LocalLink(table, by, () => Device.local(coreUrl));
  link.botPauseMs = 0;
  const kept = new Map<string, unknown>();
  const state = new TableState(link, await link.load(), by, {
    stepMs: () => 0, tellsPossible: () => true, rackOrder: () => "runs",
  }, { read: (name) => kept.get(name), keep: (name, value) => void kept.set(name, value) });
  opened.push(state);
  state.open();
  return [state, link];
}

const until = (holds: () => boolean) => vi.waitFor(() => expect(holds()).toBe(true), 8000);
const rackOf = (table: TableState) => table.arrangement.rack.map(({ card }) => card);

/** One step of somebody who asks for a hint each time. */
async function step(table: TableState): Promise<void> {
  if (table.isCurtained) return table.liftCurtain();
  if (table.isPassing) return table.passOn();
  if (table.isChanged) return table.verdict.ok ? table.play() : table.again();
  await table.hint();
  if (table.hints.hint.laid.length > 0) return table.layHint();
  if (table.hints.step === "take") return table.draw("discard");
  if (table.canDraw) return table.draw(1 + (table.view?.stacks.findIndex((n) => n > 0) ?? 0));
  if (table.canPass) return table.pass();
  table.unpick();
  table.tap(table.arrangement.rack[0]!.id);
  table.discard();
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
});
