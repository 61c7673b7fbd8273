// terminal.mjs - the fourth game at the terminal table, against levels 1 and 6: by keys on a real
// screen (tmux), and line by line.
// usage: node terminal.mjs RUMMERY
import { join } from "node:path";
import { check } from "../sentences/check.mjs";
import { Dialogue } from "../tui/dialogue.mjs";
import { finishAll } from "../tui/harness.mjs";
import { folder, program, Terminal } from "../tui/terminal.mjs";
import { layAll } from "./player.mjs";

const LEVELS = ["1", "6"];
const OVER = /The (match|round) is over/;
const TURNS_MAX = 60;
const options = (level) => ["--bots", level, "--seed", "7", "--first", "0", "--new", "--lang", "en",
  "--speed", "instant"];

// What of the screen changes with every move.
const position = (screen) => screen.split("\n").slice(1, 15).join("\n");

// Two tiles are no meld, and the screen says so; undo takes them back.
async function tryArranging(table, level) {
  const screen = await table.press(["Space", "Right", "Space", "n"], /✗/);
  check(/at least 3/.test(screen), `level ${level}: two tiles are no meld`, screen);
  await table.press("u", /Your rack, 8 tiles/);
  check(!/Hint/.test(table.screen()), `level ${level}: no hint is offered`, table.screen());
}

// Seven has no order by runs: its racks begin by sets, and there is one other.
async function tryOrders(table, level) {
  check(/Your rack.*sets/.test(table.screen()), `level ${level}: a rack begins by sets`,
    table.screen());
  await table.press("s", /Your rack.*by hand/);
  await table.press("s", /Your rack.*sets/);
  check(true, `level ${level}: it has two orders`);
}

async function playByKeys(level) {
  const table = new Terminal(["play", "seven", ...options(level)]);
  let screen = await table.until("Your turn. Draw a tile");
  check(/Your rack, 7 tiles/.test(screen), `level ${level}: seven tiles on the screen`, screen);
  await tryOrders(table, level);
  for (let turns = 0; !OVER.test(screen) && turns < TURNS_MAX; turns++) {
    await table.press("d", /Lay tiles, or pick one/);
    if (turns === 0) await tryArranging(table, level);
    const before = position(table.screen());
    await table.press(["Tab", "Tab"], /Discard/);
    table.keys("x");
    screen = await table.until((text) => OVER.test(text) ||
      (/Your turn\. Draw/.test(text) && position(text) !== before), "the next turn");
  }
  check(OVER.test(screen), `level ${level}: a round by keys comes to its end`, screen);
  table.close();
}

// What the dialogue says of rack and table, as the player takes it.
const rackOf = (said) => /^Your rack, [^:]*: (.*)$/m.exec(said)[1].replaceAll(" (new)", "")
  .split(" ");
const tableOf = (said) => [...said.matchAll(/^Meld \d+ of (.*?): (.*)$/gm)].map(([, who, cards]) =>
  ({ owner: who === "You" ? 0 : 1, cards: cards.split(" ") }));

const numberOf = (tile) => Number(tile.slice(1));
const isByNumbers = (rack) =>
  rack.every((tile, i) => i === 0 || numberOf(rack[i - 1]) <= numberOf(tile));

async function playByLines(level) {
  const dialogue = new Dialogue(program, ["play", "seven", ...options(level), "--plain"].slice(1),
    { home: join(folder, `lines-${level}`) });
  let said = await dialogue.prompt();
  let plays = 0;
  await dialogue.type("sort runs");
  said = await dialogue.type("rack");
  check(isByNumbers(rackOf(said)), `level ${level}: it has no order by runs`, said);
  const isOver = () => /went out|The round is over|match is over/.test(said);
  for (let turns = 0; !isOver() && turns < TURNS_MAX; turns++) {
    await dialogue.type("draw");
    const rack = rackOf(await dialogue.type("rack"));
    const melds = layAll(0, rack, tableOf(await dialogue.type("table")));
    if (melds !== null) {
      plays += 1;
      said = await dialogue.type(`play ${melds.map(({ owner, cards }) =>
        `${owner}[${cards.join(" ")}]`).join(" ")}`);
      check(/You laid/.test(said), `level ${level}: what the rules allow is laid`, said);
    }
    if (!isOver()) said = await dialogue.type(`discard ${rackOf(await dialogue.type("rack"))[0]}`);
  }
  check(isOver(), `level ${level}: a round line by line comes to its end`, said);
  check(plays > 0, `level ${level}: in which something is laid`);
  await dialogue.finish();
}

const named = (name, test) => Object.defineProperty(test, "name", { value: name });
await finishAll(LEVELS.flatMap((level) => [
  named(`level ${level} by keys`, () => playByKeys(level)),
  named(`level ${level} by lines`, () => playByLines(level))]));
