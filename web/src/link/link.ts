// link.ts - what a table looks like from the page: what it says comes in, and what is asked goes
// out. ServerLink (server-link.ts), LocalLink (local-link.ts) and PositionLink (position-link.ts)
// are the ends that speak it.
import type { Device, Mark } from "../core/device";
import type { Model } from "../core/model";
import type { ErrorMessage, Request, ServerMessage, TableMessage } from "./messages";

/** `lost`: being tried again; `stuck`: a computer player cannot think, and is asked again; `gone`:
 *  the table or the seat is no more. */
export type LinkStatus = "connecting" | "live" | "lost" | "stuck" | "gone";

/** A request was refused, and nothing has changed. */
export class Refusal extends Error {
  constructor(readonly message_: ErrorMessage) {
    super(message_.why);
  }
}

/** What is no intent of who sits there, and asked of the link itself. */
export type Wish = Extract<Request, { do: "seat" | "profile" | "leave" }>;

export interface Link {
  /** Called for each message, in order; the first one is the whole table. A table in the page says
   *  what it has to say to the device itself. */
  onNews: (text: string, news: ServerMessage) => void;
  onStatus: (status: LinkStatus) => void;
  readonly status: LinkStatus;
  /** The device that this table is told to. */
  load(): Promise<Device>;
  /** Starts to listen. */
  open(device: Device): void;
  /** A line that the device has said, for whom it is told by. */
  hear(mark: Mark, text: string): void;
  /** In the page alone: who sits there, and how it is played, where that is not what it was when
   *  it was asked last. */
  tableOf?(model: Model): TableMessage | undefined;
  /** Resolves when it is done and durable; rejects with a Refusal. What is asked while the line is
   * lost is sent once it is back, exactly once. */
  request(wish: Wish): Promise<void>;
  /** In the page alone: computer players act at once until a person is on turn. */
  skip?(): void;
  /** In the page alone: nobody else acts while a move is being shown. */
  hold?(isHeld: boolean): void;
  /** Ends it; what is still open is refused. */
  close(): void;
}
