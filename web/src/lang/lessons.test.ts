// lessons.test.ts - the lessons have words in all six languages, and what they say is true of the
// page's own module: each can be done and can be got wrong.
import { beforeAll, describe, expect, test } from "vitest";
import { Practice } from "rummery/practice";
import recordUrl from "rummery/record.wasm?url&inline";
import { parseCards } from "../game/cards";
import { GAMES } from "../game/games";
import { hasLessons, loadLessons } from "../game/lessons";
import { LANGUAGES } from "./lang.svelte";
import { loadLessonWords } from "./lessons";

let practice: Practice;
beforeAll(async () => {
  practice = await Practice.load(recordUrl);
});

describe.each(GAMES.filter(hasLessons))("the lessons of %s", (game) => {
  test("are enough, and each has its own name", async () => {
    const lessons = await loadLessons(game);
    expect(lessons.length).toBeGreaterThanOrEqual(10);
    expect(new Set(lessons.map(({ id }) => id)).size).toBe(lessons.length);
  });

  test("have all words in all languages, in their own words", async () => {
    const ids = (await loadLessons(game)).map(({ id }) => id);
    const english = await loadLessonWords("en", game);
    for (const language of LANGUAGES) {
      const words = await loadLessonWords(language, game);
      expect(Object.keys(words), language).toEqual(ids);
      for (const id of ids)
        for (const name of ["title", "task", "right", "wrong"] as const) {
          const text = words[id]![name];
          expect(text, `${language} ${id} ${name}`).toMatch(/\S/);
          expect(text, `${language} ${id} ${name}`).not.toMatch(/['"`]|\.\.\.|^\s|\s$| {2}/);
          if (language !== "en" && name !== "title")
            expect(text, `${language} ${id} ${name}`).not.toBe(english[id]![name]);
        }
    }
  });

  test("keep French marks with their words, and open in Spanish what they close", async () => {
    const wrongFrench = /[^\u00a0\u202f][;!?»]|[^\u00a0\s\d]:(?!-)| :(?!-)/;
    for (const one of Object.values(await loadLessonWords("fr", game)))
      for (const text of Object.values(one)) expect(text).not.toMatch(wrongFrench);
    const count = (text: string, mark: string) => text.split(mark).length;
    for (const one of Object.values(await loadLessonWords("es", game)))
      for (const text of Object.values(one)) {
        expect(count(text, "?"), text).toBe(count(text, "¿"));
        expect(count(text, "!"), text).toBe(count(text, "¡"));
      }
  });

  test("can be done, and can be got wrong", async () => {
    for (const { id, position, goal, right, wrong, picture } of await loadLessons(game)) {
      const play = (actions: string[]) => {
        expect(practice.begin(position, 7), id).toBe(true);
        return actions.map((action) => practice.act(action)).at(-1);
      };
      for (const way of right) {
        expect(play(way), id).toEqual({ ok: true });
        expect(practice.judge(goal), id).toBe("met");
      }
      for (const { do: way, rule } of wrong) {
        const verdict = play(way);
        expect(verdict, id).toMatchObject(rule === undefined ? { ok: true } : { ok: false, rule });
        expect(practice.judge(goal), id).not.toBe("met");
      }
      expect(parseCards(picture ?? "g1").length).toBeGreaterThan(0);
    }
  });
});
