// words.mjs - the words that people read, in page, terminal, rules and lessons, keep to
// docs/words.md: its terms and not the words it forbids, its own quotes, apostrophes and
// spaces in each language, one way to address the reader, nothing in English, the same gaps
// everywhere. And what stands on buttons is measured in a browser, in the page's type, on a
// screen of 320 px.
import { existsSync, readFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { LANGUAGES } from "../browser/words.mjs";
import { launch } from "../clients/chromium.mjs";
import { check, finish } from "../sentences/check.mjs";

const GAMES = ["exclusiv", "photo", "princess"];
const FAMILY = { tile: "exclusiv", postcard: "photo", figure: "princess" };

function flatten(words, before = "", flat = new Map()) {
  for (const [key, value] of Object.entries(words))
    if (typeof value === "string") flat.set(before + key, value);
    else flatten(value, `${before}${key}.`, flat);
  return flat;
}

/** Whose text it is, by its key: nobody's in particular, or that of one game. */
function gameOf(key) {
  const word = /(?:^|[._])(tile|postcard|figure|exclusiv|photo|princess)(?=[._]|$)/.exec(key)?.[1];
  return FAMILY[word] ?? (GAMES.includes(word) ? word : undefined);
}

// All that a language says: file, key, text, and the game it is about.
function textsOf(language) {
  const files = [["web/src/lang/LL.json"], ["src/tui/lang/LL.json"],
    ["web/src/lang/photo/LL.json", "photo"],
    ...GAMES.flatMap((game) => ["rules", "lessons"]
      .map((kind) => [`web/src/lang/${kind}/LL/${game}.json`, game]))];
  return files.flatMap(([name, game]) => {
    const file = name.replace("LL", language);
    return [...flatten(JSON.parse(readFileSync(file, "utf8")))]
      .map(([key, text]) => ({ language, name, key, text, game: game ?? gameOf(key) }));
  });
}

const texts = new Map(LANGUAGES.map((language) => [language, textsOf(language)]));
const every = [...texts.values()].flat();
const told = ({ language, name, key, text }) => `${name.replace("LL", language)} ${key}: ${text}`;

function checkNone(bad, sentence) {
  check(bad.length === 0, sentence, bad.slice(0, 5).map((one) => `\n    ${told(one)}`).join(""));
}

// ---- docs/words.md ----

// The rows of the table below a heading, without its two first lines.
function tableOf(heading) {
  const [, section = ""] = readFileSync("docs/words.md", "utf8").split(`\n## ${heading}\n`);
  return section.split("\n## ")[0].split("\n").filter((line) => line.startsWith("| ")).slice(1)
    .filter((line) => !line.startsWith("|---"))
    .map((line) => line.slice(2, -2).split(/(?<!\\) \| /)
      .map((cell) => cell.replaceAll("\\|", "|")));
}

function testForbidden() {
  const rows = tableOf("Not these");
  check(rows.length > 10, "docs/words.md says which words are not ours");
  for (const [language, where, quoted, instead] of rows) {
    const pattern = new RegExp(quoted.replaceAll("`", ""), "iu");
    // a photo is called what it shows
    checkNone(texts.get(language).filter(({ name, text, game }) => !name.includes("/photo/") &&
      (where === "all" || where === game) && pattern.test(text)),
    `${language}, ${where}: no ${quoted}, but ${instead}`);
  }
}

// Each term of a game is a word that its own texts really use.
function testTerms() {
  const headings = { exclusiv: "Rummy exclusiv", photo: "Photo Rummy", princess: "Princess Rummy" };
  for (const [game, heading] of Object.entries(headings)) {
    const rows = tableOf(heading);
    check(rows.length >= 6, `docs/words.md has the terms of ${game}`);
    for (const [meaning, ...terms] of rows)
      LANGUAGES.forEach((language, i) => {
        // the beginning of a word, for its forms
        const stems = terms[i].split(", ")
          .map((term) => term.slice(0, Math.max(3, term.length - 3)));
        const said = texts.get(language)
          .filter((one) => one.game === game || one.game === undefined);
        check(said.some(({ text }) => stems.some((stem) => new RegExp(stem, "iu").test(text))),
          `${language}, ${game}: ${terms[i]} (${meaning}) is said somewhere`);
      });
  }
  for (const [game, ...names] of tableOf("The games' names"))
    LANGUAGES.forEach((language, i) => {
      const { text } = texts.get(language).find(({ key }) => key === `game.${game}.name`);
      check(text === names[i], `${language}: ${game} is called ${names[i]}`, text);
    });
}

// ---- Each language's own signs ----

const SIGNS = {
  all: [[/['"`]/, "straight quotes"], [/\.\.\./, "three dots"], [/ {2}/, "double spaces"]],
  en: [[/[„«»]/, "foreign quotes"]],
  de: [[/[«»”‚]/, "foreign quotes"], [/ [;:!?]/, "a space before a sign"]],
  fr: [[/[^\u202f][;!?»]/, "no U+202F before ; ! ? »"], [/«(?!\u202f)/, "no U+202F behind «"],
    [/[^\u00a0\d]:(?![-/])/, "no U+00A0 before :"], [/[„“”]/, "foreign quotes"]],
  it: [[/[„“”]/, "foreign quotes"], [/ [;:!?]/, "a space before a sign"]],
  nl: [[/[„“”«»]/, "foreign quotes"], [/ [;:!?]/, "a space before a sign"]],
  es: [[/[„“”]/, "foreign quotes"], [/ [;:!?]/, "a space before a sign"]],
};
// What would be formal; several people at a table are a plural, which is not.
const FORMAL = {
  de: /\b(Ihnen|Sie (haben|können|müssen|sind|dürfen|wollen|möchten))\b/,
  fr: /\b(vous|votre|vos)\b/i,
  it: /\b(Lei|Suo|Sua|Vi preghiamo)\b/,
  nl: /\b(u|uw)\b/i,
  es: /\b(usted|ustedes)\b/i,
};
const isPlural = ({ name, key }) => name.includes("/rules/") ||
  /^(app\.(companion|evening|room|join)|option|rules)\./.test(key);
// Keys, notation and words that are typed are no prose.
const isProse = ({ key, text }) => /\p{L}{2}/u.test(text) &&
  !/^tui\.(key|plain\.name)\.|\.(rack|table|meld|after)$/.test(key);
// An address, a command as it is typed, a smile, a unit.
const withoutCode = (text) => text.trim()
  .replace(/\b\w+:\/\/\S+|--?\w[\w-]*( [A-Z]+)?|rummery \w+| :-\)|\} [dhu]\b/g, "_");

function testSigns() {
  for (const language of LANGUAGES) {
    const prose = texts.get(language).filter(isProse)
      .map((one) => ({ ...one, said: withoutCode(one.text) }));
    for (const [pattern, what] of [...SIGNS.all, ...SIGNS[language]])
      checkNone(prose.filter(({ said }) => pattern.test(said)), `${language} has no ${what}`);
    if (language in FORMAL)
      checkNone(prose.filter((one) => FORMAL[language].test(one.said) && !isPlural(one)),
        `${language} speaks to a friend`);
  }
  const count = (text, sign) => text.split(sign).length;
  checkNone(texts.get("es").filter(({ text }) => count(text, "?") !== count(text, "¿") ||
    count(text, "!") !== count(text, "¡")), "es opens what it closes");
  checkNone(every.filter(({ text }) => /(^|[^\w-])[XPR]A?-\d\d\b/.test(text)),
    "no rule's number stands where nobody asked for it");
}

// ---- The same in all of them ----

const gapsOf = (text) => [...new Set(text.match(/\{\w+\}/g))].sort().join(" ");

function testSame() {
  const english = new Map(texts.get("en").map((one) => [one.name + one.key, one]));
  for (const language of LANGUAGES.slice(1)) {
    const here = texts.get(language);
    const keys = new Set(here.map(({ name, key }) => name + key));
    checkNone([...english.values()].filter((one) => !keys.has(one.name + one.key)),
      `${language} has all that English has`);
    checkNone(here.filter(({ name, key }) => !english.has(name + key)), `${language} has no more`);
    checkNone(here.filter(({ name, key, text }) => !key.endsWith("_one") &&
      gapsOf(text) !== gapsOf(english.get(name + key)?.text ?? text)), `${language} has its gaps`);
    // what may be equal in page and terminal is for their own tests to say
    checkNone(here.filter((one) => /rules|lessons/.test(one.name) && isProse(one) &&
      one.text === english.get(one.name + one.key)?.text && one.text.includes(" ")),
    `${language} has no rule or lesson in English`);
  }
}

// ---- Buttons ----

const SCREEN_PX = 320, MARGIN_PX = 16, LINES_MAX = 2;
const SAMPLES = { n: "12", number: "3", name: "Katharina", game: "Rummy exclusiv" };

// Where the tag that begins there ends: `>` may also stand inside of {...}.
function endOfTag(text, from) {
  let depth = 0;
  for (let i = from; i < text.length; i += 1) {
    if (text[i] === "{") depth += 1;
    else if (text[i] === "}") depth -= 1;
    else if (text[i] === ">" && depth === 0) return i + 1;
  }
  return text.length;
}

// Keys of the texts that stand on buttons of that look, not in their attributes.
function keysOnButtons() {
  const sources = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "web/src/*.svelte"],
    { encoding: "utf8" }).trim().split("\n");
  const keys = new Set();
  for (const text of sources.filter(existsSync).map((path) => readFileSync(path, "utf8")))
    for (const { 0: tag, index } of text.matchAll(/<(button|a)\b/g)) {
      const begin = endOfTag(text, index);
      if (!/class="[^"]*\bbutton\b/.test(text.slice(index, begin))) continue;
      const inside = text.slice(begin, text.indexOf(`</${tag.slice(1)}>`, begin));
      for (const [, key] of inside.matchAll(/\bt\("([\w.]+)"/g)) keys.add(key);
    }
  return keys;
}

// Runs in the page: how many lines each text takes on a button, and whether it leaves it.
function measure([labels, width]) {
  document.body.style.cssText = `margin: 0; width: ${width}px`;
  return labels.map((label) => {
    const button = Object.assign(document.createElement("button"),
      { className: "button", textContent: label });
    document.body.replaceChildren(button);
    const range = document.createRange();
    range.selectNodeContents(button);
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    return { label, lines, isOver: button.scrollWidth > width };
  });
}

async function testButtons() {
  const keys = keysOnButtons();
  check(keys.size > 40, "buttons are found in the page's sources", String(keys.size));
  const browser = await launch();
  const page = await browser.newPage({ viewport: { width: SCREEN_PX, height: 600 } });
  const face = readFileSync("web/src/ui/typeface.woff2").toString("base64");
  await page.setContent(`<style>@font-face { font-family: "Rummery Title"; font-weight: 600;
    src: url(data:font/woff2;base64,${face}) }
    ${readFileSync("web/src/ui/theme.css", "utf8")}</style><body></body>`);
  await page.evaluate(() => document.fonts.load("600 16px 'Rummery Title'"));
  for (const language of LANGUAGES) {
    const labels = texts.get(language)
      .filter(({ name, key }) => name === "web/src/lang/LL.json" &&
        keys.has(key.replace(/_(one|other)$/, "")))
      .map((one) => ({ ...one, text: one.text.replace(/\{(\w+)\}/g, (_, gap) =>
        SAMPLES[gap] ?? "12") }));
    const found = await page.evaluate(measure,
      [labels.map(({ text }) => text), SCREEN_PX - 2 * MARGIN_PX]);
    checkNone(labels.filter((_, i) => found[i].lines > LINES_MAX || found[i].isOver),
      `${language}: what stands on a button fits into ${LINES_MAX} lines of ${SCREEN_PX} px`);
  }
  await browser.close();
}

testForbidden();
testTerms();
testSigns();
testSame();
await testButtons();
process.exitCode = finish();
