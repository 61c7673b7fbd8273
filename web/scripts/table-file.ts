// table-file.ts - for the build: what both kinds of table need, on the server and in the page, is
// one file, and another what rules and replays need too. Rollup would make many of them, which are
// larger when each is compressed by itself.
import type { Rollup } from "vite";

const NAME = "table";
const SHARED = "shared";
const TABLES = ["PlayScreen", "ServerScreen"];
/** These do without the table: the first page, which has come before ... */
const FIRST = "App";
/** ... and the rules and a replay, which share some of it. */
const OTHERS = ["RulesScreen", "Replay"];

/** Small parts that every table needs, and the first page does not. */
const OF_SVELTE = /\/svelte\/.*\/dom\/elements\/(attachments|bindings\/(size|window))\.js$/;
const OF_RUMMERY = /\/rummery\/src\/lines\.ts$/;
const isSmall = (id: string): boolean => OF_SVELTE.test(id) || OF_RUMMERY.test(id);

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

let files: ReadonlyMap<string, string> | null = null;

function findFiles(graph: Graph): ReadonlyMap<string, string> {
  const [one = new Set<string>(), ...more] = TABLES.map((screen) => partsOf(screen, graph));
  const first = partsOf(FIRST, graph);
  const others = OTHERS.map((screen) => partsOf(screen, graph));
  const isOfTables = (id: string) => more.every((some) => some.has(id)) && !first.has(id);
  const nameOf = (id: string) => (others.some((some) => some.has(id)) ? SHARED : NAME);
  return new Map([...one].filter(isOfTables).map((id) => [id, nameOf(id)]));
}

/** For Rollup: which file of the build a module belongs to. */
export function tableFileOf(id: string, graph: Graph): string | undefined {
  files ??= findFiles(graph);
  return isSmall(id) ? SHARED : files.get(id);
}
