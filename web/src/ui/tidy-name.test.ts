// tidy-name.test.ts - names as they are typed and pasted.
import { expect, test } from "vitest";
import { tidyName } from "./tidy-name";

test.each([
  ["  Anna \u00a0\u3000 B ", "Anna B"],
  ["Zoe\u0308", "Zo\u00eb"],
  ["\u009b31mAn\u202ena\n", "31mAnna"],
  ["\u200b\u2060\ufeff", ""],
  ["\u{1f469}\u200d\u{1f467}", "\u{1f469}\u200d\u{1f467}"],
  ["\u2764\ufe0f", "\u2764\ufe0f"],
])("%j becomes %j", (typed, kept) => {
  expect(tidyName(typed)).toBe(kept);
});
