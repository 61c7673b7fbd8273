// after-paint.ts - for whatever can wait until the page has shown what it has: a finger may be on
// its way already.

export function afterPaint(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

const IDLE_MOST_MS = 500;

/** Later still: nobody's finger waits for what is done meanwhile. */
export async function whenIdle(): Promise<void> {
  await afterPaint();
  if (typeof requestIdleCallback !== "function") return;
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: IDLE_MOST_MS }));
}
