// clock.ts - the table's clock between two messages: it is told how much is left, and when.
import { t } from "../lang/lang.svelte";
import type { Options } from "../link/messages";

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

export const hasClock = ({ turn_seconds, turn_days }: Options): boolean =>
  Number(turn_seconds ?? 0) > 0 || Number(turn_days ?? 0) > 0;

/** "1:05", "3 h 20 min" or "2 d 5 h"; the last second is shown until it is over. */
export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 24)
    return t("table.left.days", { days: Math.floor(hours / 24), hours: hours % 24 });
  if (hours > 0) return t("table.left.hours", { hours, minutes: minutes % 60 });
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}
