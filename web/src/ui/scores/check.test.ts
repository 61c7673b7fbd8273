// check.test.ts - the shuffle against what the browser remembers. Decks are another test's business
// (shuffle/verify.test.ts): here they need not follow from the line.
import { expect, test } from "vitest";
import { checkShuffle } from "./check";

const COMMIT = "ab".repeat(32);
const record = (mix: string) =>
  `match princess players=2\n# shuffle round=1 commit=${COMMIT} seed=${COMMIT} mix=${mix}\n` +
  "lot 0\ndeal g1 g1\n";
const own = { hash: COMMIT, bytes: "0011223344556677" };

test("the own bytes are found wherever the own seat is", () => {
  const [first] = checkShuffle(record(`-,${own.bytes}`), [own]);
  expect(first).toMatchObject({ round: 1, own: "found", mixCount: 1 });
});
test("other bytes for a commitment we answered are a change", () => {
  const [first] = checkShuffle(record("8899aabbccddeeff,-"), [own]);
  expect(first).toMatchObject({ own: "changed", mixCount: 1 });
});
test("without a memory of the commitment nothing is said about it", () => {
  const [first] = checkShuffle(record("8899aabbccddeeff,-"), []);
  expect(first).toMatchObject({ own: "unknown" });
});
