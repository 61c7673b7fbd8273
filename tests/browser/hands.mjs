// hands.mjs - three ways to do the same: by finger, by dragging with the mouse, by keyboard. Each
// can press something and can move tiles from the rack to a meld or to the place for a new one.
import { check, PATIENCE_MS, sleep, until } from "../clients/harness.mjs";
import { waitFor } from "./stage.mjs";
import { meldGroup, meldTile, newPlace, plain, rackTile, readTable } from "./reader.mjs";

const STEPS_MAX = 200;

// Where in the rack these cards stand, each place once.
async function placesOf(page, names) {
  const { rack } = await readTable(page);
  const used = new Set();
  return names.map((name) => {
    const at = rack.findIndex((tile, i) => !used.has(i) && plain(tile.name) === name);
    if (at < 0) throw new Error(`${name} is not in the rack`);
    used.add(at);
    return at;
  });
}

// What is seen of a radio key is its label.
async function visibleOf(locator) {
  await locator.waitFor({ state: "attached" });
  const isKey = await locator.evaluate((target) => target.type === "radio");
  return isKey ? locator.locator("xpath=ancestor::label") : locator;
}

// Does something that makes a click, and waits until the page has had it: a browser makes the click
// of a tap some time after the finger has left.
async function untilClicked(page, act) {
  const clicked = await page.evaluateHandle((ms) => ({
    promise: new Promise((done) => {
      addEventListener("click", () => done(true), { once: true, capture: true });
      setTimeout(() => done(false), ms);
    }),
  }), PATIENCE_MS);
  await act();
  // a click that leads to another page takes the answer along
  const isClicked = await clicked.evaluate(({ promise }) => promise).catch(() => true);
  if (!isClicked) throw new Error("a tap was no click");
  await clicked.dispose().catch(() => {});
}

const targetOf = (page, meld) => (meld === null ? newPlace(page) : meldTile(page, meld));

export class Finger {
  name = "by taps";

  constructor(page) {
    this.page = page;
  }

  async press(locator) {
    const label = await visibleOf(locator);
    await untilClicked(this.page, () => label.tap());
  }

  // Puts these cards into that meld, or into a new one (null).
  async lay(names, meld) {
    for (const at of await placesOf(this.page, names)) await this.press(rackTile(this.page, at));
    await this.press(targetOf(this.page, meld));
  }
}

// Taps with the mouse.
export class Click extends Finger {
  name = "by clicks";

  async press(locator) {
    const label = await visibleOf(locator);
    await label.click();
  }
}

export class Mouse {
  name = "by drag";

  constructor(page) {
    this.page = page;
  }

  async press(locator) {
    const label = await visibleOf(locator);
    await label.click();
  }

  async #middle(locator) {
    const box = await locator.boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  async drag(from, to) {
    const { mouse } = this.page;
    await mouse.move(...(await this.#middle(from)));
    await mouse.down();
    const [x, y] = await this.#middle(to);
    await mouse.move(x + 12, y - 12, { steps: 3 });
    await mouse.move(x, y);
    await mouse.up();
  }

  // The wheel brings a meld into sight.
  async #show(meld) {
    const table = this.page.locator("[data-region=board]");
    const board = await table.boundingBox();
    const place = () => meldGroup(this.page, meld).boundingBox();
    for (let i = 0; i < 30; i += 1) {
      const box = await place();
      const isAbove = box.y < board.y;
      if (!isAbove && box.y + box.height <= board.y + board.height) return;
      const canScroll = await table.evaluate((box, isUp) => (isUp ? box.scrollTop >= 1
        : box.scrollTop + box.clientHeight <= box.scrollHeight - 1), isAbove);
      if (!canScroll) return;
      await this.page.mouse.move(board.x + board.width / 2, board.y + board.height / 2);
      await this.page.mouse.wheel(0, isAbove ? -60 : 60);
      await waitFor(async () => (await place()).y !== box.y, "a wheel that scrolls");
      await this.#untilStill(place);
    }
  }

  // Scrolling goes on for a while after the wheel.
  async #untilStill(place) {
    let last = NaN;
    await until(async () => {
      const before = last;
      last = (await place()).y;
      await sleep(40);
      return before === last;
    });
  }

  // One after the other: what was dropped on the place for a new meld is a meld from then on.
  async lay(names, meld) {
    let target = meld;
    for (const name of names) {
      const { rack } = await readTable(this.page);
      const [at] = await placesOf(this.page, [name]);
      if (target !== null) await this.#show(target);
      const to = target === null ? newPlace(this.page) : meldTile(this.page, target);
      await this.drag(rackTile(this.page, at), to);
      await waitFor(async () => (await readTable(this.page)).rack.length < rack.length, "a drop");
      if (target === null) target = (await readTable(this.page)).melds.length - 1;
    }
  }
}

export class Keys {
  name = "by keys";

  constructor(page) {
    this.page = page;
  }

  // Which way the target lies: null where the focus is there, 0 in another region.
  #way(locator) {
    return locator.evaluate((target) => {
      const focused = document.activeElement;
      if (focused === target) return null;
      const region = (element) => element?.closest("[role=toolbar], [role=listbox], [role=grid]," +
        " dialog, aside, [role=group]") ?? element;
      if (region(focused) !== region(target)) return 0;
      const { DOCUMENT_POSITION_FOLLOWING: isAfter } = Node;
      return focused.compareDocumentPosition(target) & isAfter ? 1 : -1;
    });
  }

  // Goes to a control by Tab alone, as on any page.
  async tabTo(locator, max = 60) {
    await locator.waitFor();
    for (let i = 0; i < max; i += 1) {
      if (await locator.evaluate((target) => target === document.activeElement)) return true;
      await this.page.keyboard.press("Tab");
    }
    return false;
  }

  // At the table: Tab goes from region to region, arrows go along what stands there.
  async goTo(locator) {
    await locator.waitFor();
    for (let i = 0; i < STEPS_MAX; i += 1) {
      const way = await this.#way(locator);
      if (way === null) return;
      await this.page.keyboard.press(way === 0 ? "Tab" : way > 0 ? "ArrowRight" : "ArrowLeft");
    }
    check(false, "arrow keys and Tab reach everything", await locator.evaluate((e) => e.outerHTML));
    throw new Error("the keyboard does not get there");
  }

  // Tab finds the chosen one of a row of radio keys, arrows choose another.
  async #chooseKey(locator) {
    const isThere = () => locator.evaluate((target) =>
      document.activeElement?.name === target.name);
    for (let i = 0; i < 60 && !(await isThere()); i += 1) await this.page.keyboard.press("Tab");
    for (let i = 0; i < 20 && !(await locator.isChecked()); i += 1)
      await this.page.keyboard.press("ArrowRight");
  }

  async press(locator) {
    await locator.waitFor();
    const kind = await locator.evaluate((target) => target.matches("[data-stop]") ? "table"
      : target.type === "radio" ? "radio" : "other");
    if (kind === "radio") return this.#chooseKey(locator);
    if (kind === "table") await this.goTo(locator);
    else if (!(await this.tabTo(locator))) throw new Error("Tab does not get there");
    await this.page.keyboard.press("Enter");
  }

  async lay(names, meld) {
    for (const at of await placesOf(this.page, names)) await this.press(rackTile(this.page, at));
    await this.press(targetOf(this.page, meld));
  }
}
