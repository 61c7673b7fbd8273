// reader.mjs - the table as somebody reads it who sees or hears the page: names of tiles, of
// melds and of buttons, whose turn it is, and what is said. In English.

// Runs in the page. Everything is found by role and name, as a screen reader finds it.
function readPage() {
  const nameOf = (element) => element?.getAttribute("aria-label") ?? "";
  const named = (selector, test) =>
    [...document.querySelectorAll(selector)].find((element) => test.test(nameOf(element)));
  const tilesOf = (element) => [...(element?.querySelectorAll("button[aria-selected]") ?? [])]
    .map((button) => ({ name: nameOf(button), isPicked: button.ariaSelected === "true" }));
  const board = named("section", /^The table$/);
  const melds = [...(board?.querySelectorAll('[role="row"]') ?? [])].map((row) => ({
    name: row.querySelector('[role="rowheader"]').textContent, tiles: tilesOf(row) }));
  const piles = [...(named('[role="group"]', /^Where you draw$/)
    ?.querySelectorAll("button") ?? [])]
    .map((button) => nameOf(button) || button.textContent.trim());
  const players = [...(named("ul", /^Players$/)?.querySelectorAll("li") ?? [])].map(nameOf);
  const dialog = document.querySelector("dialog[open], [role=dialog]");
  // what stands there to be read, and the last thing that was said
  const said = [named('[role="group"]', /^What to do$/)?.querySelector("p"),
    ...document.querySelectorAll('[aria-live="polite"] > p:last-child')]
    .map((element) => element?.textContent.trim() ?? "").filter((text) => text !== "");
  const alerts = [...document.querySelectorAll('[role="alert"]')]
    .map((element) => (element.querySelector("p:last-child") ?? element).textContent.trim())
    .filter((text) => text !== "");
  return {
    title: document.title,
    rack: tilesOf(named("section", /^Your (rack|hand), /)),
    melds,
    piles,
    players,
    dialog: dialog === null ? null
      : dialog.getAttribute("aria-label") ?? dialog.querySelector("h2")?.textContent ?? "",
    said: said.join(" | "),
    alert: alerts.join(" | "),
  };
}

export async function readTable(page) {
  const table = await page.evaluate(readPage);
  return {
    ...table,
    isMyTurn: /^(\(\d+\) )?Your turn · /.test(table.title),
    isOver: /^(Round \d+|The match is over)$/.test(table.dialog ?? ""),
    isCurtained: /, (it’s your turn|you’re next)$/.test(table.dialog ?? ""),
  };
}

// What lies and stands where, to compare before and after.
export const layout = ({ rack, melds, players }) =>
  JSON.stringify([rack.map(({ name }) => plain(name)), tableOf({ melds }), players]);
export const tableOf = ({ melds }) =>
  melds.map(({ tiles }) => tiles.map(({ name }) => plain(name)));
export const rackOf = ({ rack }) => rack.map(({ name }) => plain(name));

const REMARKS =
  /, (new|moved by others|laid by you this turn|part of the hint|freed by: [^,]*)/g;

// The name of a card without what is remarked about it just now.
export function plain(name) {
  return name.startsWith("joker") ? "joker" : name.replace(REMARKS, "");
}

export const rackRegion = (page) => page.getByRole("region", { name: /^Your (rack|hand), / });
export const boardRegion = (page) => page.getByRole("region", { name: "The table", exact: true });
export const playButton = (page) =>
  page.getByRole("toolbar").getByRole("button", { name: "Play", exact: true });
export const barButton = (page, name) => page.getByRole("toolbar").getByRole("button", { name });
export const pile = (page, name) =>
  page.getByRole("group", { name: "Where you draw" }).getByRole("button", { name });
/** Ends a turn in which nothing is laid. */
export const passButton = (page) => page.getByRole("button", { name: "Lay nothing", exact: true });
export const newPlace = (page) =>
  boardRegion(page).getByRole("button", { name: /^(Space for|Lay as) a new (meld|run or group)$/ });

// The tile at that place of the rack, or of a meld.
export const rackTile = (page, at) => rackRegion(page).locator("button[aria-selected]").nth(at);
export const meldGroup = (page, at) =>
  boardRegion(page).getByRole("row").nth(at);
export const meldTile = (page, at, place = 0) =>
  meldGroup(page, at).locator("button[aria-selected]").nth(place);
