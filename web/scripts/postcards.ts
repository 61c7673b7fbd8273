// postcards.ts - a step of the build: makes the drawings in art/photo light. `virtual:postcards` has
// what is inside of each, by card, to be put into the card's own SVG (docs/decisions/011 says why
// not files or a sprite). Titles stay behind: they would pop up in English, and the card's button
// says its name in the reader's language. So do the root's round joins, which all have in common.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { optimize, type Config } from "svgo";
import type { Plugin } from "vite";

const FOLDER = new URL("../art/photo/", import.meta.url);
const ENDING = ".svg";
const MODULE = "virtual:postcards";
const SVGO: Config = {
  multipass: true,
  floatPrecision: 1,
  plugins: ["preset-default", "removeTitle"],
};

function insideOf(path: URL): string {
  const { data } = optimize(readFileSync(path, "utf8"), SVGO);
  const inside = /^<svg[^>]*>(.*)<\/svg>$/s.exec(data)?.[1];
  if (inside === undefined) throw new Error(`${path.pathname} is no drawing`);
  return inside;
}

export function postcards(): Plugin {
  return {
    name: "rummery-postcards",
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load(id) {
      if (id !== `\0${MODULE}`) return undefined;
      const drawings: Record<string, string> = {};
      for (const name of readdirSync(FOLDER).filter((file) => file.endsWith(ENDING))) {
        const path = new URL(name, FOLDER);
        this.addWatchFile(fileURLToPath(path));
        drawings[name.slice(0, -ENDING.length)] = insideOf(path);
      }
      return `export default ${JSON.stringify(drawings)};`;
    },
  };
}
