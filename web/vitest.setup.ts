// vitest.setup.ts - runs around each file of tests: what it made of the world goes with it. Node.js
// 18 is lent the two things of browsers that it has not.
import { webcrypto } from "node:crypto";
import { Duplex } from "node:stream";
import { createDeflateRaw, createInflateRaw } from "node:zlib";
import { afterAll, vi } from "vitest";

const isOld = globalThis.crypto === undefined;

if (isOld)
  Object.assign(globalThis, {
    crypto: webcrypto,
    CompressionStream: function deflate() {
      return Duplex.toWeb(createDeflateRaw());
    },
    DecompressionStream: function inflate() {
      return Duplex.toWeb(createInflateRaw());
    },
  });

afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
