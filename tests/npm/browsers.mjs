// browsers.mjs - the package in a browser: as it is, by an import map, and bundled by Vite, with a
// computer player in a worker. Its pages are served from the project's own folder.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { build } from "../../web/node_modules/vite/dist/node/index.js";
import { launch } from "../clients/chromium.mjs";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript",
  ".wasm": "application/wasm" };

function serve(folder) {
  const asked = [];
  const server = createServer(({ url }, answer) => {
    const path = normalize(decodeURIComponent(url.split("?")[0]));
    asked.push(path);
    try {
      const bytes = readFileSync(join(folder, path));
      answer.writeHead(200, { "content-type": TYPES[extname(path)] ?? "text/plain" }).end(bytes);
    } catch {
      answer.writeHead(404).end();
    }
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () =>
      resolve({ server, asked, link: `http://127.0.0.1:${server.address().port}` }));
  });
}

// What a page leaves in `window.told` when it is done.
async function told(browser, link) {
  const page = await browser.newPage();
  const problems = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !/favicon|404/.test(message.text()))
      problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error.stack ?? error)));
  await page.goto(link);
  try {
    await page.waitForFunction("window.told !== undefined", null, { timeout: 60000 });
  } catch (problem) {
    problems.push(String(problem));
  }
  const result = await page.evaluate("window.told ?? {}");
  await page.close();
  return { ...result, problems };
}

const blockOf = (readme, kind, words = "") =>
  [...readme.matchAll(/```(\w+)\n([^]*?)```/g)]
    .find(([, one, text]) => one === kind && text.includes(words))[2];

// The README's page, which makes a match; then it plays.
function writePlain(folder, readme) {
  writeFileSync(join(folder, "plain.html"), `<!doctype html><title>plain</title>
${blockOf(readme, "html")}
<script type="module">
  import { Match } from "rummery";
  import { playAll } from "/round.mjs";
  await Match.start({ game: "photo", players: 2 });
  const names = () => performance.getEntriesByType("resource").map(({ name }) => name);
  const early = names().filter((name) => name.endsWith(".wasm")).length;
  window.told = { rounds: await playAll(), early };
</script>
`);
}

// The README's worker, and a page that asks it.
function writeBundled(folder, readme) {
  mkdirSync(join(folder, "site"));
  const write = (name, text) => writeFileSync(join(folder, "site", name), text);
  write("worker.js", blockOf(readme, "js", "// worker.js"));
  write("index.html", `<!doctype html><title>bundled</title>
<script type="module" src="./main.js"></script>
`);
  write("main.js", `import { Match } from "rummery";
import { playAll } from "../round.mjs";
const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
const match = await Match.start({ game: "princess", players: 2 });
while (match.seat === null) match.chance(1);
const decided = new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data); });
worker.postMessage({ rules: match.rules, view: match.view(match.seat),
  standing: match.standing() });
const verdict = match.apply(await decided);
window.told = { rounds: await playAll(), verdict };
`);
}

/** What is played where, and what was complained about. */
export async function playInBrowsers(project) {
  const readme = readFileSync(join(project, "node_modules/rummery/README.md"), "utf8");
  writePlain(project, readme);
  writeBundled(project, readme);
  await build({ root: join(project, "site"), configFile: false, logLevel: "error",
    build: { target: "es2022", outDir: join(project, "bundled") } });
  const { server, asked, link } = await serve(project);
  const browser = await launch();
  try {
    const plain = await told(browser, `${link}/plain.html`);
    if (plain.early !== 1) plain.problems.push(`${plain.early} modules came at first`);
    const own = await serve(join(project, "bundled"));
    const bundled = await told(browser, `${own.link}/index.html`);
    if (bundled.verdict?.ok !== true) bundled.problems.push("the worker's action is refused");
    own.server.close();
    if (asked.some((path) => path.endsWith("node.js"))) plain.problems.push("Node's door came");
    return [{ name: "a browser without a bundler", ...plain },
      { name: "a browser, bundled by Vite", ...bundled }];
  } finally {
    await browser.close();
    server.close();
  }
}
