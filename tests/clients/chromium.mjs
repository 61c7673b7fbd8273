// chromium.mjs - Debian's chromium, by the name it has here; first of all without its windows,
// which nobody sees and which take more than half of its time.
import { spawnSync } from "node:child_process";
import { chromium } from "../../web/node_modules/playwright-core/index.mjs";

const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];
const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];

function findBrowser() {
  for (const name of NAMES) {
    const found = spawnSync("sh", ["-c", `command -v ${name}`]);
    if (found.status === 0) return String(found.stdout).trim();
  }
  throw new Error("there is no chromium in PATH");
}

export function launch() {
  return chromium.launch({ executablePath: findBrowser(), args: FLAGS });
}
