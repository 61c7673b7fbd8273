// hostile.mjs - programs that play against `rummery arena` itself: they talk without end, twice,
// late or not at all, die in the middle of a word, leave children behind. Each is counted by its
// reason, nobody waits for ever, and nothing is left running.
// usage: node hostile.mjs RUMMERY
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, finish } from "../sentences/check.mjs";

const [program] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "rummery-hostile-"));
const draw = `echo '{"do":"act","action":"draw"}'`;
// Who is to be caught by the clock gets a short one; all others one that no crowded machine misses.
const SHORT_MS = 150, LONG_MS = 60000;
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

// A program in a file of its own: commas and quotes are its own affair.
function script(name, text) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return `cmd:exec sh ${path}`;
}

function arena(bots, ...more) {
  return arenaOf("exclusiv", bots, ...more);
}

function arenaOf(game, bots, ...more) {
  const args = ["arena", game, "--bots", bots, "--rounds", "2", "--clock", LONG_MS, ...more];
  const result = spawnSync(program, args, { timeout: 2 * LONG_MS });
  const text = String(result.stdout);
  const all = result.status === 0 ? text.trimEnd().split("\n") : [];
  const lines = all.map((line) => JSON.parse(line));
  return { code: result.status, text, lines, err: String(result.stderr) };
}

// Those who answer once are taken for players; what they do then forfeits.
const first = `read a; ${draw}; read a;`;
const faults = {
  "talks without end": ["cat /dev/zero | tr '\\0' x", "junk", /64 KiB/],
  "talks without end later": [`${first} cat /dev/zero | tr '\\0' x`, "junk", /64 KiB/],
  "says a line of 100 kB": ["while read a; do head -c 100000 /dev/zero | tr '\\0' x; echo; done",
    "junk", /64 KiB/],
  "says NUL": ["while read a; do printf 'a\\0b\\n'; done", "junk", /seat \d: a\?b/],
  "says what is no text": ["while read a; do printf '\\377\\033[2J\\n'; done", "junk", /seat \d: /],
  "says half a line": [`${first} printf '{"do":"act"'; sleep 600`, "timeout", /within 150 ms/],
  "dies in the middle of a line": [`${first} printf '{"do":"act"'; exit 4`, "crashed",
    /exit status 4/],
  "is killed": [`${first} kill -SEGV $$`, "crashed", /signal 11, Segmentation fault/],
  "has a child that is killed": [`${first} sh -c 'kill -9 $$'; exit $?`, "crashed", /signal 9/],
  "ends well": [`${first} exit 0`, "crashed", /exit status 0/],
  "closes its output": [`${first} exec >&-; sleep 600`, "crashed", /closed its standard output/],
  "closes its input": [`read a; exec <&-; ${draw}; sleep 600`, "crashed",
    /closed its standard input/],
  "answers late": [`${first} sleep 1; ${draw}; sleep 600`, "timeout", /within 150 ms/],
  "stops reading": [`${first} sleep 600`, "timeout", /within 150 ms/],
  "breaks a rule": ["while read a; do echo '{\"do\":\"act\",\"action\":\"pass\"}'; done",
    "illegal", /XA?-\d+, .*pass/],
  "acts for chance": ["while read a; do echo '{\"do\":\"act\",\"action\":\"deal r5\"}'; done",
    "junk", /deal r5/],
};

function testFaults() {
  for (const [what, [text, reason, says]] of Object.entries(faults)) {
    const clock = reason === "timeout" ? SHORT_MS : LONG_MS;
    const result = arena(`${script(what.replaceAll(" ", "-"), text)},5`, "--clock", clock);
    const [line] = result.lines, rated = result.lines.find((one) => one.elo_of?.startsWith("cmd:"));
    check(line?.forfeits === 2 && line?.reasons?.[reason] === 2, `who ${what} forfeits: ${reason}`,
      JSON.stringify(line) + result.err);
    check(rated?.faults?.[0].reason === reason && says.test(rated.faults[0].first),
      `and it is said how: ${what}`, JSON.stringify(rated));
    check(result.err.includes(`forfeited 2 of 2 rounds, ${reason}; the first: deal 0`),
      "to people too", result.err);
  }
}

// Before any round is counted, and with the reason.
function testUnable() {
  const unable = { "cmd:/nonexistent": /exit status 127/, "cmd:true": /exit status 0/,
    "cmd:exit 3": /exit status 3/, "cmd:kill -9 $$": /signal 9/, "cmd:exec >&-; sleep 9": /output/,
    "cmd:sleep 0.4; exit 5": /exit status 5/, "cmd:read a; exit 6": /exit status 6/,
    [script("hello-2", `echo '{"hello":{"version":2}}'; sleep 9`)]: /hello.*version 1/,
    [script("hello-no", `echo '{"hello":7}'; sleep 9`)]: /hello/ };
  for (const [name, says] of Object.entries(unable)) {
    const result = arena(`5,${name}`);
    check(result.code === 1 && result.text === "" && says.test(result.err),
      `${name} cannot play, and that is an error`, `${result.code} ${result.text} ${result.err}`);
  }
}

// Also who would only come to play at the end.
function testUnableLater() {
  const result = arena("1,2,cmd:exit 3", "--players", "2");
  check(result.code === 1 && result.text === "" && /cmd:exit 3: .*status 3/.test(result.err),
    "nobody meets while somebody cannot play", result.text + result.err);
}

const answer = (more) => `import json, sys, time
def say(message, action):
    ${more}
for line in sys.stdin:
    message = json.loads(line)
    if "turn" in message:
        say(message, "draw" if message["turn"]["phase"] == "start" else "pass")
`;
function python(name, text) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return `cmd:python3 ${path}`;
}

function testTolerated() {
  const act = `json.dumps({"do": "act", "action": action})`;
  const seq = `json.dumps({"do": "act", "action": action, "seq": message["seq"]})`;
  const bots = {
    "answers twice": answer(`sys.stdout.write((${act} + "\\n") * 2); sys.stdout.flush()`),
    "answers twice, and says what": answer(`print(${seq}, flush=True); time.sleep(0.002); ` +
      `print(${seq}, flush=True)`),
    "says hello": `hello = {"version": 1, "name": "Greeter", "options": {"depth": 3}}
import json; print(json.dumps({"hello": hello}), flush=True)
${answer(`print(${act}, flush=True)`)}`,
    "leaves a child": `import subprocess
subprocess.Popen(["sleep", "98765"])\n${answer(`print(${act}, flush=True)`)}`,
  };
  for (const [what, text] of Object.entries(bots)) {
    const bot = python(`${what.replaceAll(/\W/g, "-")}.py`, text);
    const more = ["--jobs", "2", "--rounds", "4"];
    const result = arenaOf("photo", `${bot},1`, ...more); // where a second answer is a wrong one
    const [line] = result.lines;
    check(line?.illegal === 0 && line?.forfeits === 0, `who ${what} plays on`,
      JSON.stringify(line) + result.err);
    if (what === "says hello") {
      const rated = result.lines.find((one) => one.name === "Greeter");
      check(rated?.options?.depth === 3, "and is called by its name", result.text);
    }
  }
  const heard = join(folder, "heard");
  const greeter = script("greeter", `echo '{"hello":{}}'; read a; echo "$a" > ${heard}
    exec ${program} bot 1`);
  check(arena(`${greeter},1`).lines[0]?.forfeits === 0, "a short hello will do");
  const hello = JSON.parse(readFileSync(heard, "utf8")).hello;
  check(hello?.version === 1 && hello.name === "rummery" && hello.options.clock_ms === LONG_MS &&
    hello.options.game === "exclusiv", "and is answered", JSON.stringify(hello));
}

// Commands of processes that were started from here and still run.
function leftovers() {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map((name) => {
    try {
      return readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
    } catch {
      return "";
    }
  }).filter((text) => text.includes(folder) || text.includes("sleep 98765"));
}

// Until that is so, however crowded the machine; no longer than a minute.
async function until(isSo) {
  for (let i = 0; i < 3000 && !isSo(); i++) await sleep(20);
  return isSo();
}

// The arena itself is killed: its programs find the end of their input.
async function testKilled() {
  const begun = join(folder, "begun");
  const bot = script("waits-for-its-player", `touch ${begun}; ${program} bot 1; true`);
  const child = spawn(program, ["arena", "exclusiv", "--bots", `${bot},1`, "--rounds", "100000",
    "--jobs", "2"], { stdio: "ignore" });
  check(await until(() => existsSync(begun)), "the programs play");
  child.kill("SIGKILL");
  check(await until(() => leftovers().length === 0), "nothing is left running",
    leftovers().join("\n"));
}

testFaults();
testUnable();
testUnableLater();
testTolerated();
await testKilled();
rmSync(folder, { recursive: true, force: true });
process.exitCode = finish();
