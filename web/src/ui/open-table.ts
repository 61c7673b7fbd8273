// open-table.ts - brings together what a table needs: its link, the seat's module, the thinker, and
// what the player likes.
import { loadFaces } from "../art/faces.svelte";
import { Device } from "../core/device";
import { startThinker, type StoppableThinker } from "../core/thinker";
import { formatNumber } from "../lang/lang.svelte";
import type { Link } from "../link/link";
import type { GameId, TableMessage } from "../link/messages";
import { readStored, writeStored } from "../link/store";
import { settings, STEP_MS } from "../state/settings.svelte";
import { TableState } from "../state/table.svelte";
import type { Wishes } from "../state/followed-table.svelte";

export interface OpenTable {
  table: TableState;
  close(): void;
}

const wishes: Wishes = {
  stepMs: () => STEP_MS[settings.botSpeed],
  tellsPossible: () => settings.tellsPossible,
  rackOrder: () => settings.rackSort,
};
const keeper = { read: readStored, keep: writeStored };

/** Brings what every table needs, before one is opened. Where that fails it is tried again then. */
export async function warmUp(game: GameId): Promise<void> {
  await Promise.allSettled([Device.local(), loadFaces(game)]);
  formatNumber(0); // the first one takes the browser a while
}

/** `onTable` hears each whole table, and so who is there. */
export async function openTable(
  link: Link,
  onTable: (message: TableMessage, table: TableState) => void = () => {},
  thinker: StoppableThinker = startThinker(),
): Promise<OpenTable> {
  const table = new TableState(link, await link.load(), thinker, wishes, keeper);
  table.onTable = (message) => {
    void loadFaces(message.game).catch(() => undefined);
    onTable(message, table);
  };
  table.open();
  return {
    table,
    close: () => {
      table.close();
      thinker.stop();
    },
  };
}
