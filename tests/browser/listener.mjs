// listener.mjs - the page as somebody has it who sees nothing: what is announced, and the tree that
// the browser gives to a screen reader. In English. Only to check, not to know, the page is asked
// where the focus is.
import { check, PATIENCE_MS, sleep, until } from "../clients/harness.mjs";
import { waitFor } from "./stage.mjs";

// What a meld is called, in each game.
const MELD = /^(?:Meld|Run or group) (\d+)/;

// Runs in the page before its own scripts: notes whatever comes into a live region. What is behind
// a modal dialog is heard by nobody.
function listen() {
  globalThis.heard = [];
  const LIVE = "[aria-live]:not([aria-live=off]), [role=alert], [role=status], [role=log]";
  const note = (node, target) => {
    const element = target instanceof Element ? target : target.parentElement;
    const region = element?.closest(LIVE) ?? null;
    const text = node.textContent?.trim() ?? "";
    const modal = document.querySelector("dialog:modal");
    if (region === null || text === "" || (modal !== null && !modal.contains(region))) return;
    const isUrgent = region.role === "alert" || region.ariaLive === "assertive";
    globalThis.heard.push({ text, isUrgent });
  };
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records)
      for (const node of type === "characterData" ? [target] : addedNodes) note(node, target);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

const valueOf = (node, name) =>
  node.properties?.find((property) => property.name === name)?.value.value;

export class Listener {
  // how many keys were pressed
  keys = 0;
  // what was heard and not yet taken
  heard = [];
  // everything that was ever heard
  all = [];

  static async sit(page, who) {
    const one = new Listener();
    one.page = page;
    one.who = who;
    one.devtools = await page.context().newCDPSession(page);
    await page.addInitScript(listen);
    return one;
  }

  // What was announced since the last time.
  async hear() {
    const news = await this.page.evaluate(() => globalThis.heard.splice(0));
    this.heard.push(...news);
    this.all.push(...news);
    return this.heard;
  }

  // Waits until something of that kind is announced, and takes all that was heard up to then.
  async until(pattern) {
    let found;
    await waitFor(async () => {
      found = (await this.hear()).find(({ text }) => pattern.test(text));
      return found !== undefined;
    }, `${this.who}: ${pattern} is announced, after ${this.all.slice(-4).map(({ text }) => text)}`);
    this.heard.splice(0, this.heard.indexOf(found) + 1);
    return found.text;
  }

  // The tree as a list of nodes with their depth-first children.
  async tree() {
    const { nodes } = await this.devtools.send("Accessibility.getFullAXTree");
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const open = (node) => {
      const children = (node.childIds ?? []).flatMap((id) => byId.get(id) ?? []).flatMap(open);
      if (node.ignored) return children;
      return [{
        role: node.role?.value ?? "", name: node.name?.value ?? "",
        description: node.description?.value ?? "",
        isFocused: valueOf(node, "focused") === true,
        isSelected: valueOf(node, "selected") === true, children,
      }];
    };
    return open(nodes.find(({ parentId }) => parentId === undefined))[0];
  }

  async each(role, name = /^/, root = undefined) {
    const found = [];
    const walk = (node) => {
      if (node.role === role && name.test(node.name)) found.push(node);
      node.children.forEach(walk);
    };
    walk(root ?? await this.tree());
    return found;
  }

  async one(role, name, root) {
    return (await this.each(role, name, root))[0] ?? null;
  }

  async focused() {
    let found = null;
    const walk = (node) => {
      if (node.isFocused && node.role !== "RootWebArea") found = node;
      node.children.forEach(walk);
    };
    walk(await this.tree());
    return found;
  }

  // Presses keys one after the other; the focus must be somewhere after each.
  async press(...keys) {
    for (const key of keys) {
      await this.page.keyboard.press(key);
      this.keys += 1;
      const where = await this.page.evaluate(() => document.activeElement?.tagName ?? "nothing");
      if (where === "BODY" || where === "nothing")
        this.lost ??= `after ${key}, ${JSON.stringify(this.all.slice(-3))}`;
    }
  }

  // Goes on by Tab until that has the focus.
  async tabTo(role, name, key = "Tab") {
    for (let i = 0; i < 60; i += 1) {
      const node = await this.focused();
      if (node?.role === role && name.test(node.name)) return;
      await this.page.keyboard.press(key);
    }
    throw new Error(`${this.who}: Tab does not get to ${role} ${name}`);
  }

  // Does something and checks that it is announced exactly once.
  async answered(act, pattern, what) {
    await this.hear();
    this.heard = [];
    await act();
    const isHeard = await until(async () =>
      (await this.hear()).some(({ text }) => pattern.test(text)), PATIENCE_MS);
    // whoever says it twice does so within a moment
    await sleep(60);
    const times = (await this.hear()).filter(({ text }) => pattern.test(text));
    if (!isHeard || times.length !== 1)
      check(false, `${this.who}: ${what} is announced once`,
        `${times.length}: ${JSON.stringify(this.heard)}`);
    return times[0]?.text ?? "";
  }

  async table() {
    const tree = await this.tree();
    const rack = await this.one("listbox", /^Your (rack|hand), /, tree);
    const grid = await this.one("grid", /^The table$/, tree);
    const rows = grid === null ? [] : await this.each("row", MELD, grid);
    return {
      rack: rack === null ? [] : await this.each("option", /^/, rack),
      melds: await Promise.all(rows.map(async (row) => ({
        name: row.name, number: Number(MELD.exec(row.name)[1]),
        tiles: await this.each("gridcell", /^/, row) }))),
      dialog: (await this.each("dialog", /^/, tree))[0] ?? null,
    };
  }
}
