// settings.svelte.ts - what this person likes: kept in the browser, never sent anywhere.
import { factsOf, type Family, familyOf, GAMES } from "../game/games";
import { preferredLanguage, setLanguage } from "../lang/lang.svelte";
import type { Colour, GameId, Language } from "../link/messages";
import { readStored, writeStored } from "../link/store";

export const THEMES = ["system", "light", "dark"] as const;
export const SPEEDS = ["slow", "normal", "fast", "instant"] as const;
export const SORTS = ["runs", "sets", "hand"] as const;
export type Theme = (typeof THEMES)[number];
export type BotSpeed = (typeof SPEEDS)[number];
export type RackSort = (typeof SORTS)[number];

/** How long a computer player's step is shown, in milliseconds. */
export const STEP_MS: Record<BotSpeed, number> = { slow: 1800, normal: 900, fast: 350, instant: 0 };

/** What was chosen last for a game against computer players. */
export interface Choice {
  players: number;
  level: number;
}

const LEVEL_MAX = 6;
/** Apart from the levels and never chosen for anybody: who lays nothing before everything fits. */
export const PLAYS_TO_WIN = 7;
export const PLAYERS_MIN = 2;
export const PLAYERS_MAX = 4;
/** What children play begins easily. */
const DEFAULT_CHOICES: Record<Family, Choice> = {
  tile: { players: 3, level: 2 },
  postcard: { players: 3, level: 2 },
  figure: { players: 2, level: 1 },
};
const NAME_SIZE_MAX = 24;
const COLOURS: readonly Colour[] = ["g", "y", "r", "b"];

function oneOf<T>(values: readonly T[], value: unknown, otherwise: T): T {
  return values.find((one) => one === value) ?? otherwise;
}

function numberIn(low: number, high: number, value: unknown, otherwise: number): number {
  const isFine = Number.isInteger(value) && (value as number) >= low && (value as number) <= high;
  return isFine ? (value as number) : otherwise;
}

/** Who can be played against; where waiting wins nothing, nobody plays so. */
export function levelsOf(game: GameId): number[] {
  const last = factsOf(game).waiting_pays ? PLAYS_TO_WIN : LEVEL_MAX;
  return Array.from({ length: last }, (_, i) => i + 1);
}

function readChoice(game: GameId, value: unknown): Choice {
  const otherwise = DEFAULT_CHOICES[familyOf(game)];
  const { players, level } = (value ?? {}) as Record<string, unknown>;
  return {
    players: numberIn(PLAYERS_MIN, PLAYERS_MAX, players, otherwise.players),
    level: oneOf(levelsOf(game), level, otherwise.level),
  };
}

class Settings {
  language = $state<Language>("en");
  theme = $state<Theme>("system");
  botSpeed = $state<BotSpeed>("normal");
  rackSort = $state<RackSort>("runs");
  /** "You can go out!", and after a turn: "a play of 6 tiles was possible". */
  tellsPossible = $state(false);
  /** Sound, and vibration where there is one. */
  hasSound = $state(true);
  /** What to do is read aloud, by a voice of this device. */
  hasVoice = $state(false);
  /** A notice of the browser when a table on the server waits for this person. */
  hasNotices = $state(false);
  /** Whether letters, digits and signs do something at a table. */
  hasSingleKeys = $state(true);
  name = $state("");
  colour = $state<Colour>("g");
  private isDarkOutside = $state(false);
  /** Whether the page is dark now. */
  readonly isDark = $derived(
    this.theme === "dark" || (this.theme === "system" && this.isDarkOutside),
  );
  choices = $state<Record<GameId, Choice>>(
    Object.fromEntries(GAMES.map((game) => [game, readChoice(game, null)])),
  );

  /** Reads what was kept; the words are there when it resolves. */
  async load(): Promise<void> {
    const kept = readStored<Record<string, unknown>>("settings") ?? {};
    const choices = (kept["choices"] ?? {}) as Record<string, unknown>;
    this.theme = oneOf(THEMES, kept["theme"], "system");
    this.botSpeed = oneOf(SPEEDS, kept["botSpeed"], "normal");
    this.rackSort = oneOf(SORTS, kept["rackSort"], "runs");
    this.tellsPossible = kept["tellsPossible"] === true;
    this.hasSound = kept["hasSound"] !== false;
    this.hasVoice = kept["hasVoice"] === true;
    this.hasNotices = kept["hasNotices"] === true;
    this.hasSingleKeys = kept["hasSingleKeys"] !== false;
    this.name = typeof kept["name"] === "string" ? kept["name"].slice(0, NAME_SIZE_MAX) : "";
    this.colour = oneOf(COLOURS, kept["colour"], "g");
    for (const game of GAMES) this.choices[game] = readChoice(game, choices[game]);
    this.showTheme();
    this.watchSystem();
    await this.speak(preferredLanguage(kept["language"]));
  }

  save(): void {
    writeStored("settings", {
      language: this.language,
      theme: this.theme,
      botSpeed: this.botSpeed,
      rackSort: this.rackSort,
      tellsPossible: this.tellsPossible,
      hasSound: this.hasSound,
      hasVoice: this.hasVoice,
      hasNotices: this.hasNotices,
      hasSingleKeys: this.hasSingleKeys,
      name: this.name,
      colour: this.colour,
      choices: this.choices,
    });
  }

  /** A language whose words cannot be fetched leaves the page in the one it has. */
  private async speak(language: Language): Promise<void> {
    try {
      await setLanguage(language);
      this.language = language;
    } catch {
      if (language !== "en") await setLanguage("en");
    }
  }

  async setLanguage(language: Language): Promise<void> {
    await this.speak(language);
    this.save();
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.showTheme();
    this.save();
  }

  setSound(hasSound: boolean): void {
    this.hasSound = hasSound;
    this.save();
  }

  private watchSystem(): void {
    const outside = matchMedia("(prefers-color-scheme: dark)");
    this.isDarkOutside = outside.matches;
    outside.addEventListener("change", () => (this.isDarkOutside = outside.matches));
  }

  /** theme.css asks for data-theme; without it the system decides. */
  private showTheme(): void {
    const root = document.documentElement;
    if (this.theme === "system") delete root.dataset["theme"];
    else root.dataset["theme"] = this.theme;
  }
}

export const settings = new Settings();
