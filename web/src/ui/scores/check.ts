// check.ts - the shuffle of a record against what this browser remembers: was the commitment the
// one it was told before the deal, and are its own random bytes in it? (docs/shuffle.md)
import { readShuffleLine, type RoundVerdict, verifyRecord } from "../../shuffle/verify";

/** What was sent before a deal: the commitment it answers to, and the own bytes, in hex. */
export interface OwnMix {
  hash: string;
  bytes: string;
}

export type OwnCheck = "found" | "changed" | "unknown";

export interface RoundCheck extends RoundVerdict {
  /** Whether the own bytes are in it; `unknown` where this browser remembers none. */
  own: OwnCheck;
  /** How many seats added bytes of their own. */
  mixCount: number;
}

const hexOf = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

function ownOf(
  line: string | undefined,
  mixes: readonly OwnMix[],
): Omit<RoundCheck, keyof RoundVerdict> {
  const shuffle = line === undefined ? undefined : readShuffleLine(line);
  if (shuffle === undefined) return { own: "unknown", mixCount: 0 };
  const mixCount = shuffle.mixes.filter((mix) => mix.length > 0).length;
  const own = mixes.find(({ hash }) => hash === hexOf(shuffle.commitment));
  if (own === undefined) return { own: "unknown", mixCount };
  const isIn = shuffle.mixes.some((mix) => hexOf(mix) === own.bytes);
  return { own: isIn ? "found" : "changed", mixCount };
}

export function checkShuffle(record: string, mixes: readonly OwnMix[]): RoundCheck[] {
  const lines = record.split("\n").filter((line) => line.startsWith("# shuffle round="));
  return verifyRecord(record).map((verdict) => {
    const line = lines.find((one) => one.startsWith(`# shuffle round=${verdict.round} `));
    return { ...verdict, ...ownOf(line, mixes) };
  });
}
