// postcards.ts - a step of the build: makes one light sprite of all drawings in art/photo, with a
// symbol for each card; `virtual:postcards` is its address (docs/decisions/011). The titles stay
// behind: they would pop up in English, and the card's button says its name in the reader's words.
import { readdirSync, readFileSync } from "node:fs";
import { optimize, type Config } from "svgo";
import type { Plugin } from "vite";

const FOLDER = new URL("../art/photo/", import.meta.url);
const MODULE = "virtual:postcards";
const DEV_ADDRESS = "/@postcards.svg";
const SVGO: Config = {
  multipass: true,
  floatPrecision: 1,
  plugins: ["preset-default", "removeTitle"],
};

const fileNames = (): string[] =>
  readdirSync(FOLDER).filter((name) => name.endsWith(".svg")).sort();

function symbolOf(name: string): string {
  const { data } = optimize(readFileSync(new URL(name, FOLDER), "utf8"), SVGO);
  const inside = /^<svg[^>]*>(.*)<\/svg>$/s.exec(data)?.[1];
  if (inside === undefined) throw new Error(`art/photo/${name} is no drawing`);
  return `<symbol id="${name.slice(0, -".svg".length)}" viewBox="0 0 88 88">${inside}</symbol>`;
}

function makeSprite(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg">${fileNames().map(symbolOf).join("")}</svg>`;
}

export function postcards(): Plugin {
  let isBuild = false;
  return {
    name: "rummery-postcards",
    configResolved({ command }) {
      isBuild = command === "build";
    },
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load(id) {
      if (id !== `\0${MODULE}`) return undefined;
      if (!isBuild) return `export default ${JSON.stringify(DEV_ADDRESS)};`;
      const reference = this.emitFile({
        type: "asset", name: "postcards.svg", source: makeSprite(),
      });
      return `export default import.meta.ROLLUP_FILE_URL_${reference};`;
    },
    configureServer({ middlewares }) {
      middlewares.use(DEV_ADDRESS, (_, response) => {
        response.setHeader("Content-Type", "image/svg+xml");
        response.end(makeSprite());
      });
    },
  };
}
