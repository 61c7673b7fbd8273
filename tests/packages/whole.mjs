// whole.mjs - the packages in a clean Debian with its own systemd: installed, upgraded while a
// table is played, removed, installed again, purged, and what else befalls a server. Needs root
// and Debian's archive; minutes.
// usage: node whole.mjs BUILD_FOLDER, where the page comes from
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync,
  writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { check, fetchOnce, folder, freePort, isHealthy, runAll, until,
} from "../clients/harness.mjs";
import { Client, moveOn, seqOf, sitAlone } from "../clients/client.mjs";
import { fileOf, read } from "../frozen/fixtures.mjs";
import { Debian } from "./debian.mjs";

const build = process.argv[2];
const DATA = "/var/lib/rummery";
const debian = new Debian(join(folder, "debian"));
const at = (path) => join(debian.root, path);
const server = { port: 0, link: "" };
const packages = {};
const held = {};

function make(name, revision, options = "") {
  const out = join(folder, name);
  execFileSync("script/package", ["--built", build, "--revision", String(revision), out],
    { stdio: "pipe", env: { ...process.env, CCACHE_DISABLE: "1", DEB_BUILD_OPTIONS: options } });
  return readdirSync(out).filter((file) => file.endsWith(".deb") && !file.includes("dbgsym"))
    .map((file) => join(out, file));
}

const hashOf = (path) => createHash("sha256").update(readFileSync(path)).digest("hex");
const isActive = () => debian.inside("systemctl is-active rummery").out === "active";
const journal = () => debian.inside("journalctl --unit rummery --output cat").out;
const status = () => debian.inside("systemctl status rummery; journalctl -n 20 -u rummery").out;
const hasServer = () => until(() => isHealthy(server).catch(() => false));

function works(line, sentence) {
  const { code, out, err } = debian.inside(line);
  check(code === 0, sentence, `${out}\n${err}`);
  return out;
}

const aptInstall = (paths) => `apt-get install -y -qq --allow-downgrades ${paths.join(" ")}`;

// ---- Without a system that runs ---

function testBuilding() {
  packages.first = make("first", 1);
  const again = make("again", 1);
  for (const [i, path] of packages.first.entries())
    check(hashOf(path) === hashOf(again[i]), "built twice, a package is the same", path);
  packages.second = make("second", 2, "noopt");
  const size = packages.first.map((path) => `${path.split("/").at(-1)} ${statSync(path).size}`);
  console.log(size.join("\n"));
}

function testInstalling() {
  Debian.make(debian.root);
  const { code, out, err } = debian.chroot("apt-get", "install", "-y", "-qq",
    "--no-install-recommends", ...debian.bring(packages.first));
  check(code === 0, "it is installed into a bare Debian", out + err);
  const verified = debian.chroot("systemd-analyze", "verify", "rummery.service");
  check(verified.code === 0 && !/rummery/.test(verified.err), "systemd finds no fault in the unit",
    verified.err);
  check(/^rummery:x:\d+:\d+:.*:\/var\/lib\/rummery:\/usr\/sbin\/nologin$/m
    .test(readFileSync(at("etc/passwd"), "utf8")), "the user is there, and cannot log in");
  check((statSync(at("etc/default/rummery")).mode & 0o777) === 0o640, "settings are root's");
  check(debian.chroot("rummery", "--version").out ===
    `rummery ${execFileSync("script/version", { encoding: "utf8" }).trim()}`, "the program starts");
  check(!existsSync(at(DATA)), "nothing is there that a server would have made");
  const learnt = debian.chroot("python3", "-c", "import rummery\n" +
    "match = rummery.Match('princess', players=2, seed=1)\nbot = rummery.Bot(3, seed=1)\n" +
    "while not match.is_over: match.act(bot.decide(match.view(match.seat)))\n" +
    "print(rummery.VecEnv('princess', num_envs=4, players=2, seed=1).num_envs, match.leaders)");
  check(/^4 .*\d/.test(learnt.out), "Python plays with what was installed", learnt.err);
  const sysv = debian.chroot("apt-get", "install", "-y", "-qq", "--no-install-recommends",
    "systemd-sysv");
  check(sysv.code === 0, "(it can be booted)", sysv.err);
}

// ---- The running system ---

async function testStarting() {
  await debian.boot();
  check(!isActive() && debian.inside("systemctl is-enabled rummery").out === "disabled",
    "installing starts nothing and enables nothing");
  server.port = await freePort();
  server.link = `http://localhost:${server.port}/`;
  writeFileSync(at("etc/default/rummery"), `RUMMERY_PORT=${server.port}\n`);
  // what people do in a year is done here in a minute, and systemd would take it for a fault
  works("cd /run/systemd/system && mkdir rummery.service.d && " +
    "printf '[Unit]\\nStartLimitIntervalSec=0\\n' >rummery.service.d/often.conf && " +
    "systemctl daemon-reload", "(it may be started often)");
  works("systemctl enable --now rummery", "the unit starts");
  check(await hasServer(), "it is healthy", status());
  const page = await (await fetchOnce(server.link)).text();
  check(page.includes("<title>Rummery"), "it serves the page", page.slice(0, 200));
  check(works("stat -c %U /proc/$(systemctl show -P MainPID rummery)", "stat") === "rummery",
    "it runs as its user");
  check(works(`stat -c '%U %G %a' ${DATA}`, "stat") === "rummery rummery 700",
    "the data folder is its own, and nobody else's");
  check(works(`su -s /bin/sh nobody -c 'ls ${DATA}' 2>&1 || true`, "ls").includes("denied"),
    "nobody else looks into it");
  Object.assign(held, await sitAlone(server));
}

// A table is being played when the new version comes.
async function testUpgrading() {
  let last = 0;
  const { anna, made } = held;
  const pid = works("systemctl show -P MainPID rummery", "MainPID");
  const moving = moveOn(anna, (seq) => (last = seq));
  await until(() => last > 5);
  works(aptInstall(debian.bring(packages.second)), "it is upgraded while a table is played");
  await anna.closed;
  await moving;
  check(/-2$/.test(works("dpkg-query -W -f '${Version}' rummery", "version")),
    "to the new version");
  check(await hasServer() && works("systemctl show -P MainPID rummery", "MainPID") !== pid,
    "the server was restarted", status());
  const seq = await seqOf(server, made);
  check(seq >= last, "no move is lost that was acknowledged", `${last} ${seq}`);
  held.anna = new Client(server.port, made.table, made.key);
  await held.anna.connect();
  const answer = await held.anna.ask({ do: "act", action: "draw" });
  check(answer.error === undefined || answer.error === "not_now", "and play goes on",
    JSON.stringify(answer));
  check(readFileSync(at("etc/default/rummery"), "utf8") === `RUMMERY_PORT=${server.port}\n`,
    "settings are kept");
  check((statSync(at("etc/default/rummery")).mode & 0o777) === 0o640, "and still root's");
  works("systemctl stop rummery", "it can be stopped");
  works(aptInstall(debian.bring(packages.first)), "the way back");
  works("systemctl start rummery", "and starts");
  check(await hasServer() && await seqOf(server, made) >= seq, "with the table as it was",
    status());
}

// Root's own commands leave nothing behind that the server could not read.
async function testAdministering() {
  works(`rummery backup --data ${DATA} /root/copy.sqlite`, "a backup beside the running server");
  works("systemctl stop rummery", "stop");
  works(`rummery backup --data ${DATA} /root/copy2.sqlite`, "a backup without it");
  const list = works(`rummery tables list --data ${DATA}`, "tables are listed");
  check(list.includes(held.made.table), "the table among them", list);
  works("systemctl start rummery", "start");
  check(await hasServer(), "it starts after root was there", status());
  works("systemctl reload rummery", "the page is read again");
  check(await until(() => journal().includes("page-renewed")), "and the log says so", journal());
}

// ---- What befalls it ---

async function testTakenPort() {
  works("systemctl stop rummery", "stop");
  const other = createServer().listen(server.port, "localhost");
  await new Promise((done) => other.on("listening", done));
  const began = works("date +%s", "date");
  debian.inside("systemctl start rummery");
  const said = () => debian.inside(`journalctl -u rummery -o cat --since @${began}`).out;
  check(await until(() => /in use|taken/.test(said())), "a port that is taken is told of", said());
  await new Promise((done) => other.close(done));
  check(await hasServer() || (debian.inside("systemctl reset-failed rummery; " +
    "systemctl start rummery").code === 0 && await hasServer()),
  "and when it is free again the server comes", status());
}

async function testWrongOwner() {
  works(`systemctl stop rummery; chown -R root:root ${DATA}`, "root takes the data");
  works("systemctl start rummery", "start");
  check(await hasServer() && await seqOf(server, held.made) > 0,
    "systemd gives the folder back, and the table is there", status());
  works(`systemctl stop rummery; chown root:root ${DATA}/rummery.sqlite; ` +
    `chmod 600 ${DATA}/rummery.sqlite`, "root takes one file");
  const before = hashOf(at(join(DATA, "rummery.sqlite")));
  const began = works("date +%s", "date");
  debian.inside("systemctl start rummery");
  const said = () => debian.inside(`journalctl -u rummery -o cat --since @${began}`).out;
  check(await until(() => said().includes("rummery.sqlite")), "the file is named", said());
  check(hashOf(at(join(DATA, "rummery.sqlite"))) === before, "and left as it was");
  works(`systemctl stop rummery; chown rummery:rummery ${DATA}/rummery.sqlite; ` +
    "systemctl reset-failed rummery; systemctl start rummery", "it is given back");
  check(await hasServer() && await seqOf(server, held.made) > 0, "and the table is there",
    status());
}

// The unit had a user that systemd made up, once; its data lay elsewhere.
async function testFormerUnit() {
  works(`systemctl stop rummery; mkdir -p -m 700 /var/lib/private; mv ${DATA} /var/lib/private/; ` +
    `ln -s private/rummery ${DATA}; chown -R 61234:61234 /var/lib/private/rummery`, "as it was");
  works("systemctl start rummery", "start");
  check(await hasServer() && await seqOf(server, held.made) > 0,
    "data of the former unit is found", status());
  check(works(`stat -c %F ${DATA}`, "stat") === "directory", "and lies where it belongs");
}

async function testOldStore() {
  works(`systemctl stop rummery; mv ${DATA} ${DATA}.mine`, "the data is put aside");
  mkdirSync(at(DATA));
  copyFileSync(fileOf("first", "store.sqlite"), at(join(DATA, "rummery.sqlite")));
  works("systemctl start rummery", "start on a store of an earlier version");
  check(await hasServer(), "it serves it", status());
  const tables = Object.values(read("first", "tables.json")).filter(({ isPutAway }) => !isPutAway);
  for (const { table, holders: [{ key }] } of tables)
    check(await seqOf(server, { table, key }) > 0, "every table of it is there", table);
  works(`systemctl stop rummery; rm -r ${DATA}; mv ${DATA}.mine ${DATA}; systemctl start rummery`,
    "back to its own data");
  check(await hasServer() && await seqOf(server, held.made) > 0, "which is there", status());
}

// ---- Leaving ---

async function testRemoving() {
  const seq = await seqOf(server, held.made);
  works("apt-get remove -y -qq rummery", "it is removed");
  check(!isActive() && !existsSync(at("usr/bin/rummery")), "and gone");
  check(existsSync(at(join(DATA, "rummery.sqlite"))) && existsSync(at("etc/default/rummery")),
    "data and settings are kept");
  works(aptInstall(debian.bring(packages.second)), "it is installed again");
  check(await hasServer() && await seqOf(server, held.made) === seq,
    "it runs as before, and the table is there", status());
  works("mkdir -p /srv/elsewhere; touch /srv/elsewhere/kept", "somebody's own data");
  works("apt-get purge -y -qq rummery", "it is purged");
  check(!isActive() && !existsSync(at(DATA)) && !existsSync(at("etc/default/rummery")),
    "data and settings are gone");
  check(existsSync(at("srv/elsewhere/kept")) && existsSync(at("root/copy.sqlite")),
    "what lies elsewhere is not touched");
  check(/^rummery:/m.test(readFileSync(at("etc/passwd"), "utf8")), "the user stays");
  works("apt-get purge -y -qq librummery-dev librummery0", "so are the libraries");
  const left = works("find /etc /lib /usr /var/lib -xdev -name '*rummery*'", "find");
  check(left === "", "nothing of it is left", left);
}

// Where the data is a file system of its own, purging empties it.
async function testMountPoint() {
  works(aptInstall(debian.bring(packages.first)), "once more");
  works(`mkdir -p ${DATA} && mount -t tmpfs none ${DATA} && touch ${DATA}/x`, "a mount point");
  works("apt-get purge -y -qq rummery", "a mount point does not keep it from being purged");
  check(works(`ls -A ${DATA}`, "ls") === "", "which is empty then");
}

async function testEnding() {
  await debian.powerOff();
  rmSync(folder, { recursive: true, force: true });
}

process.on("exit", () => debian.machine?.kill("SIGKILL"));
await runAll([testBuilding, testInstalling, testStarting, testUpgrading, testAdministering,
  testTakenPort, testWrongOwner, testFormerUnit, testOldStore, testRemoving, testMountPoint,
  testEnding]);
