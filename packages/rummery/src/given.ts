// given.ts - what callers give, checked before a module is asked: whoever gives something else is
// told in a sentence, and no module has heard of it.
import { headerOf, positionOf } from "./lines.js";
import type { Card, Rules, Seed, View } from "./types.js";

export function need(isSo: boolean, sentence: string): asserts isSo {
  if (!isSo) throw new TypeError(sentence);
}

export function text(given: string, name: string): string {
  need(typeof given === "string", `${name} must be a text`);
  return given;
}

export function whole(given: number, name: string, least: number, most: number): number {
  const isWhole = Number.isInteger(given) && given >= least && given <= most;
  need(isWhole, `${name} must be a whole number from ${least} to ${most}`);
  return given;
}

export function list<T>(given: readonly T[], name: string): readonly T[] {
  need(Array.isArray(given), `${name} must be a list`);
  return given;
}

/** Cards as one text. */
export function cards(given: readonly Card[], name: string): string {
  return list(given, name).map((card) => text(card, "a card")).join(" ");
}

const WORD = 2 ** 32;

/** Two words of 32 bits, from one number or as they are. */
export function seedWords(given: Seed): readonly [number, number] {
  if (typeof given !== "object" || given === null) {
    const seed = whole(given, "a seed", 0, Number.MAX_SAFE_INTEGER);
    return [Math.floor(seed / WORD), seed % WORD];
  }
  const [high, low] = list(given, "a seed");
  return [whole(high as number, "a seed's first word", 0, WORD - 1),
    whole(low as number, "a seed's second word", 0, WORD - 1)];
}

const isObject = (given: unknown): boolean =>
  typeof given === "object" && given !== null && !Array.isArray(given);

const PLAIN = ["string", "number", "boolean", "undefined"];
const isPlain = (given: unknown): boolean => given === null || PLAIN.includes(typeof given);
const isField = (given: unknown): boolean =>
  isPlain(given) || (Array.isArray(given) && given.every(isPlain));

export function object(given: unknown, sentence: string): void {
  need(isObject(given), sentence);
}

/** The first line of a record. */
export function header(rules: Rules): string {
  object(rules, "rules must be an object with game, players and options");
  text(rules.game, "the game");
  whole(rules.players, "the number of players", 0, WORD);
  const { options = {} } = rules;
  const isGood = isObject(options) && Object.values(options).every((value) =>
    typeof value === "string" || typeof value === "number");
  need(isGood, "options must be an object of numbers and texts");
  return headerOf(rules);
}

/** A whole position as a module reads it. */
export function position(rules: Rules, view: View): string {
  header(rules);
  const isGood = isObject(view) && Object.values(view).every((value) =>
    isField(value) || (isObject(value) && Object.values(value as object).every(isField)));
  need(isGood, "a view must be an object, as Match.view() gives it");
  return positionOf(rules, view);
}
