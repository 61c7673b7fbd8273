// words.ts - the files of words, one a language, and which of them to begin with. Together with
// first.ts this is a small file of the build that runs before the rest of the page is here.
import type { Language } from "../link/messages";

export type Words = { [key: string]: string | Words };

export const LANGUAGES: readonly Language[] = ["de", "en", "fr", "it", "nl", "es"];

const files = import.meta.glob<{ default: Words }>("./*.json");
/** Those of games that are built in by an option (script/page-inputs brings them). */
const more = import.meta.glob<{ default: Words }>("./more/*.json");

/** The words of a language; asked for again they come from where they are. */
export async function loadWords(language: Language): Promise<Words> {
  const load = files[`./${language}.json`];
  if (load === undefined) throw new Error(`there is no language ${language}`);
  const words = (await load()).default;
  const others = await more[`./more/${language}.json`]?.();
  return others === undefined ? words : join(words, others.default);
}

function join(words: Words, others: Words): Words {
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
