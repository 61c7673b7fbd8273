// tests.mjs - the test programs that mutants of core and solver have to face, and in which
// order: those first that find most in the least time.
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";

export function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesUnder(path) : [path];
  });
}

export const sourcesIn = (folder) => filesUnder(folder).filter((path) => path.endsWith(".c"));
const some = (folder, names) => names.split(" ").map((name) => join(folder, `${name}.c`));

// The programs and what is linked into them besides core and solver.
export function programsOf(tree) {
  const solver = join(tree, "tests/solver");
  const cli = join(tree, "src/cli");
  const references = some(solver, "brute ilp ilp_exclusiv ilp_photo positions");
  const words = some(cli, "step_words");
  const asking = some(cli, "answer answer_input check check_ask command_check command_solve");
  return [
    { name: "core_tests", hasTemplate: true,
      sources: [...sourcesIn(join(tree, "tests/core")), ...sourcesIn(join(tree, "src/bots"))] },
    { name: "solver_check", sources: [...references, ...some(solver, "solver_check")] },
    { name: "princess_check", sources: some(solver, "princess_brute princess_check") },
    { name: "many_check", sources: some(solver, "many_check positions") },
    { name: "steps_check", sources: [...words, ...some(solver, "steps_check")] },
    { name: "ask",
      sources: [...asking, ...words, ...sourcesIn(join(tree, "src/wire")),
        join(tree, "tests/mutate/ask.c")] },
  ];
}

// The tests for a file, each as a command with its arguments.
export function testsFor(file, tree, programs) {
  const at = (name) => join(programs, name);
  const script = (name, ...rest) => ["node", join(tree, "tests", name), at("ask"), ...rest];
  const core = (effort) => [at("core_tests"), join(tree, "tests/golden"), effort];
  const small = [
    [at("solver_check"), "300", "2"],
    [at("princess_check"), "300"],
    [at("many_check"), "60"],
    [at("steps_check"), "4"],
  ];
  const more = [
    [at("princess_check"), "4000", "2"],
    [at("many_check"), "300", "2"],
    [at("steps_check"), "20", "2"],
    [at("solver_check"), "3000", "10", "2"],
    script("solver/lines.mjs", "200", "3"),
  ];
  const cases = script("check/run.mjs");
  return file.includes("/solver/")
    ? [...small, core("1"), cases, ...more]
    : [core("1"), cases, script("oracle/compare.mjs", "600", "1"), ...small, ...more, core("4")];
}

export const testName = (test) =>
  test
    .filter((word) => word !== "node")
    .map((word) => (word.includes("/") ? `${basename(dirname(word))}/${basename(word)}` : word))
    .join(" ");
