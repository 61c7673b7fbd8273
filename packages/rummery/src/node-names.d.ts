// node-names.d.ts - the little of Node.js that node.ts calls.
declare module "node:crypto" {
  export const webcrypto: Crypto;
}
declare module "node:fs/promises" {
  export function readFile(path: URL): Promise<Uint8Array<ArrayBuffer>>;
}
