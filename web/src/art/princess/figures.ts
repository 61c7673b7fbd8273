// figures.ts - the seven figures of Princess as parts to be painted one over the other, on the
// card's field of 88 x 112; each looks out of the castle window, around x = 56, over its sill.
// "cloth" takes the colour of the card, so that one drawing serves all four; "shade" and "light"
// lie over what is below them.
import {
  BROWS, CHEEKS, dot, EYES, FACE, HEAD, LASHES, LAUGH, NECK, NOSE, part, type Part, SMILE,
} from "../head";

// ---- What all have ----

const SILL: Part[] = [
  part("stone", "M22 102h64v7H22Z"),
  part("fine", "M40 102v7M66 102v7"),
];
const BODY: Part[] = [
  part("cloth", "M31 103c0-20 6-29 18-32 4 4 10 4 14 0 12 3 18 12 18 32Z"),
];
const ARM_LINES = part("line", "M40 103c1-6 1-10-1-14M72 103c-1-6-1-10 1-14");
/** A hand raised at the right, round what is held there. */
const HOLDING: Part[] = [
  part("cloth", "M70 103c1-6 0-10-1.5-14l9-4.5C82 89 83.5 96 83 103Z"),
  part("shade", "M77.5 103c.5-7-.5-12-3-16l3-2.5C82 89 83.5 96 83 103Z"),
  part("white", "M67.5 88 77 83.2l1.6 3.4-9.5 4.8Z"),
  part("skin", "M69 82.5c0-3.5 2.5-5.5 5.5-5.5s5 2 5 4.5-1 4-3 5l-5.5 2.5c-1.5-1.5-2-4-2-6.5Z"),
  part("fine", "M74 80.5h4.8M74.5 83h4.4"),
];
/** A hand that lies on the sill at the left. */
const RESTING: Part[] = [
  part("cloth", "M28 106c-1-8 3-13 8-13 5 0 7 4 7 9l-1 4Z"),
  part("white", "M37.5 99.5l5.5-.5.5 7.5h-6Z"),
  part("skin", "M43 99.5c4-1 8 0 8.5 3 .5 3-2 4.5-5 4.5H43Z"),
  part("fine", "M47.5 103.5h4M47.5 105.3h3"),
];

// ---- The seven ----

const servant: Part[] = [
  part("wood", "M75.5 32h3.6v72h-3.6Z"),
  part("blond", "M70 34c-.5-9 .5-17 2-23h11c1.5 6 2.5 14 2 23q-7.5 3-15 0Z"),
  part("fine", "M74 33V20M77.5 34V17M81 33V20"),
  part("cloth", "M71.5 33q6 2 12 0v4.5q-6 2-12 0Z"),
  ...BODY, ARM_LINES, NECK,
  part("white", "M43 103c0-10 1-16 3-20h20c2 4 3 10 3 20Z"),
  part("white", "M45.5 72.5 50 71l1 12h-4ZM66.5 72.5 62 71l-1 12h4Z"),
  part("fine", "M51 90h10v7H51Z"),
  part("cloth", "M48 70q8 5 16 0l1.5 4q-9.5 6-19 0Z"),
  ...HEAD,
  part("brown", "M40 51c-2.5-13 4-20 16-20s18.5 7 16 20c-1.5-1-2.5-3-3-6-3 1-5 0-6.5-2-2 2-5" +
    " 2.5-7.5 1-2 1.5-5 1.5-6.5 0-2 4-4 6-8.5 7Z"),
  part("cloth", "M37 37.5c1-10 9-16 19-16s18 6 19 16q-19-6-38 0Z"),
  part("shade", "M37 37.5c.3-2.4 1-4.5 2-6.4q17-5 34 0c1 2 1.7 4 2 6.4q-19-6-38 0Z"),
  part("cloth", dot(56, 21, 2.6)),
  ...FACE, BROWS, ...LAUGH,
  part("ink", dot(46.5, 55.8, 0.5), dot(48.3, 56.8, 0.5), dot(65.5, 55.8, 0.5),
    dot(63.7, 56.8, 0.5)),
  ...SILL, ...HOLDING, ...RESTING,
];
const cook: Part[] = [
  part("wood", "M75.7 46h3.6v58h-3.6Z"),
  part("wood", "M71 36c0-6 2.7-9.5 6.5-9.5S84 30 84 36s-2.7 11-6.5 11S71 42 71 36Z"),
  part("shade", "M74 36.5c0-4 1.4-6.5 3.5-6.5S81 32.5 81 36.5s-1.4 6.5-3.5 6.5-3.5-2.5-3.5-6.5Z"),
  ...BODY, ARM_LINES, NECK,
  part("white", "M44 103c-1-9 0-15 2-19h20c2 4 3 10 2 19Z"),
  part("line", "M44 88q12 3 24 0"),
  part("white", "M47 70q9 6 18 0l2 4.5-8 5.5-3-4-3 4-8-5.5Z"),
  part("cloth", dot(56, 84, 1.5)),
  ...HEAD,
  part("brown", "M40.5 50c-1-3-1-6 .5-9l4 1c-.5 4-1.5 7-4.5 8Z" +
    "M71.5 50c1-3 1-6-.5-9l-4 1c.5 4 1.5 7 4.5 8Z"),
  part("white", "M41 36c-9 0-12.5-6-10.5-11 1.5-4 5.5-5.5 9-4.5C41 13 48 9 56 9s15 4 16.5 11.5" +
    "c3.5-1 7.5.5 9 4.5 2 5-1.5 11-10.5 11Z"),
  part("fine", "M47 34c0-5-1-8-3-11M56 34V20M65 34c0-5 1-8 3-11"),
  part("cloth", "M40.5 35q15.5-4 31 0v7q-15.5-4-31 0Z"),
  ...FACE, BROWS,
  part("brown", "M56 58.8c-3-2-8-1.6-10.5-.3-2 1-4 .5-5-1 0 4 3.5 6.3 7.5 6 3.5-.2 6-1.7 8-3.2" +
    " 2 1.5 4.5 3 8 3.2 4 .3 7.5-2 7.5-6-1 1.5-3 2-5 1-2.5-1.3-7.5-1.7-10.5.3Z"),
  part("line", "M53 65q3 2 6 0"),
  ...SILL, ...HOLDING,
  part("gold", "M27 97c0-6 4-9.5 10-9.5S47 91 47 97Z"),
  part("fine", "M33 93l2-3M37 93.5v-4M41 93l-2-3"),
  part("wood", "M25.5 96.5h23l-2.5 7.5H28Z"),
];
const jester: Part[] = [
  ...BODY,
  part("white", "M56 74c3 0 5-1 7-3 12 3 18 12 18 32H56Z"),
  ARM_LINES,
  part("gold", dot(56, 90, 1.8), dot(56, 97, 1.8)),
  NECK,
  part("gold", "M44 70q12 5 24 0l9 9-8 .5-2 8-6.5-5L56 90l-4.5-7.5L45 87.5l-2-8-8-.5Z"),
  part("silver", dot(35, 80, 2.4), dot(45, 88.5, 2.4), dot(67, 88.5, 2.4), dot(77, 80, 2.4)),
  ...HEAD,
  part("cloth", "M56 41C50 26 41 23 33 29c-4 3-5 8-4 14 6-3 10 0 12 8Z"),
  part("white", "M56 41c6-15 15-18 23-12 4 3 5 8 4 14-6-3-10 0-12 8Z"),
  part("cloth", "M40 49c2-16 8-27 16-36 8 9 14 20 16 36-10-7-22-7-32 0Z"),
  part("white", "M56 44V13c8 9 14 20 16 36q-7-5-16-5Z"),
  part("shade", "M40 49c.6-3.5 1.3-6.7 2.2-9.6Q56 34 69.8 39.4c.9 2.9 1.6 6.1 2.2" +
    " 9.6-10-7-22-7-32 0Z"),
  part("gold", dot(56, 12, 4), dot(29.5, 45, 4), dot(82.5, 45, 4)),
  part("fine", "M56 13v2.5M29.5 46v2.5M82.5 46v2.5"),
  CHEEKS,
  part("ink", "M48 52.5a2.3 2.9 0 1 0 4.6 0a2.3 2.9 0 1 0-4.6 0Z"),
  part("light", dot(51, 51.4, 0.9)),
  part("line", "M59 53.5q2.8-3.5 5.6 0"),
  NOSE,
  part("white", "M48.5 59.5q7.5 2.5 15 0-1 7.5-7.5 7.5t-7.5-7.5Z"),
  part("rose", "M54.5 63h5.5v4c0 3.5-5.5 3.5-5.5 0Z"),
  ...SILL, ...RESTING,
];
const knight: Part[] = [
  part("cloth", "M57 23c-4-8 1-16 10-17 9-1 17 5 18 15-5-3-9-2-11 2-5-3-11-3-17 0Z"),
  part("shade", "M57 23c-2-6 1-11 7-12 7-1 13 3 15 9-2.5 0-4 1-5 3-5-3-11-3-17 0Z"),
  part("silver", "M76.5 30l2.5-9 2.5 9v56h-5Z"),
  part("fine", "M79 28v46"),
  part("gold", "M71.5 74.5q7.5-3 15 0V78h-15Z"),
  part("silver", "M31 103c0-20 6-29 18-32h14c12 3 18 12 18 32Z"),
  part("line", "M56 78v24"),
  part("shade", "M56 78c8 0 14-2 17-4 5 5 8 14 8 29H68c0-10-4-18-12-25Z"),
  part("cloth", "M43 70h26l3 5c-4 5-10 7-16 7s-12-2-16-7Z"),
  part("silver", "M67 76c7-4 14 0 16 9-5 3-11 3-15 0Z"),
  part("silver", "M38 64V45c0-14 7-23 18-23s18 9 18 23v19c-2 6-6 9-10 9.5H48c-4-.5-8-3.5-10-9.5Z"),
  part("shade", "M66 25c5 4 8 11 8 20v19c-2 6-6 9-10 9.5h-4c5-3 9-9 9-17V42c0-7-1-12-3-17Z"),
  part("skin", "M43 46h26v10c0 7-5 12-13 12s-13-5-13-12Z"),
  part("silver", "M36 46c-1-8 3-13 7-14h26c4 1 8 6 7 14-12-5-28-5-40 0Z"),
  part("line", "M45 38.5h7.5M59.5 38.5H67"),
  part("ink", dot(39.5, 43, 0.9), dot(72.5, 43, 0.9)),
  ...FACE, SMILE,
  ...SILL,
  part("silver", "M70 103c1-6 0-9-1.5-12l9-4.5C82 90 83.5 96 83 103Z"),
  part("silver", "M69.5 84.5c0-4 3-6.5 6.5-6.5s7 2 7 5-2 4.5-4 5.5L72.5 91c-2-1.5-3-4-3-6.5Z"),
  part("fine", "M75.5 81.5H82M76 84.5h6"),
  part("cloth", "M26 79q12 .5 15.5-4.5Q45 79.5 57 79c1 14-4 22-15.5 28C30 101 25 93 26 79Z"),
  part("white", "M38.8 77.5h5.4V87H55q-.5 3-1.5 5.4h-9.3V105l-2.7 1.5-2.7-1.5V92.4h-9.3Q28" +
    " 90 27.6 87h11.2Z"),
];
const queen: Part[] = [
  part("black", dot(39, 50, 8.5), dot(73, 50, 8.5)),
  part("fine", "M35 46q4-3 7 1M70 47q3-4 7-1"),
  part("white", "M56 90c-16 0-26-7-27-15-1-7 6-9 10-8l17 6 17-6c4-1 11 1 10 8-1 8-11 15-27 15Z"),
  part("fine", "M34 71l6 4M32.5 76l6 1M78 71l-6 4M79.5 76l-6 1"),
  part("cloth", "M31 103c0-14 3-22 9-27 4 6 10 9 16 9s12-3 16-9c6 5 9 13 9 27Z"),
  part("shade", "M56 85c6 0 12-3 16-9 6 5 9 13 9 27H68c0-7-4-13-12-18Z"),
  part("line", "M40 103c1-6 1-10-1-14M72 103c-1-6-1-10 1-14"),
  part("skin", "M48 68h16v6q-2 9-8 12-6-3-8-12Z"),
  part("gold", "M47.5 74.5q8.5 7 17 0l1 2.5q-9.5 8-19 0Z"),
  part("cloth", "M56 81.5l3 4-3 5-3-5Z"),
  ...HEAD,
  part("black", "M40.5 52c-2.5-13 4-21 15.5-21s18 8 15.5 21c-2-8-7-12-15.5-13-8.5 1-13.5" +
    " 5-15.5 13Z"),
  part("gold", "M42 34.5 38.5 17l8 6.5L51 13l5 9 5-9 4.5 10.5 8-6.5L70 34.5q-14-5-28 0Z"),
  part("shade", "M42 34.5l-1-5q15-5 30 0l-1 5q-14-5-28 0Z"),
  part("white", dot(38.5, 15.5, 2.2), dot(51, 11.5, 2.2), dot(61, 11.5, 2.2),
    dot(73.5, 15.5, 2.2)),
  part("cloth", "M56 25l2.4 3-2.4 3-2.4-3Z"),
  ...FACE, BROWS, LASHES,
  part("rose", "M51.5 61q2.5-2 4.5-.6 2-1.4 4.5.6-4.5 5.5-9 0Z"),
  part("ink", dot(63.5, 60.5, 0.7)),
  ...SILL,
  part("cloth", "M74 95 61 77c5-8 20-9 26 0Z"),
  part("fine", "M74 95l-7.5-19M74 95V74M74 95l7.5-19"),
  part("gold", "M61 77c5-8 20-9 26 0l-2 2.8c-5-6-17-6-22 0Z"),
  part("cloth", "M68 104c0-5 1-8 3-10l7 1c3 3 4 6 4 9Z"),
  part("white", "M69 94.5l9.5 1.5-.6 3.5-10-1.5Z"),
  part("skin", dot(74, 92.5, 4.3)),
  part("fine", "M71.5 92h5M72 94.3h4"),
  ...RESTING,
];
const king: Part[] = [
  part("gold", "M76.2 54h3.6v50h-3.6Z"),
  part("gold", "M76.7 42v-3.5h-3v-2.8h3v-3h2.6v3h3v2.8h-3V42Z"),
  part("gold", dot(78, 48, 6.5)),
  part("cloth", dot(78, 48, 2.8)),
  ...BODY, ARM_LINES,
  part("white", "M31 84c2-9 9-14 18-15h14c9 1 16 6 18 15-8 8-42 8-50 0Z"),
  part("ink", dot(37, 81, 1.4), dot(42, 87, 1.4), dot(75, 81, 1.4), dot(70, 87, 1.4),
    dot(35, 86, 1.2), dot(77, 86, 1.2)),
  ...HEAD,
  part("grey", "M40 46c-4 12-3 26 3 34 3 5 8 7 13 9 5-2 10-4 13-9 6-8 7-22 3-34-2 3-4 7-4.5 11" +
    "-3-1.5-7-2-11.5-2s-8.5.5-11.5 2C44 53 42 49 40 46Z"),
  part("fine", "M48 72q0 5 3 9M64 72q0 5-3 9M56 73v9"),
  part("grey", "M56 58.5c-4-2.5-10-1-12.5 3.5 2 2.5 4.5 3.5 7 3 2.5-.5 4.5-2 5.5-4 1 2 3" +
    " 3.5 5.5 4" +
    " 2.5.5 5-.5 7-3-2.5-4.5-8.5-6-12.5-3.5Z"),
  part("rose", "M52.5 66q3.5 1.5 7 0-.5 3.5-3.5 3.5t-3.5-3.5Z"),
  part("cloth", "M41 30c0-9 6-14 15-14s15 5 15 14Z"),
  part("gold", "M39.5 40 36.5 20l9 7.5L56 14l10.5 13.5 9-7.5-3 20q-16.5-6-33 0Z"),
  part("shade", "M39.5 40l-.8-5.5q17.3-6 34.6 0l-.8 5.5q-16.5-6-33 0Z"),
  part("cloth", dot(56, 29, 2.8)),
  part("white", dot(36.5, 18.5, 2.4), dot(56, 12.5, 2.4), dot(75.5, 18.5, 2.4)),
  part("rose", dot(45.5, 56, 2.8), dot(66.5, 56, 2.8)),
  ...EYES,
  part("grey", "M46 47.5q3-4 7.5-1l-.8 2.2q-3.7-1.5-6.2.5Z" +
    "M66 47.5q-3-4-7.5-1l.8 2.2q3.7-1.5 6.2.5Z"),
  part("skin", dot(56, 56.5, 2.6)),
  ...SILL, ...HOLDING, ...RESTING,
];
const princess: Part[] = [
  part("white", "M57 7c14 5 23 20 26 44 1.5 12 1 22-1 30-5 2-9 1-12-1 2-16-2-34-12-46Z"),
  part("shade", "M70 33c5 12 6 30 4 47-1.5 0-3-.5-4-1 2-16-1-31-7-41Z"),
  part("blond", "M41 42c-7 8-9 22-9 36 3 6 12 7 16 2l2-20h12l2 20c4 5 13 4 16-2 0-14-2-28-9-36Z"),
  ...BODY, NECK,
  part("skin", "M48 71.5 50 69q6 4 12 0l2 2.5q-3 7-8 7t-8-7Z"),
  part("white", "M45.5 71.5l2.5-1q2 7 8 7t8-7l2.5 1q-2 9-10.5 9t-10.5-9Z"),
  part("cloth", "M30 91c-2-10 3-17 11-18 4 6 4 13 0 19-4 2-8 2-11-1Z" +
    "M82 91c2-10-3-17-11-18-4 6-4 13 0 19" +
    " 4 2 8 2 11-1Z"),
  part("fine", "M34 90q-1-8 4-14M78 90q1-8-4-14"),
  part("gold", "M47 92q9 3 18 0v4.5q-9 3-18 0Z"),
  ...HEAD,
  part("blond", "M39.5 56c-3-16 4-24 16.5-24s19.5 8 16.5 24c-3-3-4.5-7-5-11-6 1-11-.5-14-4-2 6-8" +
    " 11-14 15Z"),
  part("fine", "M43 47q3-2 5-5M69 47l-1-3"),
  part("cloth", "M43.5 37 57 6l11.5 31q-12.5-5-25 0Z"),
  part("light", "M48 33.5 56.5 12l-4 20.5Z"),
  part("gold", "M41 41.5 43 34q13-6 26 0l2 7.5q-15-6-30 0Z"),
  part("cloth", dot(56, 34, 2)),
  part("gold", dot(57, 6.5, 3)),
  ...FACE, BROWS, LASHES,
  part("rose", "M51.5 61q4.5-1.5 9 0-4.5 5-9 0Z"),
  part("blond", "M66 64c4 4 6 8 6 12 0 3-1 5-2 8 1.5 3 1.5 6-.5 10-3-3-4-6-3-9-2-3-3-6-2.5-9Z"),
  part("fine", "M66.5 74q3 2 5.5 1M65.5 80q3 2 5.5 1"),
  part("cloth", "M69 94l-4-2.5v6l4-2.5 4 2.5v-6Z"),
  ...SILL, ...RESTING,
  part("leaf", "M63 107c-2-7 2-11 8.5-11s10.5 4 8.5 11Z"),
  part("leaf", dot(67, 95, 3.2), dot(76, 95, 3.2)),
  part("ink", dot(67, 94.8, 1.2), dot(76, 94.8, 1.2)),
  part("line", "M67.5 101q4 2.5 8 0"),
  part("gold", "M69.3 94.5l-.6-4.5 1.7 1.3 1.3-2 1.3 2 1.7-1.3-.6 4.5Z"),
];

/** By number: 1 servant to 7 princess (RA-17). */
export const FIGURES: Record<number, readonly Part[]> = {
  1: servant, 2: cook, 3: jester, 4: knight, 5: queen, 6: king, 7: princess,
};
