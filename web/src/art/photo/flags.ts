// flags.ts - the flags as fields of 24 x 16, a few coloured areas each.
import type { City } from "../../game/cards";

export interface Area {
  fill: string;
  d: string;
}

const WIDTH = 24;
const HEIGHT = 16;

const area = (fill: string, x: number, y: number, w: number, h: number): Area => ({
  fill, d: `M${x} ${y}h${w}v${h}h${-w}Z`,
});
const field = (fill: string): Area => area(fill, 0, 0, WIDTH, HEIGHT);
const upright = (...fills: string[]): Area[] =>
  fills.map((fill, at) => area(fill, 8 * at, 0, 8, HEIGHT));
const level = (top: string, middle: string, bottom: string): Area[] => [
  field(middle), area(top, 0, 0, WIDTH, 5.3), area(bottom, 0, 10.7, WIDTH, 5.3),
];
const cross = (ground: string, arms: string, inner?: string): Area[] => [
  field(ground),
  area(arms, 0, 6, WIDTH, 4),
  area(arms, 7, 0, 4, HEIGHT),
  ...(inner === undefined ? [] : [area(inner, 0, 7, WIDTH, 2), area(inner, 8, 0, 2, HEIGHT)]),
];

const RED = "#cf142b";
const WHITE = "#ffffff";
const BLUE = "#1f3f8f";
const GREEK = "#1560b0";

export const FLAGS: Record<City, readonly Area[]> = {
  S: cross("#1165a5", "#fecb1b"),
  A: level(RED, WHITE, RED),
  N: cross("#c0152f", WHITE, "#14285f"),
  F: upright(BLUE, WHITE, RED),
  I: upright("#138a46", WHITE, RED),
  GB: [
    field("#1b2f73"),
    { fill: WHITE, d: "M0 0h3.4L24 13.7V16h-3.4L0 2.3ZM24 0h-3.4L0 13.7V16h3.4L24 2.3Z" },
    { fill: RED, d: "M0 0h1.4L24 15v1h-1.4L0 1ZM24 0h-1.4L0 15v1h1.4L24 1Z" },
    area(WHITE, 9.3, 0, 5.4, HEIGHT), area(WHITE, 0, 5.3, WIDTH, 5.4),
    area(RED, 10.4, 0, 3.2, HEIGHT), area(RED, 0, 6.4, WIDTH, 3.2),
  ],
  L: level("#e03a3e", WHITE, "#37a6e0"),
  E: [field("#c1121f"), area("#fbc419", 0, 4, WIDTH, 8)],
  FIN: cross(WHITE, "#1d4f91"),
  DK: cross("#c8102e", WHITE),
  P: [
    area("#0f6b35", 0, 0, 9.6, HEIGHT), area("#d3202a", 9.6, 0, 14.4, HEIGHT),
    { fill: "#fbd116", d: "M6.4 8a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0Z" },
  ],
  CH: [field("#d8232a"), area(WHITE, 7.5, 6.5, 9, 3), area(WHITE, 10.5, 3.5, 3, 9)],
  B: upright("#1c1c1c", "#fdd92f", "#d8232f"),
  IRL: upright("#159457", WHITE, "#f5863a"),
  NL: level("#ae1f2b", WHITE, "#23468c"),
  GR: [
    field(GREEK), area(WHITE, 0, 3.2, WIDTH, 3.2), area(WHITE, 0, 9.6, WIDTH, 3.2),
    area(GREEK, 0, 0, 9.6, 9.6), area(WHITE, 0, 3.9, 9.6, 1.8), area(WHITE, 3.9, 0, 1.8, 9.6),
  ],
  D: level("#1c1c1c", "#d8232a", "#fdce12"),
};
