// wasm.ts - loads a module once and speaks with its instances: text goes into a buffer, a call is
// made, text comes out of it (src/wasm/text.h).

/** What every module of ours has. */
export interface TextExports {
  memory: WebAssembly.Memory;
  text_buffer(): number;
  text_capacity(): number;
}

const compiled = new Map<string, Promise<WebAssembly.Module>>();

async function compile(url: string): Promise<WebAssembly.Module> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  // a server that does not name the type makes streaming fail; the bytes are as good
  const isNamed = answer.headers.get("content-type") === "application/wasm";
  if (isNamed && "compileStreaming" in WebAssembly) return WebAssembly.compileStreaming(answer);
  return WebAssembly.compile(await answer.arrayBuffer());
}

function moduleAt(url: string): Promise<WebAssembly.Module> {
  const known = compiled.get(url);
  if (known !== undefined) return known;
  const coming = compile(url);
  compiled.set(url, coming);
  // what failed may be tried again
  coming.catch(() => compiled.delete(url));
  return coming;
}

/** One instance with memory of its own. */
export class Module<Exports extends TextExports> {
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  private constructor(readonly exports: Exports) {}

  static async load<Exports extends TextExports>(
    url: string,
    imports: WebAssembly.Imports = {},
  ): Promise<Module<Exports>> {
    const instance = await WebAssembly.instantiate(await moduleAt(url), imports);
    return new Module(instance.exports as unknown as Exports);
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
}

/** Lines `name value` by name, in order. */
export function linesByName(text: string): Map<string, string[]> {
  const lines = new Map<string, string[]>();
  for (const line of text.split("\n")) {
    const space = line.indexOf(" ");
    if (space < 0) continue;
    const name = line.slice(0, space);
    const values = lines.get(name);
    if (values === undefined) lines.set(name, [line.slice(space + 1)]);
    else values.push(line.slice(space + 1));
  }
  return lines;
}
