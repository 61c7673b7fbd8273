// portrait.ts - what a portrait of a computer player is made of. All have the same head, so that
// one set of eyes and mouths serves every mood of everybody.
import type { Temper } from "../../game/people";
import { BROWS, dot, EYES, LAUGH, part, type Part, SMILE } from "../head";

export interface Portrait {
  temper: Temper;
  /** Behind it. */
  ground: string;
  skin: string;
  /** Clothes, and hair that falls behind the head. */
  behind: readonly Part[];
  /** Hair, hat, beard: painted before eyes and mouth. */
  over: readonly Part[];
  /** Glasses, and what is held in front. */
  front?: readonly Part[];
  /** Whose head is drawn among `over`. */
  isBeast?: boolean;
}

export type Mood = "calm" | "glad" | "thinking" | "sad";

export const MOODS: Record<Mood, readonly Part[]> = {
  calm: [...EYES, BROWS, SMILE],
  glad: [part("line", "M47.4 53.6q2.9-4.4 5.8 0M58.8 53.6q2.9-4.4 5.8 0"), ...LAUGH],
  thinking: [
    part("ink", dot(51.6, 50.6, 2.4), dot(63, 50.6, 2.4)),
    part("light", dot(52.4, 49.6, 0.9), dot(63.8, 49.6, 0.9)),
    part("fine", "M46.6 46.8q3-2.2 6-1M59.2 43.6q3-2 6 .6"),
    part("line", "M53.5 61.4q3.4 2 6.6-.8"),
  ],
  sad: [
    ...EYES,
    part("fine", "M46.4 47.4q3.2-.4 5.4-2.6M65.6 47.4q-3.2-.4-5.4-2.6"),
    part("line", "M51.6 63.4q4.4-3.6 8.8 0"),
  ],
};

/** Shoulders in a colour, to begin with. */
export const shoulders = (colour: `#${string}`): Part =>
  part(colour, "M30 84c0-9 7-13 18-15q8 5 16 0c11 2 18 6 18 15Z");
/** Short hair round the forehead and over the ears. */
export const shortHair = (colour: `#${string}`): Part =>
  part(colour, "M40 51c-2.5-13 4-20 16-20s18.5 7 16 20c-1.5-1-2.5-3-3-6-3 1-5 0-6.5-2-2 2-5" +
    " 2.5-7.5 1-2 1.5-5 1.5-6.5 0-2 4-4 6-8.5 7Z");
/** Hair that is parted and falls to both sides. */
export const partedHair = (colour: `#${string}`): Part =>
  part(colour, "M40 53c-3-14 4-22 16-22s19 8 16 22c-2-8-7-13-16-14-9 1-14 6-16 14Z");
export const longHair = (colour: `#${string}`): Part =>
  part(colour, "M41 42c-7 8-8 20-7 32 4 4 12 3 15-1l2-13h10l2 13c3 4 11 5 15 1 1-12 0-24-7-32Z");
export const moustache = (colour: `#${string}`): Part =>
  part(colour, "M56 58.6c-3-2-8-1.4-10.5 1.6 3 2.8 8 2.2 10.5-.2 2.5 2.4 7.5 3" +
    " 10.5.2-2.5-3-7.5-3.6" +
    "-10.5-1.6Z");
export const beard = (colour: `#${string}`): Part =>
  part(colour, "M40.4 50c-2 10 0 18 5 22q5 4 10.6 4t10.6-4c5-4 7-12 5-22-1.5 4-3 6-5 7.5-3-2-7" +
    "-2-10.6-2s-7.6 0-10.6 2c-2-1.5-3.5-3.5-5-7.5Z");
export const glasses: Part = part("line", dot(50.2, 52, 5.4), dot(61.8, 52, 5.4),
  "M55.4 51.4q.6-.6 1.2 0M44.8 51l-4-1.4M67.2 51l4-1.4");
