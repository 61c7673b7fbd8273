// portraits.svelte.ts - brings the portraits of a family's people, once, when they are first seen.
import type { Family } from "../../game/games";
import type { Portrait } from "./portrait";

const loaders: Record<Family, () => Promise<{ default: readonly Portrait[] }>> = {
  tile: () => import("./tile"),
  postcard: () => import("./postcard"),
  figure: () => import("./figure"),
};
const asked = new Set<Family>();
let loaded = $state.raw<Partial<Record<Family, readonly Portrait[]>>>({});

/** Undefined while it is still on its way. */
export function portraitOf(family: Family, number: number): Portrait | undefined {
  return loaded[family]?.[number - 1];
}

export async function loadPortraits(family: Family): Promise<void> {
  if (asked.has(family)) return;
  asked.add(family);
  try {
    const { default: portraits } = await loaders[family]();
    loaded = { ...loaded, [family]: portraits };
  } catch {
    asked.delete(family); // a lost line must not keep them away for good
  }
}
