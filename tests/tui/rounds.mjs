// rounds.mjs - whole rounds at the terminal table, played by keys as a person would who follows
// every hint, and a few moves by the mouse.
// usage: node rounds.mjs RUMMERY
import { check } from "../sentences/check.mjs";
import { finishAll } from "./harness.mjs";
import { OVER, followHints } from "./hints.mjs";
import { Terminal } from "./terminal.mjs";

const quick = ["--new", "--speed", "instant", "--first", "0", "--turn-seconds", "0"];
const play = (game, seed, ...more) =>
  new Terminal(["play", game, "--players", "3", "--seed", seed, ...quick, ...more]);

async function playRound(game, seed) {
  const table = play(game, seed);
  const screen = await followHints(table, game);
  check(OVER.test(screen), `a whole round of ${game} is played by keys`, screen);
  check(/Total +-?\d+ +-?\d+ +-?\d+/.test(screen), `${game}: the sheet has everybody's total`);
  await testAfterwards(table, game);
  table.close();
}

const hasNoBox = (screen) => !/╭/.test(screen);

// After the match: the table may be looked at, replayed, and another match begun.
async function testAfterwards(table, game) {
  let screen = await table.press(["Down", "Enter"], /0 of \d+/);
  const moves = Number(/0 of (\d+)/.exec(screen)[1]);
  check(/The cards|Replay/.test(screen), `${game}: a finished match can be replayed`);
  screen = await table.press("Right", `1 of ${moves}`);
  check(/been dealt|drew|laid|took/.test(screen), `${game}: the replay says what was done`, screen);
  for (let at = 2; at <= moves && !/laid \S+ .*\((new|.*added): /.test(screen); at += 1)
    screen = await table.press("Right", `${at} of ${moves}`);
  check(/⁺/.test(screen.slice(0, screen.lastIndexOf("─ "))),
    `${game}: the replay marks what was laid, and says where`, screen);
  await table.press("End", `${moves} of ${moves}`);
  await table.press("Left", `${moves - 1} of ${moves}`);
  await table.press("e", /As [A-Z][a-z]+|Everything face up/);
  screen = await table.press("?", "All keys");
  check(/Home +To the start/.test(screen) && !/go from card to card/.test(screen),
    `${game}: ? explains the keys of the replay`, screen);
  await table.press("Escape", (text) => !/All keys/.test(text));
  await table.press("q", OVER);
  await table.press("Escape", hasNoBox);
  screen = await table.press("q", "record is saved");
  check(!/offered again/.test(screen), `${game}: leaving promises nothing that is not so`);
  await table.press("Escape", hasNoBox);
  await table.press("c", (text) => !hasNoBox(text));
  screen = await table.press("Enter", /Your turn|Draw/);
  check(!OVER.test(screen), `${game}: another match follows`);
}

const rounds = ["exclusiv", "photo", "princess"].map((game) =>
  Object.defineProperty(() => playRound(game, "11"), "name", { value: `round of ${game}` }));

// ---- By keys, in detail ----

// A card is picked by its name, also where its first letter is a key.
async function testTyping() {
  const table = play("exclusiv", "7", "--players", "2");
  const rack = /Your rack, 14 tiles/;
  await table.until(rack);
  await table.press(["r", "4"], /red four/);
  await table.press(["r", "5"], /red five/);
  await table.press(["b", "5"], /blue five/);
  check([...table.screen().matchAll(/▴/g)].length === 3, "cards are picked by typing them");
  await table.press("n", "Your rack, 11 tiles");
  await table.press("u", rack);
  await table.press("r", "Your rack, 11 tiles");
  check(true, "a letter that no number follows is the key it always was");
  await table.press("Home", /yellow four/);
  await table.press("End", /red eight/);
  check(true, "Home and End go to the ends of the line");
  table.close();
}

// Every view numbers the cards anew; the cursor stays with its card.
async function testCursor() {
  const table = play("photo", "5", "--players", "2", "--first", "1", "--speed", "slow");
  await table.until("Painter’s turn");
  await table.press(Array(4).fill("Right"), "Dublin, church");
  const card = (screen) => screen.split("\n").slice(-6)[0];
  const before = card(await table.settled());
  const screen = await table.until("Your turn");
  check(/Painter laid \d/.test(screen), "the computer player lays cards", screen);
  check(card(screen) === before, "the cursor stays with its card", `${before}\n${screen}`);
  table.close();
}

async function testAnswerPasses() {
  const table = play("exclusiv", "5", "--players", "2", "--first", "1", "--speed", "slow");
  await table.until("Postman’s turn");
  await table.press("d", "not your turn");
  await table.until("Your turn. Start");
  check(true, "an answer makes way for what there is to do now");
  table.close();
}

async function testArranging() {
  const table = play("exclusiv", "7", "--players", "2");
  await table.until("Your turn");
  await table.press("Space", /▴/);
  check(true, "space picks a card");
  let screen = await table.press("n", /✗/);
  check(/A meld has at least 3 tiles/.test(screen), "a meld that is too short says why");
  check(/0 of 40 points/.test(screen), "and brings no points");
  screen = await table.press("p", /at least 3/);
  check(/Your rack, 13 tiles/.test(screen), "playing it is refused and changes nothing");
  await table.press("u", "Your rack, 14 tiles");
  await table.press("r", "Your rack, 13 tiles");
  await table.press("a", "Your rack, 14 tiles");
  check(true, "undo, redo and starting again work by keys");
  await table.press("s", /tiles · sets/);
  await table.press("s", /tiles · by hand/);
  await table.press("s", /tiles · runs/);
  check(true, "the rack is sorted by runs, by sets and by hand");
  screen = await table.press("?", "All keys");
  check(/one step back/.test(screen), "? explains all keys");
  await table.press("End", (text) => /laid by you|diamond|yellow/.test(text));
  await table.press("Escape", (text) => !/All keys/.test(text));
  screen = await table.press("q", "The match is saved");
  await table.press("Enter", (text) => !/The match is saved/.test(text));
  check(true, "leaving asks first");
  table.close();
}

// What all the others have laid since the own last move is marked, not only the last of them.
async function testMarks() {
  const table = new Terminal(["play", "exclusiv", "--players", "4", "--bots", "5,5,5", "--seed",
    "11", ...quick]);
  await table.until("Your turn");
  for (let tiles = 15; tiles < 21; tiles += 1) {
    await table.press("d", `Your rack, ${tiles} tiles`);
    await table.until("Your turn");
  }
  const screen = await table.until(/Captain laid blue six\. \(■6 added: ■3 ■4 ■5 ■6\)/);
  check(true, "it is said where tiles went");
  const board = screen.slice(screen.indexOf("The table"), screen.indexOf("Your rack"));
  check([...board.matchAll(/⁺/g)].length === 6,
    "the tiles that three players laid since the last turn are marked", screen);
  const first = board.split("\n")[1];
  check(/^ ✓ +8 +8 +★ +✓ +8 +9 +10 +11 +12 +★/.test(first),
    "melds stay where they lay when others are rebuilt", board);
  await table.press("l", /◆6 ◆7 ◆8 ◆9 taken from[^]*new: ▲9 ■9 ◆9/);
  check(true, "and the log says what was rebuilt for them");
  table.close();
}

async function testFirstRound() {
  const table = play("exclusiv", "7", "--players", "2");
  await table.until("Your turn");
  await table.press("c", /Total +0 +0/);
  check(true, "the scores are shown in the first round too");
  table.close();
}

// Leaving a match that is over is asked for once.
async function testLeavingOver() {
  const table = play("princess", "11");
  await followHints(table, "princess");
  const screen = await table.press(["Up", "Enter"], "ended with 0");
  check(true, "who leaves by the sheet of a match that is over is not asked again");
  check(/You (win|-?\d+, )|wins!/.test(screen) && /Record: .*finished\/princess/.test(screen),
    "and finds the result and the record's path in the terminal", screen);
  table.close();
}

// The deal has a play of six tiles, and the player draws.
async function testPossible() {
  const table = new Terminal(["play", "exclusiv", "--players", "3", "--seed", "7", ...quick,
    "--possible"]);
  await table.until("Your turn");
  await table.press("d", "Your rack, 15 tiles");
  // The table tells it too, perhaps before the log is open.
  await table.press("l", /What has happened so far[^]*You drew/);
  await table.until(/What has happened so far[^]*You could have laid 6\./);
  check(true, "after a turn it is told what was possible");
  table.close();
}

// Princess with seed 11 has a play in the first turn; after it only the discard is due.
async function testHintAfterLaying() {
  const table = play("princess", "11");
  await table.until("Your turn");
  await table.press("h", /Draw from the stock|Take from the discard pile/);
  check(true, "a hint says where to draw from");
  await table.press("d", /Lay cards, or discard/);
  await table.press("h", "You can lay");
  await table.press("h", "These:");
  await table.press("h", "Press p to play");
  await table.press("p", /Now pick a card/);
  const screen = await table.press("h", /‹[^]*There’s nothing to lay right now. Discard: .*\./);
  check(true, "after laying a hint says what to discard");
  const hinted = /Discard: (\w+ \w+ \d)/.exec(screen)[1];
  await table.press("x", /Draw a card/);
  await table.press("l", `You discarded ${hinted}`);
  check(true, "and the cursor is on it");
  table.close();
}

// ---- By mouse ----

// The rack's cards lie three columns wide with a gap of one or more.
async function testMouse() {
  // screen's own description of the mouse is an older one than what it sends
  const table = new Terminal(["play", "princess", "--players", "2", "--seed", "7", ...quick],
    { env: { TERM: "screen-256color" } });
  await table.until("Your turn");
  table.wheel(6, 10, true);
  await table.clickText("Stock:");
  await table.until(/Your hand, 11 cards/);
  check(true, "a click on the stock draws");
  const label = await table.find("Your hand");
  const first = { row: label.row + 1, column: 2 };
  table.click(first.row, first.column);
  await table.until("▴");
  check(true, "a click picks a card");
  await table.clickText("[ new meld ]");
  await table.until(/Your hand, 10 cards/);
  check(true, "a click on the new place lays it there");
  await table.clickText("u Undo");
  await table.until(/Your hand, 11 cards/);
  check(true, "a click on a key presses it");
  const place = await table.find("[ new meld ]");
  table.drag(first, place);
  await table.until(/Your hand, 10 cards/);
  check(true, "a card is dragged to the table");
  await table.clickText("a Start again");
  await table.until(/Your hand, 11 cards/);
  const pile = await table.find("Discard pile");
  table.drag(first, pile);
  const screen = await table.until(/Your hand, 10 cards/);
  check(/\((2|3|4)\)/.test(screen), "a card dragged to the pile is discarded");
  table.close();
}

await finishAll([...rounds, testArranging, testTyping, testCursor, testAnswerPasses, testPossible,
  testMarks, testFirstRound, testLeavingOver, testHintAfterLaying, testMouse]);
