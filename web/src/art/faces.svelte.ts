// faces.svelte.ts - which component draws the cards of a family. Tiles are always there; the art
// of the other two comes with their first card, or earlier by loadFaces().
import type { Component } from "svelte";
import { type Family, familyOf } from "../game/games";
import type { GameId } from "../link/messages";
import ExclusivTile from "./exclusiv/ExclusivTile.svelte";

export interface FaceProps {
  card: string;
  faceDown?: boolean;
  /** What the card itself is called, in the reader's language (postcards only). */
  name?: string;
  small?: boolean;
}
type Face = Component<FaceProps>;

const loaders: Record<Exclude<Family, "tile">, () => Promise<{ default: Face }>> = {
  postcard: () => import("./photo/PhotoCard.svelte"),
  figure: () => import("./princess/PrincessCard.svelte"),
};
const loading = new Map<Family, Promise<void>>();
let loaded = $state.raw<Partial<Record<Family, Face>>>({ tile: ExclusivTile });

/** The drawing of a game's cards; undefined while it is still on its way. */
export function faceOf(game: GameId): Face | undefined {
  return loaded[familyOf(game)];
}

/** Brings the art of a game, once. */
export function loadFaces(game: GameId): Promise<void> {
  const family = familyOf(game);
  if (family === "tile") return Promise.resolve();
  const begun = loading.get(family);
  if (begun !== undefined) return begun;
  const work = loaders[family]().then(
    (module) => {
      loaded = { ...loaded, [family]: module.default };
    },
    (error: unknown) => {
      loading.delete(family); // a lost line must not keep the pictures away for good
      throw error;
    },
  );
  loading.set(family, work);
  return work;
}
