// position-text.ts - the short text of a position (docs/notation.md) as a part of an address, where
// spaces and square brackets may not stand; no other letter of the notation is in the way.

const IN_ADDRESS: Readonly<Record<string, string>> = { " ": "+", "[": "(", "]": ")" };
const IN_TEXT: Readonly<Record<string, string>> = { "+": " ", "(": "[", ")": "]" };

export const addressOf = (position: string): string =>
  position.replaceAll("; ", ";").replace(/[ [\]]/g, (mark) => IN_ADDRESS[mark] ?? mark);

/** The text again; whoever passed the address on may have written some letters as %5B. */
export function positionAt(address: string): string {
  let plain = address;
  try {
    plain = decodeURIComponent(address);
  } catch {
    // a percent sign that means nothing: the core refuses it
  }
  return plain.replace(/[+()]/g, (mark) => IN_TEXT[mark] ?? mark).replaceAll(";", "; ");
}
