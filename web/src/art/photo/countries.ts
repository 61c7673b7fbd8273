// countries.ts - what the 17 countries look like on postcards: the light of their capital, the
// colour of their letter boxes, and which of our drawings comes nearest to the sight on a card.
import type { DrawingName } from "./drawings";

export type Sign =
  | "S" | "A" | "N" | "F" | "I" | "GB" | "L" | "E" | "FIN" | "DK" | "P" | "CH" | "B" | "IRL"
  | "NL" | "GR" | "D";
/** Palace, church, sight, emblem, food, letter box. */
export type Category = "p" | "c" | "s" | "e" | "f" | "l";

export interface Palette {
  sky: string;
  hill: string;
  ground: string;
  wall: string;
  roof: string;
  accent: string;
}

interface Country {
  palette: Palette;
  drawings: Record<Category, DrawingName>;
}

const palette = (
  sky: string, hill: string, ground: string, wall: string, roof: string, accent: string,
): Palette => ({ sky, hill, ground, wall, roof, accent });

const drawings = (
  p: DrawingName, c: DrawingName, s: DrawingName, e: DrawingName, f: DrawingName, l: DrawingName,
): Record<Category, DrawingName> => ({ p, c, s, e, f, l });

// accent is the colour of the country's letter boxes, and returns on its other cards
export const COUNTRIES: Record<Sign, Country> = {
  S: {
    palette: palette("#cfe6f2", "#8fb9ad", "#7fb3cc", "#e9c48f", "#7c8b8f", "#f3c22b"),
    drawings: drawings("domed", "spire", "clock", "horse", "fish", "wallBox"),
  },
  A: {
    palette: palette("#e3eef5", "#a8c7a0", "#b9ce9a", "#f4ecd9", "#5f8f86", "#f5c518"),
    drawings: drawings("pediment", "spire", "wheel", "statue", "cake", "wallBox"),
  },
  N: {
    palette: palette("#d8e8f4", "#7f9fae", "#9fbf9a", "#e8d9b5", "#6b4a3a", "#cf2f2b"),
    drawings: drawings("domed", "stave", "facade", "troll", "fish", "wallBox"),
  },
  F: {
    palette: palette("#f6e3d8", "#c3c9d6", "#b5c9a2", "#f2e6cf", "#6d7f96", "#f2c230"),
    drawings: drawings("pediment", "domes", "ironTower", "metro", "crepe", "wallBox"),
  },
  I: {
    palette: palette("#fbe4c4", "#d9b383", "#b9b46a", "#eecb97", "#c4703f", "#c9302c"),
    drawings: drawings("facade", "domes", "arena", "horse", "pasta", "wallBox"),
  },
  GB: {
    palette: palette("#dfe5ea", "#b3bfb4", "#93b58a", "#e6cf9c", "#6b7280", "#c8202f"),
    drawings: drawings("clockPalace", "domes", "bridge", "taxi", "roast", "pillarBox"),
  },
  L: {
    palette: palette("#dcebf2", "#9cc0a0", "#a9c98c", "#ecdcc0", "#66727f", "#f2c318"),
    drawings: drawings("slab", "twin", "facade", "shield", "roast", "wallBox"),
  },
  E: {
    palette: palette("#fde6c8", "#dfb98a", "#cdb877", "#f5efe2", "#b9603f", "#f1bf1a"),
    drawings: drawings("facade", "twin", "clockPalace", "poster", "pasta", "pillarBox"),
  },
  FIN: {
    palette: palette("#dcecf7", "#93b3a4", "#a7c6d6", "#f6f3ea", "#4d8a7a", "#f08a24"),
    drawings: drawings("pediment", "domes", "curve", "shield", "caviar", "wallBox"),
  },
  DK: {
    palette: palette("#dceaf0", "#a9c3b2", "#7fb0c6", "#d99f7a", "#4f8f80", "#d0282e"),
    drawings: drawings("clockPalace", "spire", "mermaid", "shield", "bread", "wallBox"),
  },
  P: {
    palette: palette("#d9eef6", "#e0bd8a", "#c9bf85", "#f7efdd", "#c7653d", "#cc2b2b"),
    drawings: drawings("castle", "twin", "facade", "cockerel", "roast", "pillarBox"),
  },
  CH: {
    palette: palette("#dbeaf6", "#c9d6e2", "#a5c78d", "#d8cfae", "#9a5a3c", "#f7c600"),
    drawings: drawings("domed", "spire", "clock", "bear", "cheese", "wallBox"),
  },
  B: {
    palette: palette("#e6ebef", "#b9c4b0", "#b5bfa4", "#e9d5ae", "#5e6d7c", "#cf2a2a"),
    drawings: drawings("domed", "twin", "houses", "statue", "sweets", "wallBox"),
  },
  IRL: {
    palette: palette("#dfeee6", "#86b98a", "#8fc082", "#dcd6c6", "#6f7d80", "#1f7a4c"),
    drawings: drawings("pediment", "spire", "facade", "shield", "stout", "pillarBox"),
  },
  NL: {
    palette: palette("#e2edf0", "#a8c3a0", "#83aebd", "#c98a64", "#54606b", "#ee7a1f"),
    drawings: drawings("domed", "spire", "houses", "shield", "fish", "wallBox"),
  },
  GR: {
    palette: palette("#cfe9f8", "#dcc79a", "#d3c58a", "#f8f1e0", "#c98d58", "#f2c52c"),
    drawings: drawings("pediment", "domes", "temple", "statue", "feta", "wallBox"),
  },
  D: {
    palette: palette("#e4ebee", "#a9c19a", "#a8c28e", "#ead9b4", "#4f8f84", "#f6c915"),
    drawings: drawings("domed", "domes", "gate", "angel", "beer", "wallBox"),
  },
};

/** Reads a card such as "GBc"; null for the joker and what is unknown. */
export function readPhoto(card: string): { sign: Sign; category: Category } | null {
  const sign = card.slice(0, -1);
  const category = card.slice(-1);
  if (!Object.hasOwn(COUNTRIES, sign) || !"pcsefl".includes(category)) return null;
  return { sign: sign as Sign, category: category as Category };
}
