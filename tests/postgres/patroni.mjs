// patroni.mjs - people play at two servers on a pair of databases that Patroni looks after, while
// the one that leads is killed, frozen or cut off. Nobody but Patroni promotes the other one, and
// the servers find it by themselves. Whatever was acknowledged is in the log once.
// usage: node tests/postgres/patroni.mjs RUMMERY [short | ROUNDS [SEED]]; a round has every blow
// once, with the recipe's own times; `short` is two of them with short times
import { check, freePort, runAll, sleep, start, stopServer } from "../clients/harness.mjs";
import { startBalancer } from "./balancer.mjs";
import { patiently } from "./cluster.mjs";
import { Pair } from "./pair.mjs";
import { centile, Players } from "./players.mjs";

const isShort = (process.argv[3] ?? "short") === "short";
const rounds = isShort ? 1 : Number(process.argv[3]);
let seed = Number(process.argv[4] ?? 1);
const below = (count) => {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 8) % count;
};
const SERVERS = 2;
const TABLES = 6;
// Newer versions of Patroni know no ttl below 20 and take that; then all lasts longer.
const SHORT_TIMES = { ttl: 5, loop_wait: 1, retry_timeout: 2 };

const pair = await new Pair(isShort ? SHORT_TIMES : {}).make();
const healed = {}; // ms, by blow

function cut(i, how, isFromServers) {
  const lines = pair.linesOf(i, isFromServers);
  for (const line of lines) line[how]();
  return () => Promise.all(lines.map((line) => line.mend()));
}

// A blow to the machine that leads; each gives what mends it.
const strike = {
  /// Patroni sees that its database died.
  async databaseKilled(i) {
    pair.signalDatabase(i, "SIGKILL");
    return () => {};
  },
  /// The machine's power goes, and nobody is there to take a line.
  async killed(i) {
    pair.machines[i].servers.break();
    pair.machines[i].patroni.kill("SIGKILL");
    pair.signalDatabase(i, "SIGKILL");
    await pair.machines[i].patroni.ended;
    return () => {
      pair.startPatroni(i);
      return pair.machines[i].servers.mend();
    };
  },
  /// It stands still, and goes on later as if nothing had been.
  async frozen(i) {
    pair.machines[i].patroni.kill("SIGSTOP");
    pair.signalDatabase(i, "SIGSTOP");
    return () => {
      pair.signalDatabase(i, "SIGCONT");
      pair.machines[i].patroni.kill("SIGCONT");
    };
  },
  cutOff: async (i) => cut(i, "break", true),
  silenced: async (i) => cut(i, "silence", true),
  /// The worst: the servers still reach it, and it does not know that it leads no more.
  cutFromTheOther: async (i) => cut(i, "break", false),
  silentToTheOther: async (i) => cut(i, "silence", false),
};
const SHORT = ["databaseKilled", "frozen"];

function shuffle(list) {
  for (let i = list.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [list[i], list[j]] = [list[j], list[i]];
  }
  return list;
}

/// One blow; how long until everybody had an answer to what they asked since.
async function blow(kind, players, isLast) {
  const leader = await pair.leader();
  const mend = await strike[kind](leader);
  const began = Date.now();
  await patiently(() => players.asked.every((at) => at >= began),
    () => `nobody plays on: ${pair.log}`);
  const ms = Date.now() - began;
  (healed[kind] ??= []).push(ms);
  check(pair.sql("SELECT pg_is_in_recovery()") === "f", "somebody leads", kind);
  const now = await pair.leader();
  check(now === 1 - leader, "Patroni has promoted the other one", `${kind}: ${leader}, ${now}`);
  await mend();
  if (!isLast) await pair.whole();
  console.log(`${kind}: healed after ${ms} ms, ${isLast ? "the last" : `whole after ${
    Date.now() - began} ms`}`);
}

async function launch(i) {
  const server = await start(`patroni${i}`, "--store", pair.uri(), "--link",
    `127.0.0.1:${await freePort()}`, "--trust-proxy", "127.0.0.1", "--connections-per-address",
    "1000", "--tables-per-hour", "1000");
  server.ended.then(() => check(server.isWanted, "no server ends by itself", server.err));
  return server;
}

async function testPatroni() {
  const servers = [];
  for (let i = 0; i < SERVERS; i++) servers.push(await launch(i));
  const players = new Players(await startBalancer(servers.map(({ port }) => port)), TABLES);
  await patiently(() => players.asked.every((at) => at > 0), () => "nobody plays");
  const blows = isShort ? SHORT : Array.from({ length: rounds },
    () => shuffle(Object.keys(strike))).flat();
  for (const [i, kind] of blows.entries()) {
    await blow(kind, players, i + 1 === blows.length);
    await sleep(below(1000));
  }
  await players.stop();
  players.judge((text) => pair.sql(text));
  const all = Object.values(healed).flat().sort((a, b) => a - b);
  console.log(`${all.length} faults; moves went on after p50 ${centile(all, 50)} ms, ` +
    `worst ${all.at(-1)} ms; ${JSON.stringify(healed)}`);
  for (const server of servers) {
    server.isWanted = true;
    const { code } = await stopServer(server);
    check(code === 0, "a server that is stopped ends well", server.err);
    check(server.err.includes('"event":"store-promoted"') && !server.err.includes("store-rewound"),
      "a promotion that lost nothing is told as one", server.err);
  }
}

await runAll([testPatroni]);
