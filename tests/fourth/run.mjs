// run.mjs - the fourth game in a program that has it built in: by demo, in the arena, and at the
// server against levels 1 and 6.
// usage: node run.mjs RUMMERY
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

await runAll([testDemo, testArena, testServer]);
