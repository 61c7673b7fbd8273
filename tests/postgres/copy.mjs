// copy.mjs - a server's tables moved from a file to a database and back by `rummery copy`: a store
// that an earlier build left is served from PostgreSQL, and everybody is told there what they were
// told then. And the words of the commands where something is wrong.
// usage: node tests/postgres/copy.mjs RUMMERY
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { check, folder, makeTable, run, runAll, start, stopServer } from "../clients/harness.mjs";
import { differences } from "../frozen/compare.mjs";
import { fileOf, read } from "../frozen/fixtures.mjs";
import { tellTable } from "../frozen/store.mjs";
import { Cluster } from "./cluster.mjs";

const cluster = await new Cluster().make();
const database = cluster.uri();
const fileIn = (name) => join(folder, name, "rummery.sqlite");
const copy = (from, to) => run(["copy", "--from", from, "--to", to]);

// Every row of every table, read by somebody else.
function rowsOf(path) {
  const { status, stdout, stderr } = spawnSync("python3", ["-c", `
import sqlite3, sys
d = sqlite3.connect(sys.argv[1])
for t in ("tables", "entries", "live", "moves", "cards", "note", "secret", "counts"):
    for row in sorted(d.execute("SELECT * FROM " + t)): print(t, row)`, path],
    { encoding: "utf8", maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

async function testThereAndBack() {
  const tables = read("first", "tables.json");
  const { list, ...then } = read("first", "told.json");
  mkdirSync(join(folder, "there"));
  copyFileSync(fileOf("first", "store.sqlite"), fileIn("there"));
  // brings it up to date; a server would play on at it
  run(["tables", "restore", "aaaaaaaaaaaa", "--store", `sqlite:${fileIn("there")}`]);
  const there = copy(`sqlite:${fileIn("there")}`, database);
  check(there.code === 0 && /^\d+ tables with \d+ entries were copied/.test(there.out),
    "a file is copied into a database", there.out + there.err);
  const again = copy(`sqlite:${fileIn("there")}`, database);
  check(again.code === 1 && again.err.includes("not empty"),
    "not into one that has something already", again.err);
  const back = copy(database, `sqlite:${fileIn("back")}`);
  check(back.code === 0, "and back into a file", back.err);
  check(rowsOf(fileIn("there")) === rowsOf(fileIn("back")),
    "which has every row that the first one had");
  const listed = run(["tables", "list", "--store", database]);
  check(listed.code === 0 && list.every((line) => listed.out.split("\n").includes(line)),
    "the tables are listed as they were", listed.out + listed.err);
  const server = await start("served", "--store", database, "--bot-pause", "0",
    "--connections-per-address", "1000");
  for (const [name, frozen] of Object.entries(tables)) {
    if (frozen.isPutAway) continue;
    const { told, people } = await tellTable(server, frozen);
    const found = [...differences(then[name].hellos, told.hellos, then),
      ...differences(then[name].records, told.records, {})];
    check(found.length === 0, `${name}: everybody is told the same from the database`,
      found.slice(0, 4).join("; "));
    for (const person of people) await person.cut();
  }
  check((await stopServer(server)).code === 0, "the server ends well", server.err);
}

async function testPutAway() {
  const tables = Object.entries(read("first", "tables.json"));
  for (const [name, { table }] of tables.filter(([, { isPutAway }]) => isPutAway)) {
    const { code, err } = run(["tables", "restore", table, "--store", database]);
    check(code === 0, `${name}: what was put away is brought back in the database`, err);
  }
}

async function testWords() {
  const wrongs = [
    [["copy"], 2, "usage"],
    [["copy", "--from", "sqlite:x"], 2, "usage"],
    [["copy", "--from", "memory", "--to", "sqlite:x"], 1, "sqlite:FILE or postgres:URI"],
    [["copy", "--from", `sqlite:${folder}/none`, "--to", `sqlite:${folder}/new`], 1, "no store at"],
    [["copy", "--from", database, "--to", cluster.uri("&dbname=none")], 1, "does not exist"],
    [["backup", "--store", database, join(folder, "copy")], 1, "pg_dump"],
    [["tables", "list", "--store", cluster.uri("&port=1")], 1, "No such file"],
    [["serve", "--port", "0", "--store", cluster.uri("&password=wrong", "locked")], 1,
      "authentication failed"],
  ];
  for (const [args, code, words] of wrongs) {
    const said = run(args);
    check(said.code === code && said.err.includes(words), `${args[0]} says: ${words}`,
      `${said.code} ${said.err}`);
  }
  check(!existsSync(`${folder}/none`) && !existsSync(`${folder}/new`),
    "where nothing can be copied nothing is made");
  const server = await start("busy");
  await makeTable(server);
  const busy = copy(`sqlite:${fileIn("busy")}`, `sqlite:${folder}/other`);
  check(busy.code === 1 && busy.err.includes("another server uses"),
    "nothing is copied under a running server", busy.err);
  await stopServer(server);
}

// Rows that were changed are found; their tables are left out and named, and all others copied.
async function testDamage() {
  const names = cluster.sql("SELECT convert_from(name, 'UTF8') FROM rummery.tables ORDER BY id")
    .split("\n");
  const [first, last] = [names[0], names.at(-1)];
  for (const name of [first, last])
    cluster.sql("UPDATE rummery.entries SET line = 'draw' WHERE seq = 1 AND table_id = " +
      `(SELECT id FROM rummery.tables WHERE name = '${name}')`);
  const { code, out, err } = copy(database, `sqlite:${fileIn("damaged")}`);
  check(code === 1 && err.includes("2 damaged tables were left out") && err.includes(first) &&
    err.includes(last), "damaged tables are all named, and the end is an error", err);
  check(out.startsWith(`${names.length - 2} tables with `), "and all others are copied", out);
  const listed = run(["tables", "list", "--store", `sqlite:${fileIn("damaged")}`]).out;
  check(names.slice(1, -1).every((name) => listed.includes(name)) && !listed.includes(first) &&
    !listed.includes(last), "as they were", listed);
}

await runAll([testThereAndBack, testPutAway, testWords, testDamage]);
