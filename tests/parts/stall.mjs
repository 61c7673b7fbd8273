// stall.mjs - runs a command while each process that comes from it stands still at random, for up
// to half a second and a third of its time, as on a machine that has too much to do: a test that
// only passes in time is found. Not for what stops processes by itself: it would find them awake.
// usage: node stall.mjs COMMAND [ARGUMENT...]
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

const LOOK_MS = 20, LONGEST_MS = 500, SHARE = 0.3;
// So likely is one to stop at a look that it stands still for its share of the time.
const CHANCE = (LOOK_MS / (LONGEST_MS / 2)) * (SHARE / (1 - SHARE));
const MARK = `RUMMERY_STALLED=${process.pid}`;

const until = new Map(); // those that stand still, and how long
let known = new Map(); // process, and whether it comes from here

function isOurs(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1").split("\0").includes(MARK);
  } catch {
    return false; // it is gone, or somebody else's
  }
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // it has ended
  }
}

function look() {
  const now = Date.now();
  for (const [pid, end] of until) {
    if (now < end) continue;
    until.delete(pid);
    signal(pid, "SIGCONT");
  }
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(Number);
  known = new Map(pids.map((pid) => [pid, known.get(pid) ?? isOurs(pid)]));
  for (const [pid, isMarked] of known) {
    if (!isMarked || until.has(pid) || Math.random() > CHANCE) continue;
    until.set(pid, now + Math.random() * LONGEST_MS);
    signal(pid, "SIGSTOP");
  }
}

const [command, ...args] = process.argv.slice(2);
const [name, value] = MARK.split("=");
const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, [name]: value } });
const looking = setInterval(look, LOOK_MS);
child.on("close", (code) => {
  clearInterval(looking);
  for (const pid of until.keys()) signal(pid, "SIGCONT");
  process.exitCode = code ?? 1;
});
