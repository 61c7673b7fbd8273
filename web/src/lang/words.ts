// words.ts - the files of words, one for each part of a language, and which language to begin with.
// Together with first.ts this is a small file of the build that runs before the rest of the page is
// here.
import type { Language } from "../link/messages";
import type { Part } from "./parts";

export type Words = { [key: string]: string | Words };

export const LANGUAGES: readonly Language[] = ["de", "en", "fr", "it", "nl", "es"];

type File = { default: Words };
type Files = Record<string, () => Promise<File>>;

const files: Record<Part, Files> = {
  first: import.meta.glob<File>("./*.json", { query: "?part=first" }),
  table: import.meta.glob<File>("./*.json", { query: "?part=table" }),
  more: import.meta.glob<File>("./*.json", { query: "?part=more" }),
};
/** Those of a game that is tried out (script/page-inputs brings them). */
const others: Files = import.meta.glob<File>("./more/*.json");

/** Words of a language; asked for again they come from where they are. */
export async function loadWords(language: Language, part: Part): Promise<Words> {
  const load = files[part][`./${language}.json`];
  if (load === undefined) throw new Error(`there is no language ${language}`);
  const words = (await load()).default;
  const more = part === "first" ? await others[`./more/${language}.json`]?.() : undefined;
  return more === undefined ? words : join(words, more.default);
}

export function join(words: Words, others: Words): Words {
  const joined = { ...words };
  for (const [key, value] of Object.entries(others)) {
    const known = words[key];
    const isSection = typeof known === "object" && typeof value === "object";
    joined[key] = isSection ? join(known, value) : value;
  }
  return joined;
}

/** The language to begin with: the one chosen before, else the first that the browser asks for. */
export function preferredLanguage(
  chosen: unknown = null,
  tags: readonly string[] = navigator.languages,
): Language {
  const plain = tags.map((tag) => tag.toLowerCase().split("-")[0]);
  return [chosen, ...plain].map(asLanguage).find((found) => found !== undefined) ?? "en";
}

function asLanguage(name: unknown): Language | undefined {
  return LANGUAGES.find((one) => one === name);
}
