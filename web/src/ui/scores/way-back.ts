// way-back.ts - the rescue: a winner who had been last, found in the sheet.

export interface Rescue {
  round: number;
  behind: number;
}

/** After which round the winner was last, and by how much; null where that never was so. */
export function wayBack(sheet: readonly number[][], winner: number): Rescue | null {
  const totals = sheet[0]?.map(() => 0) ?? [];
  let found: Rescue | null = null;
  sheet.slice(0, -1).forEach((scores, round) => {
    scores.forEach((score, seat) => (totals[seat] = (totals[seat] ?? 0) + score));
    const own = totals[winner] ?? 0;
    const behind = Math.max(...totals) - own;
    const isLast = totals.every((total, seat) => seat === winner || total > own);
    if (isLast && behind > (found?.behind ?? 0)) found = { round: round + 1, behind };
  });
  return found;
}
