// bare.mjs - both commands of the README in a Debian that has nothing but apt: script/start until
// the page is served, then script/test (root runs all of it), of what is committed. Prints how long
// each took and what the tests counted. Needs root and the archives; a quarter of an hour and more.
// usage: node bare.mjs RELEASE root|sudo, who types the commands
import { execFileSync } from "node:child_process";
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, fetchOnce, folder, freePort, isHealthy, runAll, until,
} from "../clients/harness.mjs";
import { Debian } from "./debian.mjs";

const [release, how] = process.argv.slice(2);
const root = join(folder, "debian");
const user = how === "sudo" ? "player" : "root";
const START_MS = 30 * 60e3;
let debian;

const since = (began) => `${Math.round((Date.now() - began) / 1000)} s`;

// One of several users, who may become root without a word.
function admit(name) {
  for (const line of ["apt-get install -y -qq --no-install-recommends sudo",
    `useradd --create-home --shell /bin/sh ${name}`,
    `echo '${name} ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/${name}`,
    `chown -R ${name}: /srv`]) {
    const { code, out, err } = debian.chroot("sh", "-c", line);
    if (code !== 0) throw new Error(`${line}: ${out}${err}`);
  }
}

function testMaking() {
  debian = Debian.make(root, release);
  execFileSync("git", ["clone", "--quiet", "--no-local", ".", join(root, "srv/rummery")]);
  if (user !== "root") admit(user);
  console.log(`Debian ${readFileSync(join(root, "etc/debian_version"), "utf8").trim()}, by ${how}`);
}

// Runs a line in the clone; what it says goes to a file, whose text comes back with its exit code.
function begin(line) {
  const log = join(folder, "log");
  const file = openSync(log, "w");
  const child = debian.begin(`cd /srv/rummery && ${line}`, { user, stdio: ["ignore", file, file] });
  closeSync(file);
  const work = { isOver: false, said: () => readFileSync(log, "utf8") };
  work.ended = new Promise((done) => child.on("exit", (code) => {
    work.isOver = true;
    done(code);
  }));
  return work;
}

// script/start in that folder, until the page is there. Comes back with all that it said.
async function serves(place, path, sentence) {
  const began = Date.now();
  const port = await freePort();
  const server = { port, link: `http://localhost:${port}/` };
  rmSync(join(root, "srv/enough"), { force: true });
  const work = begin(`cd ${place} && { PATH=${path} script/start --port ${port} & child=$!
    until [ -e /srv/enough ] || ! kill -0 $child; do sleep 1; done; kill $child; wait $child; }`);
  await until(async () => work.isOver || await isHealthy(server).catch(() => false), START_MS);
  const page = work.isOver ? "" : await (await fetchOnce(server.link)).text();
  check(page.includes("<title>Rummery"), sentence, work.said().slice(-3000));
  console.log(`${sentence}: ${since(began)}`);
  writeFileSync(join(root, "srv/enough"), "");
  check(await work.ended === 0, "it ends when it is told to", work.said().slice(-1000));
  return work.said();
}

async function testStart() {
  const said = await serves("/srv/rummery", "$PATH", "script/start serves the page");
  const warnings = said.split("\n").filter((line) => /\bwarning:/i.test(line)).join("\n");
  check(warnings === "", "and no compiler has warned", warnings);
}

async function fails(line, words, sentence) {
  const began = Date.now();
  const work = begin(line);
  const code = await work.ended;
  check(code !== 0 && words.test(work.said()), sentence, work.said().slice(-3000));
  console.log(`${sentence}: ${since(began)}`);
}

// Without a network for npm, and without Node.js, the program is there and says what is missing. A
// release's tarball needs neither.
async function testWithout() {
  const made = begin(`script/bootstrap package && script/tarball build /srv/release &&
    cd /srv/release && tar -xf *.tar.xz`);
  check(await made.ended === 0, "a tarball is made", made.said().slice(-3000));
  const few = "mkdir -p /srv/few && ln -sf /usr/bin/* /srv/few && rm -f /srv/few/node /srv/few/npm";
  await begin(few).ended;
  const gone = "rm -rf build web/node_modules web/dist web/src/core/*.wasm";
  const ready = "the terminal's table is ready \\(build/rummery play\\); the page needs";
  await fails(`${gone}; PATH=/srv/few script/start`, new RegExp(`${ready} Node.js 18`),
    "without Node.js there is the terminal");
  await fails("npm_config_registry=http://127.0.0.1:9/ npm_config_cache=/srv/none script/start",
    new RegExp(`${ready} .*cannot be reached`), "without a network there is the terminal");
  await serves("/srv/release/rummery-*", "/srv/few", "a tarball serves its page without Node.js");
}

async function testTest() {
  const began = Date.now();
  const command = user === "root" ? "script/test all" : "script/test";
  const work = begin(command);
  const code = await work.ended;
  const said = work.said();
  const [line, passed, failed] = [...said.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1) ??
    ["no closing line", 0, 1];
  console.log(`${command}: ${line}, ${since(began)}`);
  // all that failed parts have said, behind the first line that begins so
  const red = said.indexOf("\n== ");
  check(code === 0 && Number(passed) > 0 && Number(failed) === 0, `${command} passes`,
    said.slice(red < 0 ? -20000 : red));
}

await runAll([testMaking, testStart, testTest, testWithout]);
