// colours.test.ts - the four card colours stay apart for every kind of eye, text can be read on
// its ground, and theme.css has the values that are measured here.
import { describe, expect, it } from "vitest";
import { withSystem } from "../../scripts/dark";
import type { Colour } from "../link/messages";
import { CARD_COLOURS, CARD_INK, CARD_PAPER, COLOUR_TOKENS, type Theme } from "./colours";

// vitest empties imported style sheets, and the page has no types of Node: so it is read like this
const files = (await import(/* @vite-ignore */ String("node:fs"))) as {
  readFileSync(path: string, encoding: "utf8"): string;
};
const sheet = files.readFileSync("src/ui/theme.css", "utf8");

type Triple = [number, number, number];
const THEMES: readonly Theme[] = ["light", "dark"];
const COLOURS: readonly Colour[] = ["y", "g", "b", "r"];
const LEAST_DISTANCE = 0.16;

// Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB
const EYES: Record<string, readonly [Triple, Triple, Triple]> = {
  normal: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function linear(hex: string): Triple {
  const part = (at: number): number => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const clamp = (value: number): number => Math.min(1, Math.max(0, value));

function oklab(rgb: Triple): Triple {
  const cones: Triple = [
    Math.cbrt(dot([0.4122214708, 0.5363325363, 0.0514459929], rgb)),
    Math.cbrt(dot([0.2119034982, 0.6806995451, 0.1073969566], rgb)),
    Math.cbrt(dot([0.0883024619, 0.2817188376, 0.6299787005], rgb)),
  ];
  return [
    dot([0.2104542553, 0.793617785, -0.0040720468], cones),
    dot([1.9779984951, -2.428592205, 0.4505937099], cones),
    dot([0.0259040371, 0.7827717662, -0.808675766], cones),
  ];
}

function distance(a: string, b: string, eye: string): number {
  const matrix = EYES[eye] ?? [[0, 0, 0], [0, 0, 0], [0, 0, 0]];
  const [x, y] = [a, b].map((hex) => {
    const rgb = linear(hex);
    return oklab([
      clamp(dot(matrix[0], rgb)), clamp(dot(matrix[1], rgb)), clamp(dot(matrix[2], rgb)),
    ]);
  }) as [Triple, Triple];
  return Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}

function contrast(a: string, b: string): number {
  const light = (hex: string): number => dot([0.2126, 0.7152, 0.0722], linear(hex)) + 0.05;
  const [x, y] = [light(a), light(b)];
  return x > y ? x / y : y / x;
}

/** All custom properties between an opening and the brace that closes it. */
function tokens(opening: string, css = sheet): Map<string, string> {
  const from = css.indexOf(opening) + opening.length;
  const block = css.slice(from, css.indexOf("}", from));
  return new Map(
    [...block.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map((m) => [m[1] ?? "", m[2] ?? ""]),
  );
}
const TOKENS: Record<Theme, Map<string, string>> = {
  light: tokens(":root {"),
  dark: tokens(':root[data-theme="dark"] {'),
};

describe("the four card colours", () => {
  for (const theme of THEMES) {
    for (const eye of Object.keys(EYES)) {
      it(`stay apart for ${eye} eyes in the ${theme} theme`, () => {
        for (const a of COLOURS) {
          for (const b of COLOURS.filter((other) => other !== a)) {
            const found = distance(CARD_COLOURS[theme][a], CARD_COLOURS[theme][b], eye);
            expect(found, `${a} and ${b}`).toBeGreaterThanOrEqual(LEAST_DISTANCE);
          }
        }
      });
    }
    it(`are edged by an ink that can be read on paper and on yellow, ${theme}`, () => {
      expect(contrast(CARD_INK[theme], CARD_PAPER[theme])).toBeGreaterThan(7);
      expect(contrast(CARD_INK[theme], CARD_COLOURS[theme].y)).toBeGreaterThan(4.5);
      for (const colour of ["g", "b", "r"] as const) {
        expect(contrast(CARD_COLOURS[theme][colour], CARD_PAPER[theme])).toBeGreaterThan(3);
      }
    });
    it(`have the same values in theme.css, ${theme}`, () => {
      for (const colour of COLOURS) {
        expect(TOKENS[theme].get(COLOUR_TOKENS[colour])).toBe(CARD_COLOURS[theme][colour]);
      }
      expect(TOKENS[theme].get("--card-paper")).toBe(CARD_PAPER[theme]);
      expect(TOKENS[theme].get("--card-ink")).toBe(CARD_INK[theme]);
    });
  }
});

describe("the cards of photo", () => {
  it("have a tint for each category on which sign and pictogram can be read", () => {
    const card = files.readFileSync("src/art/photo/PhotoCard.svelte", "utf8");
    const tints = [...card.matchAll(/--tint: (#[0-9a-f]{6})/g)].map((m) => m[1] ?? "");
    expect(new Set(tints).size).toBe(6);
    for (const tint of tints) {
      for (const theme of THEMES) {
        expect(contrast(CARD_INK[theme], tint), tint).toBeGreaterThanOrEqual(7);
      }
    }
  });
});

describe("theme.css", () => {
  // text, and every ground it may stand on
  const PAGES = ["--page", "--page-photo", "--page-princess"];
  const PAIRS: Record<string, readonly string[]> = {
    "--ink": [...PAGES, "--surface", "--raised", "--accent-soft"],
    "--ink-soft": [...PAGES, "--surface", "--raised"],
    "--accent": [...PAGES, "--surface", "--raised", "--accent-soft"],
    "--accent-ink": ["--accent", "--accent-strong"],
    "--danger": ["--page", "--surface", "--raised", "--danger-soft"],
    "--danger-ink": ["--danger"],
    "--good": ["--page", "--surface", "--raised", "--good-soft"],
    "--warn": ["--page", "--surface", "--raised", "--warn-soft"],
    "--felt-ink": ["--felt-exclusiv", "--felt-photo", "--felt-princess"],
    "--rack-ink": ["--rack", "--rack-low"],
    "--rack-photo-ink": ["--rack-photo", "--rack-photo-low"],
    "--rack-princess-ink": ["--rack-princess", "--rack-princess-low"],
  };
  for (const theme of THEMES) {
    it(`has text of contrast AA, ${theme}`, () => {
      for (const [text, grounds] of Object.entries(PAIRS)) {
        for (const ground of grounds) {
          const found = contrast(
            TOKENS[theme].get(text) ?? "", TOKENS[theme].get(ground) ?? "",
          );
          expect(found, `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
        }
      }
    });
    it(`has edges of controls and a focus ring that show, ${theme}`, () => {
      for (const mark of ["--control-line", "--focus"]) {
        for (const ground of ["--page", "--surface", "--raised"]) {
          const found = contrast(
            TOKENS[theme].get(mark) ?? "", TOKENS[theme].get(ground) ?? "",
          );
          expect(found, `${mark} on ${ground}`).toBeGreaterThanOrEqual(3);
        }
      }
    });
  }
  it("has the same dark theme by choice and by system", () => {
    const bySystem = tokens(':root:not([data-theme="light"]) {', withSystem(sheet));
    expect(bySystem).toEqual(TOKENS.dark);
    expect(bySystem.size).toBeGreaterThan(40);
  });
});
