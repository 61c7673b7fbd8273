// review.mjs - reviews in the browser: a golden match whose findings are known, from a file and
// from this device; a long one that is stopped; from a finding to its position and back.
// usage: node review.mjs RUMMERY [TEST]
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { tmpdir } from "node:os";
import { check } from "../clients/harness.mjs";
import { axeFaults, faultsOf } from "./looks.mjs";
import { boardRegion, rackRegion } from "./reader.mjs";
import { checkQuiet, here, PHONE, runInBrowser, serve, visit, waitFor, WIDE } from "./stage.mjs";

const program = process.argv[2];
const golden = resolve(here, "../review/missed.record");
const SIZES = [{ width: 320, height: 568 }, { width: 844, height: 390 }, WIDE, PHONE];
let server;

async function begin() {
  server = await serve("review");
}

const region = (page, name) => page.getByRole("region", { name, exact: true });
const article = (page, name) =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name, exact: true }) });
const isDone = (page) => article(page, "Worst play").waitFor();
const choose = (page, path) => page.locator("input[type=file]").setInputFiles(path);

// What is known of the match, by the rules: docs/review.md.
async function checkGolden(page) {
  await isDone(page);
  const worst = await article(page, "Worst play").innerText();
  check(worst.includes("Turn 1") && worst.includes("0 of 14 laid") &&
    worst.includes("could have gone out"), "the worst play is the first turn", worst);
  const best = await article(page, "Best play").innerText();
  check(best.includes("Turn 4") && best.includes("15 of 15 laid") && best.includes("57 of 57"),
    "the best play is the last turn", best);
  const turning = await article(page, "Turning point 1").innerText();
  check(turning.includes("Turn 4") && turning.includes("to 100%"),
    "which is the turning point too", turning);
  check(await region(page, "Turn by turn").locator("summary").count() === 4, "four turns");
  const curve = await page.getByRole("img", { name: /chances of winning, turn by turn/ })
    .getAttribute("aria-label");
  check(/from 50% to 0%.*from 50% to 100%/.test(curve), "the curve says in words how it went",
    curve);
}

async function aGoldenMatchFromAFile() {
  const visitor = await visit({ size: PHONE, touch: true });
  const { page } = visitor;
  await page.goto(`${server.link}review`);
  await choose(page, golden);
  await checkGolden(page);
  const first = region(page, "Turn by turn").locator("details").first();
  await first.locator("summary").tap();
  await first.getByText("Better: lay this.").waitFor();
  check(await first.getByRole("listitem").count() === 14, "all 14 tiles are shown");
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const faults = await faultsOf(page);
    check(faults.length === 0, `a review looks right at ${size.width} x ${size.height}`,
      faults.join("\n"));
  }
  const faults = await axeFaults(page);
  check(faults.length === 0, "axe finds nothing in a review", faults.join("\n"));
  await article(page, "Worst play").getByRole("link", { name: "Try it yourself: turn 1" }).tap();
  await page.getByRole("region", { name: "The task" }).waitFor();
  await waitFor(async () => (await rackRegion(page).getByRole("option").count()) === 14,
    "the rack of the first turn");
  check(await boardRegion(page).getByRole("row").count() === 0, "nothing lies there yet");
  await page.getByRole("link", { name: "Back" }).tap();
  await isDone(page);
  await article(page, "Worst play").getByRole("link", { name: "Turn 1 on the analysis board" })
    .tap();
  await page.getByText("Everything is correct.").waitFor();
  await page.goBack();
  await isDone(page);
  check(await page.getByRole("progressbar").count() === 0, "the way back needs no second review");
  checkQuiet(visitor, "a review");
  await visitor.context.close();
}

// A match as this device keeps it: by keys alone.
async function aMatchOfThisDevice() {
  const visitor = await visit({ dark: true });
  const { page } = visitor;
  const lines = readFileSync(golden, "utf8").split("\n").filter((line) => /^[a-z]/.test(line));
  await page.goto(server.link);
  await page.evaluate((lines) => {
    const table = { name: "golden", game: "exclusiv", options: {}, seq: 9, match: 1, lines,
      seats: [{ kind: "person", name: "", colour: "r" }, { kind: "bot", level: 3, colour: "b" }],
      sheet: [[-1, 1]], isOver: true, records: [], draft: null, usedMs: 0, backSeat: null, at: 1 };
    localStorage.setItem("rummery.local", JSON.stringify(["golden"]));
    localStorage.setItem("rummery.local.golden", JSON.stringify(table));
  }, lines);
  await page.goto(`${server.link}review`);
  const own = region(page, "Matches on this device").getByRole("button");
  await own.focus();
  await page.keyboard.press("Enter");
  await checkGolden(page);
  check((await article(page, "Worst play").innerText()).includes("You"), "who one was is known");
  await page.goto(`${server.link}review?game=exclusiv`);
  await checkGolden(page);
  const summary = region(page, "Turn by turn").locator("summary").first();
  await summary.focus();
  await page.keyboard.press("Enter");
  await region(page, "Turn by turn").getByText("Better: lay this.").waitFor();
  const faults = [...await faultsOf(page), ...await axeFaults(page)];
  check(faults.length === 0, "a review looks right in the dark", faults.join("\n"));
  checkQuiet(visitor, "a review of a match of this device");
  await visitor.context.close();
}

async function aLongMatchIsStopped() {
  const visitor = await visit({ size: PHONE });
  const { page } = visitor;
  const record = join(tmpdir(), `rummery-review-${process.pid}.txt`);
  // so long that nobody is too late to stop it
  execFileSync(program, ["demo", "exclusiv", "--players", "4", "--seed", "7", "--rounds", "60",
    "--record", record]);
  await page.goto(`${server.link}review`);
  await choose(page, record);
  const bar = page.getByRole("progressbar");
  const turns = region(page, "Turn by turn").locator("summary");
  await waitFor(async () => (await turns.count()) > 2, "the first turns");
  check(await bar.evaluate(({ value, max }) => value > 0 && value < max), "it says how far it is");
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  const told = await page.getByText(/^Stopped after [\d,]+ turns\.$/).innerText();
  const count = Number(/[\d,]+/.exec(told)[0].replace(",", ""));
  check(await turns.count() === count && count > 2, "what was done until then is shown", told);
  check(await page.getByRole("article").count() === 0, "and nothing is found in half a match");
  await page.getByRole("button", { name: "Go over every turn" }).click();
  await bar.waitFor();
  await waitFor(async () => (await turns.count()) > 0, "it goes on from the beginning");
  await page.goto(`${server.link}review`);
  await choose(page, { name: "x.txt", mimeType: "text/plain", buffer: Buffer.from("hello") });
  await page.getByText("This isn’t the record of a match.").waitFor();
  checkQuiet(visitor, "a review that is stopped");
  await visitor.context.close();
}

const tests = [aGoldenMatchFromAFile, aMatchOfThisDevice, aLongMatchIsStopped];
const [wanted] = process.argv.slice(3);
await runInBrowser([begin, ...tests.filter(({ name }) => wanted === undefined || name === wanted)]);
