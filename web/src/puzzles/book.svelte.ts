// book.svelte.ts - what somebody has solved, kept in the browser and never sent anywhere: the days,
// how good they are at each game, and which puzzles they have met.
import type { GameId } from "../link/messages";
import { readStored, writeStored } from "../link/store";
import { rate, type Rating, UNRATED } from "./glicko";
import { isBook } from "./join-books";
import { PUZZLE_DEVIATION, type Puzzle } from "./pack";
import { dayOf, STEPS, type Step, untilNext } from "./today";

/** How one puzzle of a day went. */
export interface Solving {
  /** Tries until now; looking at a hint is one. */
  tries: number;
  ms: number;
  /** The day on which it was solved; null while it is not. */
  solved: number | null;
}

/** What the browser keeps of it. */
export interface KeptBook {
  days: Record<string, Partial<Record<Step, Solving>>>;
  ratings: Partial<Record<GameId, Rating & { count: number }>>;
  /** By their places in the pack, the latest last. */
  met: Partial<Record<GameId, number[]>>;
}

const NAME = "puzzles";
/** Where a pack is nearly used up the oldest come again. */
const MET_MAX = 900;
const NEAR = 12;

function read(): KeptBook {
  const kept = readStored<unknown>(NAME);
  return isBook(kept) ? kept : { days: {}, ratings: {}, met: {} };
}

class Book {
  /** The day that it is here now. */
  today = $state(dayOf(new Date()));
  private kept = $state.raw<KeptBook>(read());
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Looks at the date, now and whenever another day begins here; ends when the screen does. */
  watch(): () => void {
    const look = (): void => {
      this.today = dayOf(new Date());
      clearTimeout(this.timer);
      this.timer = setTimeout(look, untilNext(new Date()) + 1);
    };
    // a device that slept through midnight looks when it wakes up
    const wake = (): void => void (document.visibilityState === "visible" && look());
    look();
    this.kept = read();
    document.addEventListener("visibilitychange", wake);
    return () => {
      clearTimeout(this.timer);
      document.removeEventListener("visibilitychange", wake);
    };
  }

  solving(day: number, step: Step): Solving | null {
    return this.kept.days[day]?.[step] ?? null;
  }

  isSolved(day: number, step: Step): boolean {
    return (this.solving(day, step)?.solved ?? null) !== null;
  }

  solvedCount(day: number): number {
    return STEPS.filter((step) => this.isSolved(day, step)).length;
  }

  /** Whether one of the day's puzzles was solved on that very day. */
  private isKept(day: number): boolean {
    return STEPS.some((step) => this.solving(day, step)?.solved === day);
  }

  /** Days in a row, today or yesterday the last of them. */
  get streak(): number {
    return this.streakUntil(this.today);
  }

  private streakUntil(today: number): number {
    let day = this.isKept(today) ? today : today - 1;
    let count = 0;
    for (; this.isKept(day); day--) count++;
    return count;
  }

  /** How today stands, for the first page: "1/3 🔥5". */
  get marks(): string {
    const today = dayOf(new Date());
    const streak = this.streakUntil(today);
    return `${this.solvedCount(today)}/${STEPS.length}${streak > 1 ? ` 🔥${streak}` : ""}`;
  }

  rating(game: GameId): Rating & { count: number } {
    return this.kept.ratings[game] ?? { ...UNRATED, count: 0 };
  }

  private keep(kept: KeptBook): void {
    this.kept = kept;
    writeStored(NAME, kept);
  }

  /** One more try at a puzzle of a day; what is solved stays as it was. */
  note(day: number, step: Step, solving: Solving): void {
    if (this.isSolved(day, step)) return;
    const days = { ...this.kept.days, [day]: { ...this.kept.days[day], [step]: solving } };
    this.keep({ ...this.kept, days });
  }

  hasMet({ game, index }: Puzzle): boolean {
    return this.kept.met[game]?.includes(index) ?? false;
  }

  /** The first try at a puzzle says how good one is; later ones say nothing. */
  meet(puzzle: Puzzle, isSolved: boolean): void {
    if (this.hasMet(puzzle)) return;
    const { game, index, rating } = puzzle;
    const before = this.rating(game);
    const after = rate(before, [{ rating, deviation: PUZZLE_DEVIATION, score: isSolved ? 1 : 0 }]);
    const met = [...(this.kept.met[game] ?? []), index].slice(-MET_MAX);
    this.keep({
      ...this.kept,
      ratings: { ...this.kept.ratings, [game]: { ...after, count: before.count + 1 } },
      met: { ...this.kept.met, [game]: met },
    });
  }

  /** One that suits: as hard as one is good, and not met lately. */
  next(pack: readonly Puzzle[], random: number = Math.random()): Puzzle {
    const { game } = pack[0]!;
    const met = new Set(this.kept.met[game] ?? []);
    const { rating } = this.rating(game);
    const fresh = pack.filter(({ index }) => !met.has(index));
    const near = fresh
      .sort((a, b) => Math.abs(a.rating - rating) - Math.abs(b.rating - rating))
      .slice(0, NEAR);
    return near[Math.floor(random * near.length)]!;
  }
}

export const book = new Book();
