// debian.mjs - a clean Debian of one's own, of this machine's release or another: made by
// debootstrap from wherever this machine gets its packages, changed in a chroot, and worked in, or
// booted with systemd, by systemd-nspawn. Needs root.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { PATIENCE_MS, sleep, until } from "../server/visitor.mjs";

const ENVIRONMENT = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C.UTF-8",
  DEBIAN_FRONTEND: "noninteractive" };
// systemd wants control groups of the second version; where this machine has not mounted them,
// the booted one gets them for itself.
const ENTER = `[ -f /sys/fs/cgroup/cgroup.procs ] || mount -t cgroup2 none /sys/fs/cgroup
export SYSTEMD_NSPAWN_TMPFS_TMP=0
exec systemd-nspawn --quiet --register=no --keep-unit --directory "$0" "$@"`;
const CERTIFICATES = "/srv/certificates.crt";

function result({ status, stdout, stderr }) {
  return { code: status, out: String(stdout).trimEnd(), err: String(stderr).trimEnd() };
}

const here = Object.fromEntries(readFileSync("/etc/os-release", "utf8").split("\n")
  .map((line) => line.split("="))).VERSION_CODENAME;

/** Where this machine gets Debian's packages, for that release. */
function archives(name) {
  const told = execFileSync("apt-get", ["indextargets", "--format",
    "$(REPO_URI) $(RELEASE) $(COMPONENT)", "Created-By: Packages"], { encoding: "utf8" });
  return [...new Set(told.trim().split("\n"))].map((line) => line.split(" "))
    .filter(([, release]) => release === here || release.startsWith(`${here}-`))
    .map(([uri, release, component]) => ({ uri, release: release.replace(here, name), component }));
}

/** Where this machine gets npm's packages, as settings of npm. */
function npmSettings(root) {
  const ask = (key) => execFileSync("npm", ["config", "get", key], { encoding: "utf8" }).trim();
  const settings = [`npm_config_registry=${ask("registry")}`];
  if (existsSync(ask("cafile"))) {
    copyFileSync(ask("cafile"), join(root, CERTIFICATES));
    settings.push(`npm_config_cafile=${CERTIFICATES}`);
  }
  return settings;
}

export class Debian {
  constructor(root) {
    this.root = root;
  }

  /** The smallest that apt works in. */
  static make(root, name = here) {
    const all = archives(name);
    const { uri } = all.find(({ release }) => release === name);
    execFileSync("debootstrap", ["--variant=minbase", name, root, uri], { stdio: "pipe" });
    writeFileSync(join(root, "etc/apt/sources.list"), all
      .map(({ uri, release, component }) => `deb ${uri} ${release} ${component}\n`).join(""));
    const debian = new Debian(root);
    debian.chroot("apt-get", "update", "-qq");
    return debian;
  }

  /** Runs a command there, whether or not it is booted. */
  chroot(...command) {
    return result(spawnSync("chroot", [this.root, ...command],
      { env: ENVIRONMENT, maxBuffer: 1 << 26 }));
  }

  /** Begins a line of shell there as a person would find it, as root or somebody else: with the
   * network of this machine, and with npm as it is set up here. */
  begin(line, { user = "root", stdio = "pipe" } = {}) {
    const settings = [...npmSettings(this.root), "LC_ALL=C.UTF-8"]
      .map((setting) => `--setenv=${setting}`);
    return spawn("unshare", ["--mount", "sh", "-c", ENTER, this.root, "--console=pipe", "--as-pid2",
      "--resolv-conf=copy-host", `--user=${user}`, ...settings, "sh", "-c", line], { stdio });
  }

  /** Puts packages there, for `inside` or `chroot` to install. */
  bring(paths) {
    for (const path of paths) copyFileSync(path, join(this.root, "root", basename(path)));
    return paths.map((path) => `/root/${basename(path)}`);
  }

  /** Boots it; it shares the network of this machine. */
  async boot() {
    this.machine = spawn("unshare", ["--mount", "sh", "-c", ENTER, this.root, "--boot"],
      { stdio: ["ignore", "pipe", "pipe"] });
    this.said = "";
    for (const stream of [this.machine.stdout, this.machine.stderr])
      stream.on("data", (data) => (this.said += data));
    this.ended = new Promise((done) => this.machine.on("exit", done));
    let isOver = false;
    this.ended.then(() => (isOver = true));
    await until(() => isOver || this.findFirst() !== undefined);
    const isUp = () => /^(running|degraded)$/.test(
      this.inside("systemctl is-system-running").out);
    if (isOver || !await until(isUp)) throw new Error(`no boot: ${this.said.slice(-2000)}`);
  }

  // The process that is the first one over there.
  findFirst() {
    for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
      try {
        const [, parent] = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
        const isFirst = /^NSpid:\s+\d+\s+1$/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
        if (isFirst && Number(parent) === this.machine.pid) return (this.first = pid);
      } catch {
        continue; // it is gone by now
      }
    return undefined;
  }

  /** Runs a line of shell in the booted system. */
  inside(line) {
    return result(spawnSync("nsenter", ["--target", this.first, "--mount", "--uts", "--ipc",
      "--pid", "--root", "sh", "-c", `cd /; ${line}`],
    { env: ENVIRONMENT, maxBuffer: 1 << 26, timeout: 4 * PATIENCE_MS }));
  }

  async powerOff() {
    if (this.first === undefined) return;
    this.inside("systemctl poweroff --no-block");
    if (await Promise.race([this.ended.then(() => true), sleep(PATIENCE_MS)]) !== true)
      this.machine.kill("SIGKILL");
  }
}
