// full.mjs - the disk of PostgreSQL is full, all of it: neither tables nor the log of the database
// can be written, and the database gives itself up. Whatever was acknowledged is there afterwards,
// nothing is done twice, the server says why, and goes on by itself when there is room again.
// usage: node tests/postgres/full.mjs RUMMERY
import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { sitAlone } from "../clients/client.mjs";
import { check, isHealthy, newId, runAll, start, stopServer, until } from "../clients/harness.mjs";
import { Cluster } from "./cluster.mjs";

const SIZE_MB = 160;
const draw = { do: "act", action: "draw" };

/// A cluster on a disk of its own; undefined where none may be mounted.
async function onSmallDisk() {
  const cluster = new Cluster();
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${SIZE_MB}m`, "tmpfs",
    cluster.folder]);
  if (status !== 0) return undefined;
  process.prependListener("exit", () => spawnSync("umount", ["-l", cluster.folder]));
  await cluster.make();
  mkdirSync(join(cluster.folder, "ballast"));
  return cluster;
}

function fill(path) {
  const file = openSync(path, "w");
  try {
    for (const size of [1 << 20, 4096]) {
      try {
        for (;;) writeSync(file, Buffer.alloc(size));
      } catch {
        // the rest by smaller pieces
      }
    }
  } finally {
    closeSync(file);
  }
}

/// It may still be about to give itself up when there is room already.
async function isBack(cluster) {
  const { server } = cluster;
  if (server.exitCode !== null || server.signalCode !== null) await cluster.start();
  try {
    return cluster.sql("SELECT 1") === "1";
  } catch {
    return false;
  }
}

/// Asks for a move, and notes when it is acknowledged, however late that is.
async function move(anna, acknowledged) {
  const id = newId();
  const answer = await anna.ask({ id, ...draw });
  if (answer.error === undefined) acknowledged.push([id, answer.seq]);
  return answer;
}

/// Plays at all tables until the server says that nothing can be saved.
async function playUntilFull(server, players, acknowledged) {
  await until(async () => {
    await Promise.all(players.map(async (anna) => {
      const asked = move(anna, acknowledged);
      asked.catch(() => {});
      await Promise.race([asked, anna.closed,
        until(() => server.err.includes("commit-failed"))]);
    }));
    return !(await isHealthy(server));
  });
}

async function testFull() {
  const cluster = await onSmallDisk();
  if (cluster === undefined) {
    console.log("skipped: there is no disk to be filled: nothing may be mounted here");
    return;
  }
  const server = await start("full", "--store", cluster.uri(), "--tables-per-hour", "1000");
  const players = [];
  for (let i = 0; i < 4; i++) players.push((await sitAlone(server)).anna);
  const acknowledged = [];
  for (const anna of players)
    for (let i = 0; i < 3; i++) await move(anna, acknowledged);
  cluster.sql("SELECT pg_switch_wal()"); // the next file of the log finds no room
  const ballast = join(cluster.folder, "ballast", "rest");
  fill(ballast);
  await playUntilFull(server, players, acknowledged).catch(() => {});
  check(!(await isHealthy(server)) && /commit-failed|store-gone/.test(server.err),
    "a database whose disk is full is told of", server.err);
  const table = await players[0].ask(draw).catch((error) => ({ error: String(error) }));
  check(table.error === "storage", "and nothing more is acknowledged", JSON.stringify(table));
  rmSync(ballast);
  check(await until(() => isBack(cluster)), "the database is back", cluster.log);
  check(await until(() => isHealthy(server)), "when there is room all goes on by itself",
    server.err);
  for (const anna of players) {
    const answer = await move(anna, acknowledged);
    check(answer.error === undefined, "and is played on", JSON.stringify(answer));
  }
  const rows = new Map(cluster.sql("SELECT convert_from(request, 'UTF8'), count(*), min(seq) " +
    "FROM rummery.entries WHERE request <> '' GROUP BY request").split("\n")
    .map((row) => row.split("|")).map(([id, count, seq]) => [id, `${count} ${seq}`]));
  const lost = acknowledged.filter(([id, seq]) => rows.get(id) !== `1 ${seq}`);
  check(lost.length === 0 && acknowledged.length >= 16, "nothing acknowledged is lost or doubled",
    JSON.stringify(lost.slice(0, 3)));
  console.log(`full: ${acknowledged.length} moves acknowledged, ${lost.length} lost or doubled; ` +
    `the database ${/PANIC/.test(cluster.log) ? "gave itself up" : "refused to write"}`);
  check((await stopServer(server)).code === 0, "and the server ends well", server.err);
}

await runAll([testFull]);
