// mixes.ts - this browser's own random bytes for each shuffle, kept with the commitment they answer
// to, so that the shuffle can be verified later against what only this browser knows.
import type { Commit } from "./messages";
import { readStored, writeStored } from "./store";

export interface Mix extends Commit {
  bytes: string;
}

const MIX_SIZE = 16;
const MIXES_MAX = 20;

export function ownMixes(table: string): Mix[] {
  const mixes = readStored<Mix[]>(`mixes.${table}`);
  return Array.isArray(mixes) ? mixes : [];
}

function randomHex(size: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(size));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The bytes for a deal: always the same for one commitment, since the first word counts. */
export function mixFor(table: string, { deal, hash }: Commit): Mix {
  const mixes = ownMixes(table);
  const known = mixes.find((mix) => mix.deal === deal && mix.hash === hash);
  if (known !== undefined) return known;
  const mix = { deal, hash, bytes: randomHex(MIX_SIZE) };
  writeStored(`mixes.${table}`, [...mixes, mix].slice(-MIXES_MAX));
  return mix;
}

/** An id for a request: nobody else's, and not one of this browser's either. */
export const newId = (): string => randomHex(12);
