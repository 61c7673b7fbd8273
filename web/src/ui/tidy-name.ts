// tidy-name.ts - a name as somebody typed or pasted it, made fit for a table. What the server would
// refuse is left out as far as it is easily told (docs/decisions/014-names-of-people.md).

/** Controls, directions, separators of lines, private use: nothing that can be seen. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu;

/** Composed, without what cannot be seen, its spaces folded; "" if nothing is left. */
export function tidyName(text: string): string {
  return text.normalize("NFC").replace(UNSEEN, "").replace(/\p{Zs}+/gu, " ").trim();
}
