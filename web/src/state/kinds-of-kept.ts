// kinds-of-kept.ts - which things of this browser go along to another one, whether somebody really
// wrote them down (files come from anywhere), and what becomes of them where both have some.
import { GAMES } from "../game/games";
import type { KnownTable } from "../link/keys";
import type { LocalTable } from "../link/local-table";
import type { GameId } from "../link/messages";
import { isBook, joinBooks } from "../puzzles/join-books";
import { EVENINGS, isEvening, joinEvenings } from "./evenings";
import { isMatch, joinMatches, type Match, MATCHES } from "./matches";

interface Kind {
  name: RegExp;
  isFine: (value: unknown) => boolean;
  /** What both have; without it what is here stays. */
  join?: (here: never, there: never) => unknown;
  /** As much of it as fits into codes to be photographed; without it nothing does. */
  lighten?: (value: never) => unknown;
}

const LIGHT_MATCHES = 100;

const isText = (value: unknown): value is string => typeof value === "string";
const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isListOf = (isOne: (value: unknown) => boolean) => (value: unknown): boolean =>
  Array.isArray(value) && value.every(isOne);
const isGame = (value: unknown): boolean => GAMES.includes(value as GameId);

function isKnownTable(value: unknown): value is KnownTable {
  if (!isObject(value)) return false;
  const { table, game, key = "", seats, names, at } = value as Record<keyof KnownTable, unknown>;
  return isText(table) && isGame(game) && isText(key) && Array.isArray(seats) &&
    isListOf(isText)(names) && typeof at === "number";
}

/** Each table once, the newest first; who has a key keeps it. */
function joinKnownTables(here: KnownTable[], there: KnownTable[]): KnownTable[] {
  const joined = new Map(here.map((known) => [known.table, known]));
  for (const known of there) {
    const own = joined.get(known.table);
    if (own?.key === undefined) joined.set(known.table, { ...own, ...known });
  }
  return [...joined.values()].sort((a, b) => b.at - a.at);
}

/** What its lines say is read by the core, which refuses what cannot be. */
function isLocalTable(value: unknown): value is LocalTable {
  if (!isObject(value)) return false;
  const { name, game, options, seats, lines, sheet, records, at } =
    value as Record<keyof LocalTable, unknown>;
  return isText(name) && isGame(game) && isObject(options) && isListOf(isObject)(seats) &&
    isListOf(isText)(lines) && isListOf(Array.isArray)(sheet) && isListOf(isText)(records) &&
    typeof at === "number";
}

const joinNames = (here: readonly string[], there: readonly string[]): string[] =>
  [...new Set([...here, ...there])];

type Progress = Record<string, readonly string[]>;
const isProgress = (value: unknown): value is Progress =>
  isObject(value) && Object.values(value).every(isListOf(isText));
const joinProgress = (here: Progress, there: Progress): Progress =>
  Object.fromEntries([...new Set([...Object.keys(here), ...Object.keys(there)])].map((game) =>
    [game, joinNames(here[game] ?? [], there[game] ?? [])]));


const all = (value: unknown): unknown => value;
const withoutMelds = (tables: KnownTable[]): KnownTable[] =>
  tables.map(({ melds: _, ...known }) => known);
const newest = (matches: Match[]): Match[] =>
  matches.slice(0, LIGHT_MATCHES).map((match) => ({ ...match, record: "" }));

/** Everything that goes along; what no line names stays where it is. */
const KINDS: readonly Kind[] = [
  { name: /^settings$/, isFine: isObject, lighten: all },
  { name: /^lessons$/, isFine: isProgress, join: joinProgress, lighten: all },
  { name: /^puzzles$/, isFine: isBook, join: joinBooks, lighten: all },
  { name: /^steps$/, isFine: (value) => value === true, lighten: all },
  { name: /^tables$/, isFine: isListOf(isKnownTable), join: joinKnownTables,
    lighten: withoutMelds },
  { name: /^mixes\.[a-z0-9]+$/, isFine: isListOf(isObject) },
  { name: new RegExp(`^${MATCHES}$`), isFine: isListOf(isMatch), join: joinMatches,
    lighten: newest },
  { name: new RegExp(`^${EVENINGS}$`), isFine: isListOf(isEvening), join: joinEvenings,
    lighten: all },
  { name: /^local$/, isFine: isListOf(isText), join: joinNames },
  { name: /^local\.[A-Za-z0-9_-]+$/, isFine: isLocalTable },
];

export const kindOf = (name: string): Kind | undefined =>
  KINDS.find((kind) => kind.name.test(name));
