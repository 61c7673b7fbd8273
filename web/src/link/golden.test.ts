// golden.test.ts - the repository's golden records, followed by every seat and by a watcher: after
// each line the followed view is the one that the core shows.
import { expect, test } from "vitest";
import { Match } from "rummery/match";
import recordUrl from "rummery/record.wasm?url&inline";
import coreUrl from "../core/rummery.wasm?url&inline";
import { Seat } from "../core/seat";
import type { View } from "../game/types";
import { viewOf } from "../game/view";
import type { MoveMessage } from "./messages";

const records = import.meta.glob<string>("../../../tests/golden/*.record", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** The last line as the table would tell it; null where the whole table is told. */
function moveOf(match: Match, seat: number, line: string): MoveMessage | null {
  if (line.startsWith("timeout") || match.needs === "shuffle") return null;
  const move: MoveMessage = { seq: 1, seat, do: match.told() };
  const card = match.drawnBy(seat);
  if (card !== null && line !== "draw discard") move.card = card;
  const view = match.view(null);
  if (view.seat !== null) return { ...move, turn: view.seat };
  const { scores, totals, rounds } = match.standing();
  const over: MoveMessage["over"] = {
    winner: view.winner ?? null, scores: scores ?? [], totals, round: rounds, seed: "", mixes: [],
    racks: view.racks, commit: { deal: 1, hash: "" }, phase: "scored",
  };
  return { ...move, over };
}

test.each(Object.entries(records))("%s", async (_, text) => {
  const [header = "", ...lines] = text.split("\n").filter((line) => /^[a-z]/.test(line));
  const match = await Match.replay([header], recordUrl);
  const { rules } = match;
  const viewers = [null, ...Array.from({ length: rules.players }, (_, seat) => seat)];
  const followers = await Promise.all(viewers.map(() => Seat.load(coreUrl)));
  const shown = () => viewers.map((seat) => viewOf(match.view(seat)));
  let views: View[] = [];
  let followed = 0;
  for (const line of lines) {
    const isAction = match.needs === "action";
    expect(match.apply(line)).toEqual({ ok: true });
    const move = isAction ? moveOf(match, views[0]?.seat ?? 0, line) : null;
    if (move !== null) {
      views = followers.flatMap((core) => core.follow(move, 1) ?? []);
      expect(views).toEqual(shown());
      followed += 1;
    } else if (match.needs === "action") {
      views = shown();
      followers.forEach((core, i) => core.tell(rules, [views[i]!.message]));
    }
  }
  expect(followed).toBeGreaterThan(10);
});
