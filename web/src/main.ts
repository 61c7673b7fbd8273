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

const target = document.getElementById("app");
if (target === null) throw new Error("the page has no place for the app");
await settings.load();
place.listen();
mount(App, { target });
// nobody waits for that
setTimeout(() => void tables.watch(), WATCH_AFTER_MS);

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  // the words may have come after the page was complete
  if (document.readyState === "complete") void version.watch();
  else window.addEventListener("load", () => void version.watch());
  // without them the system's letters do as well
  navigator.serviceWorker.ready.then(loadTypeface).catch(() => undefined);
}
