// words.mjs - the words of the terminal table: every key that its C sources ask for exists, every
// terminal key is asked for, and all six languages have the same keys with the same gaps.
//
// A key in C is a string literal that begins with a section of the words. A literal with %s, %c,
// %u or %d stands for whatever fits it.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { check, finish } from "../sentences/check.mjs";

const languages = ["de", "en", "fr", "it", "nl", "es"];
// what is written on keys is the same on many keyboards, and some words to type in two languages
const mayBeSame = /^tui\.(key\.name|plain\.(name|arg))\./;

function flatten(words, before = "", flat = new Map()) {
  for (const [key, value] of Object.entries(words)) {
    if (typeof value === "string") flat.set(before + key, value);
    else flatten(value, `${before}${key}.`, flat);
  }
  return flat;
}

const read = (path) => flatten(JSON.parse(readFileSync(path, "utf8")));
const page = read("web/src/lang/en.json");
for (const [key, text] of read("web/src/lang/photo/en.json")) page.set(`photo.${key}`, text);
for (const game of ["exclusiv", "photo", "princess"])
  JSON.parse(readFileSync(`web/src/lang/rules/en/${game}.json`, "utf8")).forEach((section, i) => {
    page.set(`rulebook.${game}.${i}.title`, section.title);
    section.parts.forEach((part, k) => page.set(`rulebook.${game}.${i}.${k}`, ""));
  });
const own = new Map(languages.map((one) => [one, read(`src/tui/lang/${one}.json`)]));
const english = own.get("en");
const known = new Set([...page.keys(), ...english.keys()]);
for (const key of [...known]) known.add(key.replace(/_(one|other)$/, ""));
const sections = new Set([...known].map((key) => key.split(".")[0]));

const sources = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "src/tui", "src/cli"])
  .toString().split("\n").filter((path) => /\.[ch]$/.test(path));
const asked = new Map();
for (const path of sources) {
  const text = readFileSync(path, "utf8").replace(/^#include.*$/gm, "")
    .replace(/\/\*[\s\S]*?\*\//g, "");
  for (const [, literal] of text.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)) {
    const section = literal.split(".")[0];
    if (sections.has(section) && /^[\w%]+(\.[\w%]+)+$/.test(literal)) asked.set(literal, path);
  }
}

const patterns = [];
for (const [literal, path] of asked) {
  const pattern = new RegExp(`^${literal.replaceAll(".", "\\.").replace(/%[scud]/g, "\\w+")}$`);
  const found = [...known].some((key) => pattern.test(key));
  check(found, `a key that C asks for has words: ${literal}`, path);
  patterns.push(pattern);
}
check(asked.size > 20, "the sources ask for words");

const plain = (key) => key.replace(/_(one|other)$/, "");
for (const key of english.keys()) {
  const used = patterns.some((pattern) => pattern.test(key) || pattern.test(plain(key)));
  check(used, `a terminal key is used: ${key}`);
  check(!page.has(key), `a terminal key is none of the page's: ${key}`);
}

const gaps = (text) => [...new Set(text.match(/\{\w+\}/g))].sort().join(" ");
for (const [language, words] of own) {
  const missing = [...english.keys()].filter((key) => !words.has(key));
  const more = [...words.keys()].filter((key) => !english.has(key));
  check(missing.length === 0, `${language} has all terminal keys`, missing.join(" "));
  check(more.length === 0, `${language} has no others`, more.join(" "));
  for (const [key, text] of words) {
    check(gaps(text) === gaps(english.get(key) ?? text), `${language}: the gaps of ${key}`);
    const isSame = language !== "en" && text === english.get(key) && /\p{L}{2}/u.test(text);
    check(!isSame || mayBeSame.test(key), `${language}: ${key} is not English`, text);
  }
}

// what is typed in the plain dialogue may be English too: no word may mean two commands, nor two of
// the words behind them
for (const [language, words] of own)
  for (const kind of ["name", "arg"]) {
    const meant = new Map();
    for (const list of [english, words])
      for (const [key, text] of list) {
        if (!key.startsWith(`tui.plain.${kind}.`)) continue;
        const before = meant.get(text) ?? key;
        check(before === key, `${language}: ${text} means one thing`, `${before} ${key}`);
        meant.set(text, key);
      }
  }

// a list of commands shows what can be typed in the reader's own words
for (const [language, words] of own) {
  const shown = [...words].filter(([key]) => key.startsWith("tui.plain.help."))
    .map(([key, text]) => [words.get(key.replace(".help.", ".name.")), text]);
  for (const [name, text] of shown)
    check(text.startsWith(name), `${language}: the help of ${name} begins with it`, text);
  const help = shown.map(([, text]) => text).join("\n");
  for (const [key, text] of words)
    if (key.startsWith("tui.plain.arg."))
      check(new RegExp(`\\s${text}(?![\\p{L}\\d])`, "u").test(help),
        `${language}: the help shows ${text}`);
}
process.exitCode = finish();
