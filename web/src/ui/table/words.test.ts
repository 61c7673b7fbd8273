// words.test.ts - what the table says to whom.
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { needWords, setLanguage } from "../../lang/lang.svelte";
import { PARTS } from "../../lang/parts";
import type { Happening } from "../../state/happening";
import type { TableState } from "../../state/table.svelte";
import { happeningText } from "./words";

beforeAll(async () => {
  vi.stubGlobal("document", { documentElement: { lang: "" } });
  await Promise.all(PARTS.map(needWords));
});
beforeEach(() => setLanguage("en"));

const seats = [{ kind: "person", name: "Anna" }, { kind: "person", name: "Ben" }];
const seenBy = (seat: number | null, happening: Happening) => {
  const table = { seat, message: { game: "exclusiv", you: [0, 1], seats } };
  return happeningText(table as unknown as TableState, happening);
};
const drew: Happening = { kind: "drew", seat: 0, card: "y9", cards: [], melds: 0 };

test("who drew a tile is told which", () => {
  expect(seenBy(0, drew)).toBe("You drew: yellow nine.");
});

test("nobody else is, not even on the same device", () => {
  expect(seenBy(1, drew)).toBe("Anna drew.");
  expect(seenBy(null, drew)).toBe("Anna drew.");
});
