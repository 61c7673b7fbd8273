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

// Runs in the page: tiles in rows on a table, aslant, with shadows. "x" is one whose print is worn
// off beyond reading.
async function drawTable(rows) {
  const [wide, high] = [1000, 750];
  const inks = { y: "#dc9a08", g: "#1f7a45", b: "#1c4fb0", r: "#b3141f" };
  const canvas = new OffscreenCanvas(wide, high);
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#7d5733";
  pen.fillRect(0, 0, wide, high);
  for (let y = 0; y < high; y += 7) {
    pen.fillStyle = `rgb(60 38 18 / ${0.05 + 0.04 * ((y * 37) % 5)})`;
    pen.fillRect(0, y, wide, 3);
  }
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.rotate(0.03);
  const drawStar = (x, y, radius) => {
    pen.beginPath();
    for (let i = 0; i < 10; i += 1) {
      const [far, angle] = [i % 2 === 0 ? radius : 0.42 * radius, (i / 5 - 0.5) * Math.PI];
      pen.lineTo(x + far * Math.cos(angle), y + far * Math.sin(angle));
    }
    pen.fill();
  };
  const drawTile = (card, x, y) => {
    pen.shadowColor = "rgb(0 0 0 / 0.5)";
    [pen.shadowBlur, pen.shadowOffsetX, pen.shadowOffsetY] = [9, 3, 5];
    pen.fillStyle = "#f7f0dc";
    pen.beginPath();
    pen.roundRect(x, y, 84, 114, 9);
    pen.fill();
    pen.shadowColor = "transparent";
    pen.fillStyle = inks[card[0]] ?? inks.r;
    if (card === "*") return drawStar(x + 42, y + 54, 28);
    if (card === "x") return pen.fillRect(x + 34, y + 30, 14, 34);
    pen.font = "bold 50px 'DejaVu Sans', 'Noto Sans', sans-serif";
    pen.fillText(card.slice(1), x + 42, y + 44);
    pen.beginPath();
    pen.arc(x + 42, y + 88, 9, 0, 7);
    pen.fill();
  };
  rows.forEach((row, line) =>
    row.forEach((card, i) => drawTile(card, 110 + 87 * i, 70 + 170 * line)));
  const blob = await canvas.convertToBlob();
  return [...new Uint8Array(await blob.arrayBuffer())];
}

// Drawn by another hand than the pictures that tiles were learnt from (training/).
export async function tablePicture(page, rows) {
  return png(Buffer.from(await page.evaluate(drawTable, rows)));
}
