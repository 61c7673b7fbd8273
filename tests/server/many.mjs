// many.mjs - how long a server takes to start on a store of many tables, all of them asleep. It
// is no test: the figures of docs/decisions/022 come from it.
// usage: node many.mjs RUMMERY COUNT...
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer, stopServer } from "./visitor.mjs";

const [program, ...counts] = process.argv.slice(2);

// Copies of one real table under other names, in a store of version 2, which had no checksums: the
// server makes them when it brings it up to date. python3 has SQLite in it.
const copies = `
import sqlite3, sys, os
store, count = sys.argv[1], int(sys.argv[2])
d = sqlite3.connect(store)
secret, = d.execute("SELECT bytes FROM secret").fetchone()
at_s, = d.execute("SELECT at_s FROM tables").fetchone()
entries = d.execute("SELECT seq, at_s, who, request, line FROM entries").fetchall()
d.close()
for ending in "", "-wal", "-shm":
    if os.path.exists(store + ending): os.remove(store + ending)
d = sqlite3.connect(store)
d.executescript("""PRAGMA application_id = 0x52756d6d; PRAGMA journal_mode = WAL;
CREATE TABLE tables(id INTEGER PRIMARY KEY, at_s INTEGER NOT NULL,
  name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE entries(table_id INTEGER NOT NULL REFERENCES tables(id) ON DELETE CASCADE,
  seq INTEGER NOT NULL, at_s INTEGER NOT NULL, who INTEGER NOT NULL, request TEXT NOT NULL,
  line TEXT NOT NULL, PRIMARY KEY (table_id, seq)) STRICT, WITHOUT ROWID;
CREATE TABLE secret(id INTEGER PRIMARY KEY CHECK (id = 1), bytes BLOB NOT NULL) STRICT;
CREATE TABLE live(table_id INTEGER PRIMARY KEY REFERENCES tables(id) ON DELETE CASCADE,
  line TEXT NOT NULL) STRICT;
PRAGMA user_version = 2;""")
d.execute("INSERT INTO secret VALUES (1, ?)", (secret,))
numbers = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < %d) " % count
d.execute(numbers + "INSERT INTO tables SELECT n, ?, printf('c%011d', n) FROM c", (at_s,))
for entry in entries:
    d.execute(numbers + "INSERT INTO entries SELECT n, ?, ?, ?, ?, ? FROM c", entry)
d.commit()
`;

// All of them asleep since they were made, and never due.
const asleep = `
import sqlite3, sys
d = sqlite3.connect(sys.argv[1])
mask, never = 2**64 - 1, 2**63 - 1
def add(s, value):
    for i in range(8):
        s = (s ^ (value >> 8 * i & 255)) * 1099511628211 & mask
    return s
first = add(14695981039346656037, 7)
def card(n, at_s):
    s = add(add(add(add(add(first, n), never), at_s), at_s), 1)
    return s - 2**64 if s >= 2**63 else s
d.create_function("card", 2, card)
d.execute("UPDATE cards SET due_s = ?, slept_s = touched_s, turn = 1,"
          " sum = card(table_id, touched_s)", (never,))
d.commit()
d.execute("PRAGMA wal_checkpoint(TRUNCATE)")
`;

function runPython(text, store, count) {
  const { status, stderr } = spawnSync("python3", ["-c", text, store, String(count)]);
  if (status !== 0) throw new Error(String(stderr));
}

async function measure(count) {
  const folder = mkdtempSync(join(tmpdir(), "rummery-many-"));
  const args = ["--port", "0", "--data", folder, "--tables-max", "1000000", "--log", "error"];
  const store = join(folder, "rummery.sqlite");
  let server = await startServer(program, args);
  await fetch(`${server.link}api/tables`, { method: "POST", body: JSON.stringify({
    id: "a-table-to-be-copied", game: "photo", seats: [{ name: "Anna" }, { open: true }] }) });
  await stopServer(server);
  runPython(copies, store, count);
  await stopServer(await startServer(program, args));
  runPython(asleep, store, count);
  const times = [];
  for (let i = 0; i < 5; i++) {
    const began = performance.now();
    server = await startServer(program, args);
    const name = `c${String(count).padStart(11, "0")}`;
    const { status } = await fetch(`${server.link}api/tables/${name}`);
    times.push(Math.round(performance.now() - began));
    if (status !== 200) throw new Error(`${status}`);
    await stopServer(server);
  }
  times.sort((a, b) => a - b);
  const size = Math.round(statSync(store).size / 1048576);
  console.log(`${count} tables, ${size} MB: ${times[2]} ms, ${times[0]} at least`);
  rmSync(folder, { recursive: true });
}

for (const count of counts) await measure(Number(count));
