// clocks.mjs - servers whose clocks are wrong by hours and days, on one PostgreSQL: who takes a
// table, what is written down and what an operator decides go by the database's clock alone.
// usage: node tests/postgres/clocks.mjs RUMMERY CLOCK_SHIFT
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { Client, sitAlone } from "../clients/client.mjs";
import { check, folder, newId, program, runAll, stopServer, until, webFolder }
  from "../clients/harness.mjs";
import { startServer } from "../server/visitor.mjs";
import { Cluster } from "./cluster.mjs";

const cluster = await new Cluster().make();
const shift = resolve(process.argv[3]);
const draw = { do: "act", action: "draw" };
const DAY_S = 86400;
const SLACK_S = 60;

const wrong = (seconds) => ({ LD_PRELOAD: shift, RUMMERY_CLOCK_S: String(seconds) });
const startWrong = (name, seconds, ...args) => startServer(program, ["--port", "0", "--data",
  join(folder, name), "--web", webFolder, ...args], wrong(seconds));
const newDatabase = (name) => {
  cluster.sql(`CREATE DATABASE ${name}`, "postgres");
  return cluster.uri("", "rummery", name);
};

/// Comes until the table is there, as every client does.
async function moveTo(client, server) {
  client.port = server.port;
  return until(async () => {
    const coming = client.connect().catch(() => ({ error: "closed" }));
    const gone = client.closed.then(() => ({ error: "closed" }));
    return (await Promise.race([coming, gone])).error === undefined;
  });
}

const offsetsIn = (database) => cluster.sql("SELECT max(abs(at_s - extract(epoch FROM " +
  "clock_timestamp()))) FROM (SELECT at_s FROM rummery.tables UNION ALL SELECT at_s FROM " +
  "rummery.entries UNION ALL SELECT touched_s FROM rummery.cards) AS all_of_them", database);

// One is 40 days before, one 40 days behind: a table of one is no old one for the other.
async function testFleet() {
  const store = ["--store", newDatabase("fleet"), "--link", "127.0.0.1:0"];
  const early = await startWrong("early", 40 * DAY_S, ...store);
  const late = await startWrong("late", -40 * DAY_S, ...store);
  const tables = [await sitAlone(early), await sitAlone(late)];
  const acknowledged = [];
  for (let i = 0; i < 12; i++)
    for (const [at, { anna }] of tables.entries()) {
      const id = newId();
      if (i % 4 === 3) await moveTo(anna, [early, late][(at + i) % 2]);
      const { seq, error } = await anna.ask({ id, ...draw });
      if (error === undefined) acknowledged.push(`${id}|${seq}`);
    }
  const kept = new Set(cluster.sql("SELECT convert_from(request, 'UTF8'), seq FROM " +
    "rummery.entries", "fleet").split("\n"));
  check(acknowledged.length >= 20 && acknowledged.every((one) => kept.has(one)),
    "servers whose clocks are 80 days apart play beside each other", String(acknowledged.length));
  check(Number(offsetsIn("fleet")) < SLACK_S, "what they write down has the database's time",
    offsetsIn("fleet"));
  check(await until(() => [early, late].every(({ err }) => err.includes("clock-differs"))),
    "and both say that theirs is wrong", early.err + late.err);
  early.child.kill("SIGKILL");
  await early.ended;
  for (const { anna } of tables)
    check(await moveTo(anna, late) && (await anna.ask(draw)).error === undefined,
      "tables of one that is killed are taken at once, whatever its clock said", late.err);
  check((await stopServer(late)).code === 0, "and the other ends well", late.err);
}

// What an operator lets go on stays so, though that machine's clock is behind.
async function testAccepted() {
  const store = newDatabase("accepted");
  const server = await startWrong("before", 3 * 3600, "--store", store);
  const { made, anna } = await sitAlone(server);
  for (let i = 0; i < 3; i++) await anna.ask(draw);
  const dump = cluster.backup();
  for (let i = 0; i < 4; i++) await anna.ask(draw);
  await cluster.putBack(dump);
  check(await until(() => server.err.includes("table-set-aside")),
    "a table that has lost moves is set aside", server.err);
  const accepted = spawnSync(program, ["tables", "accept", made.table, "--store", store],
    { encoding: "utf8", env: { ...process.env, ...wrong(-3 * 3600) } });
  check(accepted.status === 0, "an operator lets it go on", accepted.stderr);
  const again = new Client(server.port, made.table, made.key);
  for (let i = 0; i < 3; i++) { // each new line looks for all that was told, before it is played on
    cluster.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = " +
      "'accepted' AND pid <> pg_backend_pid()", "accepted");
    check(await until(async () => await moveTo(again, server) &&
      (await again.ask(draw)).error === undefined, 20000), "and it does, on each new line",
    server.err);
  }
  check(cluster.sql("SELECT count(*) FROM rummery.moves WHERE is_away <> 0", "accepted") === "0",
    "nothing is set aside again");
  check((await stopServer(server)).code === 0, "and the server ends well", server.err);
}

await runAll([testFleet, testAccepted]);
