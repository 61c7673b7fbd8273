// mood.ts - how a computer player feels about what has just happened, as far as everybody can see
// it: nothing of its rack is told by its face.
import type { Mood } from "../../art/people/portrait";
import type { TableState } from "../../state/table.svelte";

/** So many cards laid at once are a joy. */
const MANY = 3;

export function moodOf(table: TableState, seat: number): Mood {
  const { happening, view, message } = table;
  if (message?.phase === "scored" || message?.phase === "over")
    return (table.over?.winner ?? view?.winner) === seat ? "glad" : "calm";
  if (happening !== null && happening.kind !== "told" && happening.seat === seat) {
    if (happening.kind === "played") return happening.cards.length >= MANY ? "glad" : "calm";
    if (happening.kind === "passed" || table.facts.draw_ends_turn) return "sad";
  }
  return view?.seat === seat ? "thinking" : "calm";
}
