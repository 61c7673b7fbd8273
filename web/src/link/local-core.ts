// local-core.ts - the core as tables in the page use it: matches on this thread, thinking in a
// worker. Apart from local-link.ts, so that the first page need not load it.
import { LocalMatch } from "../core/local-match";
import { startThinker } from "../core/thinker";
import type { LocalCore } from "./local-link";

export function pageCore(): LocalCore {
  return {
    replay: (lines) => LocalMatch.replay(lines),
    start: (rules) => LocalMatch.start(rules),
    thinker: startThinker(),
  };
}
