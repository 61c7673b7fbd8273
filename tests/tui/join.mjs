// join.mjs - seats at a real server's table by `rummery play --join LINK --plain`: whole rounds of
// each game against each other and against computer players, through a line that is cut again
// and again, and through a server that is killed and started again.
// usage: node join.mjs RUMMERY
import { join } from "node:path";
import { check, folder, makeTable, PATIENCE_MS, program, run, runAll, sleep, start, stopServer }
  from "../clients/harness.mjs";
import { Client } from "../clients/client.mjs";
import { linkOf, startProxy, startSecure } from "../clients/ways.mjs";
import { Dialogue, playRound } from "./dialogue.mjs";

const plain = ["--plain", "--lang", "en"];
let homes = 0;
const newHome = () => join(folder, `home${++homes}`);

function sit(link, name, home = newHome(), more = []) {
  return new Dialogue(program, ["--join", link, "--names", name, ...plain, ...more], { home });
}

// A table with a host, a free seat, and whoever else is wanted.
function openTable(server, game, options = {}, bots = []) {
  return makeTable(server, { game, options: { turn_seconds: 0, first: 1, ...options },
    seats: [{ name: "Host" }, { open: true }, ...bots], drafts: true });
}

// The host's part, by npm's `ws`.
async function openHost(server, made) {
  const host = new Client(server.port, made.table, made.key);
  await host.connect();
  return host;
}

const until = (host, fits) => host.wait(fits, PATIENCE_MS, 0);

// The host has left its seat to a computer player: the terminal plays against it.
async function beginAgainstBot(server, game, options = {}) {
  const made = await openTable(server, game, options);
  const link = linkOf(server.port, made);
  const host = await openHost(server, made);
  return { made, link, host };
}

async function playGame(server, game) {
  const { link, host } = await beginAgainstBot(server, game, { rounds: 2 });
  const dialogue = sit(link, "Tess");
  await until(host, (m) => m.why === "join");
  await host.ask({ do: "start" });
  await until(host, (m) => m.why === "deal");
  await host.ask({ do: "leave" }); // a computer player takes over
  let said = await playRound(dialogue, game, await dialogue.prompt());
  check(/Round 1:.*Tess -?\d+/.test(said), `a round of ${game} is played at a server's table`,
    said);
  said = await playRound(dialogue, game, await dialogue.type("next"));
  check(/Round 2:[^\n]*\nTotal:/.test(said) && /wins?\b|draw/.test(said),
    `and the match of ${game} ends`, said);
  const record = await dialogue.type("record");
  check(/^# shuffle round=2/m.test(record) && /^match /m.test(record), "its record is fetched",
    record.slice(0, 300));
  check((await dialogue.finish()).code === 0, "and it ends well", dialogue.err);
}

async function testRounds() {
  const server = await start("rounds", "--bot-pause", "0", "--tables-per-hour", "1000");
  await Promise.all(["exclusiv", "photo", "princess"].map((game) => playGame(server, game)));
  await stopServer(server);
}

// Two terminals against each other, one of them through a line that is cut all the time.
async function testCutLine() {
  const server = await start("cut", "--bot-pause", "0");
  const proxy = await startProxy(server.port);
  const made = await makeTable(server, { game: "exclusiv",
    options: { turn_seconds: 0, first: 1, rounds: 1 },
    seats: [{ name: "Host" }, { open: true }, { open: true }] });
  const host = await openHost(server, made);
  const anna = sit(linkOf(proxy.port, made, "127.0.0.1"), "Anna");
  await until(host, (m) => m.why === "join");
  const ben = sit(linkOf(server.port, made), "Ben");
  await until(host, (m) => m.seats?.[2]?.name === "Ben");
  await host.ask({ do: "start" });
  await until(host, (m) => m.why === "deal");
  await host.ask({ do: "leave" });
  // often at first, as a round may be short, and ever more slowly: a slow machine gets through too
  let cutting;
  const cutAfter = (ms) => {
    cutting = setTimeout(() => { proxy.cut(); cutAfter(ms * 1.25); }, ms);
  };
  cutAfter(40);
  const [first, second] = await Promise.all([anna, ben].map(async (one) =>
    playRound(one, "exclusiv", await one.prompt())));
  clearTimeout(cutting);
  check(proxy.cuts > 3 && /Connection lost/.test(anna.out) &&
    /The connection is back/.test(anna.out), "a line that is cut is told, and comes back",
  `${proxy.cuts} cuts`);
  const totals = (said) => /^Total: (.*)$/m.exec(said)?.[1];
  check(totals(first) !== undefined && totals(first) === totals(second),
    "and both see the same round to its end", `${totals(first)} | ${totals(second)}`);
  await Promise.all([anna.finish(), ben.finish()]);
  proxy.close();
  await stopServer(server);
}

// A request whose way there, or whose answer, is lost is repeated with its id and done once.
async function testLostRequest() {
  const server = await start("lost", "--bot-pause", "0");
  const proxy = await startProxy(server.port);
  const { made, host } = await beginAgainstBot(server, "exclusiv");
  const dialogue = sit(linkOf(proxy.port, made, "127.0.0.1"), "Tess");
  await until(host, (m) => m.why === "join");
  await host.ask({ do: "start" });
  await until(host, (m) => m.why === "deal");
  await host.ask({ do: "leave" });
  await dialogue.prompt();
  for (const [i, way] of ["up", "down"].entries()) {
    proxy.swallows = way;
    dialogue.child.stdin.write("draw\n");
    await sleep(150);
    check(!/You drew/.test(dialogue.out.slice(dialogue.seen)), `nothing comes while it is ${way}`);
    proxy.swallows = null;
    proxy.cut();
    await dialogue.until(() => new RegExp(`Your rack, ${15 + i} tiles.*\nYour turn`)
      .test(dialogue.out), "the next turn");
    await dialogue.prompt();
    const said = await dialogue.type("rack");
    check(said.includes(`Your rack, ${15 + i} tiles`), `what is lost going ${way} is done once`,
      said);
  }
  await dialogue.finish();
  proxy.close();
  await stopServer(server);
}

// The server dies in the middle of a turn; the move that was typed meanwhile is made once.
async function testKilledServer() {
  let server = await start("killed", "--bot-pause", "0");
  const proxy = await startProxy(server.port);
  const made = await openTable(server, "exclusiv", { first: 1 }, [{ bot: 2 }]);
  const host = await openHost(server, made);
  const home = newHome();
  let dialogue = sit(linkOf(proxy.port, made, "127.0.0.1"), "Tess", home);
  await until(host, (m) => m.why === "join");
  await host.ask({ do: "start" });
  await until(host, (m) => m.why === "deal");
  await host.ask({ do: "leave" });
  let said = await dialogue.prompt();
  check(/Your rack, 14/.test(said), "the rack is there", said);
  await stopServer(server, "SIGKILL");
  proxy.cut();
  await dialogue.until(() => /Connection lost/.test(dialogue.out), "the loss");
  dialogue.seen = dialogue.out.length;
  dialogue.child.stdin.write("draw\n");
  await sleep(100);
  server = await start("killed", "--bot-pause", "0");
  proxy.target = server.port;
  said = await dialogue.prompt();
  said += await dialogue.until(() => /You drew/.test(dialogue.out.slice(dialogue.seen)) ||
    /You drew/.test(said), "the draw").then(() => "");
  await dialogue.until(() => dialogue.out.endsWith("> "), "the next turn");
  check([...dialogue.out.matchAll(/You drew/g)].length === 1, "what was typed is done once",
    dialogue.out.slice(-700));
  said = await dialogue.type("rack");
  check(/Your rack, 15/.test(said), "exactly one tile was drawn", said);
  const watcher = new Client(server.port, made.table);
  await watcher.connect();
  const laid = watcher.wait((m) => typeof m.draft === "string" && m.draft !== "-");
  const rack = said.replaceAll(" (new)", "").match(/^Your rack.*$/m)[0];
  await dialogue.type(`new ${/: (\S+ \S+)/.exec(rack)[1]}`);
  await laid;
  watcher.socket.terminate();
  // the terminal is closed; the same link finds the seat again, and what lay there
  await dialogue.kill("SIGHUP");
  dialogue = sit(linkOf(proxy.port, made, "127.0.0.1"), "Tess", home);
  said = await dialogue.prompt();
  said += await dialogue.type("table");
  said += await dialogue.type("players");
  check(/Tess: 15 tiles/.test(said) || /Tess: \d+ tiles, to play/.test(said),
    "the same link finds the own seat again", said);
  check(/Meld \d+: \+/.test(said), "with the unfinished arrangement", said);
  said = await dialogue.type("leave").catch(() => dialogue.out.slice(-200));
  check(/You have left/.test(said) && (await dialogue.ended).code === 0, "one may leave", said);
  proxy.close();
  await stopServer(server);
}

async function testWatchingAndRefusals() {
  const server = await start("watch", "--bot-pause", "0");
  const made = await openTable(server, "princess");
  const host = await openHost(server, made);
  const tess = sit(linkOf(server.port, made), "Tess");
  await until(host, (m) => m.why === "join");
  const full = sit(linkOf(server.port, made), "Late");
  const end = await full.ended;
  check(end.code === 1 && /no free seat/.test(full.out), "a full table says so", full.out);
  const watcher = new Dialogue(program, ["--join", linkOf(server.port, made), "--watch", ...plain],
    { home: newHome() });
  await watcher.until(() => /You’re watching/.test(watcher.out), "watching");
  const passer = new Dialogue(program, ["--join", linkOf(server.port, made), "--watch", ...plain],
    { home: newHome() });
  passer.child.stdin.end();
  const passed = await passer.until(() => passer.end, "the end", 60000);
  check(passed.code === 0 && /You’re watching[^]*Goodbye\.\s*$/.test(passer.out),
    "who watches without an input does not wait for others", passer.out);
  await host.ask({ do: "start" });
  await until(host, (m) => m.why === "deal");
  await tess.prompt();
  const drawn = await tess.type("draw");
  check(/You drew/.test(drawn), "one's own card is told", drawn);
  await watcher.until(() => /Tess drew\./.test(watcher.out), "news");
  check(!/Your hand/.test(watcher.out) && !/You drew/.test(watcher.out),
    "a watcher sees no rack", watcher.out);
  const card = /: (\w\d) /.exec(/Your hand.*$/m.exec(await tess.type("rack"))[0])[1];
  await tess.type(`new ${card}`);
  host.send({ do: "say", phrase: 3 });
  await tess.until(() => /Host: Thank you!/.test(tess.out), "the phrase");
  await tess.prompt();
  const refused = await tess.type(`play [${card}]`);
  check(/seat number|at least 3/.test(refused), "what the rules forbid is refused", refused);
  watcher.child.stdin.write("quit\n");
  check((await watcher.ended).code === 0, "a watcher may go at any time");
  await tess.finish();
  for (const [link, what] of [[linkOf(server.port, { ...made, table: "nowhere" }), "no table"],
    [linkOf(server.port, { ...made, invite: "wrong" }), "a wrong invitation"],
    [linkOf(1, made), "no server"], ["http://no-such-host.invalid/t/x#y", "no such host"]]) {
    const lost = sit(link, "Tess");
    lost.child.stdin.end();
    check((await lost.ended).code === 1 && lost.out.length > 40, `${what} is told`,
      lost.out + lost.err);
  }
  const reasons = [[linkOf(1, made), /connection was refused/],
    ["http://no-such-host.invalid/t/x#y", /server’s name can’t be found/],
    [linkOf(server.port, made).replace("http", "https"), /does not use TLS/]];
  for (const [link, reason] of reasons) {
    const lost = sit(link, "Tess");
    lost.child.stdin.end();
    await lost.ended;
    check(reason.test(lost.out), `${link.split("/t/")[0]} is told apart`, lost.out);
  }
  // two people at one terminal
  const pair = await makeTable(server, { game: "photo", options: { turn_seconds: 0, first: 1 },
    seats: [{ name: "Host" }, { open: true }, { open: true }] });
  const pairHost = await openHost(server, pair);
  const two = sit(linkOf(server.port, pair), "Anna,Ben");
  await until(pairHost, (m) => m.why === "join");
  await pairHost.ask({ do: "start" });
  let said = await two.prompt();
  if (/Press Enter/.test(said)) said += await two.type("");
  await two.type("draw");
  said = await two.type("pass");
  check(/Ben, it’s your turn/.test(said), "two people share a terminal", said);
  await two.finish();
  await stopServer(server);
}

// Who has nothing more to say does not wait for a turn: what was typed before is done in its time.
async function testEndOfInput() {
  const server = await start("input", "--bot-pause", "0");
  const made = await openTable(server, "exclusiv", { first: 0 });
  const host = await openHost(server, made);
  const home = newHome();
  const sitAgain = () => sit(linkOf(server.port, made), "Tess", home);
  let tess = sitAgain();
  const isOver = () => tess.until(() => tess.end, "the end");
  await until(host, (m) => m.why === "join");
  await host.ask({ do: "start" });
  await until(host, (m) => m.why === "deal");
  await tess.until(() => /Host’s turn/.test(tess.out), "the deal");
  tess.child.stdin.end();
  check((await isOver()).code === 0 && /Your seat stays yours: use the same link/.test(tess.out),
    "without an input one takes leave while others are on turn", tess.out.slice(-300));
  tess = sitAgain();
  tess.child.stdin.end("draw\n");
  await tess.until(() => /Host’s turn/.test(tess.out), "the seat again");
  check(tess.end === undefined, "what is typed waits for its turn", tess.out.slice(-300));
  await host.ask({ do: "act", action: "draw" });
  check((await isOver()).code === 0 && /You drew[^]*Your seat stays yours/.test(tess.out),
    "and is done before one leaves", tess.out.slice(-300));
  await stopServer(server);
}

// Public servers are behind TLS.
async function testSecure() {
  const server = await start("secure", "--bot-pause", "0");
  const [right, wrong] = [await startSecure(server, "localhost"),
    await startSecure(server, "other.example")];
  const { port } = right;
  const table = await openTable(server, "exclusiv");
  const host = await openHost(server, table);
  const link = (way, name = "localhost") =>
    linkOf(way.port, table, name).replace("http:", "https:");
  for (const [where, env, what] of [[link(right), {}, "a certificate that nobody vouches for"],
    [link(right, "127.0.0.1"), right.trusting, "a certificate without the address"],
    [link(wrong), wrong.trusting, "a certificate for another name"]]) {
    const stranger = new Dialogue(program, ["--join", where, "--names", "Tess", ...plain],
      { home: newHome(), env });
    stranger.child.stdin.end();
    const end = await stranger.ended;
    check(end.code === 1 && /certificate isn’t valid/.test(stranger.out), `${what} is refused`,
      stranger.out);
  }
  const dialogue = new Dialogue(program, ["--join", link(right), "--names", "Tess",
    ...plain], { home: newHome(), env: right.trusting });
  await until(host, (m) => m.why === "join");
  await host.ask({ do: "start" });
  await until(host, (m) => m.why === "deal");
  await host.ask({ do: "leave" });
  const said = await playRound(dialogue, "exclusiv", await dialogue.prompt());
  check(/Round 1:/.test(said), "a round is played through TLS", said);
  const players = await dialogue.type("players");
  check(players.includes(`https://localhost:${port}/t/`), "the link for others is secure", players);
  check((await dialogue.finish()).code === 0, "and it ends well", dialogue.err);
  for (const { front } of [right, wrong]) front.close();
  await stopServer(server, "SIGKILL");
}

// A server need not be ours: whatever a name holds there, the terminal does not obey it.
async function testBadNames() {
  const server = await start("names", "--bot-pause", "0");
  const proxy = await startProxy(server.port);
  // as long as what it replaces, so that the frame stays what it is
  proxy.changes = (data) => Buffer.from(data.toString("latin1")
    .replaceAll("QQQQQQQQQQQQQQQ", "\xc2\x9b31m\xc2\x9d0;\\r\\n\xc2\x85"), "latin1");
  const made = await makeTable(server, { game: "exclusiv", options: { turn_seconds: 0, first: 1 },
    seats: [{ name: "QQQQQQQQQQQQQQQ" }, { open: true }] });
  const host = await openHost(server, made);
  const anna = sit(linkOf(proxy.port, made, "127.0.0.1"), "Anna");
  await until(host, (m) => m.why === "join");
  await host.ask({ do: "start" });
  let said = await anna.prompt();
  said += await anna.type("players");
  said += await anna.type("scores");
  check(/\?31m\?0;\?\?\?/.test(said), "a name is shown without what a terminal obeys", said);
  check(!/[\x80-\x9f\x1b\r]/.test(anna.out + anna.err), "and nothing of it gets through");
  await anna.finish();
  proxy.close();
  await stopServer(server);
}

// Where somebody sits, and where it is their turn.
async function testOwnTables() {
  const server = await start("own", "--bot-pause", "0");
  const home = newHome();
  const tables = (lang) => run(["tables", "--lang", lang], "", { XDG_STATE_HOME: home });
  check(/no seat on any server/.test(tables("en").out), "who sits nowhere is told so");
  for (const [days, first] of [[5, 1], [2, 1], [1, 0]]) {
    const made = await openTable(server, "exclusiv", { turn_days: days, first });
    const host = await openHost(server, made);
    const guest = sit(linkOf(server.port, made, "127.0.0.1"), "Tess", home);
    await until(host, (m) => m.why === "join");
    await host.ask({ do: "start" });
    await until(host, (m) => m.why === "deal");
    await guest.kill("SIGTERM");
    await host.end();
  }
  const { code, out } = tables("en");
  const lines = out.trim().split("\n");
  check(code === 0 && lines.length === 3, "all tables where one sits are listed", out);
  check(/^Your turn · 1 d 23 h left \| Rummy exclusiv \| With Host, Tess \| http/.test(lines[0]) &&
    /^Your turn · 4 d 23 h left/.test(lines[1]), "those with the least time for the own turn first",
  out);
  check(/^Rummy exclusiv/.test(lines[2]), "then where others are on turn", out);
  check(/^Du bist dran · noch 1 Tg\. 23 Std\./.test(tables("de").out), "in the reader's language");
  await stopServer(server);
  const later = tables("en");
  check(later.code !== 0 && /^Can’t reach the server\. \| http/m.test(later.out),
    "a server that is gone is said to be so", later.out);
}

await runAll([testEndOfInput, testOwnTables, testBadNames, testSecure, testLostRequest, testRounds,
  testCutLine, testKilledServer, testWatchingAndRefusals]);
