// read-picture.ts - a file as a picture that can be looked at: upright as it was taken, and no
// larger than the tiles in it need.

/** Pixels of the longer side; sight.wasm reads at most 2048 and at least 64. */
const SIDE_MAX = 1600;
const SIDE_MIN = 64;

/** Why there is no picture: a key of words. */
export class PictureFault extends Error {
  constructor(readonly key: "notPicture" | "tooSmall") {
    super(key);
  }
}

export async function readPicture(file: Blob): Promise<HTMLCanvasElement> {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" })
    .catch(() => null);
  if (bitmap === null) throw new PictureFault("notPicture");
  const scale = Math.min(1, SIDE_MAX / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  if (Math.min(canvas.width, canvas.height) < SIDE_MIN) throw new PictureFault("tooSmall");
  // read back once: that is quicker from where it is drawn without a graphics card
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  if (pen === null) throw new PictureFault("notPicture");
  pen.imageSmoothingQuality = "high";
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas;
}

export function pixelsOf(canvas: HTMLCanvasElement): ImageData {
  const pen = canvas.getContext("2d");
  if (pen === null) throw new PictureFault("notPicture");
  return pen.getImageData(0, 0, canvas.width, canvas.height);
}
