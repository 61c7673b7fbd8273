// clock.test.ts - the clock as it is shown between two messages.
import { expect, test } from "vitest";
import { clockOf, clockText, leftMs } from "./clock";

test("the clock never shows more than it was told", () => {
  const clock = clockOf(120_000, 1000)!;
  // the page looks at the time only now and then: its last look may be older than the message
  expect(clockText(leftMs(clock, 800))).toBe("2:00");
});

test("the clock runs on between two messages, and not below nothing", () => {
  expect(clockOf(undefined, 5)).toBeNull();
  const clock = clockOf(65_000, 1000)!;
  expect([1000, 1001, 60_000, 99_999].map((at) => clockText(leftMs(clock, at)))).toEqual([
    "1:05", "1:05", "0:06", "0:00"]);
});
