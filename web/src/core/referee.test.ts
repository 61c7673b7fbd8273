// referee.test.ts - verdicts of the module on the page's thread.
import { beforeAll, describe, expect, test } from "vitest";
import type { Rules } from "../game/types";
import type { ViewMessage } from "../link/messages";
import { Referee } from "rummery/referee";
import recordUrl from "rummery/record.wasm?url&inline";
import { wholeView } from "./whole-view";

const exclusiv: Rules = { game: "exclusiv", players: 2, options: { jokers: 4, first: "lot" } };
const princess: Rules = { game: "princess", players: 2, options: { bracelets: "gyrb" } };
let referee: Referee;

beforeAll(async () => {
  referee = await Referee.load(recordUrl);
});

const viewWith = (change: Partial<ViewMessage>): ViewMessage =>
  wholeView("exclusiv", {
    racks: ["r11 r12 r13 b5 *", Array<string>(14).fill("?").join(" ")],
    table: "[b8 g8 y8 r8]",
    ...change,
  });

describe("one meld", () => {
  test("is correct", () => {
    expect(referee.meld(exclusiv, ["r5", "*", "r7"])).toEqual({ ok: true });
  });

  test("names rule, reason, place and card, and says why", () => {
    expect(referee.meld(exclusiv, ["r5", "r5", "b5"])).toEqual({
      ok: false,
      rule: "X-10",
      reason: "SET_COLOUR_TWICE",
      place: 1,
      card: "r5",
      why: "r5: each colour may appear only once",
    });
  });

  test("says what is missing", () => {
    const verdict = referee.meld(exclusiv, ["r5", "r6"]);
    expect(verdict).toMatchObject({ ok: false, reason: "MELD_TOO_SHORT", have: 2, need: 3 });
  });

  test("of princess may go round", () => {
    expect(referee.meld(princess, ["y7", "y1", "y2"])).toEqual({ ok: true });
  });

  test("of nothing is refused and nothing breaks", () => {
    expect(referee.meld(exclusiv, []).ok).toBe(false);
    const endless = Array<string>(9999).fill("r5");
    expect(referee.meld(exclusiv, endless).ok).toBe(false);
  });
});

describe("an action", () => {
  const table = "[b8 g8 y8 r8]";

  test("needs 40 points at first (X-13)", () => {
    const verdict = referee.action(exclusiv, viewWith({}), `play ${table} [r11 r12 r13]`);
    expect(verdict).toMatchObject({ ok: false, rule: "X-13", have: 36, need: 40 });
    const play = `play ${table} [r11 r12 r13 *]`;
    expect(referee.action(exclusiv, viewWith({}), play).ok).toBe(false);
    expect(referee.action(exclusiv, viewWith({}), `play ${table} [* r11 r12 r13]`).ok).toBe(true);
  });

  test("is judged for the position told last", () => {
    const opened = viewWith({ opened: [true, false] });
    const play = `play ${table} [r11 r12 r13]`;
    expect(referee.action(exclusiv, opened, play).ok).toBe(true);
    expect(referee.action(exclusiv, viewWith({}), play).ok).toBe(false);
    expect(referee.action(exclusiv, opened, play).ok).toBe(true);
  });

  test("of a seat that is not on turn is refused", () => {
    const verdict = referee.action(exclusiv, viewWith({ seat: 1 }), "draw");
    expect(verdict).toMatchObject({ ok: false, reason: "NOT_ON_TURN" });
  });

  test("that is no notation is refused", () => {
    const verdict = referee.action(exclusiv, viewWith({}), "dance");
    expect(verdict).toMatchObject({ ok: false, rule: "notation", reason: "ACTION_UNKNOWN" });
  });

  test("about a view with a card too few is an error of ours", () => {
    expect(() => referee.action(exclusiv, viewWith({ stock: 3 }), "draw")).toThrow();
    expect(referee.action(exclusiv, viewWith({}), "draw").ok).toBe(true);
  });

  test("of princess knows what was taken, and from where (RA-06)", () => {
    const view = wholeView("princess", {
      racks: ["g4 b2", "? ?"],
      table: "0[y7 y1 y2]",
      opened: [true, false],
      laid: [true, false],
      discard: "r3",
      phase: "drawn",
      taken: "b2",
      from: "discard",
    });
    const strict: Rules = { ...princess, options: { rediscard: "no" } };
    const refused = referee.action(strict, view, "discard b2");
    expect(refused).toMatchObject({ ok: false, reason: "CARD_JUST_TAKEN", card: "b2" });
    expect(referee.action(strict, view, "discard g4").ok).toBe(true);
    expect(referee.action(princess, view, "discard b2").ok).toBe(true);
  });
});
