// icons.mjs - makes the icons in public/ that must be PNG, for systems that take no SVG, from those
// that are. To be run by hand after a change: npm run icons
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const folder = new URL("../public/", import.meta.url);
const ICONS = [
  ["icon.svg", "icon-192.png", 192],
  ["icon.svg", "icon-512.png", 512],
  ["icon-maskable.svg", "icon-maskable-512.png", 512],
  ["icon-maskable.svg", "apple-touch-icon.png", 180],
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu"],
});
for (const [from, to, size] of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const drawing = readFileSync(new URL(from, folder), "utf8");
  await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${drawing}`);
  await page.screenshot({ path: new URL(to, folder).pathname, omitBackground: true });
  await page.close();
}
await browser.close();
