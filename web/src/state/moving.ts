// moving.ts - what the page keeps in this browser, as a text that another one can take: a file, or
// a few codes to be photographed. Nothing that is there already is lost by it.
import { readStored, storedNames, writeStored } from "../link/store";
import { kindOf } from "./kinds-of-kept";
import { MATCHES } from "./matches";

/** What is kept, by name. */
export type Kept = Readonly<Record<string, unknown>>;

/** All that this browser keeps and another one can use. */
export function keptHere(): Kept {
  const names = storedNames().filter((name) => kindOf(name) !== undefined);
  return Object.fromEntries(names.map((name) => [name, readStored(name)]));
}

/** As much of it as fits into codes. */
export function lightOf(kept: Kept): Kept {
  return Object.fromEntries(Object.entries(kept).flatMap(([name, value]) => {
    const lighten = kindOf(name)?.lighten;
    return lighten === undefined ? [] : [[name, lighten(value as never)]];
  }));
}

const MARK = "rummery";
const VERSION = 1;

export function writeKept(kept: Kept): string {
  return JSON.stringify({ [MARK]: VERSION, kept });
}

/** Null for a text that is none of ours, or that says what cannot be. */
export function readKept(text: string): Kept | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const { [MARK]: version, kept } = (value ?? {}) as Record<string, unknown>;
  if (version !== VERSION || typeof kept !== "object" || kept === null) return null;
  const isFine = ([name, one]: [string, unknown]) => kindOf(name)?.isFine(one) ?? true;
  return Object.entries(kept).every(isFine) ? (kept as Kept) : null;
}

/** Adds what another browser had; false where this one is full. */
export function takeKept(kept: Kept): boolean {
  let isKept = true;
  for (const [name, there] of Object.entries(kept)) {
    const kind = kindOf(name);
    const here = readStored<unknown>(name);
    if (kind === undefined || (here !== null && kind.join === undefined)) continue;
    const both = here === null ? there : kind.join?.(here as never, there as never);
    isKept = writeStored(name, both) && isKept;
  }
  return isKept;
}

/** What somebody is about to take, in numbers. */
export function countKept(kept: Kept): { matches: number; seats: number } {
  const lengthOf = (name: string) => (kept[name] as unknown[] | undefined)?.length ?? 0;
  return { matches: lengthOf(MATCHES), seats: lengthOf("tables") };
}
