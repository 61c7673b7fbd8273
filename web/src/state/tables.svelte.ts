// tables.svelte.ts - the tables this browser knows: those on the server that were visited lately,
// and how a table in the page was set up.
import { t } from "../lang/lang.svelte";
import { errorText } from "../lang/names";
import { ApiError, joinTable, makeTable, type Person } from "../link/api";
import { forgetTable, type KnownTable, knownTables, rememberTable } from "../link/keys";
import type { GameId, NewSeat, NewTable, TableMessage } from "../link/messages";
import { type LocalTable, localTable, localTables, makeLocalTable } from "../link/local-table";
import { settings } from "./settings.svelte";

const RECENT_MAX = 6;

/** The table in the page at which this game was played last; null if there is none. */
export function newestLocalTable(game: GameId): LocalTable | null {
  for (const name of localTables()) {
    const table = localTable(name);
    if (table?.game === game) return table;
  }
  return null;
}

class Tables {
  known = $state.raw<readonly KnownTable[]>([]);
  readonly recent = $derived(this.known.slice(0, RECENT_MAX));

  load(): void {
    this.known = knownTables();
  }

  /** Makes a table on the server and keeps its key; gives its name. */
  async make(setup: NewTable): Promise<string> {
    const { table, key, invite, seats } = await makeTable(setup);
    rememberTable({ table, game: setup.game, key, invite, seats });
    this.load();
    return table;
  }

  /** Sits down at a table of the server. */
  async join(table: string, invite: string, game: GameId, people: Person[]): Promise<void> {
    const { key, seats } = await joinTable(table, invite, people);
    rememberTable({ table, game, key, invite, seats });
    this.load();
  }

  /** Keeps what is shown of a table in the list of the first page. */
  saw(message: TableMessage): void {
    const names = message.seats.flatMap(({ name }) => (name === undefined ? [] : [name]));
    rememberTable({ table: message.table, game: message.game, names, seats: message.you });
    this.load();
  }

  forget(table: string): void {
    forgetTable(table);
    this.load();
  }

  /** Why something was not done, in a sentence. */
  whyNot(problem: unknown): string {
    if (!(problem instanceof ApiError)) return t("app.error.title");
    if (problem.code === "offline") return t("app.line.none");
    return errorText(null, { error: problem.code });
  }

  /** The table of /play/GAME: the newest of this game, or a new one as the last time. */
  localTable(game: GameId): LocalTable {
    return newestLocalTable(game) ?? makeLocalTable(this.againstBots(game));
  }

  newLocal(setup: NewTable): void {
    makeLocalTable(setup);
  }

  /** Whether a match of this game was begun in this browser. */
  canGoOn(game: GameId): boolean {
    return (newestLocalTable(game)?.lines.length ?? 0) > 0;
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
