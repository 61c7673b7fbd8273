// clock.ts - the table's clock between two messages: it is told how much is left, and when.

export interface Clock {
  readonly leftMs: number;
  /** When it was told, by a clock that never goes back (performance.now). */
  readonly atMs: number;
}

export function clockOf(leftMs: number | undefined, nowMs: number): Clock | null {
  return leftMs === undefined ? null : { leftMs, atMs: nowMs };
}

/** A look at the time that is older than the message counts as one at the same moment. */
export function leftMs(clock: Clock, nowMs: number): number {
  return Math.max(0, clock.leftMs - Math.max(0, nowMs - clock.atMs));
}

/** "1:05"; the last second is shown until it is over. */
export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
