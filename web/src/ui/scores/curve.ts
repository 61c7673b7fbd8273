// curve.ts - totals after each round as points of a drawing.

export interface Curve {
  width: number;
  height: number;
  /** For each seat, one point after each round; the first is the beginning. */
  lines: { x: number; y: number }[][];
  /** Heights that are written beside the drawing. */
  marks: { y: number; value: number }[];
}

const MARKS_MAX = 5;

/** Steps of 1, 2 or 5 times a power of ten, so that the numbers beside the drawing are round. */
export function markStep(range: number): number {
  const rough = Math.max(range, 1) / (MARKS_MAX - 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10;
  return Math.max(step * power, 1);
}

export function totalsOf(sheet: readonly (readonly number[])[], seats: number): number[][] {
  return Array.from({ length: seats }, (_, seat) => {
    let total = 0;
    return [0, ...sheet.map((scores) => (total += scores[seat] ?? 0))];
  });
}

export function curveOf(
  sheet: readonly (readonly number[])[],
  seats: number,
  width: number,
  height: number,
): Curve {
  const totals = totalsOf(sheet, seats);
  const all = totals.flat();
  const step = markStep(Math.max(...all) - Math.min(...all));
  const low = Math.floor(Math.min(...all) / step) * step;
  const high = Math.max(Math.ceil(Math.max(...all) / step) * step, low + step);
  const yOf = (value: number) => height - ((value - low) / (high - low)) * height;
  const xOf = (round: number) => (round / Math.max(sheet.length, 1)) * width;
  const marks = [];
  for (let value = low; value <= high; value += step) marks.push({ y: yOf(value), value });
  const lines = totals.map((line) => line.map((value, i) => ({ x: xOf(i), y: yOf(value) })));
  return { width, height, lines, marks };
}
