// thinker.ts - solver and computer players, in a worker so that the page never waits for them.
import type { Play, Player, Rules, View } from "../game/types";
import type { ViewMessage } from "../link/messages";

export interface Thinker {
  /** The best play of the viewer, who is on turn; null where nothing can be laid. */
  hint(rules: Rules, view: View): Promise<Play | null>;
  /** Whether the viewer, who is on turn, can go out now. */
  canGoOut(rules: Rules, view: View): Promise<boolean>;
  /** What a computer player does, from what its seat may know. */
  decide(rules: Rules, view: View, player: Player): Promise<string>;
}

/** A thinker whose worker can be ended; what is still open is refused then. */
export interface StoppableThinker extends Thinker {
  stop(): void;
}

/** What the worker is asked. */
export type EngineRequest = { id: number; rules: Rules; view: ViewMessage } & (
  | { ask: "hint" }
  | { ask: "out" }
  | { ask: "decide"; player: Player; seed: [number, number] }
);

export type EngineAnswer =
  | { id: number; hint: Play | null }
  | { id: number; canGoOut: boolean }
  | { id: number; action: string }
  | { id: number; failed: string };

/** The part of a worker that is used here. */
export interface EngineWorker {
  onmessage: ((event: MessageEvent<EngineAnswer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(request: EngineRequest): void;
  terminate(): void;
}

interface Waiting {
  request: EngineRequest;
  tries: number;
  resolve: (answer: EngineAnswer) => void;
  reject: (problem: Error) => void;
}

const TRIES_MAX = 2;

const startWorker = (): EngineWorker =>
  new Worker(new URL("./engine.worker.ts", import.meta.url), { type: "module" });

class WorkerThinker implements StoppableThinker {
  private worker: EngineWorker | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;

  constructor(private readonly start: () => EngineWorker) {}

  async hint(rules: Rules, view: View): Promise<Play | null> {
    const answer = await this.ask({ id: 0, ask: "hint", rules, view: view.message });
    return "hint" in answer ? answer.hint : null;
  }

  async canGoOut(rules: Rules, view: View): Promise<boolean> {
    const answer = await this.ask({ id: 0, ask: "out", rules, view: view.message });
    return "canGoOut" in answer && answer.canGoOut;
  }

  async decide(rules: Rules, view: View, player: Player): Promise<string> {
    const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
    const seed: [number, number] = [high, low];
    const answer = await this.ask({
      id: 0, ask: "decide", rules, view: view.message, player, seed,
    });
    return "action" in answer ? answer.action : "";
  }

  stop(): void {
    this.worker?.terminate();
    this.worker = null;
    for (const { reject } of this.waiting.values()) reject(new Error("the thinker was stopped"));
    this.waiting.clear();
  }

  private ask(request: EngineRequest): Promise<EngineAnswer> {
    this.lastId += 1;
    // views may be kept as reactive state, which cannot be sent
    const plain = JSON.parse(JSON.stringify(request)) as EngineRequest;
    plain.id = this.lastId;
    return new Promise((resolve, reject) => {
      const waiting = { request: plain, tries: 1, resolve, reject };
      this.waiting.set(plain.id, waiting);
      this.running().postMessage(plain);
    });
  }

  private running(): EngineWorker {
    if (this.worker !== null) return this.worker;
    const worker = this.start();
    this.worker = worker;
    worker.onmessage = ({ data }) => this.hear(worker, data);
    worker.onerror = (event) => this.startAgain(worker, event.message);
    return worker;
  }

  private hear(worker: EngineWorker, answer: EngineAnswer): void {
    const waiting = this.waiting.get(answer.id);
    if (waiting === undefined || worker !== this.worker) return;
    if ("failed" in answer) {
      // only this request is at fault: the others have a try left
      waiting.tries += 1;
      this.startAgain(worker, answer.failed, answer.id);
      return;
    }
    this.waiting.delete(answer.id);
    waiting.resolve(answer);
  }

  /** After a crash the module's memory cannot be trusted: a new worker gets what is open. */
  private startAgain(worker: EngineWorker, problem: string, culprit?: number): void {
    if (worker !== this.worker) return;
    worker.terminate();
    this.worker = null;
    for (const [id, waiting] of [...this.waiting]) {
      if (culprit === undefined) waiting.tries += 1;
      if (waiting.tries > TRIES_MAX) {
        this.waiting.delete(id);
        waiting.reject(new Error(problem));
      } else {
        this.running().postMessage(waiting.request);
      }
    }
  }
}

/** The worker itself is started by the first request. */
export function startThinker(start: () => EngineWorker = startWorker): StoppableThinker {
  return new WorkerThinker(start);
}
