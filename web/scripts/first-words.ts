// first-words.ts - a step of the build: src/lang/first.ts and what it needs become one small file
// that the page runs as soon as it is there, beside the app, which shares it.
import type { Plugin } from "vite";

const NAME = "first";
const PARTS = /\/src\/(lang\/(first|words)|link\/store)\.ts$|preload-helper/;

/** For Rollup: which file of the build a module belongs to. */
export function chunkOf(id: string): string | undefined {
  return PARTS.test(id) ? NAME : undefined;
}

export function firstWords(): Plugin {
  return {
    name: "rummery-first-words",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        const file = Object.values(bundle ?? {}).find(({ name, type }) =>
          type === "chunk" && name === NAME)?.fileName;
        const link = new RegExp(` *<link rel="modulepreload"[^>]* href="/${file}">\n?`);
        if (file === undefined || !link.test(html)) throw new Error("the page has no first words");
        const script = `<script type="module" async fetchpriority="high" crossorigin` +
          ` src="/${file}"></script>`;
        return html.replace(link, "").replace(/(?=<script )/, `${script}\n    `);
      },
    },
  };
}
