// servers.mjs - several servers on one PostgreSQL, each with tables of its own: they play beside
// each other, one that is killed, stopped or silent loses its tables to whoever is asked, and no
// move that was acknowledged is lost or done twice.
// usage: node tests/postgres/servers.mjs RUMMERY [TEST]
import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import WebSocket from "../../web/node_modules/ws/wrapper.mjs";
import { Client, sitAlone } from "../clients/client.mjs";
import { check, curl, joinTable, makeTable, metricsOf, newId, post, run, runAll, start, stopServer,
  until } from "../clients/harness.mjs";
import { Cluster, sleep } from "./cluster.mjs";
import { Line } from "./line.mjs";

const cluster = await new Cluster().make();
const draw = { do: "act", action: "draw" };

function newDatabase(name) {
  cluster.sql(`CREATE DATABASE ${name}`, "postgres");
  return cluster.uri("", "rummery", name);
}

const entriesOf = (database, table) => Number(cluster.sql(
  `SELECT count(*) FROM rummery.entries JOIN rummery.tables ON id = table_id
   WHERE name = '${table}'`, database));
const requestsOf = (database, id) => Number(cluster.sql(
  `SELECT count(*) FROM rummery.entries WHERE request = '${id}'`, database));
// How many tables belong to a server that is alive.
const ownedIn = (database) => Number(cluster.sql(
  "SELECT count(*) FROM rummery.owners JOIN rummery.servers USING (owner) " +
  "WHERE alive_until > clock_timestamp()", database));

/// Says hello at the server until it has the table; how long that took.
async function moveTo(client, server) {
  const began = Date.now();
  client.port = server.port;
  client.tries = 0;
  const isBack = await until(async () => {
    client.tries += 1;
    const coming = client.connect().catch(() => ({ error: "closed" }));
    const gone = client.closed.then(() => ({ error: "closed" }));
    return (await Promise.race([coming, gone])).error === undefined;
  });
  check(isBack, "a table is found at the other server", JSON.stringify(client.messages.slice(-2)));
  return Date.now() - began;
}

/// Asks as every client does: whoever is sent on comes again and asks the same.
async function ask(client, request, ...servers) {
  const asked = { id: newId(), ...request };
  for (let i = 0; i < 100; i++) {
    const answer = client.socket.readyState === client.socket.OPEN
      ? await Promise.race([client.ask(asked), client.closed.then(() => ({ error: "closed" }))])
      : { error: "closed" };
    if (!["closed", "busy", "storage", "hello_first"].includes(answer.error)) return answer;
    await moveTo(client, servers[i % servers.length]);
  }
  return { error: "nobody answers" };
}

async function testBesideAndKilled() {
  const store = newDatabase("killed");
  const one = await start("one", "--store", store), two = await start("two", "--store", store);
  const { made, anna } = await sitAlone(one);
  const { anna: ben } = await sitAlone(two);
  for (let i = 0; i < 5; i++) {
    check((await ask(anna, draw, one, two)).error === undefined, "servers play: one");
    check((await ask(ben, draw, two, one)).error === undefined, "beside each other: two");
  }
  const id = newId();
  const last = await ask(anna, { id, ...draw }, one, two);
  const before = entriesOf("killed", made.table);
  one.child.kill("SIGKILL");
  await one.ended;
  const tookMs = await moveTo(anna, two);
  check(anna.seq >= last.seq && before === last.seq, "nothing that was acknowledged is lost",
    JSON.stringify([anna.seq, before, last]));
  check((await ask(anna, { id, ...draw }, two)).seq === last.seq && requestsOf("killed", id) === 1,
    "a request that was done is not done again");
  check((await ask(anna, draw, two)).error === undefined, "and play goes on");
  check((await ask(ben, draw, two)).error === undefined, "the other tables have not noticed");
  console.log(`killed: the table was back after ${tookMs} ms`);
  const three = await start("three", "--store", store);
  check((await stopServer(two)).code === 0, "a server that is stopped ends well", two.err);
  console.log(`stopped: the tables were back after ${await moveTo(anna, three)} and ` +
    `${await moveTo(ben, three)} ms`);
  for (const client of [anna, ben])
    check((await ask(client, draw, three)).error === undefined,
      "and its tables go on at another one");
  await stopServer(three);
}

// Nobody has been there before, and all make the schema.
async function testTogether() {
  const store = newDatabase("together");
  const servers = await Promise.all(["first", "second", "third"].map((name) =>
    start(name, "--store", store).catch((error) => ({ error: String(error) }))));
  const failed = servers.filter(({ error }) => error !== undefined);
  check(failed.length === 0, "servers that start together in an empty database all do",
    failed.map(({ error }) => error).join());
  await Promise.all(servers.filter(({ error }) => error === undefined)
    .map((server) => stopServer(server)));
}

// It seems to be gone, and comes back: what others have taken since is theirs.
async function testSilent() {
  const store = newDatabase("silent");
  const one = await start("mute", "--store", store), two = await start("loud", "--store", store);
  const { made, anna } = await sitAlone(one);
  const { anna: ben } = await sitAlone(one);
  await ask(anna, draw, one, two);
  await moveTo(anna, one);
  const old = { socket: anna.socket, closed: anna.closed };
  one.child.kill("SIGSTOP");
  console.log(`silent: the table was back after ${await moveTo(anna, two)} ms`);
  const request = { id: newId(), ...draw };
  old.socket.send(JSON.stringify(request)); // to the server that had the table
  const { seq } = await ask(anna, draw, two);
  one.child.kill("SIGCONT");
  check((await old.closed) === 1013, "who asks the server that was silent is sent on");
  check((await until(async () => /tables_lost_total [12]/.test(await metricsOf(one)))) &&
    one.err.includes('"event":"table-lost"'), "it has forgotten the table", one.err);
  check(requestsOf("silent", request.id) === 0 && entriesOf("silent", made.table) === seq,
    "and has written nothing to it");
  check((await ask(anna, request, two, one)).seq === seq + 1,
    "what it was asked can be asked of the other");
  check((await ask(ben, draw, one, two)).error === undefined,
    "its other tables go on, wherever they are");
  check((await stopServer(one)).code === 0 && (await stopServer(two)).code === 0,
    "both end well", one.err + two.err);
}

// Clocks run and computer players play though nobody comes.
async function testOrphans() {
  const store = newDatabase("orphans");
  const one = await start("dying", "--store", store);
  for (let i = 0; i < 3; i++) (await sitAlone(one)).anna.socket.close();
  const two = await start("taking", "--store", store);
  check(await until(() => ownedIn("orphans") === 3), "tables belong to who has them in memory");
  one.child.kill("SIGKILL");
  await one.ended;
  const began = Date.now();
  const number = () => cluster.sql("SELECT count(DISTINCT owner) FROM rummery.owners WHERE owner " +
    "IN (SELECT owner FROM rummery.servers WHERE alive_until > clock_timestamp())", "orphans");
  check(await until(() => cluster.sql("SELECT min(epoch) FROM rummery.owners", "orphans") === "2" &&
    ownedIn("orphans") === 3 && number() === "1"),
  "tables of a server that is gone are taken though nobody asks for them", two.err);
  console.log(`gone: the tables were taken after ${Date.now() - began} ms`);
  await stopServer(two);
}

const isPassed = async (server) => /visitors_passed_total [1-9]/.test(await metricsOf(server));

// Whoever comes to the wrong server does not notice.
async function testAnyServer() {
  const store = newDatabase("passed_on");
  const link = ["--store", store, "--link", "127.0.0.1:0"];
  const one = await start("left", ...link), two = await start("right", ...link);
  const made = await makeTable(one, { options: { first: 0, turn_seconds: 0, rounds: 9 } });
  const joined = await joinTable(two, made);
  check(joined.status === 201 && await isPassed(two), "a seat is taken at the other server",
    JSON.stringify(joined));
  const anna = new Client(one.port, made.table, made.key);
  const ben = new Client(two.port, made.table, joined.key);
  await anna.connect();
  await ben.connect();
  const dealt = ben.wait((m) => m.why === "deal");
  await ask(anna, { do: "start" }, one);
  await dealt;
  for (let i = 0; i < 6; i++)
    check((await ask(i % 2 ? ben : anna, draw, one, two)).error === undefined,
      "those at both servers play with each other");
  check(anna.seq === ben.seq && ben.differences.length + anna.differences.length === 0,
    "and see the same", JSON.stringify([anna.seq, ben.seq, anna.differences, ben.differences]));
  const read = curl(`${two.link}api/tables/${made.table}`, "-H",
    `Authorization: Bearer ${joined.key}`);
  check(read.status === 200 && JSON.parse(read.body).seq === ben.seq, "the API is passed on",
    read.head);
  const record = `api/tables/${made.table}/record`;
  check(curl(two.link + record).body === curl(one.link + record).body, "so are records");
  check((await ben.ask({ do: "act", action: "nonsense" })).error !== undefined,
    "and refusals");
  const wrong = new Client(two.port, made.table, "x".repeat(32));
  check((await wrong.connect()).error === "no_key", "a wrong key is refused over there");
  one.child.kill("SIGKILL");
  await one.ended;
  check((await ben.closed) === 1013 && two.child.exitCode === null,
    "who was passed on is sent on when that server is gone", two.err);
  console.log(`killed: a visitor of the other was back after ${await moveTo(ben, two)} ms`);
  check((await ask(anna, draw, two)).error === undefined ||
    (await ask(ben, draw, two)).error === undefined, "and play goes on");
  await stopServer(two);
}

// Who has not the secret of the store has nothing of a link.
async function testStrangers() {
  const store = newDatabase("strange");
  const server = await start("alone", "--store", store, "--link", "127.0.0.1:0");
  const address = cluster.sql("SELECT convert_from(address, 'UTF8') FROM rummery.servers",
    "strange");
  const ended = await Promise.all([randomBytes(32 + 24 + 4 + 40), Buffer.alloc(0),
    Buffer.from("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".padEnd(200))].map((bytes) =>
    new Promise((done) => {
      const socket = connect(Number(address.split(":")[1]), "127.0.0.1");
      const heard = [];
      socket.on("data", (data) => heard.push(data));
      socket.on("error", () => {});
      socket.on("close", () => done(Buffer.concat(heard).length));
      socket.write(bytes);
    })));
  check(ended.every((size) => size <= 32 + 24 + 4 + 30), "a stranger is closed, and told nothing",
    JSON.stringify(ended));
  const many = Array.from({ length: 40 }, () => connect(Number(address.split(":")[1]),
    "127.0.0.1").on("error", () => {}).resume());
  check(await until(() => many.filter((socket) => socket.closed || socket.destroyed).length >= 24),
    "and no more than 16 of them are listened to at once");
  for (const socket of many) socket.destroy();
  check((await stopServer(server)).code === 0, "which does the server no harm", server.err);
  const refused = run(["serve", "--port", "0", "--store", "memory", "--link", "127.0.0.1:0"]);
  check(refused.code === 1 && refused.err.includes("servers share"),
    "a store that nobody shares has no links", refused.err);
}

// The ports at which others reach the servers of a database, in the order of their start.
const linkPorts = (database) => cluster.sql("SELECT convert_from(address, 'UTF8') " +
  "FROM rummery.servers ORDER BY number", database).split("\n")
  .map((address) => Number(address.split(":")[1]));

// Both have a visitor for the other at the same time, and call each other.
async function testBothCall() {
  const ROUNDS = 8;
  const LAG_MS = 5;
  const link = ["--store", newDatabase("calling"), "--link", "127.0.0.1:0"];
  const one = await start("calls", ...link), two = await start("calls_too", ...link);
  const lines = await Promise.all(linkPorts("calling").map((port) =>
    new Line({ host: "127.0.0.1", port }, LAG_MS).open()));
  lines.forEach(({ port }, i) => cluster.sql("UPDATE rummery.servers SET address = " +
    `'127.0.0.1:${port}' WHERE number = ${i + 1}`, "calling"));
  const visitors = [(await sitAlone(one)).anna, (await sitAlone(two)).anna];
  let done = 0;
  for (let i = 0; i < ROUNDS; i++) {
    for (const line of lines) {
      line.break();
      await line.mend();
    }
    await Promise.all(visitors.map(async (visitor, at) => {
      const other = [two, one][at];
      await moveTo(visitor, other);
      const { error } = await ask(visitor, draw, other);
      done += Number(error === undefined);
    }));
  }
  check(done === 2 * ROUNDS, "two servers that call each other at once both hear", String(done));
  for (const line of lines) line.break();
  check((await stopServer(one)).code === 0 && (await stopServer(two)).code === 0,
    "and end well", one.err + two.err);
}

// Many are passed on, the line breaks, and one of them is the first to come again: whichever
// place it has at the other server, it is heard.
async function testManyAgain() {
  const MANY = 90;
  const link = ["--store", newDatabase("many"), "--link", "127.0.0.1:0",
    "--connections-per-address", "1000"];
  const one = await start("full", ...link), two = await start("before", ...link);
  const line = await new Line({ host: "127.0.0.1", port: linkPorts("many")[0] }).open();
  cluster.sql(`UPDATE rummery.servers SET address = '127.0.0.1:${line.port}' WHERE number = 1`,
    "many");
  const { made, anna } = await sitAlone(one);
  const watchers = Array.from({ length: MANY }, () => new Client(two.port, made.table));
  for (const watcher of watchers) await watcher.connect();
  line.break();
  check((await Promise.all(watchers.map(({ closed }) => closed))).every((code) => code === 1013),
    "all who were passed on are sent on when the line breaks");
  await line.mend();
  await moveTo(anna, two);
  check((await ask(anna, draw, two)).error === undefined, "and the first who comes again is heard");
  line.break();
  check((await stopServer(one)).code === 0 && (await stopServer(two)).code === 0,
    "and both end well", one.err + two.err);
}

// Those who say nothing come again and again, and take no place of somebody who has something to
// say.
async function testCrowd() {
  const link = ["--store", newDatabase("crowd"), "--link", "127.0.0.1:0"];
  const one = await start("besieged", ...link), two = await start("outside", ...link);
  const [port] = linkPorts("crowd");
  const crowd = new Set();
  const come = () => {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    crowd.add(socket);
    socket.on("close", () => crowd.delete(socket) && setTimeout(come, 20));
  };
  for (let i = 0; i < 40; i++) come();
  const { anna } = await sitAlone(one);
  await sleep(500);
  await moveTo(anna, two);
  const { tries } = anna;
  check((await ask(anna, draw, two)).error === undefined && tries <= 3,
    "a crowd that is silent keeps none away", String(tries));
  for (const socket of crowd) {
    crowd.delete(socket);
    socket.destroy();
  }
  check((await stopServer(one)).code === 0 && (await stopServer(two)).code === 0,
    "and does no harm", one.err + two.err);
}

// So rarely that the requests themselves are never too many.
const RARELY_MS = 500;

/// Whether one more may come from that address; the socket, if it is to stay.
const comes = (server, address, isToStay = false) => new Promise((done) => {
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/ws`,
    { headers: { "X-Forwarded-For": address } });
  socket.on("open", () => {
    if (!isToStay) socket.terminate();
    done(isToStay ? socket : true);
  });
  socket.on("error", () => done(false));
});

/// An address has half of its share at each of two servers; when the third one knows it, it has
/// heard of all that was before.
async function shareOut(address, half, one, two, third) {
  const sockets = { one: [], two: [] };
  for (let i = 0; i < half; i++) {
    sockets.one.push(await comes(one, address, true));
    sockets.two.push(await comes(two, address, true));
  }
  check([...sockets.one, ...sockets.two].every(Boolean), "so many connections an address may have");
  check(await until(async () => (await sleep(RARELY_MS), !(await comes(third, address)))),
    "an address that has its share at two servers has none left at a third");
  return sockets;
}

// An address has as much at all servers together as it would have at one.
async function testLimits() {
  const HALF = 4;
  const TABLES = 9;
  const link = ["--store", newDatabase("limited"), "--link", "127.0.0.1:0", "--trust-proxy",
    "127.0.0.1", "--connections-per-address", String(2 * HALF), "--hello-seconds", "600",
    "--tables-per-hour", String(TABLES)];
  const one = await start("here", ...link), two = await start("there", ...link);
  const three = await start("yonder", ...link);
  const makes = async (server) => (await post(server.link, "/api/tables", { id: newId(),
    game: "exclusiv", seats: [{ name: "Anna" }, { open: true }] },
  { "X-Forwarded-For": "203.0.113.1" })).status === 201;
  let made = 0;
  for (let i = 0; i < TABLES - 2; i++) made += Number(await makes(i % 2 ? two : one));
  const { two: second } = await shareOut("192.0.2.1", HALF, one, two, three);
  check(await comes(three, "198.51.100.1"), "others have theirs");
  while (await makes(three)) made += 1;
  check(made >= TABLES && made <= TABLES + 1, "tables made at two servers count at the third",
    String(made));
  for (const socket of second) socket.terminate();
  check(await until(() => comes(three, "192.0.2.1")),
    "what it gives back at one it has at another");
  await shareOut("198.51.100.7", HALF, one, three, two);
  one.child.kill("SIGKILL");
  await one.ended;
  check(await until(() => comes(two, "198.51.100.7")),
    "what a server had does not count when it is gone");
  check((await stopServer(two)).code === 0 && (await stopServer(three)).code === 0,
    "and the others end well", two.err + three.err);
}

const only = process.argv[3];
await runAll([testTogether, testBesideAndKilled, testSilent, testOrphans, testAnyServer,
  testStrangers, testBothCall, testManyAgain, testCrowd, testLimits]
  .filter((test) => only === undefined || test.name === only));
