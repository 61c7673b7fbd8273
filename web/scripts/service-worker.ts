// service-worker.ts - a step of the build: tells the service worker (src/worker.ts) which files the
// page has, and a name for this version that changes whenever one of them does.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";

const PUBLIC = new URL("../public/", import.meta.url);

export function serviceWorker(): Plugin {
  return {
    name: "rummery-service-worker",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const worker = bundle["worker.js"];
      if (worker?.type !== "chunk") throw new Error("the build has no service worker");
      const hash = createHash("sha256");
      const built = Object.values(bundle).filter(({ fileName }) => isKept(fileName));
      for (const file of built) hash.update(file.type === "chunk" ? file.code : file.source);
      const still = readdirSync(PUBLIC).filter(isKept);
      for (const name of still) hash.update(readFileSync(new URL(name, PUBLIC)));
      const names = [...built.map(({ fileName }) => fileName), ...still].sort();
      worker.code = worker.code
        .replace('"__FILES__"', JSON.stringify(names.map((name) => `/${name}`)))
        .replace("__VERSION__", hash.digest("hex").slice(0, 12));
    },
  };
}

function isKept(name: string): boolean {
  return name !== "worker.js" && !name.startsWith(".") && !/\.(map|png)$/.test(name);
}
