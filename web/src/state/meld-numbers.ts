// meld-numbers.ts - by which number people call a meld: it keeps its own for as long as it lies
// there, and new ones take what is free.
import type { PieceMeld } from "../game/types";

export class MeldNumbers {
  #known = new Map<number, number>();

  /** The number of each of these melds, by its identity; one that has gone is remembered for undo,
   *  unless its number was given to another meanwhile. */
  of(melds: readonly PieceMeld[]): ReadonlyMap<number, number> {
    if (melds.length === 0) this.#known.clear();
    const taken = new Set<number>();
    for (const { id } of melds) {
      const number = this.#known.get(id);
      if (number === undefined || taken.has(number)) this.#known.delete(id);
      else taken.add(number);
    }
    for (const { id } of melds) {
      if (this.#known.has(id)) continue;
      let number = 1;
      while (taken.has(number)) number++;
      taken.add(number);
      this.#known.set(id, number);
    }
    return new Map(melds.map(({ id }) => [id, this.#known.get(id) ?? 0]));
  }
}
