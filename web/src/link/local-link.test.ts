// local-link.test.ts - whole matches at tables in the page, by the core itself: what is told is
// what is so, a reload brings everything back, and the clock does what the rules say.
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { Engine } from "rummery/engine";
import engineUrl from "rummery/engine.wasm?url&inline";
import { Match } from "rummery/match";
import { LocalRoom } from "../core/local-room";
import { Seat } from "../core/seat";
import type { Thinker } from "../core/thinker";
import recordUrl from "rummery/record.wasm?url&inline";
import coreUrl from "../core/rummery.wasm?url&inline";
import type { Rules, View } from "../game/types";
import { type Link, Refusal } from "./link";
import { type LocalCore, LocalLink } from "./local-link";
import { localTable, localTables, makeLocalTable, unfinishedTables } from "./local-table";
import { GAMES } from "../game/games";
import { type News, type NewTable, type TableMessage } from "./messages";

let engine: Engine;
let core: LocalCore;
const seed: [number, number] = [1, 0];
/** For those who follow a link in a test. */
let spare: Seat[] = [];
const FOLLOWERS_MAX = 4;

beforeAll(async () => {
  engine = await Engine.load(engineUrl);
  const thinker: Thinker & { stop(): void } = {
    hint: async (rules, view) => engine.hint(rules, view.message),
    canGoOut: async (rules, view) => engine.canGoOut(rules, view.message),
    decide: async (rules, view, player) => engine.decide(rules, view.message, player, seed),
    stop: () => {},
  };
  core = { room: () => LocalRoom.load(coreUrl), thinker };
});

beforeEach(async () => {
  spare = await Promise.all(Array.from({ length: FOLLOWERS_MAX }, () => Seat.load(coreUrl)));
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
});

/** Follows a link as the page does. */
class Follower {
  news: News[] = [];
  table: TableMessage | null = null;
  views: View[] = [];
  seq = 0;
  phase = "";
  leftMs: number | undefined;
  private readonly core = spare.pop()!;
  constructor(readonly link: Link) {
    link.onNews = (news) => this.take(news);
  }
  get rules(): Rules {
    const { game, options, seats } = this.table!;
    return { game, options, players: seats.length };
  }
  private take(news: News): void {
    this.news.push(news);
    if ("version" in news || "do" in news || "resumed" in news) this.leftMs = news.left_ms;
    if ("version" in news) {
      this.table = news;
      this.phase = news.phase;
      this.seq = news.seq;
      this.views = this.core.tell(this.rules, news.views ?? []);
    } else if ("do" in news) {
      expect(news.seq).toBe(this.seq + 1);
      this.seq = news.seq;
      this.views = this.core.follow(news, this.views.length)!;
      this.phase = news.over?.phase ?? this.phase;
    }
  }
  /** The view of the seat on turn, if it is of this device. */
  get mine(): View | undefined {
    return this.views.find((view) => view.seat !== null && view.viewer === view.seat);
  }
}

const links: LocalLink[] = [];
afterEach(() => {
  for (const link of links.splice(0)) link.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function open(table = makeLocalTable(anna()), by = core): Follower {
  const link = new LocalLink(table, by);
  link.botPauseMs = 0;
  links.push(link);
  const follower = new Follower(link);
  link.open();
  return follower;
}

function anna(more: Partial<NewTable> = {}): NewTable {
  return {
    game: "exclusiv",
    options: { turn_seconds: 0, first: 0 },
    seats: [{ name: "Anna" }, { bot: 1 }],
    ...more,
  };
}

const until = (holds: () => boolean) => vi.waitFor(() => expect(holds()).toBe(true), 8000);

/** Acts for the people until the round is over. */
async function playRound(follower: Follower, seen: () => void = () => {}): Promise<void> {
  while (follower.phase === "playing") {
    await until(() => follower.mine !== undefined || follower.phase !== "playing");
    const { mine } = follower;
    if (mine === undefined) continue;
    const player = { level: 2, rounds: 0, totals: [] };
    const action = engine.decide(follower.rules, mine.message, player, seed);
    await follower.link.request({ do: "act", action, seat: mine.seat!, at: follower.seq });
    seen();
  }
}

describe.each(GAMES)("a table of %s", (game) => {
  test("is played to the end, and what is told is what is so", async () => {
    const seats = [{ name: "Anna" }, { bot: 2 }, { name: "Ben" }];
    const made = makeLocalTable(anna({ game, seats, options: { rounds: 2, turn_seconds: 0 } }));
    const follower = open(made);
    await follower.link.request({ do: "start" });
    let compared = 0;
    const compare = () => {
      const followed = follower.views;
      follower.link.refresh();
      expect(follower.views).toEqual(followed);
      compared += 1;
    };
    await playRound(follower, compare);
    expect(follower.phase).toBe("scored");
    await follower.link.request({ do: "next" });
    await playRound(follower, compare);
    expect(follower.phase).toBe("over");
    expect(compared).toBeGreaterThan(5);
    follower.link.refresh();
    const { sheet, totals } = follower.table!;
    expect(totals).toEqual([0, 1, 2].map((seat) => sheet[0]![seat]! + sheet[1]![seat]!));
    const { record } = follower.link as LocalLink;
    const again = await Match.replay(record.split("\n"), recordUrl);
    expect(again.needs).toBe("nothing");
    await follower.link.request({ do: "rematch" });
    expect(follower.phase).toBe("playing");
    expect((follower.link as LocalLink).earlierRecords).toEqual([record]);
  }, 30_000);
});

describe("a reload", () => {
  test("brings back table, rack and draft", async () => {
    const follower = open();
    await follower.link.request({ do: "start" });
    await follower.link.request({ do: "act", action: "draw" });
    await until(() => follower.mine !== undefined);
    const [card] = follower.mine!.racks[0]!;
    await follower.link.request({ do: "draft", table: `[${card}]` });
    follower.link.close();
    const again = open(localTable(localTables()[0]!)!);
    await until(() => again.table !== null);
    expect(again.views).toEqual(follower.views);
    expect(again.table!.draft).toEqual({ seat: 0, table: `[${card}]` });
  });
});

describe("what was kept", () => {
  test("opens with seats that came after the match", async () => {
    const made = makeLocalTable(anna({ options: { turn_seconds: 0, rounds: 1, first: 0 } }));
    const follower = open(made);
    await follower.link.request({ do: "start" });
    await playRound(follower);
    await follower.link.request({ do: "seat", seat: 2, as: "bot", level: 2 });
    follower.link.close();
    const again = open(localTable(made.name)!);
    await until(() => again.table !== null);
    expect([again.phase, again.table!.seats.length]).toEqual(["over", 3]);
    await again.link.request({ do: "rematch" });
    expect([again.phase, again.table!.match]).toEqual(["playing", 2]);
  }, 30_000);
  test("is an unfinished match until its last round is over, whatever was made since", async () => {
    const made = makeLocalTable(anna({ options: { turn_seconds: 0, rounds: 1, first: 0 } }));
    const names = () => unfinishedTables().map(({ name }) => name);
    const follower = open(made);
    await follower.link.request({ do: "start" });
    for (let i = 0; i < 30; i += 1) makeLocalTable(anna());
    expect(names()).toEqual([made.name]);
    const sheet = follower.table!.sheet;
    await playRound(follower);
    expect(sheet, "what was told is not written to").toEqual([]);
    expect(names()).toEqual([]);
    follower.link.close();
    expect(localTable(made.name)!.isOver).toBe(true);
    for (let i = 0; i < 30; i += 1) makeLocalTable(anna());
    expect(localTable(made.name)).toBeNull();
  }, 30_000);
  test("does not let more be taken back than was possible before", async () => {
    const two = [{ name: "Anna" }, { name: "Ben" }];
    const follower = open(makeLocalTable(anna({ game: "princess", seats: two })));
    await follower.link.request({ do: "start" });
    const discard = () => ({
      do: "act", action: `discard ${follower.mine!.racks[follower.mine!.seat!]![0]!}`,
    }) as const;
    await follower.link.request({ do: "act", action: "draw" });
    await follower.link.request(discard());
    follower.link.close();
    const second = open(localTable(localTables()[0]!)!);
    await second.link.request({ do: "back" });
    expect(second.table!.why).toBe("back");
    second.link.close();
    const third = open(localTable(localTables()[0]!)!);
    await expect(third.link.request({ do: "back" })).rejects.toBeInstanceOf(Refusal);
  });
});

describe("a request", () => {
  const refusal = async (done: Promise<void>) =>
    ((await done.catch((problem: unknown) => problem)) as Refusal).message_;
  test("that the rules forbid says why and changes nothing", async () => {
    const follower = open();
    await follower.link.request({ do: "start" });
    const [a] = follower.views[0]!.racks[0]!;
    const told = follower.news.length;
    const why = await refusal(follower.link.request({ do: "act", action: `play [${a}]` }));
    expect(why).toMatchObject({ error: "rule", rule: "X-09", reason: "MELD_TOO_SHORT", meld: 0 });
    expect(follower.news.length).toBe(told);
  });
  test("comes too late, too early or from the wrong seat", async () => {
    const follower = open();
    const act = { do: "act", action: "draw" } as const;
    expect(await refusal(follower.link.request(act))).toMatchObject({ error: "not_now" });
    await follower.link.request({ do: "start" });
    const stale = follower.link.request({ ...act, at: follower.seq - 1 });
    expect(await refusal(stale)).toMatchObject({ error: "stale" });
    const other = follower.link.request({ ...act, seat: 1 });
    expect(await refusal(other)).toMatchObject({ error: "not_yours" });
    const time = follower.link.request({ do: "act", action: "timeout -" });
    expect(await refusal(time)).toMatchObject({ error: "malformed" });
    expect(await refusal(follower.link.request({ do: "next" }))).toMatchObject({
      error: "not_now",
    });
  });
  test("takes back a discard, but not a draw", async () => {
    const princess = anna({ game: "princess", seats: [{ name: "Anna" }, { name: "Ben" }] });
    const follower = open(makeLocalTable(princess));
    await follower.link.request({ do: "start" });
    const before = follower.views;
    await follower.link.request({ do: "act", action: "draw discard" });
    expect(await refusal(follower.link.request({ do: "back" }))).toMatchObject({
      error: "not_now",
    });
    const drawn = follower.views;
    const card = follower.mine!.racks[0]![0]!;
    await follower.link.request({ do: "act", action: `discard ${card}` });
    await follower.link.request({ do: "back" });
    expect(follower.views).toEqual(drawn);
    expect(before[0]!.seat).toBe(0);
  });
  test("changes seats between matches, and who they are", async () => {
    const follower = open();
    await follower.link.request({ do: "seat", seat: 2, as: "bot", level: 4 });
    await follower.link.request({ do: "profile", name: "Anne", colour: "b" });
    expect(follower.table!.seats).toMatchObject([
      { kind: "person", name: "Anne", colour: "b" },
      { kind: "bot", level: 1, colour: "y" },
      { kind: "bot", level: 4, colour: "r" },
    ]);
    const taken = follower.link.request({ do: "profile", colour: "y" });
    expect(await refusal(taken)).toMatchObject({ error: "taken" });
    await follower.link.request({ do: "seat", seat: 2, as: "none" });
    expect(follower.table!.seats).toHaveLength(2);
  });
  test("to leave forgets the table", async () => {
    const follower = open();
    await follower.link.request({ do: "leave" });
    expect([follower.news.at(-1), follower.link.status]).toEqual([{ gone: true }, "gone"]);
    expect(localTables()).toEqual([]);
  });
});

describe("the clock", () => {
  test("X-33: applies the end of the time to the draft", async () => {
    const options = { turn_seconds: 1, first: 0 };
    const follower = open(makeLocalTable(anna({ options, seats: [{ name: "A" }, { name: "B" }] })));
    await follower.link.request({ do: "start" });
    await (follower.link as LocalLink).look(0);
    expect(follower.leftMs).toBeGreaterThan(900);
    const [card] = follower.views[0]!.racks[0]!;
    await follower.link.request({ do: "draft", table: `[${card}]` });
    await until(() => follower.table!.why === "timeout");
    expect(follower.views[0]!.message.shown[0]).toBe(card);
    expect(follower.views[0]!.racks[0]).toHaveLength(15);
    expect((follower.link as LocalLink).record).toContain(`timeout [${card}]`);
  });
  test("waits for whoever comes next to the device, over a reload too", async () => {
    vi.useFakeTimers();
    const options = { turn_seconds: 120, first: 0 };
    const made = makeLocalTable(anna({ options, seats: [{ name: "Anna" }, { name: "Ben" }] }));
    const follower = open(made);
    const link = follower.link as LocalLink;
    await link.request({ do: "start" });
    expect(follower.leftMs).toBeUndefined();
    await link.look(0);
    expect(follower.leftMs).toBe(120_000);
    await link.request({ do: "act", action: "draw" });
    expect(follower.leftMs).toBeUndefined();
    await vi.advanceTimersByTimeAsync(300_000);
    expect(follower.mine!.seat).toBe(1);
    await link.look(1);
    expect(follower.leftMs).toBe(120_000);
    await vi.advanceTimersByTimeAsync(30_000);
    link.close();

    const again = open(localTable(made.name)!);
    await vi.advanceTimersByTimeAsync(300_000);
    expect(again.mine!.seat).toBe(1);
    expect(again.leftMs).toBeUndefined();
    await (again.link as LocalLink).look(1);
    expect(again.leftMs).toBe(90_000);
    await vi.advanceTimersByTimeAsync(90_000);
    expect(again.table!.why).toBe("timeout");
  });
  test("runs at once for somebody alone, who has no curtain", async () => {
    const follower = open(makeLocalTable(anna({ options: { turn_seconds: 120, first: 0 } })));
    await follower.link.request({ do: "start" });
    expect(follower.leftMs).toBeGreaterThan(119_000);
  });
});

test("who cannot think is asked again, and nobody plays in its place", async () => {
  for (const game of GAMES) {
    let [asked, fails] = [0, true];
    const decide: Thinker["decide"] = (...given) => {
      asked += 1;
      return fails ? Promise.reject(new Error("no memory")) : core.thinker.decide(...given);
    };
    const failing = { ...core, thinker: { ...core.thinker, decide } };
    const follower = open(makeLocalTable(anna({ game, seats: [{ bot: 1 }, { bot: 2 }] })), failing);
    const link = follower.link as LocalLink;
    const statuses: string[] = [];
    link.onStatus = (status) => void statuses.push(status);
    link.askAgainMs = 1;
    await link.request({ do: "start" });
    const begun = follower.seq;
    await until(() => asked > 3);
    expect([link.status, follower.seq]).toEqual(["stuck", begun]);
    fails = false;
    await until(() => follower.seq > begun + 60 || follower.phase !== "playing");
    expect(statuses).toEqual(["live", "stuck", "live"]);
  }
});

test("computer players take their time, unless they are hurried", async () => {
  const follower = open();
  const link = follower.link as LocalLink;
  link.botPauseMs = 60_000;
  await link.request({ do: "start" });
  await link.request({ do: "act", action: "draw" });
  await new Promise((done) => setTimeout(done, 50));
  expect(follower.mine).toBeUndefined();
  link.skip();
  await until(() => follower.mine !== undefined);
});
