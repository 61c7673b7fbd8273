// postcards.ts - a step of the build: makes the drawings in art/photo light. `virtual:postcards`
// has what is inside of each, by card, to be put into the card's own SVG (docs/decisions/011 says
// why not files or a sprite), `virtual:postcard/GBs` what is inside of that one. Titles stay
// behind: they would pop up in English, and the card's button says its name in the reader's
// language. So do the root's round joins and ends, which all drawings have in common.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { optimize, type Config } from "svgo";
import type { Plugin } from "vite";

const FOLDER = new URL("../art/photo/", import.meta.url);
const ENDING = ".svg";
const ALL = "virtual:postcards";
const ONE = "virtual:postcard/";
const SVGO: Config = {
  multipass: true,
  floatPrecision: 1,
  plugins: ["preset-default", "removeTitle"],
};

const cards = (): string[] => readdirSync(FOLDER)
  .filter((name) => name.endsWith(ENDING))
  .map((name) => name.slice(0, -ENDING.length));
const pathOf = (card: string): string => fileURLToPath(new URL(card + ENDING, FOLDER));

function insideOf(card: string): string {
  const { data } = optimize(readFileSync(pathOf(card), "utf8"), SVGO);
  const inside = /^<svg[^>]*>(.*)<\/svg>$/s.exec(data)?.[1];
  if (inside === undefined) throw new Error(`${pathOf(card)} is no drawing`);
  return inside;
}

export function postcards(): Plugin {
  return {
    name: "rummery-postcards",
    resolveId: (id) => (id === ALL || id.startsWith(ONE) ? `\0${id}` : undefined),
    load(id) {
      if (id !== `\0${ALL}` && !id.startsWith(`\0${ONE}`)) return undefined;
      const wanted = id === `\0${ALL}` ? cards() : [id.slice(ONE.length + 1)];
      for (const card of wanted) this.addWatchFile(pathOf(card));
      const drawings = Object.fromEntries(wanted.map((card) => [card, insideOf(card)]));
      const [only] = Object.values(drawings);
      return `export default ${JSON.stringify(id === `\0${ALL}` ? drawings : only)};`;
    },
  };
}
