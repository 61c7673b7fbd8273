// learn.mjs - a table of one position in the browser: by taps, again and again, and how it looks.
// usage: node learn.mjs RUMMERY [TEST]
import { check } from "../clients/harness.mjs";
import { axeFaults } from "./looks.mjs";
import { boardRegion, newPlace, playButton, rackRegion } from "./reader.mjs";
import { checkQuiet, PHONE, runInBrowser, serve, visit, waitFor } from "./stage.mjs";

const EIGHTS = "practice#exclusiv+players=2;opened+1;table+(b8+g8+y8+r8);rack+r7+r9+y2";
let server;

async function begin() {
  server = await serve("learn");
}

const task = (page) => page.getByRole("region", { name: "The task" });

async function aPositionIsTried() {
  const visitor = await visit({ size: PHONE, touch: true });
  const { page } = visitor;
  await page.goto(server.link + EIGHTS);
  await task(page).getByText("nothing counts here").waitFor();
  const tries = async () => {
    await boardRegion(page).locator("button[aria-selected]").nth(3).tap();
    await rackRegion(page).getByLabel("red seven").tap();
    await rackRegion(page).getByLabel("red nine").tap();
    await newPlace(page).tap();
    await playButton(page).tap();
    await task(page).getByText("That was your turn.").waitFor();
  };
  await tries();
  check(await boardRegion(page).getByRole("row").count() === 2, "what was played lies there");
  await task(page).getByRole("button", { name: "Try again" }).tap();
  await task(page).getByText("nothing counts here").waitFor();
  await waitFor(async () => (await boardRegion(page).getByRole("row").count()) === 1, "the start");
  await tries();
  check((await axeFaults(page)).length === 0, "axe finds nothing", await axeFaults(page));
  checkQuiet(visitor, "a position that is tried");
  await visitor.context.close();
}

async function noPosition() {
  const visitor = await visit({ size: PHONE });
  await visitor.page.goto(`${server.link}practice#exclusiv+players=9`);
  await visitor.page.getByText("Nobody can play from here").waitFor();
  checkQuiet(visitor, "an address that says nothing");
  await visitor.context.close();
}

const tests = [aPositionIsTried, noPosition];
const [wanted] = process.argv.slice(3);
await runInBrowser([begin, ...tests.filter(({ name }) => wanted === undefined || name === wanted)]);
