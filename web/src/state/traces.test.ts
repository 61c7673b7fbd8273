// traces.test.ts - what moves leave behind, by the module that arranges.
import { beforeEach, expect, test } from "vitest";
import coreUrl from "../core/rummery.wasm?url&inline";
import { Seat } from "../core/seat";
import { rulesOf, wholeView } from "../core/whole-view";
import { Traces } from "./traces.svelte";

const unknown = Array<string>(9).fill("?").join(" ");
let core: Seat;
let traces: Traces;
beforeEach(async () => {
  core = await Seat.load(coreUrl);
  const racks = ["r11 r12 b5 * y8 r9", unknown];
  const view = wholeView("exclusiv", { racks, table: "[b8 g8 r8]", opened: [true, true], seat: 1 });
  core.tell(rulesOf("exclusiv"), [view]);
  core.arrange(0);
  traces = new Traces();
});

/** A move of a seat, followed. */
function move(seat: number, action: string, turn: number, card?: string): void {
  const shown = core.now();
  const told = { seq: 1, seat, do: action, turn };
  core.follow(card === undefined ? told : { ...told, card }, 1);
  const around = { shown, begun: shown, after: core.arrange(0), pileSize: 0 };
  traces.follow(core.happening(0), around, [0], turn !== seat);
}

const markedOf = () => {
  const marks = traces.marksOf(0);
  const { melds, rack } = core.now();
  const pieces = [...melds.flatMap((meld) => meld.pieces), ...rack];
  return pieces.flatMap(({ id, card }) => (marks.has(id) ? `${card} ${marks.get(id)}` : []));
};

test("what others laid and moved stays marked until the own turn is over", () => {
  move(1, "play [b8 g8 r8 y8] [b1 b2 b3]", 0);
  expect(markedOf()).toEqual(["y8 new", "b1 new", "b2 new", "b3 new"]);
  move(0, "draw", 1, "r1");
  expect(markedOf()).toEqual(["r1 new"]);
  move(1, "play [b8 g8 r8] [b1 b2 b3] [y8 y9 y10]", 0);
  expect(markedOf()).toEqual(["y8 moved", "y9 new", "y10 new", "r1 new"]);
});

test("all of it stands in the list", () => {
  move(1, "play [b8 g8 r8 y8] [b1 b2 b3]", 0);
  move(0, "draw", 1, "r1");
  const cardsOf = (pieces: readonly { card: string }[]) => pieces.map(({ card }) => card).join(" ");
  expect(traces.moves.map(({ happening, changes }) =>
    [happening.kind, ...changes.map(({ laid, isNew }) => `${cardsOf(laid)} ${isNew}`)]))
    .toEqual([["played", "y8 false", "b1 b2 b3 true"], ["drew"]]);
});

test("each piece has its own origin, and one that is alike on the rack stays there", () => {
  const joker = core.now().rack.find(({ card }) => card === "*");
  move(1, "play [b8 g8 r8 *]", 0);
  const laid = core.now().melds[0]?.pieces.at(-1);
  expect(traces.origins.get(String(laid?.id))).toBe("seat 1");
  expect(core.now().rack).toContain(joker);
  move(0, "draw", 1, "r1");
  const drawn = core.now().rack.find(({ card }) => card === "r1");
  expect(traces.origins.get(String(drawn?.id))).toBe("stack 1");
  expect(traces.origins.has(String(joker?.id))).toBe(false);
});
