// title.ts - what the tab is called: the screen's own name, and before it how many tables
// wait for this person.
const page = { title: "", waiting: 0 };

function show(): void {
  document.title = page.waiting > 0 ? `(${page.waiting}) ${page.title}` : page.title;
}

export function setTitle(title: string): void {
  page.title = title;
  show();
}

export function setWaiting(count: number): void {
  page.waiting = count;
  show();
}
