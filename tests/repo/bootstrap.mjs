// bootstrap.mjs - what script/bootstrap and script/npm-packages say where something is missing: on
// systems without apt, without Node.js, and without a network. Nothing is installed here;
// script/soak debian does that in bare systems.
import { spawn } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync,
  symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, finish } from "../sentences/check.mjs";

const folder = mkdtempSync(join(tmpdir(), "rummery-bootstrap-"));
const SYSTEMS = ["debian", "fedora", "arch", "alpine", "homebrew"];
// what a script may take for granted
const BARE = ["sh", "awk", "cat", "cut", "dirname", "grep", "head", "id", "sed", "sort", "tr",
  "uname"];
// far below what npm takes to give up by itself
const SECONDS_MAX = 40;

function run(command, args, env = {}) {
  const began = Date.now();
  const child = spawn(command, args, { env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"] });
  const said = { out: "", err: "" };
  child.stdout.on("data", (data) => (said.out += data));
  child.stderr.on("data", (data) => (said.err += data));
  return new Promise((done) => child.on("exit", (code) =>
    done({ code, ...said, seconds: (Date.now() - began) / 1000 })));
}

// A folder for PATH with these programs of this machine.
function pathWith(name, isWanted) {
  const path = join(folder, name);
  mkdirSync(path);
  for (const place of process.env.PATH.split(":").filter((one) => one.startsWith("/")).reverse())
    try {
      for (const program of readdirSync(place).filter(isWanted)) {
        rmSync(join(path, program), { force: true });
        symlinkSync(join(place, program), join(path, program));
      }
    } catch {
      continue; // PATH may name what is not there
    }
  return path;
}

async function testNames() {
  for (const system of SYSTEMS) {
    const { code, out } = await run("script/bootstrap", ["--names", system]);
    const names = out.trim().split("\n");
    check(code === 0 && names.length >= 15 && names.every((name) => /^[a-z][a-z0-9@+./-]+$/
      .test(name)), `the packages of ${system} are named`, out);
  }
  for (const args of [["--names"], ["--names", "windows"], ["everything"]]) {
    const { code, err } = await run("script/bootstrap", args);
    check(code === 2 && err.startsWith("usage: "), `${args.join(" ")} is no such thing`, err);
  }
}

async function testElsewhere() {
  const bare = pathWith("bare", (name) => BARE.includes(name));
  const { code, err, seconds } = await run("script/bootstrap", [], { PATH: bare });
  for (const word of ["cc", "meson", "libuv", "wasm-ld", "npm"])
    check(err.includes(` ${word}`), `without apt it says that ${word} is missing`, err);
  check(code === 1 && /install/.test(err) && seconds < SECONDS_MAX, "and stops", err);
  const most = pathWith("most", (name) => name !== "apt-get");
  const all = await run("script/bootstrap", [], { PATH: most });
  // Debian 12 has llhttp as sources, which no other system has
  check(all.code === 0 || /not found here: libllhttp$/m.test(all.err),
    "where all of it is there it says nothing", all.err);
}

// The page's packages, in a tree that has none yet.
async function testPackages() {
  const tree = join(folder, "tree");
  mkdirSync(join(tree, "web"), { recursive: true });
  mkdirSync(join(tree, "script"));
  copyFileSync("script/npm-packages", join(tree, "script/npm-packages"));
  for (const file of ["package.json", "package-lock.json"])
    copyFileSync(`web/${file}`, join(tree, "web", file));
  const packages = (env) => run(join(tree, "script/npm-packages"), [], {
    npm_config_cache: join(folder, "cache"), ...env });
  const without = await packages({ PATH: pathWith("no-node",
    (name) => name !== "node" && name !== "npm") });
  check(without.code === 1 && without.out === "Node.js 18 or newer, and npm\n",
    "without Node.js it says so", without.out + without.err);
  const unreachable = await packages({ npm_config_registry: "http://127.0.0.1:9/" });
  check(unreachable.code === 1 && /cannot be reached/.test(unreachable.out) &&
    unreachable.seconds < SECONDS_MAX, "without a network it says so, soon",
  `${unreachable.seconds} s: ${unreachable.out}`);
  const silent = createServer(() => undefined);
  await new Promise((done) => silent.listen(0, "127.0.0.1", done));
  const stalled = await packages({
    npm_config_registry: `http://127.0.0.1:${silent.address().port}/` });
  silent.close();
  check(stalled.code === 1 && /cannot be reached/.test(stalled.out) &&
    stalled.seconds < SECONDS_MAX, "as with a registry that is silent",
  `${stalled.seconds} s: ${stalled.out}`);
  cpSync("web/node_modules/.package-lock.json", join(tree, "web/node_modules/.package-lock.json"));
  const there = await packages({ npm_config_registry: "http://127.0.0.1:9/" });
  check(there.code === 0 && there.out === "", "what is there already is not asked for", there.out);
}

try {
  for (const test of [testNames, testElsewhere, testPackages]) await test();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = finish();
