// limits.mjs - every limit in docs/limits.md names a test that reaches it, and the test is there.
import { readFileSync } from "node:fs";
import { check, finish } from "../sentences/check.mjs";

const rows = readFileSync("docs/limits.md", "utf8").split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| what |"));
check(rows.length > 20, "there are limits");
for (const row of rows) {
  const cells = row.split("|").map((cell) => cell.trim());
  const [what, tests] = [cells[1], cells[4] ?? ""];
  let file = "";
  const named = [...tests.matchAll(/`(tests\/[^`]+)`: |"([^"]+)"/g)];
  check(named.some(([, , sentence]) => sentence !== undefined), `${what}: a test is named`);
  for (const [, path, sentence] of named) {
    if (path !== undefined) file = readFileSync(path, "utf8");
    else check(file.includes(sentence), `${what}: the test is there`, sentence);
  }
}
process.exit(finish());
