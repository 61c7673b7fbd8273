// module.ts - loads a module once and speaks with its instances: text goes into a buffer, a call is
// made, text or JSON comes out of it (src/wasm/text.h).
import { host } from "./host.js";
import type { Source, Verdict } from "./types.js";

/** What every module of ours has. */
export interface TextExports {
  memory: WebAssembly.Memory;
  text_buffer(): number;
  text_capacity(): number;
}

export interface RefusalExports extends TextExports {
  error_text(): number;
  error_why(): number;
}

const compiled = new Map<string, Promise<WebAssembly.Module>>();

function moduleAt(url: string): Promise<WebAssembly.Module> {
  const known = compiled.get(url);
  if (known !== undefined) return known;
  const coming = host.compile(url);
  compiled.set(url, coming);
  // what failed may be tried again
  coming.catch(() => compiled.delete(url));
  return coming;
}

/** An instance with memory of its own. */
export async function instanceOf<Exports>(
  source: Source,
  imports: WebAssembly.Imports = {},
): Promise<Exports> {
  const module = source instanceof WebAssembly.Module ? source : await moduleAt(String(source));
  const instance = await WebAssembly.instantiate(module, imports);
  return instance.exports as unknown as Exports;
}

/** One that is spoken with in texts. */
export class Module<Exports extends TextExports> {
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  private constructor(readonly exports: Exports) {}

  static async load<Exports extends TextExports>(
    source: Source,
    imports: WebAssembly.Imports = {},
  ): Promise<Module<Exports>> {
    return new Module(await instanceOf<Exports>(source, imports));
  }

  /** Makes a call about a text; texts that are too long give a call about nothing. */
  about(text: string, call: (size: number) => number): number {
    const bytes = this.encoder.encode(text);
    if (bytes.length > this.exports.text_capacity()) return call(-1);
    new Uint8Array(this.exports.memory.buffer, this.exports.text_buffer()).set(bytes);
    return call(bytes.length);
  }

  /** The text that a call left, which returned its size. */
  text(size: number): string {
    if (size <= 0) return "";
    const at = this.exports.text_buffer();
    return this.decoder.decode(new Uint8Array(this.exports.memory.buffer, at, size));
  }

  /** The same, where it is JSON. */
  json<T>(size: number): T {
    return JSON.parse(this.text(size)) as T;
  }
}

/** The verdict after a call that gave `code`: 0 is allowed. */
export function verdictOf(module: Module<RefusalExports>, code: number): Verdict {
  if (code === 0) return { ok: true };
  const refusal = module.json<object>(module.exports.error_text());
  return { ...refusal, why: module.text(module.exports.error_why()) } as Verdict;
}
