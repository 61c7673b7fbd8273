// traces.test.ts - what moves leave behind, as a table in the middle of a round follows them.
import { beforeEach, expect, test } from "vitest";
import { Device } from "../core/device";
import remoteUrl from "../core/remote.wasm?url&inline";
import { rulesOf, wholeView } from "../core/whole-view";
import { piecesOf } from "../game/pieces";
import type { Link } from "../link/link";
import type { ServerMessage } from "../link/messages";
import { TableState } from "./table.svelte";

const unknown = Array<string>(9).fill("?").join(" ");
const nobody = { hint: async () => null, canGoOut: async () => false, decide: async () => "" };
const wishes = { stepMs: () => 0, tellsPossible: () => false, rackOrder: () => "runs" as const };
const keeper = { read: () => undefined, keep: () => {} };
const link: Link = {
  status: "live", onNews: () => {}, onStatus: () => {}, open: () => {}, close: () => {},
  load: () => Device.remote(false, remoteUrl), hear: () => {}, request: () => Promise.resolve(),
};
const tell = (news: ServerMessage) => link.onNews(JSON.stringify(news), news);

let table: TableState;
let seq: number;
beforeEach(async () => {
  table = new TableState(link, await link.load(), nobody, wishes, keeper);
  seq = 7;
  const racks = ["r11 r12 b5 * y8 r9", unknown];
  const view = wholeView("exclusiv", { racks, table: "[b8 g8 r8]", opened: [true, true], seat: 1 });
  tell({
    ...rulesOf("exclusiv"), table: "here", seq, version: 1, watch: true, drafts: true, stand_in: 0,
    phase: "playing", you: [0], host: true,
    seats: [{ kind: "person", name: "Anna", here: true }, { kind: "bot", level: 2 }],
    match: 1, round: 1, sheet: [], totals: [0, 0], commit: { deal: 1, hash: "" }, views: [view],
    why: "hello",
  });
});

/** A move of a seat, followed. */
const move = (seat: number, action: string, turn: number, card?: string) =>
  tell({ seq: ++seq, seat, do: action, turn, ...(card === undefined ? {} : { card }) });

const markedOf = () => piecesOf(table.arrangement).flatMap(({ id, card }) =>
  (table.fresh.has(id) ? `${card} ${table.fresh.get(id)}` : []));
const originOf = (id = 0) => table.traces.origins.get(String(id));

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
  expect(table.traces.moves.map(({ happening, changes }) =>
    [happening.kind, ...changes.map(({ laid, isNew }) => `${cardsOf(laid)} ${isNew}`)]))
    .toEqual([["played", "y8 false", "b1 b2 b3 true"], ["drew"]]);
  expect(table.traces.moves[0]?.happening).toMatchObject({ seat: 1, melds: 1 });
  expect(table.traces.isWhole).toBe(false);
});

test("each piece has its own origin, and one that is alike on the rack stays there", () => {
  const joker = table.arrangement.rack.find(({ card }) => card === "*");
  move(1, "play [b8 g8 r8 *]", 0);
  const laid = table.arrangement.melds[0]?.pieces.at(-1);
  expect(originOf(laid?.id)).toBe("seat 1");
  expect(table.arrangement.rack).toContain(joker);
  move(0, "draw", 1, "r1");
  const drawn = table.arrangement.rack.find(({ card }) => card === "r1");
  expect(originOf(drawn?.id)).toBe("stack 1");
  expect(originOf(joker?.id)).toBeUndefined();
});

test("what was laid out before it was played is told as laid by the play", () => {
  move(1, "draw", 0);
  for (const card of ["*", "r11", "r12"])
    table.tap(table.arrangement.rack.find((piece) => piece.card === card)!.id);
  table.putNew();
  const laid = table.arrangement.melds[1]!.pieces.map(({ id }) => id);
  move(0, "play 0 [r11 r12 *]", 1);
  const { changes = [] } = table.traces.moves.at(-1) ?? {};
  expect(changes.map((change) => change.laid.map(({ id }) => id))).toEqual([laid]);
  expect(laid.map(originOf)).toEqual([undefined, undefined, undefined]);
  expect(markedOf()).toEqual([]);
});
