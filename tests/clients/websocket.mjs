// websocket.mjs - whole evenings at the tables of a real server, by npm's `ws`, fetch and curl:
// matches of all three games to their end, breaks of the line, restarts, take-backs, records
// that anybody can check, and the corners of the WebSocket protocol that `ws` can reach.
// usage: node websocket.mjs RUMMERY
import { fileURLToPath } from "node:url";
import { createServer } from "../../web/node_modules/vite/dist/node/index.js";
import WebSocket from "../../web/node_modules/ws/wrapper.mjs";
import { Client } from "./client.mjs";
import { check, curl, joinTable, makeTable, newId, PATIENCE_MS, post, run, runAll, sleep, start,
  stopServer, until } from "./harness.mjs";

// ---- Records ---------------------------------------------------------------------------------

// The page's own verifier, as the page's build would load it.
async function loadVerifier() {
  const vite = await createServer({
    root: fileURLToPath(new URL("../../web", import.meta.url)),
    configFile: false, appType: "custom", logLevel: "error",
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, watch: null, ws: false } });
  const { verifyRecord } = await vite.ssrLoadModule("/src/shuffle/verify.ts");
  return { verifyRecord, close: () => vite.close() };
}
const page = await loadVerifier();

// Fetches a record and has it checked by both verifiers; returns its text.
function checkRecord(server, table, path, rounds, about) {
  const { status, body } = curl(`${server.link}api/tables/${table}/${path}`);
  check(status === 200, `${about}: curl gets the record`, `${status} ${body}`);
  const { code, out, err } = run(["verify", "-"], body);
  const sum = JSON.parse(out.trim().split("\n").at(-1) || "{}");
  check(code === 0 && sum.legal === true && sum.rounds === rounds && sum.verified === rounds,
    `${about}: \`rummery verify\` accepts the record`, `${out} ${err}`);
  const judged = page.verifyRecord(body);
  check(judged.length === rounds && judged.every((round) => round.shuffle === "verified"),
    `${about}: the page's verifier accepts the record`, JSON.stringify(judged));
  return body;
}

// What each client was promised before the deal, and sent, is what the record names.
function checkPromises(record, clients, firstDeal, about) {
  const lines = [...record.matchAll(/^# shuffle round=(\d+) commit=(\S+) seed=\S+ mix=(\S+)$/gm)];
  lines.forEach(([, round, commit, mix], i) => {
    const deal = firstDeal + i;
    check(Number(round) === i + 1 && clients.every((each) => each.commits.get(deal) === commit),
      `${about}: the commitment of deal ${deal} was kept`, commit);
    const mixes = mix.split(",");
    check(clients.every((each) => mixes[each.me] === each.mixes.get(deal)),
      `${about}: the mixes of deal ${deal} are those that were sent`, mix);
  });
}

// ---- Whole matches ---------------------------------------------------------------------------

const kinds = {
  exclusiv: { options: { rounds: 2, turn_seconds: 0 }, rounds: 2, wrong: "play [r1 r2 r3]" },
  photo: { options: { rounds: 2, first: 0 }, rounds: 2, wrong: "pass" },
  princess: { options: { rounds: 3 }, rounds: 3, wrong: "discard g1" },
};

function curlPost(server, path, body) {
  const answer = curl("-H", "Content-Type: application/json", "--data", JSON.stringify(body),
    `${server.link}${path}`);
  return { status: answer.status, ...JSON.parse(answer.body) };
}

// A table for two, made and joined by curl or fetch, each repeated as after a broken line.
async function seatTwo(server, game, byCurl) {
  const send = byCurl ? (path, body) => curlPost(server, path, body)
    : (path, body) => post(server.link, path, body);
  const request = { id: newId(), game, options: kinds[game].options,
    seats: [{ name: "Anna", colour: "r", language: "de" }, { open: true }] };
  const made = await send("api/tables", request);
  const again = await send("api/tables", request);
  check(made.status === 201 && JSON.stringify(made) === JSON.stringify(again),
    `${game}: making a table twice with one id makes one`, JSON.stringify([made, again]));
  const join = { id: newId(), invite: made.invite, seats: [{ name: "Ben", colour: "r" }] };
  const joined = await send(`api/tables/${made.table}/seats`, join);
  const rejoined = await send(`api/tables/${made.table}/seats`, join);
  check(joined.status === 201 && joined.key === rejoined.key && joined.seats[0] === 1,
    `${game}: joining twice with one id takes one seat`, JSON.stringify([joined, rejoined]));
  const late = await send(`api/tables/${made.table}/seats`, { ...join, id: newId() });
  check(late.status === 409 && late.error === "full", `${game}: a third one finds no seat`);
  return { made, joined };
}

// What the rules forbid is refused with its reason, and nothing has happened.
async function tryIllegal(client, wrong, about) {
  const before = client.seq;
  const answer = await client.ask({ do: "act", action: wrong });
  check(answer.error === "rule" && /^[XPR]A?-\d\d$/.test(answer.rule) &&
    /^[A-Z_]+$/.test(answer.reason) && answer.why.length > 10,
    `${about}: what the rules forbid is refused with rule and reason`, JSON.stringify(answer));
  const nonsense = await client.ask({ do: "act", action: "play [zz" });
  check(nonsense.error === "rule" && nonsense.offset > 0, `${about}: nonsense is refused`,
    JSON.stringify(nonsense));
  check(client.seq === before, `${about}: a refusal changes nothing`);
}


async function playMatch(server, game, clients, rounds) {
  const [anna, ben, watcher] = clients;
  for (let round = 1; round <= rounds; round++) {
    await Promise.all([anna.play(), ben.play()]);
    const phase = round < rounds ? "scored" : "over";
    await until(() => clients.every((each) => each.phase === phase));
    check(clients.every((each) => each.phase === phase), `${game}: round ${round} is ${phase}`,
      clients.map((each) => each.phase).join());
    if (round === rounds) break;
    const dealt = clients.map((each) => each.wait((m) => m.why === "deal"));
    const first = await ben.ask({ do: "next" });
    check(first.ok === true && anna.phase === "scored", `${game}: one who is ready waits`);
    await anna.ask({ do: "next" });
    await Promise.all(dealt);
  }
  const told = clients.map((each) => JSON.stringify(each.over.slice(-rounds)
    .map(({ scores, totals, winner, seed }) => ({ scores, totals, winner, seed }))));
  check(told[0] === told[1] && told[1] === told[2], `${game}: all are told the same scores`);
  const totals = anna.over.slice(-rounds).reduce((sum, { scores }) =>
    sum.map((total, i) => total + scores[i]), [0, 0]);
  check(String(totals) === String(anna.over.at(-1).totals), `${game}: the totals add up`);
  check(!watcher.messages.some((m) => m.card !== undefined || m.invite !== undefined),
    `${game}: a watcher is told no card and no invitation`);
}

async function testOneGame(server, game) {
  const { made, joined } = await seatTwo(server, game, game === "princess");
  const anna = new Client(server.port, made.table, made.key, { whole: true });
  const ben = new Client(server.port, made.table, joined.key);
  const watcher = new Client(server.port, made.table);
  const clients = [anna, ben, watcher];
  for (const each of clients) await each.connect();
  check((await ben.ask({ do: "start" })).error === "not_host", `${game}: only the host starts`);
  check((await watcher.ask({ do: "say", phrase: 1 })).error === "no_key",
    `${game}: a watcher has no say`);
  const dealt = clients.map((each) => each.wait((m) => m.why === "deal"));
  const started = await anna.ask({ do: "start" });
  check(started.why === "start", `${game}: the host starts`, JSON.stringify(started));
  await Promise.all(dealt);
  const onTurn = anna.isOnTurn ? anna : ben;
  await tryIllegal(onTurn, kinds[game].wrong, game);
  await tryIllegal(onTurn === anna ? ben : anna, "draw", `${game}, not on turn`);
  await playMatch(server, game, clients, kinds[game].rounds);
  const again = clients.map((each) => each.wait((m) => m.why === "deal"));
  const rematch = await ben.ask({ do: "rematch" });
  check(rematch.match === 2, `${game}: a rematch begins`, JSON.stringify(rematch).slice(0, 200));
  await Promise.all(again);
  await playMatch(server, game, clients, kinds[game].rounds);
  for (const each of clients)
    check(each.differences.length === 0, `${game}: moves alone tell all`, each.differences[0]);
  const { rounds } = kinds[game];
  const first = checkRecord(server, made.table, "record/1", rounds, `${game}, first match`);
  const second = checkRecord(server, made.table, "record", rounds, `${game}, rematch`);
  checkPromises(first, [anna, ben], 1, game);
  checkPromises(second, [anna, ben], rounds + 1, game);
  console.log(`${game}: ${anna.moves} moves`);
  for (const each of clients) await each.end();
  return anna.over.some((over) => over.winner !== null);
}

async function testMatches() {
  const server = await start("matches");
  const won = await Promise.all(Object.keys(kinds).map((game) => testOneGame(server, game)));
  check(won.includes(true), "somebody went out in all these rounds");
  const end = await stopServer(server);
  check(end.code === 0, "after whole matches the server ends well", server.err);
}

// ---- Small things at a table -----------------------------------------------------------------

// Anna and Ben at a table, dealt; Anna begins.
async function sitDown(server, game, more = {}, table = {}) {
  const made = await makeTable(server,
    { game, options: { first: 0, turn_seconds: 0, ...more }, ...table });
  const joined = await joinTable(server, made);
  const anna = new Client(server.port, made.table, made.key);
  const ben = new Client(server.port, made.table, joined.key);
  await anna.connect();
  await ben.connect();
  const dealt = [anna, ben].map((each) => each.wait((m) => m.why === "deal"));
  await anna.ask({ do: "start" });
  await Promise.all(dealt);
  return { made, joined, anna, ben };
}

async function testDrafts() {
  const server = await start("drafts", "--store", "memory");
  const { made, anna, ben } = await sitDown(server, "exclusiv");
  const watcher = new Client(server.port, made.table);
  await watcher.connect();
  const [one, two] = anna.view.rack.filter((card) => card !== "*");
  const drafts = [`[${one}]`, `[${one} ${two}]`];
  const seen = (text) => [ben, watcher].map((each) => each.wait((m) => m.draft === text));
  for (const text of drafts) {
    const [first, second] = seen(text);
    anna.send({ do: "draft", table: text });
    check((await first).seat === 0 && (await second).seat === 0, "the others see a draft");
  }
  for (const [step, text] of [["undo", drafts[0]], ["redo", drafts[1]], ["again", "-"],
    ["redo", drafts[0]]]) {
    const [first] = seen(text);
    anna.send({ do: step });
    check((await first).draft === text, `the others see ${step}`);
  }
  check((await ben.ask({ do: "draft", table: "-" })).error === "not_yours",
    "who is not on turn has no draft");
  await anna.cut();
  const back = await anna.connect(anna.seq);
  check(back.resumed === anna.seq && back.draft.table === drafts[0], "a draft survives a reload",
    JSON.stringify(back));
  const quiet = await sitDown(server, "exclusiv", {}, { drafts: false });
  const from = quiet.ben.messages.length;
  const [card] = quiet.anna.view.rack;
  check((await quiet.anna.ask({ do: "draft", table: `[${card}]` })).ok, "a draft without others");
  await quiet.anna.ask({ do: "act", action: "draw" });
  await until(() => quiet.ben.isOnTurn);
  check(!quiet.ben.messages.slice(from).some((m) => m.draft !== undefined),
    "where drafts are not shown the others see none");
  await stopServer(server);
}

async function testTakeBack() {
  const server = await start("back");
  const { made, anna, ben } = await sitDown(server, "princess");
  check((await anna.ask({ do: "act", action: "draw" })).card !== undefined, "a card is drawn");
  check((await anna.ask({ do: "back" })).error === "not_now", "a card seen is not given back");
  const card = anna.view.rack[0];
  await anna.ask({ do: "act", action: `discard ${card}` });
  check(!anna.isOnTurn, "the turn is over");
  const asked = ben.wait((m) => m.asks === "back");
  check((await anna.ask({ do: "back" })).ok === true, "asking to take back");
  check((await asked).seat === 0, "the other is asked");
  check((await anna.ask({ do: "allow" })).error === "not_now", "nobody allows it to oneself");
  const told = anna.wait((m) => m.why === "back");
  check((await ben.ask({ do: "allow" })).why === "back", "the other allows it");
  await told;
  check(anna.isOnTurn && anna.view.phase === "drawn" && anna.view.rack.includes(card),
    "the card is back and the turn too", JSON.stringify(anna.view));
  await Promise.all([anna.play(), ben.play()]);
  check(anna.differences.concat(ben.differences).length === 0, "and the round goes on",
    anna.differences[0] ?? ben.differences[0]);
  checkRecord(server, made.table, "record", 1, "with an action taken back");
  await stopServer(server);
}

// A device with two seats makes two moves while the third one's line is broken.
async function testResume() {
  const server = await start("resume", "--store", "memory");
  const made = await makeTable(server, { options: { first: 0, turn_seconds: 0 },
    seats: [{ name: "Anna" }, { name: "Carl" }, { open: true }] });
  const joined = await joinTable(server, made);
  const anna = new Client(server.port, made.table, made.key);
  const ben = new Client(server.port, made.table, joined.key);
  await anna.connect();
  await ben.connect();
  const dealt = [anna, ben].map((each) => each.wait((m) => m.why === "deal"));
  await anna.ask({ do: "start" });
  await Promise.all(dealt);
  const gone = anna.wait((m) => m.here?.[2] === false);
  await ben.cut();
  check((await gone).here[0] === true, "the others learn who is away");
  const { seq } = ben;
  for (const seat of [0, 1])
    check((await anna.ask({ do: "act", seat, action: "draw" })).error === undefined,
      "the game goes on meanwhile");
  const from = ben.messages.length;
  const resumed = await ben.connect(seq);
  const missed = ben.messages.slice(from);
  check(String(missed.map((m) => m.seq ?? m.resumed)) === `${seq + 1},${seq + 2},${seq + 2}` &&
    resumed.resumed === seq + 2, "what was missed comes one by one", JSON.stringify(missed));
  check(missed.every((m) => m.card === undefined), "without the others' cards");
  check(ben.isOnTurn && ben.differences.length === 0, "and the client is up to date");
  for (const after of [1, 0]) {
    await ben.cut();
    const whole = await ben.connect(after);
    check(whole.table === made.table && whole.views.length === 1,
      `after ${after} the whole table comes`, JSON.stringify(whole).slice(0, 200));
  }
  await ben.cut();
  check((await ben.connect(9999)).error === "rewound", "after what never was, nothing comes");
  await stopServer(server);
}

async function testRepeats() {
  const server = await start("repeats");
  const { anna, ben, made, joined } = await sitDown(server, "exclusiv");
  const id = newId();
  const first = await anna.ask({ id, do: "act", action: "draw" });
  check(first.seq === anna.seq && first.card !== undefined, "a move is acknowledged");
  const seq = anna.seq;
  const again = await anna.ask({ id, do: "act", action: "draw" });
  check(again.ok === true && again.seq === first.seq, "the same id again is not done twice",
    JSON.stringify(again));
  const lost = newId();
  await until(() => ben.isOnTurn);
  ben.send({ id: lost, do: "act", action: "draw" });
  await ben.cut();
  await ben.connect(ben.seq);
  const settled = await ben.ask({ id: lost, do: "act", action: "draw" });
  check(settled.error === undefined && settled.seq === seq + 1,
    "a request whose answer got lost is settled by its id", JSON.stringify(settled));
  check((await ben.ask({ do: "act", action: "draw", at: seq })).error === "stale",
    "who has not seen the last move is told so");
  await stopServer(server);
  const next = await start("repeats");
  const late = new Client(next.port, made.table, made.key);
  await late.connect();
  const old = await late.ask({ id, do: "act", action: "draw" });
  check(old.ok === true && old.seq === first.seq, "ids are known after a restart too",
    JSON.stringify(old));
  const other = new Client(next.port, made.table, joined.key);
  await other.connect();
  check(other.seq === seq + 1, "and nothing was done twice");
  await stopServer(next);
}

async function testRestart() {
  let server = await start("restart");
  const { made, anna, ben } = await sitDown(server, "exclusiv", { turn_seconds: 100 });
  await Promise.all([anna, ben].map((each) => each.play(() => each.moves > 15)));
  await until(() => anna.isOnTurn || ben.isOnTurn);
  await sleep(50);
  const onTurn = anna.isOnTurn ? anna : ben;
  const [card] = onTurn.view.rack;
  const draft = onTurn.wait((m) => m.ok);
  onTurn.send({ do: "draft", table: `${tableText(onTurn)} [${card}]`.trim(), id: "d" });
  await draft;
  const { seq } = onTurn;
  const end = await stopServer(server);
  check(end.code === 0, "SIGTERM in the middle ends well", server.err);
  check((await anna.closed) === 1001 && (await ben.closed) === 1001,
    "clients are told that the server goes away");
  server = await start("restart");
  let last;
  for (const each of [anna, ben]) {
    each.port = server.port;
    const { view } = each;
    const answer = await each.connect(seq);
    if (each === onTurn) last = answer;
    check(each.seq === seq, "everything is there after a restart", `${each.seq} ${seq}`);
    check(JSON.stringify(view) === JSON.stringify(each.view), "and looks the same");
  }
  check(last.draft?.table.includes(`[${card}]`), "the draft too", JSON.stringify(last));
  check(last.left_ms > 10000 && last.left_ms <= 100000, "the clock goes on", `${last.left_ms}`);
  await Promise.all([anna.play(), ben.play()]);
  for (const each of [anna, ben])
    check(each.differences.length === 0, "the round goes on to its end", each.differences[0]);
  checkRecord(server, made.table, "record", 1, "over a restart");
  await stopServer(server);
}

function tableText(client) {
  return client.view.table.map((meld) => `[${meld.cards.join(" ")}]`).join(" ");
}

// ---- The protocol below ----------------------------------------------------------------------

const opened = (socket) => new Promise((done, fail) => {
  socket.once("open", () => done(socket));
  socket.once("error", fail);
});
const closed = (socket) => new Promise((done) => socket.once("close", (code) => done(code)));
const nextMessage = (socket) => new Promise((done) =>
  socket.once("message", (data) => done(JSON.parse(String(data)))));

async function testFrames() {
  const server = await start("frames", "--store", "memory", "--ping-seconds", "1");
  const url = `ws://localhost:${server.port}/ws`;
  const open = (more) => opened(new WebSocket(url, [], more));
  const plain = await open({ perMessageDeflate: true,
    headers: { "Sec-WebSocket-Protocol": "chat, superchat" } });
  check(plain.extensions === "", "compression is not agreed on", plain.extensions);
  check(plain.protocol === "", "subprotocols are ignored", plain.protocol);
  const pong = new Promise((done) => plain.once("pong", (data) => done(String(data))));
  plain.ping("are you there?");
  check((await pong) === "are you there?", "a ping is answered with its own words");
  const pinged = new Promise((done) => plain.once("ping", () => done(true)));
  check(await Promise.race([pinged, sleep(PATIENCE_MS)]), "the server pings who is quiet");
  for (let i = 0; i < 2; i++)
    await Promise.race([new Promise((done) => plain.once("ping", done)), sleep(PATIENCE_MS)]);
  check(plain.readyState === WebSocket.OPEN, "and keeps who answers");
  const answer = nextMessage(plain);
  plain.send('{"do":', { fin: false });
  plain.send('"pi', { fin: false });
  plain.send('ng"}', { fin: true });
  check((await answer).pong === true, "a message may come in fragments");
  const long = nextMessage(plain);
  plain.send('{"do":"ping"}'.padEnd(8192));
  check((await long).pong === true, "8 KiB are a message");
  const cases = [
    ["a binary message is closed with 1003", (socket) => socket.send(Buffer.from("{}")), 1003],
    ["9 KiB are closed with 1009", (socket) => socket.send(" ".repeat(9216)), 1009],
    ["9 KiB in fragments are closed with 1009", (socket) => {
      for (let i = 0; i < 9; i++) socket.send(" ".repeat(1024), { fin: i === 8 });
    }, 1009],
    ["a close is answered with its code", (socket) => socket.close(4321, "enough"), 4321],
  ];
  for (const [what, act, code] of cases) {
    const socket = await open();
    const end = closed(socket);
    act(socket);
    const got = await end;
    check(got === code, what, `${got}`);
  }
  await stopServer(server);
}

async function testErrors() {
  const server = await start("errors", "--store", "memory");
  const socket = await opened(new WebSocket(`ws://localhost:${server.port}/ws`));
  const made = await makeTable(server, { watch: false });
  const cases = [
    ["no JSON", "{", "malformed"], ["no object", "[1]", "malformed"],
    ["no such request", '{"do":"juggle"}', "malformed"],
    ["before hello", '{"id":"1","do":"start"}', "hello_first"],
    ["another version", '{"do":"hello","version":2,"table":"x"}', "version"],
    ["an unknown table", '{"do":"hello","version":1,"table":"k3v9m2x7q4tw"}', "no_table"],
    ["a table without watchers", `{"do":"hello","version":1,"table":"${made.table}"}`,
      "no_table"],
    ["a wrong key", `{"do":"hello","version":1,"table":"${made.table}","key":"x"}`, "no_key"],
  ];
  for (const [what, text, error] of cases) {
    const answer = nextMessage(socket);
    socket.send(text);
    const got = await answer;
    check(got.error === error && typeof got.why === "string", `${what}: ${error}`,
      JSON.stringify(got));
  }
  const looks = [[`api/tables/${made.table}`, 404], ["api/tables/nothing", 404],
    [`api/tables/${made.table}/record`, 404], ["api/else", 404]];
  for (const [path, status] of looks)
    check(curl(`${server.link}${path}`).status === status, `${path} is ${status}`);
  const own = curl("-H", `Authorization: Bearer ${made.key}`,
    `${server.link}api/tables/${made.table}`);
  check(own.status === 200 && own.body.includes('"invite"'), "with the key one may look");
  const wrong = await joinTable(server, { ...made, invite: "x" });
  check(wrong.status === 403 && wrong.error === "no_invite", "a wrong invitation is refused");
  await stopServer(server);
}

// A computer player fills the table; a person alone plays against it.
async function testBot() {
  const server = await start("bot", "--bot-pause", "0");
  const made = await makeTable(server, { game: "princess", options: {},
    seats: [{ name: "Anna" }, { bot: 1 }, { bot: 1 }] });
  const anna = new Client(server.port, made.table, made.key, { whole: true });
  await anna.connect();
  const dealt = anna.wait((m) => m.why === "deal");
  await anna.ask({ do: "start" });
  await dealt;
  await anna.play();
  check(anna.phase === "over" && anna.differences.length === 0, "a match against two bots",
    anna.differences[0]);
  checkRecord(server, made.table, "record", 1, "with bots");
  const turns = anna.messages.filter((m) => m.turn?.viewer !== undefined);
  const { out } = run(["solve"], turns.map(({ turn, game, options, players }) =>
    JSON.stringify({ ...turn, game, options, players })).join("\n"));
  const answers = out.trim().split("\n").map((line) => JSON.parse(line));
  check(answers.length === turns.length && answers.every((each) => each.error === undefined),
    "every turn can be handed on to `rummery solve`",
    JSON.stringify(answers.find((each) => each.error !== undefined)));
  check(!("target" in turns[0].options) && !("rounds" in turns[0].options),
    "a target or a number of rounds that is not set is left out", JSON.stringify(turns[0].options));
  await stopServer(server);
}

await runAll([testMatches, testDrafts, testTakeBack, testResume, testRepeats, testRestart,
  testBot, testFrames, testErrors, () => page.close()]);
