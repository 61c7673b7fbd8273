// level-name.ts - what computer players are called where one is chosen.
import { t } from "../lang/lang.svelte";
import { PLAYS_TO_WIN } from "../state/settings.svelte";

/** The one apart from the levels is offered with what it does. */
export function levelName(level: number): string {
  const name = t(`level.${level}`);
  return level === PLAYS_TO_WIN ? `${name} · ${t("app.home.toWin")}` : name;
}
