// storm.mjs - three servers behind a balancer, on one PostgreSQL with a synchronous standby, while
// people play: servers are killed, stopped and made silent, lines between them and to the database
// are cut, the database loses its power, and once it is gone for good and its standby takes its
// place. Whatever was acknowledged is in the log once, where it was said to be.
// usage: node tests/postgres/storm.mjs RUMMERY [DOSE [SEED]]; a dose has 10 kills, 5 cuts
import { check, freePort, runAll, sleep, start, stopServer, until } from "../clients/harness.mjs";
import { startBalancer } from "./balancer.mjs";
import { Cluster } from "./cluster.mjs";
import { Line } from "./line.mjs";
import { Players } from "./players.mjs";

const dose = Number(process.argv[3] ?? 1);
let seed = Number(process.argv[4] ?? 1);
const below = (count) => {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 8) % count;
};
const SERVERS = 3;
const TABLES = 6;
// How often each blow comes in a dose; the promotion comes once, however large it is.
const BLOWS = { killed: 10, cut: 5, stopped: 1, silent: 1, database: 1 };

const first = await new Cluster().make();
const standby = await first.makeStandby();
let database = first;
const places = []; // of each server: its ports, and the lines to it and from it
const servers = [];

/// Where a server listens, where it finds the others, and where the database.
async function makePlace() {
  const link = await freePort();
  const lines = [await new Line({ port: link, host: "127.0.0.1" }).open()];
  for (const { folder } of [first, standby])
    lines.push(await new Line({ path: `${folder}/.s.PGSQL.5432` }).open());
  const [between, ...stores] = lines;
  const hosts = stores.map((line) => `127.0.0.1:${line.port}`).join(",");
  return { port: await freePort(), link, between, stores, mended: Promise.resolve(),
    uri: `postgres://rummery@${hosts}/rummery?target_session_attrs=read-write` };
}

async function launch(i) {
  const { port, link, uri } = places[i];
  const server = await start(`storm${i}`, "--port", String(port), "--store", uri, "--link",
    `127.0.0.1:${link}`, "--trust-proxy", "127.0.0.1", "--connections-per-address", "1000",
    "--tables-per-hour", "1000");
  server.ended.then(() => check(server.isWanted, "no server ends by itself", server.err));
  servers[i] = server;
}

const tries = (what) => what().then(() => true, (error) => (console.log(error.message), false));

/// At a new place where another program was quicker to take one of its ports.
async function startFirst(i) {
  const isStarted = await until(async () => {
    places[i] = await makePlace();
    return tries(() => launch(i));
  });
  if (!isStarted) throw new Error("no server starts");
}

/// Again where it does not start, as whoever looks after services does: a database that has just
/// come back may wait for its standby longer than a server waits for it.
async function startOne(i) {
  if (!(await until(() => tries(() => launch(i))))) throw new Error("a server does not start");
}

/// The others find a server at the line that leads to it, not at the server itself.
function announceLines() {
  const found = places.map(({ link, between }) =>
    `WHEN '127.0.0.1:${link}' THEN '127.0.0.1:${between.port}'::bytea`).join(" ");
  database.sql(`CREATE FUNCTION rummery.by_line() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    NEW.address := CASE NEW.address ${found} ELSE NEW.address END; RETURN NEW; END $$;
    CREATE TRIGGER by_line BEFORE UPDATE OF address ON rummery.servers FOR EACH ROW
    EXECUTE FUNCTION rummery.by_line(); UPDATE rummery.servers SET address = address`);
}

const allMended = () => Promise.all(places.map(({ mended }) => mended));

async function end(server, signal) {
  server.isWanted = true;
  const { code } = await stopServer(server, signal);
  check(signal !== undefined || code === 0, "a server that is stopped ends well", server.err);
}

/// The lines of a server are broken, or say nothing, for a while in which other things happen.
function cut(place) {
  const lines = below(2) === 0 ? [place.between] : place.stores;
  const isSilent = below(2) === 0;
  for (const line of lines) isSilent ? line.silence() : line.break();
  place.mended = sleep(1000 + below(3000)).then(() =>
    Promise.all(lines.map((line) => line.mend())));
}

// One blow to a server or the database, and what mends it.
const strike = {
  async killed(i) {
    await end(servers[i], "SIGKILL");
    await startOne(i);
  },
  async cut(i) {
    cut(places[i]);
  },
  async stopped(i) {
    await end(servers[i]);
    await startOne(i);
  },
  async silent(i) {
    servers[i].child.kill("SIGSTOP");
    await sleep(3500);
    servers[i].child.kill("SIGCONT");
  },
  async database() {
    await database.crash();
    await database.start();
  },
  async promoted() {
    await allMended();
    await first.crash();
    for (const { stores } of places) stores.shift().break();
    await standby.promote();
    database = standby;
  },
};

/// All blows of the dose in any order, and the promotion when two thirds of them are done.
function shuffleBlows() {
  const blows = Object.entries(BLOWS).flatMap(([kind, count]) => Array(count * dose).fill(kind));
  for (let i = blows.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [blows[i], blows[j]] = [blows[j], blows[i]];
  }
  blows.splice(Math.floor(blows.length * 2 / 3), 0, "promoted");
  return blows;
}

async function testStorm() {
  for (let i = 0; i < SERVERS; i++) await startFirst(i);
  announceLines();
  const players = new Players(await startBalancer(places.map(({ port }) => port)), TABLES);
  const struck = {};
  for (const kind of shuffleBlows()) {
    await sleep(200 + below(300));
    const i = below(SERVERS);
    await places[i].mended;
    await strike[kind](i);
    struck[kind] = (struck[kind] ?? 0) + 1;
  }
  await allMended();
  await sleep(500);
  await players.stop();
  console.log(`blows: ${JSON.stringify(struck)}`);
  players.judge((text) => database.sql(text));
  check(places.some(({ between }) => between.carried > 0),
    "servers pass visitors on to each other");
  for (const server of servers) await end(server);
}

await runAll([testStorm]);
