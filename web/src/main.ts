// main.ts - puts the app into the page, once the words are there; then, when all is quiet, asks the
// service worker to keep the page for days without a line.
import { mount } from "svelte";
import { place } from "./state/route.svelte";
import { settings } from "./state/settings.svelte";
import { tables } from "./state/tables.svelte";
import { version } from "./state/version.svelte";
import App from "./ui/App.svelte";
import { loadTypeface } from "./ui/typeface";
import "./ui/theme.css";
import "./ui/app.css";

const WATCH_AFTER_MS = 2000;

/** In a function: the list's file waits for this one to be run through. */
async function begin(): Promise<void> {
  const target = document.getElementById("app");
  if (target === null) throw new Error("the page has no place for the app");
  place.listen();
  tables.load();
  // what comes later would push the pictures away from under a finger
  const isListed = place.route.screen === "home" && tables.unfinished.length > 0;
  const list = isListed ? import("./ui/home/GoOn.svelte").catch(() => undefined) : null;
  await Promise.all([settings.load(), list]);
  mount(App, { target });
}

void begin();
// nobody waits for that
setTimeout(() => void tables.watch(), WATCH_AFTER_MS);

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  // the words may have come after the page was complete
  if (document.readyState === "complete") void version.watch();
  else window.addEventListener("load", () => void version.watch());
  // without them the system's letters do as well
  navigator.serviceWorker.ready.then(loadTypeface).catch(() => undefined);
}
