// damage.mjs - what befalls a server's store from outside while it runs or stands still: other
// names for the file, rows of others, bytes that flip, files that vanish, a disk of 4 MB, a
// store of the version before. The program and the files are real.
// usage: node damage.mjs RUMMERY
import { spawnSync } from "node:child_process";
import { copyFileSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync,
  symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, sitAlone } from "./client.mjs";
import { check, curl, folder, isHealthy, makeTable, metricsOf, newId, post, program, run, runAll,
  sleep, start, stopServer, until } from "./harness.mjs";
import { startServer } from "../server/visitor.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const storeOf = (name) => join(folder, name, "rummery.sqlite");

// Another program that writes to the file; python3 has SQLite in it.
function runSql(path, sql) {
  const { status, stderr } = spawnSync("python3", ["-c",
    "import sqlite3, sys; d = sqlite3.connect(sys.argv[1], timeout=60); " +
    "d.executescript(sys.argv[2]); d.commit(); d.close()", path, sql]);
  if (status !== 0) throw new Error(String(stderr));
}

const tableOf = (server, name) => curl(`${server.link}api/tables/${name}`);

// ---- Other names for the file ----------------------------------------------------------------

async function testLinks() {
  const server = await start("links");
  mkdirSync(join(folder, "elsewhere"));
  const soft = join(folder, "elsewhere", "soft.sqlite");
  const hard = join(folder, "elsewhere", "hard.sqlite");
  symlinkSync(storeOf("links"), soft);
  linkSync(storeOf("links"), hard);
  for (const path of [soft, hard, storeOf("links")]) {
    const second = await startServer(program, ["--port", "0", "--store", `sqlite:${path}`]);
    check(second.port === 0 && second.err.includes("another server uses"),
      "a second server on one file is refused, whatever the file is called", path + second.err);
    if (second.port !== 0) await stopServer(second);
  }
  await makeTable(server);
  check((await stopServer(server)).code === 0, "the first one goes on and ends well", server.err);
}

// ---- Rows of others --------------------------------------------------------------------------

async function testForeignRow() {
  const server = await start("foreign");
  const { made, anna } = await sitAlone(server);
  await anna.ask({ do: "act", action: "draw" });
  runSql(storeOf("foreign"), "INSERT INTO entries(table_id, seq, at_s, who, request, line, sum) " +
    `VALUES (1, ${anna.seq + 1}, 1, 255, '', 'draw', 0)`);
  let acknowledged = false;
  const id = newId();
  anna.wait((m) => m.id === id && m.seq !== undefined).then(() => (acknowledged = true), () => {});
  const told = anna.wait((m) => m.error === "storage" && m.id === undefined);
  await anna.sendSlowly({ id, do: "act", action: "draw" });
  await told;
  const end = await server.ended;
  check(end.code === 3 && !acknowledged, "a move in whose place another one stands is never " +
    "acknowledged, and the server ends", JSON.stringify(end));
  check(server.err.includes('"event":"store-torn"') && server.err.includes("is not what"),
    "it says why", server.err);
  const again = await start("foreign");
  check(tableOf(again, made.table).status === 500 &&
    await until(() => again.err.includes("table-set-aside")),
    "a new one finds a table that nobody can have played", again.err);
  await stopServer(again);
}

// ---- Damage ----------------------------------------------------------------------------------

async function testDamage() {
  let server = await start("damage");
  const bad = await sitAlone(server), good = await sitAlone(server);
  for (const { anna } of [bad, good]) await anna.ask({ do: "act", action: "draw" });
  await stopServer(server);
  const bytes = readFileSync(storeOf("damage"));
  const at = bytes.indexOf("match exclusiv players=2"); // one of the two tables
  bytes[at + 10] ^= 4;
  writeFileSync(storeOf("damage"), bytes);
  server = await start("damage");
  const states = [bad, good].map(({ made }) => tableOf(server, made.table));
  const isFirst = states[0].status !== 200;
  const [set, served] = isFirst ? [bad, good] : [good, bad];
  check(states.map(({ status }) => status).sort().join() === "200,500",
    "a flipped bit sets one table aside, and the other is served", JSON.stringify(states));
  check(states[isFirst ? 0 : 1].body.includes('"damaged"'), "who asks for it is told");
  const health = curl(`${server.link}healthz`);
  check(health.status === 200 && health.body.includes("1 table set aside") &&
    health.body.includes(set.made.table), "/healthz names it and is 200", health.body);
  check(await until(() => /"event":"table-set-aside".*checksum/.test(server.err) &&
    server.err.includes(set.made.table)), "the log names it", server.err);
  const metrics = await metricsOf(server);
  check(/^rummery_tables_set_aside 1$/m.test(metrics), "and the metrics count it");
  const list = run(["tables", "list", "--data", join(folder, "damage")]);
  check(list.code === 0 && new RegExp(`^${set.made.table} +\\d+ set-aside`, "m").test(list.out) &&
    new RegExp(`^${served.made.table} +\\d+ served`, "m").test(list.out),
    "`tables list` shows both while the server runs", list.out + list.err);
  served.anna.port = server.port;
  await served.anna.connect();
  check((await served.anna.ask({ do: "act", action: "draw" })).error === undefined,
    "play goes on at the other table");
  await stopServer(server);
  const cut = readFileSync(storeOf("damage")).subarray(0, 5000);
  writeFileSync(storeOf("damage"), cut);
  const broken = run(["serve", "--port", "0", "--data", join(folder, "damage")]);
  check(broken.code === 1 && broken.err.includes("backup"),
    "a file that SQLite cannot read ends the start, with what to do", broken.err);
}

// ---- Files that vanish -----------------------------------------------------------------------

async function testVanishing() {
  const server = await start("vanishing");
  const { made, anna } = await sitAlone(server);
  await anna.ask({ do: "act", action: "draw" });
  for (const ending of ["", "-wal"]) {
    const path = storeOf("vanishing") + ending, known = anna.seq;
    const told = anna.wait((m) => m.error === "storage" && m.id === undefined);
    renameSync(path, `${path}.gone`);
    await told;
    const health = curl(`${server.link}healthz`);
    check(health.status === 503 && !health.body.includes(folder) && !health.body.includes("sqlite"),
      "files that are gone make /healthz 503 by itself, without a path", health.body);
    const refused = await anna.ask({ do: "act", action: "draw" });
    check(refused.error === "storage", "nothing is acknowledged", JSON.stringify(refused));
    check(tableOf(server, made.table).status === 200, "reading goes on");
    const works = anna.wait((m) => m.storage === true);
    renameSync(`${path}.gone`, path);
    await works;
    check(await until(() => isHealthy(server)), "when they are back all is well");
    check((await anna.ask({ do: "act", action: "draw" })).seq === known + 1, "and play goes on");
  }
  const known = anna.seq;
  for (const ending of ["", "-wal", "-shm"]) rmSync(storeOf("vanishing") + ending);
  const id = newId();
  let got = null;
  anna.wait((m) => m.id === id).then((message) => (got = message), () => {});
  await anna.sendSlowly({ id, do: "act", action: "draw" });
  await anna.wait((m) => m.error === "storage");
  await sleep(1500);
  check((got === null || got.error === "storage") && anna.seq === known,
    "files that were removed stop acknowledgements for good", JSON.stringify(got));
  check(server.err.includes("removed or replaced"), "the log says why", server.err);
  await stopServer(server, "SIGKILL");
}

// ---- A disk of 4 MB --------------------------------------------------------------------------

async function testSmallDisk() {
  const small = join(folder, "small"), filler = join(small, "filler");
  mkdirSync(small);
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", small]).status !== 0) {
    console.log("skipped: a disk of 4 MB: nothing may be mounted here");
    return;
  }
  try {
    const server = await start("disk", "--store", `sqlite:${small}/rummery.sqlite`,
      "--trust-proxy", "127.0.0.1,::1");
    const { made, anna } = await sitAlone(server);
    spawnSync("dd", ["if=/dev/zero", `of=${filler}`, "bs=4096"]);
    const told = anna.wait((m) => m.error === "storage" && m.id === undefined);
    const refused = [];
    for (let k = 0; k < 40; k++)
      refused.push(anna.ask({ do: "profile", seat: 0, name: `Anna ${k % 7}` }));
    await told;
    const pong = anna.wait((m) => m.pong === true);
    anna.socket.send('{"do":"ping"}');
    await pong;
    check(tableOf(server, made.table).status === 200, "on a full disk tables can be looked at");
    const guest = new Client(server.port, made.table, made.key, { silent: true });
    await guest.connect();
    check(guest.seq > 0, "and hello is answered");
    rmSync(filler);
    check(await until(() => isHealthy(server)), "with room it is well again by itself", server.err);
    await Promise.all(refused);
    // each is a commit of several pages; an address may not make so many tables
    let done = 0;
    for (let i = 0; i < 500; i++) {
      const table = await post(server.link, "/api/tables",
        { id: newId(), game: "photo", seats: [{ name: "Dora" }, { bot: 1 }] },
        { "X-Forwarded-For": `10.${i % 250}.${i % 7}.1` });
      done += table.status === 201 ? 1 : 0;
    }
    check(done === 500, "the log of many commits does not fill a disk of 4 MB", `${done}`);
    check((await stopServer(server)).code === 0, "and ends well", server.err);
  } finally {
    spawnSync("umount", ["-l", small]);
  }
}

// As a server does it, long ago: the row with its checksum, FNV-1a over numbers and texts.
function putAway(path, number) {
  const line = '{"served_s":0}', mask = (1n << 64n) - 1n;
  let sum = 14695981039346656037n;
  const add = (byte) => (sum = ((sum ^ BigInt(byte)) * 1099511628211n) & mask);
  const addNumber = (value) => {
    for (let i = 0n; i < 8n; i++) add((BigInt(value) >> (8n * i)) & 255n);
  };
  for (const value of [4, number, 5, line.length]) addNumber(value); // kind, table, time, size
  for (const byte of Buffer.from(line)) add(byte);
  runSql(path, `INSERT INTO moves VALUES (${number}, 5, 1, '${line}', ` +
    `${BigInt.asIntN(64, sum)})`);
}

// ---- The version before, and tables that were put away -----------------------------------------

async function testOlderStore() {
  mkdirSync(join(folder, "older"));
  copyFileSync(join(here, "../store/version-2.sqlite"), storeOf("older"));
  const { table, key, played, other } = JSON.parse(
    readFileSync(join(here, "../store/version-2.json"), "utf8"));
  check(run(["backup", "--data", join(folder, "older"), join(folder, "older.copy")]).code === 0,
    "a store of version 2 can be copied before the server was started");
  check(run(["tables", "list", "--data", join(folder, "older")]).code === 1,
    "and is not brought up to date by who only looks");
  let server = await start("older");
  const anna = new Client(server.port, table, key);
  await anna.connect();
  check(anna.seq === played, "a store of version 2 has all it had", `${anna.seq}`);
  check((await anna.ask({ do: "act", action: "draw" })).seq === played + 1, "and is played on");
  check(tableOf(server, other).status === 200, "its other table too");
  const restore = ["tables", "restore", other, "--data", join(folder, "older")];
  const early = run(restore);
  check(early.code === 1 && early.err.includes("another server uses"),
    "`tables restore` does nothing while the server runs", early.err);
  await stopServer(server);
  const twice = run(restore);
  check(twice.code === 1 && twice.err.includes("was not put away"), "nor to a table in service",
    twice.err);
  putAway(storeOf("older"), 2);
  const list = run(["tables", "list", "--data", join(folder, "older")]);
  check(new RegExp(`^${other} +2 put-away +since 1970`, "m").test(list.out),
    "a table that was put away is listed", list.out + list.err);
  server = await start("older");
  check(tableOf(server, other).status === 404, "and not served");
  await makeTable(server);
  await stopServer(server);
  check(run(restore).code === 0, "`tables restore` brings it back");
  server = await start("older");
  check(tableOf(server, other).status === 200 &&
    /^rummery_tables_put_away 0$/m.test(await metricsOf(server)), "into service");
  await stopServer(server);
  check(run(["tables", "restore", "nobody", "--data", join(folder, "older")]).code === 1 &&
    run(["tables", "list", "--data", join(folder, "nothing")]).code === 1 &&
    run(["tables", "burn"]).code === 2, "what is not there is a problem in words");
}

await runAll([testLinks, testForeignRow, testDamage, testVanishing, testSmallDisk,
  testOlderStore]);
