// several.mjs - two databases as one store: the suite of every store, and two servers whose tables
// are spread over both by their names. A server is killed, a database is shut for a while: no
// move that was acknowledged is lost or done twice. And they are not mixed up.
// usage: node tests/postgres/several.mjs RUMMERY STORE_TESTS
import { spawnSync } from "node:child_process";
import { Client } from "../clients/client.mjs";
import { check, folder, joinTable, makeTable, newId, program, run, runAll, start, stopServer,
  until,
} from "../clients/harness.mjs";
import { Cluster } from "./cluster.mjs";

const cluster = await new Cluster().make();
const names = (kind) => [`${kind}_a`, `${kind}_b`];

function newStore(kind) {
  const uris = names(kind).map((name) => {
    cluster.sql(`CREATE DATABASE ${name}`, "postgres");
    return cluster.uri("", "rummery", name);
  });
  return { uris, store: uris.join(" ") };
}

async function testSuite() {
  const { store } = newStore("suite");
  const { status, stdout } = spawnSync(process.argv[3], ["--several", store],
    { encoding: "utf8" });
  check(status === 0, "two databases are a store like any other", stdout);
}

const draw = { do: "act", action: "draw" };
const tablesIn = (database) => cluster.sql("SELECT name FROM rummery.tables", database)
  .split("\n").filter(Boolean);
const requestsIn = (database) => cluster.sql("SELECT convert_from(request, 'UTF8') FROM " +
  "rummery.entries WHERE length(request) > 0", database).split("\n").filter(Boolean);

/// Two people at a table, each of whom asks again wherever somebody answers.
class Pair {
  async make(servers) {
    this.servers = servers;
    this.made = await makeTable(servers[0], { options: { first: 0, turn_seconds: 0, rounds: 9 } });
    const joined = await joinTable(servers[1], this.made);
    this.people = [[servers[0], this.made.key], [servers[1], joined.key]].map(([server, key]) =>
      new Client(server.port, this.made.table, key));
    for (const person of this.people) await person.connect();
    const dealt = this.people[1].wait((message) => message.why === "deal");
    await this.people[0].ask({ do: "start", id: newId() });
    await dealt;
    this.turn = 0;
    this.acknowledged = [];
    return this;
  }

  async come(person, server) {
    person.port = server.port;
    const coming = person.connect().catch(() => ({ error: "closed" }));
    const gone = person.closed.then(() => ({ error: "closed" }));
    return (await Promise.race([coming, gone])).error === undefined;
  }

  /// The next draw, until it is acknowledged.
  async draw() {
    const person = this.people[this.turn++ % 2];
    const request = { ...draw, id: newId() };
    let tries = 0;
    const isDone = await until(async () => {
      const isOpen = person.socket.readyState === person.socket.OPEN;
      const answer = isOpen
        ? await Promise.race([person.ask(request), person.closed.then(() => ({ error: "gone" }))])
        : { error: "gone" };
      if (answer.error === undefined) return true;
      const servers = this.servers.filter(({ child }) => child.exitCode === null &&
        child.signalCode === null);
      if (answer.error === "gone") await this.come(person, servers[tries++ % servers.length]);
      return false;
    });
    check(isDone, "a move is acknowledged in the end");
    this.acknowledged.push(request.id);
  }
}

/// Every move that was acknowledged is there once, in the database of its table.
function checkMoves(pairs, when) {
  const all = names("served").flatMap(requestsIn);
  const lost = pairs.flatMap((pair) => pair.acknowledged).filter((id) =>
    all.filter((found) => found === id).length !== 1);
  check(lost.length === 0, `no move is lost or done twice ${when}`, lost.join());
}

async function testServed() {
  const TABLES = 8;
  const { store } = newStore("served");
  const flags = ["--store", store, "--link", "127.0.0.1:0", "--connections-per-address", "1000"];
  const one = await start("one", ...flags), two = await start("two", ...flags);
  const pairs = [];
  do pairs.push(await new Pair().make([one, two])); // chance has them all in one place once in 128
  while (pairs.length < TABLES || names("served").some((name) => tablesIn(name).length === 0));
  const [left, right] = names("served").map(tablesIn);
  check(left.length + right.length === pairs.length && !left.some((name) => right.includes(name)),
    "each table is in one of two databases", JSON.stringify([left, right]));
  const drawAll = () => Promise.all(pairs.map((pair) => pair.draw()));
  for (let i = 0; i < 4; i++) await drawAll();
  checkMoves(pairs, "while all is well");

  cluster.sql("ALTER DATABASE served_b ALLOW_CONNECTIONS false", "postgres");
  const drawing = drawAll();
  cluster.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'served_b'",
    "postgres");
  check(await until(() => one.err.includes("commit-failed") || two.err.includes("commit-failed") ||
    one.err.includes("store-gone") || two.err.includes("store-gone")),
  "while one is shut nothing is promised", one.err + two.err);
  cluster.sql("ALTER DATABASE served_b ALLOW_CONNECTIONS true", "postgres");
  await drawing;
  await drawAll();
  checkMoves(pairs, "when one of the databases was shut");

  one.child.kill("SIGKILL");
  await one.ended;
  for (let i = 0; i < 2; i++) await drawAll();
  checkMoves(pairs, "when a server was killed");
  check((await stopServer(two)).code === 0, "the other ends well", two.err);
  for (const { people } of pairs) for (const person of people) person.socket.terminate();
}

async function testMixedUp() {
  const { uris: [a, b], store } = newStore("mixed");
  const none = (text) => spawnSync(program, ["serve", "--port", "0", "--store", text],
    { encoding: "utf8", timeout: 30000 });
  const server = await start("mixed", "--store", store);
  await makeTable(server);
  await stopServer(server);
  const other = newStore("strange").uris[0];
  for (const [text, why] of [[`${b} ${a}`, "another order"], [a, "one alone"], [b, "the other"],
    [`${a} ${other}`, "with another"], [`${a} ${b} ${other}`, "with one more"]]) {
    const { status, stderr } = none(text);
    check(status === 1 && /belong together|in another way before/.test(stderr),
      `databases that belong together are not used otherwise: ${why}`, `${status} ${stderr}`);
  }
  const alone = `sqlite:${folder}/alone.sqlite`;
  const copied = run(["copy", "--from", store, "--to", alone]);
  check(copied.code === 0 && copied.out.startsWith("1 table"), "they are copied into one",
    copied.out + copied.err);
  const back = run(["copy", "--from", alone, "--to", newStore("back").store]);
  check(back.code === 0, "and one into two", back.out + back.err);
  const listed = run(["tables", "list", "--store", store]);
  check(listed.code === 0 && listed.out.trim().length > 0, "their tables are listed", listed.err);
}

await runAll([testSuite, testServed, testMixedUp]);
