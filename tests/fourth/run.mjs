// run.mjs - the fourth game in a program that has it built in: by demo, in the arena, and at the
// server against levels 1 and 6.
// usage: node run.mjs RUMMERY
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { Client } from "../clients/client.mjs";
import { check, fetchOnce, makeTable, run, runAll, start, stopServer, until,
} from "../clients/harness.mjs";
import { readView } from "../clients/view.mjs";
import { choose } from "./player.mjs";

const LEVELS = [1, 6];

function testDemo() {
  for (const players of [2, 3, 4]) {
    const { code, out, err } = run(["demo", "seven", "--seed", "4", "--players", `${players}`]);
    check(code === 0 && /won by seat/.test(out), `a round of ${players} is shown`, err);
    check(/cards: .*and the number/.test(out), "and its tiles are explained",
      out.slice(0, 200));
  }
}

// What docs/adding-a-game.md names is there, and where it says that the game is mentioned outside
// its own folder, and nowhere else, it is.
function testWalk() {
  const walk = readFileSync("docs/adding-a-game.md", "utf8");
  const named = [...walk.matchAll(/`((?:src|tests|web|script|docs)\/[\w./-]+)`/g)]
    .map(([, path]) => path);
  check(named.length > 10, "the walk names files");
  for (const path of named)
    check(existsSync(path.replace("NAME", "photo")), "a file that the walk names is there", path);
  const [, table] = /Touched outside are four files:\n\n([^]*?)\n\n/.exec(walk);
  const touched = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, path]) => path).sort();
  const pattern = "RUMMERY_FOURTH|tests/fourth|fourth/seven|'fourth'|game_seven";
  const told = [":!tests/fourth", ":!docs", ":!*.md"]; // to talk of it is not to build it in
  const found = spawnSync("git", ["grep", "-lE", pattern, "--", ...told]);
  check(String(found.stdout).trim() === touched.join("\n"), "four files are touched outside",
    `${found.stdout} ${touched}`);
}

function testRules() {
  const read = (name) => readFileSync(`tests/fourth/${name}`, "utf8");
  const [numbers, cases] = [read("rules.def"), read("cases.jsonl") + read("run.mjs")];
  for (const [, number] of read("rules.md").matchAll(/\*\*(S-\d\d)\*\*/g))
    check(numbers.includes(`"${number}"`) && cases.includes(`"${number} `),
      "a rule has its number and a case", number);
}

// Two who pass a tile to and fro: the first 14 tiles are dealt, the next one is turned up.
function testIdleTurns() {
  const pack = [..."ygbr"].flatMap((colour) =>
    Array.from({ length: 13 }, (_, i) => `${colour}${i + 1}`));
  const head = ["match seven players=2 first=0", `deal ${pack.join(" ")}`];
  const idle = (turns) => Array(turns).fill([`draw discard`, `discard ${pack[14]}`]).flat();
  const replay = (turns) => run(["replay", "-"], `${[...head, ...idle(turns)].join("\n")}\n`);
  check(replay(20).code === 0 && /nobody goes out/.test(replay(20).out),
    "S-11 ten turns of each without laying or drawing from the stock end the round");
  check(!/goes out/.test(replay(19).out) && replay(21).code !== 0, "and no turn fewer or more");
}

function testArena() {
  const { code, out, err } = run(["arena", "seven", "--bots", "1,6", "--rounds", "20"]);
  check(code === 0, "levels 1 and 6 meet in the arena", out + err);
}

async function playAtServer(server, level) {
  const made = await makeTable(server, { game: "seven",
    seats: [{ name: "Anna" }, { bot: level }, { bot: level }] });
  const anna = new Client(server.port, made.table, made.key, { whole: true });
  await anna.connect();
  await anna.ask({ do: "start" });
  const isOver = () => anna.phase === "over";
  let turns = 0;
  for (let due; !isOver(); turns++) {
    await until(() => isOver() || ((due = anna.messages.at(-1)).turn?.viewer === 0 &&
      due.seq === anna.seq));
    if (isOver()) break;
    const action = choose(0, readView(due.turn, 0));
    const answer = await anna.ask({ do: "act", action, at: due.seq });
    check(answer.error === undefined, `level ${level}: the server takes ${action}`,
      JSON.stringify(answer));
    if (answer.error !== undefined) return;
  }
  check(turns > 2, `level ${level}: a round is played at the server`, `${turns} turns`);
  const record = await (await fetchOnce(`${server.link}api/tables/${made.table}/record`)).text();
  for (const command of ["replay", "verify"]) {
    const { code, err } = run([command, "-"], record);
    check(code === 0, `level ${level}: ${command} takes its record`, err);
  }
}

async function testServer() {
  const server = await start("seven", "--bot-pause", "0");
  await Promise.all(LEVELS.map((level) => playAtServer(server, level)));
  check((await stopServer(server)).code === 0, "the server ends well", server.err);
}

await runAll([testDemo, testWalk, testRules, testIdleTurns, testArena, testServer]);
