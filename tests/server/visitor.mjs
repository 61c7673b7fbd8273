// visitor.mjs - a server of one's own and a visitor to it, for tests: starts the program,
// waits for its link, and speaks WebSocket over a bare socket, so that a test can also do
// what a browser never would.
import { spawn } from "node:child_process";
import { setDefaultResultOrder } from "node:dns";
import { createConnection, createServer } from "node:net";
import { randomBytes } from "node:crypto";

// Some servers listen at 127.0.0.1 alone, and Node.js 18 tries but the first address of localhost.
setDefaultResultOrder("ipv4first");

// How long a test waits for what must come, however slow the machine; it costs nothing when it
// comes at once.
export const PATIENCE_MS = 90000;

export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

const LOOK_MS = 10, SELDOM_MS = 50;

// Waits until something holds; false if it does not in time. Who has waited for long looks less
// often: looking costs more than what is waited for.
export async function until(holds, ms = PATIENCE_MS) {
  const began = Date.now();
  while (!(await holds())) {
    const waited = Date.now() - began;
    if (waited > ms) return false;
    await sleep(Math.min(SELDOM_MS, LOOK_MS + waited / 10));
  }
  return true;
}

// A port that a server can come back to: below those that the system gives to anybody.
export async function freePort() {
  for (;;) {
    const port = 20000 + Math.floor(Math.random() * 12000);
    const isFree = await new Promise((done) => {
      const server = createServer();
      server.once("error", () => done(false));
      server.listen(port, () => server.close(() => done(true)));
    });
    if (isFree) return port;
  }
}

// Every server of the tests shows its figures to whoever has this key.
export const metricsKey = "figures-of-the-tests";
export const metricsHeader = `Authorization: Bearer ${metricsKey}`;

// A running server: its link, port, what it printed, and its end as a promise.
export async function startServer(program, args, env = {}) {
  const child = spawn(program, ["serve", ...args], {
    env: { ...process.env, RUMMERY_METRICS_KEY: metricsKey, ...env } });
  const server = { child, out: "", err: "", link: "", port: 0 };
  child.stderr.on("data", (data) => (server.err += data));
  server.ended = new Promise((resolve) => child.on("exit", (code, signal) =>
    resolve({ code, signal, at: Date.now() })));
  const listening = new Promise((resolve) => child.stdout.on("data", (data) => {
    server.out += data;
    if (server.out.includes("\n")) resolve(true);
  }));
  await Promise.race([listening, server.ended]);
  server.link = server.out.trim();
  server.port = Number(/:(\d+)\/$/.exec(server.link)?.[1] ?? 0);
  return server;
}

// Ends it and says how: the exit code and how long that took.
export async function stopServer(server, signal = "SIGTERM") {
  const began = Date.now();
  server.child.kill(signal);
  const end = await server.ended;
  return { code: end.code, signal: end.signal, ms: end.at - began };
}

// Sends bytes and collects what comes back until the other side closes or `ms` have passed.
export function exchange(port, bytes, ms = PATIENCE_MS) {
  return new Promise((resolve) => {
    const socket = createConnection(port, "127.0.0.1", () => socket.write(bytes));
    let received = "";
    const finish = () => {
      socket.destroy();
      resolve(received);
    };
    const timer = setTimeout(finish, ms);
    socket.on("data", (data) => (received += data.toString("latin1")));
    for (const event of ["end", "error", "close"])
      socket.on(event, () => (clearTimeout(timer), finish()));
  });
}

function frame(opcode, payload) {
  const mask = randomBytes(4);
  const head = payload.length < 126 ? Buffer.from([0x80 | opcode, 0x80 | payload.length])
    : Buffer.from([0x80 | opcode, 0x80 | 126, payload.length >> 8, payload.length & 255]);
  return Buffer.concat([head, mask, payload.map((byte, i) => byte ^ mask[i % 4])]);
}

// Whole frames at the beginning of the buffer, and what is left of it.
function readFrames(buffer, take) {
  for (;;) {
    if (buffer.length < 2) return buffer;
    let size = buffer[1] & 127;
    let start = 2;
    if (size === 126) [size, start] = [buffer.length < 4 ? Infinity : buffer.readUInt16BE(2), 4];
    else if (size === 127)
      [size, start] = [buffer.length < 10 ? Infinity : Number(buffer.readBigUInt64BE(2)), 10];
    if (buffer.length < start + size) return buffer;
    take(buffer[0] & 15, buffer.subarray(start, start + size));
    buffer = buffer.subarray(start + size);
  }
}

// A WebSocket: send(), next() for the next message, pause() to stop reading, and `closed`
// with the close code (0 where there was no close frame).
export function openWebSocket(port, path = "/ws") {
  return new Promise((resolve, reject) => {
    const socket = createConnection(port, "127.0.0.1");
    const messages = [];
    const waiting = [];
    let code = 0;
    let buffer = Buffer.alloc(0);
    let isOpen = false;
    const take = (opcode, payload) => {
      if (opcode === 8) code = payload.readUInt16BE(0);
      if (opcode === 9) socket.write(frame(10, payload));
      if (opcode !== 1) return;
      if (waiting.length > 0) waiting.shift()(String(payload));
      else messages.push(String(payload));
    };
    const closed = new Promise((done) => socket.on("close", () => {
      if (!isOpen) reject(new Error("the server closed before the handshake"));
      for (const give of waiting.splice(0)) give(null);
      done(code);
    }));
    socket.on("error", () => {});
    socket.on("end", () => socket.end());
    socket.on("data", (data) => {
      buffer = Buffer.concat([buffer, data]);
      if (!isOpen) {
        const end = buffer.indexOf("\r\n\r\n");
        if (end < 0) return;
        if (!buffer.toString("latin1").startsWith("HTTP/1.1 101")) return socket.destroy();
        buffer = buffer.subarray(end + 4);
        isOpen = true;
        resolve({
          closed,
          send: (text) => socket.write(frame(1, Buffer.from(text))),
          next: () => messages.length > 0 ? Promise.resolve(messages.shift())
            : new Promise((give) => waiting.push(give)),
          pause: () => socket.pause(),
          resume: () => socket.resume(),
          destroy: () => socket.destroy(),
        });
      }
      buffer = readFrames(buffer, take);
    });
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nUpgrade: websocket\r\n` +
      `Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ` +
      `${randomBytes(16).toString("base64")}\r\n\r\n`);
  });
}
