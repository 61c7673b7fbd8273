// rewound.mjs - a database that comes back older, really: a backup in its place, a standby promoted
// that lagged. Whoever acknowledged what is missing, the tables concerned are set aside at every
// server, the others are served, and whoever runs the servers decides.
// usage: node tests/postgres/rewound.mjs RUMMERY
import { copyFileSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { Client, sitAlone } from "../clients/client.mjs";
import { check, curl, fetchOnce, folder, metricsOf, newId, run, runAll, start, stopServer, until }
  from "../clients/harness.mjs";
import { Cluster } from "./cluster.mjs";

const draw = { do: "act", action: "draw" };
const health = async (server) => {
  const answer = await fetchOnce(`${server.link}healthz`).catch(() => null);
  return answer === null ? "" : `${answer.status} ${await answer.text()}`;
};
// The log has a thread of its own: an answer may be here before the line about it.
const logs = (holds, ...servers) => until(() => servers.some(({ err }) => holds(err)));
const isBack = (server) => until(async () => (await health(server)).startsWith("200"));

/// Says hello until there is an answer that is not about the moment; what it was.
async function hello(server, made, after) {
  let answer = { error: "nobody answers" };
  await until(async () => {
    const client = new Client(server.port, made.table, made.key);
    const coming = client.connect(after).catch(() => ({ error: "closed" }));
    answer = await Promise.race([coming, client.closed.then(() => ({ error: "closed" }))]);
    client.socket.close();
    return !["closed", "busy", "storage", "too_many"].includes(answer.error);
  });
  return answer;
}

async function playOn(client, times) {
  let last;
  for (let i = 0; i < times; i++) last = await client.ask({ id: newId(), ...draw });
  return last.seq;
}

const listed = (store, name) => run(["tables", "list", "--store", store]).out.split("\n")
  .find((line) => line.startsWith(name)) ?? "";

/// Servers on a database of which a backup was made in the middle; two tables, of which the one was
/// played on since and the other was not. `last` is the last move that was acknowledged.
async function playAndPutBack(names, { isKilled = false } = {}) {
  const cluster = await new Cluster().make();
  const store = cluster.uri();
  const servers = [];
  for (const name of names)
    servers.push(await start(name, "--store", store,
      ...(names.length > 1 ? ["--link", "127.0.0.1:0"] : [])));
  const { made, anna } = await sitAlone(servers[0]);
  const { made: other, anna: ben } = await sitAlone(servers.at(-1));
  await playOn(anna, 2);
  const kept = await playOn(ben, 2);
  const backup = cluster.backup();
  const last = await playOn(anna, 3);
  await new Promise((done) => setTimeout(done, 700)); // no server has anything left to say
  const copy = join(folder, `${names[0]}.sqlite`);
  rmSync(copy, { force: true });
  check(run(["copy", "--from", store, "--to", `sqlite:${copy}`]).code === 0, "it was copied");
  if (isKilled) {
    servers[0].child.kill("SIGKILL");
    await servers[0].ended;
  }
  await cluster.putBack(backup);
  return { cluster, store, servers, made, other, last, kept, copy };
}

async function checkSetAside(server, { made, other, last, kept, store }) {
  for (const after of [last, undefined, last - 3]) {
    const answer = await hello(server, made, after);
    check(answer.error === "rewound", "a table that lost moves is refused, whatever one was told",
      JSON.stringify([after, answer]) + server.err);
  }
  check((await hello(server, other, kept)).error === undefined, "the others are served");
  check(/^200 ok, 1 table set aside:/.test(await health(server)) &&
    (await health(server)).includes(made.table), "/healthz says which", await health(server));
  check((await metricsOf(server)).includes("rummery_tables_set_aside 1"), "so do the metrics");
  check(await logs((err) => err.split("\n").some((line) => line.includes(made.table) &&
    line.includes('"event":"table-set-aside"') && line.includes("was acknowledged")), server),
    "and the log, and why", server.err);
  check(/ set-aside +moves are missing/.test(listed(store, made.table)), "and `rummery tables`",
    listed(store, made.table));
}

// Both live: who acknowledged it and who did not.
async function testBoth() {
  const all = await playAndPutBack(["one", "two"]);
  const [one, two] = all.servers;
  await isBack(two);
  await checkSetAside(two, all);
  await isBack(one);
  await checkSetAside(one, all);
  check(await logs((err) => err.includes('"event":"store-rewound"'), one, two),
    "that the database has gone back is in the log", one.err + two.err);

  const short = run(["tables", "restore", all.made.table, "--store", all.store]);
  check(short.code === 1 && short.err.includes("--from"), "what can be done is said", short.err);
  const wrong = run(["tables", "restore", all.other.table, "--from", `sqlite:${all.copy}`,
    "--store", all.store]);
  check(wrong.code === 1 && wrong.err.includes("lacks moves"), "a table that lacks nothing is left",
    wrong.err);
  const restored = run(["tables", "restore", all.made.table, "--from", `sqlite:${all.copy}`,
    "--store", all.store]);
  check(restored.code === 0 && restored.out.includes("all its"), "a copy has what is missing",
    restored.err + restored.out);
  const answer = await hello(two, all.made, all.last);
  check(answer.error === undefined && (answer.resumed ?? answer.seq) === all.last,
    "and then it goes on where it was", JSON.stringify(answer));
  check(await health(two) === "200 ok\n", "and nothing is set aside there", await health(two));
  check((await stopServer(one)).code === 0 && (await stopServer(two)).code === 0,
    "both end well", one.err + two.err);
}

// Who acknowledged it is gone, and nobody who was told comes: the other server has heard of it.
async function testKilled() {
  const all = await playAndPutBack(["killed", "left"], { isKilled: true });
  const [, left] = all.servers;
  await isBack(left);
  const answer = await hello(left, all.made, undefined);
  check(answer.error === "rewound", "a server knows what another one had acknowledged",
    JSON.stringify(answer) + left.err);
  await checkSetAside(left, all);
  const accepted = run(["tables", "accept", all.made.table, "--store", all.store]);
  check(accepted.code === 0, "it can be accepted while servers run", accepted.err);
  const back = await hello(left, all.made, all.last);
  check(back.seq === all.last - 3, "and goes on from what there is, also for who was told more",
    JSON.stringify(back));
  const anna = new Client(left.port, all.made.table, all.made.key);
  await anna.connect();
  check(await playOn(anna, 1) === all.last - 2, "moves are made anew");
  await all.cluster.crash();
  await all.cluster.start();
  await isBack(left);
  check((await hello(left, all.made, all.last - 2)).error === undefined,
    "and it stays so when the database was away once more", left.err);
  check((await stopServer(left)).code === 0, "it ends well", left.err);
}

// Nobody asks for anything.
async function testIdle() {
  const all = await playAndPutBack(["idle"]);
  const [idle] = all.servers;
  check(await until(async () => (await health(idle)).includes(all.made.table)),
    "a single server that nobody visits says so by itself", await health(idle) + idle.err);
  const reason = /"event":"store-rewound".*"why":"[^"]*(lost what it had|earlier state)/;
  check(await logs((err) => reason.test(err), idle),
    "with the reason in the log", idle.err);
  await checkSetAside(idle, all);
  check((await stopServer(idle)).code === 0, "and goes on", idle.err);
}

// The database is from before the server's start: it does not know it at all.
async function testForgotten() {
  const cluster = await new Cluster().make();
  const store = cluster.uri();
  await stopServer(await start("before", "--store", store));
  const backup = cluster.backup();
  const server = await start("after", "--store", store);
  const { made } = await sitAlone(server);
  await cluster.putBack(backup);
  check(await until(() => server.err.includes('"event":"store-rewound"')),
    "one that does not know the server is found out though nobody writes", server.err);
  const answer = await hello(server, made, 3);
  check(answer.error === "no_table", "a table that is gone is gone", JSON.stringify(answer));
  const { anna } = await sitAlone(server);
  check((await anna.ask(draw)).error === undefined, "and new ones are made", server.err);
  check((await stopServer(server)).code === 0, "it ends well", server.err);
}

// What was not replicated is lost by a promotion.
async function testPromoted() {
  const first = await new Cluster().make();
  const second = await first.makeStandby();
  first.sql("ALTER SYSTEM RESET synchronous_standby_names");
  first.sql("SELECT pg_reload_conf()");
  const store = `postgres:///rummery?host=${first.folder},${second.folder}&user=rummery` +
    "&target_session_attrs=read-write";
  const link = ["--store", store, "--link", "127.0.0.1:0"];
  const servers = [await start("p_one", ...link), await start("p_two", ...link)];
  const { made, anna } = await sitAlone(servers[0]);
  const { made: other, anna: ben } = await sitAlone(servers[1]);
  await playOn(anna, 2);
  const kept = await playOn(ben, 2);
  await until(() => first.sql("SELECT sent_lsn = replay_lsn FROM pg_stat_replication") === "t");
  const receiver = second.sql("SELECT pid FROM pg_stat_wal_receiver");
  process.kill(Number(receiver), "SIGSTOP");
  const last = await playOn(anna, 2);
  await first.crash();
  process.kill(Number(receiver), "SIGKILL");
  await second.start().catch(() => {});
  await second.promote();
  for (const server of servers) {
    await isBack(server);
    const answer = await hello(server, made, undefined);
    check(answer.error === "rewound", "what a standby had not is noticed when it is promoted",
      JSON.stringify(answer) + server.err);
    check((await hello(server, other, kept)).error === undefined, "and nothing else is concerned");
  }
  check(last > 0 && await logs((err) => err.includes("timeline 2"), ...servers),
    "the log says that it was promoted", servers[0].err);
  for (const server of servers) await stopServer(server);
}

// A standby is promoted while the first one lives. Who still has a line to that one hears of it
// from a server at the other, and acknowledges nothing more.
async function testSplit() {
  const first = await new Cluster().make();
  const second = await first.makeStandby();
  first.sql("ALTER SYSTEM RESET synchronous_standby_names");
  first.sql("SELECT pg_reload_conf()");
  const gate = mkdtempSync(join(folder, "gate-")); // for the second server's way to the first
  symlinkSync(join(first.folder, ".s.PGSQL.5432"), join(gate, ".s.PGSQL.5432"));
  const startAt = (name, where) => start(name, "--link", "127.0.0.1:0", "--store",
    `postgres:///rummery?user=rummery&application_name=${name}&host=${where},${second.folder}` +
    "&target_session_attrs=read-write");
  const [one, two] = [await startAt("s_one", first.folder), await startAt("s_two", gate)];
  const { anna } = await sitAlone(one);
  const { anna: ben } = await sitAlone(two);
  await playOn(anna, 2);
  await playOn(ben, 2);
  await until(() => first.sql("SELECT sent_lsn = replay_lsn FROM pg_stat_replication") === "t");
  await second.promote();
  rmSync(gate, { recursive: true });
  first.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = " +
    "'s_two'");
  check(await until(() => /timeline 2 of this database, which was promoted/.test(one.err)),
    "who has a line to a database that was superseded hears of it", one.err);
  const seen = () => first.sql("SELECT count(*), max(seq) FROM rummery.entries");
  const before = seen();
  for (let i = 0; i < 3; i++) {
    const { error } = await anna.ask({ id: newId(), ...draw });
    check(error === "storage", "and acknowledges nothing more", String(error));
  }
  check(seen() === before, "nor writes it");
  check(await isBack(two), "the other one plays on", two.err);
  for (const server of [one, two]) await stopServer(server);
}

// A file of yesterday: nobody but those who were there can know.
async function testFile() {
  const data = join(folder, "file");
  let server = await start("file");
  const { made, anna } = await sitAlone(server);
  await playOn(anna, 2);
  const backup = join(folder, "file-backup.sqlite");
  rmSync(backup, { force: true });
  check(run(["backup", "--data", data, backup]).code === 0, "a file is backed up");
  const last = await playOn(anna, 3);
  await stopServer(server);
  const newer = join(folder, "file-newer.sqlite");
  copyFileSync(join(data, "rummery.sqlite"), newer);
  const forget = (...ends) => ends.forEach((end) =>
    rmSync(join(data, `rummery.sqlite${end}`), { force: true }));
  forget("", "-wal", "-shm");
  copyFileSync(backup, join(data, "rummery.sqlite"));
  server = await start("file");
  check((await hello(server, made, last)).error === "rewound",
    "a file that was put back is known by who was told more", server.err);
  const second = await hello(server, made, undefined);
  check(second.error === "rewound", "and then by all", JSON.stringify(second) + server.err);
  check(curl(`${server.link}healthz`).body.includes(made.table), "/healthz says so");
  await stopServer(server);
  check(/ set-aside /.test(run(["tables", "list", "--data", data]).out), "it is listed");
  const restored = run(["tables", "restore", made.table, "--from", `sqlite:${newer}`,
    "--data", data]);
  check(restored.code === 0, "and restored from the newer file", restored.err);
  server = await start("file");
  check((await hello(server, made, last)).resumed === last || server.err === "",
    "where it goes on", server.err);
  await stopServer(server);

  copyFileSync(backup, join(data, "rummery.sqlite"));
  forget("-wal", "-shm");
  const accepted = run(["tables", "accept", "all", "--data", data]);
  check(accepted.code === 0 && accepted.out.startsWith("1 table"),
    "who puts a backup in place by intent says so once", accepted.err + accepted.out);
  server = await start("file");
  check((await hello(server, made, last)).seq === last - 3, "and all goes on from there",
    server.err);
  await stopServer(server);
}

await runAll([testBoth, testKilled, testIdle, testForgotten, testPromoted, testSplit,
  testFile]
  .filter(({ name }) => process.argv[3] === undefined || name === process.argv[3]));
