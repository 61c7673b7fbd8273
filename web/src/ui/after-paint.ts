// after-paint.ts - for whatever can wait until the page has shown what it has: a finger may be on
// its way already.

export function afterPaint(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
