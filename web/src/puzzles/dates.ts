// dates.ts - days in words, as they are written where the reader is.
import { language } from "../lang/lang.svelte";
import { dateOf } from "./today";

/** British, say, where English is spoken so. */
function localeOf(): string {
  const spoken = language();
  return navigator.languages.find((one) => one.startsWith(spoken)) ?? spoken;
}

export function formatDay(day: number, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(localeOf(), options).format(dateOf(day));
}
