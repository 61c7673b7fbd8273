// vitest.setup.ts - runs around each file of tests: what it made of the world goes with it.
import { afterAll, vi } from "vitest";

afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
