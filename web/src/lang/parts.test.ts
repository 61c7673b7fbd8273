// parts.test.ts - nothing is shown before its words are there: what a file of the page says is in a
// part that comes with it.
import { describe, expect, test } from "vitest";
import english from "./en.json";
import { partOf, PARTS, type Part } from "./parts";

const sources = import.meta.glob<string>(["../**/*.{ts,svelte}", "!../**/*.test.ts"],
  { query: "?raw", import: "default", eager: true });
/** Names of whatever somebody else asks for. */
const TELLERS = ["./names.ts", "./parts.ts"];
const FROM = /^\s*(?:import|export) [^;]*?from "(\.[^"]+)"/gm;
const FETCHED = /(?:withWords\("(\w+)", )?import\("(\.[^"]+)"\)/g;
const KEY = new RegExp(`["\`]((?:${Object.keys(english).join("|")})\\.[\\w.]*)`, "g");

/** As the keys of `sources` are written, seen from this folder. */
function fileOf(from: string, path: string): string | undefined {
  const base = "https://page/src/lang/";
  const { pathname } = new URL(path, new URL(from, base));
  const [, folder = "", rest = ""] = /^\/src\/(\w+)\/(.*)$/.exec(pathname) ?? [];
  const name = folder === "lang" ? `./${rest}` : `../${folder}/${rest}`;
  return [name, `${name}.ts`].find((one) => one in sources);
}

/** A file with all that it imports at once. */
function closureOf(file: string): Set<string> {
  const found = new Set([file]);
  for (const one of found)
    for (const [, path = ""] of sources[one]!.matchAll(FROM)) {
      const other = fileOf(one, path);
      if (other !== undefined) found.add(other);
    }
  return found;
}

/** What these files say that is in none of the parts. */
function unsaid(files: Iterable<string>, parts: readonly Part[]): string[] {
  const said = [...files].filter((file) => !TELLERS.includes(file)).flatMap((file) =>
    [...sources[file]!.matchAll(KEY)].map(([, key = ""]) => `${file} ${key.replace(/\.$/, "")}`));
  return said.filter((one) => !parts.includes(partOf(one.split(" ")[1]!)));
}

test("every word is in a part", () => {
  expect(["app.name", "table.keys.title", "reason.DRAW_FIRST"].map(partOf))
    .toEqual(["first", "more", "table"]);
});

test("the first page has its words", () => {
  const files = closureOf("../ui/App.svelte");
  expect(files.size).toBeGreaterThan(20);
  expect(unsaid(files, ["first"])).toEqual([]);
});

test("what the first page opens has its words, without those of a table", () => {
  const opened = [...closureOf("../ui/App.svelte")].flatMap((file) =>
    [...sources[file]!.matchAll(FETCHED)].flatMap(([, part, path = ""]) =>
      part === "more" && !file.endsWith("App.svelte") ? [fileOf(file, path)!] : []));
  expect(opened).toContain("../ui/SettingsSheet.svelte");
  expect(opened.flatMap((file) => unsaid(closureOf(file), ["first", "more"]))).toEqual([]);
});

describe("a table against the computer", () => {
  const files = closureOf("../ui/PlayScreen.svelte");

  test("has its words", () => {
    expect(files.size).toBeGreaterThan(50);
    expect(unsaid(files, ["first", "table"])).toEqual([]);
  });

  const fetched = [...files].flatMap((file) => file.endsWith("App.svelte") ? []
    : [...sources[file]!.matchAll(FETCHED)].map(([, part, path = ""]) =>
        [fileOf(file, path) ?? fileOf(file, `${path}.svelte`) ?? path, part] as const));

  test.each(fetched)("fetches %s with its words", (file, part) => {
    expect(sources).toHaveProperty([file]);
    const parts = part === undefined ? PARTS.slice(0, 2) : PARTS;
    expect(unsaid(closureOf(file), parts)).toEqual([]);
  });
});
