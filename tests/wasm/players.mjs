// players.mjs - computer players are the same everywhere: what all levels decide in some hundred
// positions of each game has one signature, natively, under sanitizers and as the page's engine,
// with workspaces cold and warm; and an engine without memory says so instead of playing worse.
// usage: node players.mjs BUILD_FOLDER PROGRAM... [--chromium]
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { check, finish } from "../sentences/check.mjs";
import { linesOf, open, positionOf } from "./module.mjs";
import { signatureThere } from "./players_there.mjs";

const args = process.argv.slice(2);
const [build, ...programs] = args.filter((arg) => arg !== "--chromium");
const modules = ["record.wasm", "engine.wasm"].map((name) =>
  readFileSync(join(build, name)).toString("base64"));

// By game.
function signaturesOf(program) {
  const run = spawnSync(program, ["bench", "players"]);
  const lines = run.stdout.toString().trimEnd().split("\n").map((line) => JSON.parse(line));
  const players = lines.filter(({ bench }) => bench === "players");
  check(run.status === 0 && players.length > 0, `${program} says how its players decide`);
  for (const { game, is_same_cold: isSame } of players)
    check(isSame, `${game}: a warm workspace changes nothing, by ${program}`);
  return new Map(players.map(({ game, signature }) => [game, signature]));
}

async function compare(expected, where, signatureOf) {
  for (const [game, signature] of expected)
    for (const isCold of [true, false]) {
      const found = await signatureOf([...modules, game, isCold]);
      const how = isCold ? "cold" : "warm";
      check(found === signature, `${game}: players ${where}, ${how}`, `${found}, ${signature}`);
    }
}

// A position of level 6, asked of an engine that can have no more memory.
function testWithoutMemory() {
  const match = open(join(build, "record.wasm"));
  const header = "match photo players=2 first=0";
  match.line(header);
  match.line(match.chance(1));
  const { exports, set } = open(join(build, "engine.wasm"));
  check(set(positionOf(header, match.viewOf(match.exports.match_seat()))) === 0, "a position");
  for (let pages = 1 << 15; pages >= 1; pages = Math.floor(pages / 2)) {
    try {
      while (exports.memory.grow(pages) >= 0);
    } catch {
      // so many are too many
    }
  }
  for (let level = 1; level <= 7; level += 1)
    check(exports.engine_decide(level, 0, 1) === -2, `level ${level} needs memory`);
  check(exports.engine_hint() === -2 && exports.engine_out() === -2, "hints need memory");
}

async function inChromium(expected) {
  const { runInBrowser, visit } = await import("../browser/stage.mjs");
  await runInBrowser([async function testChromium() {
    const { page } = await visit();
    await page.evaluate(`globalThis.linesOf = ${linesOf}`);
    await compare(expected, "in Chromium", (given) => page.evaluate(signatureThere, given));
  }]);
}

const [expected, ...others] = programs.map(signaturesOf);
for (const [i, signatures] of others.entries())
  for (const [game, signature] of expected)
    check(signatures.get(game) === signature, `${game}: players of ${programs[i + 1]}`);
if (args.includes("--chromium")) {
  await inChromium(expected);
} else {
  await compare(expected, "as wasm", (given) => signatureThere([...given, linesOf]));
  testWithoutMemory();
  process.exitCode = finish();
}
