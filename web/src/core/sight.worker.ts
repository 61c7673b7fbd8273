// sight.worker.ts - sight.wasm in a worker: a picture comes, the bytes of its tiles go back
// (src/sight/sight.h), or why there are none.
import { TILE_SIZE } from "../game/seen";
import { instanceOf } from "rummery/module";
import sightUrl from "./sight.wasm?url";

interface SightExports {
  memory: WebAssembly.Memory;
  sight_picture(width: number, height: number): number;
  sight_find(): number;
  sight_tiles(): number;
}

export interface Picture {
  width: number;
  height: number;
  /** Four bytes a pixel. */
  pixels: ArrayBuffer;
}

const module = instanceOf<SightExports>(sightUrl);

async function look({ width, height, pixels }: Picture): Promise<ArrayBuffer> {
  const { memory, sight_picture, sight_find, sight_tiles } = await module;
  const at = sight_picture(width, height);
  if (at === 0) throw new Error(`no room for ${width} x ${height}`);
  // only now: the memory may have grown
  new Uint8Array(memory.buffer).set(new Uint8Array(pixels), at);
  const count = sight_find();
  const from = sight_tiles();
  return memory.buffer.slice(from, from + count * TILE_SIZE) as ArrayBuffer;
}

self.onmessage = ({ data }: MessageEvent<Picture>) => {
  void look(data).then((found) => self.postMessage(found), (problem) =>
    self.postMessage(String(problem)));
};
