// terminal.mjs - a real terminal for the tests: a pane of tmux in which the program runs. Keys are
// sent, the screen is read; waiting is for what the screen shows, never for time to pass.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export const program = resolve(process.argv[2] ?? "");
export const folder = mkdtempSync(join(tmpdir(), "rummery-tui-"));
const socket = join(folder, "tmux");
// a loaded machine must not make a test fail
const PATIENCE_MS = Number(process.env.PATIENCE_MS ?? 60000);
const LOOK_MS = 25, RESTS_MAX = 10;

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const tmux = (...args) =>
  execFileSync("tmux", ["-S", socket, "-f", "/dev/null", ...args], { encoding: "utf8" });
const quote = (text) => `'${String(text).replaceAll("'", "'\\''")}'`;
let count = 0;
// or it would end with the first test
tmux("start-server", ";", "set-option", "-g", "exit-empty", "off");

export class Terminal {
  // `state` is the folder of saved matches; the same one again finds them again.
  constructor(args, { columns = 80, rows = 24, env = {}, state = `state-${count}` } = {}) {
    this.name = `t${count++}`;
    const all = { TERM: "xterm-256color", LC_ALL: "C.UTF-8", ...env,
      XDG_STATE_HOME: join(folder, state), HOME: folder };
    const settings = Object.entries(all).map(([key, value]) => quote(`${key}=${value}`));
    const command = ["env", "-u", "NO_COLOR", ...settings, ...[program, ...args].map(quote)];
    // the shell stays, whichever it is, so that what the program left behind can be looked at
    tmux("new-session", "-d", "-s", this.name, "-x", columns, "-y", rows,
      `trap : INT; ${command.join(" ")}; echo "ended with $?"; exec sh`);
    this.pane = tmux("display-message", "-p", "-t", this.name, "#{pane_tty} #{pane_pid}").trim();
  }

  screen() {
    return tmux("capture-pane", "-p", "-t", this.name);
  }

  // With the sequences for colours.
  colours() {
    return tmux("capture-pane", "-p", "-e", "-t", this.name);
  }

  // Waits until the screen shows it (text, pattern or function), and returns the screen.
  async until(wanted, about = String(wanted)) {
    const holds = typeof wanted === "function" ? wanted
      : wanted instanceof RegExp ? (text) => wanted.test(text)
        : (text) => text.includes(wanted);
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const text = this.screen();
      if (holds(text)) return this.#rest(text, holds);
      if (Date.now() > end) throw new Error(`the screen never shows ${about}:\n${text}`);
      await sleep(LOOK_MS);
    }
  }

  // The same once nothing more is drawn, as long as it holds: a screen may come in pieces.
  async #rest(text, holds) {
    for (let i = 0; i < RESTS_MAX; i += 1) {
      await sleep(LOOK_MS);
      const next = this.screen();
      if (next === text || !holds(next)) break;
      text = next;
    }
    return text;
  }

  // The screen once two looks at it were alike.
  async settled() {
    for (let before = this.screen(); ;) {
      await sleep(4 * LOOK_MS);
      const now = this.screen();
      if (now === before) return now;
      before = now;
    }
  }

  keys(...keys) {
    tmux("send-keys", "-t", this.name, ...keys);
  }

  // Presses keys and waits for what they bring.
  async press(keys, wanted) {
    this.keys(...[keys].flat());
    return this.until(wanted);
  }

  #mouse(...events) {
    const bytes = events.map(([code, row, column, end]) =>
      `\x1b[<${code};${column + 1};${row + 1}${end}`);
    tmux("send-keys", "-t", this.name, "-l", bytes.join(""));
  }

  // Both in one piece, as a slow line may bring them.
  drag(from, to) {
    this.#mouse([0, from.row, from.column, "M"], [0, to.row, to.column, "m"]);
  }

  click(row, column) {
    this.drag({ row, column }, { row, column });
  }

  wheel(row, column, isDown) {
    this.#mouse([isDown ? 65 : 64, row, column, "M"]);
  }

  // Where a text stands on the screen, once it is there and nothing moves any more.
  async find(text) {
    await this.until(text);
    const lines = (await this.settled()).split("\n");
    const row = lines.findIndex((line) => line.includes(text));
    if (row < 0) throw new Error(`${text} is not on the screen:\n${lines.join("\n")}`);
    return { row, column: [...lines[row].slice(0, lines[row].indexOf(text))].length };
  }

  async clickText(text) {
    const { row, column } = await this.find(text);
    this.click(row, column);
  }

  resize(columns, rows) {
    tmux("resize-window", "-t", this.name, "-x", columns, "-y", rows);
  }

  // The process of the program in the pane.
  pid() {
    const shell = this.pane.split(" ")[1];
    const found = spawnSync("ps", ["-o", "pid=,comm=", "--ppid", shell], { encoding: "utf8" });
    const line = found.stdout.split("\n").find((one) => one.includes("rummery"));
    return Number((line ?? "0").trim().split(/\s+/)[0]);
  }

  signal(name) {
    process.kill(this.pid(), name);
  }

  // How the terminal itself is set.
  settings() {
    return spawnSync("stty", ["-a", "-F", this.pane.split(" ")[0]], { encoding: "utf8" }).stdout;
  }

  // Whether the program gets clicks, and not the terminal.
  hasMouse() {
    return tmux("display-message", "-p", "-t", this.name, "#{mouse_any_flag}").trim() === "1";
  }

  close() {
    spawnSync("tmux", ["-S", socket, "kill-session", "-t", this.name]);
  }
}

export function closeAll() {
  spawnSync("tmux", ["-S", socket, "kill-server"]);
  rmSync(folder, { recursive: true, force: true });
}
