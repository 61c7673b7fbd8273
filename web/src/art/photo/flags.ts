// flags.ts - the flags as bands of 88 x 16, a few coloured areas each.
import type { Sign } from "./countries";

export interface Area {
  fill: string;
  d: string;
}

const area = (fill: string, x: number, y: number, w: number, h: number): Area => ({
  fill, d: `M${x} ${y}h${w}v${h}h${-w}Z`,
});
const upright = (...fills: string[]): Area[] =>
  fills.map((fill, at) => area(fill, (88 / fills.length) * at, 0, 88 / fills.length, 16));
const level = (...fills: string[]): Area[] =>
  fills.map((fill, at) => area(fill, 0, (16 / fills.length) * at, 88, 16 / fills.length));
const cross = (ground: string, arms: string, inner?: string): Area[] => [
  area(ground, 0, 0, 88, 16),
  area(arms, 0, 5.5, 88, 5),
  area(arms, 26, 0, 9, 16),
  ...(inner === undefined ? [] : [area(inner, 0, 7, 88, 2), area(inner, 28.5, 0, 4, 16)]),
];

const RED = "#cf142b";
const WHITE = "#ffffff";
const BLUE = "#1f3f8f";

export const FLAGS: Record<Sign, readonly Area[]> = {
  S: cross("#1165a5", "#fecb1b"),
  A: level(RED, WHITE, RED),
  N: cross("#c0152f", WHITE, "#14285f"),
  F: upright(BLUE, WHITE, RED),
  I: upright("#138a46", WHITE, RED),
  GB: [
    area("#1b2f73", 0, 0, 88, 16),
    { fill: WHITE, d: "M0 0h10l78 14v2H78L0 2ZM88 0H78L0 14v2h10L88 2Z" },
    area(WHITE, 36, 0, 16, 16), area(WHITE, 0, 4.5, 88, 7),
    area(RED, 39.5, 0, 9, 16), area(RED, 0, 6, 88, 4),
  ],
  L: level("#e03a3e", WHITE, "#37a6e0"),
  E: [area("#c1121f", 0, 0, 88, 16), area("#fbc419", 0, 4, 88, 8)],
  FIN: cross(WHITE, "#1d4f91"),
  DK: cross("#c8102e", WHITE),
  P: [
    area("#0f6b35", 0, 0, 35, 16), area("#d3202a", 35, 0, 53, 16),
    { fill: "#fbd116", d: "M29 8a6 6 0 1 0 12 0a6 6 0 1 0-12 0Z" },
  ],
  CH: [area("#d8232a", 0, 0, 88, 16), area(WHITE, 37.5, 6, 13, 4), area(WHITE, 42, 1.5, 4, 13)],
  B: upright("#1c1c1c", "#fdd92f", "#d8232f"),
  IRL: upright("#159457", WHITE, "#f5863a"),
  NL: level("#ae1f2b", WHITE, "#23468c"),
  GR: [
    area("#1560b0", 0, 0, 88, 16), area(WHITE, 0, 3.2, 88, 3.2), area(WHITE, 0, 9.6, 88, 3.2),
    area("#1560b0", 0, 0, 28, 9.6), area(WHITE, 0, 3.6, 28, 2.4), area(WHITE, 12, 0, 4, 9.6),
  ],
  D: level("#1c1c1c", "#d8232a", "#fdce12"),
};
