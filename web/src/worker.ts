// worker.ts - the service worker: keeps the files of one version of the page, so that it opens and
// plays against the computer without a line. It never touches what belongs to the server: /api,
// /ws.
/// <reference lib="webworker" />

// put in by scripts/service-worker.ts
const files = "__FILES__" as unknown as readonly string[];
const cacheName = "rummery-__VERSION__";
const PAGE = "/index.html";
const SERVER = /^\/(api|ws|healthz|metrics)\b/;

const scope = self as unknown as ServiceWorkerGlobalScope;

async function keepAll(): Promise<void> {
  const cache = await caches.open(cacheName);
  // past the browser's own cache: a version is kept whole or not at all
  await cache.addAll(files.map((file) => new Request(file, { cache: "no-cache" })));
}

async function forgetOthers(): Promise<void> {
  for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name);
  await scope.clients.claim();
}

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const path = request.mode === "navigate" ? PAGE : request;
  return (await cache.match(path, { ignoreSearch: true })) ?? fetch(request);
}

scope.addEventListener("install", (event) => event.waitUntil(keepAll()));
scope.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
scope.addEventListener("message", (event) => {
  if (event.data === "take over") void scope.skipWaiting();
});
/** A notice leads to its table, in a tab that is open if there is one. */
async function openTable(link: string): Promise<void> {
  const [tab] = await scope.clients.matchAll({ type: "window" });
  if (tab === undefined) await scope.clients.openWindow(link);
  else await (await tab.navigate(link))?.focus();
}

scope.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openTable(String(event.notification.data)));
});
scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || SERVER.test(pathname)) return;
  event.respondWith(answer(request));
});
