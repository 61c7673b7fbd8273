// raw.mjs - visitors that no library would let us be: bare sockets that send broken frames,
// smuggle requests, stop in the middle, or never read. Nearly all of them meet one server, at
// which a table is being played; whatever they do, it goes on and the server stays well.
// usage: node raw.mjs RUMMERY
import { createConnection } from "node:net";
import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "./client.mjs";
import { closeCode, closeFrame, frame, framesOf, text } from "./frames.mjs";
import { check, fetchOnce, folder, isHealthy, joinTable, makeTable, metricsOf, newId, PATIENCE_MS,
  run, runAll, sleep, start, stopServer, until } from "./harness.mjs";

let server;
let table; // the table that goes on: Anna and Ben

// ---- Sockets ---------------------------------------------------------------------------------

// A socket that keeps what comes: `received`, `closed` (with the time it took), write().
function connect(bytes, address = "127.0.0.1") {
  const socket = createConnection(server.port, address);
  const began = Date.now();
  const line = { socket, received: Buffer.alloc(0), isClosed: false };
  line.closed = new Promise((done) => socket.on("close", () => {
    line.isClosed = true;
    done(Date.now() - began);
  }));
  socket.on("error", () => {});
  socket.on("data", (data) => (line.received = Buffer.concat([line.received, data])));
  if (bytes !== undefined) socket.write(bytes);
  line.text = () => line.received.toString("latin1");
  line.statuses = () => [...line.text().matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((m) => +m[1]);
  return line;
}

// Sends all and gives what came until the other side closed, or `ms` passed.
async function exchange(bytes, ms = PATIENCE_MS) {
  const line = connect(bytes);
  await Promise.race([line.closed, sleep(ms)]);
  line.socket.destroy();
  return line;
}

const host = () => `Host: localhost:${server.port}\r\n`;
const get = (path, more = "") => `GET ${path} HTTP/1.1\r\n${host()}${more}\r\n`;
const closing = "Connection: close\r\n";

function upgrade(more = "") {
  return get("/ws", "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n" +
    `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\n${more}`);
}

// A WebSocket that stands.
async function openRaw(more) {
  const line = connect(upgrade(more));
  await until(() => line.text().includes("\r\n\r\n") || line.isClosed);
  return line;
}

async function sendFrames(...frames) {
  const line = await openRaw();
  line.socket.write(Buffer.concat(frames));
  await Promise.race([line.closed, sleep(PATIENCE_MS)]);
  line.socket.destroy();
  return line;
}

const ping = text({ do: "ping" });
const pongs = (line) => framesOf(line).filter(([opcode, payload]) =>
  opcode === 1 && String(payload) === '{"pong":true}').length;

async function testBrokenFrames() {
  const big = "x".repeat(126);
  const cases = [
    ["an unmasked frame", [frame(1, "{}", { mask: false })], 1002],
    ["reserved bit 1", [frame(1, "{}", { rsv: 4 })], 1002],
    ["reserved bit 2", [frame(1, "{}", { rsv: 2 })], 1002],
    ["reserved bit 3", [frame(1, "{}", { rsv: 1 })], 1002],
    ...[3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map((opcode) =>
      [`opcode ${opcode}`, [frame(opcode, "{}")], 1002]),
    ["a continuation of nothing", [frame(0, "{}")], 1002],
    ["a new message within another", [frame(1, "{", { fin: false }), frame(1, "}")], 1002],
    ["a ping in fragments", [frame(9, "a", { fin: false }), frame(0, "b")], 1002],
    ["a ping of 126 bytes", [frame(9, big)], 1002],
    ["a pong of 126 bytes", [frame(10, big)], 1002],
    ["a close of 126 bytes", [frame(8, big)], 1002],
    ["a size of 8 bytes for 2", [frame(1, "{}", { wide: 8 })], 1002],
    ["a size of 2 bytes for 2", [frame(1, "{}", { wide: 2 })], 1002],
    ["a size of 2^63", [frame(1, "", { size: 1n << 63n })], 1002],
    ["a size of 2^64 - 1", [frame(1, "", { size: (1n << 64n) - 1n })], 1002],
    ["a size of 2^63 - 1", [frame(1, "{", { size: (1n << 63n) - 1n })], 1009],
    ["a size of 2^32 + 2", [frame(1, "{}", { size: (1n << 32n) + 2n })], 1009],
    ["8193 bytes", [frame(1, " ".repeat(8193))], 1009],
    ["8193 bytes in two", [frame(1, " ".repeat(8192), { fin: false }), frame(0, " ")], 1009],
    ["binary", [frame(2, "{}")], 1003],
    ["bad UTF-8", [frame(1, Buffer.from([0x22, 0xc3, 0x28, 0x22]))], 1007],
    ["a surrogate", [frame(1, Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]))], 1007],
    ["an overlong slash", [frame(1, Buffer.from([0xc0, 0xaf]))], 1007],
    ["half a character", [frame(1, Buffer.from([0xe2, 0x82]))], 1007],
  ];
  const lines = await Promise.all(cases.slice(0, 60).map(([, frames]) => sendFrames(...frames)));
  cases.forEach(([what, , code], i) => {
    const got = closeCode(lines[i]);
    check(got === code && lines[i].isClosed, `${what} is closed with ${code}`, `${got}`);
  });
}

async function testCloseCodes() {
  const good = [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 4999];
  const bad = [0, 1, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65535];
  const ends = await Promise.all([...good, ...bad].map((code) => sendFrames(closeFrame(code))));
  [...good, ...bad].forEach((code, i) => {
    const wanted = i < good.length ? code : 1002;
    check(closeCode(ends[i]) === wanted && ends[i].isClosed,
      `close ${code} is answered with ${wanted}`, `${closeCode(ends[i])}`);
  });
  check(closeCode(await sendFrames(frame(8))) === 1005, "an empty close is answered by one");
  check(closeCode(await sendFrames(frame(8, "a"))) === 1002, "one of a single byte is wrong");
  check(closeCode(await sendFrames(closeFrame(1000, Buffer.from([0xff])))) === 1007,
    "a reason is UTF-8");
  const after = await sendFrames(closeFrame(1000), ping);
  check(pongs(after) === 0, "nothing is heard after a close");
}

async function testFragments() {
  const line = await openRaw();
  line.socket.write(Buffer.concat([
    frame(1, '{"do"', { fin: false }), frame(9, "between"), frame(0, ':"pi', { fin: false }),
    frame(0, "", { fin: false }), frame(10, "unasked"), frame(0, 'ng"}'),
  ]));
  check(await until(() => pongs(line) === 1), "fragments with control frames between them");
  const between = framesOf(line).find(([opcode]) => opcode === 10);
  check(String(between?.[1]) === "between", "the ping between them is answered first");
  for (const byte of Buffer.concat([ping, frame(9, "slow")])) {
    line.socket.write(Buffer.from([byte]));
    await sleep(1);
  }
  check(await until(() => pongs(line) === 2), "a message byte by byte");
  const umlaut = Buffer.from('{"do":"ping","x":"ä"}');
  const cut = umlaut.indexOf(0xc3) + 1;
  line.socket.write(Buffer.concat([frame(1, umlaut.subarray(0, cut), { fin: false }),
    frame(0, umlaut.subarray(cut))]));
  check(await until(() => pongs(line) === 3), "a character cut in two by fragments");
  line.socket.destroy();
  const early = connect(Buffer.concat([Buffer.from(upgrade()), ping]));
  check(await until(() => pongs(early) === 1), "frames right behind the handshake");
  early.socket.destroy();
}

async function testFlood() {
  const line = await openRaw();
  const many = Buffer.concat(Array.from({ length: 5000 }, () => frame(9, "x")));
  line.socket.write(many);
  await Promise.race([line.closed, sleep(PATIENCE_MS)]);
  const answers = framesOf(line).filter(([opcode]) => opcode === 10).length;
  check(closeCode(line) === 1008 && line.isClosed, "a flood of pings ends with 1008",
    `${closeCode(line)}`);
  check(answers <= 200, "and no more are answered than are allowed", `${answers}`);
  const empty = await sendFrames(frame(1, "{", { fin: false }),
    ...Array.from({ length: 5000 }, () => frame(0, "", { fin: false })));
  check(closeCode(empty) === 1008, "so does one of empty fragments", `${closeCode(empty)}`);
}

// ---- HTTP ------------------------------------------------------------------------------------

async function testSmuggling() {
  const post = (more, body) => `POST /api/tables HTTP/1.1\r\n${host()}${more}\r\n${body}`;
  const inner = get("/healthz");
  const cases = [
    ["both lengths", post("Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
      `0\r\n\r\n${inner}`)],
    ["both lengths, turned", post("Transfer-Encoding: chunked\r\nContent-Length: 4\r\n",
      `0\r\n\r\n${inner}`)],
    ["two lengths", post("Content-Length: 0\r\nContent-Length: 30\r\n", inner)],
    ["two lengths in one", post("Content-Length: 0, 30\r\n", inner)],
    ["a negative length", post("Content-Length: -1\r\n", inner)],
    ["a length with a sign", post("Content-Length: +5\r\n", "hello")],
    ["a length in hex", post("Content-Length: 0x5\r\n", "hello")],
    ["a length beyond 64 bits", post("Content-Length: 18446744073709551617\r\n", "h")],
    ["chunked that is not last", post("Transfer-Encoding: chunked, gzip\r\n", "0\r\n\r\n")],
    ["an unknown coding", post("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n")],
    ["a space before the colon", post("Content-Length : 5\r\n", "hello")],
    ["a chunk size with a sign", post("Transfer-Encoding: chunked\r\n",
      "+5\r\nhello\r\n0\r\n\r\n")],
    ["a chunk size beyond 64 bits", post("Transfer-Encoding: chunked\r\n",
      "fffffffffffffffff\r\nhello\r\n0\r\n\r\n")],
    ["a chunk without its end", post("Transfer-Encoding: chunked\r\n", "2\r\nhello\r\n0\r\n\r\n")],
    ["a folded coding", post("Transfer-Encoding:\r\n chunked\r\n", `0\r\n\r\n${inner}`)],
    ["a coding with a fold behind it", post("Transfer-Encoding: chunked\r\n\t, identity\r\n",
      `0\r\n\r\n${inner}`)],
    ["a folded length", post("Content-Length:\r\n 5\r\n", "hello")],
    ["a fold before any header", `GET /healthz HTTP/1.1\r\n ${host()}\r\n`],
    ["a folded header", `GET /healthz HTTP/1.1\r\n${host()}X-A: b\r\n c: d\r\n\r\n`],
    ["a folded Host", `GET /healthz HTTP/1.1\r\nHost:\r\n localhost\r\nHost: x\r\n\r\n`],
    ["a second Host", get("/healthz", "Host: elsewhere\r\n")],
    ["no Host", "GET /healthz HTTP/1.1\r\n\r\n"],
    ["a NUL in a header", get("/healthz", "X-A: a\0b\r\n")],
    ["a bare CR in a header", get("/healthz", "X-A: a\rX-B: b\r\n")],
    ["a NUL in the target", get("/health\0z")],
    ["a space in the target", get("/health z")],
    ["an address without a slash", get("style.css")],
    ["a star to be read", "GET * HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["CONNECT", "CONNECT localhost:22 HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["another protocol", "GET / HTTQ/1.1\r\nHost: a\r\n\r\n"],
    ["HTTP/2's preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["HTTP/0.9", "GET /\r\n\r\n"],
    ["TLS", Buffer.from("16030100c8010000c403030000", "hex")],
    ["an unknown method", get("/").replace("GET", "JUGGLE")],
    ["a small method", get("/").replace("GET", "get")],
  ];
  const lines = await Promise.all(cases.map(([, bytes]) => exchange(bytes)));
  cases.forEach(([what], i) => {
    const statuses = lines[i].statuses();
    check(statuses.length === 1 && statuses[0] >= 400 && statuses[0] < 600 && lines[i].isClosed,
      `${what} is refused, and nothing behind it is read`, `${statuses} ${lines[i].isClosed}`);
  });
}

async function testPaths() {
  mkdirSync(join(folder, "outside"), { recursive: true });
  const tricks = ["/..%2f", "/..%2fetc/passwd", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd",
    "//", "//etc/passwd", "/./index.html", "/index.html/", "/index.html%00.css", "/%2findex.html",
    "/INDEX.HTML", "/.git/config", "/..\\..\\etc\\passwd", "/%c0%ae%c0%ae/", "/t/../../etc/passwd"];
  const all = await exchange(tricks.map((path) => get(path)).join("") + get("/healthz", closing));
  const statuses = all.statuses();
  tricks.forEach((path, i) => check([400, 404].includes(statuses[i]),
    `the path ${path} leads nowhere`, `${statuses[i]}`));
  check(statuses.at(-1) === 200 && statuses.length === tricks.length + 1, "and HTTP goes on");
  check(!all.text().includes("root:"), "no file of the machine is told");
  const long = [["a target of 2049 bytes", get(`/${"x".repeat(2048)}`), 414],
    ["a target of 100 kB", get(`/${"x".repeat(100000)}`), 414],
    ["a header of 9 kB", get("/", `X-Long: ${"x".repeat(9000)}\r\n`), 431],
    ["a thousand headers", get("/", "X-Many: 1234\r\n".repeat(1000)), 431],
    ["a body of 9 kB", `POST /api/tables HTTP/1.1\r\n${host()}Content-Length: 9000\r\n\r\n`, 413],
    ["a chunked body of 9 kB", `POST /api/tables HTTP/1.1\r\n${host()}` +
      `Transfer-Encoding: chunked\r\n\r\n2328\r\n${"x".repeat(9000)}\r\n0\r\n\r\n`, 413]];
  for (const [what, bytes, status] of long) {
    const line = await exchange(bytes);
    check(line.statuses()[0] === status && line.isClosed, `${what} is ${status}`,
      line.text().slice(0, 60));
  }
}

async function testAnswers() {
  const paths = ["/healthz", "/style.css", "/nothing.js", "/api/tables/nothing", "/", "/healthz"];
  const line = await exchange(paths.map((path) => get(path)).join("") + get("/healthz", closing));
  check(String(line.statuses()) === "200,200,404,404,200,200,200",
    "requests sent ahead are answered in order", `${line.statuses()}`);
  const slow = connect();
  for (const byte of get("/healthz", closing)) slow.socket.write(byte);
  await slow.closed;
  check(String(slow.statuses()) === "200", "a request byte by byte is answered");
  const head = await exchange(`HEAD / HTTP/1.1\r\n${host()}\r\n` + get("/healthz", closing));
  check(String(head.statuses()) === "200,200" && /Content-Length: [1-9]/.test(head.text()) &&
    !head.text().includes("<title>"), "HEAD tells the size and no more");
  const wrong = await exchange(`PUT / HTTP/1.1\r\n${host()}Content-Length: 2\r\n\r\n{}` +
    `DELETE /healthz HTTP/1.1\r\n${host()}\r\nPOST /ws HTTP/1.1\r\n${host()}\r\n` +
    get("/ws") + get("/healthz", closing));
  check(String(wrong.statuses()) === "405,405,405,426,200",
    "wrong methods are 405, and /ws wants an upgrade", `${wrong.statuses()}`);
  const old = await exchange("GET /healthz HTTP/1.0\r\n\r\n");
  check(old.statuses()[0] === 200 && old.isClosed, "HTTP/1.0 is answered and closed");
}

const lookAt = ({ made }) => get(`/api/tables/${made.table}`);

// What was asked before the end is answered, whatever kind of end it is.
async function testLastWords() {
  const half = connect();
  half.socket.end(get("/healthz") + lookAt(table).repeat(3) + get("/style.css"));
  await half.closed;
  check(String(half.statuses()) === "200,200,200,200,200",
    "who closes its own side still gets all answers", `${half.statuses()}`);
  const body = JSON.stringify({ id: newId(), game: "photo", seats: [{ name: "A" }, { bot: 1 }] });
  const post = connect();
  post.socket.end(`POST /api/tables HTTP/1.1\r\n${host()}Content-Length: ${body.length}\r\n\r\n` +
    body);
  await post.closed;
  check(post.statuses()[0] === 201 && post.text().includes('"key"'),
    "who posts and closes its own side learns what came of it", post.text().slice(0, 40));
  const hello = text({ do: "hello", version: 1, table: table.made.table });
  const ends = [["a close", closeFrame(4321, "enough")], ["nothing", Buffer.alloc(0)]];
  for (const [what, last] of ends) {
    const line = await openRaw();
    line.socket.end(Buffer.concat([ping, hello, ping, last]));
    await line.closed;
    const kinds = framesOf(line).map(([opcode]) => opcode);
    check(String(kinds) === "1,1,1,8", `messages with ${what} behind them are answered`,
      `${kinds}`);
    check(closeCode(line) === (last.length > 0 ? 4321 : 1005), `and so is ${what}`,
      `${closeCode(line)}`);
  }
}

// Far below what it takes if each answer waits for the next tick of the loop.
const PIPELINE_MS = 2000;

async function testPipeline() {
  const common = server;
  server = await start("quiet", "--store", "memory");
  const made = await makeTable(server);
  const asked = lookAt({ made }).repeat(100);
  await exchange(lookAt({ made }) + get("/healthz", closing));
  const began = Date.now();
  const line = await exchange(asked + get("/healthz", closing));
  const ms = Date.now() - began;
  check(line.statuses().filter((status) => status === 200).length === 101,
    "a hundred questions in one go are answered");
  check(ms < PIPELINE_MS, "and none of them waits for the clock", `${ms} ms`);
  await stopServer(server);
  server = common;
}

async function testOrigin() {
  const own = await openRaw(`Origin: http://localhost:${server.port}\r\n`);
  check(own.statuses()[0] === 101, "the own origin may open a WebSocket");
  own.socket.destroy();
  for (const origin of ["http://localhost:1", "https://evil.example", "null",
    `http://localhost:${server.port}.evil.example`, `http://evil.example:${server.port}`,
    "file://", ""]) {
    const line = connect(upgrade(`Origin: ${origin}\r\n${closing}`));
    await until(() => line.statuses().length > 0 || line.isClosed);
    line.socket.destroy();
    check(line.statuses()[0] === 403, `the origin "${origin}" may not`, `${line.statuses()}`);
    const post = await exchange(`POST /api/tables HTTP/1.1\r\n${host()}Origin: ${origin}\r\n` +
      `${closing}Content-Length: 2\r\n\r\n{}`);
    check(post.statuses()[0] === 403, `nor make a table: "${origin}"`, `${post.statuses()}`);
  }
}

// Long after the limits below, and far below the server's usual ones.
const LATE_MS = 12000;

// ---- Time ------------------------------------------------------------------------------------

// Begun together, since each takes its time, at a server with little patience of its own: those
// who play on at the other one must not need to be quick.
async function testSlowness() {
  const common = server;
  server = await start("slowness", "--store", "memory", "--request-seconds", "2",
    "--idle-seconds", "3", "--ping-seconds", "2");
  await meetImpatience();
  await stopServer(server);
  server = common;
}

async function meetImpatience() {
  const header = connect("GET /healthz HTTP/1.1\r\nHo");
  const trickle = connect("GET /healthz HTTP/1.1\r\n");
  const timer = setInterval(() => !trickle.isClosed && trickle.socket.write("X-A: b\r\n"), 200);
  const body = connect(`POST /api/tables HTTP/1.1\r\n${host()}Content-Length: 100\r\n\r\n{`);
  const silent = connect();
  const idle = connect(get("/healthz"));
  const dead = await openRaw(); // ping frames are read, and never answered
  const partial = await openRaw();
  partial.socket.write(ping.subarray(0, 5));
  const alive = await openRaw();
  const answering = setInterval(() => alive.socket.write(frame(10)), 300);
  for (const [what, line] of [["a half header", header], ["a header that trickles", trickle],
    ["a half body", body], ["a silent visitor", silent]]) {
    const ms = await line.closed;
    check(line.statuses()[0] === 408 && ms >= 1900 && ms < LATE_MS, `${what} is 408 in time`,
      `${line.statuses()} ${ms}`);
  }
  clearInterval(timer);
  const idleMs = await idle.closed;
  check(idle.statuses()[0] === 200 && idleMs >= 2900 && idleMs < LATE_MS, "an idle line is closed",
    `${idleMs}`);
  for (const [what, line] of [["a dead WebSocket", dead], ["one stuck in a frame", partial]]) {
    const ms = await Promise.race([line.closed, sleep(PATIENCE_MS)]);
    check(line.isClosed && ms >= 3800 && ms < LATE_MS, `${what} is dropped after its ping`,
      `${ms}`);
  }
  check(framesOf(dead).some(([opcode]) => opcode === 9), "it was pinged before");
  clearInterval(answering);
  check(!alive.isClosed, "one that answers is kept");
  alive.socket.destroy();
}

// Somebody asks for the whole table again and again, as often as a line may, and reads nothing:
// dropped, and the others go on. The system keeps some of it too before the server notices.
async function testSlowReader() {
  const [hellosMax, perSecond, burst] = [2000, 19, 110];
  const made = await makeTable(server, { seats: ["Anna", "Ben", "Carl", "Dora"].map((name) =>
    ({ name: name + "\u{1F0CF}".repeat(20) })) });
  const reader = new Client(server.port, made.table, made.key);
  await reader.connect();
  const dealt = reader.wait((m) => m.why === "deal");
  await reader.ask({ do: "start" });
  await dealt;
  const lazy = await openRaw();
  const hello = text({ do: "hello", version: 1, table: made.table, key: made.key, whole: true });
  lazy.socket.write(hello);
  await until(() => lazy.received.length > 2000);
  lazy.socket.pause();
  const slowReaders = async () => Number(/^rummery_slow_readers_total (\d+)$/m
    .exec(await metricsOf(server))[1]);
  const began = Date.now();
  for (let i = 1; i < hellosMax && (i % 20 !== 0 || (await slowReaders()) === 0); i++) {
    lazy.socket.write(hello);
    if (i > burst) await sleep(began + (i - burst) * 1000 / perSecond - Date.now());
  }
  check((await slowReaders()) === 1,
    "who does not read is dropped, and nobody else", `${await slowReaders()}`);
  check((await reader.ask({ do: "profile", name: "Anne" })).table !== undefined,
    "who reads is told everything");
  lazy.socket.destroy();
  reader.socket.terminate();
}

// ---- Who is who ------------------------------------------------------------------------------

// 200 requests at once are one address's; a proxy that is trusted brings many addresses.
async function testForwarded() {
  const flood = async (more) => {
    const requests = Array.from({ length: 230 }, (_, i) => get("/nothing.js", more(i))).join("");
    const line = connect(requests + get("/nothing.js", closing));
    await line.closed;
    return line.statuses().filter((status) => status === 429).length;
  };
  const common = server;
  const header = (i) => `X-Forwarded-For: 192.0.2.${i % 250}\r\n`;
  server = await start("direct", "--store", "memory");
  check((await flood(() => "")) >= 20, "too many requests of one address are 429");
  check((await flood(header)) >= 200, "whom nobody trusts cannot hide behind a header");
  check(await isHealthy(server), "/healthz is answered all the same");
  await stopServer(server);
  server = await start("proxied", "--store", "memory", "--trust-proxy", "127.0.0.1,::1");
  check((await flood(header)) === 0, "a trusted proxy's visitors are counted one by one");
  const one = () => "X-Forwarded-For: 198.51.100.7, 192.0.2.99\r\n";
  const forged = (i) => `X-Forwarded-For: 203.0.113.${i % 250}, 192.0.2.99\r\n`;
  check((await flood(one)) >= 20, "one visitor behind it has one visitor's limit");
  check((await flood(forged)) >= 200, "what a visitor writes into the header is not believed");
  for (const more of ["", "X-Forwarded-For: 192.0.2.1\r\n", "CF-Connecting-IP: 192.0.2.1\r\n"]) {
    const seen = await exchange(get("/metrics", more + closing));
    check(seen.statuses()[0] === 404, "whoever has no key sees no metrics", more);
  }
  await stopServer(server);
  server = common;
}

// ---- All together ----------------------------------------------------------------------------

// Visitors who ask for much at once and are gone before the answers are: what is written makes
// room for further answers while the writing fails.
async function testVanishing() {
  const asked = get("/healthz").repeat(300);
  for (let i = 0; i < 40; i++) {
    const line = connect(asked);
    await Promise.race([new Promise((done) => line.socket.once("connect", done)), line.closed]);
    if (i % 2 === 0) line.socket.destroy();
    else line.socket.resetAndDestroy();
    await line.closed;
  }
  check(await isHealthy(server), "visitors who vanish among 300 requests leave the server alive");
}

async function begin() {
  server = await start("raw", "--connections-per-address", "200");
  const made = await makeTable(server, { options: { first: 0, turn_seconds: 0 } });
  const joined = await joinTable(server, made);
  const anna = new Client(server.port, made.table, made.key);
  const ben = new Client(server.port, made.table, joined.key);
  await anna.connect();
  await ben.connect();
  const dealt = [anna, ben].map((each) => each.wait((m) => m.why === "deal"));
  await anna.ask({ do: "start" });
  await Promise.all(dealt);
  table = { made, anna, ben };
}

// Between all that, two people play on; at last to the end.
async function goOn() {
  const { anna, ben } = table;
  const moves = anna.moves + 6;
  await Promise.all([anna, ben].map((each) => each.play(() => each.moves >= moves)));
  check(await isHealthy(server), "the server is well");
  check(anna.moves >= moves && anna.differences.length === 0, "the running table goes on",
    anna.differences[0]);
}

async function end() {
  const { made, anna, ben } = table;
  await Promise.all([anna.play(), ben.play()]);
  check(anna.phase === "over" && anna.differences.concat(ben.differences).length === 0,
    "after all of that the match is played to its end", anna.differences[0]);
  const answer = await fetchOnce(`${server.link}api/tables/${made.table}/record`);
  const record = await answer.text();
  check(run(["verify", "-"], record).code === 0, "and its record is right");
  const stopped = await stopServer(server);
  check(stopped.code === 0 && stopped.ms < LATE_MS, "the server ends well",
    server.err.slice(-2000));
}

const tests = [testBrokenFrames, testCloseCodes, testFragments, testFlood, testSmuggling,
  testPaths, testAnswers, testLastWords, testPipeline, testOrigin, testSlowness, testSlowReader,
  testForwarded, testVanishing];
await runAll([begin, ...tests.flatMap((test) => [test, goOn]), end]);
