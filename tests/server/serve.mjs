// serve.mjs - the server as those who run it see it: the real program on a real port, with
// curl as the visitor. Starting, serving files, refusing tricks, stopping, backing up.
// usage: node serve.mjs RUMMERY
import { execFileSync, spawnSync } from "node:child_process";
import { createConnection } from "node:net";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync,
  writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { exchange, freePort, metricsHeader, openWebSocket, PATIENCE_MS, sleep, startServer,
  stopServer, until } from "./visitor.mjs";
import { check, finish } from "../sentences/check.mjs";

const program = resolve(process.argv[2]);
const web = resolve(dirname(fileURLToPath(import.meta.url)), "../page");
const folder = mkdtempSync(join(tmpdir(), "rummery-serve-"));
// those who stop a service wait about as long before they kill it
const STOP_MAX_MS = 10000;

// A program that is expected to end by itself.
function run(args, env = {}) {
  const options = { env: { ...process.env, ...env }, timeout: PATIENCE_MS };
  const result = spawnSync(program, args, options);
  return { code: result.status, out: String(result.stdout), err: String(result.stderr) };
}

function curl(...args) {
  const result = spawnSync("curl", ["-s", "-i", "--max-time", "90", "--path-as-is", ...args]);
  const [head, ...rest] = String(result.stdout).split("\r\n\r\n");
  const [first, ...lines] = head.split("\r\n");
  const headers = Object.fromEntries(lines.map((line) =>
    [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 2)]));
  return { status: Number(first.split(" ")[1] ?? 0), headers, body: rest.join("\r\n\r\n") };
}

const dataOf = (name) => join(folder, name);
const start = (name, ...args) =>
  startServer(program, ["--port", "0", "--data", dataOf(name), "--web", web, ...args]);

async function testPages() {
  const server = await start("pages");
  check(/^http:\/\/localhost:\d+\/\n$/.test(server.out), "one line with the link is printed",
    server.out + server.err);
  const health = curl(`${server.link}healthz`);
  check(health.status === 200, "/healthz says that all is well", JSON.stringify(health));
  let metrics;
  const isAlone = await until(() => {
    metrics = curl("-H", metricsHeader, `${server.link}metrics`);
    return /^rummery_connections 1$/m.test(metrics.body);
  });
  check(metrics.status === 200 && /^rummery_commits_total \d+$/m.test(metrics.body),
    "/metrics counts commits", metrics.body.slice(0, 200));
  check(curl(`${server.link}metrics`).status === 404, "/metrics are only for who has the key");
  check(isAlone, "/metrics counts its own visitor",
    /^rummery_connections .*$/m.exec(metrics.body)?.[0]);
  const page = curl(server.link);
  check(page.status === 200 && page.body.includes("<title>Rummery"), "/ is the page");
  check(page.headers["content-security-policy"]?.includes("default-src 'none'"),
    "the page has a strict content security policy");
  check(page.headers["x-content-type-options"] === "nosniff", "types are not guessed");
  check(page.headers["referrer-policy"] === "no-referrer", "links do not tell on tables");
  check(!/<script|\sstyle=|\son\w+=/.test(page.body), "the page keeps to its own policy");
  const style = curl(`${server.link}style.css`);
  check(style.status === 200 && style.headers["content-type"].startsWith("text/css"),
    "a file has its type");
  const again = curl("-H", `If-None-Match: ${style.headers.etag}`, `${server.link}style.css`);
  check(again.status === 304, "a file that is known is not sent again");
  check(curl(`${server.link}nothing-here.js`).status === 404, "what is not there is 404");
  check(curl("-X", "DELETE", server.link).status === 405, "a file takes no DELETE");
  check(curl("-4", `http://127.0.0.1:${server.port}/healthz`).status === 200, "IPv4 is served");
  const end = await stopServer(server);
  check(end.code === 0 && end.ms < STOP_MAX_MS, "SIGTERM ends it quickly, with 0",
    JSON.stringify(end));
}

async function testPathTricks() {
  writeFileSync(join(folder, "secret"), "secret of the folder above");
  mkdirSync(join(folder, "page"));
  writeFileSync(join(folder, "page", "index.html"), "<title>the page</title>");
  const server = await startServer(program, ["--port", "0", "--store", "memory", "--web",
    join(folder, "page")]);
  const tricks = ["/../secret", "/%2e%2e/secret", "/..%2fsecret", "/%2e%2e%2fsecret",
    "/a/../../secret", "//secret", "//../secret", "/..\\secret", "/%5c..%5csecret",
    "/index.html%00", "/%00", "/./../secret", "/%", "/%zz"];
  for (const path of tricks) {
    const { status, body } = curl(`http://localhost:${server.port}${path}`);
    check((status === 400 || status === 404) && !body.includes("secret of"),
      `the path ${path} leads nowhere`, `${status} ${body.slice(0, 80)}`);
  }
  // plain names are the page's own, whatever lies there on the disk
  const disk = curl(`http://localhost:${server.port}${join(folder, "secret")}`);
  check(disk.status === 200 && disk.body === "<title>the page</title>",
    "a path of the disk is only a path of the page", disk.body);
  const raw = [
    `GET /\0 HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`,
    "GET / HTTP/1.1\r\n\r\n",
    "hello\r\n\r\n",
    `GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
    `GET /${"x".repeat(100000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  ];
  for (const bytes of raw) {
    const answer = await exchange(server.port, bytes);
    check(/^HTTP\/1\.1 4\d\d /.test(answer), "nonsense is refused and the line closed",
      JSON.stringify([bytes.slice(0, 40), answer.slice(0, 60)]));
  }
  check(curl(`${server.link}healthz`).status === 200, "after all that the server is well");
  check((await stopServer(server)).code === 0, "and ends well", server.err);
}

// Another page is put in the place of this one, while the server runs.
async function testRenewal() {
  const place = join(folder, "renewed");
  const put = (name, text) => writeFileSync(join(place, name), text);
  mkdirSync(join(place, "assets"), { recursive: true });
  put("index.html", "first");
  put("assets/main-11111111.js", "one");
  const server = await startServer(program, ["--port", "0", "--store", "memory", "--web", place]);
  const says = (path, text) => curl(`${server.link}${path}`).body === text;
  const renew = () => server.child.kill("SIGUSR1");
  put("index.html", "second");
  rmSync(join(place, "assets", "main-11111111.js"));
  put("assets/main-22222222.js", "two");
  check(says("", "first"), "a page is served as it was read");
  renew();
  check(await until(() => says("", "second")), "and anew when it is told to, without a restart",
    server.err);
  check(says("assets/main-22222222.js", "two"), "with its files");
  check(says("assets/main-11111111.js", "one"), "and those that an open page may still ask for");
  rmSync(place, { recursive: true });
  renew();
  check(await until(() => server.err.includes("page-not-renewed")),
    "a page that cannot be read is a line in the log", server.err);
  check(says("", "second"), "and the one that was there stays");
  mkdirSync(place);
  put("index.html", "third");
  for (let i = 0; i < 20; i += 1) renew();
  check(await until(() => says("", "third")), "many signals are one renewal more", server.err);
  check((await stopServer(server)).code === 0, "and it ends well", server.err);
}

// A visitor who sends more than is wanted still gets to read why it was refused.
async function testLastWords() {
  const server = await start("words", "--store", "memory");
  const body = "x".repeat(3 << 20);
  const answer = await exchange(server.port,
    `POST /api/tables HTTP/1.1\r\nHost: localhost:${server.port}\r\n` +
    `Content-Length: ${body.length}\r\n\r\n${body}`);
  check(/^HTTP\/1\.1 413 /.test(answer), "a body that is too large is refused, readably",
    answer.slice(0, 60));
  const fault = await new Promise((done) => {
    const socket = createConnection({ port: server.port, host: "127.0.0.1", allowHalfOpen: true });
    socket.on("error", (error) => done(error.code));
    socket.resume();
    socket.write(`POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999\r\n\r\n`);
    for (let i = 1; i <= 5; i++) setTimeout(() => socket.write("x".repeat(1000)), 40 * i);
    setTimeout(() => (done(""), socket.destroy()), 280);
  });
  check(fault === "", "who is still sending is not cut off at once", fault);
  await stopServer(server);
}

function askForTable(server) {
  const request = { id: `0123456789abcdef${Math.random()}`, game: "exclusiv",
    seats: [{ name: "Anna" }, { bot: 1 }] };
  return curl("-H", "Content-Type: application/json", "--data", JSON.stringify(request),
    `${server.link}api/tables`);
}

function makeTable(server) {
  const answer = askForTable(server);
  check(answer.status === 201, "a table is made", JSON.stringify(answer));
  return answer.status === 201 ? JSON.parse(answer.body) : {};
}

async function testDataIsKept() {
  const server = await start("kept");
  const made = makeTable(server);
  const socket = await openWebSocket(server.port);
  const end = await stopServer(server, "SIGINT");
  check(end.code === 0 && end.ms < STOP_MAX_MS, "SIGINT ends it too", JSON.stringify(end));
  check((await socket.closed) === 1001, "WebSockets are told that the server goes away");
  check(/"event":"stopped","is_saved":1/.test(server.err), "the log says that all is saved");
  check(server.err.trim().split("\n").every((line) => JSON.parse(line).event !== undefined),
    "every line of the log is JSON");
  check(!server.err.includes(made.key) && !server.err.includes(made.invite),
    "the log tells no key and no invitation");
  const next = await start("kept");
  const looked = curl(`${next.link}api/tables/${made.table}`);
  check(looked.status === 200, "the table is there after a restart", JSON.stringify(looked));
  next.child.kill("SIGKILL");
  await next.ended;
  const third = await start("kept");
  check(curl(`${third.link}api/tables/${made.table}`).status === 200,
    "and after a kill, whose lock is gone", third.err);
  await stopServer(third);
  check((statSync(dataOf("kept")).mode & 0o77) === 0, "the data folder is the owner's alone");
  const file = join(dataOf("kept"), "rummery.sqlite");
  chmodSync(file, 0o644);
  const fourth = await start("kept");
  for (const end of ["", "-wal", "-shm"])
    check((statSync(file + end).mode & 0o777) === 0o600, "so is a store that others could read",
      (statSync(file + end).mode & 0o777).toString(8));
  await stopServer(fourth);
}

// As docs/deploy.md has it, but for the folders, the user and the unit.
async function testDocumentedRestore() {
  const document = readFileSync(new URL("../../docs/deploy.md", import.meta.url), "utf8");
  const [, block] = /To go back to a copy:\n\n```sh\n([^`]*)```/.exec(document) ?? [];
  check(/^install -o rummery -g rummery -m 600 /m.test(block ?? ""),
    "a restored store is the service's own", block);
  let server = await start("restored");
  const made = await makeTable(server);
  const copy = join(folder, "restored-copy.sqlite");
  rmSync(copy, { force: true });
  check(run(["backup", "--data", dataOf("restored"), copy]).code === 0, "it is backed up");
  const later = await makeTable(server);
  await stopServer(server);
  const me = [execFileSync("id", ["-un"]), execFileSync("id", ["-gn"])].map((id) => `${id}`.trim());
  const script = block.replaceAll("/var/lib/rummery", dataOf("restored"))
    .replace(/\/srv\/backup\/\S+/, copy).replace("-o rummery -g rummery", `-o ${me[0]} -g ${me[1]}`)
    .replace("runuser -u rummery -- rummery", program);
  const done = spawnSync("sh", ["-euc", `systemctl() { :; }\numask 022\n${script}`]);
  check(done.status === 0, "each line of it works", String(done.stderr));
  const { mode } = statSync(join(dataOf("restored"), "rummery.sqlite"));
  check((mode & 0o777) === 0o600, "and nobody else can read it", (mode & 0o777).toString(8));
  server = await start("restored");
  check(curl(`${server.link}api/tables/${made.table}`).status === 200 &&
    curl(`${server.link}api/tables/${later.table}`).status === 404, "the copy is served",
    server.err);
  await stopServer(server);
}

async function testSecondServer() {
  const server = await start("one");
  const second = run(["serve", "--port", "0", "--data", dataOf("one"), "--web", web]);
  check(second.code === 1 && /^rummery: another server uses .*\n$/.test(second.err),
    "a second server on the same data is refused", second.err);
  const port = run(["serve", "--port", `${server.port}`, "--store", "memory"]);
  check(port.code === 1 && /^rummery: port \d+ .* in use/.test(port.err),
    "a port in use is said to be in use", port.err);
  check(curl(`${server.link}healthz`).status === 200, "the first one goes on");
  await stopServer(server);
}

// A page elsewhere may point a name of its own at this machine (DNS rebinding).
async function testHosts() {
  const rows = [
    [[], { "localhost": 200, "127.0.0.1": 200, "[::1]": 200, "elsewhere.example": 421 }],
    [["--bind", "127.0.0.1"], { "localhost": 200, "elsewhere.example": 421 }],
    [["--host", "cards.example", "--host", "tiles.example"], { "localhost": 200,
      "cards.example": 200, "tiles.example:443": 200, "elsewhere.example": 421 }],
    [["--host", "cards.example", "--origin", "https://app.example:8443"], { "app.example": 200,
      "cards.example": 200, "elsewhere.example": 421 }],
    [["--host", "cards.example", "--trust-proxy", "127.0.0.1"], { "cards.example": 200,
      "elsewhere.example": 421 }],
    [["--trust-proxy", "127.0.0.1"], { "elsewhere.example": 200 }],
    [["--origin", "https://cards.example"], { "elsewhere.example": 200 }],
  ];
  for (const [i, [args, hosts]] of rows.entries()) {
    const server = await start(`hosts-${i}`, "--store", "memory", ...args);
    for (const [host, status] of Object.entries(hosts)) {
      const text = await exchange(server.port,
        `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      check(text.startsWith(`HTTP/1.1 ${status} `), `${args.join(" ")}: Host ${host} is ${status}`,
        text.slice(0, 20));
    }
    await stopServer(server);
  }
  const named = await startServer(program, ["--port", "0", "--store", "memory"],
    { RUMMERY_HOST: "a.example,b.example", RUMMERY_METRICS_KEY: "" });
  check(curl("-H", "Host: b.example", `${named.link}healthz`).status === 200,
    "names may come by the environment");
  check(curl("-H", metricsHeader, `${named.link}metrics`).status === 404,
    "where a name is set there may be a proxy, and without a key nobody sees the metrics");
  await stopServer(named);
  const alone = await startServer(program, ["--port", "0", "--store", "memory"],
    { RUMMERY_METRICS_KEY: "" });
  check(curl(`${alone.link}metrics`).status === 200, "alone on its machine it shows them there");
  for (const header of ["Via: 1.1 proxy", "X-Real-IP: 192.0.2.1", "CF-Connecting-IP: 192.0.2.1"])
    check(curl("-H", header, `${alone.link}metrics`).status === 404,
      "but not to what may come through a proxy", header);
  await stopServer(alone);
}

function testFaultsAtTheStart() {
  const usage = [["--prot", "1"], ["--port"], ["--port", "65536"], ["--port", "x"],
    ["--port", "-1"], ["--bind", "example.org"], ["--origin", "example.org"],
    ["--origin", "https://example.org/page"],
    ["--host", "example.org:80"], ["--host", ""], ["--metrics-key", "short"],
    ["--metrics-key", "with a blank in it all"], ["--trust-proxy", "10.0.0.0/33"],
    ["--log", "loud"], ["--tables-max", "0"], ["extra"]];
  for (const args of usage) {
    const { code, out, err } = run(["serve", ...args]);
    check(code === 2 && out === "" && /^rummery: .*\nsee `rummery serve --help`\n$/.test(err),
      `serve ${args.join(" ")} is wrong usage`, `${code} ${err}`);
  }
  const wrong = run(["serve"], { RUMMERY_PORT: "many" });
  check(wrong.code === 2 && wrong.err.startsWith("rummery: RUMMERY_PORT takes a number"),
    "a wrong variable is named", wrong.err);
  const file = join(folder, "no-store");
  writeFileSync(file, "this is no database\n".repeat(500));
  const faults = { [`sqlite:${file}`]: "no database", "mysql:x": "an unknown scheme",
    [`sqlite:${file}/below/a`]: "a folder that cannot be", [`sqlite:${folder}`]: "a folder" };
  for (const [store, what] of Object.entries(faults)) {
    const { code, err } = run(["serve", "--port", "0", "--store", store]);
    check(code === 1 && /^rummery: .*\n$/.test(err), `a store that is ${what}`, `${code} ${err}`);
  }
  const page = run(["serve", "--port", "0", "--store", "memory", "--web", "/nowhere/at/all"]);
  check(page.code === 1 && page.err.startsWith("rummery: "), "a page that is not there", page.err);
  const nowhere = run(["serve", "--port", "0"], { HOME: "", XDG_DATA_HOME: "", RUMMERY_DATA: "" });
  check(nowhere.code === 2 && nowhere.err.includes("--data"), "no place for the data", nowhere.err);
  const away = run(["serve", "--port", "0", "--store", "memory", "--bind", "192.0.2.1"]);
  check(away.code === 1 && away.err.includes("cannot listen on 192.0.2.1"), "no such address",
    away.err);
}

async function testEnvironment() {
  const [port, other] = [await freePort(), await freePort()];
  const env = { RUMMERY_PORT: `${port}`, RUMMERY_STORE: "memory", RUMMERY_BIND: "127.0.0.1",
    RUMMERY_LOG: "error" };
  const server = await startServer(program, [], env);
  check(server.port === port, "RUMMERY_PORT is respected", server.out);
  check(curl(`http://127.0.0.1:${port}/healthz`).status === 200, "and listened on");
  check((await stopServer(server)).code === 0 && server.err === "", "RUMMERY_LOG too", server.err);
  const flagged = await startServer(program, ["--port", `${other}`], env);
  check(flagged.port === other, "a flag wins over the environment", flagged.out);
  await stopServer(flagged);
  const home = dataOf("home");
  const xdg = await startServer(program, ["--port", "0"], { XDG_DATA_HOME: home });
  await stopServer(xdg);
  check(existsSync(join(home, "rummery", "rummery.sqlite")), "XDG_DATA_HOME holds the data");
  const all = await startServer(program, ["--port", "0", "--store", "memory", "--bind",
    "0.0.0.0,::"]);
  check(all.port > 0 && curl(`http://127.0.0.1:${all.port}/healthz`).status === 200,
    "several addresses share a port", all.err);
  await stopServer(all);
}

async function testBackup() {
  const server = await start("backup");
  const made = makeTable(server);
  const copy = join(folder, "copy", "rummery.sqlite");
  mkdirSync(dirname(copy));
  const backup = run(["backup", "--data", dataOf("backup"), copy]);
  check(backup.code === 0, "a backup while the server runs", backup.err);
  const again = run(["backup", "--data", dataOf("backup"), copy]);
  check(again.code === 1, "nobody's file is overwritten", again.err);
  check(run(["backup", "--data", dataOf("empty"), copy + "2"]).code === 1, "nothing to copy");
  check(!existsSync(dataOf("empty")), "and nothing made of it");
  check(run(["backup"]).code === 2, "backup needs a file");
  await stopServer(server);
  const restored = await start("copy");
  check(curl(`${restored.link}api/tables/${made.table}`).status === 200,
    "the copy is a store with the table in it", restored.err);
  await stopServer(restored);
}

// The player who made the table goes away; computer players play on, for her as well.
async function testMatch(server, game) {
  const request = { id: `0123456789abcdef-${game}`, game, stand_in: 1,
    seats: [{ name: "Anna" }, { bot: 2 }, { bot: 1 }] };
  const { body } = curl("--data", JSON.stringify(request), `${server.link}api/tables`);
  const { table, key } = JSON.parse(body);
  const anna = await openWebSocket(server.port);
  anna.send(JSON.stringify({ do: "hello", version: 1, table, key }));
  anna.send(JSON.stringify({ id: "1", do: "start" }));
  while (!(await anna.next()).includes('"phase":"playing"'));
  anna.destroy();
  const watcher = await openWebSocket(server.port);
  watcher.send(JSON.stringify({ do: "hello", version: 1, table }));
  let phase = "";
  await until(async () => {
    await sleep(100);
    phase = JSON.parse(curl(`${server.link}api/tables/${table}`).body).phase;
    return phase === "over";
  });
  check(phase === "over", `${game}: computer players play a match to its end`, phase);
  const record = join(folder, `${game}.record`);
  writeFileSync(record, curl(`${server.link}api/tables/${table}/record`).body);
  const verdict = run(["verify", record]);
  check(verdict.code === 0 && /"verified":1,/.test(verdict.out),
    `${game}: its record and its shuffle are verified`, verdict.out + verdict.err);
  watcher.destroy();
}

async function testMatches() {
  const server = await start("matches", "--bot-pause", "0", "--connections-per-address", "500");
  for (const game of ["exclusiv", "photo", "princess"]) await testMatch(server, game);
  const { body } = curl("-H", metricsHeader, `${server.link}metrics`);
  const figure = (name) => Number(new RegExp(`^rummery_${name} (\\d+)$`, "m").exec(body)?.[1]);
  check(figure("commits_total") > 3 && figure("commit_us_total") > 0, "commits are timed", body);
  check(figure("bot_moves_total") > 30, "the moves of computer players are counted");
  check((await stopServer(server)).code === 0, "and it ends well", server.err);
}

// With no descriptor left the server waits until there is one again.
async function testDescriptorsRunOut() {
  const limited = join(folder, "limited");
  writeFileSync(limited, `#!/bin/sh\nulimit -n 72\nexec ${program} "$@"\n`, { mode: 0o755 });
  const server = await startServer(limited, ["--port", "0", "--store", "memory",
    "--connections-per-address", "1000"]);
  const sockets = [];
  for (let i = 0; i < 80; i++)
    sockets.push(openWebSocket(server.port).catch(() => null));
  check(await until(() => server.err.includes('"event":"accept-paused"')),
    "running out is logged", server.err);
  await sleep(800);
  check(server.err.split("accept-paused").length < 6, "but not all the time", server.err);
  await Promise.all(sockets.map((socket) => socket.then((each) => each?.destroy())));
  check(curl(`${server.link}healthz`).status === 200, "then visitors come in again", server.err);
  check((await stopServer(server)).code === 0, "and it ends well", server.err);
}

async function testLimits() {
  const server = await start("limits", "--store", "memory", "--connections-per-address", "3",
    "--tables-per-hour", "2");
  const made = [1, 2, 3].map(() => askForTable(server).status);
  check(made.join() === "201,201,429", "one address makes only so many tables", made.join());
  const sockets = [];
  for (let i = 0; i < 3; i++) sockets.push(await openWebSocket(server.port));
  check(await openWebSocket(server.port).then(() => false, () => true),
    "one address has only so many connections");
  sockets[0].destroy();
  check(await until(() => curl(`http://127.0.0.1:${server.port}/healthz`).status === 200),
    "until one is closed");
  await stopServer(server);
}

await testPages();
await testPathTricks();
await testRenewal();
await testLastWords();
await testDataIsKept();
await testDocumentedRestore();
await testSecondServer();
await testHosts();
testFaultsAtTheStart();
await testEnvironment();
await testBackup();
await testMatches();
await testDescriptorsRunOut();
await testLimits();
rmSync(folder, { recursive: true });
process.exitCode = finish();
