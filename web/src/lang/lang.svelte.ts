// lang.svelte.ts - the words of the page in the reader's language. One JSON a language; texts are
// found by keys with dots. `{name}` is replaced by a parameter; where a text depends on a number,
// `n` chooses between the keys KEY_one and KEY_other.
import type { Language } from "../link/messages";
import { loadWords, type Words } from "./words";

export { LANGUAGES, preferredLanguage } from "./words";

type Parameters = Record<string, string | number>;

/** Each in its own words: whoever reads only one of them finds it. */
export const languageNames: Readonly<Record<Language, string>> = {
  de: "Deutsch",
  en: "English",
  fr: "Français",
  it: "Italiano",
  nl: "Nederlands",
  es: "Español",
};

let current = $state<Language>("en");
let words = $state.raw<Words>({});
/** The language asked for last: a slower file of an earlier wish must not win over it. */
let wanted: Language = "en";

export function language(): Language {
  return current;
}

/** Changes every text at once, as soon as the words are there. */
export async function setLanguage(to: Language): Promise<void> {
  wanted = to;
  const loaded = await loadWords(to);
  if (wanted !== to) return;
  words = loaded;
  current = to;
  document.documentElement.lang = to;
}

function find(key: string): string | undefined {
  let at: string | Words | undefined = words;
  for (const part of key.split(".")) at = typeof at === "object" ? at[part] : undefined;
  return typeof at === "string" ? at : undefined;
}

function findForm(key: string, n: string | number | undefined): string | undefined {
  const form = typeof n === "number" ? new Intl.PluralRules(current).select(n) : "other";
  return find(key) ?? find(`${key}_${form}`) ?? find(`${key}_other`);
}

/** Whether there are words for this key, where some are optional. */
export function has(key: string): boolean {
  return findForm(key, undefined) !== undefined;
}

/** A number as it is written in this language. */
export function formatNumber(number: number): string {
  return new Intl.NumberFormat(current).format(number);
}

function print(value: string | number): string {
  return typeof value === "number" ? formatNumber(value) : value;
}

export function t(key: string, parameters: Parameters = {}): string {
  const text = findForm(key, parameters["n"]) ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => print(parameters[name] ?? whole));
}
