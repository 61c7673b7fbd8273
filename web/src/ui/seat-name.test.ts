// seat-name.test.ts - what somebody is called, and when that is "you".
import { beforeAll, expect, test, vi } from "vitest";
import { LANGUAGES, needWords, setLanguage, t } from "../lang/lang.svelte";
import { PARTS } from "../lang/parts";
import type { SeatInfo } from "../link/messages";
import { keyAbout, seatName } from "./seat-name";

beforeAll(async () => {
  vi.stubGlobal("document", { documentElement: { lang: "" } });
  await Promise.all(PARTS.map(needWords));
});

const seats = (name: string): SeatInfo[] => [{ kind: "person", name }, { kind: "bot", level: 1 }];
const won = (name: string, place: number) =>
  t(keyAbout("app.scores.wins", seats(name), place), { n: 1, names: seatName(seats(name), place) });

test("who gave no name is you, and wins as you", async () => {
  await setLanguage("en");
  expect([seatName(seats(""), 0), won("", 0)]).toEqual(["You", "You win!"]);
  expect(won("", 1)).toBe("Computer 2 wins!");
});

test("a name is kept", async () => {
  await setLanguage("en");
  expect([seatName(seats("Anna"), 0), won("Anna", 0)]).toEqual(["Anna", "Anna wins!"]);
});

test.each(LANGUAGES)("every sentence about a seat has words for you in %s", async (language) => {
  await setLanguage(language);
  const words = ["draw", "play", "pass", "discard", "timeout"];
  const did = words.map((word) => `app.replay.did.${word}`);
  const keys = ["app.scores.wins", "app.scores.wentOut", "app.replay.from", "table.meld.owner"];
  for (const key of [...keys, ...did]) {
    const text = t(keyAbout(key, seats(""), 0), { cards: "r5" });
    expect(text).not.toMatch(/\{|_you$/);
  }
});
