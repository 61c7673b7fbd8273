// evenings.ts - evenings with the real box: who played what by which options, and what was counted
// after each round. Kept in the browser, the newest first; scores are made of it by the core.
import type { Counted, Sheet, Standing } from "rummery/sheet";
import { GAMES } from "../game/games";
import type { Rules } from "../game/types";
import type { Colour, GameId, Options } from "../link/messages";
import { readStored, writeStored } from "../link/store";

export interface Person {
  name: string;
  colour: Colour;
}

export interface Round {
  /** Who went out. */
  winner: number | null;
  counted: Counted[];
}

/** The clock of a turn: what was left when it was last started or stopped. */
export interface TurnClock {
  leftMs: number;
  /** Since when it runs, in milliseconds since 1970; null while it stands. */
  since: number | null;
}

export interface Evening {
  id: string;
  /** When it began and when it was last changed, in milliseconds since 1970. */
  at: number;
  changed: number;
  game: GameId;
  options: Options;
  people: Person[];
  /** Who began the first round. */
  first: number;
  /** Whose turn it is. */
  turn: number;
  /** Missing where the whole time is left and waits for a tap. */
  clock?: TurnClock;
  rounds: Round[];
  /** Whether they agreed on hints. */
  hasHints: boolean;
}

export const EVENINGS = "evenings";
const EVENINGS_MAX = 300;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isNumber = (value: unknown): value is number => Number.isSafeInteger(value);
const COLOURS: readonly unknown[] = ["g", "y", "r", "b"];

const isPerson = (value: unknown): boolean =>
  isObject(value) && typeof value["name"] === "string" && COLOURS.includes(value["colour"]);
const isClock = (value: unknown): boolean =>
  isObject(value) && isNumber(value["leftMs"]) && value["leftMs"] >= 0 &&
  (value["since"] === null || isNumber(value["since"]));
const isCounted = (value: unknown): boolean =>
  isObject(value) && ["laid", "bonus", "left"].every((part) => isNumber(value[part])) &&
  typeof value["hasLaid"] === "boolean";

/** Whether somebody wrote this down as an evening: files come from anywhere. */
export function isEvening(value: unknown): value is Evening {
  if (!isObject(value)) return false;
  const { id, at, changed, game, options, people, first, turn, rounds, hasHints, clock } =
    value as Record<keyof Evening, unknown>;
  if (!Array.isArray(people) || !Array.isArray(rounds)) return false;
  const isSeat = (seat: unknown) => isNumber(seat) && seat >= 0 && seat < people.length;
  const isRound = (round: unknown) => isObject(round) && Array.isArray(round["counted"]) &&
    (round["winner"] === null || isSeat(round["winner"])) &&
    round["counted"].length === people.length && round["counted"].every(isCounted);
  return typeof id === "string" && /^[a-z0-9]{4,32}$/.test(id) && isNumber(at) &&
    isNumber(changed) && GAMES.includes(game as GameId) && isObject(options) &&
    people.length >= 2 && people.length <= 4 && people.every(isPerson) && isSeat(first) &&
    isSeat(turn) && rounds.every(isRound) && typeof hasHints === "boolean" &&
    (clock === undefined || isClock(clock));
}

/** Each once, as it was changed last. */
export function joinEvenings(here: Evening[], there: Evening[]): Evening[] {
  const joined = new Map(here.map((one) => [one.id, one]));
  for (const one of there) {
    const own = joined.get(one.id);
    if (own === undefined || own.changed < one.changed) joined.set(one.id, one);
  }
  return [...joined.values()].sort((a, b) => b.at - a.at).slice(0, EVENINGS_MAX);
}

export function keptEvenings(): Evening[] {
  const kept = readStored<unknown>(EVENINGS);
  return Array.isArray(kept) ? kept.filter(isEvening) : [];
}

export function keepEvening(evening: Evening): void {
  writeStored(EVENINGS, joinEvenings(keptEvenings(), [{ ...evening, changed: Date.now() }]));
}

export function forgetEvening(id: string): void {
  writeStored(EVENINGS, keptEvenings().filter((one) => one.id !== id));
}

/** How long a turn may last; 0 without a clock. */
export const turnMsOf = ({ options }: Evening): number =>
  Number(options["turn_seconds"] ?? 0) * 1000;

/** The clock as it is at this moment. */
export const clockOf = (evening: Evening): TurnClock =>
  evening.clock ?? { leftMs: turnMsOf(evening), since: null };

/** What is left of the turn. A look that is older than the clock counts as one at its start. */
export function leftMsOf(evening: Evening, now: number): number {
  const { leftMs, since } = clockOf(evening);
  return since === null ? leftMs : Math.max(0, leftMs - Math.max(0, now - since));
}

export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join("");
}

/** A seat by lot. */
export function drawLot(seats: number): number {
  const [word = 0] = crypto.getRandomValues(new Uint32Array(1));
  return word % seats;
}

export const rulesOf = ({ game, options, people }: Evening): Rules =>
  ({ game, options, players: people.length });

/** An evening in numbers. */
export interface Result {
  /** For each round the scores. */
  sheet: number[][];
  totals: number[];
  standing: Standing;
}

const sumOf = (parts: readonly number[]) => parts.reduce((sum, part) => sum + part, 0);

export function resultOf(core: Sheet, evening: Evening): Result {
  const rules = rulesOf(evening);
  const sheet = evening.rounds.map(({ winner, counted }) =>
    core.scores(rules, winner, counted).map(sumOf));
  const totals = evening.people.map((_, seat) => sumOf(sheet.map((scores) => scores[seat] ?? 0)));
  return { sheet, totals, standing: core.standing(rules, sheet.length, evening.first, totals) };
}

export interface Wins {
  name: string;
  played: number;
  won: number;
}

/** Who won how often, of the evenings that came to their end; the same name is the same person. */
export function winsOf(core: Sheet, evenings: readonly Evening[]): Wins[] {
  const wins = new Map<string, Wins>();
  for (const evening of evenings) {
    const { standing } = resultOf(core, evening);
    if (!standing.isOver) continue;
    evening.people.forEach(({ name }, seat) => {
      const key = name.toLocaleLowerCase();
      const { played, won } = wins.get(key) ?? { played: 0, won: 0 };
      const isWon = standing.leaders.includes(seat);
      wins.set(key, { name, played: played + 1, won: won + Number(isWon) });
    });
  }
  return [...wins.values()].sort((a, b) => b.won - a.won || a.played - b.played);
}
