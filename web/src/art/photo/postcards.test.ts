// postcards.test.ts - each of the 102 drawings in art/photo keeps to the rules of art/README.md, as
// far as a machine can see them, and all of them together stay light. The palettes are read from
// the table there.
import { describe, expect, it } from "vitest";
import { cityOf, kindsOf } from "../../game/cards";
import names from "../../lang/photo/en.json";

// the page has no types of Node: so they are read like this
const files = (await import(/* @vite-ignore */ String("node:fs"))) as {
  readFileSync(path: string, encoding: "utf8"): string;
  readdirSync(path: string): string[];
};
const { brotliCompressSync } = (await import(/* @vite-ignore */ String("node:zlib"))) as {
  brotliCompressSync(text: string): { length: number };
};
const FOLDER = "art/photo/";
const DRAWING_MAX_BYTES = 4000;
const ALL_MAX_BYTES = 150_000;
const OWN_COLOURS_MAX = 3;
/** Details, outlines, broad strokes. */
const LINE_WIDTHS = ["1", "2", "3"];
const INK = "#3a2c1c";
const WHITE = "#fffaf0";

const SHAPES = new Set("g path rect circle ellipse line polygon polyline".split(" "));
const ATTRIBUTES = new Set(
  ("d x y x1 y1 x2 y2 cx cy r rx ry width height points transform fill fill-rule fill-opacity " +
    "opacity stroke stroke-width stroke-linecap stroke-linejoin stroke-dasharray").split(" "),
);
const COLOUR_ATTRIBUTES = ["fill", "stroke"];

interface Element {
  name: string;
  attributes: Map<string, string>;
  /** What it takes over from around it: fill, stroke, stroke-width. */
  paint: Map<string, string>;
}

/** The elements of a drawing from the outermost on, each with the paint it is drawn with. */
function elementsOf(text: string): Element[] {
  const found: Element[] = [];
  const around: Map<string, string>[] = [];
  for (const [, closing, name = "", rest = "", own] of text.matchAll(
    /<(\/?)([\w-]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>/g,
  )) {
    if (closing === "/") {
      around.pop();
      continue;
    }
    const attributes = new Map(
      [...rest.matchAll(/([\w:-]+)="([^"]*)"/g)].map((m) => [m[1] ?? "", m[2] ?? ""]),
    );
    const paint = new Map([...(around.at(-1) ?? []), ...attributes]);
    found.push({ name, attributes, paint });
    if (own !== "/") around.push(paint);
  }
  return found;
}

/** Whether the expression leaves nothing of the text unread. */
function isPlain(text: string): boolean {
  const rest = text
    .replace(/<title>[^<]*<\/title>/, "")
    .replace(/<\/?[\w-]+(?:\s+[\w:-]+="[^"]*")*\s*\/?>/g, "");
  return rest.trim() === "";
}

const long = (colour: string): string =>
  /^#[0-9a-f]{3}$/i.test(colour)
    ? `#${[...colour.slice(1)].map((digit) => digit + digit).join("")}`.toLowerCase()
    : colour.toLowerCase();

function readPalettes(): Map<string, Set<string>> {
  const rows = files.readFileSync("art/README.md", "utf8").matchAll(/^\| ([A-Z]+) \w+ \|(.*)\|$/gm);
  return new Map([...rows].map(([, city = "", cells = ""]) =>
    [city, new Set(cells.match(/#[0-9a-f]{6}/g) ?? [])]));
}
const palettes = readPalettes();
const cards = kindsOf("photo");
const drawn = files.readdirSync(FOLDER);
const textOf = (card: string): string => files.readFileSync(`${FOLDER}${card}.svg`, "utf8");

function checkElement({ name, attributes, paint }: Element): void {
  expect([...SHAPES], `<${name}>`).toContain(name);
  for (const attribute of attributes.keys()) expect([...ATTRIBUTES]).toContain(attribute);
  const stroke = paint.get("stroke") ?? "none";
  if (name === "g" || stroke === "none") return;
  const width = paint.get("stroke-width") ?? "1";
  expect(LINE_WIDTHS, `a line in ${stroke}`).toContain(width);
}

function coloursOf(elements: readonly Element[]): Set<string> {
  const found = elements.flatMap(({ attributes }) =>
    COLOUR_ATTRIBUTES.map((key) => attributes.get(key) ?? "none"));
  return new Set(found.filter((colour) => colour !== "none").map(long));
}

describe("the postcards", () => {
  it("are 102, one for each card and none without a card", () => {
    expect(drawn.sort()).toEqual(cards.map((card) => `${card}.svg`).sort());
  });
  it("have a palette of eight colours for each city", () => {
    expect(palettes.size).toBe(17);
    for (const [city, palette] of palettes) expect(palette.size, city).toBe(8);
  });
  it("are light together, even before the build makes them lighter", () => {
    const all = brotliCompressSync(cards.map(textOf).join(""));
    expect(all.length).toBeLessThan(ALL_MAX_BYTES);
  });
});

describe.each(drawn.map((name) => name.slice(0, -".svg".length)))("the postcard %s", (card) => {
  const text = textOf(card);
  const [root, title, ...elements] = elementsOf(text);
  it("is small", () => {
    expect(new TextEncoder().encode(text).length).toBeLessThan(DRAWING_MAX_BYTES);
  });
  it("begins with its English name", () => {
    expect(root?.name).toBe("svg");
    expect(title?.name).toBe("title");
    const found = /<title>([^<]*)<\/title>/.exec(text)?.[1];
    expect(found).toBe((names as Record<string, string>)[card]);
  });
  it("is a square of 88, with round joins and ends as the page gives them to all", () => {
    expect(Object.fromEntries(root?.attributes ?? [])).toEqual({
      xmlns: "http://www.w3.org/2000/svg", viewBox: "0 0 88 88",
      "stroke-linejoin": "round", "stroke-linecap": "round",
    });
  });
  it("has plain shapes only, and three kinds of line", () => {
    expect(isPlain(text)).toBe(true);
    elements.forEach(checkElement);
  });
  it("keeps to the palette of its city and three colours of its own", () => {
    const palette = palettes.get(cityOf(card) ?? "") ?? new Set();
    const colours = [...coloursOf(root === undefined ? elements : [root, ...elements])];
    for (const colour of colours) expect(colour).toMatch(/^#[0-9a-f]{6}$/);
    const own = colours.filter((colour) =>
      !palette.has(colour) && colour !== INK && colour !== WHITE);
    expect(own.length, own.join(" ")).toBeLessThanOrEqual(OWN_COLOURS_MAX);
  });
});
