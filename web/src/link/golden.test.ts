// golden.test.ts - the repository's golden records, followed by every seat and by a watcher: after
// each line the followed view is the one that the core shows.
import { expect, test } from "vitest";
import { LocalMatch } from "../core/local-match";
import recordUrl from "../core/record.wasm?url&inline";
import coreUrl from "../core/rummery.wasm?url&inline";
import { Seat } from "../core/seat";
import type { Rules, View } from "../game/types";
import type { GameId, MoveMessage, Options } from "./messages";

const records = import.meta.glob<string>("../../../tests/golden/*.record", {
  query: "?raw",
  import: "default",
  eager: true,
});

function rulesOf(header: string): Rules {
  const [, game, ...settings] = header.split(" ");
  const options: Options = Object.fromEntries(settings.map((setting) => setting.split("=")));
  return { game: game as GameId, players: Number(options.players), options };
}

/** The last line as the table would tell it; null where the whole table is told. */
function moveOf(match: LocalMatch, seat: number, line: string): MoveMessage | null {
  if (line.startsWith("timeout") || match.needs === "shuffle") return null;
  const move: MoveMessage = { seq: 1, seat, do: match.told() };
  const card = match.drawnBy(seat);
  if (card !== null && line !== "draw discard") move.card = card;
  const view = match.view(null);
  if (view.seat !== null) return { ...move, turn: view.seat };
  const { scores, totals, rounds } = match.standing();
  const over: MoveMessage["over"] = {
    winner: view.winner ?? null, scores: scores ?? [], totals, round: rounds, seed: "", mixes: [],
    racks: view.message.racks, commit: { deal: 1, hash: "" }, phase: "scored",
  };
  return { ...move, over };
}

test.each(Object.entries(records))("%s", async (_, text) => {
  const [header = "", ...lines] = text.split("\n").filter((line) => /^[a-z]/.test(line));
  const rules = rulesOf(header);
  const match = await LocalMatch.replay([header], recordUrl);
  const viewers = [null, ...Array.from({ length: rules.players }, (_, seat) => seat)];
  const followers = await Promise.all(viewers.map(() => Seat.load(coreUrl)));
  const shown = () => viewers.map((seat) => match.view(seat));
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
