// lines.mjs - `rummery solve` on the oracle's random positions: an answer for every line, and
// `rummery check` accepts every play; with --best the first is the best, and the others follow in
// falling order. usage: node lines.mjs RUMMERY LINES_A_GAME SEED
import { spawnSync } from "node:child_process";
import { positions } from "../oracle/generate.mjs";

const [program, count, seed] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
let passed = 0;
let failed = 0;

const BEST = 4;

function ask(command, lines, flags = []) {
  const input = lines.join("\n") + "\n";
  const run = spawnSync(program, [command, ...flags], { input, maxBuffer: 1 << 30 });
  const answers = run.stdout.toString().trimEnd().split("\n").map((line) => JSON.parse(line));
  // some of the positions are wrong on purpose
  const status = answers.some(({ error }) => error !== undefined) ? 1 : 0;
  if (run.status === status && answers.length === lines.length) return answers;
  console.log(`FAILED ${command}: exit ${run.status}, ${answers.length} answers`, `${run.stderr}`);
  failed += 1;
  return [];
}

// The position with the play as its only action, after the draw where a turn begins with it.
function withPlay(line, action) {
  const position = JSON.parse(line);
  return JSON.stringify({
    ...position, drawn: true, actions: [action], ask: undefined, meld: undefined,
  });
}

for (const game of ["exclusiv", "photo", "princess"]) {
  const lines = [...positions(seed, count, game)].map((line) =>
    typeof line === "string" ? line : JSON.stringify(line),
  );
  const plays = [];
  ask("solve", lines, ["--best", `${BEST}`]).forEach((answer, i) => {
    const best = answer.plays ?? [];
    const isRight = best.length <= BEST && (best.length > 0) === Boolean(answer.action) &&
      best.every((play, k) => play.tiles <= (best[k - 1] ?? answer).tiles) &&
      (best.length === 0 || (best[0].tiles === answer.tiles && best[0].value === answer.value));
    if (answer.action) plays.push(withPlay(lines[i], answer.action));
    for (const play of best) plays.push(withPlay(lines[i], play.action));
    if (isRight) passed += 1;
    else failed += 1;
    if (!isRight && failed < 10) console.log(`FAILED ${JSON.stringify(answer)}\n  ${lines[i]}`);
  });
  ask("check", plays).forEach((answer, i) => {
    if (answer.legal === true) {
      passed += 1;
      return;
    }
    failed += 1;
    if (failed < 10) console.log(`FAILED ${JSON.stringify(answer)}\n  ${plays[i]}`);
  });
  console.log(`solve: ${game}: ${lines.length} lines, ${plays.length} plays`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
