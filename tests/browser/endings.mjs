// endings.mjs - the end of a round and of a match in each game, won and lost: the scene and how
// long it moves, who has won and that it is announced, the title of princess, the best moment of a
// match, and all of that where motion is unwanted. The tables are staged: nobody plays.
// usage: node endings.mjs RUMMERY
import words from "../../web/src/lang/en.json" with { type: "json" };
import { check } from "../clients/harness.mjs";
import { isWhole } from "../parts/tier.mjs";
import { Listener } from "./listener.mjs";
import { checkQuiet, GAMES, PHONE, runInBrowser, serve, visit, waitFor } from "./stage.mjs";
import { openEnded } from "./staged.mjs";

const SAID = words.app.scores;
const LAID = { exclusiv: 14, photo: 9, princess: 10 };
const TITLED = "princess";
const SECOND_MS = 1000;

let server;

async function begin() {
  server = await serve("endings");
}

// What is seen of the end. How long its pictures move is read from their style, not waited for.
const lookAt = (page) => page.evaluate(() => {
  const scene = document.querySelector("dialog[open] .scene");
  const seconds = (text) => text.split(",").map((one) => parseFloat(one));
  const lastsOf = (element) => {
    const style = getComputedStyle(element);
    if (style.animationName === "none") return 0;
    const times = style.animationIterationCount.split(",").map(Number);
    return Math.max(...seconds(style.animationDuration).map((one, i) =>
      one * times[i] + seconds(style.animationDelay)[i]));
  };
  const drawn = [...scene.querySelectorAll("svg *")];
  const { top, bottom, height } = scene.getBoundingClientRect();
  const told = document.querySelector("dialog[open] .told");
  return {
    picture: scene.querySelector("svg").innerHTML.replace(/ (class|style)="[^"]*"|<!--.*?-->/g, ""),
    isSeen: height > 90 && top >= 0 && bottom <= innerHeight,
    isDrawn: drawn.every((one) => getComputedStyle(one).opacity !== "0"),
    movesMs: Math.round(Math.max(...drawn.map(lastsOf)) * 1000),
    faces: told.querySelectorAll("svg").length,
    texts: [...told.querySelectorAll("p")].map((text) => text.textContent.trim()),
    next: document.activeElement?.textContent.trim(),
  };
});

const isTold = (page, text) => page.locator("dialog[open]").getByText(text, { exact: true });

// An end as it is opened, looked at and listened to.
async function seeEnd(visitor, game, rounds, winner) {
  const ears = visitor.ears ??= await Listener.sit(visitor.page, "the end");
  const { page } = visitor;
  await openEnded(page, server.link, game, { rounds, ended: [{ winner }] });
  await page.locator("dialog[open] .scene svg").waitFor();
  const dialog = await ears.one("dialog", /^/);
  return { ...await lookAt(page), name: dialog.name, says: dialog.description };
}

// The round first: the match is more.
function checkWon(game, round, match) {
  const won = match.texts.includes(SAID.title_figure);
  check(round.says === SAID.wentOut_you && round.name === "Round 1",
    `${game}, a round that is won is announced`, `${round.name}: ${round.says}`);
  check(match.says === SAID.wins_you && match.name === SAID.over,
    `${game}, a match that is won is announced`, `${match.name}: ${match.says}`);
  check(round.texts[0] === round.says && match.texts[0] === match.says,
    `${game}, what is announced stands there`, `${round.texts}; ${match.texts}`);
  check(round.movesMs > SECOND_MS && match.movesMs > 1.4 * round.movesMs,
    `${game}, the joy of a match is longer than that of a round`,
    `${round.movesMs} ms, ${match.movesMs} ms`);
  check(won === (game === TITLED), `${game}, who wins has the title of princess`, match.texts);
  check(!round.texts.includes(SAID.title_figure), `${game}, but not for a round`, round.texts);
  check(round.faces + match.faces === 0, `${game}, nobody else is glad`);
  check(round.next === SAID.next && match.next === SAID.rematch,
    `${game}, the way on has the focus`, `${round.next}, ${match.next}`);
}

function checkLost(game, round, match) {
  check(/^.+ went out first$/.test(round.says), `${game}, who went out is announced`, round.says);
  check(/^.+ wins!$/.test(match.says), `${game}, who has won is announced`, match.says);
  check(match.texts.includes(SAID.kind), `${game}, a kind word for who has lost`, match.texts);
  check(!match.texts.includes(SAID.title_figure), `${game}, and no title`, match.texts);
  check(round.faces === 1 && match.faces === 1, `${game}, the winner's face is there`,
    `${round.faces}, ${match.faces}`);
  check(round.movesMs > SECOND_MS, `${game}, comfort moves`, `${round.movesMs} ms`);
}

async function checkBest(page, game, text) {
  const best = isTold(page, text);
  await best.waitFor().catch(() => {});
  check(await best.count() === 1, `${game}, the best moment is told`,
    await page.locator("dialog[open] p.best").allInnerTexts());
}

const pictures = [];

async function testEnds(game) {
  const visitor = await visit({ size: PHONE, calm: false });
  const { page } = visitor;
  const wonRound = await seeEnd(visitor, game, 2, 0);
  check(await page.locator("dialog[open] p.best").count() === 0, `${game}, a round is no match`);
  const wonMatch = await seeEnd(visitor, game, 1, 0);
  await checkBest(page, game, SAID.largest_you.replace("{number}", "1").replace("{n}", LAID[game]));
  checkWon(game, wonRound, wonMatch);
  const lostRound = await seeEnd(visitor, game, 2, 1);
  const lostMatch = await seeEnd(visitor, game, 1, 1);
  const winner = /^(.+) wins!$/.exec(lostMatch.says)?.[1] ?? "";
  await checkBest(page, game, SAID.largest.replace("{name}", winner).replace("{number}", "1")
    .replace("{n}", LAID[game]));
  checkLost(game, lostRound, lostMatch);
  for (const [what, { isSeen }] of Object.entries({ wonRound, wonMatch, lostRound, lostMatch }))
    check(isSeen, `${game}, ${what}: the scene is seen whole`);
  pictures.push(wonRound.picture, lostRound.picture);
  checkQuiet(visitor, game);
  await visitor.context.close();
  if (isWhole || game === TITLED) await testCalm(game, [wonMatch, lostMatch]);
}

// Nothing moves, all is drawn where it would come to rest, and all is told.
async function testCalm(game, moving) {
  const visitor = await visit({ size: PHONE, calm: true });
  for (const [winner, before] of moving.entries()) {
    const now = await seeEnd(visitor, game, 1, winner);
    const who = `${game}, ${winner === 0 ? "won" : "lost"}, without motion`;
    check(now.movesMs === 0, `${who}: nothing moves`, `${now.movesMs} ms`);
    check(now.picture === before.picture && now.isDrawn, `${who}: all is drawn`);
    check(now.texts.join() === before.texts.join() && now.says === before.says,
      `${who}: all is told`, `${now.texts}; ${before.texts}`);
    await waitFor(() => visitor.page.locator("dialog[open] p.best").count(), "the best moment");
  }
  checkQuiet(visitor, `${game}, without motion`);
  await visitor.context.close();
}

async function testScenes() {
  check(new Set(pictures).size === 2 * GAMES.length,
    "each game has a scene of its own for winning and for losing", String(pictures.length));
}

// Who had been last, and won.
async function testRescue() {
  const visitor = await visit({ size: PHONE });
  const { page } = visitor;
  const tellings = [
    /^Best moment: last after round 1 and \d+ points behind, you still won\.$/,
    /^Best moment: last after round 1 and \d+ points behind, (?!you).+ still won\.$/i];
  for (const [winner, telling] of tellings.entries()) {
    await openEnded(page, server.link, "exclusiv", { rounds: 2, ended: [
      { winner: 1 - winner, rack: "light" }, { winner, rack: "heavy", first: 1 }] });
    const best = page.locator("dialog[open] p.best");
    await best.waitFor();
    const text = await best.innerText();
    check(telling.test(text), "a rescue is the best moment", text);
  }
  checkQuiet(visitor, "a rescue");
  await visitor.context.close();
}

const ends = GAMES.map((game) => {
  const test = () => testEnds(game);
  Object.defineProperty(test, "name", { value: game });
  return test;
});
await runInBrowser([begin, ...ends, testScenes, testRescue]);
