// container.mjs - the image of the server: made by script/container, run by podman with nothing
// that it does not need. Not root, read-only, asked for its health; a table outlives the container.
// Needs root and Debian's archive; minutes.
// usage: node container.mjs BUILD_FOLDER, where the page comes from
import { execFileSync, spawnSync } from "node:child_process";
import { chownSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { check, folder, freePort, isHealthy, runAll, until } from "../clients/harness.mjs";
import { seqOf, sitAlone } from "../clients/client.mjs";

const build = process.argv[2];
const USER = 10001;
// 20 MB more than it has today
const SIZE_MAX = 50e6;
const data = join(folder, "data");
const server = { port: 0, link: "" };
let image = "";

// podman wants control groups of the second version; where this machine has not mounted them, it
// gets them for itself. Limits are below those of any machine.
const FLAGS = ["--network", "host", "--cgroups=disabled", "--ulimit", "nofile=4096:4096",
  "--ulimit", "nproc=1024:1024"];
const SHELL = `[ -f /sys/fs/cgroup/cgroup.procs ] || mount -t cgroup2 none /sys/fs/cgroup
exec podman --storage-driver vfs --root "$0/storage" --runroot "$0/run" \
--cgroup-manager cgroupfs "$@"`;

function podman(...args) {
  const { status, stdout, stderr } = spawnSync("unshare", ["--mount", "sh", "-c", SHELL, folder,
    ...args], { encoding: "utf8" });
  return { code: status, out: stdout.trimEnd(), err: stderr };
}

const hasServer = () => until(() => isHealthy(server).catch(() => false));
const logs = () => JSON.stringify(podman("logs", "table"));

const startTable = () => podman("run", "--detach", "--name", "table", "--read-only", "--cap-drop",
  "all", "--security-opt", "no-new-privileges", "--volume", `${data}:/var/lib/rummery`, ...FLAGS,
  "--env", `RUMMERY_PORT=${server.port}`, image);

function testMaking() {
  const out = join(folder, "packages");
  execFileSync("script/package", ["--built", build, "--only", "binary", out], { stdio: "pipe",
    env: { ...process.env, DEB_BUILD_OPTIONS: "noopt noautodbgsym" } });
  const deb = readdirSync(out).find((name) => /^rummery_.*\.deb$/.test(name));
  const path = execFileSync("script/container", [join(out, deb), join(folder, "made")],
    { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
  console.log(`${path.split("/").at(-1)} ${statSync(path).size}`);
  check(statSync(path).size < SIZE_MAX, "the image is small", String(statSync(path).size));
  image = /(localhost\/\S+)/.exec(podman("load", "--input", path).out)?.[1] ?? "";
  check(image !== "", "podman takes it");
  const version = execFileSync("script/version", { encoding: "utf8" }).trim();
  const told = podman("run", "--rm", "--no-healthcheck", ...FLAGS, image, "--version");
  check(told.out === `rummery ${version}`, "it says its version", JSON.stringify(told));
}

async function testRunning() {
  mkdirSync(data, { mode: 0o700 });
  chownSync(data, USER, USER);
  server.port = await freePort();
  server.link = `http://localhost:${server.port}/`;
  const started = startTable();
  check(started.code === 0 && await hasServer(), "it runs: read-only, without capabilities",
    started.err + logs());
  const pid = podman("inspect", "--format", "{{.State.Pid}}", "table").out;
  check(statSync(`/proc/${pid}`).uid === USER, "not as root");
  check(podman("healthcheck", "run", "table").code === 0, "its health is asked for, and good");
  const { made } = await sitAlone(server);
  const seq = await seqOf(server, made);
  check(podman("stop", "--time", "15", "table").code === 0 &&
    podman("inspect", "--format", "{{.State.ExitCode}}", "table").out === "0",
  "it ends well when it is told to", logs());
  podman("rm", "table");
  check(startTable().code === 0 && await hasServer() && await seqOf(server, made) === seq,
    "a new container has the table", logs());
}

// A folder that is not the user's is told of, and left alone.
async function testWrongOwner() {
  podman("rm", "--force", "table");
  chownSync(data, 0, 0);
  startTable();
  const isDown = await until(() =>
    podman("inspect", "--format", "{{.State.Status}}", "table").out === "exited");
  const { err } = podman("logs", "table");
  check(isDown && /rummery: .*\/var\/lib\/rummery/.test(err),
    "a folder that it may not write to is named", err);
  podman("rm", "--force", "table");
  podman("system", "reset", "--force");
}

process.on("exit", () => podman("rm", "--force", "--all"));
await runAll([testMaking, testRunning, testWrongOwner]);
