// options.ts - what can be agreed on before a match, with what applies where nothing is said, as
// the games tell it (games.ts). What the core refuses is its own business; a form starts from this,
// and a table in the page is told with it.
import type { GameId, Options } from "../link/messages";
import { factsOf, type OptionFacts } from "./games";

/** How long a match is: left out of a table's options where it is not set. */
const LENGTH: readonly string[] = ["rounds", "target"];

function defaultsOf(game: GameId): Options {
  const set = factsOf(game).options.filter(({ name }) => !LENGTH.includes(name));
  return Object.fromEntries(set.map(({ name, usual }) => [name, usual ?? 0]));
}

/** All options of a game, those that were not chosen too. */
export function allOptions(game: GameId, chosen: Options): Options {
  return { ...defaultsOf(game), ...chosen };
}

/** As a table tells them: what has no limit is left out. */
export function toldOptions(game: GameId, options: Options): Options {
  const isLimit = ({ name, usual }: OptionFacts) => usual !== null || Number(options[name]) !== 0;
  const told = factsOf(game).options.filter(isLimit).map(({ name }) => name);
  return Object.fromEntries(Object.entries(options).filter(([name]) => told.includes(name)));
}

/** Only those that differ from the default, as a record's first line names them. */
export function chosenOptions(game: GameId, options: Options): Options {
  const defaults = defaultsOf(game);
  return Object.fromEntries(
    Object.entries(options).filter(([name, value]) => String(value) !== String(defaults[name])),
  );
}

/** What applies by itself, as people say it: a match that nobody asked to be longer has a round. */
export function usualOf({ usual, min = 0 }: OptionFacts): number | string {
  return usual ?? min;
}

/** More numbers than these are too many to choose from. */
const FEW = 8;

/** All values, the usual one first; of many numbers the least will do. */
export function valuesOf(option: OptionFacts): (number | string)[] {
  const { words = [], min = 0, max = 0, step = 0, letters } = option;
  const usual = usualOf(option);
  if (letters !== undefined) return [usual];
  const all = step > 0 ? Math.floor((max - min) / step) + 1 : 0;
  const count = step > 1 || all <= FEW ? all : step;
  const numbers = Array.from({ length: count }, (_, i) => min + i * step);
  return [usual, ...[...words, ...numbers].filter((value) => value !== usual)];
}
