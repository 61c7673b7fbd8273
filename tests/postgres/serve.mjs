// serve.mjs - a server on PostgreSQL as its operators see it: a database that is away, full, or
// newer, passwords in no log.
// usage: node tests/postgres/serve.mjs RUMMERY
import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
import { Client, sitAlone } from "../clients/client.mjs";
import { check, curl, folder, isHealthy, makeTable, run, runAll, start, stopServer, until }
  from "../clients/harness.mjs";
import { Cluster } from "./cluster.mjs";

const cluster = await new Cluster().make();

// A database of its own for each test, owned by the user who needs a password.
function newDatabase(name, more = "") {
  cluster.sql(`CREATE DATABASE ${name} OWNER locked ${more}`, "postgres");
  return cluster.uri("&password=open", "locked", name);
}

const entriesIn = (name) => Number(cluster.sql("SELECT count(*) FROM rummery.entries", name));

async function testAway() {
  const store = newDatabase("away");
  const server = await start("away", "--store", store);
  const { made, anna } = await sitAlone(server);
  await anna.ask({ do: "act", action: "draw" });
  await cluster.crash();
  check(await until(async () => !(await isHealthy(server))),
    "a server whose database is away says so, though nobody plays", server.err);
  await cluster.start();
  check(await until(() => isHealthy(server)), "and goes on when it is back", server.err);
  check((await anna.ask({ do: "act", action: "draw" })).error === undefined, "so does play");
  const line = new Client(server.port, made.table, made.key);
  await line.connect();
  check(curl(`${server.link}api/tables/${made.table}`, "-H",
    `Authorization: Bearer ${made.key}`).status === 200, "and reading");
  await stopServer(server);
  check(server.err.includes("store-gone") && server.err.includes("store-back"),
    "both are in the log", server.err);
  check(!server.err.includes("password") && !server.err.includes("=open"),
    "which has no password", server.err);
}

// A disk of its own, so small that a file of the test's fills it. Only root may make one. It
// comes last: without that disk the database does not start again.
async function testFull() {
  const disk = join(cluster.folder, "disk");
  mkdirSync(disk);
  const mount = spawnSync("mount", ["-t", "tmpfs", "-o", "size=16m", "tmpfs", disk]);
  if (mount.status !== 0) {
    console.log("there is no disk to be filled: this machine does not let us mount one");
    return;
  }
  spawnSync("chown", ["postgres:postgres", disk]);
  try {
    cluster.sql(`CREATE TABLESPACE small LOCATION '${disk}'`, "postgres");
    const store = newDatabase("small", "TABLESPACE small");
    const server = await start("small", "--store", store, "--tables-per-hour", "5000");
    const { anna } = await sitAlone(server);
    await anna.ask({ do: "act", action: "draw" });
    const ballast = join(disk, "ballast");
    fill(ballast);
    // the pages of our own tables have some room left, which goes first
    const isIll = await until(async () => (await makeTable(server)).error === "storage");
    check(isIll && (await until(() => /No space left/.test(server.err))),
      "a full disk is told of", server.err);
    check(!(await isHealthy(server)), "and /healthz is not well");
    const before = entriesIn("small");
    unlinkSync(ballast);
    check(await until(() => isHealthy(server)), "when there is room all goes on", server.err);
    check(entriesIn("small") > before, "and what waited is saved");
    check((await anna.ask({ do: "act", action: "draw" })).error === undefined, "play goes on");
    await stopServer(server);
    cluster.sql("DROP DATABASE small", "postgres");
    cluster.sql("DROP TABLESPACE small", "postgres");
  } finally {
    spawnSync("umount", ["-l", disk]);
  }
}

function fill(path) {
  const file = openSync(path, "w");
  try {
    for (;;) writeSync(file, Buffer.alloc(4096));
  } catch {
    closeSync(file); // it is full
  }
}

async function testNewer() {
  const store = newDatabase("newer");
  await stopServer(await start("newer", "--store", store));
  cluster.sql("UPDATE rummery.version SET version = 9, oldest = 9", "newer");
  const refused = run(["serve", "--port", "0", "--store", store]);
  check(refused.code === 1 && refused.err.includes("made by a newer Rummery"),
    "a store of a newer version is refused in words", refused.err);
}

await runAll([testAway, testNewer, testFull]);
