// pair.mjs - two databases under Patroni, with three etcd to decide by, made of the files that
// deploy/patroni has for operators: only addresses, folders and, where asked, times are others.
// What goes from one to another goes over lines that can be cut. All of it ends when the test does,
// however that ends.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../server/visitor.mjs";
import { asPostgres, findPrograms, patiently, signalAll } from "./cluster.mjs";
import { Line } from "./line.mjs";

const recipes = resolve(dirname(fileURLToPath(import.meta.url)), "../../deploy/patroni");
const DATABASES = 2;
const ETCDS = 3;
const PASSWORD = /username: postgres\n\s*password: (\S+)/;

/// The text with each pattern replaced; one that is not there is no longer what we think it is.
function fill(text, changes) {
  for (const [pattern, value] of changes) {
    if (!pattern.test(text)) throw new Error(`the recipe has no ${pattern}`);
    text = text.replace(pattern, value);
  }
  return text;
}

/// As the recipe says: older versions of Patroni speak to etcd another way.
function etcdSection() {
  const [major, minor, patch] = execFileSync("patroni", ["--version"], { encoding: "utf8" })
    .match(/\d+/g).map(Number);
  return major * 10000 + minor * 100 + patch < 30003 ? "etcd" : "etcd3";
}

const setting = (name) => new RegExp(`(?<=\\n *${name}: ).*`);

/// What is said there, as JSON; nothing if it is not said soon.
async function ask(port, path) {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/${path}`,
      { signal: AbortSignal.timeout(1000) });
    return await answer.json();
  } catch {
    return {};
  }
}

export class Pair {
  /// `times` are settings of Patroni to be used in place of the recipe's, like { ttl: 5 }.
  constructor(times = {}) {
    Object.assign(this, { times, programs: findPrograms(), etcds: [], machines: [], log: "" });
    this.folder = mkdtempSync(join(tmpdir(), "rummery-pair-"));
    this.recipe = readFileSync(join(recipes, "patroni.yml"), "utf8");
    process.on("exit", () => this.keeper?.stdin.destroy());
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => process.exit(1));
  }

  /// Ends the databases when this process has ended, by whatever: Patroni leaves them behind.
  startKeeper() {
    const files = this.machines.map(({ data }) => join(data, "postmaster.pid"));
    this.keeper = spawn("sh", ["-c", `cat >/dev/null
      for file in "$@"; do pid=
        [ -f "$file" ] && pid=$(head -n 1 "$file") && pkill -KILL -P "$pid"
        [ -z "$pid" ] || kill -9 "$pid"
      done
      sleep 0.5; rm -rf "$0"`, this.folder, ...files],
      { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  }

  /// Started as the user of databases, and ended with this process.
  spawn(program, args, isHeard, env = {}) {
    const [command, options] = asPostgres(program, args);
    const child = spawn("setpriv", command, { ...options, env: { ...process.env, ...env } });
    const note = (text) => (this.log = (this.log + text).slice(-20000));
    child.stdout.on("data", note);
    child.stderr.on("data", isHeard ? note : () => {});
    child.ended = new Promise((done) => child.on("exit", done));
    return child;
  }

  async make() {
    const own = () => freePort();
    for (let i = 0; i < ETCDS; i++) this.etcds.push({ client: await own(), peer: await own() });
    for (let i = 0; i < DATABASES; i++) this.machines.push(await this.makeMachine(i));
    this.startKeeper();
    if (process.getuid() === 0) execFileSync("chown", ["-R", "postgres:postgres", this.folder]);
    for (let i = 0; i < ETCDS; i++) this.startEtcd(i);
    await patiently(async () => (await this.isDecided()).every(Boolean),
      () => "no etcd leads");
    this.startPatroni(0);
    await patiently(async () => (await this.leader()) === 0,
      () => `there is no leader: ${this.log}`);
    this.sql("CREATE ROLE rummery LOGIN PASSWORD 'open'", "postgres");
    this.sql("CREATE DATABASE rummery OWNER rummery", "postgres");
    this.startPatroni(1);
    await this.whole();
    return this;
  }

  startEtcd(i) {
    const text = readFileSync(join(recipes, "etcd"), "utf8");
    const at = (port) => `http://127.0.0.1:${port}`;
    const env = Object.fromEntries([...text.matchAll(/^(ETCD_\w+)=(.*)$/gm)]
      .map(([, name, value]) => [name, value.replaceAll("etcd1=", `etcd${i + 1}=`)]));
    const all = this.etcds.map(({ peer }, k) => `etcd${k + 1}=${at(peer)}`).join(",");
    const { client, peer } = this.etcds[i];
    Object.assign(env, { ETCD_NAME: `etcd${i + 1}`, ETCD_DATA_DIR: join(this.folder, `etcd${i}`),
      ETCD_LISTEN_PEER_URLS: at(peer), ETCD_INITIAL_ADVERTISE_PEER_URLS: at(peer),
      ETCD_LISTEN_CLIENT_URLS: at(client), ETCD_ADVERTISE_CLIENT_URLS: at(client),
      ETCD_INITIAL_CLUSTER: all, GOMAXPROCS: "1" });
    this.etcds[i].child = this.spawn("etcd", [], false, env);
  }

  /// A machine, and the lines between it and the rest of the world.
  async makeMachine(i) {
    const folder = join(this.folder, `db${i + 1}`);
    mkdirSync(folder);
    const database = await freePort(), api = await freePort();
    const line = (port) => new Line({ port, host: "127.0.0.1" }).open();
    const machine = { folder, data: join(folder, "data"), file: join(folder, "patroni.yml"),
      database, api, servers: await line(database), other: await line(database),
      otherApi: await line(api), etcds: [] };
    for (const { client } of this.etcds) machine.etcds.push(await line(client));
    writeFileSync(machine.file, this.fillRecipe(i, machine));
    return machine;
  }

  fillRecipe(i, { folder, data, database, api, other, otherApi, etcds }) {
    const at = (port) => `127.0.0.1:${port}`;
    const hosts = etcds.map(({ port }) => `\n  - ${at(port)}`).join("");
    return fill(this.recipe, [[setting("name"), `db${i + 1}`],
      [/(?<=restapi:\n {2}listen: ).*/, at(api)],
      [/(?<=restapi:\n.*\n {2}connect_address: ).*/, at(otherApi.port)],
      [/(?<=\n)etcd3:\n {2}hosts:(\n {2}- .*)+/,
        `${etcdSection()}:\n  use_proxies: true\n  hosts:${hosts}`],
      [/(?<=postgresql:\n {2}listen: ).*/, at(database)],
      [/(?<=postgresql:\n.*\n {2}connect_address: ).*/, at(other.port)],
      [setting("data_dir"), data], [setting("bin_dir"), this.programs],
      [setting("pgpass"), join(folder, "pgpass")],
      [setting("unix_socket_directories"), folder], [/10\.0\.0\.0\/24/g, "127.0.0.1/32"],
      ...Object.entries(this.times).map(([name, value]) => [setting(name), value])]);
  }

  startPatroni(i) {
    this.machines[i].patroni = this.spawn("patroni", [this.machines[i].file], true);
  }

  /// What a server is given as its store: both databases, of which it takes the one that writes.
  uri() {
    const hosts = this.machines.map(({ servers }) => `127.0.0.1:${servers.port}`).join(",");
    return `postgres://rummery:open@${hosts}/rummery?target_session_attrs=read-write`;
  }

  sql(text, database = "rummery") {
    const hosts = this.machines.map(() => "127.0.0.1").join(",");
    const ports = this.machines.map((machine) => machine.database).join(",");
    return execFileSync(join(this.programs, "psql"), ["-qAtX", "-v", "ON_ERROR_STOP=1", "-c", text,
      `host=${hosts} port=${ports} user=postgres dbname=${database} connect_timeout=5 ` +
      "target_session_attrs=read-write"], { encoding: "utf8", maxBuffer: 1 << 28,
      env: { ...process.env, PGPASSWORD: PASSWORD.exec(this.recipe)[1] }, stdio: "pipe" }).trim();
  }

  /// Whether each etcd knows what all of them are.
  isDecided() {
    return Promise.all(this.etcds.map(async ({ client }) =>
      /^\d/.test((await ask(client, "version")).etcdcluster)));
  }

  /// What a machine's Patroni says of all: [{ name, role, state }]; empty if it says nothing.
  async members(i) {
    return (await ask(this.machines[i].api, "cluster")).members ?? [];
  }

  /// Which machine leads, as it says itself; -1 if none does.
  async leader() {
    for (let i = 0; i < this.machines.length; i++) {
      const all = await this.members(i);
      if (all.some(({ name, role, state }) => name === `db${i + 1}` && role === "leader" &&
        state === "running")) return i;
    }
    return -1;
  }

  /// Until one leads and the other has everything that it acknowledges.
  async whole() {
    await patiently(async () => {
      const all = await this.members(Math.max(0, await this.leader()));
      return all.some(({ role }) => role === "sync_standby") &&
        this.sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") === "1";
    }, () => `the pair is not whole: ${this.log}`);
  }

  /// A signal to the database of a machine.
  signalDatabase(i, signal) {
    const file = join(this.machines[i].data, "postmaster.pid");
    if (existsSync(file)) signalAll(Number(readFileSync(file, "utf8").split("\n")[0]), signal);
  }

  /// The lines between a machine, the other one and all etcd; with `servers`, those too.
  linesOf(i, isFromServers) {
    const others = this.machines.flatMap(({ other, otherApi }) => [other, otherApi]);
    const { etcds, servers } = this.machines[i];
    return [...etcds, ...others, ...(isFromServers ? [servers] : [])];
  }
}
