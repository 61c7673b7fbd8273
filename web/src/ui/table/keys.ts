// keys.ts - the keyboard's way over the table. Tab goes from region to region (data-region) and in
// each finds the thing that had the focus last; arrows, Home and End walk along its stops
// (data-stop), one after the other on however many lines they stand. The melds are a grid: up and
// down go from meld to meld, out of it to the rack and back to where one was.
import { moveFocus } from "../focus";

const STOP = "[data-stop]:not(:disabled)";
const ROW = "[role=row]";
/** What up and down go through; what is in none of these lies just above the rack. */
const COLUMN = ["piles", "board", "new", "rack", "bar"];
const RACK = COLUMN.indexOf("rack");

const stopsOf = (root: Element): HTMLElement[] => [...root.querySelectorAll<HTMLElement>(STOP)];

/** For a region: keeps exactly one of its stops within reach of Tab, the one that had the focus
 *  last or what stands in its place. */
export function tabStop(region: HTMLElement): () => void {
  let keeper: HTMLElement | undefined;
  let at = 0;
  const keep = () => {
    const stops = stopsOf(region);
    const focused = stops.find((stop) => stop === document.activeElement);
    const known = keeper !== undefined && stops.includes(keeper) ? keeper : undefined;
    keeper = focused ?? known ?? stops[Math.min(at, stops.length - 1)];
    at = keeper === undefined ? 0 : stops.indexOf(keeper);
    for (const stop of stops) {
      const wanted = stop === keeper ? 0 : -1;
      if (stop.tabIndex !== wanted) stop.tabIndex = wanted;
    }
  };
  keep();
  region.addEventListener("focusin", keep);
  const observer = new MutationObserver(keep);
  observer.observe(region, { subtree: true, childList: true });
  return () => {
    region.removeEventListener("focusin", keep);
    observer.disconnect();
  };
}

/** The stop of a region that Tab would find. */
export function stopOf(root: Element, region: string): HTMLElement | null {
  return root.querySelector(`[data-region="${region}"] [data-stop][tabindex="0"]`);
}

function across(region: Element, from: HTMLElement, event: KeyboardEvent): HTMLElement | undefined {
  const row = event.ctrlKey ? null : from.closest(ROW);
  const line = stopsOf(row ?? region);
  if (event.key === "Home") return line[0];
  if (event.key === "End") return line.at(-1);
  const all = stopsOf(region);
  return all[all.indexOf(from) + (event.key === "ArrowLeft" ? -1 : 1)];
}

/** The same place in the meld above or below, if there is one. */
function inGrid(region: Element, from: HTMLElement, by: -1 | 1): HTMLElement | undefined {
  const rows = [...region.querySelectorAll(ROW)];
  const row = from.closest(ROW);
  if (row === null) return undefined;
  const next = rows[rows.indexOf(row) + by];
  if (next === undefined) return undefined;
  const stops = stopsOf(next);
  return stops[Math.min(stopsOf(row).indexOf(from), stops.length - 1)];
}

function upOrDown(root: Element, region: HTMLElement, from: HTMLElement, by: -1 | 1):
  HTMLElement | null {
  const beside = inGrid(region, from, by);
  if (beside !== undefined) return beside;
  const name = region.dataset["region"] ?? "";
  const isInside = COLUMN.includes(name);
  let at = isInside ? COLUMN.indexOf(name) : by === 1 ? RACK - 1 : RACK;
  // from the rack one comes back to the melds, however many things stand between
  if (by === -1 && at === RACK && stopOf(root, "board") !== null) return stopOf(root, "board");
  for (at += by; at >= 0 && at < COLUMN.length; at += by) {
    const stop = stopOf(root, COLUMN[at] ?? "");
    if (stop !== null) return stop;
  }
  return null;
}

const WALKS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"];

/** Where an arrow key leads from there; null where the key is none, or nothing lies that way. */
export function wayOf(root: HTMLElement, event: KeyboardEvent): HTMLElement | null {
  const from = event.target;
  if (!WALKS.includes(event.key) || !(from instanceof HTMLElement)) return null;
  const region = from.closest<HTMLElement>("[data-region]");
  if (!from.matches(STOP) || region === null || event.altKey || event.metaKey) return null;
  event.preventDefault();
  if (event.key === "ArrowUp") return upOrDown(root, region, from, -1);
  if (event.key === "ArrowDown") return upOrDown(root, region, from, 1);
  return across(region, from, event) ?? null;
}

/** The first piece of the next meld, or of the one before; from elsewhere, where one was. */
export function walkMelds(root: HTMLElement, by: -1 | 1): HTMLElement | null {
  const rows = [...root.querySelectorAll(`[data-region="board"] ${ROW}`)];
  const row = document.activeElement?.closest(ROW) ?? null;
  if (row === null) return stopOf(root, "board");
  return stopsOf(rows[(rows.indexOf(row) + by + rows.length) % rows.length] ?? row)[0] ?? null;
}

/** Moves the focus if the key is an arrow, and says where it went. */
export function followArrow(root: HTMLElement, event: KeyboardEvent): HTMLElement | null {
  const to = wayOf(root, event);
  moveFocus(to);
  return to;
}
