// motifs.ts - which picture a postcard shows: the card's own drawing, where motifs/ has one, and
// else a scene composed from drawings.ts in the colours of the city.
import { COUNTRIES, readPhoto, type Palette } from "./countries";
import { DRAWINGS, type DrawingName, type Part } from "./drawings";

export type Motif =
  | { kind: "file"; address: string }
  | {
      kind: "scene";
      palette: Palette;
      parts: readonly Part[];
      isIndoors: boolean;
      /** Shown as in a mirror. */
      isTurned: boolean;
    };

// these look to the left, or the stamp would hide their heads
const TURNED: readonly DrawingName[] = ["horse", "bear", "cockerel", "statue"];
const files = import.meta.glob<string>("./motifs/*.svg", {
  query: "?url", import: "default", eager: true,
});

/** The picture of a card in the notation; null for the joker and for what is no photo. */
export function motifOf(card: string): Motif | null {
  const address = files[`./motifs/${card}.svg`];
  if (address !== undefined) return { kind: "file", address };
  const photo = readPhoto(card);
  if (photo === null) return null;
  const { palette, drawings } = COUNTRIES[photo.sign];
  return {
    kind: "scene",
    palette,
    parts: DRAWINGS[drawings[photo.category]],
    isIndoors: photo.category === "f",
    isTurned: TURNED.includes(drawings[photo.category]),
  };
}
