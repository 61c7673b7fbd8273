// operation.mjs - what befalls a server that runs for years: it is stopped in the middle of
// play, its disk fills up, two hundred clients flood it, somebody reads its log. The program is
// the real one, and so are the disk and the signals.
// usage: node operation.mjs RUMMERY
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import WebSocket from "../../web/node_modules/ws/wrapper.mjs";
import { Client, moveOn, seqOf, sitAlone } from "./client.mjs";
import { check, curl, folder, isHealthy, joinTable, makeTable, metricsOf, newId, PATIENCE_MS, post,
  run, runAll, sleep, start, stopServer, until } from "./harness.mjs";

// Freed memory that a sanitizer holds back to find its users is none the server uses.
process.env.ASAN_OPTIONS ??= "quarantine_size_mb=1";

// those who stop a service wait about as long before they kill it
const STOP_MAX_MS = 10000;

const memoryOf = (server) => Number(/^VmRSS:\s+(\d+) kB$/m
  .exec(readFileSync(`/proc/${server.child.pid}/status`, "utf8"))[1]) / 1024;

// ---- Stopping --------------------------------------------------------------------------------

// Everybody moves as fast as it goes when the signal comes; what was acknowledged is kept.
async function testStopping() {
  let server = await start("stopping", "--tables-per-hour", "1000");
  const tables = [];
  for (let i = 0; i < 6; i++) tables.push(await sitAlone(server));
  for (const signal of ["SIGTERM", "SIGINT", "SIGKILL"]) {
    const acknowledged = tables.map(() => 0);
    const moving = tables.map(({ anna }, i) => moveOn(anna, (seq) => (acknowledged[i] = seq)));
    await until(() => acknowledged.every((seq) => seq > 0));
    await sleep(40);
    const end = await stopServer(server, signal);
    await Promise.all(tables.map(({ anna }) => anna.closed));
    await Promise.all(moving);
    const isKill = signal === "SIGKILL";
    check(isKill ? end.signal === signal : end.code === 0 && end.ms < STOP_MAX_MS,
      `${signal} during play ends it well`, JSON.stringify(end) + server.err);
    server = await start("stopping", "--tables-per-hour", "1000");
    for (const [i, { made, anna }] of tables.entries()) {
      const seq = await seqOf(server, made);
      check(acknowledged[i] > 0 && seq >= acknowledged[i], `${signal} loses no move`,
        `${acknowledged[i]} ${seq}`);
      anna.port = server.port;
      await anna.connect();
    }
  }
  check((await stopServer(server)).code === 0, "and it still ends well", server.err);
}

// ---- A full disk -----------------------------------------------------------------------------

const sizeOf = (path) => existsSync(path) ? statSync(path).size : 0;

// A limit on the size of files does to the server what a full disk would.
const byLimit = {
  name: "file size limit",
  fill: (server, data) => prlimit(server, `${sizeOf(join(data, "rummery.sqlite-wal"))}:unlimited`),
  release: (server) => prlimit(server, "unlimited:unlimited"),
};

function prlimit(server, limit) {
  const { status, stderr } = spawnSync("prlimit",
    ["--pid", `${server.child.pid}`, `--fsize=${limit}`]);
  if (status !== 0) throw new Error(`prlimit: ${stderr}`);
}

// A disk of two megabytes that is really full; needs the right to mount one.
const small = join(folder, "small");
const byDisk = {
  name: "full disk",
  fill: () => spawnSync("dd", ["if=/dev/zero", `of=${join(small, "filler")}`, "bs=4096"]),
  release: () => rmSync(join(small, "filler")),
};

// Moves until the disk is full: the move that was not acknowledged when the server said so.
async function moveUntilFull(server, anna) {
  for (let k = 0; k < 60; k++) {
    const id = newId();
    let got = null;
    anna.wait((m) => m.id === id).then((message) => (got = message), () => {});
    await anna.sendSlowly({ id, do: "act", action: "draw" });
    await until(() => got !== null || server.err.includes("commit-failed"));
    if (got === null || got.error !== undefined) return { id, got };
  }
  return { id: null };
}

async function testNoRoom(way, data) {
  let server = await start(way.name, "--store", `sqlite:${data}/rummery.sqlite`);
  const { made, anna } = await sitAlone(server);
  for (let i = 0; i < 4; i++) await anna.ask({ do: "act", action: "draw" });
  check(await isHealthy(server), `${way.name}: at first all is well`);
  way.fill(server, data);
  const { id, got } = await moveUntilFull(server, anna);
  check(id !== null && got === null, `${way.name}: what is not written is not acknowledged`,
    JSON.stringify(got));
  const known = anna.seq;
  const refused = await anna.ask({ do: "act", action: "draw" });
  check(refused.error === "storage", `${way.name}: the error is storage`, JSON.stringify(refused));
  const health = curl(`${server.link}healthz`);
  check(health.status === 503, `${way.name}: /healthz is 503`, JSON.stringify(health));
  const table = await post(server.link, "/api/tables", { id: newId(), game: "photo",
    seats: [{ name: "Dora" }, { bot: 1 }] });
  check(table.status === 503 && table.error === "storage", `${way.name}: no table is made`,
    JSON.stringify(table));
  check(server.err.split("commit-failed").length === 2, `${way.name}: the log says so once`,
    server.err);
  const done = anna.wait((m) => m.id === id);
  way.release(server);
  check((await done).seq === known + 1, `${way.name}: with room the move is done after all`);
  check(await until(() => isHealthy(server)), `${way.name}: /healthz is well again`);
  for (let i = 0; i < 4; i++)
    check((await anna.ask({ do: "act", action: "draw" })).error === undefined,
      `${way.name}: play goes on`);
  check(anna.seq === known + 5, `${way.name}: every move once`, `${anna.seq} ${known}`);
  check((await stopServer(server)).code === 0, `${way.name}: it ends well`, server.err);
  server = await start(way.name, "--store", `sqlite:${data}/rummery.sqlite`);
  check((await seqOf(server, made)) === known + 5, `${way.name}: all is there after a restart`);
  await stopServer(server);
}

async function testFileSizeLimit() {
  await testNoRoom(byLimit, join(folder, "limited"));
}

async function testFullDisk() {
  mkdirSync(small);
  const mount = spawnSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", small]);
  if (mount.status !== 0) {
    console.log("skipped: a disk that is really full: nothing may be mounted here");
    return;
  }
  await testNoRoom(byDisk, small).finally(() => spawnSync("umount", ["-l", small]));
}

// While nothing can be written, tables are shown as they are on disk. Whoever asks on and on does
// not fill the memory, and everybody is answered.
async function testNoRoomAndFlood() {
  const data = join(folder, "flooded");
  const server = await start("flooded", "--connections-per-address", "3000");
  const { made, anna } = await sitAlone(server,
    { seats: ["Anna", "Ben", "Carl", "Dora"].map((name) => ({ name })) });
  byLimit.fill(server, data);
  const { id } = await moveUntilFull(server, anna);
  const before = memoryOf(server);
  const hello = JSON.stringify({ do: "hello", version: 1, table: made.table });
  const sockets = Array.from({ length: 200 }, () =>
    new WebSocket(`ws://localhost:${server.port}/ws`));
  // an address may ask 200 things at once, 100 may watch, 16 tables are read back at once
  const shown = new Set(), answered = new Set(), refused = new Set();
  for (const socket of sockets) {
    socket.on("error", () => refused.add(socket));
    socket.on("message", (text) => {
      answered.add(socket);
      if (String(text).includes('"why":"hello"')) shown.add(socket);
    });
    socket.once("open", () => {
      for (let i = 0; i < 110 && socket.readyState === WebSocket.OPEN; i++) socket.send(hello);
    });
  }
  const isTold = await until(() => answered.size + refused.size === sockets.length);
  await sleep(2000);
  const grown = memoryOf(server) - before;
  check(grown < 40, "answers that wait for the disk have a limit", `${grown.toFixed(0)} MB`);
  check(isTold && answered.size > 150, "and everybody who comes in is answered",
    `${answered.size} ${refused.size}`);
  check(shown.size >= 16, "those who may watch are shown the table", `${shown.size}`);
  for (const socket of sockets) socket.terminate();
  const done = anna.wait((m) => m.id === id);
  byLimit.release(server);
  check((await done).seq !== undefined, "with room all goes on");
  check((await stopServer(server)).code === 0, "and ends well", server.err);
}

// ---- A flood ---------------------------------------------------------------------------------

const nonsense = ["{", "null", '{"do":"act"}', '{"id":"1","do":"act","action":"play [r5"}',
  '{"do":"draft","table":"[r5 r6 r7]"}', '{"do":"ping"}', '{"do":"say","phrase":3}',
  '{"id":"2","do":"seat","seat":3,"as":"open"}', '{"id":"3","do":"next"}', `"${"x".repeat(8000)}"`,
  '{"do":"hello","version":1,"table":"aaaaaaaaaaaa","key":"wrong"}'];

// One of many: says hello, floods until it is thrown out, comes again from another address.
async function flood(server, made, isEnough, i) {
  let visits = 0;
  while (!isEnough(visits)) {
    const socket = new WebSocket(`ws://localhost:${server.port}/ws`,
      { headers: { "X-Forwarded-For": `10.0.${i}.${visits % 250}` } });
    const closed = new Promise((done) => socket.once("close", done));
    socket.on("error", () => {});
    socket.once("open", () => {
      visits += 1;
      socket.send(JSON.stringify({ do: "hello", version: 1, table: made.table,
        key: i % 3 === 0 ? undefined : made.key }));
      for (let k = 0; k < 200; k++) socket.send(nonsense[(i + k) % nonsense.length]);
    });
    await Promise.race([closed, sleep(PATIENCE_MS / 3)]);
    socket.terminate();
    await sleep(5);
  }
  return visits;
}

async function testFlood() {
  const server = await start("flood", "--trust-proxy", "127.0.0.1,::1");
  const tables = [];
  for (let i = 0; i < 20; i++) tables.push(await makeTable(server));
  const quiet = await sitAlone(server);
  const rounds = [];
  let visits = 0;
  for (let round = 0; round < 3; round++) {
    const least_ms = Date.now() + 1500;
    let move;
    // however slow the machine: it goes on until the move is done, and nobody floods less than once
    const isEnough = (visits) => visits > 0 && move !== undefined && Date.now() > least_ms;
    const floods = Array.from({ length: 200 }, (_, i) =>
      flood(server, tables[i % tables.length], isEnough, i));
    await sleep(100);
    move = await quiet.anna.ask({ do: "act", action: "draw" }).catch((error) => error);
    check(move.seq !== undefined, "another table goes on during the flood", JSON.stringify(move));
    visits += (await Promise.all(floods)).reduce((a, b) => a + b);
    rounds.push(memoryOf(server));
  }
  console.log(`${visits} visits; memory after each round: ${rounds.map(Math.round).join(" ")} MB`);
  const metrics = await metricsOf(server);
  const messages = Number(/^rummery_messages_received_total (\d+)$/m.exec(metrics)[1]);
  check(visits >= 600 && messages > 20000, "it was a flood", `${visits} ${messages}`);
  check(rounds[2] < 150 && rounds[2] - rounds[0] < 20, "memory stays bounded", rounds.join());
  check(await isHealthy(server), "the server is well");
  check((await stopServer(server)).code === 0, "and ends well", server.err.slice(-2000));
}

// ---- The log ---------------------------------------------------------------------------------

async function testLog() {
  const server = await start("log", "--log", "debug");
  const id = `secret-of-a-table-${newId()}`;
  const made = await makeTable(server, { id, seats: [{ name: "Annabella" }, { open: true }] });
  const joined = await joinTable(server, made, { seats: [{ name: "Benvolio" }] });
  const anna = new Client(server.port, made.table, made.key);
  const ben = new Client(server.port, made.table, joined.key);
  await anna.connect();
  await ben.connect();
  await anna.ask({ do: "profile", name: "Annabelle" });
  await anna.ask({ do: "start" });
  await anna.ask({ do: "act", action: `play ${made.key}` });
  await joinTable(server, made, { invite: `${made.invite}x` });
  await joinTable(server, made, { seats: [{ name: "Mercutio" }] });
  curl(`${server.link}t/${made.table}?key=${made.key}`);
  curl("-H", `Authorization: Bearer ${made.key}x`, `${server.link}api/tables/${made.table}`);
  anna.socket.send(`{"broken ${made.key}`);
  await anna.wait((m) => m.error === "malformed");
  await ben.ask({ do: "leave" });
  anna.socket.send(Buffer.from(made.key));
  await anna.closed;
  await stopServer(server);
  const secrets = [made.key, joined.key, made.invite, id, "Annabell", "Benvolio", "Mercutio"];
  for (const secret of secrets)
    check(!server.err.includes(secret) && !server.out.includes(secret),
      "the log tells no key, invitation, id or name", secret);
  check(server.err.includes('"event":"started"'), "but it tells something");
  for (const file of ["rummery.sqlite", "rummery.sqlite-wal"]) {
    const path = join(folder, "log", file);
    const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
    check(!bytes.includes(made.key) && !bytes.includes(id), `${file} holds hashes, no keys`);
  }
  check(run(["backup", "--data", join(folder, "log"), join(folder, "copy.sqlite")]).code === 0,
    "a backup of the stopped server's data");
}

// ---- The page's bytes ------------------------------------------------------------------------

// 256 MiB at once are one address's; a file of 60 MiB goes four times into that.
async function testPageBytes() {
  const page = join(folder, "large-page");
  mkdirSync(page, { recursive: true });
  writeFileSync(join(page, "index.html"), "<title>page</title>");
  writeFileSync(join(page, "large.bin"), Buffer.alloc(60 << 20));
  const server = await start("large", "--store", "memory", "--web", page);
  const fetchLarge = (from) => spawnSync("curl", ["-s", "-o", "/dev/null", "-D", "-",
    "--interface", from, `http://127.0.0.1:${server.port}/large.bin`]).stdout.toString();
  const heads = Array.from({ length: 5 }, () => fetchLarge("127.0.0.1"));
  const statuses = heads.map((head) => head.split(" ")[1]);
  check(String(statuses) === "200,200,200,200,429", "one address gets only so much of the page",
    `${statuses}`);
  check(/^Retry-After: \d+\r$/m.test(heads[4]), "and learns when to come again");
  check(fetchLarge("127.1.0.2").startsWith("HTTP/1.1 200"), "another one gets it all the same");
  check(await isHealthy(server), "and the server is well");
  await stopServer(server);
}

await runAll([testStopping, testFileSizeLimit, testFullDisk, testNoRoomAndFlood, testFlood,
  testLog, testPageBytes]);
