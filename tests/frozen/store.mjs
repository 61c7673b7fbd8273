// store.mjs - what is told about the tables of a store: the same questions when the fixture was
// made and by every later build, so that the answers can be compared.
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fetchOnce, folder, run, start } from "../clients/harness.mjs";
import { Holder } from "./holder.mjs";

async function ask(server, path, key) {
  const headers = key === undefined ? {} : { Authorization: `Bearer ${key}` };
  const answer = await fetchOnce(new URL(path, server.link), { headers });
  return { status: answer.status, text: await answer.text() };
}

// Everybody says hello, one after the other, and stays; who has no key watches. And the records of
// all matches begun at the table.
export async function tellTable(server, { table, holders }) {
  const people = [];
  const hellos = [];
  for (const { key } of holders) {
    const holder = new Holder(server.port, table, key);
    hellos.push(await holder.connect());
    people.push(holder);
  }
  const records = [];
  for (let match = 1; match <= hellos[0].match; match++)
    records.push(await ask(server, `/api/tables/${table}/record/${match}`, holders[0].key));
  return { people, told: { hellos, records } };
}

// Anna takes her last move back, and Ben lets her; what she is told then.
export async function takeBack([anna, ben]) {
  const back = anna.wait((m) => m.why === "back");
  const asked = ben.wait((m) => m.asks === "back");
  anna.send({ id: "back", do: "back" });
  await asked;
  ben.send({ id: "allow", do: "allow" });
  return back;
}

// A server on a copy of the store, and what everybody is told there. The people stay.
export async function openStore(path, tables, name, ...args) {
  mkdirSync(join(folder, name), { recursive: true });
  copyFileSync(path, join(folder, name, "rummery.sqlite"));
  const { out } = run(["tables", "list", "--data", join(folder, name)]);
  const server = await start(name, "--bot-pause", "0", "--connections-per-address", "1000",
    ...args);
  const told = {};
  const people = {};
  for (const [table, frozen] of Object.entries(tables)) {
    if (frozen.isPutAway) continue;
    ({ people: people[table], told: told[table] } = await tellTable(server, frozen));
  }
  return { server, list: out.split("\n"), told, people };
}
