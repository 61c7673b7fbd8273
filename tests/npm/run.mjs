// run.mjs - the npm package as whoever installs it meets it: packed, installed into an empty
// project without a line, typed, its README run, and a round of every game played there.
// usage: node run.mjs BUILD_FOLDER
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, finish } from "../sentences/check.mjs";
import { playInBrowsers } from "./browsers.mjs";
import { makeProject, pack, root, runIn, versionOfBuild } from "./project.mjs";

const TARBALL_MAX_BYTES = 120000;
const TSC = join(root, "web/node_modules/.bin/tsc");

const tarball = pack();
const project = makeProject(tarball);
const installed = join(project, "node_modules/rummery");

function checkPackage() {
  const files = String(execFileSync("tar", ["tzf", tarball])).trim().split("\n")
    .map((path) => path.replace("package/", ""));
  const bytes = statSync(tarball).size;
  const { version, dependencies, scripts, exports } =
    JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  console.log(`${bytes} bytes, ${files.length} files, version ${version}`);
  check(bytes < TARBALL_MAX_BYTES, "the tarball is under 120 kB", bytes);
  check(version === versionOfBuild(), "the version is that of the build", version);
  check(dependencies === undefined && scripts === undefined, "it needs nothing and runs nothing");
  for (const door of [Object.values(exports["."]), Object.values(exports).slice(1)].flat())
    check(files.includes(door.slice(2)), `there is ${door}`);
  for (const name of ["README.md", "LICENSE"]) check(files.includes(name), `there is ${name}`);
  const meant = /^(README\.md|LICENSE|package\.json|dist\/[\w-]+(\.js|\.d\.ts|\.wasm))$/;
  check(files.every((path) => meant.test(path)), "there is nothing else", files.join());
}

function checkRounds(rounds, where) {
  check(rounds?.length >= 3, `${where}: every game is played`, JSON.stringify(rounds));
  for (const { id, turns, hidden, solved, isSame, accuracies } of rounds ?? []) {
    check(turns > 5 && hidden === turns, `${where}: ${id}: no seat sees the other's cards`,
      `${hidden} of ${turns}`);
    check(solved > 0, `${where}: ${id}: the solver finds something where something is laid`);
    check(isSame, `${where}: ${id}: the record replays to the same view`);
    check(accuracies.every((one) => one >= 0 && one <= 1000), `${where}: ${id}: is reviewed`);
  }
}

function playInNode() {
  copyFileSync(join(root, "tests/npm/round.mjs"), join(project, "round.mjs"));
  const { status, out, err } = runIn(project, "play.mjs",
    'import { playAll } from "./round.mjs";\nconsole.log(JSON.stringify(await playAll()));\n');
  check(status === 0, "Node: a round is played", err);
  const rounds = status === 0 ? JSON.parse(out) : [];
  checkRounds(rounds, "Node");
  return rounds;
}

// Every block of the README is run; what it is said to print, it prints.
function runReadme() {
  const readme = readFileSync(join(installed, "README.md"), "utf8");
  const blocks = [...readme.matchAll(/```(\w+)\n([^]*?)```/g)]
    .map(([, kind, text]) => ({ kind, text }));
  let programs = 0;
  blocks.forEach(({ kind, text }, i) => {
    if (kind !== "js") return;
    const { status, out, err } = runIn(project, `readme-${i}.mjs`, text);
    const expected = blocks[i + 1]?.kind === "text" ? blocks[i + 1].text : null;
    const name = `README, program ${programs += 1}`;
    check(status === 0, `${name}: runs`, err);
    if (expected !== null) check(out === expected, `${name}: prints what it says`, out);
  });
  check(programs >= 5, "the README has programs", `${programs}`);
}

// The strictest settings, and ours are checked with the user's program.
function checkTypes() {
  copyFileSync(join(root, "tests/npm/typed.ts"), join(project, "typed.ts"));
  const strict = { strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true,
    skipLibCheck: false, noEmit: true, target: "ES2022" };
  const browser = { lib: ["ES2022", "DOM"], types: [] };
  const node = { lib: ["ES2022"], types: ["node"],
    typeRoots: [join(root, "web/node_modules/@types")] };
  for (const [name, more] of [["for Node.js", { module: "NodeNext", ...node }],
    ["for a bundler", { module: "ESNext", moduleResolution: "Bundler", ...browser }]]) {
    writeFileSync(join(project, "tsconfig.json"),
      JSON.stringify({ compilerOptions: { ...strict, ...more }, files: ["typed.ts"] }));
    const { status, stdout } = spawnSync(TSC, ["-p", project]);
    check(status === 0, `types: a program compiles as it should, ${name}`, String(stdout));
  }
}

function meetJunk() {
  copyFileSync(join(root, "tests/npm/hostile.mjs"), join(project, "hostile.mjs"));
  const { status, stdout, stderr } =
    spawnSync(process.execPath, ["hostile.mjs", "2026", "10000"], { cwd: project });
  console.log(String(stdout).trim());
  check(status === 0, "junk: every public function says no in a sentence", String(stderr));
}

try {
  checkPackage();
  const rounds = playInNode();
  runReadme();
  checkTypes();
  meetJunk();
  for (const { name, rounds: played, problems } of await playInBrowsers(project)) {
    checkRounds(played, name);
    check(JSON.stringify(played) === JSON.stringify(rounds), `${name}: plays as Node does`);
    check(problems.length === 0, `${name}: nothing is complained about`, problems.join("\n"));
  }
} finally {
  rmSync(project, { recursive: true });
}
process.exitCode = finish();
