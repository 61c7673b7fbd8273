// stale.mjs - a server that stands still (SIGSTOP) while another one takes its tables and plays
// on: when it goes on, whatever it was asked meanwhile it answers as things are, or not at all.
// Never is anything told as it was before.
// usage: node tests/postgres/stale.mjs RUMMERY [ROUNDS]
import { connect } from "node:net";
import { Client, sitAlone } from "../clients/client.mjs";
import { check, newId, runAll, start, stopServer, until } from "../clients/harness.mjs";
import { Cluster } from "./cluster.mjs";

const cluster = await new Cluster().make();
const ROUNDS = Number(process.argv[3] ?? 5);
const MOVES = 3;
const ANSWER_MS = 30000;
const draw = { do: "act", action: "draw" };

async function moveTo(client, server) {
  client.port = server.port;
  const isThere = await until(async () => {
    const coming = client.connect().catch(() => ({ error: "closed" }));
    const gone = client.closed.then(() => ({ error: "closed" }));
    return (await Promise.race([coming, gone])).error === undefined;
  });
  check(isThere, "a table is found at the other server");
}

/// A line on which a request is sent while the server stands still; all that comes back.
function openLine(server) {
  const socket = connect(server.port, "127.0.0.1");
  const line = { socket, heard: "" };
  line.opened = new Promise((done) => socket.on("connect", done));
  line.closed = new Promise((done) => socket.on("close", done));
  socket.on("data", (data) => (line.heard += data)).on("error", () => {});
  return line;
}

const get = (line, path, key) => line.socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n` +
  `Authorization: Bearer ${key}\r\nConnection: close\r\n\r\n`);
const seqsOf = (text) => [...text.matchAll(/"seq":(\d+)/g)].map(([, seq]) => Number(seq));
/// How many rounds a record tells of.
const roundsOf = (text) => text.split("\n").filter((line) => line.startsWith("shuffle ")).length;

const oneOf = (database, table) => Number(cluster.sql("SELECT max(seq) FROM rummery.entries JOIN " +
  `rummery.tables ON id = table_id WHERE name = '${table}'`, database));

/// What is asked of a server that stands still: all of it, or one thing alone, so that none hides
/// behind another one's question to the store.
const ASKED = ["all", "act", "record", "table", "hello"];

async function standStill(database, one, two, asked) {
  const { made, anna } = await sitAlone(one);
  const watcher = new Client(one.port, made.table);
  const path = `/api/tables/${made.table}`;
  await anna.ask(draw);
  await watcher.connect();
  const lines = Array.from({ length: 3 }, () => openLine(one));
  const late = new Client(one.port, made.table, made.key);
  await Promise.all(lines.map(({ opened }) => opened));
  await late.connect(); // a line that is there, to say hello on once more
  const heardBefore = { late: late.messages.length, watcher: watcher.messages.length };
  const old = { socket: anna.socket, closed: anna.closed };
  const oldMessages = [];
  old.socket.on("message", (data) => oldMessages.push(String(data)));
  one.child.kill("SIGSTOP");
  await moveTo(anna, two);
  for (let i = 0; i < MOVES; i++) await anna.ask(draw);
  const { seq } = anna;
  oldMessages.length = 0;
  const asks = (what) => asked === what || asked === "all";
  const ask = (line, what, where, key) => (asks(what) ? get(line, where, key) : line.socket.end());
  ask(lines[0], "table", path, made.key); // all of it waits for the server that stands still
  ask(lines[1], "record", `${path}/record`, made.key);
  ask(lines[2], "table", path, "x".repeat(32));
  const nonsense = { id: newId(), do: "act", action: "nonsense" };
  if (asks("act")) old.socket.send(JSON.stringify(nonsense));
  if (asks("hello")) {
    late.send({ id: newId(), do: "hello", version: 1, table: made.table, key: made.key });
    watcher.send({ id: newId(), do: "hello", version: 1, table: made.table });
  }
  one.child.kill("SIGCONT");
  check(await until(() => lines.every(({ socket }) => socket.closed) &&
    (!asks("act") || old.socket.readyState === old.socket.CLOSED || oldMessages.length > 0) &&
    (!asks("hello") || late.socket.readyState === late.socket.CLOSED ||
    late.messages.length > heardBefore.late),
  ANSWER_MS), "all who asked it hear something, or are sent on");
  const heard = [...lines.map((line) => line.heard), ...oldMessages,
    ...late.messages.slice(heardBefore.late).map((m) => JSON.stringify(m)),
    ...watcher.messages.slice(heardBefore.watcher).map((m) => JSON.stringify(m))];
  const stale = heard.filter((text) => seqsOf(text).some((told) => told < seq));
  check(stale.length === 0 && oneOf(database, made.table) >= seq,
    "a server that stood still tells nothing as it was before", `${seq}: ${stale.join("\n")}`);
  check(oldMessages.every((text) => JSON.parse(text).error === undefined ||
    JSON.parse(text).error === "storage"), "and refuses nobody by what it remembers",
  oldMessages.join("\n"));
  const record = lines[1].heard;
  check(!asks("record") || (/^HTTP\/1.1 (503|200)/.test(record) && roundsOf(record) <= 1),
    "nor has it an old record", record.slice(0, 200));
  for (const client of [anna, late, watcher]) client.socket.terminate();
  return heard.length;
}

async function testStale() {
  cluster.sql("CREATE DATABASE stale", "postgres");
  const args = ["--store", cluster.uri("", "rummery", "stale"), "--link", "127.0.0.1:0",
    "--tables-per-hour", "1000"];
  const one = await start("still", ...args);
  const two = await start("awake", ...args);
  let answers = 0;
  for (let i = 0; i < ROUNDS; i++)
    answers += await standStill("stale", one, two, ASKED[i % ASKED.length]);
  console.log(`stale: ${answers} answers of a server that had stood still`);
  check((await stopServer(one)).code === 0 && (await stopServer(two)).code === 0,
    "and both end well", one.err + two.err);
}

await runAll([testStale]);
