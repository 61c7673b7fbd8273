// bot-turn.test.ts - a computer player's pause fits its move, and can be cut short.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Thinker } from "../core/thinker";
import type { Rules, View } from "../game/types";
import { BotTurn } from "./bot-turn";

const PAUSE_MS = 1000;
const view = { table: [{ owner: null, cards: ["r1", "r2", "r3"] }] } as unknown as View;
const rules = {} as Rules;

function begin(action: string) {
  const thinker = { decide: async () => action } as unknown as Thinker;
  const turn = new BotTurn(thinker, PAUSE_MS);
  const told: (string | null)[] = [];
  const player = { level: 5, rounds: 0, totals: [0, 0] };
  void turn.decide(rules, view, player).then((one) => told.push(one));
  return { turn, told };
}

describe("a computer player's turn", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("draws after the usual pause", async () => {
    const { told } = begin("draw");
    await vi.advanceTimersByTimeAsync(PAUSE_MS - 1);
    expect(told).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(told).toEqual(["draw"]);
  });

  it("takes a quarter of the pause more for each card it lays", async () => {
    const { told } = begin("play [r1 r2 r3 r4 r5]");
    await vi.advanceTimersByTimeAsync(PAUSE_MS * 1.5 - 1);
    expect(told).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(told).toHaveLength(1);
  });

  it("is over at once for somebody in a hurry", async () => {
    const { turn, told } = begin("play [r1 r2 r3 r4 r5]");
    turn.hurry();
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toHaveLength(1);
  });
});
