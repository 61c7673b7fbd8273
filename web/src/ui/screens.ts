// screens.ts - the screens that are opened beside a table, and the files they are in. Apart from
// the first page, which would have to name every one of these files.

export const screens = {
  rules: () => import("./RulesScreen.svelte"),
  names: () => import("./NamesScreen.svelte"),
  replay: () => import("./Replay.svelte"),
  board: () => import("./BoardScreen.svelte"),
  review: () => import("./ReviewScreen.svelte"),
  stats: () => import("./StatsScreen.svelte"),
  companion: () => import("./CompanionScreen.svelte"),
  practice: () => import("./PracticeScreen.svelte"),
  learn: () => import("./LearnScreen.svelte"),
  lesson: () => import("./LessonScreen.svelte"),
  puzzle: () => import("./PuzzleScreen.svelte"),
};
export type OtherScreen = keyof typeof screens;
