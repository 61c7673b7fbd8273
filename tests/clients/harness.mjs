// harness.mjs - what the tests of this folder share: counting, waiting, a server of one's own
// on a free port with data of its own, curl, and making and joining tables over HTTP.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort, metricsHeader, metricsKey, PATIENCE_MS, sleep, startServer, stopServer, until,
} from "../server/visitor.mjs";
import { check, finish } from "../sentences/check.mjs";

export { check, freePort, metricsHeader, PATIENCE_MS, sleep, stopServer, until };

const here = dirname(fileURLToPath(import.meta.url));
export const webFolder = resolve(here, "../page");
export const program = resolve(process.argv[2] ?? "");
export const folder = mkdtempSync(join(tmpdir(), "rummery-clients-"));

const running = new Set();

export const newId = () => randomBytes(12).toString("hex");

// A server with data of its own under that name; the same name again finds the same data.
export const start = (name, ...args) => startAs(program, name, ...args);

// The same by another build of the program.
export async function startAs(which, name, ...args) {
  const server = await startServer(which,
    ["--port", "0", "--data", join(folder, name), "--web", webFolder, ...args]);
  if (server.port === 0) throw new Error(`the server does not start: ${server.err}`);
  running.add(server);
  server.ended.then(() => running.delete(server));
  return server;
}

export function run(args, input = "", env = {}) {
  const result = spawnSync(program, args,
    { input, maxBuffer: 1 << 26, env: { ...process.env, ...env } });
  return { code: result.status, out: String(result.stdout), err: String(result.stderr) };
}

export function curl(...args) {
  const result = spawnSync("curl", ["-s", "-i", "--max-time", "90", "--path-as-is", ...args]);
  const [head, ...rest] = String(result.stdout).split("\r\n\r\n");
  const status = Number(head.split(" ")[1] ?? 0);
  return { status, head, body: rest.join("\r\n\r\n") };
}

// On a line of its own: one that was kept could be closed at the moment it is used again.
export const fetchOnce = (url, { headers, ...more } = {}) =>
  fetch(url, { ...more, headers: { ...headers, Connection: "close" } });

// A POST of JSON by fetch, as a page would send it.
export async function post(link, path, body, headers = {}) {
  const answer = await fetchOnce(new URL(path, link), {
    method: "POST", headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body) });
  return { status: answer.status, ...(await answer.json()) };
}

export function makeTable(server, more = {}) {
  return post(server.link, "/api/tables", {
    id: newId(), game: "exclusiv", options: { turn_seconds: 0 },
    seats: [{ name: "Anna" }, { open: true }], ...more });
}

export function joinTable(server, made, more = {}) {
  return post(server.link, `/api/tables/${made.table}/seats`,
    { id: newId(), invite: made.invite, seats: [{ name: "Ben" }], ...more });
}

export const isHealthy = (server) =>
  fetchOnce(`${server.link}healthz`).then((answer) => answer.ok);

// What the server counts, as text.
export const metricsOf = async (server) => (await fetchOnce(`${server.link}metrics`,
  { headers: { Authorization: `Bearer ${metricsKey}` } })).text();

// Runs the tests one after the other; one that throws is a failure, not the end.
export async function runAll(tests) {
  for (const test of tests) {
    const began = Date.now();
    try {
      await test();
    } catch (error) {
      check(false, `${test.name} could not go on:`, error.stack);
    }
    console.log(`${test.name}: ${((Date.now() - began) / 1000).toFixed(1)} s`);
  }
  for (const server of running) server.child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
  process.exit(finish());
}
