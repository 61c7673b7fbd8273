// link.ts - what a table looks like from the page: news comes in, requests go out. ServerLink
// (server-link.ts) and LocalLink (local-link.ts) are the two ends that speak it.
import type { ErrorMessage, News, Request } from "./messages";

/** `lost`: being tried again; `stuck`: a computer player cannot think, and is asked again; `gone`:
 *  the table or the seat is no more. */
export type LinkStatus = "connecting" | "live" | "lost" | "stuck" | "gone";

/** A request was refused, and nothing has changed. */
export class Refusal extends Error {
  constructor(readonly message_: ErrorMessage) {
    super(message_.why);
  }
}

export interface Link {
  /** Called for each piece of news, in order; the first one is the whole table. */
  onNews: (news: News) => void;
  onStatus: (status: LinkStatus) => void;
  readonly status: LinkStatus;
  /** Starts to listen. */
  open(): void;
  /** Resolves when it is done and durable; rejects with a Refusal. What is asked while the line is
   * lost is sent once it is back, exactly once. */
  request(request: Request): Promise<void>;
  /** Asks for the whole table anew: what came could not be followed. */
  refresh(): void;
  /** In the page alone: computer players act at once until a person is on turn. */
  skip?(): void;
  /** In the page alone: the person of this seat is there. Where several share the device, nobody's
   *  time runs before. */
  look?(seat: number): Promise<void>;
  /** Ends it; what is still open is refused. */
  close(): void;
}
