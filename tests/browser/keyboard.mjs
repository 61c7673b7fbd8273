// keyboard.mjs - a round of each game by keyboard alone, by somebody who sees nothing: knows what
// is announced and the tree of a screen reader, and types names of cards. Prints how many keys a
// tile took. In the first tier some turns of each round.
// usage: node keyboard.mjs RUMMERY [GAME]
import { check, until } from "../clients/harness.mjs";
import words from "../../web/src/lang/en.json" with { type: "json" };
import { isWhole } from "../parts/tier.mjs";
import { Listener } from "./listener.mjs";
import { cardOf, findPlays } from "./player.mjs";
import { plain } from "./reader.mjs";
import { openStaged } from "./staged.mjs";
import { checkQuiet, GAMES, NAMES, runInBrowser, serve, visit, waitFor } from "./stage.mjs";

// So narrow that racks stand on several lines.
const NARROW = { width: 700, height: 900 };
// the fourth turn takes a hint
const TURNS_MAX = isWhole ? 120 : 4;
const TASK = /Your turn\.|Lay (cards, or|photos if)|Now pick a card/;
const OVER = /^(Round \d+|The match is over)$/;

let server;

async function begin() {
  server = await serve("keyboard");
}

const signOf = (section, name) =>
  Object.entries(words[section]).find(([, word]) => word === name)[0];

// The name of a card as it is typed, from the name that is spoken.
function signsOf(game, name) {
  const card = cardOf(game, name);
  if (card === null) return ["*"];
  const text = game === "photo" ? signOf("city", card.city) + signOf("category", card.kind)
    : signOf("colour", card.colour) + card.number;
  return [...text.toLowerCase()];
}

// ---- From the first page to the table ----

async function beginRound(ears, game) {
  const { page, who } = ears;
  await page.goto(server.link);
  await waitFor(() => ears.one("button", new RegExp(NAMES[game])), "the first page");
  await page.keyboard.press("Tab");
  check(/^Skip to/.test((await ears.focused())?.name), `${who}: the first Tab is a way past menus`);
  await ears.tabTo("button", /^Settings$/);
  await ears.press("Enter");
  await waitFor(() => ears.one("dialog", /^Settings$/), "the settings");
  await ears.tabTo("radio", /^Normal$/);
  await ears.press("ArrowRight", "ArrowRight");
  check((await ears.focused())?.name === "Instant", `${who}: the computer plays at once`);
  await ears.press("Escape");
  const isBack = async () => (await ears.focused())?.name === "Settings";
  check(await until(isBack), `${who}: a dialog gives the focus back`);
  await ears.tabTo("button", new RegExp(NAMES[game]));
  await ears.press("Enter");
  await ears.tabTo("button", /^Play$/);
  await ears.press("Enter");
  const begun = await ears.until(/^Round 1\. Your (rack|hand), \d+ (tiles|photos|cards)\./);
  // the turn may be announced in the same breath
  ears.heard.unshift({ text: begun });
  const isThere = async () => (await ears.focused())?.role === "option";
  check(await until(isThere), `${who}: at the table the focus is on the rack`,
    JSON.stringify(await ears.focused()));
}

// The help, and the way back from it.
async function readHelp(ears) {
  const before = (await ears.focused()).name;
  await ears.press("?");
  await waitFor(() => ears.one("dialog", /^Keys$/), "the help");
  const help = await ears.one("dialog", /^Keys$/);
  const hasKey = async (sign) => (await ears.each("StaticText", sign, help)).length > 0;
  check(await hasKey(/^Ctrl Enter$/) && await hasKey(/^0$/), `${ears.who}: ? lists the keys`);
  await ears.press("Escape");
  const isBack = async () => (await ears.focused())?.name === before;
  check(await until(isBack), `${ears.who}: and goes back to where one was`);
}

// The rack is one line, whatever it looks like.
async function walkRack(ears) {
  const { rack } = await ears.table();
  await ears.press("Home");
  const met = [(await ears.focused()).name];
  for (let i = 1; i < rack.length; i += 1) {
    await ears.press("ArrowRight");
    met.push((await ears.focused()).name);
  }
  check(met.join() === rack.map(({ name }) => name).join(),
    `${ears.who}: arrows walk along the whole rack`, met.join());
  await ears.press("Home", "End");
  check((await ears.focused()).name === rack.at(-1).name, `${ears.who}: Home and End are its ends`);
  const places = await ears.page.locator("[role=option]").evaluateAll((options) =>
    options.map(({ ariaPosInSet, ariaSetSize }) => `${ariaPosInSet} of ${ariaSetSize}`).join());
  const wanted = rack.map((_, i) => `${i + 1} of ${rack.length}`).join();
  check(places === wanted, `${ears.who}: each says which of how many it is`, places);
}

// ---- A turn ----

const numberOf = (sum, tiles) => (tiles === 0 ? "-" : (sum / tiles).toFixed(2));

// Picks these cards: what stands beside the last one with one key, else by name.
async function pick(ears, game, names) {
  const { rack } = await ears.table();
  const standing = rack.map(({ name }) => plain(name));
  const places = names.map((name) => standing.indexOf(name)).sort((a, b) => a - b);
  let last = null;
  for (const at of places) {
    if (last !== null && at === last + 1) await ears.press("Shift+ArrowRight");
    else await ears.press(...signsOf(game, standing[at]));
    last = at;
  }
  let picked = [];
  const isPicked = await until(async () => {
    picked = (await ears.table()).rack.filter(({ isSelected }) => isSelected);
    return picked.length === names.length;
  });
  check(isPicked, `${ears.who}: what is named is picked`,
    `${names} -> ${picked.map(({ name }) => name)}`);
}

async function lay(ears, game, { cards, meld }, table, count) {
  const before = ears.keys;
  await pick(ears, game, cards);
  const target = meld === null ? ["0"] : [...String(table.melds[meld].number)];
  const said = await ears.answered(() => ears.press(...target),
    new RegExp(`^Laid: ${cards.length}\\. .*(Meld|Run or group) \\d+`), `laying ${cards}`);
  check(/: Correct\./.test(said), `${ears.who}: and that it is correct`, said);
  const kind = count[meld === null ? "a new meld" : "adding to a meld"];
  const keys = ears.keys - before;
  const names = cards.flatMap((card) => signsOf(game, card)).length;
  check(keys <= names + target.length, `${ears.who}: laying takes the names and the number`,
    `${keys} keys for ${cards}`);
  kind.keys += keys;
  kind.tiles += cards.length;
}

// A single card is no meld: that is said when it is laid, and each time it is played.
async function tryMistake(ears, game) {
  const { rack } = await ears.table();
  const name = rack.map((tile) => plain(tile.name)).find((one) => one !== "joker");
  await pick(ears, game, [name]);
  const said = await ears.answered(() => ears.press("0"), /^Laid: 1\./, "laying one");
  check(/(Meld|Run or group) \d+.*: .*(at least|needs)/.test(said),
    `${ears.who}: a wrong meld says why`, said);
  for (const time of ["first", "second"]) {
    const refused = await ears.answered(() => ears.press("Control+Enter"),
      /(at least|needs)/, `the ${time} refusal`);
    check(/^(Meld|Run or group) \d+: /.test(refused), `${ears.who}: and which meld it is`, refused);
  }
  await ears.answered(() => ears.press("Control+z"), /^Taken back: 1\./, "undo");
  await ears.answered(() => ears.press("Control+y"), /^Laid: 1\./, "redo");
  await walkGrid(ears);
  await ears.answered(() => ears.press("Control+z"), /^Taken back: 1\./, "undo");
  await ears.answered(() => ears.press("o"), /^Sorted: /, "sorting");
  await ears.answered(() => ears.press("o"), /^Sorted: /, "sorting");
  await ears.answered(() => ears.press("o"), /^Sorted: /, "sorting");
}

// From the rack to the melds, and back to where one was.
async function walkGrid(ears) {
  await ears.press("Home", "ArrowRight");
  const left = (await ears.focused()).name;
  await ears.press("ArrowUp");
  const there = await ears.focused();
  check(there.role === "gridcell", `${ears.who}: up leads to the melds`, there.role);
  for (let i = 0; i < 30 && (await ears.focused()).role !== "option"; i += 1)
    await ears.press("ArrowDown");
  check((await ears.focused()).name === left, `${ears.who}: down leads back to where one was`,
    `${left} -> ${(await ears.focused()).name}`);
}

async function takeHint(ears) {
  const said = await ears.answered(() => ears.press("h"), /^(You can|There’s nothing)/, "a hint");
  if (/^There’s nothing/.test(said)) {
    await ears.press("Escape");
    return false;
  }
  await ears.answered(() => ears.press("h"), /^These: /, "its cards");
  await ears.answered(() => ears.press("h"), /^./, "its melds");
  await ears.answered(() => ears.press("h"), /^(Laid|Moved): \d+\./, "laying the hint");
  return true;
}

// Says whether anything was laid.
async function layWhatFits(ears, game, count) {
  const table = await ears.table();
  const plays = findPlays(game, table, count.hasOpened);
  for (const play of plays) await lay(ears, game, play, table, count);
  count.hasOpened ||= plays.some(({ meld }) => meld === null);
  if (plays.length > 0) return true;
  if (count.turns % 4 !== 3 || !(await takeHint(ears))) return false;
  count.hasOpened ||= game !== "princess";
  return true;
}

async function discard(ears, game, count) {
  const { rack } = await ears.table();
  if (rack.length === 0) return; // all was laid: the round is over
  const before = ears.keys;
  const names = rack.map((tile) => plain(tile.name));
  await pick(ears, game, [names.find((one) => one !== "joker") ?? "joker"]);
  await ears.answered(() => ears.press("-"), /^(You laid .*)?You discarded /, "discarding");
  count.discard.keys += ears.keys - before;
  count.discard.tiles += 1;
}

// The turn was announced: so it can be acted on at once.
async function playTurn(ears, game, count) {
  count.turns += 1;
  const drawNow = () => ears.answered(() => ears.press("+"),
    /^(The discard pile was shuffled.* )?You (drew|wanted to draw)/, "drawing");
  if (game !== "exclusiv") {
    const said = await drawNow();
    if (/You wanted to draw, but there was nothing left\./.test(said)) return; // the round is over
    check(/You drew: [^.]+\./.test(said), `${ears.who}: what is drawn is said`, said);
    const { rack } = await ears.table();
    check(rack.some(({ name }) => /, new$/.test(name)), `${ears.who}: and marked`,
      rack.map(({ name }) => name).join("; "));
    await ears.until(TASK).catch(() => {});
  }
  if (count.turns === 1) await tryMistake(ears, game);
  const hasLaid = await layWhatFits(ears, game, count);
  if (game === "princess") return discard(ears, game, count);
  const play = () => ears.answered(() => ears.press("Control+Enter"), /^You laid /, "a play");
  if (hasLaid) await play();
  else if (game === "exclusiv") await drawNow();
  else await ears.answered(() => ears.press("-"), /^You laid nothing/, "laying nothing");
}

// ---- A round ----

// Waits for the own turn, which is announced, or for the end; says whether it is the turn.
async function nextTurn(ears) {
  let isTurn = false;
  await waitFor(async () => {
    const at = (await ears.hear()).findIndex(({ text }) => /Your turn\./.test(text));
    isTurn = at >= 0;
    if (isTurn) ears.heard.splice(0, at + 1);
    return isTurn || (await ears.one("dialog", OVER)) !== null;
  }, `${ears.who}: a turn, after ${JSON.stringify(ears.all.slice(-3))}`);
  return isTurn;
}

const cardsOf = ({ tiles }) => tiles.map(({ name }) => plain(name)).join();

// A meld that is the same has the number it had.
function checkNumbers(ears, before, after) {
  for (const meld of before) {
    const twins = (melds) => melds.filter((one) => cardsOf(one) === cardsOf(meld));
    if (twins(before).length !== 1 || twins(after).length !== 1) continue;
    const [now] = twins(after);
    if (now.number !== meld.number)
      check(false, `${ears.who}: melds keep their numbers`, `${meld.name} -> ${now.name}`);
  }
}

function checkHeard(ears) {
  const texts = ears.all.map(({ text }) => text);
  const laid = texts.filter((text) => /^(?!You ).+ laid \d+\./.test(text));
  const isPlaced = (text) =>
    /New (meld|run or group) \d|(Meld|Run or group) \d+, added: |Meld \d+ rebuilt: /.test(text);
  check(laid.every(isPlaced), `${ears.who}: what others lay is announced with its place`,
    laid.find((text) => !isPlaced(text)));
  const early = texts.filter((text) => /not your turn|is still on its way/.test(text));
  check(early.length === 0, `${ears.who}: a turn that is announced can be acted on`, early[0]);
  const others = texts.filter((text) => /^(?!You ).+ (drew|laid|took|discarded)\b/.test(text));
  check(others.length > 0, `${ears.who}: others are heard`);
}

async function playRound(game) {
  const visitor = await visit({ size: NARROW });
  const ears = await Listener.sit(visitor.page, game);
  const none = () => ({ keys: 0, tiles: 0 });
  const count = { turns: 0, hasOpened: false, discard: none(),
    "a new meld": none(), "adding to a meld": none() };
  await beginRound(ears, game);
  let melds = [];
  while (count.turns < TURNS_MAX && await nextTurn(ears)) {
    const table = await ears.table();
    checkNumbers(ears, melds, table.melds);
    if (count.turns === 0) {
      await readHelp(ears);
      await walkRack(ears);
    }
    await playTurn(ears, game, count);
    ({ melds } = await ears.table());
  }
  const dialog = await ears.one("dialog", OVER);
  const isOver = isWhole || dialog !== null;
  if (isOver) check(/(went out|Nobody|wins?|A draw)/.test(dialog?.description),
    `${game}: the end says who went out`, `${dialog?.name}: ${dialog?.description}`);
  check(ears.lost === undefined, `${game}: the focus is never lost`, ears.lost);
  checkHeard(ears);
  const perTile = ["a new meld", "adding to a meld", "discard"].map((what) =>
    `${what} ${numberOf(count[what].keys, count[what].tiles)}`);
  console.log(`${game}: ${count.turns} turns, keys a tile: ${perTile.join(", ")}`);
  checkQuiet(visitor, game);
  await visitor.context.close();
}

// ---- Behind a dialog ----

// The help is opened while others play, and closed when the own turn has come: only then can be
// heard what happened.
async function testDialogHolds() {
  const visitor = await visit({ size: NARROW });
  const ears = await Listener.sit(visitor.page, "a dialog");
  const { page } = visitor;
  const isTurn = page.locator('[data-place="seat 0"][aria-current=true]');
  await openStaged(page, server.link, "exclusiv", "empty");
  await ears.until(/Your turn\./);
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await ears.hear();
  let isHeld = false;
  // on a slow day all have played before the help is there
  for (let i = 0; i < 6 && !isHeld; i += 1) {
    ears.heard = [];
    await page.keyboard.press("+");
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await isTurn.waitFor();
    isHeld = !(await ears.hear()).some(({ text }) => /Your turn\./.test(text));
    await page.keyboard.press("Escape");
    check(await until(async () => (await ears.hear()).some(({ text }) => /Your turn\./.test(text))),
      "what was said behind a dialog is said again when it closes");
  }
  check(isHeld, "a dialog was open when the turn came");
  check(ears.heard.filter(({ text }) => /Your turn\./.test(text)).length === 1, "and once");
  checkQuiet(visitor, "a dialog");
  await visitor.context.close();
}

const [wanted] = process.argv.slice(3);
const tests = GAMES.filter((game) => wanted === undefined || game === wanted).map((game) => {
  const test = () => playRound(game);
  Object.defineProperty(test, "name", { value: game });
  return test;
});
await runInBrowser([begin, testDialogHolds, ...tests]);
