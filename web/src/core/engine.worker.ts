// engine.worker.ts - the engine in a worker: one request after the other, each answered by its id.
import type { AnalystAnswer, AnalystRequest } from "./analyst";
import { Engine } from "rummery/engine";
import type { EngineAnswer, EngineRequest } from "./thinker";

type Request = EngineRequest | AnalystRequest;
type Answer = EngineAnswer | AnalystAnswer;

const engine = Engine.load();
const post = (answer: Answer) => self.postMessage(answer);

async function answer(request: Request): Promise<Answer> {
  const { id } = request;
  try {
    const ready = await engine;
    if (request.ask === "review") {
      const { lines } = request;
      return { id, findings: ready.review(lines, (turn, at) => post({ id, turn, at })) };
    }
    if (request.ask === "mixed")
      return { id, right: ready.mixed(request.rules, request.melds) };
    const { rules, view } = request;
    if (request.ask === "hint") return { id, hint: ready.hint(rules, view) };
    if (request.ask === "out") return { id, canGoOut: ready.canGoOut(rules, view) };
    if (request.ask === "best") return { id, plays: ready.best(rules, view, request.count) };
    if (request.ask === "gains") return { id, gains: ready.gains(rules, view) };
    return { id, action: ready.decide(rules, view, request.player, request.seed) };
  } catch (problem) {
    return { id, failed: String(problem) };
  }
}

self.onmessage = ({ data }: MessageEvent<Request>) => {
  void answer(data).then(post);
};
