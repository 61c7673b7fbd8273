// programs.mjs - people's own programs at tables: in `rummery play --bots cmd:...`, among levels,
// saved and resumed; and what is said of those that cannot start, crash or break rules.
// usage: node programs.mjs RUMMERY
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, finish } from "../sentences/check.mjs";

const [program] = process.argv.slice(2);
const home = mkdtempSync(join(tmpdir(), "rummery-programs-"));
const env = { ...process.env, HOME: home, XDG_STATE_HOME: home, LANG: "C.UTF-8" };

function play(game, bots, input, ...more) {
  const args = ["play", game, "--plain", "--lang", "en", "--speed", "instant", ...more];
  if (bots !== null) args.push("--new", "--bots", bots);
  const result = spawnSync(program, args, { input, env });
  return { code: result.status, out: String(result.stdout), err: String(result.stderr) };
}

function records() {
  const folder = join(home, "rummery", "open");
  return readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
}

function testTable() {
  const moves = "draw\npass\n".repeat(3);
  const both = play("photo", `cmd:${program} bot 1,cmd:sh -c 'exec python3 examples/bot.py',2`,
    `${moves}players\n`);
  check(both.code === 0 && both.err === "", "two programs and a level play", both.err);
  const named = /^(sh|Python example): .* photos/m; // if its hello came in time
  check(/^rummery: .* photos/m.test(both.out) && named.test(both.out),
    "a program is called by its command, or as it says itself", both.out);
  const names = new Set([...both.out.matchAll(/^(sh|Python example) drew/gm)].map((m) => m[1]));
  check(names.size === 1, "and always the same", [...names].join());
  check(records().some((text) => text.includes("# program 2 sh -c 'exec python3 examples/bot.py'")),
    "a comma in quotes belongs to the command, and the record keeps it");
  const again = play("photo", null, `${moves}players\n`, "--resume");
  check(again.code === 0 && again.err === "" && named.test(again.out),
    "a match that goes on has the same programs", again.out + again.err);
}

function testFaults() {
  const lost = play("photo", "cmd:/nonexistent", "draw\n");
  check(lost.code === 1 && lost.err.includes("cmd:/nonexistent: ended with exit status 127"),
    "a program that cannot start is told before there is a table", lost.err);
  check(!lost.out.includes("Your turn"), "and no table is opened");
  const faults = {
    "read a; exit 3": /exit status 3/,
    "read a; kill -9 $$": /signal 9/,
    "while read a; do echo nonsense; done": /nonsense/,
    "while read a; do echo '{\"do\":\"act\",\"action\":\"pass\"}'; done": /P-\d+|R-\d+|PA-\d+/,
  };
  for (const [command, says] of Object.entries(faults)) {
    const moves = "draw\npass\n".repeat(2);
    const bad = play("photo", `cmd:${command}`, moves, "--turn-seconds", "0");
    check(bad.code === 0 && says.test(bad.err) && (bad.out.match(/Your turn/g) ?? []).length >= 2,
      `the table goes on without ${command}`, bad.err);
  }
  for (const bots of ["cmd:", "8", "x", "1,,2", "1,1,1,1"])
    check(play("photo", bots, "").code === 2, `usage: --bots ${bots}`);
}

testTable();
testFaults();
rmSync(home, { recursive: true, force: true });
process.exitCode = finish();
