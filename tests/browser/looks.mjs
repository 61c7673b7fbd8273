// looks.mjs - what can be measured of how a screen looks: texts that do not fit their place,
// targets too small for a finger or covered, a page that scrolls sideways, and what axe-core
// finds. Functions of one argument `tools` run in the page.
import { readFileSync } from "node:fs";

const axeSource = readFileSync(new URL("../../web/node_modules/axe-core/axe.min.js",
  import.meta.url), "utf8");

// What the others need: an open dialog is all that counts while it is open.
function makeTools() {
  const root = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  const aside = "[class*=visually-hidden], [inert], noscript";
  return {
    root,
    isHidden: (element) => element.closest(aside) !== null ||
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
    say: (element) => (element.getAttribute("aria-label") ??
      element.textContent.trim().replace(/\s+/g, " ")).slice(0, 40),
    // What lies outside of a box that scrolls is not covered: it comes when one scrolls.
    isScrolledAway(element) {
      const box = element.getBoundingClientRect();
      const middle = box.y + box.height / 2;
      const across = box.x + box.width / 2;
      for (let place = element.parentElement; place !== null; place = place.parentElement) {
        const style = getComputedStyle(place);
        const { top, bottom, left, right } = place.getBoundingClientRect();
        if (style.overflowY !== "visible" && (middle < top || middle > bottom)) return true;
        if (style.overflowX !== "visible" && (across < left || across > right)) return true;
        if (style.position === "sticky") return false;
      }
      return document.scrollingElement.scrollHeight > innerHeight + 1;
    },
  };
}

// Each line of a text must lie inside whatever cuts it, inside its button, and on the screen.
function measureTexts({ root, isHidden, say }) {
  const faults = [];
  function isCutBy(place, style, rect) {
    const cutsX = style.overflowX !== "visible" || place.matches("button, a, label, summary");
    const cutsY = ["hidden", "clip"].includes(style.overflowY) || place.matches("button");
    const box = place.getBoundingClientRect();
    return (cutsX && (rect.right > box.right + 1 || rect.left < box.left - 1)) ||
      (cutsY && (rect.bottom > box.bottom + 2 || rect.top < box.top - 2));
  }
  function checkText(node) {
    const holder = node.parentElement;
    if (isHidden(holder) || holder.closest("svg, option, select")) return;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(({ width }) => width > 1);
    if (rects.some(({ right }) => right > innerWidth + 1))
      faults.push(`text leaves the screen: ${say(holder)}`);
    for (let place = holder; place !== null; place = place.parentElement) {
      const style = getComputedStyle(place);
      if (style.textOverflow === "ellipsis") return;
      if (style.display === "inline" || style.display === "contents") continue;
      if (rects.some((rect) => isCutBy(place, style, rect)))
        return void faults.push(`text is cut: ${say(holder)}`);
      if (style.overflowY === "auto" || style.overflowY === "scroll") return;
    }
  }
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode())
    if (walker.currentNode.data.trim() !== "") checkText(walker.currentNode);
  const pen = document.createElement("canvas").getContext("2d");
  for (const select of root.querySelectorAll("select")) {
    const style = getComputedStyle(select);
    const text = select.selectedOptions[0]?.text ?? "";
    pen.font = style.font;
    const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
    if (!isHidden(select) && pen.measureText(text).width > select.clientWidth - padding + 1)
      faults.push(`choice is cut: ${text}`);
  }
  return faults;
}

// What a finger can press is large enough, and nothing lies over it.
function measureTargets({ root, isHidden, isScrolledAway, say }) {
  const faults = [];
  for (const element of root.querySelectorAll("button, a[href], input, select, summary")) {
    if (isHidden(element) || element.ariaHidden === "true") continue;
    const isKey = element.matches("[type=radio], [type=checkbox], [type=file]");
    const seen = isKey ? element.closest("label") ?? element : element;
    const { x, y, width, height } = seen.getBoundingClientRect();
    if (width === 0 || height === 0) continue;
    // the table as a whole may be looked at in small: one comes nearer to take a card
    const isLooked = element.closest("[data-view=whole] [data-small]") !== null;
    const least = isLooked ? [26, 33] : [44, element.matches("[aria-selected]") ? 56 : 44];
    if (width < least[0] - 0.5 || height < least[1] - 0.5)
      faults.push(`too small: ${say(element)} ${Math.round(width)}x${Math.round(height)}`);
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    const isHit = hit === null || seen.contains(hit) || hit.contains(seen);
    if (!isHit && !isScrolledAway(element) && !element.disabled)
      faults.push(`covered: ${say(element)} by ${hit.className}`);
  }
  return faults;
}

function measureScrolling({ root, isHidden }) {
  const wide = [...root.querySelectorAll("*")].filter((box) =>
    box.scrollWidth > box.clientWidth + 1 && box.clientWidth > 0 && !isHidden(box) &&
    // near, the table is seen in part
    !box.matches("[data-view=near]") &&
    ["auto", "scroll"].includes(getComputedStyle(box).overflowX));
  if (document.scrollingElement.scrollWidth > innerWidth + 1) wide.push(document.documentElement);
  return wide.map((box) =>
    `scrolls sideways: ${box.className} ${box.scrollWidth} of ${box.clientWidth}`);
}

// `isCovering`: something is open that may cover what lies below it.
export async function faultsOf(page, isCovering = false) {
  const tools = await page.evaluateHandle(makeTools);
  const faults = [];
  for (const measure of [measureTexts, measureTargets, measureScrolling])
    faults.push(...await page.evaluate(measure, tools));
  await tools.dispose();
  return [...new Set(faults)].filter((fault) => !isCovering || !fault.startsWith("covered"));
}

// What axe-core finds, with its options.
export async function axeFaults(page, options = {}) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource);
  return page.evaluate(async (wishes) => {
    // nothing else is written down: of what is fine, each place took most of the time
    const { violations } = await globalThis.axe.run(document,
      { resultTypes: ["violations"], ...wishes });
    return violations.map(({ id, nodes }) =>
      `${id}: ${nodes.slice(0, 3).map(({ html, any }) =>
        `${html.slice(0, 100)} ${any[0]?.message ?? ""}`).join(" | ")}`);
  }, options);
}
