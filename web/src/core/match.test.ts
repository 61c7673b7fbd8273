// match.test.ts - whole matches in the page: bots of the engine play, the core keeps the
// record, the referee agrees with it.
import { beforeAll, describe, expect, test } from "vitest";
import { parseCards } from "../game/cards";
import type { Rules } from "../game/types";
import type { TableMessage } from "../link/messages";
import { factsOf, GAMES } from "../game/games";
import { Engine } from "rummery/engine";
import engineUrl from "rummery/engine.wasm?url&inline";
import { Match, RefusedLine } from "rummery/match";
import recordUrl from "rummery/record.wasm?url&inline";
import { Referee } from "rummery/referee";
import type { View } from "rummery/types";
import { Device, type Riddle } from "./device";
import * as at from "./model-at";
import remoteUrl from "./remote.wasm?url&inline";

const LINES_MAX = 3000;
let engine: Engine;
let referee: Referee;

beforeAll(async () => {
  engine = await Engine.load(engineUrl);
  referee = await Referee.load(recordUrl);
});

const start = (rules: Rules) => Match.start(rules, recordUrl);
const rulesOf = (game: Rules["game"], options: Rules["options"] = {}): Rules => ({
  game,
  players: 3,
  options,
});

/** One step; bots of several levels sit there. */
function step(rules: Rules, match: Match, seen: (seat: number, view: View) => void): void {
  if (match.needs !== "action") {
    match.chance();
    return;
  }
  const seat = match.view(null).seat ?? 0;
  const view = match.view(seat);
  seen(seat, view);
  const player = { level: seat + 1, ...match.standing() };
  const action = engine.decide(rules, view, player, [match.lines.length, 7]);
  expect(referee.action(rules, view, action)).toEqual({ ok: true });
  expect(match.apply(action)).toEqual({ ok: true });
}

/** The device of a seat is told the table. */
function lookAt(device: Device, rules: Rules, view: View, seq: number): void {
  const message: TableMessage = {
    ...rules, table: "here", seq, version: 1, watch: true, drafts: true, stand_in: 0,
    phase: "playing", you: [view.viewer!], host: false, match: 1, round: 1, sheet: [],
    seats: view.racks.map(() => ({ kind: "person", name: "A", here: true })),
    totals: view.racks.map(() => 0), commit: { deal: 1, hash: "" }, views: [view], why: "hello",
  };
  device.wish(false, true);
  device.take(JSON.stringify(message));
}

describe.each(GAMES)("%s", (game) => {
  test("is played to its end, and its record replays", async () => {
    const rules = rulesOf(game, { rounds: 2 });
    const match = await start(rules);
    const sheet: number[][] = [];
    for (let i = 0; match.needs !== "nothing" && i < LINES_MAX; i += 1) {
      step(rules, match, () => undefined);
      const { scores, rounds } = match.standing();
      if (scores !== null && sheet.length < rounds) sheet.push(scores);
    }
    const { rounds, totals, leaders } = match.standing();
    expect(match.needs).toBe("nothing");
    expect(rounds).toBe(2);
    expect(totals).toEqual([0, 1, 2].map((seat) => sheet[0]![seat]! + sheet[1]![seat]!));
    expect(leaders.map((seat) => totals[seat])).toContain(Math.max(...totals));
    const again = await Match.replay(["# a comment", "", ...match.lines], recordUrl);
    expect(again.view(null)).toEqual(match.view(null));
    expect(again.lines).toEqual(match.lines);
  });

  test("shows each seat its own rack only, and the replay all", async () => {
    const rules = rulesOf(game);
    const match = await start(rules);
    for (let i = 0; i < 40 && match.needs !== "nothing"; i += 1)
      step(rules, match, (seat, view) => {
        const { racks } = match.openView();
        expect(view.racks[seat]).toEqual(racks[seat]);
        for (const other of [0, 1, 2].filter((one) => one !== seat))
          expect(new Set(parseCards(view.racks[other]!))).toEqual(new Set(["?"]));
        expect(racks.join(" ")).not.toContain("?");
        expect(match.view(null).racks.join(" ")).toMatch(/^[? ]*$/);
      });
  });

  test("hints are legal and say what they lay", async () => {
    const rules = rulesOf(game);
    const match = await start(rules);
    const device = await Device.remote(false, remoteUrl);
    let hints = 0;
    for (let i = 0; i < 120 && match.needs !== "nothing"; i += 1)
      step(rules, match, (seat, view) => {
        const hint = engine.hint(rules, view);
        if (hint === null) return;
        hints += 1;
        expect(referee.action(rules, view, hint.action)).toEqual({ ok: true });
        lookAt(device, match.rules, view, i);
        device.onLine = (mark, text) => {
          expect(mark).toBe("~");
          device.answer(JSON.parse(text) as Riddle, hint.action, hint.isOut);
        };
        for (const shown of ["count", "cards", "table"]) {
          device.do(at.do_hint);
          expect(device.model(1).hint.step).toBe(shown);
        }
        const { laid } = device.model(1).hint;
        expect(laid.length).toBe(hint.cards);
        const rack = parseCards(view.racks[seat]!);
        for (const card of laid) expect(rack.splice(rack.indexOf(card), 1)).toEqual([card]);
        device.onLine = () => {};
        expect(device.do(at.do_lay_hint)).toBe(true);
        expect(device.model(1)).toMatchObject({
          isChanged: true, arrangement: { verdict: { ok: true } } });
      });
    expect(hints > 0).toBe(factsOf(game).has_solver);
  });
});

test("a draw of photo is kept with its stack", async () => {
  const match = await start(rulesOf("photo", { first: 0 }));
  match.chance();
  expect(match.needs).toBe("action");
  match.apply("draw");
  expect(match.lines.at(-1)).toMatch(/^draw [1-5]$/);
  expect(match.drawnBy(0)).toBe(parseCards(match.view(0).racks[0]!).at(-1));
});

test("a refused line changes nothing and names its rule", async () => {
  const match = await start(rulesOf("exclusiv", { first: 1 }));
  match.chance();
  const before = match.view(null);
  const refused = match.apply("play [r5 r6]");
  expect(refused).toMatchObject({ ok: false, rule: expect.stringMatching(/^X-/) });
  expect(match.apply("deal r5")).toMatchObject({ ok: false });
  expect(match.view(null)).toEqual(before);
  expect(match.lines.length).toBe(2);
  expect(() => match.goBackTo(["match chess players=2"])).toThrow(RefusedLine);
  expect(() => match.goBackTo(["# nothing"])).toThrow("a record starts with");
  expect(match.view(null)).toEqual(before);
});

test("a match goes back to fewer lines", async () => {
  const match = await start(rulesOf("exclusiv", { first: 0 }));
  match.chance();
  const before = match.view(0);
  match.apply("draw");
  expect(match.view(0)).not.toEqual(before);
  match.goBackTo(match.lines.slice(0, -1));
  expect(match.view(0)).toEqual(before);
});

test("chance deals differently each time", async () => {
  const hands = new Set<string>();
  for (let i = 0; i < 5; i += 1) {
    const match = await start(rulesOf("exclusiv", { first: 0 }));
    match.chance();
    hands.add(match.view(0).racks[0]!);
  }
  expect(hands.size).toBe(5);
});

test("options come back from the header", async () => {
  const options = { target: 100, jokers: 2, turn_seconds: 60, first: "lot" };
  const match = await start(rulesOf("exclusiv", options));
  expect(match.lines[0]).toBe("match exclusiv players=3 target=100 turn_seconds=60 jokers=2");
});

test("matches side by side do not meet, and a clone goes its own way", async () => {
  const matches = await Promise.all(GAMES.map((game) => start(rulesOf(game, { first: 0 }))));
  const alone = await Promise.all(GAMES.map((game) => start(rulesOf(game, { first: 0 }))));
  const steps = 12;
  for (let i = 0; i < steps; i += 1)
    matches.forEach((match, at) => {
      const rules = rulesOf(GAMES[at]!, { first: 0 });
      if (match.needs === "nothing") return;
      if (match.needs !== "action") match.chance(i);
      else {
        const player = { level: 5, ...match.standing() };
        match.apply(engine.decide(rules, match.view(match.seat), player, i));
      }
    });
  matches.forEach((match, at) => {
    alone[at]!.goBackTo(match.lines);
    expect(alone[at]!.openView()).toEqual(match.openView());
    expect(alone[at]!.told()).toBe(match.told());
  });
  const [match] = matches;
  const other = match!.clone();
  const before = match!.openView();
  expect(other.openView()).toEqual(before);
  expect(other.apply("draw")).toEqual({ ok: true });
  expect(other.lines.length).toBe(match!.lines.length + 1);
  expect(match!.openView()).toEqual(before);
});
