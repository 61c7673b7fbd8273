// seen.mjs - what is seen of a page, by role and name, through any driver that can run a function
// in it: as much of playwright's locators as the hands of tests/browser need, so that the same
// rounds are played in engines that playwright has no Debian build for.
import { until } from "../clients/harness.mjs";

// Runs in the page: all elements that the steps of a locator lead to.
function findAll(steps) {
  const ROLES = {
    alert: "[role=alert]",
    button: "button, [role=button]",
    complementary: "aside, [role=complementary]",
    dialog: "dialog[open], [role=dialog]",
    group: "fieldset, [role=group]",
    heading: "h1, h2, h3, [role=heading]",
    link: "a[href]",
    radio: "input[type=radio], [role=radio]",
    listbox: "[role=listbox]",
    option: "[role=option]",
    row: "tr, [role=row]",
    region: "section[aria-label], section[aria-labelledby], [role=region]",
    table: "table",
    toolbar: "[role=toolbar]",
  };
  const isThere = (element) => element.closest("[inert], [aria-hidden=true]") === null &&
    (element.getClientRects().length > 0 || getComputedStyle(element).display === "contents");
  const textOf = (element) => element.textContent.replace(/\s+/g, " ").trim();
  const nameOf = (element) => {
    const ids = element.getAttribute("aria-labelledby");
    if (ids !== null)
      return ids.split(" ").map((id) => textOf(document.getElementById(id))).join(" ");
    const label = element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ??
      element.querySelector(":scope > legend")?.textContent;
    return (label ?? textOf(element)).replace(/\s+/g, " ").trim();
  };
  const fits = (text, { source, flags, words, exact }) => {
    if (source !== undefined) return new RegExp(source, flags).test(text);
    if (words === undefined) return true;
    return exact ? text === words : text.toLowerCase().includes(words.toLowerCase());
  };
  const ways = {
    role: (element, { role, name }) => [...element.querySelectorAll(ROLES[role] ?? `! ${role}`)]
      .filter((one) => isThere(one) && fits(nameOf(one), name)),
    css: (element, { css }) => [...element.querySelectorAll(css)],
    up: (element, { css }) => [element.parentElement.closest(css)].filter((one) => one !== null),
    nth: (element, { at }, all, i) => (i === (at < 0 ? all.length + at : at) ? [element] : []),
    text: (element, { name }) => [...element.querySelectorAll("*")].filter((one) => isThere(one) &&
      one.children.length === 0 && fits(textOf(one), name)),
  };
  return steps.reduce((found, step) => [...new Set(found.flatMap((element, i) =>
    ways[step.way](element, step, found, i)))], [document]);
}

const wording = (name, exact) => (name instanceof RegExp
  ? { source: name.source, flags: name.flags } : { words: name, exact });

export class Seen {
  #driver;
  #steps;

  constructor(driver, steps = []) {
    this.#driver = driver;
    this.#steps = steps;
  }

  #next(step) {
    return new Seen(this.#driver, [...this.#steps, step]);
  }

  getByRole(role, { name, exact = false } = {}) {
    return this.#next({ way: "role", role, name: wording(name, exact) });
  }

  getByText(name, { exact = false } = {}) {
    return this.#next({ way: "text", name: wording(name, exact) });
  }

  locator(selector) {
    const up = /^xpath=ancestor::(\w+)$/.exec(selector);
    return this.#next(up === null ? { way: "css", css: selector } : { way: "up", css: up[1] });
  }

  nth(at) {
    return this.#next({ way: "nth", at });
  }

  first() {
    return this.nth(0);
  }

  count() {
    return this.#driver.evaluate(`(steps) => (${findAll})(steps).length`, this.#steps);
  }

  // Runs a function in the page with the element; waits until it is there.
  async evaluate(act, ...args) {
    await this.waitFor();
    return this.#driver.evaluate(
      `(steps, args) => (${act})((${findAll})(steps)[0], ...args)`, this.#steps, args);
  }

  async waitFor() {
    if (await until(async () => (await this.count()) > 0)) return;
    throw new Error(`in vain: ${JSON.stringify(this.#steps)}`);
  }

  boundingBox() {
    return this.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
    });
  }

  innerText() {
    return this.evaluate((element) => element.innerText);
  }

  getAttribute(name) {
    return this.evaluate((element, attribute) => element.getAttribute(attribute), name);
  }

  isChecked() {
    return this.evaluate((element) => element.checked);
  }

  // Brings it into sight, waits until it stands still, and gives its middle.
  async #middle() {
    await this.evaluate((element) => element.scrollIntoView({ block: "nearest" }));
    let last = "";
    let stillCount = 0;
    await until(async () => {
      const before = last;
      last = JSON.stringify(await this.boundingBox());
      stillCount = before === last ? stillCount + 1 : 0;
      return stillCount === 3;
    });
    const { x, y, width, height } = JSON.parse(last);
    return [x + width / 2, y + height / 2];
  }

  async tap() {
    await this.#driver.tap(...(await this.#middle()));
  }

  async click() {
    const { mouse } = this.#driver;
    await mouse.move(...(await this.#middle()));
    await mouse.down();
    await mouse.up();
  }
}

// The page of a driver, with eyes.
export function pageOf(driver) {
  const all = new Seen(driver);
  const look = ["getByRole", "getByText", "locator"];
  return Object.assign(Object.create(driver),
    Object.fromEntries(look.map((name) => [name, (...args) => all[name](...args)])));
}
