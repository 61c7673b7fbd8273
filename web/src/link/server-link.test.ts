// server-link.test.ts - the line to the server breaks and comes back, and nothing is lost or done
// twice. The server is played by hand here; tests/web/links.mjs has the real one.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Refusal } from "./link";
import type { Request, ServerMessage, TableMessage } from "./messages";
import { ownMixes } from "./mixes";
import { ServerLink } from "./server-link";

type Sent = Record<string, unknown>;

class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  static get last(): FakeSocket {
    return FakeSocket.all.at(-1)!;
  }

  readyState = 0;
  sent: Sent[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(readonly url: URL) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Sent);
  }
  close(): void {
    this.readyState = 3;
  }
  accept(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  tell(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  break(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  sentOf(kind: string): Sent[] {
    return this.sent.filter((message) => message.do === kind);
  }
}

const table = (more: Partial<TableMessage> = {}): object => ({
  table: "k3v9", seq: 41, version: 1, game: "exclusiv", phase: "playing", you: [0], seats: [],
  commit: { deal: 2, hash: "ab" }, why: "hello", ...more,
});

function memory(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  } as Storage;
}

let link: ServerLink;
let news: ServerMessage[];
let statuses: string[];

function open(key: string | undefined = "Zk1"): void {
  link = new ServerLink("k3v9", key, "https://rummery.example");
  link.onNews = (text, one) => {
    expect(JSON.parse(text)).toEqual(one);
    news.push(one);
  };
  link.onStatus = (status) => void statuses.push(status);
  link.open();
}

/** A line on which the table has been told. */
function openLive(): FakeSocket {
  open();
  FakeSocket.last.accept();
  FakeSocket.last.tell(table());
  return FakeSocket.last;
}

/** What the device asks for, under an id of its own. */
function ask(request: Request, id?: string): void {
  link.hear(">", JSON.stringify({ ...request, id }));
}
const act = { do: "act", action: "draw", at: 41 } as const;
const leave = { do: "leave" } as const;
const idOf = (socket: FakeSocket) => (socket.sentOf("leave") as [{ id: string }])[0].id;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("localStorage", memory());
  FakeSocket.all = [];
  news = [];
  statuses = [];
});
afterEach(() => {
  link.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("hello", () => {
  test("says which table and with which key, over the own origin", () => {
    const socket = openLive();
    expect(String(socket.url)).toBe("wss://rummery.example/ws");
    expect(socket.sent[0]).toEqual({ do: "hello", version: 1, table: "k3v9", key: "Zk1" });
    expect([statuses, news.length]).toEqual([["live"], 1]);
  });
  test.each(["no_table", "no_key", "version"])("is over for good with %s", (error) => {
    open();
    FakeSocket.last.accept();
    FakeSocket.last.tell({ error, why: "" });
    vi.advanceTimersByTime(60_000);
    expect([link.status, FakeSocket.all.length]).toEqual(["gone", 1]);
  });
  test("is tried again when the server is busy", () => {
    open();
    FakeSocket.last.accept();
    FakeSocket.last.tell({ error: "too_many", why: "" });
    vi.advanceTimersByTime(1000);
    expect([link.status, FakeSocket.all.length]).toEqual(["lost", 2]);
  });
});

describe("what the device asks for", () => {
  test("is sent with its id, and what comes of it is told", () => {
    const socket = openLive();
    ask(act, "a1");
    expect(socket.sentOf("act")).toEqual([{ ...act, id: "a1" }]);
    socket.tell({ seq: 42, seat: 0, do: "draw", card: "r5", turn: 1, id: "a1" });
    expect(news.at(-1)).toMatchObject({ seq: 42, card: "r5", id: "a1" });
    ask({ ...act, at: 42 }, "a2");
    socket.tell({ error: "stale", id: "a2", why: "" });
    expect(news.at(-1)).toMatchObject({ error: "stale", id: "a2" });
    ask({ do: "next" }, "a3");
    socket.tell({ ok: true, id: "a3", seq: 42 });
    expect(news.at(-1)).toMatchObject({ ok: true, id: "a3" });
  });
  test("and was not answered is sent again with the same id after the break", () => {
    const socket = openLive();
    ask(act, "a1");
    socket.break();
    vi.advanceTimersByTime(1000);
    const again = FakeSocket.last;
    again.accept();
    expect(again.sent[0]).toMatchObject({ do: "hello", after: 41 });
    expect(again.sentOf("act")).toEqual([]);
    again.tell({ resumed: 41, here: [], ready: [], stand_in: [] });
    expect(again.sentOf("act")).toEqual(socket.sentOf("act"));
    again.tell({ ok: true, id: "a1", seq: 42 });
    again.break();
    vi.advanceTimersByTime(1000);
    FakeSocket.last.accept();
    FakeSocket.last.tell({ resumed: 41, here: [], ready: [], stand_in: [] });
    expect(FakeSocket.last.sentOf("act")).toEqual([]);
    expect(statuses).toEqual(["live", "lost", "live", "lost", "live"]);
  });
  test("and was done before the line broke is not sent again", () => {
    const socket = openLive();
    ask(act, "a1");
    socket.break();
    vi.advanceTimersByTime(1000);
    FakeSocket.last.accept();
    FakeSocket.last.tell({ seq: 42, seat: 0, do: "draw", card: "r5", turn: 1, id: "a1" });
    FakeSocket.last.tell({ resumed: 42, here: [], ready: [], stand_in: [] });
    expect(FakeSocket.last.sentOf("act")).toEqual([]);
  });
  test("while the line is lost is sent once it is back, in its order", () => {
    openLive().break();
    ask(act, "a1");
    ask({ do: "next" }, "a2");
    vi.advanceTimersByTime(1000);
    FakeSocket.last.accept();
    FakeSocket.last.tell(table());
    const kinds = FakeSocket.last.sent.map((message) => message.do);
    expect(kinds).toEqual(["hello", "act", "next", "mix"]);
  });
  test("for a passing thing is not sent later", () => {
    const socket = openLive();
    ask({ do: "say", phrase: 1 });
    expect(socket.sentOf("say")).toEqual([{ do: "say", phrase: 1 }]);
    socket.break();
    ask({ do: "say", phrase: 2 });
    vi.advanceTimersByTime(1000);
    FakeSocket.last.accept();
    FakeSocket.last.tell(table());
    expect(FakeSocket.last.sentOf("say")).toEqual([]);
  });
  test("may be the whole table, where it cannot follow", () => {
    const socket = openLive();
    link.hear("<", "");
    expect(socket.sentOf("hello").at(-1)).not.toHaveProperty("after");
    socket.tell({ seq: 42, seat: 0, do: "draw", turn: 1 });
    expect(news).toHaveLength(1);
    socket.tell(table({ seq: 42, why: "join" }));
    expect(news).toHaveLength(2);
  });
});

describe("a request", () => {
  test("is done when the table comes with its id, and told all the same", async () => {
    const socket = openLive();
    const done = link.request(leave);
    socket.tell(table({ seq: 42, why: "leave", id: idOf(socket) }));
    await expect(done).resolves.toBeUndefined();
    expect(news.at(-1)).toMatchObject({ seq: 42, why: "leave" });
  });
  test("is refused with the server's reason", async () => {
    const socket = openLive();
    const done = link.request({ do: "profile", colour: "r" });
    const [{ id }] = socket.sentOf("profile") as [{ id: string }];
    socket.tell({ error: "taken", id, why: "somebody has it" });
    const refusal = await done.catch((problem: unknown) => problem);
    expect(refusal).toBeInstanceOf(Refusal);
    expect((refusal as Refusal).message_.error).toBe("taken");
  });
  test("has an id that no other has", () => {
    const socket = openLive();
    for (let seat = 0; seat < 3; seat++)
      link.request({ do: "seat", seat, as: "open" }).catch(() => undefined);
    expect(new Set(socket.sentOf("seat").map(({ id }) => id)).size).toBe(3);
  });
  test("that waits goes on waiting when the server says that it cannot save", async () => {
    const socket = openLive();
    const done = link.request(leave);
    socket.tell({ error: "storage", why: "the disk is full" });
    expect(news.at(-1)).toMatchObject({ error: "storage" });
    socket.tell({ pong: true, storage: true });
    expect(news.at(-1)).toMatchObject({ error: "storage" });
    socket.tell({ ok: true, id: idOf(socket) });
    await expect(done).resolves.toBeUndefined();
  });
  test.each(["damaged", "rewound"])("says why a table that is %s does not go on", (error) => {
    const socket = openLive();
    socket.break();
    vi.advanceTimersByTime(1000);
    const again = FakeSocket.last;
    again.accept();
    again.tell({ error, why: "moves are missing" });
    expect(news.at(-1)).toMatchObject({ error });
    vi.advanceTimersByTime(60000);
    expect(FakeSocket.last).not.toBe(again);
  });
  test("ends with the table", async () => {
    const socket = openLive();
    const done = link.request(leave);
    socket.tell({ gone: true });
    await expect(done).rejects.toBeInstanceOf(Refusal);
    await expect(link.request(leave)).rejects.toBeInstanceOf(Refusal);
    expect([link.status, news.at(-1)]).toEqual(["gone", { gone: true }]);
  });
});

describe("the line", () => {
  test("is given up after a silence in which a ping is not answered", () => {
    const socket = openLive();
    vi.advanceTimersByTime(20_000);
    expect(socket.sentOf("ping")).toHaveLength(1);
    socket.tell({ pong: true });
    vi.advanceTimersByTime(20_000);
    expect(link.status).toBe("live");
    vi.advanceTimersByTime(10_000);
    expect(link.status).toBe("lost");
  });
  test("is known to be lost as soon as the device is offline", () => {
    const heard = new Map<string, () => void>();
    vi.stubGlobal("addEventListener", (name: string, hear: () => void) =>
      void heard.set(name, hear));
    openLive();
    heard.get("offline")!();
    expect(link.status).toBe("lost");
    heard.get("online")!();
    FakeSocket.last.accept();
    FakeSocket.last.tell(table());
    expect(link.status).toBe("live");
    expect(statuses.filter((status) => status === "lost")).toHaveLength(1);
  });
  test("is tried more and more rarely, but at once when the device is online again", () => {
    const online: (() => void)[] = [];
    vi.stubGlobal("addEventListener", (_: string, hear: () => void) => void online.push(hear));
    openLive();
    for (let i = 0; i < 12; i++) {
      FakeSocket.last.break();
      vi.advanceTimersByTime(15_000);
    }
    FakeSocket.last.break();
    const count = FakeSocket.all.length;
    vi.advanceTimersByTime(1000);
    expect(FakeSocket.all.length).toBe(count);
    online[0]!();
    expect(FakeSocket.all.length).toBe(count + 1);
  });
  test("asks for the whole table when a move is missing", () => {
    const socket = openLive();
    socket.tell({ seq: 43, seat: 0, do: "draw", turn: 1 });
    expect(socket.sentOf("hello").at(-1)).not.toHaveProperty("after");
    expect(news).toHaveLength(1);
    socket.tell(table({ seq: 43 }));
    expect(news).toHaveLength(2);
  });
});

describe("mixes", () => {
  test("are sent for each commitment once, remembered, and the same after a break", () => {
    const socket = openLive();
    socket.tell(table({ why: "join" }));
    expect(socket.sentOf("mix")).toHaveLength(1);
    expect(socket.sentOf("mix")[0]).toMatchObject({ deal: 2, bytes: ownMixes("k3v9")[0]!.bytes });
    socket.break();
    vi.advanceTimersByTime(1000);
    FakeSocket.last.accept();
    FakeSocket.last.tell({ resumed: 41, here: [], ready: [], stand_in: [] });
    expect(FakeSocket.last.sentOf("mix")).toEqual(socket.sentOf("mix"));
  });
  test("are not a watcher's", () => {
    open(undefined);
    FakeSocket.last.accept();
    FakeSocket.last.tell(table({ you: [] }));
    expect(FakeSocket.last.sentOf("mix")).toEqual([]);
  });
});

describe("drafts", () => {
  const draft = (text: string) => ask({ do: "draft", table: text });
  test("are sent a few a second, the latest last", () => {
    const socket = openLive();
    for (const text of ["[r1]", "[r1 r2]", "[r1 r2 r3]"]) draft(text);
    vi.advanceTimersByTime(150);
    expect(socket.sentOf("draft").map((sent) => sent.table)).toEqual(["[r1]", "[r1 r2 r3]"]);
  });
  test("are passed on, for the device to know its own; answers to them are not", () => {
    const socket = openLive();
    draft("[r1]");
    socket.tell({ ok: true, id: socket.sentOf("draft")[0]!.id });
    expect(news).toHaveLength(1);
    draft("[r1 r2]");
    vi.advanceTimersByTime(150);
    socket.tell({ error: "malformed", why: "", id: socket.sentOf("draft")[1]!.id });
    expect(news).toHaveLength(1);
    socket.tell({ draft: "[b1]", seat: 1 });
    expect(news.at(-1)).toEqual({ draft: "[b1]", seat: 1 });
  });
  test("that the server has not seen outlive a break", () => {
    openLive().break();
    draft("[r1]");
    draft("[r1 r2]");
    vi.advanceTimersByTime(1000);
    FakeSocket.last.accept();
    FakeSocket.last.tell({ resumed: 41, here: [], ready: [], stand_in: [] });
    expect(FakeSocket.last.sentOf("draft").map((sent) => sent.table)).toEqual(["[r1 r2]"]);
    FakeSocket.last.tell({ ok: true, id: FakeSocket.last.sentOf("draft")[0]!.id });
    FakeSocket.last.break();
    vi.advanceTimersByTime(1000);
    FakeSocket.last.accept();
    FakeSocket.last.tell({ resumed: 41, here: [], ready: [], stand_in: [] });
    expect(FakeSocket.last.sentOf("draft")).toEqual([]);
  });
  test("end with the turn", () => {
    const socket = openLive();
    draft("[r1]");
    draft("[r1 r2]");
    socket.tell({ seq: 42, seat: 0, do: "draw", turn: 1 });
    vi.advanceTimersByTime(1000);
    expect(socket.sentOf("draft")).toHaveLength(1);
  });
});
