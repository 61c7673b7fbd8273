// contact-sheet.mjs - opens the contact sheet in chromium by day and by night and keeps a picture
// of each section. Called by script/contact-sheet with the folder for the pictures.
import { mkdirSync } from "node:fs";
import { chromium } from "playwright-core";
import { createServer } from "vite";

const [folder, browserPath, only = ""] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const server = await createServer({ server: { port: 0 }, logLevel: "error" });
await server.listen();
const address = server.resolvedUrls.local[0] + "src/art/preview/index.html";
const browser = await chromium.launch({
  executablePath: browserPath,
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});
for (const theme of ["light", "dark"]) {
  const page = await browser.newPage({
    colorScheme: theme, viewport: { width: 1320, height: 900 }, deviceScaleFactor: 1,
  });
  page.on("pageerror", (error) => console.error(error.message));
  await page.goto(address, { waitUntil: "networkidle" });
  for (const section of await page.locator("section").all()) {
    const name = await section.getAttribute("id");
    if (!name.startsWith(only)) continue;
    await section.screenshot({ path: `${folder}/${name}-${theme}.png` });
  }
  await page.close();
}
// what public/apple-touch-icon.png is made of: iOS takes no SVG
const page = await browser.newPage({ viewport: { width: 180, height: 180 } });
await page.goto(server.resolvedUrls.local[0] + "icon.svg");
await page.screenshot({ path: `${folder}/apple-touch-icon.png` });
await browser.close();
await server.close();
