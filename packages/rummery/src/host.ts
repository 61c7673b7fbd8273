// host.ts - what a module needs of where it runs: its bytes, and chance. A browser, a worker and
// their like are the rule; node.ts puts Node's ways in their place.

export interface Host {
  compile(url: string): Promise<WebAssembly.Module>;
  random(): Uint32Array;
}

async function compile(url: string): Promise<WebAssembly.Module> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  // a server that does not name the type makes streaming fail; the bytes are as good
  const isNamed = answer.headers.get("content-type") === "application/wasm";
  if (isNamed && "compileStreaming" in WebAssembly) return WebAssembly.compileStreaming(answer);
  return WebAssembly.compile(await answer.arrayBuffer());
}

export const host: Host = {
  compile,
  /** Two words of it. */
  random: () => crypto.getRandomValues(new Uint32Array(2)),
};
