// people.test.ts - computer players are people that can be told apart.
import { expect, test } from "vitest";
import type { SeatInfo } from "../link/messages";
import { GAMES } from "./games";
import { withPeople } from "./people";

const bot = (level: number): SeatInfo => ({ kind: "bot", level });
const numbers = (seats: SeatInfo[]) => withPeople(GAMES[0]!, seats).map((seat) =>
  seat.person?.number);

test("a computer player is the person of its level", () => {
  expect([1, 3, 6].map((level) => numbers([bot(level)])[0])).toEqual([1, 3, 6]);
});

test("no two at a table are the same person, whatever their levels", () => {
  for (let level = 1; level <= 7; level += 1) {
    const found = numbers([bot(level), bot(level), { kind: "person", name: "Anna" }, bot(level)]);
    expect(found[2]).toBeUndefined();
    expect(new Set(found).size).toBe(4);
  }
});

test("somebody else at the table changes nothing for those before", () => {
  expect(numbers([bot(2), bot(2)])).toEqual(numbers([bot(2), bot(2), bot(5)]).slice(0, 2));
});

test("it is the same person as in the terminal", async () => {
  // the page has no types of Node
  const files = (await import(/* @vite-ignore */ String("node:fs"))) as {
    readFileSync(path: string, encoding: "utf8"): string;
  };
  const cases = files.readFileSync("../tests/tui/people.cases", "utf8");
  const lines = [...cases.matchAll(/^([\d ]+) : ([\d ]+)$/gm)];
  expect(lines.length).toBeGreaterThan(0);
  for (const [, levels, people] of lines) {
    const seats = levels!.split(" ").map((level): SeatInfo =>
      level === "0" ? { kind: "person", name: "Anna" } : bot(Number(level)));
    expect(numbers(seats).map((number) => number ?? 0).join(" ")).toBe(people);
  }
});
