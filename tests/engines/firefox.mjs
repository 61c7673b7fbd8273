// firefox.mjs - Debian's Firefox, by WebDriver BiDi.
import puppeteer from "../../web/node_modules/puppeteer-core/lib/esm/puppeteer/puppeteer-core.js";
import { pathOf } from "./programs.mjs";

// Complaints about lines that the test itself cut, and pages that it left.
const CAUSED = new RegExp("can.t establish a connection|NetworkError|Failed to load|" +
  "Service worker|preload CSS|dynamically imported", "i");

// The driver's "Enter" is that of the number pad, which presses no buttons.
const RETURN = "\ue006";

// The driver also turns the screen back to how it is held, which Firefox 140 does not know of.
function forgive(error) {
  if (!/setScreenOrientationOverride/.test(error.message)) throw error;
}

export async function openFirefox() {
  const browser = await puppeteer.launch({ browser: "firefox", headless: true,
    executablePath: pathOf("firefox-esr", "firefox"),
    extraPrefsFirefox: { "intl.accept_languages": "en-GB", "ui.prefersReducedMotion": 1 } });
  // a page of its own: the one that is there at the start never has the focus
  const [first] = await browser.pages();
  const page = await browser.newPage();
  await first.close();
  const complaints = [];
  page.on("console", (message) => {
    const isBad = ["error", "warn"].includes(message.type());
    if (isBad && !CAUSED.test(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => {
    if (!CAUSED.test(String(error))) complaints.push(String(error.stack ?? error));
  });
  return {
    name: "Firefox",
    complaints: () => complaints,
    goto: (link) => page.goto(link, { waitUntil: "load" }),
    reload: () => page.reload({ waitUntil: "load" }),
    resize: (width, height) => page.setViewport({ width, height }).catch(forgive),
    evaluate: (act, ...args) => page.evaluate(`(${act})(...${JSON.stringify(args)})`),
    tap: (x, y) => page.touchscreen.tap(x, y),
    mouse: page.mouse,
    keyboard: { press: (key) => page.keyboard.press(key === "Enter" ? RETURN : key) },
    close: () => browser.close(),
  };
}
