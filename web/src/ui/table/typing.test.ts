// typing.test.ts - names of cards and melds, key by key.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { kindsOf } from "../../game/cards";
import { type Typed, Typing } from "./typing";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function typing(game: string, held: string, melds = 5) {
  const done: string[] = [];
  const tell = (typed: Typed) => done.push(
    typed.kind === "meld" ? `meld ${typed.number}` : `${typed.isHeld ? "" : "no "}${typed.card}`);
  const names = { kinds: [...kindsOf(game), "*"], held: held.split(" "), melds };
  const one = new Typing(() => names, tell);
  const type = (keys: string) => {
    for (const key of keys) one.take(key);
    return done;
  };
  return { type, one, done };
}

test("a colour and a number are a card", () => {
  expect(typing("exclusiv", "r5 r6").type("r5r6")).toEqual(["r5", "r6"]);
});

test("capital or small, and cities of one to three letters", () => {
  expect(typing("photo", "GBc FINs Fs").type("gbcFINsfs")).toEqual(["GBc", "FINs", "Fs"]);
});

test("a joker is a star", () => {
  expect(typing("exclusiv", "r5 *").type("*")).toEqual(["*"]);
});

test("a name that could go on waits for the next key", () => {
  const { type, one } = typing("exclusiv", "r1 r12");
  expect(type("r1")).toEqual([]);
  expect(type("2")).toEqual(["r12"]);
  expect(type("r1r")).toEqual(["r12", "r1"]);
  one.forget();
});

test("or for a moment without one", () => {
  const { type, done } = typing("exclusiv", "r1 r12");
  type("r1");
  vi.advanceTimersByTime(2000);
  expect(done).toEqual(["r1"]);
});

test("no digit of a card that is not there is taken for a meld", () => {
  expect(typing("exclusiv", "b1").type("r12")).toEqual(["no r12"]);
});

test("a number alone is a meld, two digits where there are so many", () => {
  expect(typing("exclusiv", "r5", 9).type("3")).toEqual(["meld 3"]);
  const many = typing("exclusiv", "r5", 14);
  expect(many.type("2")).toEqual(["meld 2"]);
  expect(many.type("1")).toEqual(["meld 2"]);
  expect(many.type("4")).toEqual(["meld 2", "meld 14"]);
  expect(many.type("1r5")).toEqual(["meld 2", "meld 14", "meld 1", "r5"]);
});

test("zero is the place for a new one", () => {
  expect(typing("exclusiv", "r5", 14).type("0")).toEqual(["meld 0"]);
});

test("what begins no name is left to others", () => {
  const { one, done } = typing("exclusiv", "r5");
  expect(one.take("h")).toBe(false);
  expect(one.take("r")).toBe(true);
  expect(one.take("h")).toBe(false);
  expect(done).toEqual([]);
});
