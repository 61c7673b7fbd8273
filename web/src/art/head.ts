// head.ts - what all figures and faces have in common: a head on the field of 88 x 112, around
// x = 56, its eyes and its mouth, as parts to be painted one over the other.

export type Paint =
  | "cloth" | "skin" | "white" | "gold" | "silver" | "wood" | "stone" | "leaf"
  | "brown" | "blond" | "black" | "grey" | "ink" | "rose" | "shade" | "light" | "line" | "fine";

export interface Part {
  /** A paint of the drawing's style, or a colour of its own. */
  paint: Paint | `#${string}`;
  d: string;
}

export const dot = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
export const part = (paint: Part["paint"], ...d: string[]): Part => ({ paint, d: d.join("") });

export const NECK = part("skin", "M50 62h12v9q-6 5-12 0Z");
export const HEAD: Part[] = [
  part("skin", dot(40.5, 52, 3.2), dot(71.5, 52, 3.2)),
  part("skin", "M40.5 49C40.5 39 47 33 56 33s15.5 6 15.5 16c0 6-1 10-4 13-3 4-7 6-11.5 6S48 66 45" +
    " 62c-3-3-4.5-7-4.5-13Z"),
];
export const CHEEKS = part("rose", dot(45.5, 58, 3), dot(66.5, 58, 3));
export const EYES: Part[] = [
  part("ink", "M48 52a2.3 2.9 0 1 0 4.6 0a2.3 2.9 0 1 0-4.6 0Z"),
  part("ink", "M59.4 52a2.3 2.9 0 1 0 4.6 0a2.3 2.9 0 1 0-4.6 0Z"),
  part("light", dot(51, 50.9, 0.9), dot(62.4, 50.9, 0.9)),
];
export const NOSE = part("fine", "M55 56.2q1.5 1.6 3 0");
export const BROWS = part("fine", "M47 46.5q3-2 5.5-.4M59.5 46.1q2.5-1.6 5.5.4");
export const LASHES = part("fine", "M48.2 50.6l-2.3-1.4M47.9 52.6l-2.4-.2M63.8 50.6l2.3-1.4M64.1" +
    " 52.6l2.4-.2");
export const SMILE = part("line", "M50.5 60.5q5.5 5 11 0");
export const LAUGH: Part[] = [
  part("white", "M49.5 59.8q6.5 2 13 0-.8 6.4-6.5 6.4t-6.5-6.4Z"),
];
export const FACE: Part[] = [CHEEKS, ...EYES, NOSE];
