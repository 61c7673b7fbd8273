// trial.mjs - one mutant at a time: core and solver are compiled once as they are; then one file
// is changed and compiled, and linked as a shared library under test programs that are never
// linked again. All of it happens in a copy; the work tree is only read.
import { execFile, spawn } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { changed } from "./mutations.mjs";
import { programsOf, sourcesIn, testName } from "./tests.mjs";

// As in all tests, the core judges what the solver says.
const ARGUMENTS = ["-std=c11", "-O1", "-fPIC", "-w", "-D_POSIX_C_SOURCE=200809L",
  "-DRUMMERY_JUDGE"];
const CORE_ARGUMENTS = ["-ffreestanding", "-fno-stack-protector", "-fno-semantic-interposition"];
const TEMPLATE = "-DRUMMERY_TEMPLATE_GAME";
// Headers that the tests read as well: with one of them changed, they are built anew.
export const SHARED = ["core/core.h", "core/game.h", "core/inspect.h", "solver/solver.h",
  "solver/steps.h", "solver/solver_internal.h", "solver/princess_solver.h"]
  .map((name) => `src/${name}`);
const WALL_SECONDS_MAX = 300;

const execute = promisify(execFile);

// Runs one test; it is over as soon as it prints a failure.
function runTest(libraries, { command, seconds }) {
  const limited = `ulimit -t ${seconds}; ulimit -c 0; exec nice -n 10 "$0" "$@"`;
  const env = { ...process.env, LD_LIBRARY_PATH: libraries, ASAN_OPTIONS: "detect_leaks=0" };
  return new Promise((resolve) => {
    let verdict = null;
    const child = spawn("sh", ["-c", limited, ...command], {
      env, detached: true, stdio: ["ignore", "pipe", "ignore"],
    });
    const stop = (why) => {
      verdict ??= why;
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        // it has ended by itself
      }
    };
    const timer = setTimeout(() => stop("time-out"), WALL_SECONDS_MAX * 1000);
    child.stdout.on("data", (bytes) => {
      if (/FAILED|DIFFERENT/.test(String(bytes))) stop("killed");
    });
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      if (["SIGXCPU", "SIGKILL"].includes(signal)) verdict ??= "time-out";
      resolve(verdict ?? (code === 0 ? "survived" : "killed"));
    });
  });
}

export const SANITIZED = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

// Trials with one set of compiler arguments, in a folder of their own.
export class Trials {
  constructor(root, build, more, testsOf) {
    this.root = root;
    this.build = build;
    this.more = more;
    this.testsOf = testsOf;
    this.tree = join(build, "tree");
    this.base = join(build, "base");
    this.programs = join(build, "programs");
    this.readers = new Map();
  }

  sources() {
    return ["core", "solver"].flatMap((part) => sourcesIn(join(this.tree, "src", part)));
  }

  objectName(source) {
    return `${relative(join(this.tree, "src"), source).replaceAll("/", "-")}.o`;
  }

  compile(src, file, out, ...more) {
    return execute("gcc", [
      ...ARGUMENTS, ...CORE_ARGUMENTS, ...this.more, ...more, `-I${src}`, "-c", file, "-o", out,
    ]);
  }

  // Both libraries: with the template game of the core's tests, and without.
  async link(folder, objects, templateObject) {
    const isGames = (path) => path.endsWith("games-games.c.o");
    const shared = ["-shared", "-Wl,-Bsymbolic", "-fuse-ld=gold", ...this.more];
    await execute("gcc", [...shared, ...objects, "-o", join(folder, "libgames.so")]);
    await execute("gcc", [...shared, ...objects.filter((path) => !isGames(path)), templateObject,
      "-o", join(folder, "libgames_template.so")]);
  }

  // Copies the work tree's sources and tests and compiles everything once.
  async prepare() {
    for (const folder of [this.tree, this.base, this.programs])
      rmSync(folder, { recursive: true, force: true });
    for (const part of ["src", "tests"])
      cpSync(join(this.root, part), join(this.tree, part), { recursive: true });
    mkdirSync(this.base);
    mkdirSync(this.programs);
    const src = join(this.tree, "src");
    for (const file of this.sources()) {
      await this.compile(src, file, join(this.base, this.objectName(file)));
      await this.noteReaders(file);
    }
    const template = join(this.base, "template.o");
    await this.compile(src, join(src, "core/games/games.c"), template, TEMPLATE);
    const objects = this.sources().map((file) => join(this.base, this.objectName(file)));
    await this.link(this.base, objects, template);
    await execute("node", [
      join(this.tree, "tests/core/make_cases.mjs"), join(this.build, "cases.inc"),
      ...["exclusiv", "photo", "princess"].map((name) =>
        join(this.tree, "tests/check", `${name}.jsonl`)),
    ]);
    await this.buildPrograms([src], this.programs);
  }

  // Which sources read a file, by the compiler's word.
  async noteReaders(file) {
    const { stdout } = await execute("gcc", [`-I${join(this.tree, "src")}`, "-MM", file]);
    for (const name of stdout.replaceAll("\\\n", " ").split(": ")[1].trim().split(/\s+/)) {
      const read = join(this.tree, relative(this.tree, name));
      this.readers.set(read, [...(this.readers.get(read) ?? []), file]);
    }
  }

  // The test programs; of folders with sources those first that come first.
  async buildPrograms(folders, out) {
    const includes = [...folders, join(this.tree, "src/cli"), this.build].map((f) => `-I${f}`);
    for (const { name, sources, hasTemplate } of programsOf(this.tree))
      await execute("gcc", [
        ...ARGUMENTS, ...this.more, ...(hasTemplate ? [TEMPLATE] : []), ...includes, ...sources,
        "-o", join(out, name), `-L${this.base}`, hasTemplate ? "-lgames_template" : "-lgames",
        "-lcjson", "-lcrypto", "-lsodium", "-lunistring", "-lglpk", "-lm",
      ]);
  }

  // A place for one trial at a time, with its own copy of core and solver.
  makePlace(index) {
    const place = join(this.build, `place-${index}`);
    rmSync(place, { recursive: true, force: true });
    for (const part of ["core", "solver"])
      cpSync(join(this.tree, "src", part), join(place, "src", part), { recursive: true });
    mkdirSync(join(place, "lib"));
    mkdirSync(join(place, "programs"));
    return place;
  }

  // The sources whose code the mutant changes; null where it is no C.
  async compileMutant(place, file, mutant, source) {
    const copyOf = (path) => join(place, relative(this.tree, path));
    const compileInto = (reader, name, ...more) =>
      this.compile(join(place, "src"), copyOf(reader), join(place, "lib", name), ...more);
    const different = [];
    writeFileSync(copyOf(file), changed(source, mutant));
    try {
      for (const reader of this.readers.get(file) ?? []) {
        const name = this.objectName(reader);
        await compileInto(reader, name);
        const [now, was] = [join(place, "lib", name), join(this.base, name)].map((path) =>
          readFileSync(path));
        if (!now.equals(was)) different.push(reader);
        if (name.endsWith("games-games.c.o")) await compileInto(reader, "template.o", TEMPLATE);
      }
      if (SHARED.includes(relative(this.tree, file)))
        await this.buildPrograms([join(place, "src"), join(this.tree, "src")],
          join(place, "programs"));
    } catch {
      return null;
    } finally {
      writeFileSync(copyOf(file), source);
    }
    return different;
  }

  async tryMutant(place, mutant) {
    const file = join(this.tree, mutant.name);
    const different = await this.compileMutant(place, file, mutant, readFileSync(file, "utf8"));
    if (different === null) return { verdict: "no C" };
    if (different.length === 0) return { verdict: "same code" };
    const folderOf = (path) => (different.includes(path) ? join(place, "lib") : this.base);
    const objects = this.sources().map((path) => join(folderOf(path), this.objectName(path)));
    const games = join(this.tree, "src/core/games/games.c");
    await this.link(join(place, "lib"), objects, join(folderOf(games), "template.o"));
    const isShared = SHARED.includes(relative(this.tree, file));
    const programs = isShared ? join(place, "programs") : this.programs;
    return this.runTests(join(place, "lib"), file, programs);
  }

  async runTests(libraries, file, programs) {
    for (const test of this.testsOf(file, this.tree, programs)) {
      const verdict = await runTest(libraries, test);
      if (verdict !== "survived") return { verdict, by: testName(test) };
    }
    return { verdict: "survived" };
  }

  // All tests pass on the sources as they are, or nothing would mean anything.
  async proveSound() {
    for (const file of ["/solver/", "/core/"]) {
      const { verdict, by } = await this.runTests(this.base, file, this.programs);
      if (verdict !== "survived") throw new Error(`${by} fails on the sources as they are`);
    }
  }
}
