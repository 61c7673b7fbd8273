// drafts.ts - the unfinished arrangement on its way to the server: the latest wins, a few a second.
// The server answers with `ok` and then tells the draft to everybody, us too, which the device
// passes over.

const PAUSE_MS = 150;

interface Draft {
  id: string;
  table: string;
}

export class Drafts {
  private next: string | null = null;
  private unanswered: Draft | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private count = 0;

  /** `send` is told a draft with its id; it says whether the line was there. */
  constructor(
    private readonly salt: string,
    private readonly send: (draft: Draft) => boolean,
  ) {}

  put(table: string): void {
    this.next = table;
    if (this.timer === null) this.flush();
  }

  private flush(): void {
    this.timer = null;
    const table = this.next;
    if (table === null) return;
    this.next = null;
    this.unanswered = { id: `${this.salt}-d${++this.count}`, table };
    this.timer = setTimeout(() => this.flush(), PAUSE_MS);
    this.send(this.unanswered);
  }

  /** Whether an answer is that to a draft. */
  takeAnswer(id: string): boolean {
    if (!id.startsWith(`${this.salt}-d`)) return false;
    if (id === this.unanswered?.id) this.unanswered = null;
    return true;
  }

  /** What the server may not know yet. */
  get pending(): string | null {
    return this.next ?? this.unanswered?.table ?? null;
  }

  /** The line is back: what was not answered is sent again. */
  resume(): void {
    const table = this.pending;
    this.forget();
    if (table !== null) this.put(table);
  }

  /** A move was made: drafts of the turn before mean nothing any more. */
  forget(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.next = null;
    this.unanswered = null;
  }
}
