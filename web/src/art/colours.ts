// colours.ts - the four card colours and the paper under them, as values. theme.css has the same
// ones as custom properties; colours.test.ts keeps both alike, and far enough apart for eyes that
// see red, green or blue weakly. Yellow is too bright to be read on cream, so that all figures and
// shapes are drawn with an edge in the card's ink.
import type { Colour } from "../link/messages";

export type Theme = "light" | "dark";
export type ShapeName = "circle" | "triangle" | "square" | "diamond";

export const CARD_COLOURS: Record<Theme, Record<Colour, string>> = {
  light: { y: "#f0b90f", g: "#2f9f77", b: "#1a45b5", r: "#a60d1c" },
  dark: { y: "#f2b41c", g: "#31946d", b: "#194599", r: "#96060e" },
};
export const CARD_PAPER: Record<Theme, string> = { light: "#fdf8ec", dark: "#f1e7d3" };
export const CARD_INK: Record<Theme, string> = { light: "#3a2c1c", dark: "#33261a" };

/** Colour never alone: each has its shape, wherever it stands for something. */
export const SHAPES: Record<Colour, ShapeName> = {
  y: "circle",
  g: "triangle",
  b: "square",
  r: "diamond",
};

/** The property of theme.css that holds a card colour. */
export const COLOUR_TOKENS: Record<Colour, string> = {
  y: "--card-yellow",
  g: "--card-green",
  b: "--card-blue",
  r: "--card-red",
};
