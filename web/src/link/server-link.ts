// server-link.ts - a table of the server, over a WebSocket that is opened again whenever it breaks.
// What was asked and not answered is sent again with the same id, so that it is done exactly once.
import { Device, type Mark } from "../core/device";
import { Drafts } from "./drafts";
import { type Link, type LinkStatus, Refusal, type Wish } from "./link";
import type { Commit, ErrorMessage, Request, ServerMessage } from "./messages";
import { mixFor, newId } from "./mixes";

const IDLE_MS = 20_000;
const ANSWER_MS = 10_000;
const LOOK_MS = 3_000;
const PAUSE_MIN_MS = 400;
const PAUSE_MAX_MS = 15_000;
/** After these there is nothing to come back to. */
const FINAL_ERRORS = ["no_table", "no_key", "version"];
/// Only whoever runs the server can help; until then it is tried again.
const HELPLESS_ERRORS = ["damaged", "rewound"];

interface Waiting {
  request: Request & { id: string };
  resolve: () => void;
  reject: (refusal: Refusal) => void;
}

const lostRefusal = (code: string) =>
  new Refusal({ error: code, why: "the line to the server is lost" });

export class ServerLink implements Link {
  onNews: (text: string, news: ServerMessage) => void = () => {};
  onStatus: (status: LinkStatus) => void = () => {};
  status: LinkStatus = "connecting";

  private socket: WebSocket | null = null;
  private isGreeted = false;
  private isClosed = false;
  /** The last seq that was seen; null while the whole table is wanted. */
  private seq: number | null = null;
  private commit: Commit | null = null;
  /** For which deal the server has our bytes, as far as we know. */
  private mixedDeal: number | null = null;
  private holdsSeats = false;
  private failures = 0;
  private requests = 0;
  private readonly salt = newId().slice(0, 12);
  private readonly waiting = new Map<string, Waiting>();
  private readonly drafts = new Drafts(this.salt, (draft) =>
    this.sendLive({ do: "draft", ...draft }),
  );
  private watchTimer: ReturnType<typeof setTimeout> | undefined;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly table: string,
    private readonly key?: string,
    private readonly origin: string = location.origin,
    readonly load: () => Promise<Device> = () => Device.remote(false),
  ) {}

  open(): void {
    globalThis.addEventListener?.("online", this.hurry);
    globalThis.addEventListener?.("offline", this.cut);
    globalThis.document?.addEventListener("visibilitychange", this.hurry);
    this.connect();
  }

  close(): void {
    this.isClosed = true;
    globalThis.removeEventListener?.("online", this.hurry);
    globalThis.removeEventListener?.("offline", this.cut);
    globalThis.document?.removeEventListener("visibilitychange", this.hurry);
    this.drop();
    clearTimeout(this.retryTimer);
    this.drafts.forget();
    this.refuseAll("lost");
  }

  /** Asks for the whole table: what came cannot be followed. */
  refresh(): void {
    this.seq = null;
    if (this.isGreeted) this.hello();
  }

  /** What the device asks for, by the ids that it knows. */
  hear(mark: Mark, text: string): void {
    if (mark === "<") return this.refresh();
    if (mark !== ">") return;
    const request = JSON.parse(text) as Request & { id?: string };
    const { id } = request;
    if (request.do === "draft") this.drafts.put(request.table);
    else if (id === undefined) this.sendLive(request);
    else this.wait({ ...request, id }).catch(() => undefined); // the device hears of it too
  }

  request(wish: Wish): Promise<void> {
    if (this.status === "gone" || this.isClosed) return Promise.reject(lostRefusal("gone"));
    return this.wait({ id: `${this.salt}-${++this.requests}`, ...wish });
  }

  private wait(request: Request & { id: string }): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.set(request.id, { request, resolve, reject });
      this.sendLive(request);
    });
  }

  // ---- The line ----

  private connect(): void {
    if (this.isClosed || this.socket !== null) return;
    clearTimeout(this.retryTimer);
    const socket = new WebSocket(new URL("/ws", this.origin.replace(/^http/, "ws")));
    this.socket = socket;
    socket.onopen = () => this.hello();
    socket.onmessage = ({ data }) => {
      this.watch(IDLE_MS);
      const text = String(data);
      this.take(text, JSON.parse(text) as ServerMessage);
    };
    socket.onclose = () => this.lose();
    this.watch(0, ANSWER_MS);
  }

  private hello(): void {
    const hello: Record<string, unknown> = { do: "hello", version: 1, table: this.table };
    if (this.key !== undefined) hello.key = this.key;
    if (this.seq !== null) hello.after = this.seq;
    this.send(hello);
  }

  private send(message: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Whether the line was there; if not, nothing is sent. */
  private sendLive(message: object): boolean {
    if (this.status !== "live") return false;
    this.send(message);
    return true;
  }

  /** After a silence the server is asked whether it is there; with no answer the line is lost. */
  private watch(idleMs: number, answerMs = ANSWER_MS): void {
    clearTimeout(this.watchTimer);
    this.watchTimer = setTimeout(() => {
      this.send({ do: "ping" });
      this.watchTimer = setTimeout(() => this.lose(), answerMs);
    }, idleMs);
  }

  private drop(): void {
    clearTimeout(this.watchTimer);
    const { socket } = this;
    this.socket = null;
    this.isGreeted = false;
    if (socket === null) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  private lose(): void {
    if (this.isClosed || this.status === "gone") return;
    this.drop();
    this.setStatus("lost");
    const pauseMs = Math.min(PAUSE_MAX_MS, PAUSE_MIN_MS * 2 ** this.failures++);
    // not all at once, when a server comes back to many pages
    this.retryTimer = setTimeout(() => this.connect(), pauseMs * (0.5 + Math.random() / 2));
  }

  /** The device says that things may have changed: nobody should have to wait then. */
  private readonly hurry = (): void => {
    if (globalThis.document?.visibilityState === "hidden") return;
    this.failures = 0;
    if (this.status === "live") return this.watch(0, LOOK_MS);
    if (this.status === "lost") this.drop(); // an attempt over the old network may hang for long
    if (this.status !== "gone") this.connect();
  };

  /** The device knows at once what silence would tell much later. */
  private readonly cut = (): void => {
    if (this.status !== "connecting") this.lose();
  };

  private setStatus(status: LinkStatus): void {
    if (status === this.status) return;
    this.status = status;
    this.onStatus(status);
  }

  private refuseAll(code: string): void {
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of all) reject(lostRefusal(code));
  }

  private end(): void {
    this.setStatus("gone");
    this.close();
  }

  // ---- What comes ----

  private take(text: string, message: ServerMessage): void {
    if ("pong" in message) return;
    if ("error" in message) return this.takeError(text, message);
    if ("ok" in message) {
      if (!this.drafts.takeAnswer(message.id)) this.onNews(text, message);
      this.settle(message.id);
    } else if ("gone" in message) {
      this.onNews(text, message);
      this.end();
    } else if ("do" in message) {
      this.takeMove(text, message);
    } else if ("table" in message) {
      this.takeTable(text, message);
    } else if ("resumed" in message) {
      this.takeResumed(text, message);
    } else {
      this.onNews(text, message);
    }
  }

  private settle(id: string): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    waiting?.resolve();
  }

  private takeError(text: string, message: ErrorMessage): void {
    const { id, error } = message;
    if (id !== undefined) {
      if (this.drafts.takeAnswer(id)) return;
      this.onNews(text, message);
      const waiting = this.waiting.get(id);
      this.waiting.delete(id);
      waiting?.reject(new Refusal(message));
    } else if (!this.isGreeted && FINAL_ERRORS.includes(error)) {
      this.end();
    } else if (!this.isGreeted) {
      if (HELPLESS_ERRORS.includes(error)) this.onNews(text, message); // who plays should know why
      this.lose();
    } else if (error === "storage") {
      this.onNews(text, message); // told to everybody: the server cannot save
    }
  }

  private takeMove(text: string, message: Extract<ServerMessage, { do: string }>): void {
    if (this.seq !== null && message.seq === this.seq + 1) {
      this.seq = message.seq;
      this.drafts.forget();
      this.onNews(text, message);
      this.commit = message.over?.commit ?? this.commit;
      this.mix();
    } else if (this.seq !== null && message.seq > this.seq) {
      this.refresh();
    }
    if (message.id !== undefined) this.settle(message.id);
  }

  private takeTable(text: string, message: Extract<ServerMessage, { version: 1 }>): void {
    const isMoved = this.seq !== null && this.seq !== message.seq;
    this.seq = message.seq;
    this.holdsSeats = message.you.length > 0;
    if (isMoved) this.drafts.forget();
    this.onNews(text, message);
    if (message.why === "hello") this.greeted();
    this.commit = message.commit;
    this.mix();
    if (message.id !== undefined) this.settle(message.id);
  }

  private takeResumed(text: string, message: Extract<ServerMessage, { resumed: number }>): void {
    if (message.resumed !== this.seq) return this.refresh();
    this.onNews(text, message);
    this.greeted();
    this.mix();
  }

  /** The line is there: what waits is said again, in the order in which it was asked. */
  private greeted(): void {
    const isNew = !this.isGreeted;
    this.isGreeted = true;
    this.failures = 0;
    this.setStatus("live");
    if (!isNew) return;
    this.mixedDeal = null; // a server that was started again has forgotten the bytes
    for (const { request } of this.waiting.values()) this.send(request);
    this.drafts.resume();
  }

  /** Own bytes for the next shuffle, as soon as the server is bound to its own. */
  private mix(): void {
    const { commit } = this;
    if (commit === null || !this.holdsSeats || this.mixedDeal === commit.deal) return;
    this.mixedDeal = commit.deal;
    const { deal, bytes } = mixFor(this.table, commit);
    this.send({ do: "mix", deal, bytes });
  }
}
