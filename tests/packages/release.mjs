// release.mjs - script/release in a clone of this tree: what it refuses, and, with --whole, that a
// dry run makes everything and changes nothing. What is not committed is not looked at.
// usage: node release.mjs [--whole]
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, finish } from "../sentences/check.mjs";

const folder = mkdtempSync(join(tmpdir(), "rummery-release-"));
const tree = join(folder, "tree");
const git = (...args) => execFileSync("git", ["-C", tree, "-c", "user.name=Test", "-c",
  "user.email=test@example.org", ...args], { encoding: "utf8" }).trim();

function release(...args) {
  const { status, stderr } = spawnSync("script/release", args, { cwd: tree, encoding: "utf8" });
  return { code: status, err: stderr };
}

function refuses(args, words, sentence) {
  const { code, err } = release(...args);
  check(code !== 0 && words.test(err) && !existsSync(join(tree, "build-release")), sentence, err);
}

execFileSync("git", ["clone", "--quiet", "--shared", ".", tree]);
const now = execFileSync(join(tree, "script/version"), { encoding: "utf8" }).trim();
check(/^\d+\.\d+\.\d+$/.test(now), "the version is found", now);
refuses([], /usage/, "a release needs a version");
refuses(["9.0.0"], /usage/, "and to know whether it is meant");
refuses(["9.0", "--dry-run"], /no version/, "9.0 is none");
refuses(["9.0.0", "--tested"], /which tests/, "whoever releases says what was tested");
refuses(["0.0.1", "--dry-run"], /older/, "versions rise");
writeFileSync(join(tree, "mine"), "");
refuses(["9.0.0", "--dry-run"], /not committed/, "what is not committed is in the way");
rmSync(join(tree, "mine"));
git("tag", "v9.0.0");
refuses(["9.0.0", "--dry-run"], /already/, "a version is released once");
git("tag", "--delete", "v9.0.0");
const changes = join(tree, "CHANGELOG.md");
const text = readFileSync(changes, "utf8");
writeFileSync(changes, text.replace("## Unreleased\n", "## Unreleased\n\n## 8.0.0 - 2026-01-01\n"));
git("commit", "--quiet", "--all", "--message", "Nothing new");
refuses(["9.0.0", "--dry-run"], /nothing under Unreleased/, "without news there is no release");
git("reset", "--quiet", "--hard", "HEAD~1");

if (process.argv[2] === "--whole") {
  // with the page's packages that are here, so that nothing is fetched
  cpSync("web/node_modules", join(tree, "web/node_modules"),
    { recursive: true, verbatimSymlinks: true });
  execFileSync("touch", [join(tree, "web/node_modules/.package-lock.json")]);
  git("config", "user.name", "Test");
  git("config", "user.email", "test@example.org");
  const head = git("rev-parse", "HEAD");
  const { code, err } = release("9.0.0", "--dry-run");
  check(code === 0, "a dry run goes through", err.slice(-3000));
  check(git("rev-parse", "HEAD") === head && git("tag") === "" &&
    git("status", "--porcelain") === "", "and changes nothing");
  const made = readdirSync(join(tree, "build-release"));
  check(made.includes("rummery-9.0.0.tar.xz") && made.includes("SHA256SUMS") &&
    readdirSync(join(tree, "build-release/debian")).includes("rummery_9.0.0-1_amd64.deb"),
  "everything is there", made.join(" "));
}
rmSync(folder, { recursive: true, force: true });
process.exitCode = finish();
