// join.mjs - `rummery bot --join`: levels and people's programs in seats at a real server's
// tables, through lines that are cut, a server that is killed, and TLS; programs that fail there;
// and what is said where there is no seat.
// usage: node join.mjs RUMMERY EXAMPLE_BOT
import { spawn } from "node:child_process";
import { existsSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, folder, makeTable, PATIENCE_MS, program, runAll, sleep, start, stopServer }
  from "../clients/harness.mjs";
import { Client } from "../clients/client.mjs";
import { linkOf, startProxy, startSecure } from "../clients/ways.mjs";

const [, exampleBot] = process.argv.slice(2);
// Nobody stays behind, also where a test could not go on.
const children = [];
process.on("exit", () => children.forEach((child) => child.kill("SIGKILL")));

function sit(link, args, env = {}, [command, ...before] = [program]) {
  const child = spawn(command, [...before, "bot", "--join", link, ...args],
    { env: { ...process.env, HOME: folder, XDG_STATE_HOME: folder, ...env } });
  const bot = { child, out: "", err: "" };
  children.push(child);
  child.stdout.on("data", (data) => { bot.out += data; });
  child.stderr.on("data", (data) => { bot.err += data; });
  bot.ended = new Promise((done) => child.on("close", (code) => done(code)));
  return bot;
}

// A table with a host, who leaves the seat to a computer player after the deal.
async function openTable(server, game, seats = 2, options = {}) {
  const made = await makeTable(server, { game, options: { turn_seconds: 0, rounds: 2, ...options },
    seats: [{ name: "Host" }, ...Array(seats).fill({ open: true })] });
  const host = new Client(server.port, made.table, made.key);
  await host.connect();
  return { made, host, seats };
}

async function begin({ host, seats }, stays = false) {
  await host.wait((m) => m.seats?.slice(1, seats + 1).every((seat) => seat.kind === "person"),
    PATIENCE_MS, 0);
  await host.ask({ do: "start" });
  await host.wait((m) => m.why === "deal", PATIENCE_MS, 0);
  if (!stays) await host.ask({ do: "leave" });
}

async function checkEnd(bots, what) {
  const results = [];
  for (const bot of bots) {
    const code = await bot.ended;
    check(code === 0 && bot.err === "", `${what} ends well`, `${code} ${bot.err}`);
    results.push(JSON.parse(bot.out || "{}"));
  }
  check(results.every((one) => one.rounds === 2 && one.missed === 0 &&
    JSON.stringify(one.totals) === JSON.stringify(results[0].totals)), `${what} counts alike`,
  JSON.stringify(results));
  check(new Set(results.map((one) => one.seat)).size === bots.length, "each in a seat of its own");
}

async function testGames() {
  const server = await start("games", "--bot-pause", "0");
  const play = async (game, example) => {
    const table = await openTable(server, game);
    const link = linkOf(server.port, table.made);
    const bots = [sit(link, ["5"]), sit(link, ["--name", "Example", "--", ...example])];
    await begin(table);
    const names = table.host.messages.at(-1)?.seats?.map((seat) => seat.name) ?? [];
    check(names.length === 0 || names.includes("Example"), "a program has a name", `${names}`);
    await checkEnd(bots, `a match of ${game}`);
  };
  await Promise.all([
    play("exclusiv", [exampleBot]),
    play("photo", ["node", "examples/bot.js"]), play("princess", ["python3", "examples/bot.py"])]);
  await stopServer(server);
}

// A line that is cut all the time, and then a server that is killed and comes back.
async function testBreaks() {
  let server = await start("breaks", "--bot-pause", "0");
  const proxy = await startProxy(server.port);
  const table = await openTable(server, "princess");
  const bots = [sit(linkOf(proxy.port, table.made, "127.0.0.1"), ["5"]),
    sit(linkOf(server.port, table.made), ["--", program, "bot", "3"])];
  await begin(table);
  const cutting = setInterval(proxy.cut, 300);
  await sleep(900);
  clearInterval(cutting);
  server.child.kill("SIGKILL");
  await server.ended;
  server = await start("breaks", "--bot-pause", "0", "--port", `${server.port}`);
  await checkEnd(bots, `a match over ${proxy.cuts} cuts and a killed server`);
  proxy.close();
  await stopServer(server);
}

async function testSecure() {
  const server = await start("secure", "--bot-pause", "0");
  const { front, port, trusting } = await startSecure(server, "localhost");
  const table = await openTable(server, "princess", 1);
  const link = linkOf(port, table.made).replace("http:", "https:");
  const stranger = sit(link, ["1"]);
  check(await stranger.ended === 1 && /certificate|trust/.test(stranger.err),
    "a server that nobody vouches for is refused", stranger.err);
  const bot = sit(link, ["3"], trusting);
  await begin(table);
  await checkEnd([bot], "a match over TLS");
  front.close();
  await stopServer(server);
}

// What a program does not do is done for it, until it is given up.
async function testFailing() {
  const server = await start("failing", "--bot-pause", "0");
  const draw = `echo '{"do":"act","action":"draw"}'`;
  const seat = async (script, more = []) => {
    const table = await openTable(server, "exclusiv", 1, { first: 1 });
    const bot = sit(linkOf(server.port, table.made), [...more, "--", "sh", "-c", script]);
    await begin(table);
    const code = await bot.ended;
    const said = bot.err.trimEnd().split("\n").filter((line) => line.startsWith("rummery: "));
    return { code, said };
  };
  const [crashed, silent, wrong] = await Promise.all([seat(`read a; ${draw}; read a; exit 3`),
    seat("sleep 60", ["--clock", "100"]),
    seat(`while read a; do echo '{"do":"act","action":"pass"}'; done`)]);
  check(crashed.code === 0 || crashed.said.some((line) => line.includes("exit status 3 (crashed)")),
    "a crash is told", crashed.said.join("\n"));
  for (const [{ code, said }, why] of [[silent, /no answer within 100 ms \(timeout\)/],
    [wrong, /X.?-\d+, .*pass.*\(illegal\)/]]) {
    check(code === 1 && said.length === 4 && why.test(said[0]) && /giving up/.test(said[3]),
      "who gives no legal answer three times leaves", said.join("\n"));
  }
  await stopServer(server);
}

// The table's clock is honoured: somebody acts before it runs out, unless the machine stands still
// just then.
async function testClock() {
  const server = await start("clock", "--bot-pause", "0");
  let isLate = true;
  for (let tries = 0; isLate && tries < 3; tries += 1) {
    const table = await openTable(server, "photo", 1, { turn_seconds: 3, first: 1, rounds: 1 });
    const bot = sit(linkOf(server.port, table.made), ["--", "sleep", "600"]);
    await begin(table, true);
    await table.host.wait((m) => m.seat === 1 && m.do !== undefined, PATIENCE_MS, 0);
    isLate = table.host.messages.some((m) => m.why === "timeout");
    const said = Number(/no answer within (\d+) ms/.exec(bot.err)?.[1]);
    check(said > 0 && said <= 2500, "who thinks too long is told how long it was", bot.err);
    bot.child.kill("SIGINT");
    check(await bot.ended === 130, "an interrupt ends it");
  }
  check(!isLate, "and is played for before the clock runs out");
  await stopServer(server);
}

// Where the disk is full it plays all the same.
async function testUnkept(server) {
  const table = await openTable(server, "princess", 1, { rounds: 1 });
  const file = join(folder, "full");
  const bot = sit(linkOf(server.port, table.made), ["--keep", file, "3"], {},
    ["prlimit", "--fsize=0", program]);
  await begin(table);
  check(await bot.ended === 0 && /full: the seat's key could not be kept/.test(bot.err),
    "a key that cannot be kept is told", bot.err);
}

// A program that was killed comes back into its seat.
async function testKept() {
  const server = await start("kept", "--bot-pause", "0");
  const table = await openTable(server, "princess", 1, { first: 1 });
  const link = linkOf(server.port, table.made), file = join(folder, "seat");
  writeFileSync(file, "half a line", { mode: 0o600 });
  const first = sit(link, ["3", "--keep", file]);
  await begin(table, true);
  await table.host.wait((m) => m.seat === 1 && m.do !== undefined, PATIENCE_MS, 0);
  first.child.kill("SIGKILL");
  await first.ended;
  check((statSync(file).mode & 0o777) === 0o600, "the key of a seat is its owner's alone");
  await table.host.ask({ do: "leave" });
  const second = sit(link, ["3", "--keep", file]);
  await checkEnd([second], "a match after a kill");
  check(JSON.parse(second.out || "{}").seat === 1, "the seat was found again", second.out);
  const dangling = join(folder, "dangling"), target = join(folder, "somewhere-else");
  symlinkSync(target, dangling);
  for (const [place, says] of [[join(folder, "none", "seat"), /No such file/],
    ["/dev/full", /is not a file/], [folder, /directory/], [dangling, /symbolic links/]]) {
    const none = sit(link, ["3", "--keep", place]);
    check(await none.ended === 1 && says.test(none.err), `no place for a key: ${place}`, none.err);
  }
  check(!existsSync(target), "nothing is written through a link");
  await testUnkept(server);
  await stopServer(server);
}

async function testRefusals() {
  const server = await start("refusals");
  const table = await openTable(server, "photo", 1);
  const link = linkOf(server.port, table.made);
  const fails = async (what, where, args, says) => {
    const bot = sit(where, args);
    const code = await bot.ended;
    check(code === 1 && says.test(bot.err) && bot.out === "", `${what} is told`, bot.err);
  };
  await fails("a program that cannot start", link, ["--", "/nonexistent"], /exit status 127/);
  await fails("a link that is none", "http://localhost/", ["1"], /not a link/);
  await fails("a name that is none", link, ["1", "--name", ""], /--name/);
  await fails("a table that is not there", link.replace(table.made.table, "aaaaaaaaaaaa"), ["1"],
    /table/);
  await fails("a wrong invitation", link.slice(0, -4), ["1"], /invit/);
  const first = sit(link, ["1"]);
  await table.host.wait((m) => m.seats?.[1]?.kind === "person", PATIENCE_MS, 0);
  await fails("a full table", link, ["1"], /seat|room|full/);
  first.child.kill("SIGTERM");
  check(await first.ended === 130, "a signal ends it");
  await stopServer(server);
  await fails("a server that is gone", link, ["1"], /nobody|cannot|refused|reach/i);
  for (const args of [[], ["1", "--", "cat"], ["8"], ["1", "2"], ["--"],
    ["1", "--keep"]])
    check(await sit(link, args).ended === 2, `usage: ${args.join(" ")}`);
}

await runAll([testGames, testBreaks, testSecure, testFailing, testClock, testKept,
  testRefusals]);
