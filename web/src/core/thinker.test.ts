// thinker.test.ts - requests to a worker by id, and what happens when it crashes. The workers here
// are made up; engine.worker.ts itself runs in the browser's tests.
import { describe, expect, test } from "vitest";
import type { Rules, View } from "../game/types";
import { type EngineAnswer, type EngineRequest, type EngineWorker, startThinker } from "./thinker";

const rules: Rules = { game: "exclusiv", players: 2, options: {} };
const view = { message: { viewer: 0, seat: 0 } } as View;
const player = (level: number) => ({ level, rounds: 0, totals: [0, 0] });

class FakeWorker implements EngineWorker {
  onmessage: EngineWorker["onmessage"] = null;
  onerror: EngineWorker["onerror"] = null;
  isEnded = false;
  readonly asked: EngineRequest[] = [];

  constructor(private readonly reply: (worker: FakeWorker, request: EngineRequest) => void) {}

  postMessage(request: EngineRequest): void {
    this.asked.push(structuredClone(request));
    queueMicrotask(() => this.reply(this, request));
  }

  terminate(): void {
    this.isEnded = true;
  }

  say(data: EngineAnswer): void {
    this.onmessage?.({ data } as MessageEvent<EngineAnswer>);
  }

  crash(): void {
    this.onerror?.({ message: "crashed" } as ErrorEvent);
  }
}

function withWorkers(reply: (worker: FakeWorker, request: EngineRequest, nth: number) => void) {
  const workers: FakeWorker[] = [];
  const thinker = startThinker(() => {
    const nth = workers.length;
    const worker = new FakeWorker((self, request) => reply(self, request, nth));
    workers.push(worker);
    return worker;
  });
  return { thinker, workers };
}

describe("a thinker", () => {
  test("starts its worker with the first request", () => {
    expect(withWorkers(() => undefined).workers.length).toBe(0);
  });

  test("answers each request with its own answer, in whatever order", async () => {
    const late: (() => void)[] = [];
    const { thinker } = withWorkers((worker, { id, ask }) => {
      if (ask === "hint") worker.say({ id, hint: null });
      else if (ask === "out") worker.say({ id, canGoOut: true });
      else late.push(() => worker.say({ id, action: `draw ${id}` }));
    });
    const first = thinker.decide(rules, view, player(2));
    const second = thinker.decide(rules, view, player(2));
    expect(await thinker.hint(rules, view)).toBeNull();
    expect(await thinker.canGoOut(rules, view)).toBe(true);
    late.reverse().forEach((say) => say());
    expect(await first).toBe("draw 1");
    expect(await second).toBe("draw 2");
  });

  test("gives each decision a seed of its own", async () => {
    const { thinker, workers } = withWorkers((w, { id }) => w.say({ id, action: "draw" }));
    await thinker.decide(rules, view, player(1));
    await thinker.decide(rules, view, player(1));
    const seeds = workers[0]!.asked.map((one) => (one.ask === "decide" ? one.seed.join() : ""));
    expect(seeds[0]).not.toBe(seeds[1]);
  });

  test("tries once more after a crash, with a new worker", async () => {
    const { thinker, workers } = withWorkers((worker, { id }, nth) =>
      nth === 0 ? worker.crash() : worker.say({ id, action: "pass" }),
    );
    expect(await thinker.decide(rules, view, player(2))).toBe("pass");
    expect(workers.length).toBe(2);
    expect(workers[0]!.isEnded).toBe(true);
  });

  test("gives up a request that crashes twice, and answers the others", async () => {
    const { thinker, workers } = withWorkers((worker, { id, ask }) =>
      worker.say(ask === "hint" ? { id, failed: "trap" } : { id, action: "draw" }),
    );
    const hint = thinker.hint(rules, view);
    const decision = thinker.decide(rules, view, player(2));
    await expect(hint).rejects.toThrow("trap");
    expect(await decision).toBe("draw");
    expect(await thinker.decide(rules, view, player(3))).toBe("draw");
    expect(workers.length).toBe(3);
  });

  test("refuses what is open when it is stopped", async () => {
    const { thinker, workers } = withWorkers(() => undefined);
    const open = thinker.hint(rules, view);
    thinker.stop();
    await expect(open).rejects.toThrow("stopped");
    expect(workers[0]!.isEnded).toBe(true);
  });
});
