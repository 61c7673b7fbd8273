// make_store.mjs - plays the tables of the frozen store: one for each state that a table can be
// left in. Everything goes through the real server, over HTTP and WebSockets.
import { join } from "node:path";
import { check, folder, joinTable, makeTable, newId, post, run, sleep, stopServer, until,
} from "../clients/harness.mjs";
import { serve } from "../browser/stage.mjs";
import { Holder, playRound } from "./holder.mjs";
import { openStore, takeBack } from "./store.mjs";

const ANNA = { name: "Anna", colour: "r", language: "de" };
const BEN = { name: "Ben", colour: "b", language: "en" };
const LIVE_MS = 12000; // a running clock is saved every 10 s

const come = async (server, { table }, key) => {
  const holder = new Holder(server.port, table, key);
  await holder.connect();
  return holder;
};

// Anna makes a table, Ben joins it if it has an open seat.
async function sit(server, game, options, more = {}) {
  const request = { id: newId(), game, options: { first: 0, ...options },
    seats: [ANNA, { open: true }], ...more };
  const made = await post(server.link, "/api/tables", request);
  const { table, key } = made;
  const people = [await come(server, made, key)];
  const holders = [{ who: "Anna", key }];
  if (request.seats.some(({ open }) => open)) {
    const ben = await joinTable(server, made, { seats: [BEN] });
    people.push(await come(server, made, ben.key));
    holders.push({ who: "Ben", key: ben.key });
  }
  return { frozen: { table, holders, request, made }, people, made };
}

async function begin([anna]) {
  const dealt = anna.wait((m) => m.why === "deal");
  await anna.ask({ do: "start" });
  await dealt;
}

const laid = ({ due }) => due.turn.table !== "-";
const leave = async (people) => {
  for (const holder of people) await holder.cut();
};

const scenarios = {
  async waiting(server) {
    const made = await makeTable(server, { options: { rounds: 3, jokers: 2, turn_seconds: 60 },
      seats: [ANNA, { open: true }, { bot: 3 }], watch: false, drafts: false, stand_in: 60 });
    await leave([await come(server, made, made.key)]);
    return { table: made.table, holders: [{ who: "Anna", key: made.key }] };
  },

  async draftAndClock(server) {
    const { frozen, people } = await sit(server, "exclusiv",
      { turn_seconds: 600, rounds: 2, joker_swap: "rack" },
      { seats: [ANNA, { open: true }, { bot: 2 }] });
    await begin(people);
    const [anna] = people;
    await playRound(people, (one) => one === anna && laid(one) && one.seq > 20);
    const { turn } = anna.due;
    const rack = turn.racks[0].split(" ");
    for (const count of [1, 2]) {
      const table = `${turn.table} [${rack.slice(0, count).join(" ")}]`;
      await anna.ask({ do: "draft", table });
    }
    await sleep(LIVE_MS);
    await leave(people);
    frozen.holders.push({ who: "a watcher" });
    return frozen;
  },

  async takingBack(server) {
    const { frozen, people } = await sit(server, "photo", {});
    await begin(people);
    const [anna, ben] = people;
    await playRound(people, (one) => one === ben && one.seq > 14 &&
      one.due.turn.phase === "start" && /^(play|pass)/.test(anna.lastAct?.action));
    frozen.lastAct = anna.lastAct;
    frozen.takesBack = true;
    await leave(people);
    return frozen;
  },

  async standIn(server) {
    const { frozen, people } = await sit(server, "photo", { rounds: 2 }, { stand_in: 1 });
    await begin(people);
    const [anna, ben] = people;
    await playRound(people, (one) => one === anna && one.seq > 9);
    await ben.cut();
    const { seq } = anna;
    await playRound([anna], (one) => one.seq > seq + 6 && one.due.turn.phase === "drawn");
    await anna.cut();
    frozen.absent = ["Ben"];
    return frozen;
  },

  async replaced(server) {
    const { frozen, people } = await sit(server, "exclusiv", { turn_seconds: 0 },
      { drafts: false });
    await begin(people);
    const [anna, ben] = people;
    await playRound(people, (one) => one === anna && one.seq > 9);
    await ben.cut();
    await until(async () => (await anna.ask({ do: "seat", seat: 1, as: "bot", level: 4 }))
      .error === undefined || sleep(3000));
    await playRound([anna], (one) => one.seq > 14);
    await anna.cut();
    return frozen;
  },

  async betweenRounds(server) {
    const { frozen, people } = await sit(server, "princess", { rounds: 3, deal: 10 },
      { seats: [ANNA, BEN, { bot: 1 }], watch: false });
    await begin(people);
    await playRound(people);
    await leave(people);
    return frozen;
  },

  async secondMatch(server) {
    const { frozen, people } = await sit(server, "princess", { rounds: 1 });
    await begin(people);
    await playRound(people);
    const dealt = people[0].wait((m) => m.why === "deal");
    await people[0].ask({ do: "rematch" });
    await dealt;
    const { seq } = people[0];
    await playRound(people, (one) => one === people[0] && one.seq > seq + 7);
    await leave(people);
    return frozen;
  },

  async over(server) {
    const { frozen, people } = await sit(server, "princess", { target: 1 },
      { seats: [ANNA, { open: true }, { bot: 2 }, { bot: 6 }] });
    await begin(people);
    for (let round = 0; round < 9 && people[0].phase !== "over"; round++) {
      if (people[0].phase === "scored") {
        const dealt = people[0].wait((m) => m.why === "deal");
        await people[0].ask({ do: "next", now: true });
        await dealt;
      }
      await playRound(people);
    }
    await leave(people);
    return frozen;
  },

  async photoPlaying(server) {
    const { frozen, people } = await sit(server, "photo", { turn_seconds: 900 },
      { seats: [ANNA, { open: true }, { bot: 6 }] });
    await begin(people);
    const [anna] = people;
    await playRound(people, (one) => one === anna && one.seq > 16 &&
      one.due.turn.phase === "drawn");
    await sleep(LIVE_MS);
    await leave(people);
    return frozen;
  },
};

// Nobody comes to it, and when the place is needed it goes.
async function makeUnvisited(server) {
  const made = await makeTable(server, { game: "photo", seats: [ANNA, { bot: 2 }] });
  return { table: made.table, holders: [{ who: "Anna", key: made.key }], isPutAway: true };
}

// The time of both runs out, again and again; the clock goes on while nobody is there.
async function makeTimeOuts(server) {
  const { frozen, people } = await sit(server, "exclusiv", { turn_seconds: 45, first: 1 });
  await begin(people);
  const [anna, ben] = people;
  await playRound(people, (one) => one === ben && one.seq > 8);
  return { frozen, leave: async () => {
    await anna.wait((m) => m.why === "timeout");
    await leave(people);
  } };
}

// The server is killed between the beginning of a match and its deal.
async function makeDealing(server) {
  const made = await makeTable(server, { game: "photo", options: { turn_seconds: 0, first: 0 },
    seats: [ANNA, { bot: 1 }] });
  const anna = await come(server, made, made.key);
  await anna.ask({ do: "start" });
  await stopServer(server, "SIGKILL");
  return { table: made.table, holders: [{ who: "Anna", key: made.key }] };
}

// Plays all tables at one server; `others` plays `more` of them meanwhile. Copies the store.
export async function makeStore(to, more, others) {
  const count = Object.keys(scenarios).length + 2 + more;
  const server = await serve("making", "--tables-max", String(count), "--tables-per-hour", "1000");
  const tables = { putAway: await makeUnvisited(server) };
  const timeOuts = await makeTimeOuts(server);
  tables.timeOuts = timeOuts.frozen;
  const done = Object.entries(scenarios).map(async ([name, play]) => {
    tables[name] = await play(server);
    console.log(`${name} is played`);
  });
  Object.assign(tables, await others(server));
  await Promise.all(done);
  await timeOuts.leave();
  tables.dealing = await makeDealing(server);
  const { code, err } = run(["backup", "--data", join(folder, "making"), to]);
  check(code === 0, "the store is copied", err);
  return tables;
}

// What everybody is told of it by the server of this build.
export async function tellStore(path, tables) {
  const { server, list, told, people } = await openStore(path, tables, "telling");
  for (const [name, { takesBack }] of Object.entries(tables))
    if (takesBack) told[name].back = await takeBack(people[name]);
  await stopServer(server);
  return { list, told };
}
