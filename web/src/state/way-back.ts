// way-back.ts - from a position that somebody tries back to where it was found.

const KNOWN = /^\/(review|board)(?=[?#]|$)/;

/** The address to go back to; the first page where none of ours is named. */
export function backFrom(search: string): string {
  const from = new URLSearchParams(search).get("from") ?? "";
  return KNOWN.test(from) ? from : "/";
}

/** The address of a position, with the way back. */
export const tryAddress = (position: string, from: string): string =>
  `/practice?from=${encodeURIComponent(from)}#${position}`;
