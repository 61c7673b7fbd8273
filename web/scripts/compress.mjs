// compress.mjs - the last step of the build: puts FILE.br and FILE.gz beside each file of the page,
// which the server sends where a browser takes them, and prints how much the first page and a first
// game load.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const dist = new URL("../dist", import.meta.url).pathname;
const KINDS = /\.(js|css|html|json|svg|wasm|webmanifest|txt)$/;
const LANGUAGE = process.env.RUMMERY_LANGUAGE ?? "en";

function walk(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith(".")) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? walk(path) : [path];
  });
}

function compress(path) {
  const plain = readFileSync(path);
  const brotli = brotliCompressSync(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
  const gzip = gzipSync(plain, { level: 9 });
  if (brotli.length < plain.length) writeFileSync(`${path}.br`, brotli);
  if (gzip.length < plain.length) writeFileSync(`${path}.gz`, gzip);
}

for (const path of walk(dist).filter((path) => KINDS.test(path))) compress(path);

// ---- What is loaded ----

const manifest = JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8"));
const keys = Object.keys(manifest);
const keyOf = (ending) => keys.find((key) => key.endsWith(ending));

/** A chunk with all that it imports at once. */
function filesOf(key, seen = new Set()) {
  const chunk = manifest[key];
  if (chunk === undefined || seen.has(key)) return [];
  seen.add(key);
  const below = (chunk.imports ?? []).flatMap((other) => filesOf(other, seen));
  return [chunk.file, ...(chunk.css ?? []), ...below];
}

function sizeOf(file, ending) {
  const path = join(dist, file);
  return statSync(existsSync(path + ending) ? path + ending : path).size;
}

function report(name, files) {
  const unique = [...new Set(files)];
  const sum = (ending) => unique.reduce((total, file) => total + sizeOf(file, ending), 0);
  const kB = (size) => `${(size / 1000).toFixed(1)} kB`;
  console.log(
    `${name}: ${unique.length} files, ${kB(sum(".br"))} brotli, ${kB(sum(".gz"))} gzip, ` +
      `${kB(sum(""))} plain`,
  );
  return unique;
}

const assets = walk(join(dist, "assets")).map((path) => path.slice(dist.length + 1));
const core = assets.filter((file) => /\/rummery-[\w-]{8}\.wasm$/.test(file));
const engine = assets.filter((file) => /\/engine[.\w]*-[\w-]{8}\.(wasm|js)$/.test(file));
const wordsOf = (part) => filesOf(keyOf(`lang/${LANGUAGE}.json?part=${part}`));
const home = ["index.html", ...filesOf("index.html"), ...wordsOf("first")];
const table = [...filesOf(keyOf("ui/PlayScreen.svelte")), ...wordsOf("table")];
report("the first page", home);
report("the first table, with the core", [...home, ...table, ...core]);
report("the first table, with the computer players", [...home, ...table, ...core, ...engine]);
for (const face of ["photo/PhotoCard", "princess/PrincessCard"])
  report(`the art of ${face.split("/")[0]}`,
    filesOf(keyOf(`art/${face}.svelte`)).filter((file) => ![...home, ...table].includes(file)));
report("everything", walk(dist)
  .filter((path) => !/\.(br|gz)$/.test(path))
  .map((path) => path.slice(dist.length + 1)));
