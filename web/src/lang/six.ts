// six.ts - the photos' names in all six languages, for those who like to compare: fetched when
// somebody asks for it.
import type { Language } from "../link/messages";
import { LANGUAGES, loadWords, type Words } from "./words";

export interface Naming {
  language: Language;
  city: (sign: string) => string;
  category: (letter: string) => string;
  photo: (card: string) => string;
}

const files = import.meta.glob<{ default: Record<string, string> }>("./photo/*.json");

const entry = (words: Words, section: string, name: string): string => {
  const found = words[section];
  const text = typeof found === "object" ? found[name] : undefined;
  return typeof text === "string" ? text : name;
};

async function namingOf(language: Language): Promise<Naming> {
  const load = files[`./photo/${language}.json`];
  if (load === undefined) throw new Error(`there are no photo names in ${language}`);
  const [words, { default: photos }] = await Promise.all([loadWords(language, "table"), load()]);
  return {
    language,
    city: (sign) => entry(words, "city", sign),
    category: (letter) => entry(words, "category", letter),
    photo: (card) => photos[card] ?? card,
  };
}

/** All six, the reader's own first. */
export async function loadNamings(own: Language): Promise<Naming[]> {
  const others = LANGUAGES.filter((language) => language !== own);
  return Promise.all([own, ...others].map(namingOf));
}
