// pictures.mjs - pictures that tests give to the page.

// A plain picture of that size, made in the browser.
export async function plainPicture(page, width, height, type = "image/png") {
  const bytes = await page.evaluate(async ([wide, high, kind]) => {
    const canvas = new OffscreenCanvas(wide, high);
    const pen = canvas.getContext("2d");
    pen.fillStyle = "#7a5a36";
    pen.fillRect(0, 0, wide, high);
    const blob = await canvas.convertToBlob({ type: kind });
    return [...new Uint8Array(await blob.arrayBuffer())];
  }, [width, height, type]);
  return Buffer.from(bytes);
}

export const png = (buffer) => ({ name: "table.png", mimeType: "image/png", buffer });
export const jpeg = (buffer) => ({ name: "table.jpg", mimeType: "image/jpeg", buffer });

// As a camera writes it that was held upright: the picture lies on its side, and says so.
export function lyingOnItsSide(bytes) {
  const exif = "4578696600004949 2a00080000000100 1201030001000000 0600000000000000";
  const told = Buffer.from(exif.replaceAll(" ", ""), "hex");
  const head = Buffer.from([0xff, 0xe1, 0, told.length + 2]);
  return Buffer.concat([bytes.subarray(0, 2), head, told, bytes.subarray(2)]);
}
