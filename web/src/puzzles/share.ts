// share.ts - how a day went as a few characters, which give nothing away: one square a puzzle,
// green at the first try, yellow later, black while it is not solved.
import type { Solving } from "./book.svelte";

const squareOf = (solving: Solving | null): string => {
  if (solving === null || solving.solved === null) return "⬛";
  return solving.tries === 1 ? "🟩" : "🟨";
};

export function shareText(date: string, solvings: readonly (Solving | null)[], streak: number):
    string {
  const flame = streak > 1 ? ` 🔥${streak}` : "";
  return `Rummery ${date} ${solvings.map(squareOf).join("")}${flame}`;
}
