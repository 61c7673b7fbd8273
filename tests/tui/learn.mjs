// learn.mjs - lessons in the terminal, on pipes: what is right and wrong, what is kept, and each
// lesson of each game in each language.
// usage: node learn.mjs RUMMERY
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { check, finish } from "../sentences/check.mjs";

const program = resolve(process.argv[2]);
const folder = mkdtempSync(join(tmpdir(), "rummery-learn-"));
const GAMES = ["exclusiv", "photo", "princess"];
let homes = 0;
const newHome = () => join(folder, `home${++homes}`);
const lessonsOf = (game) => JSON.parse(readFileSync(`lessons/${game}.json`, "utf8"));
const wordsOf = (language, game) =>
  JSON.parse(readFileSync(`web/src/lang/lessons/${language}/${game}.json`, "utf8"));

function learn(args, lines = [], home = newHome()) {
  const { status, stdout, stderr } = spawnSync(program, ["learn", ...args], {
    input: lines.map((line) => `${line}\n`).join(""), timeout: 90000,
    env: { ...process.env, LC_ALL: "C.UTF-8", XDG_STATE_HOME: home } });
  return { code: status, out: String(stdout), err: String(stderr), home };
}

function testRightAndWrong() {
  const lines = ["draw", "play [r11 r12 r13]", "play [r11 r12 r13] [y4 g4 b4]"];
  const { code, out, home } = learn(["exclusiv", "4", "--lang", "en"], lines);
  check(code === 0, "a lesson ends well with its input", out);
  check(/Lesson 4 of 20: The first 40\n.*at least 40 points/.test(out), "the task is said", out);
  check(/Not yet\. You have 40 points: a red run and a set of fours\.\n/.test(out),
    "what was wrong is said", out);
  check(/36/.test(out.split("play [r11 r12 r13]\n")[1] ?? ""), "a refusal gives its reason", out);
  check(/Right! 36 and 12 are 48/.test(out), "what is right is said, and why", out);
  check(/Lesson 5 of 20/.test(out), "the next lesson comes", out);
  check(!/\(new\)/.test(out), "nothing of a lesson is new in the next one", out);
  const listed = learn(["--lang", "en"], [], home);
  check(/exclusiv: Rummy exclusiv, 1 of 20 lessons done/.test(listed.out), "it is kept",
    listed.out);
  const later = learn(["exclusiv", "--lang", "en"], [], home);
  check(/Lesson 1 of 20/.test(later.out), "the first that was not done comes first", later.out);
}

function testAgainAndNext() {
  const { out } = learn(["princess", "1", "--lang", "en"], ["draw", "back", "next"]);
  check(out.match(/Lesson 1 of 12/g)?.length === 3, "back begins a lesson again", out);
  check(/Lesson 2 of 12/.test(out), "next leaves it out", out);
}

// All lessons one after the other, in each of their right ways.
function testAll() {
  for (const game of GAMES) {
    const lessons = lessonsOf(game);
    const lines = lessons.flatMap(({ right }) => right[0]);
    const { out, home } = learn([game, "--lang", "de"], lines);
    const words = wordsOf("de", game);
    for (const { id } of lessons)
      check(out.includes(words[id].task) && out.includes(`Richtig! ${words[id].right}`),
        `${game}, ${id} is done in German`, out.slice(-400));
    check(/Alles geschafft!/.test(out), `${game}: in the end all is done`, out.slice(-400));
    const { out: listed } = learn(["--lang", "en"], [], home);
    const count = lessons.length;
    check(listed.includes(`${count} of ${count} lessons done`), "and kept", listed);
  }
}

function testWords() {
  for (const language of ["de", "en", "fr", "it", "nl", "es"])
    for (const game of GAMES) {
      const { out } = learn([game, "1", "--lang", language]);
      const [first] = Object.values(wordsOf(language, game));
      check(out.includes(first.task), `${game} is taught in ${language}`, out);
    }
}

function testUsage() {
  for (const args of [["chess"], ["photo", "0"], ["photo", "99"], ["photo", "x"],
    ["photo", "1", "2"], ["--lang", "xx"]])
    check(learn(args).code === 2, `learn ${args.join(" ")} is refused`);
}

testRightAndWrong();
testAgainAndNext();
testAll();
testWords();
testUsage();
rmSync(folder, { recursive: true });
finish();
