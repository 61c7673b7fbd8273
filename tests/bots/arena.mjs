// arena.mjs - `rummery arena` and `rummery bot` as people who write bots use them: levels, the
// example bot, programs that play badly, slowly or not at all, and what is counted.
// usage: node arena.mjs RUMMERY EXAMPLE_BOT
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { check, finish } from "../sentences/check.mjs";

const [program, exampleBot] = process.argv.slice(2);

function arena(game, bots, ...more) {
  const args = ["arena", game, "--bots", bots, ...more];
  const result = spawnSync(program, args, { maxBuffer: 1 << 26 });
  const text = String(result.stdout);
  const all = result.status === 0 ? text.trimEnd().split("\n") : [];
  const lines = all.map((line) => JSON.parse(line));
  return { code: result.status, text, lines, err: String(result.stderr) };
}

function testFigures() {
  const first = arena("princess", "2,4", "--rounds", "400", "--seed", "9");
  const again = arena("princess", "2,4", "--rounds", "400", "--seed", "9");
  const other = arena("princess", "2,4", "--rounds", "400", "--seed", "10");
  check(first.code === 0 && first.text === again.text, "the same seed gives the same lines");
  check(first.text !== other.text, "another seed gives others");
  const [low, high, eloLow, eloHigh] = first.lines;
  check(low.rounds === 400 && low.deals === 200, "every deal is played in both seats");
  check(Math.abs(low.win_rate + high.win_rate - 1) < 1e-3, "the rates of a round add up to one");
  check(high.win_rate_95[0] > 0.5, "level 4 beats level 2");
  check(high.worst_seat <= 1 && high.worst_seat_rate <= high.win_rate && high.worst_seat_rate > 0.5,
    "the worst seat is told", JSON.stringify(high));
  const [loser] = arena("photo", "cmd:while read a; do echo no; done,1", "--rounds", "2").lines;
  check(loser.worst_seat === 0 && loser.worst_seat_rate === 0, "and is the first where all are");
  check(eloHigh.elo > 0 && Math.abs(eloHigh.elo + eloLow.elo) < 0.2, "and has the higher Elo");
  const four = arena("photo", "1,2,3,4", "--rounds", "200");
  const sum = four.lines.slice(0, 4).reduce((all, line) => all + line.win_rate, 0);
  check(Math.abs(sum - 1) < 1e-3, "four players share a round too", `${sum}`);
  const pairs = arena("princess", "1,2,3", "--players", "2", "--rounds", "40");
  check(pairs.lines.length === 9, "three bots meet in three pairs", pairs.text);
}

function testMatches() {
  const rounds = arena("photo", "5,3,3", "--rounds", "60", "--seed", "4").lines;
  const matches = arena("photo", "5,3,3", "--rounds", "60", "--seed", "4", "--match", "5").lines;
  check(matches[0].rounds === 60 && matches[0].score > 3 * rounds[0].score && rounds[0].score > 0,
    "a match adds up the scores of its rounds", JSON.stringify([rounds[0], matches[0]]));
  const near = arena("photo", "7,5,5", "--rounds", "60", "--match", "5").text;
  const blind = arena("photo", "f,5,5", "--rounds", "60", "--match", "5").text;
  check(near.replace(/"7"/g, '"f"') !== blind, "who plays to win looks at the match");
  const single = arena("photo", "7,5,5", "--rounds", "60").text;
  check(single.replace(/"7"/g, '"f"') === arena("photo", "f,5,5", "--rounds", "60").text,
    "and in a single round lays nothing before everything");
}

function testSequential() {
  const better = arena("princess", "5,2", "--rounds", "20000", "--sprt", "0,50").lines;
  const test = better.find((line) => line.sprt !== undefined);
  check(test.sprt === "elo_1" && test.deals < 10000, "the sequential test stops early");
  const same = arena("princess", "3,3", "--rounds", "20000", "--sprt", "0,80").lines;
  check(same.find((line) => line.sprt !== undefined).sprt === "elo_0", "and finds no difference");
}

function testYardsticks() {
  const all = arena("photo", "all,5", "--rounds", "60").lines[0];
  check(all?.win_rate_95[0] > 0.5 && all?.illegal === 0, "who sees all cards beats level 5",
    JSON.stringify(all));
  const hoard = arena("exclusiv", "hoard,5", "--rounds", "10").lines[0];
  check(hoard?.win_rate_95[0] > 0.5 && hoard?.illegal === 0, "and so does a hoard in exclusiv",
    JSON.stringify(hoard));
  for (const game of ["exclusiv", "photo"]) {
    const f = arena(game, "f,5", "--rounds", "40").lines[0];
    check(f?.win_rate > 0.9 && f?.illegal === 0,
      `who lays nothing before everything hardly loses a round of ${game}`, JSON.stringify(f));
    const kind = arena(game, "kind,f", "--rounds", "40").lines[0];
    check(kind?.win_rate === 0.5 && kind?.illegal === 0, "but gains nothing by it in kind",
      JSON.stringify(kind));
    const expert = arena(game, "6,f", "--rounds", "40").lines[0];
    check(expert?.win_rate_95[1] >= 0.48 && expert?.illegal === 0, "nor against the expert",
      JSON.stringify(expert));
    const greedy = arena(game, "f:o1:h1:a1,5", "--rounds", "20").lines[0];
    check(greedy?.win_rate === 0.5 && greedy?.illegal === 0,
      "a policy that lays all it can is level 5", JSON.stringify(greedy));
    const [thief] = arena(game, "hoard:l1:h8:n2:s4:j1,kind:h12:k9", "--rounds", "40").lines;
    check(thief?.illegal === 0, "policies with all their numbers keep to the rules",
      JSON.stringify(thief));
  }
  const told = arena("photo", "told,6", "--rounds", "20").lines[0];
  check(told?.win_rate_95[0] <= 0.55 && told?.illegal === 0,
    "who is told how the expert plays finds no answer", JSON.stringify(told));
  const princess = arena("princess", "f,5", "--rounds", "20").lines[0];
  check(princess?.win_rate === 0.5, "in princess a policy plays as level 5");
}

function testSearch() {
  const search = (bot, seed) => arena("photo", bot, "--search", "60", "--rounds", "60", "--seed",
    seed);
  const found = search("5", "3");
  check(found.lines.length === 6 && found.lines[0].win_rate > 0.95,
    "a search finds who beats level 5", found.text);
  check(found.lines.every(({ win_rate, rounds }, i) => rounds === 60 &&
    win_rate <= (found.lines[i - 1]?.win_rate ?? 1)), "and tells the last six, the best first");
  check(found.text === search("5", "3").text && found.text !== search("5", "4").text,
    "the same seed finds the same");
  const seated = arena("photo", "5", "--search", "60", "--rounds", "60", "--seed", "3", "--players",
    "2");
  check(seated.text === found.text, "however many seats are named");
  const [best] = search("kind", "3").lines;
  check(best?.win_rate_95[0] <= 0.55, "and nobody who beats playing in kind", JSON.stringify(best));
  const named = arena("photo", `${found.lines[5]?.exploiter},5`, "--rounds", "20");
  check(named.lines[0]?.win_rate > 0.8, "what it finds can be named in the arena", named.err);
}

function testPrograms() {
  const itself = arena("exclusiv", `cmd:${program} bot 3,3`, "--rounds", "10", "--clock", "20000");
  check(itself.lines[0]?.illegal === 0 && itself.lines[0]?.forfeits === 0,
    "rummery bot plays by the rules", itself.err);
  const examples = ["python3 examples/bot.py", "node examples/bot.js", exampleBot];
  for (const game of ["exclusiv", "photo", "princess"])
    for (const example of examples) {
      const result = arena(game, `cmd:${example},1`, "--rounds", "10", "--clock", "20000");
      const [line] = result.lines, rated = result.lines.at(-2);
      check(line?.illegal === 0 && line?.forfeits === 0, `${example} plays ${game}`,
        JSON.stringify(line) + result.err);
      check(/ example$/.test(rated?.name ?? ""), "and says its name", JSON.stringify(rated));
    }
  const howto = readFileSync("docs/bots-howto.md", "utf8");
  const shortest = /## The shortest one\n\n( {4}#!.*?)\n\n\S/s.exec(howto);
  const path = join(mkdtempSync(join(tmpdir(), "rummery-howto-")), "bot.py");
  writeFileSync(path, (shortest?.[1] ?? "").replaceAll(/^ {4}/gm, ""));
  for (const game of ["exclusiv", "photo", "princess"]) {
    const [line] = arena(game, `cmd:python3 ${path},1`, "--rounds", "4", "--clock", "20000").lines;
    check(line?.illegal === 0 && line?.forfeits === 0, `the shortest bot of the page plays ${game}`,
      JSON.stringify(line));
  }
  rmSync(dirname(path), { recursive: true });
  const bad = {
    "a program that answers nonsense": ["while read line; do echo nonsense; done", 3],
    "a program that breaks the rules":
      [`while read line; do echo '{"do":"act","action":"discard g1"}'; done`, 3],
    "a program that plays chance":
      [`while read line; do echo '{"do":"act","action":"timeout"}'; done`, 3],
    "a program that is silent": ["sleep 30", 0],
    "a program that ends": ["read a; echo no; read b", 1],
    "a program that talks without end": ["yes | tr -d '\\n'", 0],
  };
  for (const [what, [command, illegal]] of Object.entries(bad)) {
    const { lines } = arena("princess", `cmd:${command},1`, "--rounds", "2", "--clock", "200");
    check(lines[0]?.forfeits === 2 && lines[1]?.wins === 2, `${what} forfeits its rounds`,
      JSON.stringify(lines[0]));
    check(lines[0]?.illegal === 2 * illegal, `${what} is told so`, JSON.stringify(lines[0]));
  }
}

function testUsage() {
  for (const args of [["whist", "1,2"], ["photo", "1"], ["photo", "1,9"], ["photo", "1,2,3,4,5"],
    ["photo", "f:x1,2"], ["photo", "f:h,2"], ["photo", "f:h256,2"], ["photo", "kindly,2"],
    ["photo", "f:h9x,2"], ["photo", "all:h9,2"], ["photo", "1,2", "--sprt", "5"],
    ["photo", "1,2", "--rounds", "0"], ["photo", "1,8"], ["photo", "1,2", "--match", "101"],
    ["photo", "1,2", "--search", "10"], ["princess", "1", "--search", "10"]])
    check(arena(...args).code === 2, `usage: ${args.join(" ")}`);
  const bot = (input, level) => spawnSync(program, ["bot", level], { input });
  check(bot("", "1").status === 0, "a bot without turns ends well");
  check(bot("", "0").status === 2, "there is no level 0");
  check(bot("{\n", "1").status === 1, "a line that is no JSON is wrong input");
  check(bot('{"error":"rule"}\n', "1").status === 0, "other messages are passed over");
  check(bot('{"turn":{"seat":0}}\n', "1").status === 1, "a turn that cannot be read is told");
}

testFigures();
testMatches();
testSequential();
testYardsticks();
testSearch();
testPrograms();
testUsage();
process.exitCode = finish();
