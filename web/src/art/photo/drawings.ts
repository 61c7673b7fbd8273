// drawings.ts - the drawings that postcards are composed from, on a scene of 88 x 71 whose ground
// begins at y = 58. The upper right corner is left free for the stamp. Parts are painted one over
// the other with the colours of the city's palette, or with a few that are the same everywhere.

export type Paint =
  | "wall" | "roof" | "accent" | "hill" | "dark" | "white" | "gold" | "brown" | "red" | "green"
  | "silver" | "line";

export interface Part {
  paint: Paint;
  d: string;
}

const n = (value: number): string => String(Math.round(value * 10) / 10);
const box = (x: number, y: number, w: number, h: number): string =>
  `M${n(x)} ${n(y)}h${n(w)}v${n(h)}h${n(-w)}Z`;
const dot = (x: number, y: number, r: number): string =>
  `M${n(x - r)} ${n(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
const arch = (x: number, y: number, w: number, h: number): string =>
  `M${n(x)} ${n(y + h)}V${n(y + w / 2)}a${w / 2} ${w / 2} 0 0 1 ${w} 0V${n(y + h)}Z`;
const row = (count: number, from: number, step: number, one: (x: number) => string): string =>
  Array.from({ length: count }, (_, at) => one(from + at * step)).join("");
const part = (paint: Paint, ...d: string[]): Part => ({ paint, d: d.join("") });

const flag = (x: number, y: number): Part[] => [
  part("accent", `M${x} ${y}h11l-3 3.5 3 3.5h-11Z`),
  part("line", `M${x} ${y}v14`),
];
const plate = part("white", "M4 51c0-6 14-10 33-10s33 4 33 10-14 11-33 11S4 57 4 51Z");
const rim = part("line", "M14 51c2-4 11-6 23-6s21 2 23 6");
const plinth: Part[] = [part("silver", "M22 60l2-10h28l2 10Z")];
const wings = (y: number): Part[] => [
  part("wall", box(4, y, 66, 60 - y)),
  part("roof", `M2 ${y}l4-6h62l4 6Z`),
];

const buildings = {
  pediment: [
    ...wings(38), part("dark", row(7, 8, 9, (x) => box(x, 43, 3.5, 6))),
    ...flag(37, 7),
    part("wall", box(18, 34, 38, 26)), part("roof", "M14 34 37 20l23 14Z"),
    part("white", row(5, 21, 7.2, (x) => box(x, 35, 3.6, 22))),
    part("wall", box(12, 57, 50, 4)),
  ],
  domed: [
    ...wings(40), part("dark", row(7, 8, 9, (x) => arch(x, 45, 4, 9))),
    part("roof", "M23 30c0-11 6-17 14-17s14 6 14 17Z"), part("accent", box(35, 7, 4, 6)),
    part("wall", box(21, 30, 32, 30)),
    part("dark", row(3, 25, 9.5, (x) => arch(x, 35, 5, 10))), part("dark", arch(33, 50, 8, 10)),
  ],
  clockPalace: [
    ...wings(38), part("dark", row(6, 26, 7, (x) => arch(x, 43, 3.5, 10))),
    part("wall", box(8, 16, 15, 44)), part("roof", "M6 16 15.5 2 25 16Z"),
    part("white", dot(15.5, 23.5, 5)), part("line", "M15.5 20.5v3h2.5"),
    part("dark", arch(12.5, 36, 6, 10)),
  ],
  slab: [
    part("wall", box(10, 8, 24, 52)), part("roof", box(34, 30, 36, 30)),
    part("dark", ...[13, 20, 27, 34, 41, 48].map((y) => box(13, y, 18, 3))),
    part("white", row(4, 38, 8, (x) => box(x, 36, 5, 20))), ...flag(50, 17),
  ],
  facade: [
    part("wall", box(6, 28, 62, 32)), part("roof", "M4 28l4-7h58l4 7Z"),
    part("wall", box(4, 18, 12, 42), box(58, 26, 12, 34)),
    part("roof", "M2 18 10 8l8 10ZM56 27l8-8 8 8Z"),
    part("dark", arch(7.5, 26, 5, 9), arch(61.5, 32, 5, 9)),
    part("dark", row(4, 20, 9.5, (x) => box(x, 33, 5, 7))),
    part("dark", row(4, 20, 9.5, (x) => arch(x, 46, 5.5, 14))),
  ],
  castle: [
    part("hill", "M-2 62q36-28 80 0Z"),
    part("wall", "M14 54V28h5v4h5v-4h5v4h5v-4h5v12h8V22h5v4h5v-4h5v4h5v-4h4v32Z"),
    part("dark", arch(31, 44, 8, 10), box(22, 37, 3, 6), box(56, 32, 3, 6)), ...flag(20, 14),
  ],
  temple: [
    part("hill", "M-2 62q38-12 78 0Z"), part("wall", box(8, 52, 58, 5), box(10, 26, 54, 5)),
    part("wall", "M8 26 37 14l29 12Z"), part("white", row(7, 12, 7.9, (x) => box(x, 31, 4, 21))),
  ],
  gate: [
    part("wall", box(8, 24, 58, 9)), part("wall", box(24, 17, 26, 7)),
    part("wall", row(6, 10, 10, (x) => box(x, 33, 4.5, 27))), part("wall", box(6, 57, 62, 4)),
    part("roof", "M28 17q0-8 4-8 1 4 3 4 0-5 2-5t2 5q2 0 3-4 4 0 4 8Z"),
  ],
} satisfies Record<string, Part[]>;

const churches = {
  spire: [
    part("wall", box(32, 40, 36, 20)), part("roof", "M30 41 36 27h26l8 14Z"),
    part("dark", row(3, 43, 8, (x) => arch(x, 45, 4, 11))),
    part("wall", box(14, 29, 18, 31)), part("roof", "M12 29 23 5l11 24Z"),
    part("line", "M23 5V0M20.5 2h5"), part("dark", arch(19, 48, 8, 12), arch(20.5, 34, 5, 8)),
  ],
  stave: [
    part("roof", "M10 58 18 44h38l8 14Z"), part("brown", box(18, 52, 38, 8)),
    part("brown", box(25, 38, 24, 6)), part("roof", "M20 40 30 27h14l10 13Z"),
    part("brown", box(31, 20, 12, 7)), part("roof", "M28 22 37 4l9 18Z"),
    part("line", "M37 4V-1M34.5 1.5h5M22 42l-4-3M52 42l4-3"),
    part("dark", arch(33, 50, 8, 10)),
  ],
  domes: [
    part("roof", "M18 34c0-13 8-21 19-21s19 8 19 21Z"), part("white", box(34.5, 6, 5, 7)),
    part("line", "M37 6V0M34.5 2.5h5"),
    part("wall", box(18, 34, 38, 8)), part("dark", row(6, 21, 6, (x) => arch(x, 36, 2.6, 6))),
    part("roof", "M4 44a6.5 7 0 0 1 13 0ZM57 44a6.5 7 0 0 1 13 0Z"),
    part("wall", box(4, 44, 13, 16), box(57, 44, 13, 16)), part("wall", box(15, 42, 44, 18)),
    part("dark", arch(32, 46, 10, 14), arch(21, 48, 5, 9), arch(48, 48, 5, 9)),
  ],
  twin: [
    part("wall", "M18 60V34l11-10 11 10v26Z"), part("white", dot(29, 38, 5)),
    part("line", "M29 33v10M24 38h10"), part("wall", box(2, 22, 17, 38), box(39, 22, 17, 38)),
    part("roof", "M0 22 10.5 6 21 22ZM37 22 47.5 6 58 22Z"),
    part("dark", row(2, 7, 37, (x) => arch(x, 28, 7, 12)), arch(24, 47, 10, 13)),
    part("wall", box(56, 42, 14, 18)), part("roof", "M56 42v-8h8l8 8Z"),
  ],
} satisfies Record<string, Part[]>;

const spoke = (turn: number): string => {
  const [x, y] = [22 * Math.cos(turn), 22 * Math.sin(turn)];
  return `M${n(37 - x)} ${n(30 - y)}L${n(37 + x)} ${n(30 + y)}`;
};
const SPOKES = [0, 1, 2, 3].map((at) => (at * Math.PI) / 4);

const sights = {
  ironTower: [
    part("brown", "M37 2l3 26q2 20 17 32H46q-1-10-9-10t-9 10H17q15-12 17-32Z"),
    part("line", "M33 31h8M30 42h14M37 8v16"),
  ],
  clock: [
    part("wall", box(6, 40, 22, 20), box(48, 40, 20, 20)),
    part("roof", "M4 40l4-8h20v8ZM46 40v-8h20l4 8Z"),
    part("wall", box(25, 20, 25, 40)), part("roof", "M22 21 37.5 3 53 21Z"),
    part("gold", dot(37.5, 32, 7)), part("line", "M37.5 27.5v4.5l3 2"),
    part("dark", arch(31.5, 46, 12, 14)),
  ],
  wheel: [
    part("line", "M37 30 25 60M37 30l12 30"), part("line", dot(37, 30, 22), ...SPOKES.map(spoke)),
    part("red", ...SPOKES.flatMap((turn) => [0, Math.PI].map((half) =>
      box(34 + 22 * Math.cos(turn + half), 27.5 + 22 * Math.sin(turn + half), 6, 5)))),
    part("gold", dot(37, 30, 3)), part("roof", box(20, 57, 34, 4)),
  ],
  arena: [
    part("wall", "M4 60V34q2-6 10-8l0 0q4-8 16-10 24-2 38 10v34Z"),
    part("dark", row(7, 9, 8.2, (x) => arch(x, 47, 5, 13))),
    part("dark", row(6, 17, 8.2, (x) => arch(x, 31, 5, 11))),
    part("line", "M4 44.5h64"),
  ],
  bridge: [
    part("line", "M-4 48Q5 44 9 20M22 22Q31 34 40 22M53 20q8 22 28 26"),
    part("silver", box(22, 22, 18, 5)), part("wall", box(9, 18, 13, 46), box(40, 18, 13, 46)),
    part("roof", "M7 18 15.5 4 24 18ZM38 18 46.5 4 55 18Z"),
    part("dark", row(2, 13, 31, (x) => arch(x, 30, 5, 9))), part("accent", box(-4, 46, 92, 5)),
  ],
  houses: [
    part("wall", "M4 60V30h3v-5h3v-5h6v5h3v5h3v30Z"),
    part("red", "M22 60V26q8-2 8-10 8 0 8 10v34Z"),
    part("white", "M38 60V30l8-14 8 14v30Z"), part("accent", "M54 60V32h3v-6h3v-4h6v4h3v6h3v28Z"),
    part("dark", ...[8, 26, 42, 59].map((x) => row(2, x, 5, (at) => box(at, 34, 3, 6)))),
    part("dark", ...[8, 26, 42, 59].map((x) => row(2, x, 5, (at) => box(at, 45, 3, 6)))),
  ],
  mermaid: [
    part("silver", "M12 62q4-16 18-18 18-2 30 18Z"),
    part("green", "M34 46q-6-10 2-14h6q2 8 10 9 8 2 12 9l6-1-4 6 1 5-7-6q-8-4-14-5Z"),
    part("green", "M35 34q-1-8 3-9t5 3l1 7Z"), part("green", dot(39, 20, 4.5)),
    part("brown", "M34 27q-1-11 5-12 6 1 5 6-4-2-6 0-1 4-4 6Z"),
  ],
  curve: [
    part("wall", "M6 60V32Q40 4 70 30V60Z"), part("silver", "M40 60V22q16-2 30 8v30Z"),
    part("dark", row(4, 12, 7, (x) => box(x, 40, 4, 14))),
    part("line", "M48 22v38M56 24v36M63 27v33"),
  ],
} satisfies Record<string, Part[]>;

const emblems = {
  shield: [
    part("accent", "M16 14h42v20q0 18-21 27-21-9-21-27Z"),
    part("white", "M37 14h21v20H37ZM16 34h21v27q-21-9-21-27Z"),
    part("gold", "M24 14 22 3l7 5 8-7 8 7 7-5-2 11Z"),
    part("roof", dot(26.5, 24, 4), dot(46, 43, 4)),
  ],
  statue: [
    ...plinth, part("silver", "M28 50q-2-26 9-27 11 1 9 27Z"), part("silver", dot(37, 16, 6)),
    part("line", "M30 32 18 24M44 32l12-12"), part("gold", dot(57, 18, 3.5)),
  ],
  angel: [
    ...plinth, part("gold", "M32 30Q14 30 12 12q14 2 22 14ZM42 30q18 0 20-18-14 2-22 14Z"),
    part("gold", "M28 50q2-26 9-26t9 26Z"), part("gold", dot(37, 17, 5)),
    part("line", "M44 34l12 4M56 30v16"),
  ],
  horse: [
    part(
      "accent",
      "M16 58V42q-4-2-4-8 2-6 10-6h18q2-14 10-18l2-5 4 5q8 3 8 11l-7 2q-4 12-3 35h-9" +
        "V46H26v12Z",
    ),
    part("white", "M30 28h10v8q-5 4-10 0Z"), part("dark", dot(53, 15, 1.6)),
  ],
  bear: [
    part(
      "brown",
      "M12 58V40q0-12 14-13h16q2-8 8-9 1-6 6-3 10 0 12 10l6 5-4 5q-8 2-10 8v15h-9" +
        "V48H25v10Z",
    ),
    part("line", "M66 33q-4 1-6-1M25 48q1-6-3-8M53 46q-4-5-2-10"),
    part("dark", dot(60, 24, 1.6), dot(73, 30, 1.8)),
  ],
  cockerel: [
    part("roof", "M12 16q-2 26 12 34 12 8 22 0 8-8 8-20l2-10q-4-6-10-2-2 12-10 15-14 4-24-17Z"),
    part("red", "M46 17q-1-6 3-6 1-4 4-1 4-2 4 2l-1 6ZM56 24q4 2 1 7-4-1-3-6Z"),
    part("gold", "M57 18l7 2-7 3Z"), part("red", dot(32, 42, 4)), part("dark", dot(52, 20, 1.5)),
    part("line", "M30 52v8M38 52v8M26 60h8M35 60h8"),
  ],
  troll: [
    part("green", "M14 60q-2-20 10-26h26q12 6 10 26Z"), part("green", dot(37, 28, 16)),
    part("brown", "M21 28Q12 4 24 10q4-10 10-3 8-8 12 1 12-6 7 20-4-10-10-11-14 4-22 11Z"),
    part("green", "M37 28q-6 8 1 9t3-8Z"), part("dark", dot(30, 28, 1.9), dot(45, 28, 1.9)),
    part("line", "M28 40q9 5 18-1"),
  ],
  metro: [
    part("line", "M37 40v20M24 60h26"), part("accent", dot(37, 24, 18)),
    part("line", "M28 32V16l9 10 9-10v16"),
  ],
  poster: [
    part("white", box(14, 8, 44, 48)), part("gold", dot(44, 22, 8)),
    part("red", "M18 54q6-20 18-20 14 0 18 20Z"),
    part("dark", "M20 46V34q0-6 8-6h12q6-2 8-7 4 3 3 8l-4 6v11h-5v-8H26v8Z"),
  ],
  taxi: [
    part("dark", "M4 52V40q0-3 4-4l8-2 6-12q1-3 5-3h18q4 0 6 3l6 12 10 2q4 1 4 5v11Z"),
    part("white", "M22 34l5-10h9v10ZM39 34V24h9l6 10Z"), part("gold", box(30, 12, 16, 7)),
    part("silver", dot(18, 53, 7), dot(56, 53, 7)), part("dark", dot(18, 53, 3), dot(56, 53, 3)),
  ],
} satisfies Record<string, Part[]>;

const foods = {
  fish: [
    plate, rim,
    part("silver", "M10 46q16-17 36-4l14-9q-3 11 1 20l-15-7Q26 60 10 46Z"),
    part("line", "M24 40q4 6 0 12M34 42l4 4-4 4"), part("dark", dot(17, 45, 1.7)),
    part("green", "M44 55q4-6 10-3-2 6-10 3Z"),
  ],
  cake: [
    plate, part("brown", "M14 50V32q23-8 46 0v18q-23 9-46 0Z"),
    part("brown", "M14 32q23-8 46 0-23 9-46 0Z"), part("gold", "M14 41q23 8 46 0v3q-23 8-46 0Z"),
    part("white", dot(37, 29, 5)), part("red", dot(37, 25, 3)),
  ],
  sweets: [
    plate, rim, part("brown", dot(24, 48, 8), dot(50, 48, 8)), part("brown", dot(37, 50, 9)),
    part("brown", dot(31, 35, 8), dot(45, 35, 8)),
    part("white", "M27 33q4-4 8 0ZM41 33q4-4 8 0Z"), part("gold", dot(37, 48, 2.5)),
  ],
  crepe: [
    plate, rim, part("gold", "M14 52 24 26q24-6 36 14Z"), part("line", "M18 50l12-22M24 48l14-21"),
    part("brown", "M30 30q6 4 12-1 4 8 10 6-6 8-22-5Z"), part("white", dot(46, 36, 3.5)),
  ],
  pasta: [
    plate, rim, part("gold", "M14 50q4-22 23-22t23 22q-23 8-46 0Z"),
    part("line", "M18 48q8-14 18-8t14-4M24 50q8-10 16-4t14-3M24 38q8 4 14-4"),
    part("red", "M26 33q0-8 11-8t11 8q-4 4-8 1-5 4-8 0-4 2-6-1Z"),
    part("green", "M37 26q0-7 7-7-1 7-7 7Z"), part("line", "M18 20q-4-5 0-9M28 18q-4-5 0-9"),
  ],
  roast: [
    plate, part("brown", "M14 48q0-20 20-20h10q16 2 16 18-6 8-23 8t-23-6Z"),
    part("red", "M14 48q-2-14 8-15t10 16q-8 6-18-1Z"),
    part("white", "M18 42q2-5 5-3 3 4 0 8-4 0-5-5Z"),
    part("green", "M42 56q6-4 12 0M46 53q6-5 14-2"),
  ],
  caviar: [
    part("silver", "M12 40h50q-2 18-25 20Q14 58 12 40Z"),
    part("white", "M12 40q25-10 50 0-25 8-50 0Z"),
    part("dark", ...[24, 31, 38, 45, 50].map((x) => dot(x, 37, 4)), dot(30, 33, 4), dot(38, 32, 4)),
    part("wall", "M52 30 66 12l3 3-13 18Z"),
  ],
  bread: [
    plate, rim, part("brown", "M12 46l8-12h36l6 12v6H12Z"),
    part("green", "M16 40q5-6 10 0t10 0 10 0 12 0Z"),
    part("red", dot(28, 34, 4), dot(46, 34, 4)), part("white", dot(37, 33, 5)),
    part("gold", dot(37, 33, 2.4)),
  ],
  cheese: [
    plate, part("gold", "M10 44 48 22q14 4 16 16v12L10 52Z"),
    part("gold", "M10 44 64 38v12L10 52Z"),
    part("white", dot(36, 46, 2.6), dot(52, 45, 3), dot(24, 47, 1.8), dot(46, 31, 2.5)),
  ],
  feta: [
    plate, rim, part("white", "M18 36l12-6 26 4v12l-12 6-26-4Z"),
    part("line", "M18 36l26 5v11M44 41l12-7"),
    part("green", dot(20, 53, 4), dot(54, 54, 4), dot(32, 27, 4)),
    part("red", "M44 30q8-6 12 2-6 4-12-2Z"),
  ],
  stout: [
    part("dark", "M22 16h30l-4 44H26Z"),
    part("white", "M22 22q-4-8 4-10 2-6 11-4 11-3 12 3 8 2 3 11Z"),
    part("gold", dot(37, 40, 4)),
  ],
  beer: [
    part("white", "M35 46h4v10h-4ZM24 60q13-8 26 0Z"), part("green", "M10 22h54q0 26-27 26T10 22Z"),
    part("white", "M10 23q-2-8 8-8 6-6 14-3 10-4 16 2 14-2 16 9Z"),
    part("red", "M48 4l4 2-8 16-4-1Z"),
  ],
} satisfies Record<string, Part[]>;

const horn = "M25 31l-5 8 7-2h10a3.5 3.5 0 1 0-3.5-3.5A3.5 3.5 0 0 0 37 37h6v-3";
const boxes = {
  wallBox: [
    part("silver", box(30, 50, 6, 12)), part("accent", "M12 20q0-8 8-8h26q8 0 8 8v32H12Z"),
    part("dark", box(18, 23, 30, 4.5)), part("white", "M21 24 41 10l7 8-8 9H21Z"),
    part("line", "M33 17l2 8"),
    part("accent", "M12 27h42v25H12Z"), part("line", horn), part("white", box(24, 44, 18, 5)),
  ],
  pillarBox: [
    part("accent", box(23, 20, 28, 38)), part("accent", "M20 20q2-12 17-12t17 12Z"),
    part("dark", box(27, 26, 20, 4)), part("white", "M30 29 44 29l3 8H27Z"),
    part("white", box(30, 42, 14, 9)), part("dark", box(21, 57, 32, 4)),
  ],
} satisfies Record<string, Part[]>;

export const DRAWINGS = { ...buildings, ...churches, ...sights, ...emblems, ...foods, ...boxes };
export type DrawingName = keyof typeof DRAWINGS;
