// drawn.mjs - tables drawn by a browser: other code than the networks were trained with, the fonts
// of this machine, and a joker that training never had.
import { random } from "../oracle/random.mjs";

const FONTS = ["serif", "sans-serif", "monospace"];
const INKS = [["#e0a000", "#1f8a4c", "#1c4fb0", "#c0182a"],
  ["#f0b90f", "#2f9f77", "#1a45b5", "#a60d1c"], ["#ff9900", "#008000", "#0000cc", "#dd0000"]];
const GROUNDS = ["linear-gradient(90deg, #8b5a2b, #a9713c, #8b5a2b)", "#e9e4da",
  "repeating-linear-gradient(0deg, #caa472 0 60px, #b98f5b 60px 64px)",
  "radial-gradient(#2e6b43, #123a22)",
  "repeating-conic-gradient(#cc3344 0 25%, #f2ecec 0 50%) 0 0/120px 120px"];
const JOKER_SHARE = 0.05;

// Rows of melds with some air between them: { card, meld, x, y }, in pixels of the table.
function layOut({ below, chance }, width, height) {
  const tiles = [];
  for (let y = 60, meld = 0; y + height < 840; y += height + 25 + below(30))
    for (let x = 60 + below(60); ; x += Math.round(width * 0.6), meld++) {
      const isRun = chance(0.6), colour = below(4);
      const count = isRun ? 3 + below(5) : 3 + below(2), first = 1 + below(14 - count);
      if (x + count * (width + 2) > 1140) break;
      for (let i = 0; i < count; i++, x += width + 2) {
        const name = "ygbr"[isRun ? colour : i] + (isRun ? first + i : first);
        tiles.push({ card: chance(JOKER_SHARE) ? "*" : name, meld, x, y });
      }
    }
  return tiles;
}

function tileHtml({ card, meld, x, y }, look, { below }) {
  const { width, height, font, inks, hasRing } = look;
  const ink = inks[Math.max(0, "ygbr".indexOf(card[0]))];
  const ring = `<i style="position:absolute;left:38%;bottom:10%;width:24%;aspect-ratio:1;
    border-radius:50%;border:2px solid"></i>`;
  return `<b data-card="${card}" data-meld="${meld}"
    style="position:absolute;left:${x}px;top:${y}px;width:${width}px;height:${height}px;
    border-radius:${width / 10}px;color:${ink};
    background:linear-gradient(160deg, #fffaf0, #efe3c8);text-align:center;
    box-shadow:2px 3px 4px #0008, inset -1px -2px 2px #0003;
    transform:rotate(${below(40) / 10 - 2}deg);
    font:bold ${width * 0.55}px/${height * 0.62}px ${font}">${card === "*" ? "☻" : card.slice(1)}${
    hasRing && card !== "*" ? ring : ""}</b>`;
}

/** A picture (as a file) of the table with that number, and its truth as render.py writes it. */
export async function drawTable(page, number) {
  const chances = random(`table ${number}`);
  const { below, pick } = chances;
  const width = 52 + below(34), height = Math.round(width * 1.36);
  const hasRing = number % 2 === 1;
  const look = { width, height, font: FONTS[number % 3], inks: pick(INKS), hasRing };
  const tiles = layOut(chances, width, height)
    .map((tile) => tileHtml(tile, look, chances)).join("");
  await page.setViewportSize({ width: 1280, height: 960 });
  await page.setContent(`<body style="margin:0;height:960px;background:${pick(GROUNDS)}">
    <div style="position:absolute;inset:40px;perspective:1800px">
    <div style="width:100%;height:100%;
      transform:rotateX(${below(40)}deg) rotate(${below(20) - 10}deg)">${tiles}`);
  const truth = await page.$$eval("b", (seen) => seen.map((tile) => {
    const { left, right, top, bottom } = tile.getBoundingClientRect();
    const { card, meld } = tile.dataset;
    return { card, meld, corners: [[left, top], [right, top], [right, bottom], [left, bottom]] };
  }));
  return { file: await page.screenshot({ type: "jpeg", quality: 85 }), truth };
}
