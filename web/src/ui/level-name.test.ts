// level-name.test.ts - computer players say what they do before one is chosen.
import { beforeAll, describe, expect, test, vi } from "vitest";
import { LANGUAGES, setLanguage } from "../lang/lang.svelte";
import { GAMES } from "../game/games";
import { levelsOf, PLAYS_TO_WIN, settings } from "../state/settings.svelte";
import { levelChoice, levelDoes, levelName } from "./level-name";

beforeAll(() => vi.stubGlobal("document", { documentElement: { lang: "" } }));

describe("computer players", () => {
  test.each(LANGUAGES)("have names of their own and say what they do in %s", async (language) => {
    await setLanguage(language);
    const levels = levelsOf("photo");
    expect(new Set(levels.map(levelName)).size).toBe(PLAYS_TO_WIN);
    expect(new Set(levels.map(levelDoes)).size).toBe(PLAYS_TO_WIN);
    for (const level of levels) {
      expect(levelDoes(level)).not.toContain("level.");
      expect(levelChoice(level)).toBe(`${levelName(level)} · ${levelDoes(level)}`);
    }
  });

  test("who play to win are offered last, where waiting wins", () => {
    expect(levelsOf("exclusiv")).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(levelsOf("princess")).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test("who play to win are never a default", () => {
    for (const game of GAMES) expect(settings.choices[game]?.level).toBeLessThan(PLAYS_TO_WIN);
  });
});
