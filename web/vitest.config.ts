// vitest.config.ts - tests see the page's code as a browser would: with the runes of state that
// changes, not those of a server that renders once. Files share a thread and what they import:
// that takes half the time.
import { mergeConfig } from "vitest/config";
import config from "./vite.config";

export default mergeConfig(config, {
  resolve: { conditions: ["browser"] },
  test: { testTransformMode: { web: ["**/*.test.ts"] }, pool: "threads", isolate: false,
    setupFiles: "./vitest.setup.ts" },
});
