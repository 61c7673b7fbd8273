// install.mjs BUILD - programs of somebody else, built against an installed copy of the library in
// a temporary folder, by pkg-config alone, and run: in C, in C++, with the archive, and those of
// docs/library.md.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const build = process.argv[2];
const folder = mkdtempSync(join(tmpdir(), "rummery-library-"));
process.on("exit", () => rmSync(folder, { recursive: true }));
let passed = 0;
const failures = [];

function attempt(what, work) {
  try {
    work();
    passed++;
  } catch (error) {
    failures.push(`${what}: ${error.message} ${error.stdout ?? ""}`);
  }
}
const expect = (condition, what) => {
  if (!condition) throw new Error(what);
};

execFileSync("meson", ["install", "-C", build, "--no-rebuild", "--quiet", "--destdir", folder], {
  stdio: "pipe",
});
const introspect = execFileSync("meson", ["introspect", build, "--buildoptions"]).toString();
const option = (name) => JSON.parse(introspect).find((each) => each.name === name).value;
const root = join(folder, option("prefix"));
const libraries = join(root, option("libdir"));
const environment = {
  ...process.env,
  PKG_CONFIG_LIBDIR: join(libraries, "pkgconfig"),
  PKG_CONFIG_SYSROOT_DIR: folder,
  LD_LIBRARY_PATH: libraries,
};
const run = (command, ...args) =>
  execFileSync(command, args, { env: environment, stdio: "pipe" }).toString().trim();
const flags = (...args) => run("pkg-config", ...args, "rummery").split(/\s+/);
const strict = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"];

attempt("what is installed", () => {
  for (const path of ["librummery.so", "librummery.so.0", "librummery.a"])
    expect(existsSync(join(libraries, path)), `${path} is missing`);
  for (const path of ["rummery.h", "rummery_device.h", "rummery_env.h", "rummery_version.h"])
    expect(existsSync(join(root, option("includedir"), path)), `${path} is missing`);
  for (const path of ["libcore.a", "libsolver.a", "librummery_inside.a"])
    expect(!existsSync(join(libraries, path)), `${path} is nobody else's`);
  const version = readFileSync("meson.build", "utf8").match(/version: '([\d.]+)'/)[1];
  expect(run("pkg-config", "--modversion", "rummery") === version, "another version");
});

function tryProgram(what, compiler, source, expected, ...args) {
  attempt(what, () => {
    const program = join(folder, "program");
    run(compiler, ...strict, ...flags("--cflags"), "-o", program, source, ...args);
    const said = run(program);
    expect(expected.test(said), `it said: ${said}`);
    const needs = run("readelf", "-d", program).includes("librummery.so.0");
    expect(needs === !args.includes("-static"), "it is linked otherwise");
  });
}

const shared = flags("--libs");
const [first, turn] = [...readFileSync("docs/library.md", "utf8").matchAll(/```c\n([^]*?)```/g)]
  .map(([, text], index) => {
    const path = join(folder, `documented${index}.c`);
    writeFileSync(path, text);
    return path;
  });
tryProgram("the first program of docs/library.md", "cc", first,
  /^-?\d+ to -?\d+\nX-13: your first melds need 40 /, "-std=c11", ...shared);
tryProgram("a turn as it is advised, of docs/library.md", "cc", turn,
  /^[^]* and \d+ on the rack\nNOT_ON_TURN: somebody else is on turn$/, "-std=c11", ...shared);
tryProgram("the same, static", "cc", turn, / on the rack\nNOT_ON_TURN/, "-std=c11", "-static",
  ...flags("--libs", "--static"));
tryProgram("a program in C", "cc", "tests/library/round.c", /princess .* against/, "-std=c11",
  ...shared);
tryProgram("a program in C++", "c++", "tests/library/table.cc", /^a match of two rounds/,
  "-std=c++17", ...shared);
tryProgram("a static program", "cc", "tests/library/position.c", /: 2 cards, 16 points$/,
  "-std=c11", "-static", ...flags("--libs", "--static"));
for (const what of failures) console.log(`FAILED ${what}`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;
