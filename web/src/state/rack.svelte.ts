// rack.svelte.ts - in which order a rack stands: by runs, by sets, or as a hand has put it. The
// browser keeps it for each table, and the hand-made order for each seat.
import type { Seat } from "../core/seat";
import type { Card, RackOrder } from "../game/types";

/** What the browser keeps between visits. */
export interface Keeper {
  read: (name: string) => unknown;
  keep: (name: string, value: unknown) => void;
}

export class RackSorting {
  order = $state<RackOrder>("runs");

  #keeper: Keeper;
  #table = "";

  constructor(keeper: Keeper) {
    this.#keeper = keeper;
  }

  /** The order kept for this table, or else the one that is liked, or else the game's first. */
  begin(table: string, orders: readonly RackOrder[], liked: RackOrder): void {
    this.#table = table;
    const kept = this.#keeper.read(`order.${table}`);
    const wished = orders.find((order) => order === kept) ?? liked;
    this.order = orders.includes(wished) ? wished : orders[0]!;
  }

  choose(order: RackOrder): void {
    this.order = order;
    this.#keeper.keep(`order.${this.#table}`, order);
  }

  /** The order by hand of that seat is the one that the rack has now. */
  keepHand(seat: number, core: Seat): void {
    this.#keeper.keep(`order.${this.#table}.${seat}`, core.byHand());
  }

  /** Another rack stands there: it is put into its order. */
  apply(seat: number, core: Seat): void {
    const kept = this.#keeper.read(`order.${this.#table}.${seat}`);
    if (this.order === "hand" && Array.isArray(kept)) core.remember(kept as Card[]);
    else core.sort(this.order);
  }
}
