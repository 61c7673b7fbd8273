// lang.svelte.ts - the words of the page in the reader's language. One JSON a language; texts are
// found by keys with dots. `{name}` is replaced by a parameter; where a text depends on a number,
// `n` chooses between the keys KEY_one and KEY_other. The words come in parts (parts.ts).
import { untrack } from "svelte";
import type { Language } from "../link/messages";
import type { Part } from "./parts";
import { join, loadWords, type Words } from "./words";

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
/** What has been asked for so far, in whichever language. */
const parts = new Set<Part>(["first"]);
/** What has come so far. */
const known = new Map<Language, Words>();

export function language(): Language {
  return current;
}

async function learn(language: Language, part: Part): Promise<void> {
  const loaded = await loadWords(language, part);
  known.set(language, join(known.get(language) ?? {}, loaded));
}

/** Changes every text at once, as soon as the words are there. */
export async function setLanguage(to: Language): Promise<void> {
  wanted = to;
  await Promise.all([...parts].map((part) => learn(to, part)));
  if (wanted !== to) return;
  words = known.get(to) ?? {};
  current = to;
  document.documentElement.lang = to;
}

/** Brings words that were not needed before, in the language that is spoken and in the next. */
export async function needWords(part: Part): Promise<void> {
  parts.add(part);
  // who waits for words does not ask again when the language changes: that brings all of them
  const languages = new Set([untrack(() => current), wanted]);
  await Promise.all([...languages].map((language) => learn(language, part)));
  words = known.get(current) ?? {};
}

/** A file of the page, with the words that it needs. */
export async function withWords<T>(part: Part, file: Promise<T>): Promise<T> {
  const [fetched] = await Promise.all([file, needWords(part)]);
  return fetched;
}

function find(key: string): string | undefined {
  let at: string | Words | undefined = words;
  for (const part of key.split(".")) at = typeof at === "object" ? at[part] : undefined;
  return typeof at === "string" ? at : undefined;
}

interface Manner {
  numbers: Intl.NumberFormat;
  plurals: Intl.PluralRules;
}
/** Kept, since to make them takes longer than to say whole sentences. */
const manners = new Map<Language, Manner>();

function mannerOf(language: Language): Manner {
  let manner = manners.get(language);
  if (manner === undefined) {
    const numbers = new Intl.NumberFormat(language);
    manners.set(language, manner = { numbers, plurals: new Intl.PluralRules(language) });
  }
  return manner;
}

function findForm(key: string, n: string | number | undefined): string | undefined {
  const form = typeof n === "number" ? mannerOf(current).plurals.select(n) : "other";
  return find(key) ?? find(`${key}_${form}`) ?? find(`${key}_other`);
}

/** Whether there are words for this key, where some are optional. */
export function has(key: string): boolean {
  return findForm(key, undefined) !== undefined;
}

/** A number as it is written in this language. */
export function formatNumber(number: number): string {
  return mannerOf(current).numbers.format(number);
}

function print(value: string | number): string {
  return typeof value === "number" ? formatNumber(value) : value;
}

export function t(key: string, parameters: Parameters = {}): string {
  const text = findForm(key, parameters["n"]) ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => print(parameters[name] ?? whole));
}
