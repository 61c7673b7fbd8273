// title.ts - what the tab is called: the screen's own name, and before it how many tables wait for
// this person elsewhere. The one on the screen says for itself whose turn it is.
const page: { title: string; waiting: readonly string[] } = { title: "", waiting: [] };

function show(): void {
  const { length } = page.waiting.filter((table) => location.pathname !== `/t/${table}`);
  document.title = length > 0 ? `(${length}) ${page.title}` : page.title;
}

export function setTitle(title: string): void {
  page.title = title;
  show();
}

export function setWaiting(tables: readonly string[]): void {
  page.waiting = tables;
  show();
}
