// browser.mjs - the page's sources in chromium, as the contact sheet and the naming test need them.
import { chromium } from "playwright-core";
import { createServer } from "vite";

/** Calls `work` with the browser and the address of the page's sources; closes both after it. */
export async function inBrowser(executablePath, work) {
  const server = await createServer({ server: { port: 0 }, logLevel: "error" });
  await server.listen();
  const browser = await chromium.launch({
    executablePath,
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
      "--disable-component-update", "--disable-sync"],
  });
  try {
    await work(browser, server.resolvedUrls.local[0]);
  } finally {
    await browser.close();
    await server.close();
  }
}
