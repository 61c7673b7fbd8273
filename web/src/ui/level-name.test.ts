// level-name.test.ts - the player apart from the levels says what it does before it is chosen.
import { beforeAll, describe, expect, test, vi } from "vitest";
import { LANGUAGES, setLanguage, t } from "../lang/lang.svelte";
import { GAMES } from "../game/games";
import { levelsOf, PLAYS_TO_WIN, settings } from "../state/settings.svelte";
import { levelName } from "./level-name";

beforeAll(() => vi.stubGlobal("document", { documentElement: { lang: "" } }));

describe("computer players", () => {
  test.each(LANGUAGES)("who play to win say so in %s", async (language) => {
    await setLanguage(language);
    const named = levelsOf("photo").map(levelName);
    expect(new Set(named).size).toBe(PLAYS_TO_WIN);
    expect(named.at(-1)).toContain(t("app.home.toWin"));
    expect(named.filter((name) => name.includes(t("app.home.toWin")))).toHaveLength(1);
  });

  test("who play to win are offered last, where waiting wins", () => {
    expect(levelsOf("exclusiv")).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(levelsOf("princess")).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test("who play to win are never a default", () => {
    for (const game of GAMES) expect(settings.choices[game]?.level).toBeLessThan(PLAYS_TO_WIN);
  });
});
