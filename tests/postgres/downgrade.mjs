// downgrade.mjs - the way back: a program that meets a store of a later version says so in words,
// whatever it was asked, and leaves every byte as it was; the later one serves on. That is so for
// a build that knows the schemas before today's, and for today's with one that is marked as later.
// usage: node tests/postgres/downgrade.mjs RUMMERY RUMMERY_OLDER
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { sitAlone } from "../clients/client.mjs";
import { check, curl, folder, isHealthy, program, runAll, start, stopServer, until }
  from "../clients/harness.mjs";
import { Cluster } from "./cluster.mjs";

const older = resolve(process.argv[3]);
const cluster = await new Cluster().make();
const draw = { do: "act", action: "draw" };
const WORDS = "made by a newer Rummery";

/// Everything that opens a store, by that program; what it says each time.
function tryAll(which, store, data) {
  const of = ["--store", store];
  return [["serve", "--port", "0", "--data", data, ...of], ["tables", "list", ...of],
    ["tables", "accept", "all", ...of], ["tables", "restore", "abcdefghijkl", ...of],
    ["copy", "--from", store, "--to", `sqlite:${join(folder, "copy.sqlite")}`]]
    .map((args) => ({ args, ...spawnSync(which, args, { encoding: "utf8", timeout: 90000 }) }));
}

function checkRefused(which, store, data, what) {
  for (const { args, status, stderr } of tryAll(which, store, data))
    check(status === 1 && stderr.includes(WORDS), `${what}, and so is \`${args[0]}\``,
      `${args.join(" ")}: ${status} ${stderr}`);
}

/// Plays at a new table; how it stands then.
async function play(server) {
  const { made, anna } = await sitAlone(server);
  for (let i = 0; i < 5; i++) await anna.ask(draw);
  return { made, anna };
}

async function checkServed(server, { made, anna }, what) {
  const { status, body } = curl(`${server.link}api/tables/${made.table}`, "-H",
    `Authorization: Bearer ${made.key}`);
  check(status === 200 && JSON.parse(body).seq >= anna.seq, what, body);
}

function runSql(path, sql) {
  const { status, stderr } = spawnSync("python3", ["-c", "import sqlite3, sys; " +
    "d = sqlite3.connect(sys.argv[1]); d.execute(sys.argv[2]); d.commit(); d.close()", path, sql]);
  if (status !== 0) throw new Error(String(stderr));
}

async function testFile() {
  const data = join(folder, "file");
  const path = join(data, "rummery.sqlite");
  const sum = () => createHash("sha256").update(readFileSync(path)).digest("hex");
  let server = await start("file");
  const table = await play(server);
  await stopServer(server);
  let before = sum();
  checkRefused(older, `sqlite:${path}`, data,
    "a file of today's version is refused by an older one");
  check(sum() === before, "which leaves every byte as it was");
  server = await start("file");
  await checkServed(server, table, "and today's serves on");
  await stopServer(server);
  const version = Number(readFileSync(path).readUInt32BE(60));
  runSql(path, `PRAGMA user_version = ${version + 1}`);
  before = sum();
  checkRefused(program, `sqlite:${path}`, data, "a file of a later version is refused by today's");
  check(sum() === before, "which leaves it as it was, too");
  runSql(path, `PRAGMA user_version = ${version}`);
  server = await start("file");
  await checkServed(server, table, "and nothing of it is lost");
  await stopServer(server);
}

const newDatabase = (name) => {
  cluster.sql(`CREATE DATABASE ${name}`, "postgres");
  return cluster.uri("", "rummery", name);
};
const rowsIn = (name) => cluster.sql("SELECT (SELECT version::text FROM rummery.version), " +
  "count(*), max(seq), (SELECT count(*) FROM rummery.servers) FROM rummery.entries", name);

async function testDatabase() {
  const store = newDatabase("later");
  const data = join(folder, "later");
  let server = await start("later", "--store", store);
  const table = await play(server);
  await stopServer(server);
  let before = rowsIn("later");
  checkRefused(older, store, data, "a database of today's version is refused by an older one");
  check(rowsIn("later") === before, "which writes nothing", rowsIn("later"));
  server = await start("later", "--store", store);
  await checkServed(server, table, "and today's serves on");
  await stopServer(server);
  const [version, oldest] = cluster.sql("SELECT version, oldest FROM rummery.version", "later")
    .split("|");
  cluster.sql("UPDATE rummery.version SET version = 9, oldest = 9", "later");
  before = rowsIn("later");
  checkRefused(program, store, data, "a database of a later version is refused by today's");
  check(rowsIn("later") === before, "which writes nothing to it either", rowsIn("later"));
  cluster.sql(`UPDATE rummery.version SET version = ${version}, oldest = ${oldest}`, "later");
  server = await start("later", "--store", store);
  await checkServed(server, table, "and nothing of it is lost");
  await stopServer(server);
}

// A fleet is updated, and one server of the version before is still there when its line breaks.
async function testWhileRunning() {
  const server = await start("running", "--store", newDatabase("running"));
  const { anna } = await play(server);
  const [version, oldest] = cluster.sql("SELECT version, oldest FROM rummery.version", "running")
    .split("|");
  cluster.sql("UPDATE rummery.version SET version = 9, oldest = 9", "running");
  cluster.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'running' " +
    "AND pid <> pg_backend_pid()", "running");
  check(await until(async () => !(await isHealthy(server)) && server.err.includes(WORDS)),
    "a server that meets a later version on a new line says so", server.err);
  const before = rowsIn("running");
  const { error } = await anna.ask(draw);
  check(error === "storage" && rowsIn("running") === before, "acknowledges and writes nothing",
    `${error} ${before} ${rowsIn("running")}`);
  cluster.sql(`UPDATE rummery.version SET version = ${version}, oldest = ${oldest}`, "running");
  check(await until(() => isHealthy(server)) && (await anna.ask(draw)).error === undefined,
    "and goes on if it may again", server.err);
  check((await stopServer(server)).code === 0, "and ends well", server.err);
}

await runAll([testFile, testDatabase, testWhileRunning]);
