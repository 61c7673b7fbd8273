// fingerprint.ts - a short name for a long text: FNV-1a. It tells texts apart; nobody has to be
// kept from making two with the same.

export function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1)
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash.toString(36);
}
