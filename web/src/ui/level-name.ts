// level-name.ts - what computer players are called, and what they do, where one is chosen.
import { t } from "../lang/lang.svelte";

export const levelName = (level: number): string => t(`level.${level}`);

/** One sentence for people who do not know what a level is. */
export const levelDoes = (level: number): string => t(`level.does.${level}`);

/** Both, for a list to choose from. */
export const levelChoice = (level: number): string => `${levelName(level)} · ${levelDoes(level)}`;
