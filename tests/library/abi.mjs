// abi.mjs BUILD - what leaves the library: nothing but what its headers declare, in the shared
// library and in the archive; and all that a release had is still there, unchanged, and links.
// Lists of releases are in tests/library/abi; `--write BUILD` renews that of the next one.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readHeaders } from "./header.mjs";

const isWriting = process.argv[2] === "--write";
const build = process.argv[isWriting ? 3 : 2];
const lists = "tests/library/abi";
const header = readHeaders("include/rummery.h", "include/rummery_device.h",
  "include/rummery_env.h");
const version = readFileSync("meson.build", "utf8").match(/version: '([\d.]+)'/)[1];
let passed = 0;
const failures = [];
const check = (condition, what) => (condition ? passed++ : failures.push(what));
const run = (command, ...args) => execFileSync(command, args).toString();

if (isWriting) {
  writeFileSync(`${lists}/${version}`, header.lines.join("\n") + "\n");
  console.log(`${header.lines.length} lines in ${lists}/${version}`);
  process.exit(0);
}

// Names that others can see, with the version that the linker notes.
function exported(...args) {
  return run("nm", "--defined-only", ...args)
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter((words) => words.length === 3 && words[1] !== "A" && /[A-Zuvw]/.test(words[1]))
    .map((words) => words[2])
    .sort();
}

const same = (a, b) => a.length === b.length && a.every((name, i) => name === b[i]);
const shared = exported("-D", `${build}/src/library/librummery.so`);
const archived = exported("-g", `${build}/src/library/librummery.a`);
const plain = (name) => name.replace(/@@.*/, "");
check(same(shared.map(plain).sort(), header.functions),
  "the shared library exports what the headers declare, and nothing else");
check(shared.every((name) => name.endsWith("@@RUMMERY_0")), "every name has its version");
check(same(archived, header.functions), "so does the archive");
check(header.functions.every((name) => name.startsWith("rummery_")), "all begin with rummery_");
check(header.lines.every((line) => !line.startsWith("constant") || /RUMMERY_/.test(line)),
  "all constants begin with RUMMERY_");
const dynamic = run("readelf", "-d", `${build}/src/library/librummery.so`);
check(/SONAME.*\[librummery\.so\.0\]/.test(dynamic), "the soname is librummery.so.0");
const sanitized = /lib[au]san/.test(dynamic) || build.includes("asan");
const needed = [...dynamic.matchAll(/NEEDED.*\[(.*)\]/g)].map((match) => match[1]);
check(sanitized || needed.every((name) => /^(libc\.so|ld-linux)/.test(name)),
  "nothing is needed but the C library");

// What could be written to by all threads; a thread's own (.tbss) is none of it.
function sharedState(archive) {
  return run("readelf", "-SW", archive).split("\n")
    .map((line) => line.match(/\] (\.(?:data|bss)\S*)\s+\S+\s+\S+ \S+ (\S+)/))
    .filter((found) => found !== null && !found[1].startsWith(".data.rel.ro"))
    .filter(([, , size]) => parseInt(size, 16) > 0).map(([, name]) => name);
}

const state = sharedState(`${build}/src/library/librummery.a`);
check(sanitized || state.length === 0, `there is no state but in handles: ${state}`);

// A program of that time: it calls everything that was there, and is linked with what is here.
function linksWith(names, ...libraries) {
  const folder = mkdtempSync(join(tmpdir(), "rummery-abi-"));
  const source = join(folder, "old.c");
  writeFileSync(source, names.map((name) => `void ${name}(void);\n`).join("") +
    `int main(int count, char **words)\n{\n    (void)words;\n    void (*all[])(void) = {\n` +
    names.map((name) => `        ${name},\n`).join("") +
    "    };\n    return all[count % 2] == 0;\n}\n");
  try {
    run("cc", "-o", join(folder, "old"), source, ...libraries);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const release of readdirSync(lists)) {
  const old = readFileSync(`${lists}/${release}`, "utf8").trim().split("\n");
  const names = old.map((line) => line.match(/^function .*?(\w+)\(/)?.[1]).filter(Boolean);
  for (const line of old)
    check(header.lines.includes(line), `${release} had: ${line}`);
  check(release !== version || same(old, header.lines),
    `the list of ${version} is that of the headers; abi.mjs --write renews it`);
  if (sanitized) continue;
  check(linksWith(names, `${build}/src/library/librummery.so`), `${release} links, shared`);
  check(linksWith(names, `${build}/src/library/librummery.a`), `${release} links, static`);
}
check(readdirSync(lists).length > 0, "there is a list of a release");
for (const what of failures) console.log(`FAILED ${what}`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;
