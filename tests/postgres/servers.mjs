// servers.mjs - several servers on one PostgreSQL, each with tables of its own: they play beside
// each other, one that is killed, stopped or silent loses its tables to whoever is asked, and no
// move that was acknowledged is lost or done twice.
// usage: node tests/postgres/servers.mjs RUMMERY
import { sitAlone } from "../clients/client.mjs";
import { check, metricsOf, newId, runAll, start, stopServer, until } from "../clients/harness.mjs";
import { Cluster } from "./cluster.mjs";

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
  const isBack = await until(async () => {
    try {
      return (await client.connect()).error === undefined;
    } catch {
      return false;
    }
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

await runAll([testBesideAndKilled, testSilent, testOrphans]);
