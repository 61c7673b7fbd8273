// quick.mjs - the Debian packages, as far as a minute goes: they are built from the tarball and
// lintian has no complaint, what is in them is all there and works, and what their scripts do to
// data is right. whole.mjs has the rest.
// usage: node quick.mjs BUILD_FOLDER, where the page comes from
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { check, fetchOnce, folder, isHealthy, runAll, stopServer } from "../clients/harness.mjs";
import { startServer } from "../server/visitor.mjs";

const build = process.argv[2];
const out = join(folder, "out");
const root = join(folder, "root");
const version = execFileSync("script/version", { encoding: "utf8" }).trim();
const fileOf = (name) => join(out, readdirSync(out)
  .find((file) => file.startsWith(`${name}_`) && file.endsWith(".deb")));

function run(command, args, more = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8",
    maxBuffer: 1 << 26, ...more, env: { ...process.env, ...more.env } });
  return { code: status, out: stdout ?? "", err: stderr ?? "" };
}

function testBuilding() {
  const { code, err } = run("script/package", ["--built", build, "--only", "binary", out], {
    env: { DEB_BUILD_OPTIONS: "noopt noautodbgsym", XZ_DEFAULTS: "-0",
      DPKG_DEB_COMPRESSOR_LEVEL: "0" } });
  check(code === 0, "the packages are built, and lintian has no complaint", err.slice(-3000));
  for (const name of ["rummery", "librummery0", "librummery-dev", "python3-rummery"])
    run("dpkg-deb", ["--extract", fileOf(name), root]);
}

function testContents() {
  const field = (name) => run("dpkg-deb", ["--field", fileOf("rummery"), name]).out.trim();
  check(field("Version") === `${version}-1`, "the version is that of the tree", field("Version"));
  for (const library of ["libpq5", "libsqlite3-0", "libuv1", "libssl3"])
    check(field("Depends").includes(library), `it depends on ${library}`, field("Depends"));
  const list = run("dpkg-deb", ["--contents", fileOf("rummery")]).out;
  check(/ \.\/(usr\/)?lib\/systemd\/system\/rummery\.service$/m.test(list),
    "the unit is in the package");
  for (const path of ["usr/bin/rummery",
    "usr/lib/sysusers.d/rummery.conf", "usr/share/man/man1/rummery.1.gz",
    "usr/share/bash-completion/completions/rummery", "usr/share/zsh/site-functions/_rummery",
    "usr/share/fish/vendor_completions.d/rummery.fish", "usr/share/rummery/web/index.html",
    "usr/share/doc/rummery/copyright", "usr/share/doc/rummery/deploy.md.gz"])
    check(list.includes(` ./${path}\n`), `${path} is in the package`);
  check(/^-rw-r----- root\/root .* \.\/etc\/default\/rummery$/m.test(list),
    "settings are for root alone");
  check(!list.includes("/usr/local") && !/ \.\/var\//.test(list), "nothing where it may not be");
  const scripts = join(folder, "scripts");
  run("dpkg-deb", ["--control", fileOf("rummery"), scripts]);
  for (const name of ["postinst", "prerm", "postrm"])
    check(run("sh", ["-n", join(scripts, name)]).code === 0, `${name} can be read`);
  check(run("dpkg-deb", ["--info", fileOf("rummery"), "conffiles"]).out ===
    "/etc/default/rummery\n", "settings are kept as they were made");
}

function testUnit() {
  const unit = readFileSync(run("find", [root, "-name", "rummery.service"]).out.trim(), "utf8");
  check(unit.includes("\nExecStart=/usr/bin/rummery serve\n") && unit.includes("\nUser=rummery\n"),
    "the unit starts the packaged program, as its user", unit);
  const here = join(folder, "rummery.service");
  writeFileSync(here, unit.replace("=/usr/bin/rummery", `=${root}/usr/bin/rummery`));
  const { err } = run("systemd-analyze", ["verify", "--man=no", here]);
  const own = err.split("\n").filter((line) => line.includes("rummery.service")).join("\n");
  check(own === "", "systemd finds no fault in the unit", err);
}

async function testProgram() {
  const program = join(root, "usr/bin/rummery");
  check(run(program, ["--version"]).out === `rummery ${version}\n`, "the program starts");
  const server = await startServer(program, ["--port", "0", "--data", join(folder, "data"),
    "--web", join(root, "usr/share/rummery/web")]);
  check(await isHealthy(server), "it serves", server.err);
  const page = await (await fetchOnce(server.link)).text();
  const script = /src="\/(assets\/[^"]+\.js)"/.exec(page)?.[1];
  check(page.includes("<title>Rummery") &&
    (await fetchOnce(`${server.link}${script}`)).status === 200, "the packaged page", page);
  await stopServer(server);
}

function testLibrary() {
  const pc = run("pkg-config", ["--cflags", "--libs", "rummery"], { env: {
    PKG_CONFIG_LIBDIR: run("find", [root, "-name", "pkgconfig"]).out.trim(),
    PKG_CONFIG_SYSROOT_DIR: root } });
  writeFileSync(join(folder, "mine.c"), `#include <rummery.h>\n#include <rummery_version.h>\n` +
    "#include <stdio.h>\nint main(void) { return puts(RUMMERY_VERSION) < 0; }\n");
  const mine = join(folder, "mine");
  const built = run("cc", [join(folder, "mine.c"), "-o", mine, ...pc.out.trim().split(/\s+/)]);
  const ran = run(mine, []);
  check(built.code === 0 && ran.out === `${version}\n`, "a program is built with the library",
    pc.err + built.err + ran.err);
}

function testPython() {
  const library = run("find", [root, "-name", "librummery.so.0"]).out.trim();
  const said = run("/usr/bin/python3", ["-c", "import rummery; print(rummery.Position(" +
    "'exclusiv players=2; opened 1; table [b8 g8 y8 r8]; rack r7 r9 y2').best_play().action)"],
  { env: { RUMMERY_LIBRARY: library, PYTHONPATH: join(root, "usr/lib/python3/dist-packages") } });
  check(said.out === "play [y8 g8 b8] [r7 r8 r9]\n", "Python finds the best play", said.err);
}

// What postrm does to data, in a folder that stands for the root of a system.
function testLeaving() {
  const postrm = join(folder, "scripts", "postrm");
  const system = join(folder, "system");
  const data = join(system, "var/lib/rummery");
  const leave = (how) => run("sh", [postrm, how], { env: { DPKG_ROOT: system } });
  mkdirSync(join(data, "deep"), { recursive: true });
  writeFileSync(join(data, "rummery.sqlite"), "");
  writeFileSync(join(system, "var/lib/other"), "");
  for (const how of ["upgrade", "failed-upgrade", "abort-install", "disappear"])
    check(leave(how).code === 0 && existsSync(join(data, "rummery.sqlite")), `${how} keeps all`);
  check(leave("purge").code === 0 && !existsSync(data), "purge deletes it");
  check(existsSync(join(system, "var/lib/other")), "and nothing else");
  check(leave("purge").code === 0, "also where there is none");
  mkdirSync(join(system, "srv"));
  writeFileSync(join(system, "srv/rummery.sqlite"), "");
  symlinkSync("../../srv", data);
  check(leave("purge").code === 0 && !existsSync(data) &&
    existsSync(join(system, "srv/rummery.sqlite")), "where a link leads is somebody else's");
}

await runAll([testBuilding, testContents, testUnit, testProgram, testLibrary, testPython,
  testLeaving]);
