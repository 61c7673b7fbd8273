// focus.ts - keeps the focus in the page. Where the control that has it disappears, or is switched
// off, the focus goes to what stands in its place; with its whole group gone, to whatever had the
// focus before, so that a dialog gives it back to its opener; and else to the screen's own
// beginning. Nobody who uses keys or a screen reader is thrown back to the top of the page.

const GROUP =
  "[data-region], dialog, section, fieldset, form, nav, ul, [role=group], [role=toolbar]";
const CONTROL = "a[href], button, input, select, textarea, summary, [tabindex]";
/** What shows and hides a part of the page as it changes. */
const HIDING = ["hidden", "open"];
const VISITS_MAX = 16;

interface Visit {
  element: HTMLElement;
  group: Element | null;
  /** Its place among the controls of the group. */
  at: number;
}

let visits: Visit[] = [];

/** Where the browser can tell without it, the page is not laid out for this. */
function isShown(element: HTMLElement): boolean {
  return element.checkVisibility?.() ?? element.getClientRects().length > 0;
}

/** Whether it is there and can be used, seen or not. */
function isUsable(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(":disabled") &&
    element.closest("[inert]") === null;
}

function canHold(element: HTMLElement): boolean {
  return isUsable(element) && isShown(element);
}

/** Stops of a region count too, though Tab may reach only one of them. */
function controlsOf(group: Element): HTMLElement[] {
  return [...group.querySelectorAll<HTMLElement>(CONTROL)].filter(
    (one) => (one.tabIndex >= 0 || one.matches("[data-stop]")) && canHold(one),
  );
}

/** Where a screen begins: at a table the own rack, elsewhere the heading. */
export function beginning(): HTMLElement | null {
  const stop = document.querySelector<HTMLElement>("[data-region=rack] [data-stop][tabindex='0']");
  const place = stop ?? document.querySelector<HTMLElement>("main h1, h1") ??
    document.querySelector<HTMLElement>("main");
  if (place !== null && place.tabIndex < 0) place.tabIndex = -1;
  return place;
}

function refuge(): HTMLElement | null {
  const modal = [...document.querySelectorAll("dialog:modal")].at(-1);
  const scope = modal ?? document.body;
  for (const { element, group, at } of [...visits].reverse()) {
    if (scope.contains(element) && canHold(element)) return element;
    const left = group !== null && scope.contains(group) ? controlsOf(group) : [];
    const place = left[Math.min(at, left.length - 1)];
    if (place !== undefined) return place;
  }
  return modal === undefined ? beginning() : (controlsOf(modal)[0] ?? null);
}

export function moveFocus(to: HTMLElement | null): void {
  to?.focus({ preventScroll: true });
  if (to?.matches(":focus-visible")) to.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function note({ target }: FocusEvent): void {
  // the way past menus is on every screen: nobody comes back to it
  if (!(target instanceof HTMLElement) || target.matches("[data-skip]")) return;
  const group = target.closest(GROUP);
  const at = group === null ? 0 : Math.max(0, controlsOf(group).indexOf(target));
  // a screen that was left is not held on to
  const others = visits.filter((one) =>
    one.element !== target && (one.element.isConnected || one.group?.isConnected === true));
  visits = [...others, { element: target, group, at }].slice(-VISITS_MAX);
}

function look(changes: readonly MutationRecord[]): void {
  const last = visits.at(-1)?.element;
  const { activeElement } = document;
  const isNowhere = activeElement === null || activeElement === document.body;
  if (last === undefined || (!isNowhere && activeElement !== last)) return;
  // what is put elsewhere in the page loses the focus on the way; who clicks beside all does not
  const isMoved = isNowhere &&
    changes.some(({ addedNodes }) => [...addedNodes].some((node) => node.contains(last)));
  // to ask whether it is shown lays out the page: only where something may have been hidden
  const mayHide = changes.some(({ attributeName }) => HIDING.includes(attributeName ?? ""));
  if (isMoved || !isUsable(last) || (mayHide && !isShown(last))) moveFocus(refuge());
}

/** From now on, for as long as the page is there. */
export function keepFocus(): void {
  document.addEventListener("focusin", note);
  new MutationObserver(look).observe(document.body, {
    subtree: true, childList: true, attributes: true,
    attributeFilter: ["disabled", "inert", ...HIDING],
  });
}
