// bare.mjs - both commands of the README in a Debian that has nothing but apt: script/start until
// the page is served, then the whole of script/test, of what is committed. Prints how long each
// took and what the tests counted. Needs root and the archives; a quarter of an hour and more.
// usage: node bare.mjs RELEASE root|sudo, who types the commands
import { execFileSync } from "node:child_process";
import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
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
    `chown -R ${name}: /srv/rummery`]) {
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

async function testStart() {
  const began = Date.now();
  const port = await freePort();
  const server = { port, link: `http://localhost:${port}/` };
  const work = begin(`{ script/start --port ${port} & child=$!
    until [ -e /srv/enough ] || ! kill -0 $child; do sleep 1; done; kill $child; wait $child; }`);
  await until(async () => work.isOver || await isHealthy(server).catch(() => false), START_MS);
  const page = work.isOver ? "" : await (await fetchOnce(server.link)).text();
  check(page.includes("<title>Rummery"), "script/start serves the page",
    work.said().slice(-3000));
  console.log(`script/start: ${since(began)}`);
  check(!/\bwarning:/i.test(work.said()), "and no compiler has warned",
    work.said().split("\n").filter((line) => /\bwarning:/i.test(line)).join("\n"));
  writeFileSync(join(root, "srv/enough"), "");
  check(await work.ended === 0, "it ends when it is told to", work.said().slice(-1000));
}

async function testTest() {
  const began = Date.now();
  const work = begin("script/test");
  const code = await work.ended;
  const said = work.said();
  const [line, passed, failed] = /^(\d+) passed, (\d+) failed$/m
    .exec(said.trim().split("\n").at(-1)) ?? ["no closing line", 0, 1];
  console.log(`script/test: ${line}, ${since(began)}`);
  check(code === 0 && Number(passed) > 0 && Number(failed) === 0, "script/test passes",
    said.slice(-20000));
}

await runAll([testMaking, testStart, testTest]);
