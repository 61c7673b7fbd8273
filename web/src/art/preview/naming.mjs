// naming.mjs - the naming test of the postcards. `sheets` makes pages of bare drawings, numbered in
// an order shuffled by the seed; the key, which says what they are, lies apart from them. `count`
// takes the judged answers, a line each as in `17 right the Tower Bridge`, and prints how many
// were named right, by category. Called by script/contact-sheet.
// usage: node naming.mjs sheets BROWSER FOLDER SEED | node naming.mjs count FOLDER SEED ANSWERS
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { inBrowser } from "./browser.mjs";

const DRAWINGS = new URL("../../../art/photo/", import.meta.url);
const NAMES = new URL("../../lang/photo/en.json", import.meta.url);
const CATEGORIES = {
  p: "palace", c: "church", s: "sight", e: "emblem", f: "food", l: "letter box",
};
const VERDICTS = ["right", "half", "wrong"];
const PAGE_CARDS = 12;
const STYLE = `body { margin: 16px; width: 960px; font: 600 20px sans-serif; background: #fff }
  main { display: grid; grid-template-columns: repeat(4, 220px); gap: 20px }
  figure { margin: 0; text-align: center } svg { display: block; width: 220px; height: 220px }`;

function shuffledCards(seed) {
  const rank = (card) => createHash("sha256").update(`${seed} ${card}`).digest("hex");
  return readdirSync(DRAWINGS)
    .filter((name) => name.endsWith(".svg"))
    .map((name) => name.slice(0, -".svg".length))
    .sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

function bare(card) {
  const text = readFileSync(new URL(`${card}.svg`, DRAWINGS), "utf8");
  return text.replace(/<title>.*?<\/title>/s, "").replace(/<!--.*?-->/gs, "");
}

async function makeSheets(browserPath, folder, seed) {
  const cards = shuffledCards(seed);
  const pages = `${folder}/${seed}`;
  rmSync(pages, { recursive: true, force: true });
  mkdirSync(pages, { recursive: true });
  writeFileSync(`${folder}/key-${seed}.json`, `${JSON.stringify(cards, null, 1)}\n`);
  await inBrowser(browserPath, async (browser) => {
    const page = await browser.newPage({ viewport: { width: 992, height: 800 } });
    for (let from = 0; from < cards.length; from += PAGE_CARDS) {
      const figures = cards.slice(from, from + PAGE_CARDS).map((card, at) =>
        `<figure>${bare(card)}<figcaption>${from + at + 1}</figcaption></figure>`);
      await page.setContent(`<style>${STYLE}</style><main>${figures.join("")}</main>`);
      const number = String(from / PAGE_CARDS + 1).padStart(2, "0");
      await page.screenshot({ path: `${pages}/page-${number}.png`, fullPage: true });
    }
  });
}

function readAnswers(path, count) {
  const answers = new Map();
  for (const line of readFileSync(path, "utf8").split("\n").filter((text) => text.trim() !== "")) {
    const [, number, verdict, text] = /^(\d+)\s+(\w+)\s*(.*)$/.exec(line) ?? [];
    const isKnown = VERDICTS.includes(verdict) && Number(number) >= 1 && Number(number) <= count;
    if (!isKnown || answers.has(Number(number))) throw new Error(`not an answer: ${line}`);
    answers.set(Number(number), { verdict, text });
  }
  return answers;
}

function countAnswers(folder, seed, path) {
  const cards = JSON.parse(readFileSync(`${folder}/key-${seed}.json`, "utf8"));
  const names = JSON.parse(readFileSync(NAMES, "utf8"));
  const answers = readAnswers(path, cards.length);
  const results = cards.map((card, at) => ({
    card, ...(answers.get(at + 1) ?? { verdict: "wrong", text: "no answer" }),
  }));
  const row = (title, some) => {
    const counts = VERDICTS.map((verdict) =>
      some.filter((result) => result.verdict === verdict).length);
    return `| ${title} | ${counts.join(" | ")} | ${some.length} |`;
  };
  console.log(`| | ${VERDICTS.join(" | ")} | of |\n|---|---|---|---|---|`);
  for (const [letter, title] of Object.entries(CATEGORIES))
    console.log(row(title, results.filter(({ card }) => card.endsWith(letter))));
  console.log(`${row("all", results)}\n`);
  for (const { card, verdict, text } of results.filter(({ verdict }) => verdict !== "right"))
    console.log(`- ${card}, ${names[card]}: ${verdict}, "${text}"`);
}

const [mode, ...rest] = process.argv.slice(2);
if (mode === "sheets") await makeSheets(...rest);
else if (mode === "count") countAnswers(...rest);
else throw new Error(`unknown: ${mode}`);
