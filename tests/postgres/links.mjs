// links.mjs - the lines between servers on one PostgreSQL, and whoever is on them: bytes that are
// changed or held back, strangers, servers of other stores and of other versions. Whatever it is,
// visitors are back at once, and whoever runs the servers is told, but not more than can be read.
// usage: node tests/postgres/links.mjs RUMMERY RUMMERY_OF_LINK_1 [TEST]
import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { resolve } from "node:path";
import { Client, sitAlone } from "../clients/client.mjs";
import { check, freePort, metricsOf, newId, program, runAll, start, startAs, stopServer,
  until } from "../clients/harness.mjs";
import { Cluster, sleep } from "./cluster.mjs";
import { Line } from "./line.mjs";

const cluster = await new Cluster().make();
const older = resolve(process.argv[3]);
const draw = { do: "act", action: "draw" };

function newDatabase(name) {
  cluster.sql(`CREATE DATABASE ${name}`, "postgres");
  return ["--store", cluster.uri("", "rummery", name), "--link", "127.0.0.1:0"];
}

/// Where others reach the first server of a database.
const portOf = (database) => Number(cluster.sql("SELECT convert_from(address, 'UTF8') FROM " +
  "rummery.servers WHERE number = 1", database).split(":")[1]);

/// What a server has logged of links, as objects.
const linesOf = (server, event) => server.err.split("\n").filter((line) =>
  line.includes(`"event":"${event}"`)).map((line) => JSON.parse(line));
const hasTold = (servers, why) => servers.some((server) =>
  linesOf(server, "link-closed").some((line) => line.why === why && line.server !== 0));
async function countOf(servers, name) {
  const counts = await Promise.all(servers.map(async (server) =>
    Number((await metricsOf(server)).match(new RegExp(`^rummery_${name} (\\d+)`, "m"))[1])));
  return counts.reduce((sum, count) => sum + count, 0);
}

/// Asks until it is answered, at one of the servers after the other, as every client does behind a
/// balancer; how long that took.
async function play(client, servers, first = 0) {
  let request = { id: newId(), ...draw };
  const began = Date.now();
  let tries = first;
  const isDone = await until(async () => {
    if (client.socket?.readyState !== client.socket?.OPEN || client.mayAsk !== true) {
      const gone = () => client.closed.then(() => ({ error: "closed" }));
      client.port = servers[tries++ % servers.length].port;
      const coming = client.connect().catch(() => ({ error: "closed" }));
      client.mayAsk = (await Promise.race([coming, gone()])).error === undefined;
      if (!client.mayAsk) return false;
    }
    const answer = await Promise.race([client.ask(request),
      client.closed.then(() => ({ error: "closed" }))]);
    client.mayAsk = answer.error === undefined || answer.error === "not_now";
    if (request.do === "next" || answer.error === "not_now") { // the round is over, or dealt
      request = { id: newId(), ...(request.do === "next" ? draw : { do: "next" }) };
      return false;
    }
    if (client.mayAsk) (client.acknowledged ??= []).push([request.id, answer.seq]);
    return client.mayAsk;
  });
  check(isDone, "a visitor who is passed on plays");
  return Date.now() - began;
}

/// Two servers with a line between them that a test may spoil, and a visitor who is passed on.
async function behindLine(name) {
  const args = newDatabase(name);
  const one = await start(`${name}_one`, ...args);
  const line = await new Line({ host: "127.0.0.1", port: portOf(name) }).open();
  cluster.sql(`UPDATE rummery.servers SET address = '127.0.0.1:${line.port}'`, name);
  const port = await freePort();
  const second = await new Line({ host: "127.0.0.1", port }).open();
  cluster.sql("CREATE FUNCTION move() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN " +
    `IF NEW.address = '127.0.0.1:${port}' THEN NEW.address = '127.0.0.1:${second.port}'; ` +
    "END IF; RETURN NEW; END $$; CREATE TRIGGER move BEFORE INSERT OR UPDATE ON rummery.servers " +
    "FOR EACH ROW EXECUTE FUNCTION move()", name);
  const two = await start(`${name}_two`, ...args.slice(0, 3), `127.0.0.1:${port}`);
  const { made } = await sitAlone(one);
  const anna = new Client(two.port, made.table, made.key);
  const lines = [line, second];
  await play(anna, [two]);
  return { servers: [one, two], two, anna, lines, async end() {
    for (const each of lines) each.break();
    check((await stopServer(one)).code === 0 && (await stopServer(two)).code === 0,
      "both servers end well", one.err + two.err);
  } };
}

// One byte of what a server says is changed under way, at any place of it.
async function testSpoiled() {
  const ROUNDS = 12;
  const SOON_MS = 3000; // less than a silence takes
  const { servers, two, anna, lines, end } = await behindLine("spoiled");
  let worst = 0;
  for (let i = 0; i < ROUNDS; i++) {
    const before = await countOf(servers, "links_seal_broken_total");
    for (const line of lines)
      line.spoil = (data) => {
        data[i % data.length] ^= 0x08;
        for (const each of lines) each.spoil = undefined;
      };
    const began = Date.now();
    check(await until(async () =>
      (await countOf(servers, "links_seal_broken_total")) > before, SOON_MS),
    "a byte that is changed ends the link at once, whichever it is", String(i));
    await play(anna, [two]);
    worst = Math.max(worst, Date.now() - began);
  }
  check(hasTold(servers, "seal"), "and the log says so", servers.map(({ err }) => err).join());
  console.log(`spoiled: played on after at most ${worst} ms`);
  await end();
}

// Bytes come, but so slowly that nothing can be made of them.
async function testTrickling() {
  const { servers, two, anna, lines, end } = await behindLine("trickling");
  for (const line of lines) line.trickle(1, 300);
  const began = Date.now();
  check(await until(() => hasTold(servers, "silence")),
    "of whom nothing is understood is given up, though bytes come",
    servers.map(({ err }) => err).join());
  check(Date.now() - began < 7000, "after 3.5 seconds", String(Date.now() - began));
  for (const line of lines) line.trickle(0);
  await play(anna, [two]);
  check((await countOf(servers, "links_silent_total")) > 0, "and it is counted");
  await end();
}

// They do what they like, and the log stays short.
async function testStrangers() {
  const MANY = 300;
  const server = await start("visited", ...newDatabase("visited"));
  const port = portOf("visited");
  const greeting = Buffer.concat([Buffer.from("rummery\x09\x09"), randomBytes(23)]);
  const call = (bytes) => new Promise((done) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.on("error", () => {}).on("close", done).resume();
  });
  for (let i = 0; i < MANY; i += 10)
    await Promise.all(Array.from({ length: 10 }, (_, k) =>
      call(k % 2 ? greeting : randomBytes(200))));
  check(await until(async () => (await countOf([server], "links_key_refused_total")) === MANY / 2),
    "who has not the secret is counted");
  check((await countOf([server], "links_version_refused_total")) === MANY / 2,
    "and who speaks another version");
  const told = linesOf(server, "link-closed");
  check(told.length >= 2 && told.length <= 8 && ["key", "version"].every((why) =>
    told.some((line) => line.why === why && line.server === 0 && line.address === "127.0.0.1")),
  "and both are told with where they come from, but not each time", server.err);
  check((await stopServer(server)).code === 0, "and do no harm", server.err);
}

// At the address of a server there is one of another store.
async function testForeign() {
  const one = await start("ours", ...newDatabase("ours"));
  const two = await start("theirs", ...newDatabase("theirs"));
  cluster.sql("INSERT INTO rummery.servers SELECT owner + 1, number + 1, epoch, version, " +
    `'127.0.0.1:${portOf("theirs")}', alive_until + interval '1 minute' FROM rummery.servers`,
  "ours");
  check(await until(() => hasTold([one], "key")), "a server of another store is refused by name",
    one.err);
  check(await until(() => linesOf(two, "link-closed").some(({ why }) => why === "key")),
    "and that one says so, too", two.err);
  await stopServer(one);
  await stopServer(two);
}

// A fleet is updated server by server, and back, while people play at all of its tables.
async function testMixed() {
  const args = newDatabase("mixed");
  const builds = [older, older];
  const servers = [await startAs(older, "mixed_0", ...args),
    await startAs(older, "mixed_1", ...args)];
  const players = [];
  for (const server of [...servers, ...servers]) players.push((await sitAlone(server)).anna);
  let isOver = false;
  let slowest = 0;
  const playing = players.map(async (player, i) => {
    for (let k = 0; !isOver; k++) {
      slowest = Math.max(slowest, await play(player, servers, i + Math.floor(k / 5)));
      if (k % 5 === 4) player.socket.terminate(); // to the other server
      await sleep(5);
    }
  });
  const versions = new Set();
  for (const [at, build] of [[0, program], [1, program], [0, older], [1, older]]) {
    await sleep(700);
    await stopServer(servers[at]);
    servers[at] = await startAs(build, `mixed_${at}`, ...args);
    builds[at] = build;
    const version = builds.every((each) => each === program) ? 2 : 1;
    const newer = servers[builds.indexOf(program)];
    check(newer === undefined || await until(() =>
      linesOf(newer, "link-open").some((line) => line.version === version)),
    "servers of different versions have a link", newer?.err);
    versions.add(version);
    await sleep(700);
  }
  isOver = true;
  await Promise.all(playing);
  const asked = players.flatMap(({ acknowledged }) => acknowledged);
  const rows = cluster.sql("SELECT convert_from(request, 'UTF8'), min(seq), count(*) " +
    "FROM rummery.entries WHERE request <> '' GROUP BY request", "mixed").split("\n");
  const kept = new Map(rows.map((row) => row.split("|")).map(([request, seq, count]) =>
    [request, { seq: Number(seq), count: Number(count) }]));
  const wrong = asked.filter(([id, seq]) =>
    kept.get(id) === undefined || kept.get(id).seq !== seq || kept.get(id).count !== 1);
  check(wrong.length === 0 && asked.length > 100 && versions.size === 2,
  "an update and the way back lose no move and do none twice", JSON.stringify(wrong.slice(0, 3)));
  console.log(`mixed: ${asked.length} moves acknowledged, ${wrong.length} lost or doubled, ` +
    `the slowest took ${slowest} ms`);
  for (const server of servers) await stopServer(server);
}

const only = process.argv[4];
await runAll([testSpoiled, testTrickling, testStrangers, testForeign, testMixed]
  .filter((test) => only === undefined || test.name === only));
