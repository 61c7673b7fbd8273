// motion.mjs - only what moved moves: a whole round of each game against a computer player, on a
// phone or on a wide screen, as the seed says, while watcher.mjs looks at every tile in every
// frame; a screen that changes its height meanwhile; and where motion is not wanted, nothing moves
// at all. In the first tier some turns of each round.
// usage: node motion.mjs RUMMERY [GAME SIZE]
import { fileURLToPath } from "node:url";
import { check } from "../clients/harness.mjs";
import { fewOf, isWhole } from "../parts/tier.mjs";
import { Click, Finger } from "./hands.mjs";
import { checkQuiet, GAMES, NAMES, PHONE, runInBrowser, seed, serve, visit, waitFor,
} from "./stage.mjs";
import { openStaged } from "./staged.mjs";
import { newCount, playRound, playTurn, waitForTurn } from "./turns.mjs";

const WATCHER = fileURLToPath(new URL("watcher.mjs", import.meta.url));
const SIZES = { phone: PHONE, wide: { width: 1440, height: 900 } };
// each kind of flight has to be seen from its beginning at least so often
const FLIGHTS = { "laid by others": 3, drawn: 1, "rack to board": 1, "rack shifted": 1 };
const SHOWN = 12;
const CALM_TURNS = 6;
const FIRST_TURNS = 5;
// how much a browser's bar takes, how often it comes, and how much slower all flies then
const BAR_PX = 56;
const SWAYS = isWhole ? 6 : 2;
const SLOWER = 5;

let server;

async function begin() {
  server = await serve("motion");
}

async function beginRound(visitor, hand, game, speed) {
  const { page } = visitor;
  await page.goto(server.link);
  await hand.press(page.getByRole("button", { name: "Settings" }));
  await hand.press(page.getByRole("radio", { name: speed }));
  await hand.press(page.getByRole("dialog").getByRole("button", { name: "Close" }));
  await hand.press(page.getByRole("button", { name: NAMES[game] }));
  const panel = page.getByRole("region", { name: NAMES[game] });
  const radio = (group, name) => panel.getByRole("group", { name: group })
    .getByRole("radio", { name, exact: true });
  await hand.press(radio("Players at the table", "2"));
  await hand.press(radio("How well the computer plays", "Hard"));
  await hand.press(panel.getByRole("button", { name: "Play", exact: true }));
}

async function playSome(page, hand, game) {
  const count = newCount();
  for (let i = 0; i < CALM_TURNS; i += 1) {
    if ((await waitForTurn(page)).isOver) break;
    await playTurn(page, hand, game, count);
  }
}

async function playOn(page, hand, game, who) {
  const count = newCount();
  const isEnough = () => !isWhole && count.turns >= FIRST_TURNS;
  check(await playRound(page, hand, game, count, isEnough), `${who}: the round goes on to its end`);
}

async function watchRound(game, size, calm) {
  const who = `${game}, ${size}${calm ? ", without motion" : ""}`;
  const visitor = await visit({ size: SIZES[size], touch: size === "phone", calm });
  const { context, page } = visitor;
  await context.addInitScript({ path: WATCHER });
  const hand = size === "phone" ? new Finger(page) : new Click(page);
  await beginRound(visitor, hand, game, calm ? "Instant" : "Fast");
  if (calm) await playSome(page, hand, game);
  else await playOn(page, hand, game, who);
  const { frames, tiles, faults, flights, begun } = await page.evaluate(() =>
    globalThis.motionWatched);
  console.log(`${who}: ${frames} frames, ${tiles} boxes, ${faults.length} faults, flights ` +
    `${JSON.stringify(flights)}, seen from the beginning ${JSON.stringify(begun)}`);
  check(faults.length === 0, `${who}: only what moved moves, straight from where it was`,
    faults.slice(0, SHOWN).join("\n"));
  check(frames > 100, `${who}: enough is seen`, String(frames));
  checkQuiet(visitor, who);
  await context.close();
  return begun;
}

// Runs in the page before its own scripts: flights take so much longer that a slow machine sees
// them whole.
function slowDown(times) {
  const { animate } = Element.prototype;
  Element.prototype.animate = function animateSlowly(...how) {
    const animation = animate.apply(this, how);
    animation.playbackRate = 1 / times;
    return animation;
  };
}

const isFlying = (page) => page.evaluate(() => document.getAnimations().some(({ effect }) =>
  effect.target?.dataset.piece !== undefined && effect.getKeyframes().length === 2));

// How far the table can be scrolled, and is again where it was.
const roomBeyond = (page) => page.locator("[data-region=board]").evaluate((board) => {
  board.scrollTo(1000, 1000);
  const { scrollLeft, scrollTop } = board;
  board.scrollTo(0, 0);
  return scrollLeft + scrollTop;
});

// The bar of a phone's browser comes or goes while tiles fly from the rack to the table, which has
// all in view and so nowhere to be scrolled to.
async function testOtherHeight() {
  if (!isWanted("exclusiv", "resized")) return;
  const visitor = await visit({ size: PHONE, touch: true, calm: false });
  const { context, page } = visitor;
  await context.addInitScript({ path: WATCHER });
  await context.addInitScript(slowDown, SLOWER);
  await openStaged(page, server.link, "exclusiv", "middle");
  const { width, height } = PHONE;
  let beyond = 0;
  for (let i = 1; i <= SWAYS; i += 1) {
    await page.locator("[data-region=rack] [data-piece]").first().tap();
    await page.locator("[data-region=new] [data-drop]").tap();
    await waitFor(() => isFlying(page), "something flies");
    beyond = Math.max(beyond, await roomBeyond(page));
    await page.setViewportSize({ width, height: height - (i % 2) * BAR_PX });
    await waitFor(async () => !(await isFlying(page)), "all lies still");
  }
  const { faults, flights } = await page.evaluate(() => globalThis.motionWatched);
  console.log(`resized: flights ${JSON.stringify(flights)}`);
  check(faults.length === 0, "resized: what flies goes straight on", faults.slice(0, SHOWN)
    .join("\n"));
  check(beyond === 0, "resized: what flies in makes no room to scroll", String(beyond));
  check(flights["rack to board"] === SWAYS, "resized: all that was laid flew",
    JSON.stringify(flights));
  checkQuiet(visitor, "resized");
  await context.close();
}

const wanted = process.argv.slice(3).join(" ");
const isWanted = (game, size) => wanted === "" || wanted === `${game} ${size}`;

// The games at the same time: most of it is waiting.
async function testMotion() {
  const sizes = Object.keys(SIZES);
  const rounds = GAMES.flatMap((game, i) => sizes.map((size, j) => [game, size, (i + j) % 2]))
    .filter(([game, size, turn]) => isWanted(game, size) && (wanted !== "" || turn === seed % 2));
  const seen = await Promise.all(rounds.map(([game, size]) => watchRound(game, size, false)));
  for (const [kind, least] of rounds.length === 0 ? [] : Object.entries(FLIGHTS)) {
    const count = seen.reduce((sum, begun) => sum + (begun[kind] ?? 0), 0);
    check(count >= least, `flights are seen from their beginning: ${kind}`, String(count));
  }
}

async function testCalm() {
  const games = fewOf(GAMES).filter((game) => isWanted(game, "calm"));
  await Promise.all(games.map((game) => watchRound(game, "phone", true)));
}

await runInBrowser([begin, testMotion, testOtherHeight, testCalm]);
