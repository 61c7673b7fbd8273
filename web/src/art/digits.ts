// digits.ts - the numerals of the tiles as centre lines, 36 wide and 56 high, to be drawn with a
// broad pen. Own figures look the same on every device and need no font.

interface Digit {
  line: string;
  width: number;
}

const DIGITS: readonly Digit[] = [
  { line: "M18 5C27 5 31 14 31 28S27 51 18 51 5 42 5 28 9 5 18 5Z", width: 36 },
  { line: "M5 14 16 5V51", width: 21 },
  { line: "M6 16C7 9 12 5 18 5c8 0 13 5 13 12C31 27 21 35 6 51H32", width: 37 },
  { line: "M7 5H30L17 23c8 0 14 6 14 14S25 51 17 51C11 51 7 48 5 43", width: 36 },
  { line: "M25 51V5L4 38H34", width: 38 },
  { line: "M29 5H9L7 26c3-3 7-5 11-5C26 21 31 27 31 36S25 51 17 51C11 51 7 48 5 44", width: 36 },
  {
    line: "M28 9C25 6 22 5 19 5 10 5 5 14 5 32 5 44 10 51 18 51s13-6 13-15S26 22 18 22 5 28 5 36",
    width: 36,
  },
  { line: "M5 5H31C23 18 17 33 15 51", width: 36 },
  {
    line: "M18 26C11 26 7 22 7 16S11 5 18 5 29 9 29 16 25 26 18 26C10 26 5 31 5 38.5S10 51 18 51" +
      " 31 46 31 38.5 26 26 18 26Z",
    width: 36,
  },
  {
    line: "M8 47c3 3 6 4 9 4C26 51 31 42 31 24 31 12 26 5 18 5S5 11 5 20 10 34 18 34 31 28 31 20",
    width: 36,
  },
];
const GAP = 6;

export interface PlacedDigit {
  line: string;
  x: number;
}

/** The digits of a number side by side, and how wide they are together. */
export function placeDigits(number: number): { digits: PlacedDigit[]; width: number } {
  const digits: PlacedDigit[] = [];
  let x = 0;
  for (const letter of String(number)) {
    const digit = DIGITS[Number(letter)];
    if (digit === undefined) continue;
    digits.push({ line: digit.line, x });
    x += digit.width + GAP;
  }
  return { digits, width: x - GAP };
}
