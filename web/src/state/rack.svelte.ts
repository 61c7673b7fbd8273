// rack.svelte.ts - in which order a rack stands: by runs, by sets, or as a hand has put it. The
// browser keeps it for each table, and the hand-made order for each seat.
import { type RackOrder, rememberOrder, restoreOrder, sortRack } from "../game/order";
import type { Card, Piece } from "../game/types";
import type { GameId } from "../link/messages";

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

  /** The order kept for this table, or else the one that is liked. */
  begin(table: string, liked: RackOrder): void {
    this.#table = table;
    const kept = this.#keeper.read(`order.${table}`);
    this.order = kept === "runs" || kept === "sets" || kept === "hand" ? kept : liked;
  }

  choose(order: RackOrder): void {
    this.order = order;
    this.#keeper.keep(`order.${this.#table}`, order);
  }

  keepHand(seat: number, rack: readonly Piece[]): void {
    this.#keeper.keep(`order.${this.#table}.${seat}`, rememberOrder(rack));
  }

  sorted(game: GameId, seat: number, rack: readonly Piece[]): Piece[] {
    if (this.order !== "hand") return sortRack(game, this.order, rack);
    const kept = this.#keeper.read(`order.${this.#table}.${seat}`);
    return Array.isArray(kept) ? restoreOrder(rack, kept as Card[]) : [...rack];
  }
}
