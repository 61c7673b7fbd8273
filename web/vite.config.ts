// vite.config.ts - how the page is bundled. script/build brings the wasm modules first. What others
// can use too, the page takes from the sources of the npm package.
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { chunkOf, firstWords } from "./scripts/first-words";
import { darkBySystem } from "./scripts/dark";
import { postcards } from "./scripts/postcards";
import { serviceWorker } from "./scripts/service-worker";
import { tableFileOf } from "./scripts/table-file";
import { wordsInParts } from "./scripts/words";

const rummery = fileURLToPath(new URL("../packages/rummery/src", import.meta.url));

export default defineConfig({
  plugins: [svelte(), darkBySystem(), postcards(), wordsInParts(), firstWords(), serviceWorker()],
  resolve: { alias: { rummery } },
  worker: { format: "es" },
  build: {
    target: "es2022",
    // every asset is a file of its own: the content security policy allows no inline ones
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // a list of what each file needs weighs on the first page: only what a table needs is asked
      // for ahead, the others find theirs by their own imports
      resolveDependencies: (file, needed, { hostType }) =>
        hostType === "html" || /(Play|Server)Screen/.test(file) ? needed
          : needed.filter((one) => one.endsWith(".css")),
    },
    // the page comes over slow lines: what esbuild leaves is a twentieth more. Getters are not
    // pure: to read a state is to hear of its changes
    minify: "terser",
    terserOptions: { compress: { passes: 3 } },
    // for scripts/compress.mjs, which says how much the first page loads
    manifest: true,
    rollupOptions: {
      input: { index: "index.html", worker: "src/worker.ts", first: "src/lang/first.ts" },
      output: {
        manualChunks: (id, graph) => chunkOf(id) ?? tableFileOf(id, graph),
        onlyExplicitManualChunks: true,
        entryFileNames: ({ name }) =>
          name === "worker" ? "worker.js" : "assets/[name]-[hash].js",
      },
    },
  },
  server: {
    fs: { allow: [".."] },
    proxy: {
      "/api": "http://localhost:8080",
      "/ws": { target: "ws://localhost:8080", ws: true },
    },
  },
});
