// codes.ts - a text cut into pieces that fit into codes to be photographed, and put together again
// in whatever order they come. A piece is `NAME.NUMBER.COUNT.DATA`: the name is that of the whole,
// so that pieces of two texts are never mixed.
import { fingerprint } from "./fingerprint";

/** So many letters can be photographed from a phone's screen. */
const PIECE_MAX = 700;
const PIECE = /^([0-9a-z]{1,7})\.(\d{1,2})\.(\d{1,2})\.([A-Za-z0-9_-]+)$/;
/** Larger is nothing that we wrote. */
const TEXT_MAX = 1_000_000;
export const CODES_MAX = 12;

export interface Pieces {
  name: string;
  count: number;
  /** By number, from 1. */
  known: Record<number, string>;
}

async function readAll(stream: ReadableStream<Uint8Array>): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > TEXT_MAX) {
      await reader.cancel();
      return null;
    }
    chunks.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

const through = (bytes: Uint8Array<ArrayBuffer>, change: GenericTransformStream) =>
  readAll(new Blob([bytes]).stream().pipeThrough(change));

/** The pieces of a text; null where it is too long for so many codes. */
export async function toPieces(text: string): Promise<string[] | null> {
  const packed = await through(new TextEncoder().encode(text),
    new CompressionStream("deflate-raw"));
  if (packed === null) return null;
  const letters = btoa(String.fromCharCode(...packed))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const count = Math.ceil(letters.length / PIECE_MAX);
  if (count > CODES_MAX) return null;
  const name = fingerprint(letters);
  const size = Math.ceil(letters.length / count);
  return Array.from({ length: count }, (_, i) =>
    `${name}.${i + 1}.${count}.${letters.slice(i * size, (i + 1) * size)}`);
}

/** With one more piece; those of another text are dropped. Null if it is no piece. */
export function addPiece(pieces: Pieces | null, text: string): Pieces | null {
  const [, name = "", number = "", count = "", data = ""] = PIECE.exec(text) ?? [];
  const [at, all] = [Number(number), Number(count)];
  if (name === "" || at < 1 || at > all || all > CODES_MAX) return null;
  const isSame = pieces?.name === name && pieces.count === all;
  return { name, count: all, known: { ...(isSame ? pieces.known : {}), [at]: data } };
}

export const missingOf = ({ count, known }: Pieces): number[] =>
  Array.from({ length: count }, (_, i) => i + 1).filter((number) => known[number] === undefined);

/** The text of all pieces; null where they are not one. */
export async function joinPieces({ name, count, known }: Pieces): Promise<string | null> {
  const letters = Array.from({ length: count }, (_, i) => known[i + 1] ?? "").join("");
  if (fingerprint(letters) !== name) return null;
  try {
    const packed = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(packed, (letter) => letter.charCodeAt(0));
    const all = await through(bytes, new DecompressionStream("deflate-raw"));
    return all === null ? null : new TextDecoder().decode(all);
  } catch {
    return null;
  }
}
