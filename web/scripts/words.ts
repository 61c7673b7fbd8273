// words.ts - a step of the build: `lang/en.json?part=table` has those words of a language that
// belong to this part (src/lang/parts.ts).
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { partOf } from "../src/lang/parts";
import type { Words } from "../src/lang/words";

const FILE = /^(.*\/lang\/\w\w\.json)\?part=(\w+)$/;

function wordsOf(part: string, words: Words, before = ""): Words {
  const kept: Words = {};
  for (const [name, value] of Object.entries(words)) {
    if (typeof value === "string") {
      if (partOf(before + name) === part) kept[name] = value;
      continue;
    }
    const section = wordsOf(part, value, `${before}${name}.`);
    if (Object.keys(section).length > 0) kept[name] = section;
  }
  return kept;
}

export function wordsInParts(): Plugin {
  return {
    name: "rummery-words",
    load(id) {
      const [, path, part] = FILE.exec(id) ?? [];
      if (path === undefined || part === undefined) return undefined;
      this.addWatchFile(path);
      return JSON.stringify(wordsOf(part, JSON.parse(readFileSync(path, "utf8")) as Words));
    },
  };
}
