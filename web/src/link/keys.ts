// keys.ts - the tables this browser sits at: their keys and invitations, the newest first, and the
// links that lead to them. Who has the key has the seat; it never leaves the browser but to its
// server.
import type { GameId } from "./messages";
import { readStored, removeStored, writeStored } from "./store";

export interface KnownTable {
  table: string;
  game: GameId;
  /** Missing for tables that were only watched. */
  key?: string;
  invite?: string;
  seats: number[];
  /** Who sits there, for the list of recent tables. */
  names: string[];
  /** What lay there, in the notation. */
  melds?: string | undefined;
  /** When it was last opened, in milliseconds since 1970. */
  at: number;
}

const NAME = "tables";
const TABLES_MAX = 50;
const LINK = /^\/t\/([a-z0-9]+)\/?$/;

/** Whatever else stands there is passed over. */
export function knownTables(): KnownTable[] {
  const tables = readStored<(KnownTable | null)[]>(NAME);
  const isOne = (one: KnownTable | null): one is KnownTable => Array.isArray(one?.names);
  return Array.isArray(tables) ? tables.filter(isOne) : [];
}

export function knownTable(table: string): KnownTable | null {
  return knownTables().find((known) => known.table === table) ?? null;
}

/** Adds to what is known of a table; it becomes the newest. */
export function rememberTable(about: Partial<KnownTable> & { table: string; game: GameId }): void {
  const all = knownTables();
  const old = all.find(({ table }) => table === about.table);
  const known = { seats: [], names: [], ...old, ...about, at: Date.now() };
  const others = all.filter(({ table }) => table !== about.table);
  writeStored(NAME, [known, ...others].slice(0, TABLES_MAX));
}

export function forgetTable(table: string): void {
  writeStored(NAME, knownTables().filter((known) => known.table !== table));
  removeStored(`mixes.${table}`);
}

/** The link that friends tap; without an invitation it leads to watching. */
export function linkOf(origin: string, table: string, invite?: string): string {
  return `${origin}/t/${table}${invite === undefined ? "" : `#${invite}`}`;
}

/** Which table an address means, and with which invitation; null if it is another page. */
export function readLink(address: string): { table: string; invite: string | null } | null {
  const { pathname, hash } = new URL(address);
  const table = LINK.exec(pathname)?.[1];
  return table === undefined ? null : { table, invite: hash.slice(1) || null };
}
