// floods.mjs - floods against the real server: what they take is bounded, and those who play are
// answered meanwhile. Addresses are those of 127.0.0.0/8.
import http from "node:http";
import net from "node:net";
import { readdirSync, readFileSync } from "node:fs";
import { check, joinTable, makeTable, newId, runAll, start, until } from "./harness.mjs";
import { Client } from "./client.mjs";

const handshake = "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n" +
  "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n" +
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

const memoryOf = ({ child }) => Number(
  /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))[1]) / 1024;

// A bare socket from an address of the machine's own block.
function openFrom(server, address, words, more = {}) {
  const socket = net.connect({ host: "127.0.0.1", port: server.port, localAddress: address,
    ...more });
  const line = { socket, heard: "", isClosed: false };
  socket.on("data", (bytes) => (line.heard += bytes.toString("latin1")));
  socket.on("error", () => {});
  socket.on("close", () => (line.isClosed = true));
  if (words !== undefined) socket.write(words);
  return line;
}

// A request from such an address; status and body.
function requestFrom(server, address, method, path, body) {
  return new Promise((done) => {
    const request = http.request({ host: "127.0.0.1", port: server.port, localAddress: address,
      method, path, agent: false, headers: { "Content-Type": "application/json" } }, (answer) => {
      let text = "";
      answer.on("data", (bytes) => (text += bytes));
      answer.on("end", () => done({ status: answer.statusCode, text, head: answer.headers }));
    });
    request.on("error", () => done({ status: 0, text: "", head: {} }));
    request.end(body);
  });
}

// Two who play a few moves: each is answered.
async function twoWhoPlay(server) {
  const made = await makeTable(server);
  const joined = await joinTable(server, made);
  const players = [made, joined].map(({ key }) => new Client(server.port, made.table, key));
  for (const player of players) await player.connect();
  const dealt = players[0].wait((m) => m.why === "deal");
  await players[0].ask({ do: "start" });
  await dealt;
  const moves = async (count) => {
    const refused = await Promise.all(players.map((player) => {
      const enough = player.moves + count;
      return player.play(() => player.moves >= enough);
    }));
    return refused.every((number) => number === 0);
  };
  return { made, players, moves };
}

let server, table;

async function begin() {
  server = await start("floods", "--bind", "127.0.0.1", "--connections-max", "200",
    "--hello-seconds", "1", "--tables-max", "40");
  table = await twoWhoPlay(server);
  check(await table.moves(6), "two people play");
}

async function profiles() {
  const made = await makeTable(server);
  const client = new Client(server.port, made.table, made.key);
  await client.connect();
  const answers = [];
  for (let i = 0; i < 100; i++)
    answers.push(client.ask({ do: "profile", name: `N${i}` }));
  const codes = (await Promise.all(answers)).map(({ error }) => error);
  const taken = codes.filter((code) => code === undefined).length;
  check(taken >= 20 && taken <= 24, "of a hundred new names at once some twenty are written",
    `${taken}`);
  check(codes.filter((code) => code === "too_many").length === 100 - taken,
    "and the others get the error too_many");
  check(await table.moves(4), "meanwhile people play");
  await client.end();
}

async function records() {
  const path = `/api/tables/${table.made.table}/record`;
  const before = memoryOf(server);
  const answers = await Promise.all(Array.from({ length: 96 }, (_, i) =>
    requestFrom(server, `127.20.${i % 24}.1`, "GET", path)));
  const good = answers.filter(({ status }) => status === 200);
  const busy = answers.filter(({ status }) => status === 503);
  check(good.length > 0 && good.length + busy.length === 96,
    "of many readers of a record each gets it or is told to come again",
    answers.map(({ status }) => status).join(" "));
  check(busy.every(({ head, text }) => head["retry-after"] !== undefined &&
    JSON.parse(text).error === "busy"), "with the code busy and a time to wait");
  check(new Set(good.map(({ text }) => text)).size === 1, "all records are the same");
  check(await table.moves(4), "meanwhile people play");
  check(memoryOf(server) < before + 40, "and memory stays within its bound",
    `${before} ${memoryOf(server)} MB`);
}

async function tables() {
  const body = () => JSON.stringify({ id: newId(), game: "photo",
    seats: [{ name: "F" }, { bot: 1 }] });
  const fromOne = [];
  for (let i = 0; i < 30; i++)
    fromOne.push(await requestFrom(server, `127.30.${i}.1`, "POST", "/api/tables", body()));
  check(fromOne.every(({ status }) => status === 201 || status === 409),
    "tables are made until there is no place");
  const full = await Promise.all(Array.from({ length: 20 }, (_, i) =>
    requestFrom(server, `127.31.${i}.1`, "POST", "/api/tables", body())));
  check(full.some(({ status, text }) => status === 409 && JSON.parse(text).error === "full"),
    "then those that were left a minute ago at the most stay");
  check(await table.moves(4), "meanwhile people play");
}

async function silence() {
  const crowd = [];
  for (let i = 0; i < 400; i++)
    crowd.push(openFrom(server, `127.40.${i % 40}.1`, handshake));
  check(await until(() => crowd.filter(({ isClosed }) => isClosed).length >= 200),
    "sockets beyond the places of the server are closed, the oldest first");
  const late = new Client(server.port, table.made.table, table.made.key);
  await late.connect();
  check(await table.moves(4), "among them people with keys come and play");
  check(await until(() => crowd.every(({ isClosed }) => isClosed)),
    "and who never says hello is closed");
  check(crowd.some(({ heard }) => heard.includes("say hello in time")), "with words");
  await late.end();
}

// Who never closes its side keeps a socket for two seconds, of which there are at most 1000.
async function lingerers() {
  const other = await start("lingerers", "--bind", "127.0.0.1");
  const files = () => readdirSync(`/proc/${other.child.pid}/fd`).length;
  const before = files();
  const crowd = [];
  let most = 0;
  for (let wave = 0; wave < 12; wave++) {
    const part = Array.from({ length: 100 }, (_, i) => openFrom(other, `127.50.${wave}.${i + 1}`,
      "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
      { allowHalfOpen: true }));
    crowd.push(...part);
    await until(() => part.every(({ heard, isClosed }) => isClosed || heard.endsWith("ok\n")));
    most = Math.max(most, files() - before);
  }
  check(most <= 1000 + 10, "at most 1000 sockets linger", `${most}`);
  for (const { socket } of crowd) socket.destroy();
}

async function end() {
  const { code, signal } = await new Promise((done) => {
    server.child.once("exit", (number, name) => done({ code: number, signal: name }));
    server.child.kill("SIGTERM");
  });
  check(code === 0, "and the server ends well", `${code} ${signal}`);
}

await runAll([begin, profiles, records, tables, silence, lingerers, end]);
