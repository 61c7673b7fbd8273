// clock.test.ts - the clock as it is shown between two messages.
import { expect, test, vi } from "vitest";
import { setLanguage } from "../lang/lang.svelte";
import { clockOf, clockText, hasClock, leftMs } from "./clock";

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

test("what lasts for hours or days is shown in those", async () => {
  vi.stubGlobal("document", { documentElement: { lang: "" } });
  await setLanguage("en");
  const minute = 60_000;
  expect(clockText(59 * minute)).toBe("59:00");
  expect(clockText(60 * minute)).toBe("1 h 0 min");
  expect(clockText(24 * 60 * minute - 1000)).toBe("23 h 59 min");
  expect(clockText((2 * 24 + 5) * 60 * minute + 1)).toBe("2 d 5 h");
});

test("a table has a clock in seconds or in days", () => {
  expect([{}, { turn_seconds: 0, turn_days: 0 }].some(hasClock)).toBe(false);
  expect([{ turn_seconds: 60 }, { turn_days: 1 }].every(hasClock)).toBe(true);
});
