// turns.mjs - turns and rounds at a table, for any of the three hands: own plays where there are
// any, else the page's hint, else a draw. Counts what was done, and in which way.
import { check, until } from "../clients/harness.mjs";
import { findPlays } from "./player.mjs";
import { barButton, layout, passButton, pile, playButton, plain, rackTile, readTable,
} from "./reader.mjs";
import { waitFor } from "./stage.mjs";

const HINT_STEPS = ["Which?", "How?", "Lay it like this"];
const TURNS_MAX = 150;
const TASK = /Your turn\. Draw|Lay (cards, or|photos if)|Now pick a card/;

export const newCount = () => ({ turns: 0, plays: 0, cards: 0, hints: 0, draws: 0,
  hasOpened: false });

const fullLayout = (table) => layout(table) + table.piles.join() + table.title;

// Does something and waits until the table shows it.
async function doAndSee(page, before, act, what) {
  await act();
  let table = before;
  await waitFor(async () => {
    table = await readTable(page);
    return fullLayout(table) !== fullLayout(before) || table.isOver;
  }, `${what} changes nothing: ${before.said} ${table.alert}`);
  return table;
}

async function draw(page, hand, table, count) {
  count.draws += 1;
  const [first] = table.piles.filter((name) => /^Draw .*; [1-9]\d* (cards? )?left$/.test(name));
  const name = first ?? table.piles.find((other) => /^Take /.test(other));
  await hand.press(name === undefined ? passButton(page) : pile(page, name));
}

// Lays these plays; the page must find each meld correct.
async function layAll(page, hand, plays, count) {
  for (const { cards, meld } of plays) {
    await hand.lay(cards, meld);
    count.cards += cards.length;
  }
  let wrong = [];
  const isCorrect = await until(async () => {
    const { melds } = await readTable(page);
    wrong = melds.filter(({ name }) => !name.endsWith(": Correct"));
    return wrong.length === 0;
  });
  check(isCorrect, `${hand.name}: what is laid is correct`,
    JSON.stringify([plays, wrong.map(({ name }) => name)]));
  count.plays += 1;
  count.hasOpened ||= plays.some(({ meld }) => meld === null);
}

// Takes the hint step by step; says whether there was one.
async function takeHint(page, hand, game, count) {
  await hand.press(barButton(page, "Hint"));
  const panel = page.getByRole("complementary", { name: "Hint" });
  await waitFor(async () => !/Let me see/.test(await panel.innerText()), "a hint");
  if (/^There’s nothing to lay/m.test(await panel.innerText())) {
    await hand.press(panel.getByRole("button", { name: "Close the hint" }));
    return false;
  }
  for (const name of HINT_STEPS) await hand.press(panel.getByRole("button", { name }));
  count.hints += 1;
  // in princess a hint may be for the melds of others
  count.hasOpened ||= game !== "princess";
  return true;
}

// Lays what there is and plays it; says whether there was anything.
async function layAndPlay(page, hand, game, count, wantsHint) {
  const before = await readTable(page);
  const plays = findPlays(game, before, count.hasOpened);
  if (plays.length > 0) await layAll(page, hand, plays, count);
  else if (!wantsHint || !(await takeHint(page, hand, game, count))) return false;
  const laid = await readTable(page);
  await doAndSee(page, laid, () => hand.press(playButton(page)), "Play");
  return true;
}

async function discard(page, hand) {
  const before = await readTable(page);
  if (!before.isMyTurn) return;
  await hand.press(rackTile(page, 0));
  await hand.press(pile(page, "Put the picked card on the discard pile"));
  await waitFor(async () => {
    const table = await readTable(page);
    return table.isOver || fullLayout(table) !== fullLayout(before);
  }, `discarding ${plain(before.rack[0].name)}`);
}

// One turn of whoever is on turn here.
export async function playTurn(page, hand, game, count) {
  const wantsHint = count.turns % 4 === 3;
  count.turns += 1;
  if (game === "exclusiv") {
    if (await layAndPlay(page, hand, game, count, wantsHint)) return;
    const table = await readTable(page);
    await doAndSee(page, table, () => draw(page, hand, table, count), "drawing");
    return;
  }
  let table;
  await waitFor(async () => TASK.test((table = await readTable(page)).said), "what there is to do");
  const mayDraw = /Your turn\. Draw/.test(table.said);
  if (mayDraw) await doAndSee(page, table, () => draw(page, hand, table, count), "drawing");
  const hasLaid = await layAndPlay(page, hand, game, count, wantsHint);
  if (game === "princess") await discard(page, hand);
  else if (!hasLaid) {
    const drawn = await readTable(page);
    await doAndSee(page, drawn, () => hand.press(passButton(page)), "passing");
  }
}

export async function waitForTurn(page) {
  let table;
  await waitFor(async () => {
    table = await readTable(page);
    return table.isMyTurn || table.isOver;
  }, "the own turn");
  return table;
}

// Plays until the score sheet is there, or until it is enough.
export async function playRound(page, hand, game, count, isEnough = () => false) {
  for (let i = 0; i < TURNS_MAX; i += 1) {
    if ((await waitForTurn(page)).isOver || isEnough()) return true;
    await playTurn(page, hand, game, count);
  }
  return false;
}
