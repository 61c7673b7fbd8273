// completions.mjs - the manual page and the completions of three shells say what the program says
// of itself: the same commands, the same flags of each. The shells themselves are asked.
// usage: node completions.mjs RUMMERY
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { check, finish } from "../sentences/check.mjs";

const program = process.argv[2];
const run = (command, args) => {
  const result = spawnSync(command, args, { encoding: "utf8" });
  return { ok: result.status === 0, out: result.stdout ?? "", err: result.stderr ?? "" };
};
const sorted = (list) => [...new Set(list)].sort().join(" ");

// ---- What the program says ----

const commands = [...run(program, ["--help"]).out.matchAll(/^ {2}(\w+) {2,}\S/gm)].map((m) => m[1]);
check(commands.includes("play") && commands.includes("serve"), "the program tells its commands");

// the page's words have one section for every option of the core
const words = JSON.parse(readFileSync("web/src/lang/en.json", "utf8"));
const options = Object.keys(words.option).map((name) => `--${name.replaceAll("_", "-")}`);

function flagsOf(command) {
  // the lines that show how it is called, not the sentences below them
  const usage = run(program, [command, "--help"]).out.split("\n")
    .filter((line) => /^(usage:|rummery | {4})/.test(line)).join("\n");
  const flags = [...usage.matchAll(/--[a-z][a-z-]*/g)].map((found) => found[0]);
  return sorted([...flags, ...(usage.includes("--OPTION") ? options : [])]);
}

// ---- What the shells offer ----

const withoutHelp = (flags) => sorted(flags.filter((flag) => flag !== "--help"));

function bashOffers(...typed) {
  const words = typed.map((word) => `'${word}'`).join(" ");
  const script = `source completions/rummery.bash; COMP_WORDS=(rummery ${words});
    COMP_CWORD=${typed.length}; _rummery; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return run("bash", ["-c", script]).out.split("\n").filter(Boolean);
}

function fishOffers(line) {
  const script = `source completions/rummery.fish; complete -C '${line}'`;
  return run("fish", ["--no-config", "-c", script]).out.split("\n").filter(Boolean)
    .map((one) => one.split("\t")[0]);
}

const zsh = readFileSync("completions/_rummery", "utf8");
function zshFlags(command) {
  const part = new RegExp(`^ {8}${command}\\)\\n([\\s\\S]*?);;`, "m").exec(zsh)?.[1] ?? "";
  return [...part.matchAll(/'(--[a-z-]+)\[/g)].map((found) => found[1]);
}

check(run("zsh", ["-n", "completions/_rummery"]).ok, "zsh can read its completion");
const inZsh = [...zsh.matchAll(/^ {8}'(\w+):/gm)].map((found) => found[1]);
check(sorted(inZsh) === sorted([...commands, "help"]), "zsh knows all commands", sorted(inZsh));
check(sorted(bashOffers("")) === sorted([...commands, "help", "--help", "--version"]),
  "bash knows all commands", sorted(bashOffers("")));
check(sorted(fishOffers("rummery ")) === sorted([...commands, "help"]),
  "fish knows all commands", sorted(fishOffers("rummery ")));

check(fishOffers("rummery --").includes("--version") && zsh.includes("'[say which version") &&
  /^\.Fl -version$/m.test(readFileSync("docs/rummery.1", "utf8")),
"fish, zsh and the manual know --version");

for (const command of commands) {
  const flags = flagsOf(command);
  const offers = { bash: bashOffers(command, "--"), fish: fishOffers(`rummery ${command} --`),
    zsh: zshFlags(command) };
  for (const [shell, offered] of Object.entries(offers))
    check(withoutHelp(offered) === flags, `${shell} knows the flags of ${command}:`,
      `${withoutHelp(offered)}\ninstead of ${flags}`);
}
check(sorted(bashOffers("play", "")) === "exclusiv photo princess", "bash knows the games");
check(sorted(bashOffers("play", "--speed", "")) === "fast instant normal slow",
  "bash knows the values that are words");
check(sorted(fishOffers("rummery play --lang ")) === "de en es fr it nl",
  "fish knows the values that are words");

// ---- What the manual says ----

const lint = run("mandoc", ["-T", "lint", "-W", "warning", "docs/rummery.1"]);
check(lint.ok, "the manual page has no faults", lint.out + lint.err);
const manual = readFileSync("docs/rummery.1", "utf8");
const parts = manual.split(/^\.Ss rummery /m).slice(1).map((part) => part.split(/^\.Sh/m)[0]);
for (const command of commands) {
  const own = parts.filter((part) => part.startsWith(command)).join("\n");
  const told = [...own.matchAll(/\bFl -([a-z-]+)/g)].map((found) => `--${found[1]}`);
  check(own !== "", `the manual has a part about ${command}`);
  check(sorted(told) === flagsOf(command), `the manual tells the flags of ${command}:`,
    `${sorted(told)}\ninstead of ${flagsOf(command)}`);
}
process.exitCode = finish();
