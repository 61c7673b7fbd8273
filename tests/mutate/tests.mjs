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
  const words = some(cli, "step_sentence");
  const asking = some(cli, "answer answer_input check check_ask command_check command_solve");
  return [
    { name: "core_tests", hasTemplate: true,
      sources: [...sourcesIn(join(tree, "tests/core")), ...sourcesIn(join(tree, "src/bots"))] },
    { name: "solver_check", sources: [...references, ...some(solver, "solver_check")] },
    { name: "all_check", sources: [...references, ...some(solver, "all_check")] },
    { name: "princess_check", sources: some(solver, "princess_brute princess_check") },
    { name: "many_check", sources: some(solver, "many_check positions") },
    { name: "steps_check", sources: [...words, ...some(solver, "steps_check")] },
    { name: "ask",
      sources: [...asking, ...words, ...sourcesIn(join(tree, "src/wire")),
        ...sourcesIn(join(tree, "src/places")),
        join(tree, "tests/mutate/ask.c")] },
  ];
}

// The tests of a place: commands, and how much processor time is far too much for each.
function testsAt(tree, programs) {
  const at = (name) => join(programs, name);
  return {
    program: (seconds, name, ...rest) => ({ command: [at(name), ...rest], seconds }),
    script: (seconds, name, ...rest) =>
      ({ command: ["node", join(tree, "tests", name), at("ask"), ...rest], seconds }),
    core: (seconds, percent) =>
      ({ command: [at("core_tests"), join(tree, "tests/golden"), percent], seconds }),
  };
}

// The fast tests for a file. What they do not find meets some of them again with more positions.
export function fastTests(file, tree, programs) {
  const { program, script, core } = testsAt(tree, programs);
  const small = [
    program(8, "solver_check", "300", "2"),
    program(8, "all_check", "200", "20"),
    program(8, "princess_check", "300"),
    program(8, "many_check", "60"),
    program(8, "steps_check", "4"),
  ];
  const more = [
    program(20, "princess_check", "8000"),
    program(20, "steps_check"),
    program(20, "many_check", "600"),
    script(20, "solver/lines.mjs", "200", "3"),
    program(60, "solver_check", "6000", "20"),
  ];
  const oracle = script(20, "oracle/compare.mjs", "1000", "2026");
  const cases = script(8, "check/run.mjs");
  return file.includes("/solver/")
    ? [...small, core(8, "1"), cases, ...more]
    : [core(8, "1"), cases, ...small, oracle, core(30, "3")];
}

// The same under sanitizers, for what survives: fewer positions, but every access is watched.
export function watchedTests(file, tree, programs) {
  const { program, script, core } = testsAt(tree, programs);
  return [
    core(90, "1"),
    script(60, "check/run.mjs"),
    program(60, "solver_check", "300", "2"),
    program(60, "all_check", "200", "20"),
    program(60, "princess_check", "300"),
    program(60, "many_check", "60"),
    program(60, "steps_check", "4"),
  ];
}

export const testName = ({ command }) =>
  command
    .filter((word) => word !== "node")
    .map((word) => (word.includes("/") ? `${basename(dirname(word))}/${basename(word)}` : word))
    .join(" ");
