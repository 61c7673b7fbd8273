// figures.ts - the seven figures of Princess as parts to be painted one over the other, on the
// card's field of 88 x 112; each stands in the window around x = 56. "cloth" takes the colour of
// the card, so that one drawing serves all four.

export type Paint =
  | "cloth" | "skin" | "white" | "gold" | "silver" | "wood" | "ink"
  | "brown" | "blond" | "black" | "grey" | "rose" | "line";

export interface Part {
  paint: Paint;
  d: string;
}

const dot = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
const part = (paint: Paint, ...d: string[]): Part => ({ paint, d: d.join("") });

const HEAD = part("skin", "M42 51c0-9 6-15 14-15s14 6 14 15-6 17-14 17-14-8-14-17Z");
const FACE: Part[] = [
  part("rose", dot(47.5, 57.5, 2.6), dot(64.5, 57.5, 2.6)),
  part("ink", dot(51, 52, 1.9), dot(61, 52, 1.9)),
];
const SMILE = part("line", "M51 59.5q5 4.5 10 0");
const BODY = part("cloth", "M29 107c0-22 8-33 20-36h14c12 3 20 14 20 36Z");
const CROWN = "M40 41 36 19l10 9 10-14 10 14 10-9-4 22q-16-5-32 0Z";

const servant: Part[] = [
  part("wood", "M76 34h4v73h-4Z"),
  part("blond", "M70 36c-1-10 1-19 2-26h12c1 7 3 16 2 26Z"),
  part("line", "M75 35V20M78 35V16M81 35V20"),
  BODY,
  part("white", "M46 72h4l1 12h10l1-12h4l3 35H43Z"),
  HEAD,
  part("brown", "M40 52c-2-14 5-22 16-22s18 8 16 22l-3-1c0-6-2-9-5-10-6 3-14 3-17 1-3 2-4 5-4 9Z"),
  part("cloth", "M38 37c3-10 10-14 18-14s15 4 18 14q-18-7-36 0Z"),
  part("skin", dot(76, 79, 5)),
  ...FACE, SMILE,
];
const cook: Part[] = [
  part("wood", "M76 44h4v63h-4Z"),
  part("wood", "M71 32c0-6 3-10 7-10s7 4 7 10-3 12-7 12-7-6-7-12Z"),
  BODY,
  part("white", "M46 71h20l-4 9 1 27H49l1-27Z"),
  part("cloth", "M48 68h16l-3 9h-10Z"),
  HEAD,
  part("white", "M42 38C30 36 31 20 42 20c2-9 26-9 28 0 11 0 12 16 0 18v5H42Z"),
  part("line", "M49 37V29M56 37V27M63 37V29"),
  part("cloth", "M42 38h28v6H42Z"),
  part("skin", dot(78, 80, 5)),
  ...FACE,
  part("brown", "M56 57c-3-2-9-1-11 4 5 2 9 0 11-2 2 2 6 4 11 2-2-5-8-6-11-4Z"),
  part("line", "M53 63q3 2 6 0"),
];
const jester: Part[] = [
  BODY,
  part("white", "M56 71h7c12 3 20 14 20 36H56Z"),
  part("gold", "M40 70h32l4 10-7-3-4 9-5-7-4 9-4-9-5 7-4-9-7 3Z"),
  HEAD,
  part("cloth", "M56 40C50 30 42 27 34 32c-3 2-4 6-3 11 6-1 9 2 11 8Z"),
  part("white", "M56 40c6-10 14-13 22-8 3 2 4 6 3 11-6-1-9 2-11 8Z"),
  part("cloth", "M42 47c1-14 6-24 14-32 8 8 13 18 14 32-9-6-19-6-28 0Z"),
  part("white", "M56 43V15c8 8 13 18 14 32q-6-4-14-4Z"),
  part("gold", dot(56, 13, 4.5), dot(31, 46, 4.5), dot(81, 46, 4.5)),
  ...FACE,
  part("white", "M48 58q8 3 16 0-1 8-8 8t-8-8Z"),
];
const knight: Part[] = [
  part("cloth", "M56 24c-2-9 4-16 14-16 9 0 14 5 14 12-6-3-9-1-10 4-6-3-12-3-18 0Z"),
  part("silver", "M29 107c0-22 8-33 20-36h14c12 3 20 14 20 36Z"),
  part("line", "M56 72v35"),
  part("silver", "M38 62V46c0-15 7-24 18-24s18 9 18 24v16c-2 7-6 10-10 11H48c-4-1-8-4-10-11Z"),
  part("skin", "M43 47h26v8c0 8-5 13-13 13s-13-5-13-13Z"),
  part("silver", "M36 45c0-5 3-9 6-10h28c3 1 6 5 6 10-12-4-28-4-40 0Z"),
  part("line", "M45 39.5h8M59 39.5h8"),
  ...FACE, SMILE,
  part("cloth", "M29 77q13 0 17-5 4 5 17 5c1 14-5 22-17 28-12-6-18-14-17-28Z"),
  part("white", "M43 75h6v10h10v6H49v11l-3 2-3-2V91H33v-6h10Z"),
];
const queen: Part[] = [
  part("black", dot(39, 54, 8), dot(73, 54, 8)),
  BODY,
  part("skin", "M46 71h20l-10 15Z"),
  part("white", "M34 73c3-8 9-8 14-5l8 14 8-14c5-3 11-3 14 5-5 5-12 8-22 9-10-1-17-4-22-9Z"),
  part("gold", dot(56, 88, 4)),
  part("black", "M40 53c-2-14 5-23 16-23s18 9 16 23l-3-2c-1-7-5-11-13-13-8 2-12 6-13 13Z"),
  HEAD,
  part("black", "M41 51c-1-12 5-19 15-19s16 7 15 19c-2-7-7-11-15-12-8 1-13 5-15 12Z"),
  part("gold", "M42 34 39 16l7 7 4-9 6 8 6-8 4 9 7-7-3 18q-14-4-28 0Z"),
  part("rose", dot(39, 14, 2.6), dot(50, 12, 2.6), dot(62, 12, 2.6), dot(73, 14, 2.6)),
  ...FACE,
  part("rose", "M51 60q5-2 10 0-5 6-10 0Z"),
];
const king: Part[] = [
  part("gold", "M77 40h4v67h-4Z"),
  part("gold", dot(79, 34, 6)),
  BODY,
  part("white", "M32 82c2-8 8-12 16-13h16c8 1 14 5 16 13-7 6-41 6-48 0Z"),
  part("ink", dot(38, 80, 1.7), dot(46, 83, 1.7), dot(66, 83, 1.7), dot(74, 80, 1.7)),
  HEAD,
  part("grey", "M40 50c-1-10 5-16 16-16s17 6 16 16l-3-6q-13-5-26 0Z"),
  part("grey", "M40 48c0 10-1 18 2 24 3 8 9 14 14 14s11-6 14-14c3-6 2-14 2-24-2 2-4 6-4 9" +
    "-6-3-18-3-24 0 0-3-2-7-4-9Z"),
  part("gold", CROWN),
  part("cloth", dot(56, 33, 3)),
  part("gold", dot(36, 17, 3), dot(56, 12.5, 3), dot(76, 17, 3)),
  part("skin", dot(79, 82, 5)),
  ...FACE,
  part("rose", "M51 63q5-2 10 0-5 5-10 0Z"),
];
const princess: Part[] = [
  part("white", "M60 14c14 4 22 18 22 44 0 12-1 20-4 26-4-18-12-34-22-44Z"),
  part("blond", "M40 44c-8 10-8 26-10 42 4 6 14 6 18 2V60h16v28c4 4 14 4 18-2-2-16-2-32-10-42Z"),
  BODY,
  part("skin", "M48 71q8 10 16 0l-2-5H50Z"),
  part("white", "M34 86c0-8 5-12 11-12 1 6-2 12-11 12ZM78 86c0-8-5-12-11-12-1 6 2 12 11 12Z"),
  HEAD,
  part("blond", "M40 56c-2-16 5-23 16-23s18 7 16 23c-4-4-5-8-6-12-6 1-14 0-17-4-2 6-5 10-9 16Z"),
  part("cloth", "M43 38 57 6l12 32q-13-6-26 0Z"),
  part("gold", "M41.5 41 43 35q13-6 26 0l1.5 6q-15-6-29 0Z"),
  ...FACE,
  SMILE,
  part("gold", "M56 84l2 4 4.5.5-3.3 3 1 4.5-4.2-2.3-4.2 2.3 1-4.5-3.3-3 4.5-.5Z"),
];

/** By number: 1 servant to 7 princess (RA-17). */
export const FIGURES: Record<number, readonly Part[]> = {
  1: servant, 2: cook, 3: jester, 4: knight, 5: queen, 6: king, 7: princess,
};
