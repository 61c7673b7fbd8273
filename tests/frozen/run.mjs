// run.mjs - this build opens what earlier ones left behind: a server's store and saves of the
// terminal table. Everybody is told what they were told then, no key is refused, records are the
// same to the byte, and then play goes on to the end of the round.
// usage: node run.mjs RUMMERY
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, curl, folder, post, run, runAll, start, stopServer } from "../clients/harness.mjs";
import { playRound as playRoundBy } from "../tui/dialogue.mjs";
import { differences } from "./compare.mjs";
import { fileOf, FIXTURES, read } from "./fixtures.mjs";
import { playRound } from "./holder.mjs";
import { openStore, takeBack, tellTable } from "./store.mjs";
import { homeWith, openFolder, PLAIN, tellDialogue, tellFinished, tellSave } from "./terminal.mjs";

function checkSame(then, now, all, sentence) {
  const found = differences(then, now, all);
  check(found.length === 0, sentence, found.slice(0, 4).join("; "));
}

// ---- The store ---------------------------------------------------------------------------------

// What was done already is answered, and not done again.
async function checkRepeated(server, name, { request, made, lastAct }, [anna]) {
  if (request !== undefined) {
    const again = await post(server.link, "/api/tables", request);
    check(again.table === made.table && again.key === made.key && again.invite === made.invite,
      `${name}: the same request finds the same table`, JSON.stringify(again));
  }
  if (lastAct !== undefined) {
    const { seq } = anna;
    const answer = await anna.ask({ do: "act", ...lastAct });
    check(answer.ok === true && answer.seq <= seq,
      `${name}: a move that was made is not made twice`, JSON.stringify(answer));
  }
}

const NEXT = { waiting: ["start"], scored: ["next"], over: ["rematch"] };

// From wherever it stands to the end of a round.
async function playOn(name, frozen, people) {
  const seated = people.filter(({ key }) => key !== undefined);
  const [anna] = seated;
  const { absent = [] } = frozen;
  for (const [i, { who }] of frozen.holders.entries())
    if (absent.includes(who)) await people[i].cut();
  const here = seated.filter(({ isGone }) => !isGone);
  if (NEXT[anna.phase] !== undefined) {
    const dealt = anna.wait((m) => m.why === "deal");
    const [request] = NEXT[anna.phase];
    for (const holder of request === "next" ? here : [anna]) await holder.ask({ do: request });
    await dealt;
    for (const holder of here) await holder.wait((m) => m.phase === "playing", undefined, 0);
  }
  await playRound(here);
  check(here.every(({ isRoundOver }) => isRoundOver), `${name}: the round is played to its end`);
}

async function testStore(fixture) {
  const tables = read(fixture, "tables.json");
  const { list, ...then } = read(fixture, "told.json");
  const { server, people, ...now } = await openStore(fileOf(fixture, "store.sqlite"), tables,
    fixture);
  checkSame(list, now.list, list, "the tables are listed as they were");
  for (const [name, { hellos, records }] of Object.entries(then)) {
    for (const [i, hello] of hellos.entries()) {
      const { who } = tables[name].holders[i];
      check(now.told[name].hellos[i].error === undefined, `${name}: the key of ${who} is taken`);
      checkSame(hello, now.told[name].hellos[i], then, `${name}: ${who} is told the same table`);
    }
    checkSame(records, now.told[name].records, {}, `${name}: the records are the same bytes`);
  }
  for (const [name, frozen] of Object.entries(tables)) {
    if (frozen.isPutAway)
      check(curl(`${server.link}api/tables/${frozen.table}`).status === 404,
        `${name}: what was put away is not served`);
    else await checkRepeated(server, name, frozen, people[name]);
    if (frozen.takesBack)
      checkSame(then[name].back, await takeBack(people[name]), then,
        `${name}: a move is taken back after all that time`);
  }
  await Promise.all(Object.keys(then).map((name) => playOn(name, tables[name], people[name])));
  check((await stopServer(server)).code === 0, "the server ends well", server.err);
  await testPutAway(fixture, tables);
}

async function testPutAway(fixture, tables) {
  const away = Object.entries(tables).filter(([, { isPutAway }]) => isPutAway);
  for (const [name, { table }] of away)
    check(run(["tables", "restore", table, "--data", join(folder, fixture)]).code === 0,
      `${name}: what was put away is brought back`);
  const server = await start(fixture, "--bot-pause", "0");
  for (const [name, frozen] of away) {
    const { people, told } = await tellTable(server, frozen);
    check(told.hellos[0].error === undefined, `${name}: and its key is taken`);
    await playOn(name, frozen, people);
  }
  await stopServer(server);
}

// ---- The terminal ------------------------------------------------------------------------------

async function testSave(fixture, name, { game, said, ...finished }) {
  const path = fileOf(fixture, `${name}.record`);
  if (said === undefined) {
    checkSame(finished, tellFinished(path), {}, `${name}: it is replayed and verified as it was`);
    return;
  }
  const home = homeWith(name, path);
  const told = await tellSave(game, home);
  checkSame(said, told.said, {}, `${name}: the table is told as it was`);
  const before = readFileSync(path, "utf8").split("\n").slice(0, -1);
  const [file] = readdirSync(openFolder(home));
  const after = readFileSync(join(openFolder(home), file), "utf8").split("\n");
  check(before.every((line, i) => line === after[i]),
    `${name}: nothing that was written is changed`);
  let first = await told.dialogue.type("again");
  if (/^Type next/m.test(told.dialogue.out)) first = await told.dialogue.type("next");
  await playRoundBy(told.dialogue, game, first);
  check(true, `${name}: the round is played to its end`);
  await told.dialogue.finish();
}

async function testSaves(fixture) {
  const saves = Object.entries(read(fixture, "terminal.json"));
  await Promise.all(saves.map(([name, save]) => testSave(fixture, name, save)));
}

// The same seat is found again by the link without its invitation.
async function testSeat(fixture) {
  const tables = read(fixture, "tables.json");
  const { terminalSeat } = tables;
  const { server, people } = await openStore(fileOf(fixture, "store.sqlite"), { terminalSeat },
    `${fixture}-seat`);
  const [anna, ben] = people.terminalSeat;
  await ben.cut();
  const home = join(folder, "home-seat");
  mkdirSync(join(home, "rummery"), { recursive: true });
  const kept = readFileSync(fileOf(fixture, "seats"), "utf8");
  writeFileSync(join(home, "rummery", "seats"),
    kept.replace(/^http:\/\/localhost:\d+/, server.link.slice(0, -1)));
  const { dialogue, said } = await tellDialogue(
    ["--join", `${server.link}t/${terminalSeat.table}`, ...PLAIN], home);
  check(said.players.some((line) => /^Ben: \d+ photos, to play/.test(line)),
    "the terminal has its seat again", said.players.join());
  const playing = playRound([anna]);
  await playRoundBy(dialogue, "photo", "");
  await playing;
  check(anna.isRoundOver, "and plays the round to its end");
  await dialogue.finish();
  await stopServer(server);
}

const tests = FIXTURES.flatMap((fixture) => [
  function theStore() { return testStore(fixture); },
  function theSaves() { return testSaves(fixture); },
  function theSeatOfATerminal() { return testSeat(fixture); },
]);
await runAll(tests);
