// happening.ts - what has just happened at the table, as data: the page puts it into words, for the
// eyes and for a screen reader.
import type { Moved } from "../core/seat";

export type Happening = Moved | { kind: "told"; why: string };

/** The name of the place on the page from where a move's cards come. */
export function originOf(happening: Happening): string | null {
  if (happening.kind === "drew") return `stack ${happening.stack ?? 1}`;
  if (happening.kind === "took") return "discard";
  return happening.kind === "played" ? `seat ${happening.seat}` : null;
}
