// words.mjs - the words of the page in its six languages, for tests that find things by names.
import { readFileSync } from "node:fs";

export const LANGUAGES = ["en", "de", "fr", "it", "nl", "es"];

export function wordsOf(language) {
  const file = new URL(`../../web/src/lang/${language}.json`, import.meta.url);
  const words = JSON.parse(readFileSync(file, "utf8"));
  return (key) => {
    const found = key.split(".").reduce((part, step) => part?.[step], words);
    if (typeof found !== "string") throw new Error(`${language} has no ${key}`);
    return found;
  };
}
