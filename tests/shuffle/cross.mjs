// cross.mjs - two verifiers that were written apart from each other must agree: `rummery verify`
// in C and the page's verify.ts, on random records and on records that were tampered with.
// usage: node cross.mjs RUMMERY SHUFFLE_RECORDS COUNT SEED
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { createServer } from "../../web/node_modules/vite/dist/node/index.js";
import { alterations, shuffleLineOf } from "./tamper.mjs";
import { check, finish } from "../sentences/check.mjs";

const [program, writer, count, seed] = process.argv.slice(2);

function run(path, args, input = "") {
  const result = spawnSync(path, args, { input, maxBuffer: 1 << 28 });
  return { code: result.status, out: String(result.stdout), err: String(result.stderr) };
}

// What `rummery verify` says of a text: rounds, last line, exit code, messages.
function verifyByProgram(text) {
  const { code, out, err } = run(program, ["verify", "-"], text);
  const lines = out.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  return { code, err, rounds: lines.slice(0, -1), sum: lines.at(-1) };
}

async function loadPage() {
  const server = await createServer({
    root: fileURLToPath(new URL("../../web", import.meta.url)),
    configFile: false,
    appType: "custom",
    logLevel: "error",
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, watch: null, ws: false },
  });
  const page = {
    ...(await server.ssrLoadModule("/src/shuffle/verify.ts")),
    ...(await server.ssrLoadModule("/src/shuffle/chance.ts")),
  };
  return { page, close: () => server.close() };
}

function splitRecords(text) {
  return text.split(/^(?=match )/m).filter(Boolean);
}

// Both agree on an untouched record, and say what is in it.
function testRecord(page, record, i) {
  const lines = record.split("\n");
  const deals = lines.filter((line) => line.startsWith("deal ")).length;
  const told = lines.filter((line) => line.startsWith("# shuffle")).length;
  const moves = lines.filter((line) => line && !/^(match|lot|deal|shuffle|#)/.test(line)).length;
  const c = verifyByProgram(record);
  const ts = page.verifyRecord(record);
  const wanted = Array.from({ length: deals }, (_, k) =>
    shuffleLineOf(lines, k + 1) < 0 ? "none" : "verified");
  check(c.code === 0 && c.sum.legal, "an untouched record is accepted", `record ${i} ${c.err}`);
  check(String(c.rounds.map((r) => r.shuffle)) === String(wanted), "C: verdicts", `record ${i}`);
  check(String(ts.map((r) => r.shuffle)) === String(wanted), "page: verdicts",
    `record ${i}: ${ts.map((r) => r.shuffle + r.why)}`);
  check(c.rounds.every((r, k) => r.round === k + 1), "rounds are counted from 1", `record ${i}`);
  check(c.sum.rounds === deals && c.sum.verified === told, "the sum adds up", `record ${i}`);
  check(c.sum.moves === moves && c.rounds.reduce((s, r) => s + r.moves, 0) === moves,
    "every move is counted", `record ${i}`);
  check(/cannot be checked/.test(c.err) === told < deals, "a missing line is told", c.err);
}

// Both find the round that was tampered with. The program may stop there, if the moves do not
// fit the other cards; as far as it goes, both agree on the other rounds too.
function testAlteration(page, { name, text, round }, i) {
  const about = `${name}, record ${i}, round ${round}`;
  const c = verifyByProgram(text);
  const ts = page.verifyRecord(text);
  check(c.rounds[round - 1]?.shuffle === "wrong", "C finds it", `${about}: ${c.err}`);
  check(ts[round - 1]?.shuffle === "wrong", "the page finds it", about);
  check(c.code === 1, "a wrong round makes the exit code 1", about);
  check(c.rounds.every((r, k) => r.shuffle === ts[k]?.shuffle), "both agree on all", about);
  return name;
}

function testNumbers(page) {
  const { out, code } = run(writer, ["--numbers", "400", seed]);
  const lines = out.split("\n").filter(Boolean);
  check(code === 0 && lines.length === 800, "the numbers are written");
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const shuffle = page.readShuffleLine(lines[i]);
    const [purpose, bound, ...numbers] = lines[i + 1].split(" ").map(Number);
    const below = page.numbersOf(page.keyOf(shuffle), purpose);
    const same = numbers.length === 40 && numbers.every((number) => number === below(bound));
    check(same, "both draw the same numbers", `${lines[i]} ${lines[i + 1]}`);
    const commitment = Buffer.from(page.commitmentOf(shuffle.seed)).toString("hex");
    check(lines[i].includes(` commit=${commitment} `), "both make the same commitment", lines[i]);
  }
}

// A record that is broken says where, and gets exit code 1; a wrong call gets 2.
function testBroken(record) {
  const lines = record.trim().split("\n");
  const broken = (at, text) => [...lines.slice(0, at), text, ...lines.slice(at)].join("\n");
  const dealAt = lines.findIndex((line) => line.startsWith("deal "));
  const cases = [
    ["an empty file", "", /line 0: no record/],
    ["a file with comments only", "# shuffle round=1\n", /line 1: no record/],
    ["a file that is no record", "hello\n", /line 1: /],
    ["a line of nonsense", broken(dealAt + 3, "nonsense"), RegExp(`line ${dealAt + 4}: `)],
    ["an illegal move", broken(dealAt + 1, "shuffle g1"), RegExp(`line ${dealAt + 2}: `)],
    ["a line too long", `# ${"x".repeat(5000)}\n${record}`, /line 1: .*too long/],
  ];
  for (const [name, text, wanted] of cases) {
    const { code, err, sum } = verifyByProgram(text);
    check(code === 1 && wanted.test(err), `${name} is refused with its line`, err);
    check(sum === undefined || sum.legal === false, `${name} is not called legal`);
  }
  const half = verifyByProgram(lines.slice(0, dealAt + 4).join("\n"));
  check(half.code === 0 && half.sum.moves === 3 && half.sum.rounds === 1,
    "a record may end before the match does", half.err);
  check(run(program, ["verify", "/does/not/exist"]).code === 1, "no file: exit code 1");
  check(run(program, ["verify"]).code === 2, "no argument: exit code 2");
  check(run(program, ["verify", "a", "b"]).code === 2, "two arguments: exit code 2");
}

const { page, close } = await loadPage();
const written = run(writer, [count, seed]);
const records = splitRecords(written.out);
check(written.code === 0 && records.length === Number(count), "the records are written");
const seen = new Map();
records.forEach((record, i) => {
  testRecord(page, record, i);
  for (const altered of alterations(record, Number(seed) + i, page.commitmentOf)) {
    const name = testAlteration(page, altered, i);
    seen.set(name, (seen.get(name) ?? 0) + 1);
  }
});
testNumbers(page);
testBroken(records[0]);
const stocks = (written.out.match(/^shuffle /gm) ?? []).length;
const timeouts = (written.out.match(/^timeout/gm) ?? []).length;
console.log(`${records.length} records, ${stocks} new stocks, ${timeouts} time-outs`);
for (const [name, times] of seen) console.log(`${String(times).padStart(6)}  ${name}`);
check(stocks > records.length / 3, "there are enough new stocks to mean something");
check(/^timeout\nshuffle /m.test(written.out), "a time-out asks for a new stock");
check(seen.size === 12 && [...seen.values()].every((n) => n >= records.length / 12),
  "every way to tamper is tried");
await close();
process.exitCode = finish();
