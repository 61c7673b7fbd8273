// typeface.ts - the page's own letters (scripts/typeface.mjs), for titles, names and keys. They
// come from what the service worker keeps, so that nobody waits for them on a first visit.
import url from "./typeface.woff2?url";

export async function loadTypeface(): Promise<void> {
  const face = new FontFace("Rummery Title", `url(${url})`, { weight: "400 800" });
  document.fonts.add(await face.load());
}
