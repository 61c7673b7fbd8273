// teacher.ts - who gives hints at a lesson: the way that the lesson itself has in mind, in place of
// the best play there is.
import type { StoppableThinker } from "../../core/thinker";
import type { Lesson } from "../../game/lessons";

export function teacherOf({ right }: Lesson): StoppableThinker {
  const way = right[0] ?? [];
  const play = way.find((action) => action.startsWith("play "));
  return {
    hint: async () =>
      play === undefined ? null : { action: play, cards: 0, points: 0, isOut: false },
    canGoOut: async () => false,
    decide: async () => way[0] ?? "",
    stop: () => {},
  };
}
