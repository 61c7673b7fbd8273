// contact-sheet.mjs - opens the contact sheet in chromium by day and by night and keeps a picture
// of each section. Called by script/contact-sheet.
// usage: node contact-sheet.mjs BROWSER FOLDER [BEGINNING]
import { mkdirSync } from "node:fs";
import { inBrowser } from "./browser.mjs";

const [browserPath, folder, beginning = ""] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

async function takePictures(browser, address, theme) {
  const page = await browser.newPage({
    colorScheme: theme, viewport: { width: 1320, height: 900 }, deviceScaleFactor: 1,
  });
  page.on("pageerror", (error) => console.error(error.message));
  await page.goto(`${address}src/art/preview/index.html`, { waitUntil: "networkidle" });
  for (const section of await page.locator("section").all()) {
    const name = await section.getAttribute("id");
    if (!name.startsWith(beginning)) continue;
    await section.screenshot({ path: `${folder}/${name}-${theme}.png` });
  }
  await page.close();
}

await inBrowser(browserPath, async (browser, address) => {
  for (const theme of ["light", "dark"]) await takePictures(browser, address, theme);
});
