// faces.svelte.ts - which component draws the cards of a game. Exclusiv is always there; the art
// of the other two comes with their first card, or earlier by loadFaces().
import type { Component } from "svelte";
import type { GameId } from "../link/messages";
import ExclusivTile from "./exclusiv/ExclusivTile.svelte";

export interface FaceProps {
  card: string;
  faceDown?: boolean;
  /** What the card itself is called, in the reader's language (photo only). */
  name?: string;
  small?: boolean;
}
type Face = Component<FaceProps>;

const loaders: Record<Exclude<GameId, "exclusiv">, () => Promise<{ default: Face }>> = {
  photo: () => import("./photo/PhotoCard.svelte"),
  princess: () => import("./princess/PrincessCard.svelte"),
};
const loading = new Map<GameId, Promise<void>>();
let loaded = $state.raw<Partial<Record<GameId, Face>>>({ exclusiv: ExclusivTile });

/** The drawing of a game's cards; undefined while it is still on its way. */
export function faceOf(game: GameId): Face | undefined {
  return loaded[game];
}

/** Brings the art of a game, once. */
export function loadFaces(game: GameId): Promise<void> {
  if (game === "exclusiv") return Promise.resolve();
  const begun = loading.get(game);
  if (begun !== undefined) return begun;
  const work = loaders[game]().then(
    (module) => {
      loaded = { ...loaded, [game]: module.default };
    },
    (error: unknown) => {
      loading.delete(game); // a lost line must not keep the pictures away for good
      throw error;
    },
  );
  loading.set(game, work);
  return work;
}
