// keys.ts - the keyboard's way over the table: arrow keys go to the nearest thing that way, Tab
// goes from region to region. Inside a region only one thing can be reached by Tab.

type Direction = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

const REGION = "[data-region]";
const STOP = "[data-stop]:not(:disabled)";
/** Rows count more than columns: the nearest row first, in it the nearest thing. */
const ROW_WEIGHT = 6;
const CENTRE_WEIGHT = 0.1;

function isDirection(key: string): key is Direction {
  return key === "ArrowLeft" || key === "ArrowRight" || key === "ArrowUp" || key === "ArrowDown";
}

/** The free space between two stretches; 0 where they overlap. */
function gap(start: number, end: number, otherStart: number, otherEnd: number): number {
  return Math.max(0, otherStart - end, start - otherEnd);
}

/** How far `to` lies from `from` in that direction; Infinity if it does not. */
function distance(from: DOMRect, to: DOMRect, direction: Direction): number {
  const x = to.left + to.width / 2 - (from.left + from.width / 2);
  const y = to.top + to.height / 2 - (from.top + from.height / 2);
  const across = gap(from.left, from.right, to.left, to.right);
  const along = gap(from.top, from.bottom, to.top, to.bottom);
  const isForward = direction === "ArrowRight" || direction === "ArrowDown";
  if (direction === "ArrowLeft" || direction === "ArrowRight") {
    const isThere = (isForward ? x : -x) > 4 && along === 0;
    return isThere ? across + CENTRE_WEIGHT * (Math.abs(x) + Math.abs(y)) : Infinity;
  }
  const least = Math.min(from.height, to.height) / 2;
  if ((isForward ? y : -y) < least) return Infinity;
  return ROW_WEIGHT * along + across + CENTRE_WEIGHT * Math.abs(x);
}

function neighbour(root: HTMLElement, from: HTMLElement, direction: Direction): HTMLElement | null {
  const place = from.getBoundingClientRect();
  let best: HTMLElement | null = null;
  let least = Infinity;
  for (const stop of root.querySelectorAll<HTMLElement>(STOP)) {
    const rect = stop.getBoundingClientRect();
    if (stop === from || rect.width === 0) continue;
    const far = distance(place, rect, direction);
    if (far < least) {
      least = far;
      best = stop;
    }
  }
  return best;
}

/** Moves the focus if the key is an arrow; says whether it was one. */
export function followArrow(root: HTMLElement, event: KeyboardEvent): boolean {
  const from = event.target;
  if (!isDirection(event.key) || !(from instanceof HTMLElement)) return false;
  if (!from.matches("[data-stop]") || event.altKey || event.ctrlKey || event.metaKey) return false;
  event.preventDefault();
  const next = neighbour(root, from, event.key);
  next?.focus();
  next?.scrollIntoView({ block: "nearest", inline: "nearest" });
  return true;
}

/** Gives each region exactly one thing that Tab reaches: the one that had the focus last. */
export function keepTabStops(root: HTMLElement): void {
  for (const region of root.querySelectorAll<HTMLElement>(REGION)) {
    const stops = [...region.querySelectorAll<HTMLElement>(STOP)];
    const focused = stops.find((stop) => stop === document.activeElement);
    const keeper = focused ?? stops.find((stop) => stop.tabIndex === 0) ?? stops[0];
    for (const stop of stops) {
      const wanted = stop === keeper ? 0 : -1;
      if (stop.tabIndex !== wanted) stop.tabIndex = wanted;
    }
  }
}
