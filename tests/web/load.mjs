// load.mjs - brings modules of the page (TypeScript) into Node.js, bundled as Vite would do it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "../../web/node_modules/vite/dist/node/index.js";

const source = fileURLToPath(new URL("../../web/src/", import.meta.url));
const rummery = fileURLToPath(new URL("../../packages/rummery/src", import.meta.url));

/** Everything that a module of web/src exports, by its path without the ending. */
export async function load(path) {
  const folder = mkdtempSync(join(tmpdir(), "rummery-module-"));
  await build({
    configFile: false,
    logLevel: "error",
    resolve: { alias: { rummery } },
    build: {
      lib: { entry: join(source, `${path}.ts`), formats: ["es"], fileName: () => "module.mjs" },
      outDir: folder,
      minify: false,
      target: "node18",
    },
  });
  const module = await import(pathToFileURL(join(folder, "module.mjs")).href);
  rmSync(folder, { recursive: true });
  return module;
}
