// engine.worker.ts - the engine in a worker: one request after the other, each answered by its id.
import { Engine } from "./engine";
import type { EngineAnswer, EngineRequest } from "./thinker";

const engine = Engine.load();
const post = (answer: EngineAnswer) => self.postMessage(answer);

async function answer(request: EngineRequest): Promise<EngineAnswer> {
  const { id, rules, view } = request;
  try {
    const ready = await engine;
    if (request.ask === "hint") return { id, hint: ready.hint(rules, view) };
    if (request.ask === "out") return { id, canGoOut: ready.canGoOut(rules, view) };
    return { id, action: ready.decide(rules, view, request.player, request.seed) };
  } catch (problem) {
    return { id, failed: String(problem) };
  }
}

self.onmessage = ({ data }: MessageEvent<EngineRequest>) => {
  void answer(data).then(post);
};
