// analyst.ts - reviews and the analysis board, in a worker of their own: it may think for seconds,
// tells how far it is, and can be stopped.
import type { Findings, Gain, OnTurn, PutRight, ReviewedTurn } from "rummery/types";
import type { Meld, Play, Rules } from "../game/types";
import type { ViewMessage } from "../link/messages";

/** What the worker is asked besides what a thinker asks. */
export type AnalystRequest = { id: number } & (
  | { ask: "review"; lines: readonly string[] }
  | { ask: "best"; rules: Rules; view: ViewMessage; count: number }
  | { ask: "gains"; rules: Rules; view: ViewMessage }
  | { ask: "mixed"; rules: Rules; melds: readonly Meld[] }
);

export type AnalystAnswer =
  | { id: number; turn: ReviewedTurn; at: number }
  | { id: number; findings: Findings }
  | { id: number; plays: Play[] }
  | { id: number; gains: Gain[] }
  | { id: number; right: PutRight | null }
  | { id: number; failed: string };

interface Waiting {
  onTurn: OnTurn;
  resolve: (answer: AnalystAnswer) => void;
  reject: (problem: Error) => void;
}

type Asked<T = AnalystRequest> = T extends AnalystRequest ? Omit<T, "id"> : never;

export class Analyst {
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;

  /** The whole match, turn by turn; in the end what stands out. */
  async review(lines: readonly string[], onTurn: OnTurn): Promise<Findings> {
    const answer = await this.ask({ ask: "review", lines }, onTurn);
    if (!("findings" in answer)) throw new Error("no findings");
    return answer.findings;
  }

  /** The best plays of the viewer, who is on turn and may lay, in falling order. */
  async best(rules: Rules, view: ViewMessage, count: number): Promise<Play[]> {
    const answer = await this.ask({ ask: "best", rules, view, count });
    return "plays" in answer ? answer.plays : [];
  }

  /** Which further cards would let the viewer lay more. */
  async gains(rules: Rules, view: ViewMessage): Promise<Gain[]> {
    const answer = await this.ask({ ask: "gains", rules, view });
    return "gains" in answer ? answer.gains : [];
  }

  /** Melds that were mixed up, put right; null where the game's tables are never rearranged. */
  async mixed(rules: Rules, melds: readonly Meld[]): Promise<PutRight | null> {
    const answer = await this.ask({ ask: "mixed", rules, melds });
    return "right" in answer ? answer.right : null;
  }

  /** Ends the worker; what is still open is refused. The next question starts another. */
  stop(why = "stopped"): void {
    this.worker?.terminate();
    this.worker = null;
    for (const { reject } of this.waiting.values()) reject(new Error(why));
    this.waiting.clear();
  }

  private ask(asked: Asked, onTurn: OnTurn = () => {}): Promise<AnalystAnswer> {
    const id = ++this.lastId;
    // what is kept as reactive state cannot be sent
    const plain = JSON.parse(JSON.stringify({ ...asked, id })) as AnalystRequest;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { onTurn, resolve, reject });
      this.running().postMessage(plain);
    });
  }

  private running(): Worker {
    if (this.worker !== null) return this.worker;
    const worker = new Worker(new URL("./engine.worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<AnalystAnswer>) => this.hear(data);
    worker.onerror = ({ message }) => this.stop(message);
    this.worker = worker;
    return worker;
  }

  private hear(answer: AnalystAnswer): void {
    const waiting = this.waiting.get(answer.id);
    if (waiting === undefined) return;
    if ("turn" in answer) return waiting.onTurn(answer.turn, answer.at);
    this.waiting.delete(answer.id);
    if ("failed" in answer) waiting.reject(new Error(answer.failed));
    else waiting.resolve(answer);
  }
}
