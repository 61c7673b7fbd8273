// options.ts - what can be agreed on before a match, by game, in the order in which it is asked.
// What it means is said in words: option.NAME in lang/.
import { factsOf, type OptionFacts } from "../game/games";
import { usualOf, valuesOf } from "../game/options";
import { optionText } from "../lang/names";
import type { GameId, NewTable, Options } from "../link/messages";

export interface OptionInfo {
  name: string;
  values: readonly (number | string)[];
  /** What the core takes where nothing is said. */
  usual: number | string;
  /** Whether a table of so many can have this value. */
  fits: (value: number | string, players: number) => boolean;
  /** Whether a table of so many has a choice. */
  isFor: (players: number) => boolean;
}

/** The clock and the length of a match are asked for by themselves, colours at the seats. */
const ELSEWHERE: readonly string[] = ["rounds", "target", "turn_seconds", "turn_days", "bracelets"];
/** Who begins. */
export const FIRST_SEAT = "first";

/** The rarer ones. */
export function rareOptions(game: GameId): OptionInfo[] {
  const asked = factsOf(game).options.filter(({ name }) => !ELSEWHERE.includes(name));
  const infos = asked.map((option) => {
    const [usual, values] = [usualOf(option), valuesOf(option)];
    const fits = (value: number | string, players: number) =>
      option.players?.[String(value)]?.includes(players) ?? true;
    const isFor = (players: number) => values.filter((value) => fits(value, players)).length > 1;
    return { name: option.name, values, usual, fits, isFor };
  });
  const isLast = ({ name }: OptionInfo) => name === FIRST_SEAT;
  return [...infos.filter((info) => !isLast(info)), ...infos.filter(isLast)];
}

const DAY_S = 24 * 60 * 60;
const CLOCKS: readonly number[] = [0, 60, 120, 180];
const DAYS: readonly number[] = [1, 3, 7, 14];
const daysOf = (seconds: number) => Math.floor(seconds / DAY_S);

/** What a turn may last, in seconds: days only where the table goes on by itself. */
export function clocksFor(isOnServer: boolean): number[] {
  return isOnServer ? [...CLOCKS, ...DAYS.map((days) => days * DAY_S)] : [...CLOCKS];
}

/** With so much time nobody has to be there, and nobody is stood in for. */
export const isLong = (seconds: number): boolean => daysOf(seconds) > 0;

/** A clock in words: "2 minutes", "3 days". */
export function clockName(seconds: number): string {
  return isLong(seconds) ? optionText("turn_days", daysOf(seconds))
    : optionText("turn_seconds", seconds);
}

export const ROUNDS: readonly number[] = [1, 3, 5];

/** What the clock is where nobody says anything. */
export function usualClock(game: GameId): number {
  return Number(factsOf(game).options.find(({ name }) => name === "turn_seconds")?.usual ?? 0);
}

export type Length = { rounds: number } | { target: number };

/** The options as a table is asked for: only what differs from the usual. */
export function optionsOf(
  game: GameId,
  chosen: Options,
  length: Length,
  clock: number,
  players: number,
): NewTable["options"] {
  const turn = isLong(clock) ? { turn_days: daysOf(clock) } : { turn_seconds: clock };
  const result: Options = { ...length, ...turn };
  for (const { name, usual, fits, isFor } of rareOptions(game)) {
    const value = chosen[name] ?? usual;
    if (isFor(players) && fits(value, players) && value !== usual) result[name] = value;
  }
  return result;
}

/** What else than the usual can be agreed on, as the rules tell it; of many numbers some. */
export function othersOf(game: GameId, option: OptionFacts): (number | string)[] {
  const some: Record<string, readonly (number | string)[]> = {
    rounds: ROUNDS,
    target: [factsOf(game).evening_points],
    turn_seconds: CLOCKS,
    turn_days: DAYS,
    first: ["chosen"],
  };
  const usual = usualOf(option);
  return [...(some[option.name] ?? valuesOf(option))].filter((value) => value !== usual);
}
