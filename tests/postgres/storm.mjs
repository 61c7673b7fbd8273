// storm.mjs - three servers on one PostgreSQL while people play, each of whom comes to any server,
// as a balancer would spread them: servers are killed, stopped and started again, made silent, and
// the database loses its power. Whatever was acknowledged is in the log once, at its place.
// usage: node tests/postgres/storm.mjs RUMMERY [BLOWS [SEED]]
import { Client, sitAlone } from "../clients/client.mjs";
import { check, newId, runAll, sleep, start, stopServer } from "../clients/harness.mjs";
import { Cluster } from "./cluster.mjs";

const blows = Number(process.argv[3] ?? 10);
let seed = Number(process.argv[4] ?? 1);
const below = (count) => {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 8) % count;
};
const TABLES = 6;
const PATIENCE_MS = 120000;
const TRANSIENT = ["closed", "busy", "storage", "hello_first", "too_many"];

const cluster = await new Cluster().make();
const servers = [];
let isOver = false;
const acknowledged = [];
const waits = [];

async function startOne(i) {
  servers[i] = await start(`storm${i}`, "--store", cluster.uri(), "--link", "127.0.0.1:0",
    "--connections-per-address", "1000", "--tables-per-hour", "1000");
  servers[i].isUp = true;
}

const within = (promise, ms) =>
  Promise.race([promise, sleep(ms).then(() => ({ error: "closed" }))]);

/// A hello at any server that runs; whether it was answered.
async function come(client) {
  const up = servers.filter((server) => server.isUp);
  client.socket?.terminate();
  if (up.length === 0) return false;
  client.port = up[below(up.length)].port;
  const coming = client.connect().catch(() => ({ error: "closed" }));
  const answer = await within(Promise.race([coming,
    client.closed.then(() => ({ error: "closed" }))]), 6000);
  return answer.error === undefined;
}

/// The same request until it is answered, wherever that is.
async function insist(client, request) {
  const began = Date.now();
  let isRepeated = false;
  while (Date.now() - began < PATIENCE_MS) {
    if (client.socket?.readyState !== 1 || isRepeated) {
      if (!(await come(client))) {
        await sleep(50);
        continue;
      }
    }
    const answer = await within(Promise.race([client.ask(request),
      client.closed.then(() => ({ error: "closed" }))]), 6000);
    if (!TRANSIENT.includes(answer.error)) {
      if (isRepeated) waits.push(Date.now() - began);
      return answer;
    }
    isRepeated = true;
    await sleep(50);
  }
  return { error: "nobody answers" };
}

/// A new table at any server that runs; undefined if that one went meanwhile.
async function sit() {
  const up = servers.filter((server) => server.isUp);
  if (up.length === 0) return undefined;
  const sat = await within(sitAlone(up[below(up.length)]).catch(() => ({})), 6000);
  return sat.made;
}

/// Plays at one table after the other until all is over.
async function play() {
  while (!isOver) {
    const made = await sit();
    const client = made && new Client(0, made.table, made.key);
    for (let isPlaying = made !== undefined; isPlaying && !isOver; await sleep(50)) {
      const id = newId();
      const answer = await insist(client, { id, do: "act", action: "draw" });
      if (answer.error === "nobody answers") check(false, "nobody waits for ever", made.table);
      isPlaying = answer.error === undefined;
      if (isPlaying) acknowledged.push({ table: made.table, id, seq: answer.seq });
    }
    await sleep(50);
  }
}

/// One blow, and what mends it.
async function strike() {
  const i = below(servers.length), server = servers[i], kind = below(8);
  if (kind < 4) {
    server.isUp = false;
    server.child.kill("SIGKILL");
    await server.ended;
    await startOne(i);
    return "killed";
  }
  if (kind < 6) {
    server.isUp = false;
    const { code } = await stopServer(server);
    check(code === 0, "a server that is stopped ends well", server.err);
    await startOne(i);
    return "stopped";
  }
  if (kind < 7) {
    server.child.kill("SIGSTOP");
    await sleep(3500);
    server.child.kill("SIGCONT");
    return "silent";
  }
  await cluster.crash();
  await cluster.start();
  return "database";
}

function judge() {
  const rows = cluster.sql("SELECT convert_from(name, 'UTF8'), convert_from(request, 'UTF8'), " +
    "seq FROM rummery.entries JOIN rummery.tables ON id = table_id WHERE request <> ''");
  const places = new Map();
  for (const row of rows.split("\n")) {
    const [table, id, seq] = row.split("|");
    places.set(`${table} ${id}`, [...(places.get(`${table} ${id}`) ?? []), Number(seq)]);
  }
  const found = acknowledged.map(({ table, id }) => places.get(`${table} ${id}`) ?? []);
  const lost = found.filter((seqs) => seqs.length === 0).length;
  const doubled = found.filter((seqs) => seqs.length > 1).length;
  const forked = found.filter((seqs, i) => seqs.length === 1 &&
    seqs[0] !== acknowledged[i].seq).length;
  const told = new Set(acknowledged.map(({ table, seq }) => `${table} ${seq}`));
  check(lost === 0 && doubled === 0 && forked === 0 && told.size === acknowledged.length,
    "no acknowledged move is lost, done twice, or another's", [lost, doubled, forked].join(" "));
  waits.sort((a, b) => a - b);
  console.log(`moves acknowledged ${acknowledged.length}, recovered ${found.length - lost}, ` +
    `lost ${lost}, doubled ${doubled}, forked ${forked}; ${waits.length} had to be asked again: ` +
    `p50 ${waits[waits.length >> 1] ?? 0} ms, max ${waits.at(-1) ?? 0} ms`);
}

async function testStorm() {
  for (let i = 0; i < 3; i++) await startOne(i);
  const playing = Array.from({ length: TABLES }, play);
  const struck = {};
  for (let i = 0; i < blows; i++) {
    await sleep(200 + below(300));
    const kind = await strike();
    struck[kind] = (struck[kind] ?? 0) + 1;
  }
  await sleep(500);
  isOver = true;
  await Promise.all(playing);
  console.log(`${blows} blows: ${JSON.stringify(struck)}`);
  judge();
  check(acknowledged.length > TABLES * 5, "enough was played", acknowledged.length);
  for (const server of servers)
    check((await stopServer(server)).code === 0, "all end well", server.err);
}

await runAll([testStorm]);
