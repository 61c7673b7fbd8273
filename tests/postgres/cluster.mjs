// cluster.mjs - a PostgreSQL server of the test's own: made in a temporary folder, reached by a
// socket there, with fsync on as in earnest, and gone when the test is, however it ends.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync }
  from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PATIENCE_MS = 90000;
const isRoot = process.getuid() === 0;
export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/// Waits until something holds; where it does not, says why.
export async function patiently(holds, complaint) {
  for (const until = Date.now() + PATIENCE_MS; !(await holds()); await sleep(50))
    if (Date.now() > until) throw new Error(complaint());
}

/// The folder of the newest PostgreSQL programs; Debian keeps them out of the way.
export function findPrograms() {
  const base = "/usr/lib/postgresql";
  const versions = existsSync(base) ? readdirSync(base).sort((a, b) => b - a) : [];
  for (const version of versions)
    if (existsSync(join(base, version, "bin/postgres"))) return join(base, version, "bin");
  return execFileSync("pg_config", ["--bindir"], { encoding: "utf8" }).trim();
}

/// The arguments that run a program as somebody whom PostgreSQL accepts, who goes when we go.
export function asPostgres(program, args) {
  const user = isRoot ? ["--reuid", "postgres", "--regid", "postgres", "--init-groups"] : [];
  return [[...user, "--pdeathsig", "KILL", "--", program, ...args],
    { stdio: ["ignore", "pipe", "pipe"], cwd: "/" }];
}

/// A signal to a server and all that serves its lines.
export function signalAll(pid, signal) {
  const file = `/proc/${pid}/task/${pid}/children`;
  const children = existsSync(file) ? readFileSync(file, "utf8").split(" ").filter(Boolean) : [];
  for (const one of [pid, ...children.map(Number)]) {
    try {
      process.kill(one, signal);
    } catch {
      // it ended by itself
    }
  }
}

export class Cluster {
  constructor() {
    this.programs = findPrograms();
    this.folder = mkdtempSync(join(tmpdir(), "rummery-pg-"));
    this.data = join(this.folder, "data");
    this.log = "";
    process.on("exit", () => this.remove());
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => process.exit(1));
  }

  /// What a server is given as its store; `more` are further words of the URI.
  uri(more = "", user = "rummery", database = "rummery") {
    return `postgres:///${database}?host=${this.folder}&user=${user}${more}`;
  }

  run(program, ...args) {
    const [command, options] = asPostgres(join(this.programs, program), args);
    const result = spawnSync("setpriv", command, { ...options, encoding: "utf8",
      maxBuffer: 1 << 28 });
    if (result.status !== 0) throw new Error(`${program}: ${result.stderr}${result.error ?? ""}`);
    return result.stdout;
  }

  sql(text, database = "rummery") {
    return this.run("psql", "-h", this.folder, "-U", "rummery", "-d", database, "-qAtX", "-v",
      "ON_ERROR_STOP=1", "-c", text).trim();
  }

  giveAway() {
    if (isRoot) execFileSync("chown", ["postgres:postgres", this.folder]);
  }

  /// Makes the database and starts its server. `locked` is a user with the password `open`.
  async make() {
    this.giveAway();
    this.run("initdb", "-D", this.data, "-U", "rummery", "-A", "trust", "-E", "UTF8", "--locale",
      "C", "--no-sync");
    const access = join(this.data, "pg_hba.conf");
    writeFileSync(access, `local all locked scram-sha-256\n${readFileSync(access, "utf8")}`);
    appendFileSync(join(this.data, "postgresql.conf"),
      `listen_addresses = ''\nunix_socket_directories = '${this.folder}'\nfsync = on\n` +
      "shared_buffers = 16MB\nlog_min_messages = fatal\nmax_connections = 50\n" +
      "wal_retrieve_retry_interval = 100ms\n");
    await this.start();
    this.sql("CREATE DATABASE rummery", "postgres");
    this.sql("CREATE ROLE locked LOGIN PASSWORD 'open'");
    return this;
  }

  /// A second server that follows this one: from now on nothing is committed that it has not.
  async makeStandby() {
    const standby = new Cluster();
    standby.giveAway();
    standby.run("pg_basebackup", "-h", this.folder, "-U", "rummery", "-D", standby.data, "-R",
      "-c", "fast", "--no-sync");
    appendFileSync(join(standby.data, "postgresql.conf"),
      `unix_socket_directories = '${standby.folder}'\n`);
    await standby.start();
    this.sql("ALTER SYSTEM SET synchronous_standby_names = '*'");
    this.sql("SELECT pg_reload_conf()");
    await patiently(() => this.sql("SELECT sync_state FROM pg_stat_replication") === "sync",
      () => "the standby does not follow");
    return standby;
  }

  /// A backup as pg_basebackup makes it; where it is.
  backup() {
    const folder = join(this.folder, `backup-${this.backups = (this.backups ?? 0) + 1}`);
    this.run("pg_basebackup", "-h", this.folder, "-U", "rummery", "-D", folder, "-c", "fast",
      "--no-sync");
    return folder;
  }

  /// All that was written since is gone.
  async putBack(backup) {
    await this.crash();
    rmSync(this.data, { recursive: true });
    execFileSync("cp", ["-a", backup, this.data]);
    await this.start();
  }

  /// A standby whose first server is gone takes its place.
  async promote() {
    this.sql("SELECT pg_promote(false)");
    await patiently(() => this.sql("SELECT pg_is_in_recovery()") === "f",
      () => "the standby is not promoted");
  }

  async start() {
    const until = Date.now() + PATIENCE_MS;
    while (!(await this.tryToStart())) {
      if (Date.now() > until) throw new Error(`postgres does not start: ${this.log}`);
      await sleep(50); // what is left of the last one holds its memory for a moment
    }
  }

  async tryToStart() {
    const [command, options] = asPostgres(join(this.programs, "postgres"), ["-D", this.data]);
    const server = spawn("setpriv", command, options);
    this.server = server;
    server.ended = new Promise((done) => server.on("exit", done));
    server.stderr.on("data", (text) => (this.log += text));
    while (server.exitCode === null && server.signalCode === null) {
      try {
        this.sql("SELECT 1", "postgres");
        return true;
      } catch {
        await sleep(50);
      }
    }
    return false;
  }

  /// The power goes: the server ends at once, with all that serves its lines.
  async crash() {
    signalAll(this.server.pid, "SIGKILL");
    await this.server.ended;
  }

  remove() {
    this.server?.kill("SIGKILL");
    // files of a server that is just ending may still come
    for (let i = 0; i < 20 && existsSync(this.folder); i++) {
      try {
        rmSync(this.folder, { recursive: true, force: true });
      } catch {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
      }
    }
  }
}
