// chance.ts - what follows from a round's seed and mixes: commitment, numbers, orders of cards.
// Written from docs/shuffle.md, not from the server's code, so that each checks the other.
import { chacha20 } from "@noble/ciphers/chacha";
import { blake2b } from "@noble/hashes/blake2b";

const DIGEST_SIZE = 32;
const BLOCK_SIZE = 64;
const NONCE_SIZE = 12;
const UINT32_COUNT = 2 ** 32;

export const PURPOSE_LOT = 0;
export const PURPOSE_DECK = 1;
export const PURPOSE_STOCK = 2;

/** What a `# shuffle` line tells; a mix of size 0 is that of a seat that sent none. */
export interface Shuffle {
  round: number;
  commitment: Uint8Array;
  seed: Uint8Array;
  mixes: Uint8Array[];
}

/** Numbers below a bound, each equally likely. */
export type Below = (bound: number) => number;

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

function join(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const ascii = (text: string) => new TextEncoder().encode(text);

export function commitmentOf(seed: Uint8Array): Uint8Array {
  return blake2b(join([ascii("rummery commit 1"), seed]), { dkLen: DIGEST_SIZE });
}

export function keyOf({ round, seed, mixes }: Omit<Shuffle, "commitment">): Uint8Array {
  const parts = [ascii("rummery shuffle 1"), uint32(round), Uint8Array.of(mixes.length)];
  for (const mix of mixes) parts.push(Uint8Array.of(mix.length), mix);
  return blake2b(join(parts), { dkLen: DIGEST_SIZE, key: seed });
}

/** The random numbers of one purpose. */
export function numbersOf(key: Uint8Array, purpose: number): Below {
  const nonce = new Uint8Array(NONCE_SIZE);
  nonce.set(uint32(purpose));
  let blockCount = 0;
  let block: DataView = new DataView(new ArrayBuffer(0));
  let at = 0;
  const next = () => {
    if (at === block.byteLength) {
      const zeros = new Uint8Array(BLOCK_SIZE);
      const bytes = chacha20(key, nonce, zeros, new Uint8Array(BLOCK_SIZE), blockCount++);
      block = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      at = 0;
    }
    at += 4;
    return block.getUint32(at - 4, true);
  };
  return (bound) => {
    const limit = UINT32_COUNT - (UINT32_COUNT % bound);
    let value = next();
    while (value >= limit) value = next();
    return value % bound;
  };
}

/** A new list in the order that the numbers make; the sorted list stays as it is. */
export function shuffled<T>(sorted: readonly T[], below: Below): T[] {
  const list = [...sorted];
  for (let i = list.length - 1; i >= 1; i--) {
    const j = below(i + 1);
    [list[i], list[j]] = [list[j]!, list[i]!];
  }
  return list;
}
