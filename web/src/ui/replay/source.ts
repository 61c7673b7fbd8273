// source.ts - where a record comes from, and who sat where if that is known.
import { withPeople } from "../../game/people";
import { fetchRecord, fetchTable } from "../../link/api";
import { knownTable } from "../../link/keys";
import { newestLocalTable } from "../../state/tables.svelte";
import type { SeatInfo } from "../../link/messages";
import type { ReplaySource } from "../../state/route.svelte";

export interface Found {
  record: string;
  /** Empty where nobody knows who it was. */
  seats: SeatInfo[];
}

async function fromServer(table: string, match: number | null): Promise<Found> {
  const key = knownTable(table)?.key;
  const record = await fetchRecord(table, match ?? undefined, key);
  // a record has no names: they are the table's, as far as it still has them
  const seats = await fetchTable(table, key).then(
    ({ game, seats }) => withPeople(game, seats),
    (): SeatInfo[] => [],
  );
  return { record, seats };
}

/** Null where the reader has to choose a file. */
export async function sourceOf(source: ReplaySource): Promise<Found | null> {
  if (source.kind === "file") return null;
  if (source.kind === "server") return fromServer(source.table, source.match);
  const table = newestLocalTable(source.game);
  if (table === null) return null;
  return { record: table.lines.join("\n"), seats: withPeople(table.game, table.seats) };
}
