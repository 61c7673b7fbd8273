// progress.svelte.ts - which lessons were done on this device.
import type { GameId } from "../link/messages";
import { readStored, writeStored } from "../link/store";

const NAME = "lessons";

class Progress {
  #done = $state.raw<Readonly<Record<GameId, readonly string[]>>>({});

  /** What the browser has kept. */
  load(): void {
    this.#done = readStored(NAME) ?? {};
  }

  has(game: GameId, lesson: string): boolean {
    return this.#done[game]?.includes(lesson) === true;
  }

  add(game: GameId, lesson: string): void {
    if (this.has(game, lesson)) return;
    this.#done = { ...this.#done, [game]: [...(this.#done[game] ?? []), lesson] };
    writeStored(NAME, this.#done);
  }
}

export const progress = new Progress();
