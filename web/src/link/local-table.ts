// local-table.ts - what a table in the page is made of, and what is kept of it: who sits there, the
// record line by line, earlier records, the draft and the clock. Saved after each line, so that a
// reload brings everything back.
import { allOptions } from "../game/options";
import type { Colour, GameId, NewTable, Options, SeatInfo } from "./messages";
import { newId } from "./mixes";
import { readStored, removeStored, writeStored } from "./store";

export interface LocalTable {
  name: string;
  game: GameId;
  options: Options;
  seats: SeatInfo[];
  seq: number;
  /** Matches begun at this table. */
  match: number;
  /** The record of the current match; empty before the first. */
  lines: string[];
  sheet: number[][];
  /** Whether that match was played to its end; earlier pages did not keep it. */
  isOver?: boolean;
  /** Records of the matches before, the latest last. */
  records: string[];
  draft: string | null;
  /** How much of the turn's time is used up. */
  usedMs: number;
  /** Whether the last line may be taken back, and whose it is. */
  backSeat: number | null;
  at: number;
}

const COLOURS: readonly Colour[] = ["g", "y", "r", "b"];
const RECORDS_MAX = 10;
/** Tables whose match is over; unfinished matches are kept until somebody puts them away. */
const DONE_MAX = 10;
const LIST = "local";

const keyOf = (name: string) => `local.${name}`;

export function freeColour(seats: readonly SeatInfo[]): Colour {
  return COLOURS.find((colour) => !seats.some((seat) => seat.colour === colour)) ?? "g";
}

function seatsOf({ seats }: NewTable): SeatInfo[] {
  const made: SeatInfo[] = seats.map((seat): SeatInfo => {
    if ("bot" in seat) return { kind: "bot", level: seat.bot };
    if ("open" in seat) return { kind: "open" };
    return { kind: "person", ...seat, here: true, ready: false, host: true, stand_in: false };
  });
  for (const seat of made) if (seat.kind !== "open") seat.colour ??= freeColour(made);
  return made;
}

export function makeLocalTable(table: NewTable): LocalTable {
  const made: LocalTable = {
    name: newId().slice(0, 12),
    game: table.game,
    options: allOptions(table.game, table.options),
    seats: seatsOf(table),
    seq: 1,
    match: 0,
    lines: [],
    sheet: [],
    records: [],
    draft: null,
    usedMs: 0,
    backSeat: null,
    at: Date.now(),
  };
  clearDone();
  saveLocalTable(made);
  return made;
}

export function localTable(name: string): LocalTable | null {
  const table = readStored<LocalTable>(keyOf(name));
  return Array.isArray(table?.lines) ? table : null;
}

/** The names of the tables in this browser, the newest first. */
export function localTables(): string[] {
  const names = readStored<string[]>(LIST);
  return Array.isArray(names) ? names : [];
}

export function saveLocalTable(table: LocalTable): void {
  table.at = Date.now();
  table.records = table.records.slice(-RECORDS_MAX);
  writeStored(LIST, [table.name, ...localTables().filter((name) => name !== table.name)]);
  writeStored(keyOf(table.name), table);
}

const isUnfinished = ({ lines, isOver }: LocalTable): boolean =>
  lines.length > 0 && isOver !== true;

/** The tables with a match that was begun and not played to its end, the newest first. */
export function unfinishedTables(): LocalTable[] {
  return localTables().map(localTable).filter((table) => table !== null).filter(isUnfinished);
}

function clearDone(): void {
  const unfinished = new Set(unfinishedTables().map(({ name }) => name));
  const done = localTables().filter((name) => !unfinished.has(name));
  for (const name of done.slice(DONE_MAX)) forgetLocalTable(name);
}

export function forgetLocalTable(name: string): void {
  writeStored(LIST, localTables().filter((other) => other !== name));
  removeStored(keyOf(name));
}
