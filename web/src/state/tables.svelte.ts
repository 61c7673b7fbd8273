// tables.svelte.ts - the tables this browser knows: those on the server that were visited lately,
// unfinished matches in the page, and how a table in the page is set up.
import { t } from "../lang/lang.svelte";
import { errorText } from "../lang/names";
import { ApiError, joinTable, makeTable, type Person } from "../link/api";
import { forgetTable, type KnownTable, knownTables, rememberTable } from "../link/keys";
import type { GameId, NewSeat, NewTable, SeatInfo, TableMessage } from "../link/messages";
import {
  forgetLocalTable, type LocalTable, localTable, localTables, makeLocalTable,
  saveLocalTable, unfinishedTables,
} from "../link/local-table";
import { withPeople } from "../game/people";
import { settings } from "./settings.svelte";

const KNOWN_MAX = 6;

/** A table to go on at. */
export interface Unfinished {
  table: string;
  game: GameId;
  link: string;
  /** Who sits there: seats of a table in the page, names of one on the server. */
  seats: readonly SeatInfo[];
  names: readonly string[];
  round: number | null;
  /** What lies there, in the notation. */
  melds: string;
  at: number;
}

/** What lay on the table after the last line of a record; nothing after a deal. */
function meldsOf(lines: readonly string[]): string {
  const last = lines.filter((line) => /^(play|deal)\b/.test(line)).at(-1) ?? "";
  return last.startsWith("play") ? last.slice("play".length) : "";
}

function unfinishedHere({ name, game, seats, lines, at }: LocalTable): Unfinished {
  return {
    table: name,
    game,
    link: `/play/${game}?table=${name}`,
    seats: withPeople(game, seats),
    names: [],
    round: lines.filter((line) => line.startsWith("deal")).length,
    melds: meldsOf(lines),
    at,
  };
}

function unfinishedThere({ table, game, names, melds = "", at }: KnownTable): Unfinished {
  return { table, game, link: `/t/${table}`, seats: [], names, round: null, melds, at };
}

/** What a table on the server said when it was last asked. */
export interface Call {
  /** It is this person's turn, or they are asked for the next round. */
  isMine: boolean;
  isOver: boolean;
  /** When the clock runs out, in milliseconds since 1970; null without one. */
  untilMs: number | null;
}

/** Those that wait for this person first, of them the ones with the least time. */
function byWaiting(calls: ReadonlyMap<string, Call>) {
  const rank = ({ table }: Unfinished) => {
    const call = calls.get(table);
    return call?.isMine === true ? (call.untilMs ?? Number.MAX_SAFE_INTEGER) : Infinity;
  };
  return (a: Unfinished, b: Unfinished) => {
    const [first, second] = [rank(a), rank(b)];
    return first === second ? b.at - a.at : first - second;
  };
}

/** The table in the page at which this game was played last; null if there is none. */
export function newestLocalTable(game: GameId): LocalTable | null {
  for (const name of localTables()) {
    const table = localTable(name);
    if (table?.game === game) return table;
  }
  return null;
}

class Tables {
  private known = $state.raw<readonly KnownTable[]>([]);
  private here = $state.raw<readonly LocalTable[]>([]);
  /** By the table's name; missing for those that were not asked yet (waiting.ts). */
  calls = $state.raw<ReadonlyMap<string, Call>>(new Map());
  /** Those where it is this person's turn, then the newest. */
  readonly unfinished: readonly Unfinished[] = $derived([
    ...this.here.map(unfinishedHere),
    ...this.known.filter(({ table }, i) => i < KNOWN_MAX || this.calls.get(table)?.isMine)
      .map(unfinishedThere),
  ].sort(byWaiting(this.calls)));

  load(): void {
    this.known = knownTables();
    this.here = unfinishedTables();
  }

  /** Makes a table on the server and keeps its key; gives its name. */
  async make(setup: NewTable): Promise<string> {
    const { table, key, invite, seats } = await makeTable(setup);
    rememberTable({ table, game: setup.game, key, invite, seats });
    void this.watch();
    return table;
  }

  /** Sits down at a table of the server. */
  async join(table: string, invite: string, game: GameId, people: Person[]): Promise<void> {
    const { key, seats } = await joinTable(table, invite, people);
    rememberTable({ table, game, key, invite, seats });
    void this.watch();
  }

  /** From now on tables on the server are asked whose turn it is, if this browser sits at any. */
  async watch(): Promise<void> {
    if (knownTables().some(({ key }) => key !== undefined))
      (await import("./waiting")).waiting.watch();
  }

  /** Keeps what is shown of a table in the list of the first page. */
  saw(message: TableMessage): void {
    const names = message.seats.flatMap(({ name }) => (name === undefined ? [] : [name]));
    const { table, game, you: seats, views } = message;
    rememberTable({ table, game, names, seats, melds: views?.[0]?.table });
  }

  /** Puts a table away for good. */
  forget(table: string): void {
    if (this.here.some(({ name }) => name === table)) forgetLocalTable(table);
    else forgetTable(table);
    this.load();
  }

  /** Why something was not done, in a sentence. */
  whyNot(problem: unknown): string {
    if (!(problem instanceof ApiError)) return t("app.error.title");
    if (problem.code === "offline") return t("app.line.none");
    return errorText(null, { error: problem.code });
  }

  /** The table of /play/GAME: the one that is named, the newest of this game, or a new one as the
   *  last time. */
  localTable(game: GameId, name: string | null): LocalTable {
    const named = name === null ? null : localTable(name);
    if (named?.game === game) {
      saveLocalTable(named); // the newest is the one that was opened last
      return named;
    }
    return newestLocalTable(game) ?? makeLocalTable(this.againstBots(game));
  }

  newLocal(setup: NewTable): void {
    makeLocalTable(setup);
  }

  /** The table that two taps make: one person, the rest computer players. */
  againstBots(game: GameId): NewTable {
    const { players, level } = settings.choices[game]!;
    const bots = Array.from({ length: players - 1 }, (): NewSeat => ({ bot: level }));
    const { name, colour, language } = settings;
    const person: NewSeat = { name, colour, language };
    // nobody should be hurried by a computer
    return { game, options: { turn_seconds: 0 }, seats: [person, ...bots] };
  }
}

export const tables = new Tables();
