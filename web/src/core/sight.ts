// sight.ts - finds the tiles of a picture, in a worker: a picture takes a moment.
import { type SeenTile, seenTiles } from "../game/seen";
import type { GameId } from "../link/messages";
import type { Picture } from "./sight.worker";

export class Sight {
  private readonly worker =
    new Worker(new URL("./sight.worker.ts", import.meta.url), { type: "module" });

  /** One picture after the other; its pixels are given away. */
  look(game: GameId, { width, height, data }: ImageData): Promise<SeenTile[]> {
    const picture: Picture = { width, height, pixels: data.buffer as ArrayBuffer };
    return new Promise((resolve, reject) => {
      this.worker.onmessage = ({ data: found }: MessageEvent<ArrayBuffer | string>) => {
        if (typeof found === "string") reject(new Error(found));
        else resolve(seenTiles(game, new DataView(found)));
      };
      this.worker.onerror = ({ message }) => reject(new Error(message));
      this.worker.postMessage(picture, [picture.pixels]);
    });
  }

  stop(): void {
    this.worker.terminate();
  }
}
