// letters.ts - the signs of the countries as centre lines, like the numerals of ../digits.ts: 36
// wide and 56 high, to be drawn with a broad pen. A sign is a picture, not the name of its card.
import type { City } from "../../game/cards";

const LINES: Readonly<Record<string, string>> = {
  A: "M5 51 18 5 31 51M10 36H26",
  B: "M7 27H19C25 27 29 23 29 16S25 5 19 5H7V51H20C27 51 31 46 31 39S27 27 20 27",
  C: "M31 14C29 8 25 5 19 5 10 5 5 14 5 28S10 51 19 51C25 51 29 48 31 42",
  D: "M7 5V51H15C26 51 31 42 31 28S26 5 15 5Z",
  E: "M30 5H7V51H30M7 28H26",
  F: "M30 5H7V51M7 28H26",
  G: "M31 14C29 8 25 5 19 5 10 5 5 14 5 28S10 51 19 51C26 51 31 47 31 40V31H21",
  H: "M6 5V51M30 5V51M6 28H30",
  I: "M5 5V51",
  K: "M7 5V51M30 5 7 32M15 23 31 51",
  L: "M7 5V51H29",
  N: "M6 51V5L30 51V5",
  P: "M7 51V5H19C26 5 31 10 31 18S26 31 19 31H7",
  R: "M7 51V5H19C26 5 31 10 31 18S26 31 19 31H7M18 31 31 51",
  S: "M30 14C28 8 24 5 18 5 11 5 6 9 6 16 6 30 31 24 31 39 31 47 25 51 18 51 11 51 7 48 5 42",
};
const WIDTH = 36;
const NARROW = 10;
const HEIGHT = 56;
const GAP = 7;

const widthOf = (letter: string) => (letter === "I" ? NARROW : WIDTH);

/** The letters of a sign side by side, around the point 0 0. */
export function placeLetters(sign: City): { line: string; x: number; y: number }[] {
  const letters = [...sign];
  const width = letters.reduce((sum, letter) => sum + widthOf(letter) + GAP, -GAP);
  let x = -width / 2;
  return letters.map((letter) => {
    const placed = { line: LINES[letter] ?? "", x, y: -HEIGHT / 2 };
    x += widthOf(letter) + GAP;
    return placed;
  });
}
