// seats.mjs - the terminal table at a real server: the waiting room, whole rounds against somebody
// else, watching, a server that dies and comes back.
// usage: node seats.mjs RUMMERY
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { check, makeTable, start, stopServer } from "../clients/harness.mjs";
import { Client } from "../clients/client.mjs";
import { linkOf } from "../clients/ways.mjs";
import { finishAll } from "./harness.mjs";
import { OVER, followHints } from "./hints.mjs";
import { Terminal, folder, program } from "./terminal.mjs";

const sit = (link, ...more) => new Terminal(["play", "--join", link, "--names", "Tess", ...more]);

// A table where the terminal is in seat 1 and begins; the host is a client of npm's `ws`.
async function sitDown(server, game, more = {}) {
  const made = await makeTable(server, { game, options: { turn_seconds: 0, first: 1 },
    seats: [{ name: "Host" }, { open: true }], drafts: true, ...more });
  const host = new Client(server.port, made.table, made.key);
  await host.connect();
  const table = sit(linkOf(server.port, made));
  const screen = await table.until("The host will start the match");
  check(/1  Host/.test(screen) && /2  Tess|2  You/.test(screen),
    `${game}: the waiting room shows who is there`, screen);
  const dealt = host.wait((m) => m.why === "deal");
  await host.ask({ do: "start" });
  await dealt;
  await table.until("Your turn");
  return { made, host, table };
}

async function testRounds() {
  const server = await start("rounds", "--bot-pause", "0");
  for (const game of ["exclusiv", "photo", "princess"]) {
    const { host, table } = await sitDown(server, game);
    await host.ask({ do: "leave" }); // a computer player takes over
    const screen = await followHints(table, game);
    check(OVER.test(screen), `a whole round of ${game} is played at a server's table`, screen);
    const kept = join(folder, `state-${table.name.slice(1)}`, "rummery", "finished");
    let [file] = [];
    for (let i = 0; i < 200 && file === undefined; i += 1) {
      [file] = existsSync(kept) ? readdirSync(kept) : [];
      await new Promise((done) => setTimeout(done, 25));
    }
    const { status, stdout } = spawnSync(program, ["replay", join(kept, `${file}`)],
      { encoding: "utf8" });
    check(status === 0 && /won by seat/.test(stdout), `${game}: its record is kept here too`, file);
    host.socket.terminate();
    table.close();
  }
  await stopServer(server);
}

// A server's computer players have their own pace.
async function testNoSkip() {
  const server = await start("skip", "--bot-pause", "20000");
  const made = await makeTable(server, { game: "exclusiv", options: { turn_seconds: 0, first: 0 },
    seats: [{ bot: 1 }, { open: true }, { name: "Host" }] });
  const host = new Client(server.port, made.table, made.key);
  await host.connect();
  const table = sit(linkOf(server.port, made));
  await table.until("The host will start the match");
  await host.ask({ do: "start" });
  const screen = await table.until("Baker’s turn");
  check(!/k Skip/.test(screen) && !/Skip/.test(await table.settled()),
    "what a server does not do is not offered", screen);
  host.socket.terminate();
  table.close();
  await stopServer(server);
}

async function testDraft() {
  const server = await start("draft");
  const { made, host, table } = await sitDown(server, "exclusiv");
  const watcher = new Terminal(["play", "--join", linkOf(server.port, made), "--watch"]);
  await watcher.until(/Tess’s turn/);
  check(!/Your rack/.test(watcher.screen()), "who watches sees no rack");
  await table.press(["Space", "n"], "Your rack, 13 tiles");
  const screen = await watcher.until(/✗/);
  check(/The table/.test(screen), "the others see how the table is being rebuilt");
  await table.press("a", "Your rack, 14 tiles");
  await table.press("d", "Your rack, 15 tiles");
  await table.until(/Host’s turn/);
  check(true, "the move arrives");
  host.socket.terminate();
  watcher.close();
  table.close();
  await stopServer(server);
}

// What is pressed while the line is lost is done once it is back, and once only.
async function testLostServer() {
  let server = await start("lost");
  const { host, table } = await sitDown(server, "exclusiv");
  await stopServer(server, "SIGKILL");
  await table.until("Connection lost");
  check(true, "a lost connection is shown");
  table.keys("d");
  server = await start("lost", "--port", String(server.port));
  await table.until(/Your rack, 15 tiles/);
  await table.until((text) => !/Connection lost/.test(text), "that the line is back");
  check(/Tess 15|You 15/.test(table.screen()), "what was pressed meanwhile is done once",
    table.screen());
  host.socket.terminate();
  await stopServer(server, "SIGKILL");
  await table.until("Connection lost");
  await table.press("C-c", "ended with 0");
  check(true, "and Ctrl-C ends it while the server is gone");
  table.close();
}

async function testGivingUp() {
  const server = await start("giving-up");
  const { host, table } = await sitDown(server, "exclusiv");
  const left = host.wait((m) => m.why === "leave" || m.left !== undefined ||
    m.seats?.[1]?.bot !== undefined || m.event === "leave", 10000).catch(() => null);
  await table.press("q", "Your seat stays yours");
  table.keys("Down", "Down", "Enter");
  await table.until("ended with 0");
  check(true, "a seat can be given up");
  await left;
  const again = await fetch(`${server.link}healthz`);
  check(again.ok, "and the table goes on without it");
  host.socket.terminate();
  table.close();
  await stopServer(server);
}

async function testWrongLink() {
  const server = await start("wrong");
  const table = sit(`http://localhost:${server.port}/t/nosuchtable#abc`);
  const screen = await table.until(/ended with|no such table|not valid|q Leave/);
  check(!/Your turn/.test(screen), "a wrong link is refused in words", screen);
  table.close();
  await stopServer(server);
}

// A table is made from the terminal; a friend sits down by the link that it shows.
async function testHosting() {
  const server = await start("hosting", "--bot-pause", "0");
  const table = new Terminal(["play", "princess", "--host", `http://localhost:${server.port}`,
    "--players", "3", "--bots", "2", "--names", "Anna", "--first", "0"], { columns: 100 });
  const screen = await table.until(/\/t\/\w+#\w+/);
  const link = /http:\S+\/t\/\w+#\w+/.exec(screen)[0];
  check(/Anna, /.test(screen) && /free|open|nobody/i.test(screen) && /Enter/.test(screen),
    "a table is made from the terminal, and its link is shown", screen);
  const friend = new Terminal(["play", "--join", link, "--names", "Ben"]);
  await friend.until("The host will start the match");
  await table.until(/Ben/);
  await table.press("Enter", "Your turn");
  const seen = await friend.until(/Anna’s turn/);
  check(/Ben 10|You 10/.test(seen), "a friend sits down there, and they play", seen);
  const left = await table.press(["q", "Down", "Enter"], "ended with 0");
  check(left.replaceAll("\n", "").includes(`rummery play --join ${link}`),
    "leaving says how to come back", left);
  table.close();
  friend.close();
  const wrong = new Terminal(["play", "photo", "--host", "nonsense"]);
  await wrong.until("takes the address of a server");
  check(true, "what is no address is refused");
  wrong.close();
  await stopServer(server);
}

await finishAll([testHosting, testRounds, testNoSkip, testDraft, testLostServer, testGivingUp,
  testWrongLink]);
