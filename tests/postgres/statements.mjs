// statements.mjs - an engine that spreads tables over machines can hold the store: the schema and
// all statements are read out of the source. What belongs to a game's table has its number in each
// key; what writes or locks does so to one such table or to the servers' own rows, never both;
// nothing needs a sequence, NOTIFY or a trigger.
// usage: node tests/postgres/statements.mjs
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { check, finish } from "../sentences/check.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const source = join(root, "src/store");
// The number of the game's table is this column, by which an engine spreads them.
const SPREAD = { tables: "id", entries: "table_id", live: "table_id", moves: "table_id",
  cards: "table_id", owners: "table_id" };
const OF_SERVERS = ["version", "holder", "secret", "note", "starts", "servers"];
// What only reads may be about all tables: such an engine asks all machines then. So does each new
// line, whether all is there that was told (PG_FIND_REWOUND); what is missing is set aside by
// statements about one table. A server that comes back to a database that was put back
// (PG_COME_BACK) writes to the servers' rows alone.
const WRITES = /\b(INSERT|UPDATE|DELETE|FOR SHARE|FOR UPDATE)\b/;

/// The strings of the preprocessed source, those that follow each other as one.
function stringsOf(file) {
  const text = execFileSync("cc", ["-E", "-P", "-I", join(root, "src"), "-I",
    execFileSync("pg_config", ["--includedir"], { encoding: "utf8" }).trim(), join(source, file)],
    { encoding: "utf8", maxBuffer: 1 << 26 });
  return [...text.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*"(?:[^"\\]|\\.)*")*/g)].map(([all]) =>
    all.replace(/"\s*"/g, "").slice(1, -1));
}

const namedIn = (sql) => new Set([...sql.matchAll(/rummery\.(\w+)/g)].map(([, name]) => name));

/// Which of the table's rows it means: each relation by the number that is the first value.
function isOfOneTable(sql) {
  return [...namedIn(sql)].every((name) => {
    const column = SPREAD[name];
    return new RegExp(`\\b${column} = \\$1\\b`).test(sql) ||
      new RegExp(`INSERT INTO rummery\\.${name}\\b[^(]*\\(${column},[^)]*\\)\\s*(VALUES \\(\\$1,|` +
        "SELECT id,.* WHERE id = \\$1\\b)").test(sql);
  });
}

function judgeStatement(sql) {
  const named = [...namedIn(sql)];
  const spread = named.filter((name) => name in SPREAD);
  check(named.every((name) => name in SPREAD || OF_SERVERS.includes(name)),
    "every relation is the servers' or a table's", sql);
  if (!WRITES.test(sql) || named.length === 0) return false;
  check(spread.length === 0 || spread.length === named.length,
    "what writes to a table does not touch the servers' rows, or the other way round", sql);
  if (spread.length > 0)
    check(isOfOneTable(sql), "what writes to a table names it by its number, the first value", sql);
  return spread.length > 0;
}

function judgeSchema(sql) {
  for (const [, name, body] of sql.matchAll(/CREATE TABLE rummery\.(\w+)\((.*?)\);/g)) {
    if (!(name in SPREAD)) {
      check(OF_SERVERS.includes(name), "a new relation is the servers' or a table's", name);
      continue;
    }
    const [, key] = /PRIMARY KEY \(([^)]*)\)/.exec(body) ?? /(\w+) int8 PRIMARY KEY/.exec(body);
    check(key.split(", ").includes(SPREAD[name]), "a table's number is in every primary key", body);
    for (const [, to] of body.matchAll(/REFERENCES rummery\.(\w+)/g))
      check(to === "tables" && /table_id int8[^,]*REFERENCES/.test(body),
        "what refers to another row refers to the same table's", body);
  }
}

const files = readdirSync(source).filter((name) => /^postgres.*\.c$/.test(name) &&
  name !== "postgres_none.c");
const all = files.flatMap((file) => stringsOf(file)).filter((text) =>
  /^(SELECT|WITH|INSERT|UPDATE|DELETE|CREATE|BEGIN|LISTEN|NOTIFY)\b/.test(text));
const steps = all.filter((text) => /CREATE TABLE/.test(text));
steps.forEach(judgeSchema);
const written = all.filter((text) => !steps.includes(text)).filter(judgeStatement);
check(steps.length >= 2 && written.length >= 10, "the statements are found", written.length);
for (const text of all)
  check(!/\b(SEQUENCE|serial|nextval|NOTIFY|LISTEN|TRIGGER|LOCK TABLE)\b/i.test(text),
    "nothing needs one machine for all", text);
// What an engine that spreads tables refuses is taken off by the file for its operators, and the
// program does without.
const distribute = readFileSync(join(root, "deploy/citus.sql"), "utf8");
for (const name of Object.keys(SPREAD))
  check(distribute.includes(`create_distributed_table('rummery.${name}', '${SPREAD[name]}'`),
    "each relation of a table is spread by its number", name);
check(distribute.includes("DROP CONSTRAINT tables_name_key"), "a name alone is no key there");
console.log(`${all.length} statements, ${written.length} write to a table, ${steps.length} steps`);
process.exit(finish());
