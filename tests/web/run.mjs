// run.mjs - runs the page's own tests (vitest) and closes with a line that script/test adds up.
// usage: node run.mjs [VITEST_ARGUMENTS...]
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const web = fileURLToPath(new URL("../../web", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "rummery-vitest-"));
const report = join(folder, "report.json");
const { status } = spawnSync(
  process.execPath,
  ["node_modules/vitest/vitest.mjs", "run", "--reporter=default", "--reporter=json",
    `--outputFile.json=${report}`, ...process.argv.slice(2)],
  { cwd: web, stdio: "inherit" },
);
try {
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"));
  console.log(`${numPassedTests} passed, ${numFailedTests} failed`);
} catch {
  console.log("vitest left no report");
}
rmSync(folder, { recursive: true });
process.exitCode = status === 0 ? 0 : 1;
