// golden.test.ts - the repository's golden records, followed by every seat and by a watcher: after
// each line a device shows what the core shows.
import { expect, test } from "vitest";
import { Match } from "rummery/match";
import recordUrl from "rummery/record.wasm?url&inline";
import { Device } from "../core/device";
import type { Model } from "../core/model";
import remoteUrl from "../core/remote.wasm?url&inline";
import { parseCards } from "../game/cards";
import { factsOf } from "../game/games";
import type { Rules, View } from "../game/types";
import { viewOf } from "../game/view";
import type { MoveMessage, TableMessage } from "./messages";

const records = import.meta.glob<string>("../../../tests/golden/*.record", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** The last line as the table would tell it to who drew; null where the whole table is told. */
function moveOf(match: Match, seq: number, seat: number, line: string): MoveMessage | null {
  if (line.startsWith("timeout") || match.needs === "shuffle") return null;
  const move: MoveMessage = { seq, seat, do: match.told() };
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

function tableOf({ game, options, players }: Rules, seq: number, view: View): TableMessage {
  const { viewer, racks } = view;
  return {
    table: "golden", seq, version: 1, game, options, watch: true, drafts: true, stand_in: 0,
    phase: "playing", you: viewer === null ? [] : [viewer], host: false,
    seats: racks.map(() => ({ kind: "person", name: "A", here: true })), match: 1, round: 1,
    sheet: [], totals: Array<number>(players).fill(0), commit: { deal: 1, hash: "" },
    views: [view.message], why: "hello",
  };
}

const sorted = (cards: readonly string[]) => [...cards].sort().join(" ");

/** What there is to see, in no order of its own. */
function shownIn({ view, arrangement: { melds, rack } }: Model): object {
  return {
    ...view, racks: view!.racks.map(sorted), rack: sorted(rack.map(({ card }) => card)),
    table: melds.map(({ owner, pieces }) => ({ owner, cards: pieces.map(({ card }) => card) })),
  };
}

/** The same, as it has to be: of racks everybody knows what was shown, and in the end all. */
function shownOf(view: View): object {
  const { message, viewer, seat, phase, opened, stacks, discard, winner = null, table } = view;
  const known = view.racks.map((rack, i) => {
    const shown = phase === "over" ? rack : parseCards(message.shown[i]!);
    return sorted([...shown, ...Array<string>(rack.length - shown.length).fill("?")]);
  });
  return { viewer, seat, phase, racks: known, opened, stacks, discard, winner, table,
    rack: sorted(viewer === null ? [] : view.racks[viewer]!) };
}

test.each(Object.entries(records))("%s", async (_, text) => {
  const [header = "", ...lines] = text.split("\n").filter((line) => /^[a-z]/.test(line));
  const match = await Match.replay([header], recordUrl);
  const { rules } = match;
  const viewers = [null, ...Array.from({ length: rules.players }, (_, seat) => seat)];
  const devices = await Promise.all(viewers.map(() => Device.remote(false, remoteUrl)));
  const { stacks } = factsOf(rules.game);
  let [followed, seq] = [0, 1];
  for (const line of lines) {
    const [isAction, seat] = [match.needs === "action", match.view(null).seat ?? 0];
    expect(match.apply(line)).toEqual({ ok: true });
    seq += 1;
    const move = isAction ? moveOf(match, seq, seat, line) : null;
    if (move === null && match.needs !== "action") continue;
    if (move !== null) followed += 1;
    const { card: drawn, ...told } = move ?? {};
    viewers.forEach((viewer, i) => {
      const [device, view] = [devices[i]!, viewOf(match.view(viewer))];
      const news = move === null ? tableOf(rules, seq, view)
        : viewer === seat && drawn !== undefined ? move : told;
      device.onLine = (mark) => expect(mark, "the table is asked for").not.toBe("<");
      device.take(JSON.stringify(news));
      device.shown();
      expect(shownIn(device.model(stacks)), line).toEqual(shownOf(view));
    });
  }
  expect(followed).toBeGreaterThan(10);
});
