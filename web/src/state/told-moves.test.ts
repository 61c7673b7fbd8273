// told-moves.test.ts - moves that no message of their own tells, but the whole table: a new stock,
// a clock that ran out. They are heard, marked and listed like all others. And how a round ended
// that was over before the page came.
import { expect, test } from "vitest";
import { Device } from "../core/device";
import remoteUrl from "../core/remote.wasm?url&inline";
import { rulesOf, wholeView } from "../core/whole-view";
import { factsOf } from "../game/games";
import type { Link } from "../link/link";
import type { Options, ServerMessage, TableMessage, ViewMessage } from "../link/messages";
import { TableState } from "./table.svelte";

/** All cards but those, the last of which may be anywhere: so many that none is left. */
function allBut(gone: readonly string[], unseen: number): string {
  const { suits, ranks, copies, jokers } = factsOf("princess");
  const all = [...Array<string>(jokers).fill("*"), ...Array.from({ length: copies }, () =>
    suits.flatMap((suit) => ranks.map((rank) => `${suit}${rank}`))).flat()];
  for (const card of gone) all.splice(all.indexOf(card), 1);
  return all.slice(unseen).join(" ");
}

function tableOf(why: string, view: Partial<ViewMessage>, options: Options = {}): TableMessage {
  return {
    ...rulesOf("princess", options), table: "here", seq: 7, version: 1, game: "princess",
    watch: true, drafts: true, stand_in: 0, phase: "playing", you: [0], host: true,
    seats: [{ kind: "person", name: "Anna", here: true }, { kind: "person", name: "Ben" }],
    match: 1, round: 1, sheet: [], totals: [0, 0], commit: { deal: 1, hash: "" },
    views: [wholeView("princess", view)], why,
  };
}

/** A table, and how it is told what happens. */
async function sit(
  message: TableMessage,
): Promise<[TableState, (news: ServerMessage) => void]> {
  const thinker = {
    hint: () => Promise.resolve(null),
    canGoOut: () => Promise.resolve(false),
    decide: () => Promise.resolve("draw"),
  };
  const link: Link = {
    status: "live", onNews: () => {}, onStatus: () => {}, open: () => {}, close: () => {},
    load: () => Device.remote(false, remoteUrl), hear: () => {}, request: () => Promise.resolve(),
  };
  const wishes = { stepMs: () => 0, tellsPossible: () => false, rackOrder: () => "runs" as const };
  const table = new TableState(link, await link.load(), thinker, wishes,
    { read: () => undefined, keep: () => {} });
  const tell = (news: ServerMessage) => link.onNews(JSON.stringify(news), news);
  table.open();
  tell(message);
  return [table, tell];
}

const listOf = (table: TableState) => table.traces.moves.map(({ happening }) =>
  happening.kind === "told" ? happening.why
    : [happening.kind, happening.seat, happening.card ?? ""].join(" ").trim());
const markedOf = (table: TableState) =>
  table.arrangement.rack.flatMap(({ id, card }) => (table.fresh.has(id) ? [card] : []));

const empty = {
  racks: ["r1 r2", "? ? ?"], discard: `${allBut(["r1", "r2", "r3"], 3)} r3`, stock: 0,
};

test("RA-05 a card drawn from a new stock is told after it, and marked", async () => {
  const [table, tell] = await sit(tableOf("hello", empty));
  tell(tableOf("shuffle", { racks: ["r1 r2 b7", "? ? ?"], discard: "r3", phase: "drawn",
    taken: "b7", from: "stock", laid_since_shuffle: false }));
  expect(listOf(table)).toEqual(["shuffle", "drew 0 b7"]);
  expect(markedOf(table)).toEqual(["b7"]);
  const drawn = table.arrangement.rack.find(({ card }) => card === "b7");
  expect(table.traces.origins.get(String(drawn?.id))).toBe("stack 1");
});

test("RA-05 so is one that somebody else drew, but not which", async () => {
  const [table, tell] = await sit(tableOf("hello", { ...empty, seat: 1 }));
  tell(tableOf("shuffle", { racks: ["r1 r2", "? ? ? ?"], discard: "r3", phase: "drawn",
    seat: 1, taken: "?", from: "stock", laid_since_shuffle: false }));
  expect(listOf(table)).toEqual(["shuffle", "drew 1"]);
  expect(markedOf(table)).toEqual([]);
});

test("RA-05 who finds no card has drawn none", async () => {
  const [table, tell] = await sit(tableOf("hello", { ...empty, laid_since_shuffle: false }));
  const racks = ["r1 r2", "r1 r2 r3"];
  tell({ seq: 8, seat: 0, do: "draw", over: { winner: null, scores: [0, 0], totals: [0, 0],
    racks, round: 1, seed: "", mixes: [], commit: { deal: 2, hash: "" }, phase: "scored" } });
  expect(listOf(table)).toEqual(["found_none 0"]);
});

test("RA-19 whose time was up is listed", async () => {
  const clock = { turn_seconds: 60 };
  const [table, tell] = await sit(tableOf("hello", { racks: ["r1 r2", "? ? ?"], seat: 1 }, clock));
  tell(tableOf("timeout", { racks: ["r1 r2", "? ? ?"], discard: "b1" }, clock));
  expect(listOf(table)).toEqual(["timeout 1"]);
});

test("a round that was over before the page came has its scores told apart", async () => {
  const racks = ["r1 r2", "r3"];
  const over = { winner: null, scores: [16, -1], totals: [16, -1], racks, round: 1, seed: "",
    mixes: [], commit: { deal: 2, hash: "" }, phase: "scored" as const };
  const view = { phase: "over" as const, seat: null, winner: null, racks, laid: [true, true],
    opened: [true, true], table: "0[y5 y6 y7]" };
  const [table] = await sit({ ...tableOf("hello", view), phase: "scored", over });
  expect(table.over).toEqual({ winner: null, parts: [[18, 0, -2], [0, 0, -1]] });
});
