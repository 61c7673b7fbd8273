// analysis.test.ts - the engine's longer answers: a review of the golden match turn by turn, the
// best plays from a position, and what a further card would bring.
import { beforeAll, expect, test } from "vitest";
import golden from "../../../tests/review/missed.record?raw";
import type { ReviewedTurn } from "rummery/types";
import { linesOf } from "../state/replay.svelte";
import { Engine } from "rummery/engine";
import engineUrl from "rummery/engine.wasm?url&inline";
import { rulesOf, wholeView } from "./whole-view";

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.load(engineUrl);
});

const lines = linesOf(golden);

test("a review tells each turn, and in the end what stands out", () => {
  const turns: ReviewedTurn[] = [];
  const at: number[] = [];
  const findings = engine.review(lines, (turn, line) => {
    turns.push(turn);
    at.push(line);
  });
  expect(at).toEqual([2, 3, 4, 5]);
  expect(turns.map(({ laid, possible }) => [laid.cards, possible.cards]))
    .toEqual([[0, 14], [0, 0], [14, 14], [15, 15]]);
  expect(turns[0]).toMatchObject({ line: 2, couldGoOut: true, hasGoneOut: false });
  expect(turns[3]).toMatchObject({ hasGoneOut: true, after: [0, 1000] });
  expect(findings).toMatchObject({ best: 3, worst: 0, turning: [3] });
});
test("the same record gives the same review", () => {
  const review = () => {
    const told: string[] = [];
    const findings = engine.review(lines, (turn) => told.push(JSON.stringify(turn)));
    return [...told, JSON.stringify(findings)];
  };
  expect(review()).toEqual(review());
});
test("what is no record is refused, and what comes next is answered", () => {
  expect(() => engine.review(["match poker players=2"], () => {})).toThrow();
  expect(() => engine.review([...lines.slice(0, 3), "pass"], () => {})).toThrow("line 4");
  expect(engine.review(lines.slice(0, 2), () => {}).turning).toEqual([]);
});

const eights = wholeView("exclusiv", {
  table: "[b8 g8 y8 r8]", racks: ["r7 r9 y2", "? ? ?"], opened: [true, true],
});

test("the best plays fall from the best, and no two lay the same", () => {
  const plays = engine.best(rulesOf("exclusiv"), eights, 5);
  expect(plays[0]).toMatchObject({ cards: 2, points: 16, isOut: false });
  expect(plays).toHaveLength(1);
  const more = wholeView("exclusiv", {
    racks: ["r7 r8 r9 r10 r11", "? ? ?"], opened: [true, true],
  });
  expect(engine.best(rulesOf("exclusiv"), more, 3).map(({ cards, isOut }) => [cards, isOut]))
    .toEqual([[5, true], [4, false], [4, false]]);
});
test("a card brings what can be laid with it, and only where that is more", () => {
  const gains = engine.gains(rulesOf("exclusiv"), eights);
  const of = (card: string) => gains.find((gain) => gain.card === card);
  expect(of("r10")).toMatchObject({ cards: 3, isOut: false });
  expect(of("b13")).toBeUndefined();
  const last = wholeView("exclusiv", {
    table: "[r1 r2 r3]", racks: ["y5 y6", "? ? ?"], opened: [true, true],
  });
  expect(engine.gains(rulesOf("exclusiv"), last).find(({ card }) => card === "y7"))
    .toMatchObject({ cards: 3, points: 18, isOut: true });
});
test("who is not on turn is not answered", () => {
  expect(() => engine.best(rulesOf("exclusiv"), { ...eights, seat: 1 }, 3)).toThrow();
  expect(() => engine.gains(rulesOf("exclusiv"), { ...eights, seat: 1 })).toThrow();
});
