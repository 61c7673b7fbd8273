// tournament.mjs - tournaments of `rummery arena`: jobs, records, a pause and what follows it,
// round robins of larger tables, ratings and intervals, progress, and disks that are full.
// usage: node tournament.mjs RUMMERY
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, finish } from "../sentences/check.mjs";

const [program] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "rummery-tournament-"));
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
let names = 0;
const fresh = () => join(folder, `${++names}`);

function run(args) {
  const result = spawnSync(program, ["arena", ...args], { maxBuffer: 1 << 26 });
  const text = String(result.stdout);
  const lines = () => text.trimEnd().split("\n").map((line) => JSON.parse(line));
  return { code: result.status, text, lines, err: String(result.stderr) };
}

const words = (text) => text.split(" ");

function testJobs() {
  const contests = ["photo --bots 3,f,5 --players 2 --rounds 40",
    "princess --bots 5,2,4,3 --players 2 --rounds 20000 --sprt 0,50",
    "exclusiv --bots 4,5,3 --rounds 30 --match 2"];
  for (const contest of contests) {
    const one = run(words(contest));
    for (const jobs of ["2", "5"])
      check(one.code === 0 && one.text === run([...words(contest), "--jobs", jobs]).text,
        `${jobs} jobs come to the same: ${contest}`, one.err);
  }
  const programs = ["princess", "--bots", `cmd:${program} bot 3,2`, "--rounds", "20"];
  const alone = run(programs), three = run([...programs, "--jobs", "3"]);
  check(alone.code === 0 && alone.text === three.text && alone.lines()[0].forfeits === 0,
    "and so do programs, an instance for each job", three.err);
}

function testRecords() {
  const records = fresh(), again = fresh();
  const args = ["photo", "--bots", `2,cmd:${program} bot 1,4`, "--rounds", "12", "--match", "2"];
  run([...args, "--record", records]);
  run([...args, "--record", again, "--jobs", "3"]);
  const files = readdirSync(records).sort();
  check(files.length === 12, "a match is a file", `${files}`);
  for (const file of files) {
    const text = readFileSync(join(records, file), "utf8");
    check(text === readFileSync(join(again, file), "utf8"), `${file} is the same by three jobs`);
    check(/^# seat \d bot . 2$/m.test(text) && /^# seat \d person . cmd:.* bot 1$/m.test(text),
      "it says who sat where", text.slice(0, 300));
  }
  const first = join(records, files[0]);
  const verified = spawnSync(program, ["verify", first]);
  check(verified.status === 0 && /"rounds":2,.*"legal":true/.test(String(verified.stdout)),
    "verify reads it", String(verified.stdout));
  for (const command of [["replay", first, "--delay", "0"], ["review", first]])
    check(spawnSync(program, command).status === 0, `${command[0]} reads it`);
  const forfeits = fresh();
  run(["photo", "--bots", "1,cmd:while read a; do echo no; done", "--rounds", "2", "--record",
    forfeits]);
  const text = readFileSync(join(forfeits, readdirSync(forfeits)[0]), "utf8");
  check(/^# forfeit, junk: deal 0, seat \d: no$/m.test(text), "a forfeit is told there", text);
}

// thirds of rounds: sums with all their digits
const long = words("princess --bots 3,5,kind,2 --players 3 --rounds 3000 --seed 3");
const wait = (child) => new Promise((done) => { child.on("close", done); });

// Begins a tournament and ends it by that signal once it has kept something.
async function interrupt(signal, more) {
  const state = fresh();
  const child = spawn(program, ["arena", ...long, "--state", state, ...more]);
  let err = "";
  child.stderr.on("data", (data) => { err += data; });
  child.stdout.resume();
  while (!existsSync(state)) await sleep(5);
  await sleep(150);
  child.kill(signal);
  return { state, code: await wait(child), err };
}

async function testPause() {
  const wholeState = fresh();
  const whole = run([...long, "--state", wholeState]);
  const paused = await interrupt("SIGINT", ["--jobs", "2"]);
  check(paused.code === 130 && paused.err.includes(`--resume ${paused.state}`),
    "a pause is told, and how to go on", paused.err);
  const kept = JSON.parse(readFileSync(paused.state, "utf8"));
  check(kept.next > 0 && kept.next < 4000, "what was played is kept", `${kept.next}`);
  for (const [name, value] of [["--seed", "4"], ["--rounds", "10"], ["--bots", "3,5,kind,1"],
    ["--match", "2"]]) {
    const other = run(["--resume", paused.state, name, value]);
    check(other.code === 1 && other.err.includes(name) && other.text === "",
      `it does not go on with another ${name}`, other.err);
  }
  check(run(["photo", "--resume", paused.state]).code === 1, "nor with another game");
  const rest = run(["--resume", paused.state, "--seed", "3", "--jobs", "3"]);
  check(rest.code === 0 && rest.text === whole.text, "after a pause it comes to the same",
    rest.err);
  check(readFileSync(paused.state, "utf8") === readFileSync(wholeState, "utf8"),
    "to the last digit of its sums");
  check(run(["--resume", paused.state]).text === whole.text, "and says so again when it is over");
  const killed = await interrupt("SIGKILL", []);
  check(run(["--resume", killed.state]).text === whole.text, "also after a kill");
  check(run([...long, "--state", paused.state]).code === 1, "no file is written over");
}

function testDamage() {
  const state = fresh();
  const args = ["princess", "--bots", `1,cmd:${program} bot 2`, "--rounds", "4", "--state", state];
  check(run(args).code === 0, "a tournament that is over is kept too");
  const text = readFileSync(state, "utf8");
  const damages = { "cut off": text.slice(0, 300), empty: "", "no tournament": "{}\n",
    "of another version": text.replace('"version":1', '"version":2'),
    "short of a number": text.replace(/(\[2,2,4)/, "[2,2"),
    "with too many meetings": text.replace('"meetings":[', '"meetings":[[],') };
  for (const [what, damaged] of Object.entries(damages)) {
    const path = fresh();
    writeFileSync(path, damaged);
    const result = run(["--resume", path]);
    check(result.code === 1 && result.err.startsWith("rummery: "),
      `a file that is ${what} is refused`, result.err);
    check(readFileSync(path, "utf8") === damaged, "and left as it is");
  }
  check(run(["--resume", fresh()]).code === 1, "a file that is not there cannot go on");
}

function testFullDisk() {
  const limited = (blocks, args) => {
    const command = `ulimit -f ${blocks}; exec "$0" arena "$@"`;
    const result = spawnSync("sh", ["-c", command, program, ...args]);
    return { code: result.status, err: String(result.stderr), text: String(result.stdout) };
  };
  const records = fresh(), state = fresh();
  const args = words("photo --bots 1,2 --rounds 8 --match 5");
  const full = limited(1, [...args, "--record", records, "--state", state]);
  check(full.code === 1 && /cannot write .*record: File too large/.test(full.err) &&
    full.text === "", "a disk without room for records ends it", full.err);
  check(readdirSync(records).every((name) => name.endsWith(".record")), "no half record is left");
  const rest = run(["--resume", state, "--record", records]);
  check(rest.code === 0 && rest.text === run(args).text && readdirSync(records).length === 8,
    "with room it goes on", rest.err);
  const six = words("photo --bots 1,2,3,4,1,2 --players 2 --rounds 4");
  const unkept = limited(2, [...six, "--state", fresh()]);
  check(unkept.code === 1 && /File too large/.test(unkept.err) && unkept.text === run(six).text,
    "what was played is told where it cannot be kept", unkept.err);
  const nowhere = run([...args, "--state", join(folder, "no", "where")]);
  check(nowhere.code === 1 && nowhere.text === "", "a state without a folder is told at once");
  check(limited(0, [...args, "--state", fresh()]).code === 1, "and so is one without room");
  check(run([...args, "--record", program]).code === 1, "a record needs a folder");
}

// Everybody sits behind everybody else as often, and in every seat.
function testRobin() {
  const records = fresh();
  const robin = run(words(`princess --bots 1,2,3,4,5 --players 4 --rounds 24 --record ${records}`));
  const lines = robin.lines();
  check(lines.length === 5 * 4 + 5, "five bots at tables of four meet five times", robin.err);
  check(lines[0].with.join() === "2,3,4" && lines[3].bot === "4", "each line says with whom");
  const decks = readdirSync(records).map((file) =>
    /^deal .*$/m.exec(readFileSync(join(records, file), "utf8"))[0]);
  check(new Set(decks).size === 5 * 6, "each meeting has decks of its own, each in four rotations",
    `${new Set(decks).size}`);
  const behind = {};
  for (const file of readdirSync(records).filter((name) => name.startsWith("00001-"))) {
    const text = readFileSync(join(records, file), "utf8");
    const seats = [...text.matchAll(/^# seat \d bot . (\d)$/gm)].map((found) => found[1]);
    seats.forEach((bot, i) => {
      for (const key of [`${bot} behind ${seats[(i + 1) % 4]}`, `${bot} in seat ${i}`])
        behind[key] = (behind[key] ?? 0) + 1;
    });
  }
  const counts = Object.entries(behind);
  const due = (key) => (key.includes("seat") ? 6 : 8);
  check(counts.length === 12 + 16 && counts.every(([key, n]) => n === due(key)),
    "all sit behind each other equally often", JSON.stringify(behind));
  check(run(words("photo --bots 1,2,3,4,5 --rounds 2")).code === 2, "five cannot sit at one table");

}

function testFigures() {
  const sweep = run(words("photo --bots f,1,5 --players 2 --rounds 20")).lines();
  for (const line of sweep)
    for (const key of ["win_rate_95", "decided_rate_95"])
      if (line[key] !== undefined)
        check(line[key][0] >= 0 && line[key][1] <= 1 && line[key][0] < line[key][1],
          `${key} lies between 0 and 1`, JSON.stringify(line));
  const ratings = sweep.filter((line) => line.elo_of !== undefined);
  check(ratings.every(({ elo, elo_95: [low, high] }) => low < elo && elo < high),
    "a rating lies in its interval", JSON.stringify(ratings));
  const few = run(words("princess --bots 4,2 --rounds 200 --seed 5")).lines()[2];
  const more = run(words("princess --bots 4,2 --rounds 3200 --seed 6")).lines()[2];
  const width = ({ elo_95: [low, high] }) => high - low;
  check(width(few) / width(more) > 3 && width(few) / width(more) < 5,
    "sixteen times the rounds make it a quarter as wide", `${width(few)} ${width(more)}`);
  check(Math.abs(few.elo - more.elo) < width(few), "and both mean the same");
  const table = run(words("princess --bots 1,5 --rounds 20 --table"));
  check(/1\. 5 .*\+\d+ \(.*\) +20 /.test(table.text), "people get a table", table.text);
  const shown = run(words("princess --bots 1,5 --rounds 20 --progress"));
  check(/^20 of 20 rounds, 100.0 %$/m.test(shown.err), "progress is shown where it is wished",
    shown.err);
  check(run(words("princess --bots 1,5 --rounds 20")).err === "", "and else not to a file");
  for (const wrong of ["--jobs 0", "--jobs 257", "--json --table", "--state a --resume b"])
    check(run(words(`princess --bots 1,5 ${wrong}`)).code === 2, `usage: ${wrong}`);
}

testJobs();
testRecords();
await testPause();
testDamage();
testFullDisk();
testRobin();
testFigures();
rmSync(folder, { recursive: true, force: true });
process.exitCode = finish();
