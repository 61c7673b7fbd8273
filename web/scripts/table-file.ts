// table-file.ts - for the build: what both kinds of table need, on the server and in the page, is
// one file. Rollup would make many of it, which are larger when each is compressed by itself.
import type { Rollup } from "vite";

const NAME = "table";
const TABLES = ["PlayScreen", "ServerScreen"];
/** These do without the table: the first page, which has come before, the rules, a replay. */
const OTHERS = ["App", "RulesScreen", "Replay"];

type Graph = Pick<Rollup.PluginContext, "getModuleInfo" | "getModuleIds">;

/** A screen with all that it imports at once. */
function partsOf(screen: string, { getModuleInfo, getModuleIds }: Graph): Set<string> {
  const ending = `/src/ui/${screen}.svelte`;
  const found = new Set([...getModuleIds()].filter((id) => id.endsWith(ending)));
  if (found.size !== 1) throw new Error(`there is no screen ${screen}`);
  for (const id of found)
    for (const other of getModuleInfo(id)?.importedIds ?? []) found.add(other);
  return found;
}

let parts: ReadonlySet<string> | null = null;

function findParts(graph: Graph): ReadonlySet<string> {
  const [first = new Set<string>(), ...more] = TABLES.map((screen) => partsOf(screen, graph));
  const others = OTHERS.map((screen) => partsOf(screen, graph));
  const isWanted = (id: string) =>
    more.every((some) => some.has(id)) && !others.some((some) => some.has(id));
  return new Set([...first].filter(isWanted));
}

/** For Rollup: which file of the build a module belongs to. */
export function tableFileOf(id: string, graph: Graph): string | undefined {
  parts ??= findParts(graph);
  return parts.has(id) ? NAME : undefined;
}
