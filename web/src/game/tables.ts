// tables.ts - tables and actions as texts of the notation, and the short form in which moves and
// drafts are told: a number or range stands for melds of the table before (docs/protocol.md).
import { parseCards } from "./cards";
import type { Card, Meld } from "./types";

/** A text that is not what the notation or the protocol allows. */
export class NotationError extends Error {}

export type Action =
  | { kind: "draw"; stack: number | null }
  | { kind: "draw discard" }
  | { kind: "play"; table: Meld[] }
  | { kind: "pass" }
  | { kind: "discard"; card: Card }
  | { kind: "timeout"; table: Meld[] | null };

const PIECE = / *(?:(\d+)(?:-(\d+))?(?= |$)|(\d)?\[([^[\]]*)\])/y;

/** A table that may name melds of the one before by their numbers. */
export function expandShort(before: readonly Meld[], text: string): Meld[] {
  const trimmed = text.trim();
  const table: Meld[] = [];
  if (trimmed === "-" || trimmed === "") return table;
  PIECE.lastIndex = 0;
  while (PIECE.lastIndex < trimmed.length) {
    const found = PIECE.exec(trimmed);
    if (found === null) throw new NotationError(`this is no table: ${text}`);
    const [, first, last, owner, cards] = found;
    if (cards !== undefined) {
      table.push({ owner: owner === undefined ? null : Number(owner), cards: parseCards(cards) });
      continue;
    }
    const range = before.slice(Number(first), Number(last ?? first) + 1);
    if (range.length !== Number(last ?? first) - Number(first) + 1)
      throw new NotationError(`the table before has no melds ${found[0]}`);
    table.push(...range);
  }
  return table;
}

export const parseTable = (text: string): Meld[] => expandShort([], text);

export function printMeld({ owner, cards }: Meld): string {
  return `${owner ?? ""}[${cards.join(" ")}]`;
}

export function printTable(table: readonly Meld[]): string {
  return table.length === 0 ? "-" : table.map(printMeld).join(" ");
}

/** The table as the server tells it to who knows the one before. */
export function shortenTable(before: readonly Meld[], after: readonly Meld[]): string {
  const old = before.map(printMeld);
  const isUsed = old.map(() => false);
  const words: { text: string; last: number | null }[] = [];
  for (const text of after.map(printMeld)) {
    const previous = words.at(-1);
    const likely = previous?.last == null ? -1 : previous.last + 1;
    const isLikely = old[likely] === text && !isUsed[likely];
    const at = isLikely ? likely : old.findIndex((meld, i) => meld === text && !isUsed[i]);
    if (at === -1) {
      words.push({ text, last: null });
      continue;
    }
    isUsed[at] = true;
    if (isLikely && previous !== undefined) {
      previous.text = `${previous.text.split("-")[0]}-${at}`;
      previous.last = at;
    } else words.push({ text: String(at), last: at });
  }
  return words.length === 0 ? "-" : words.map(({ text }) => text).join(" ");
}

/** An action, short or in full. */
export function readAction(before: readonly Meld[], text: string): Action {
  const [, word = "", rest = ""] = /^ *([a-z]+) *(.*?) *$/.exec(text) ?? [];
  if (word === "draw" && rest === "discard") return { kind: "draw discard" };
  if (word === "draw" && /^[1-5]?$/.test(rest))
    return { kind: "draw", stack: rest === "" ? null : Number(rest) };
  if (word === "play" && rest !== "") return { kind: "play", table: expandShort(before, rest) };
  if (word === "pass" && rest === "") return { kind: "pass" };
  if (word === "discard" && rest !== "") return { kind: "discard", card: rest };
  if (word === "timeout")
    return { kind: "timeout", table: rest === "" ? null : expandShort(before, rest) };
  throw new NotationError(`this is no action: ${text}`);
}

/** The same action with its table in full. */
export function expandAction(before: readonly Meld[], text: string): string {
  const action = readAction(before, text);
  const hasTable = action.kind === "play" || (action.kind === "timeout" && action.table !== null);
  return hasTable ? `${action.kind} ${printTable(action.table ?? [])}` : text.trim();
}

/** The same action as the server would tell it. */
export function shortenAction(before: readonly Meld[], text: string): string {
  const action = readAction(before, text);
  const hasTable = action.kind === "play" || (action.kind === "timeout" && action.table !== null);
  return hasTable ? `${action.kind} ${shortenTable(before, action.table ?? [])}` : text.trim();
}

export const cardsOf = (table: readonly Meld[]): Card[] => table.flatMap(({ cards }) => cards);
