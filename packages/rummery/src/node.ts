// node.ts - the door for Node.js: the same as index.ts, with modules read from files.
import { webcrypto } from "node:crypto";
import { readFile } from "node:fs/promises";
import { host } from "./host.js";

const fromAnywhere = host.compile;

host.compile = async (url) =>
  url.startsWith("file:") ? WebAssembly.compile(await readFile(new URL(url))) : fromAnywhere(url);
host.random = () => webcrypto.getRandomValues(new Uint32Array(2));

export * from "./index.js";
