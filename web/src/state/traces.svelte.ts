// traces.svelte.ts - what moves leave behind: where each piece came from, for its flight; what the
// others laid or moved since the own last turn, marked until that is over; and the list of moves.
import type { Arrangement } from "../game/types";
import { type Entry, type Happening, type Mark, type Moved, originOf } from "./happening";
import { changesBetween } from "./steps";

/** What lay there around a move. */
export interface Around {
  /** As it was shown. */
  readonly shown: Arrangement;
  /** By the view, before anybody thought about it. */
  readonly begun: Arrangement;
  readonly after: Arrangement;
  /** How many cards lie on the discard pile then. */
  readonly pileSize: number;
}

type Marks = ReadonlyMap<number, Mark>;

const NO_MARKS: Marks = new Map();
/** Who only watches has marks too. */
const WATCHER = -1;

const idsOf = ({ melds, rack }: Pick<Arrangement, "melds" | "rack">): Set<number> =>
  new Set([...melds.flatMap(({ pieces }) => pieces), ...rack].map(({ id }) => id));

export class Traces {
  /** What happened in this round, as far as this page has seen it. */
  moves = $state.raw<readonly Entry[]>([]);
  /** For each piece that came: a place of the page, or "piece N" where it was that one. */
  readonly origins = new Map<string, string>();

  /** Whether that is all of it: this page saw the deal. */
  isWhole = $state(false);
  /** The pieces of the move that is looked up in the list. */
  pointed = $state.raw<ReadonlySet<number>>(new Set());

  #marks = $state.raw<ReadonlyMap<number, Marks>>(new Map());

  /** A round begins, or a table in the middle of one. */
  begin(isWhole: boolean): void {
    this.moves = [];
    this.isWhole = isWhole;
    this.pointed = new Set();
    this.#marks = new Map();
    this.origins.clear();
  }

  marksOf(seat: number | null): Marks {
    return this.#marks.get(seat ?? WATCHER) ?? NO_MARKS;
  }

  point(pieces: readonly number[]): void {
    this.pointed = new Set(pieces);
  }

  /** What is no move. */
  tell(happening: Happening): void {
    this.moves = [...this.moves, { number: this.moves.length + 1, happening, changes: [] }];
  }

  /** A move, which may end a turn; `you` are the seats of this device. */
  follow(moved: Moved, around: Around, you: readonly number[], endsTurn: boolean): void {
    const changes = changesBetween(around.begun, around.after);
    this.pointed = new Set();
    this.moves = [...this.moves, { number: this.moves.length + 1, happening: moved, changes }];
    this.#noteOrigins(moved, around);
    const seen: [number, Mark][] = changes.flatMap(({ laid, moved: others }) => [
      ...laid.map(({ id }): [number, Mark] => [id, "new"]),
      ...others.map(({ id }): [number, Mark] => [id, "moved"]),
    ]);
    const before = idsOf(around.begun);
    const drawn = around.after.rack.flatMap(({ id }): [number, Mark][] =>
      before.has(id) ? [] : [[id, "new"]],
    );
    const isDraw = moved.kind === "drew" || moved.kind === "took";
    const marks = new Map(this.#marks);
    for (const seat of you.length > 0 ? you : [WATCHER]) {
      const isOwn = seat === moved.seat;
      // what others did is looked at until the own turn is over
      const isKept = seat !== WATCHER && (!isOwn || (isDraw && !endsTurn));
      const old = isKept ? (marks.get(seat) ?? NO_MARKS) : NO_MARKS;
      marks.set(seat, new Map([...old, ...(isOwn ? drawn : seen)]));
    }
    this.#marks = marks;
  }

  #noteOrigins(moved: Moved, { shown, begun, after, pileSize }: Around): void {
    const origin = originOf(moved);
    if (origin !== null) this.#noteNew(shown, after, origin);
    // a card of the pile that is seen again has not moved
    this.origins.delete(`discard ${pileSize}`);
    if (moved.kind !== "discarded") return;
    const left = idsOf(after);
    const gone = begun.rack.find(({ id, card }) => card === moved.card && !left.has(id));
    const from = gone === undefined ? `seat ${moved.seat}` : `piece ${gone.id}`;
    this.origins.set(`discard ${pileSize}`, from);
  }

  #noteNew(before: Arrangement, after: Arrangement, origin: string): void {
    const old = idsOf(before);
    for (const id of idsOf(after)) if (!old.has(id)) this.origins.set(String(id), origin);
  }

  /** Somebody's unfinished table. */
  draft(seat: number, shown: Arrangement, next: Arrangement): void {
    this.#noteNew(shown, next, `seat ${seat}`);
  }
}
