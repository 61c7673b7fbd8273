// hints.mjs - plays at the terminal table by keys, as somebody would who follows every hint.
export const OVER = /The (match|round) is over/;
const TURNS_MAX = 300;

// What of the screen changes with every move: stock, racks, table.
const position = (screen) => screen.split("\n").slice(1, 15).join("\n");

// Presses a key and waits until the position is another one.
async function act(table, key) {
  const before = position(table.screen());
  table.keys(key);
  return table.until((text) => position(text) !== before || OVER.test(text), `more after ${key}`);
}

// Follows the hint to the end; false if nothing can be laid.
async function layByHint(table) {
  const found = await table.press("h", /You can (lay|go out)|There’s nothing to lay/);
  if (/There’s nothing to lay/.test(found)) {
    await table.press("Escape", (text) => !/There’s nothing to lay/.test(text));
    return false;
  }
  await table.press("h", "These:");
  await table.press("h", "Press p to play");
  return true;
}

export const turns = {
  async exclusiv(table) {
    return act(table, (await layByHint(table)) ? "p" : "d");
  },
  async photo(table) {
    const screen = await table.press("d", /Lay photos|is over/);
    if (OVER.test(screen)) return screen;
    return act(table, (await layByHint(table)) ? "p" : "e");
  },
  async princess(table) {
    await table.press("d", /Lay cards, or discard/);
    if (await layByHint(table)) await table.press("p", /Now pick a card/);
    await table.press(["Tab", "Tab"], /Discard/);
    return act(table, "x");
  },
};

// Plays until the round is over, and returns the screen with its scores.
export async function followHints(table, game) {
  let screen = await table.until(/Your turn/);
  for (let count = 0; !OVER.test(screen) && count < TURNS_MAX; count += 1) {
    screen = await table.until((text) => /Your turn/.test(text) || OVER.test(text), "my turn");
    if (!OVER.test(screen)) screen = await turns[game](table);
  }
  return table.until("Total");
}
