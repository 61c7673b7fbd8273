// photo.svelte.ts - what the 102 photos are called. A file of its own for each language, fetched
// when the first photo is named, for the other games have no use for it.
import type { Language } from "../link/messages";
import { language } from "./lang.svelte";

type PhotoNames = Readonly<Record<string, string>>;

const files = import.meta.glob<{ default: PhotoNames }>("./photo/*.json");
const loading = new Map<Language, Promise<void>>();
let loaded = $state.raw<Partial<Record<Language, PhotoNames>>>({});

/** Brings the names of one language, once. */
export function loadPhotoNames(of: Language = language()): Promise<void> {
  const begun = loading.get(of);
  if (begun !== undefined) return begun;
  const load = files[`./photo/${of}.json`];
  if (load === undefined) throw new Error(`there are no photo names in ${of}`);
  const work = load().then(
    (module) => {
      loaded = { ...loaded, [of]: module.default };
    },
    (error: unknown) => {
      loading.delete(of); // a lost line must not keep the names away for good
      throw error;
    },
  );
  loading.set(of, work);
  return work;
}

/** What the photo itself is called; undefined while the names are on their way. */
export function photoName(card: string): string | undefined {
  const names = loaded[language()];
  // city and category are said meanwhile, and the name follows by itself
  if (names === undefined) loadPhotoNames().catch(() => undefined);
  return names?.[card];
}
