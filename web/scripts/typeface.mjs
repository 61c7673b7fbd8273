// typeface.mjs - makes src/ui/typeface.woff2 from npm's Fredoka: the letters that the words of the
// six languages need and no others, which src/ui/typeface.txt lists, without hints or kerning. To
// be run by hand when a test misses a letter: npm run typeface. Needs Debian's python3-fonttools
// and python3-brotli.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const PACKAGE = "@fontsource/fredoka@5.3.0";
const FACE = "package/files/fredoka-latin-600-normal.woff2";
const pathOf = (name) => fileURLToPath(new URL(`../src/${name}`, import.meta.url));

const LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const letters = new Set(`${LATIN}${LATIN.toLowerCase()}0123456789 .,:;!?+-()`);
const learn = (words) => {
  for (const word of Object.values(words))
    if (typeof word === "string") for (const letter of word) letters.add(letter);
    else learn(word);
};
for (const name of readdirSync(pathOf("lang")).filter((name) => name.endsWith(".json")))
  learn(JSON.parse(readFileSync(pathOf(`lang/${name}`), "utf8")));
for (const mark of "{}_") letters.delete(mark);
writeFileSync(pathOf("ui/typeface.txt"), `${[...letters].sort().join("")}\n`);

const folder = mkdtempSync(join(tmpdir(), "typeface-"));
const run = (command, ...args) => execFileSync(command, args, { cwd: folder, encoding: "utf8" });
const archive = run("npm", "pack", "--silent", PACKAGE).trim();
run("tar", "-xzf", archive, FACE);
run("python3", "-m", "fontTools.subset", FACE, "--flavor=woff2", "--no-hinting", "--desubroutinize",
  "--layout-features=", "--name-IDs=0,13,14", `--text-file=${pathOf("ui/typeface.txt")}`,
  `--output-file=${pathOf("ui/typeface.woff2")}`);
rmSync(folder, { recursive: true });
