// project.mjs - somebody else's project: an empty folder into which the package is installed as npm
// would bring it, without a line.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
const build = resolve(process.argv[2] ?? "build-tests");

/** Packs what that build has made; gives the tarball's path. */
export function pack() {
  const said = execFileSync(join(root, "script/npm-package"), [build],
    { stdio: ["ignore", "pipe", "inherit"] });
  return resolve(root, String(said).trim());
}

export const versionOfBuild = () =>
  String(execFileSync(join(build, "rummery"), ["--version"])).trim().split(" ").at(-1);

export function makeProject(tarball) {
  const folder = mkdtempSync(join(tmpdir(), "rummery-npm-"));
  writeFileSync(join(folder, "package.json"), '{"private":true,"type":"module"}\n');
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", "--silent", tarball],
    { cwd: folder, stdio: "inherit" });
  return folder;
}

/** Runs a program of the project by its text. */
export function runIn(folder, name, text) {
  writeFileSync(join(folder, name), text);
  const { status, stdout, stderr } = spawnSync(process.execPath, [name], { cwd: folder });
  return { status, out: String(stdout), err: String(stderr) };
}
