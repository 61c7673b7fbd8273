// statistics.test.ts - matches are kept once each, and what they come to.
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { TableMessage } from "../link/messages";
import { writeStored } from "../link/store";
import {
  joinMatches, keepMatch, keptMatches, learnAccuracy, type Match, matchOf, MATCHES,
} from "./matches";
import { statisticsOf } from "./statistics";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  });
});

const played = (at: number, more: Partial<Match> = {}): Match => ({
  id: `table.${at}`, at, game: "photo", players: 3, level: 2, isWon: false, rounds: 1, largest: 4,
  seat: 0, record: "", accuracy: null, ...more,
});

const message = (more: Partial<TableMessage>): TableMessage => ({
  table: "k3v9", match: 2, game: "exclusiv", you: [1], sheet: [[3, -3], [-9, 9]], totals: [-6, 6],
  seats: [{ kind: "bot", level: 4 }, { kind: "person", name: "Anna" }], ...more,
} as TableMessage);

const SEEN = { largest: 0, record: "", at: 1 };

describe("a match that is over", () => {
  test("is what its person saw", () => {
    expect(matchOf(message({}), { largest: 7, record: "r1", at: 100 })).toEqual({
      id: "k3v9.2", at: 100, game: "exclusiv", players: 2, level: 4, isWon: true, rounds: 2,
      largest: 7, seat: 1, record: "r1", accuracy: null,
    });
  });
  test("is lost by who has less, and won by all who have most", () => {
    expect(matchOf(message({ you: [0] }), SEEN)?.isWon).toBe(false);
    expect(matchOf(message({ totals: [6, 6] }), SEEN)?.isWon).toBe(true);
  });
  test("has no level among people", () => {
    const seats = [{ kind: "person" as const }, { kind: "person" as const }];
    expect(matchOf(message({ seats }), SEEN)?.level).toBe(0);
  });
  test("counts for nobody who watched, or shared the device", () => {
    expect(matchOf(message({ you: [] }), SEEN)).toBeNull();
    expect(matchOf(message({ you: [0, 1] }), SEEN)).toBeNull();
  });
});

describe("kept matches", () => {
  test("are kept once, the newest first", () => {
    [played(1), played(3), played(2), played(3)].forEach(keepMatch);
    expect(keptMatches().map(({ at }) => at)).toEqual([3, 2, 1]);
  });
  test("learn how accurate they were, and do not forget it", () => {
    const known = played(1, { accuracy: 80 });
    expect(joinMatches([played(1)], [known])).toEqual([known]);
    expect(joinMatches([known], [played(1)])).toEqual([known]);
  });
  test("learn it from a look at their record", () => {
    keepMatch(played(1, { record: "r1", seat: 1 }));
    keepMatch(played(2, { record: "r2" }));
    learnAccuracy("r1", [10, 70.5]);
    expect(keptMatches().map(({ accuracy }) => accuracy)).toEqual([null, 70.5]);
  });
  test("are not what somebody else wrote there", () => {
    writeStored(MATCHES, [played(1), { ...played(2), game: "chess" }, 3, { ...played(4), at: -1 }]);
    expect(keptMatches()).toEqual([played(1)]);
    writeStored(MATCHES, { no: "list" });
    expect(keptMatches()).toEqual([]);
  });
});

describe("statistics", () => {
  const won = { isWon: true };
  const { all, byGame, byLevel, byPlayers, largest, streak, latest, accuracy } = statisticsOf([
    played(6, { ...won, accuracy: 90 }), played(5, won),
    played(4, { game: "princess", level: 0, players: 2, largest: 9 }),
    played(3, won), played(2, { ...won, level: 5 }), played(1, { ...won, accuracy: 40 }),
  ]);
  test("count by game, by level and by players", () => {
    expect(all).toEqual({ played: 6, won: 5 });
    expect(byGame.get("photo")).toEqual({ played: 5, won: 5 });
    expect(byGame.get("princess")).toEqual({ played: 1, won: 0 });
    expect([...byLevel.keys()]).toEqual([0, 2, 5]);
    expect(byLevel.get(2)).toEqual({ played: 4, won: 4 });
    expect([...byPlayers]).toEqual([[2, { played: 1, won: 0 }], [3, { played: 5, won: 5 }]]);
  });
  test("know the largest play of each game", () => {
    expect([...largest]).toEqual([["photo", 4], ["princess", 9]]);
  });
  test("know what was won in a row, now and ever", () => {
    expect(streak).toEqual({ now: 2, best: 3 });
    expect(latest).toEqual([true, true, true, false, true, true]);
  });
  test("show accuracy over time, where it is known", () => {
    expect(accuracy).toEqual([{ at: 1, percent: 40 }, { at: 6, percent: 90 }]);
  });
  test("of nothing are nothing", () => {
    expect(statisticsOf([]).all).toEqual({ played: 0, won: 0 });
    expect(statisticsOf([]).streak).toEqual({ now: 0, best: 0 });
  });
});
