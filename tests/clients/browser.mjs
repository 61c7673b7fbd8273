// browser.mjs - the server as Chromium sees it: the start page under its own content security
// policy, a WebSocket and a few moves from the page, and pages of other origins, which get
// nowhere. The browser is the distribution's, driven by playwright-core.
// usage: node browser.mjs RUMMERY
import { createServer } from "node:http";
import { launch } from "./chromium.mjs";
import { check, curl, makeTable, metricsHeader, PATIENCE_MS, runAll, start, stopServer,
} from "./harness.mjs";

let server;
let browser;

async function begin() {
  server = await start("browser", "--bot-pause", "0");
  browser = await launch();
}

// A new page with a note of everything it complains about.
async function openPage(address) {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const complaints = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("requestfailed", (request) => complaints.push(`failed: ${request.url()}`));
  await page.addInitScript(() => {
    globalThis.violations = [];
    document.addEventListener("securitypolicyviolation", (event) =>
      globalThis.violations.push(event.effectiveDirective));
  });
  const answer = address === undefined ? null : await page.goto(address);
  return { page, complaints, answer };
}

// An origin of its own: a web server on another port.
async function openElsewhere() {
  const other = createServer((request, answer) => {
    answer.setHeader("Content-Type", "text/html");
    answer.end("<!doctype html><title>elsewhere</title><link rel=icon href=data:,>");
  });
  await new Promise((done) => other.listen(0, "127.0.0.1", done));
  const opened = await openPage(`http://localhost:${other.address().port}/`);
  return { ...opened, close: () => other.close() };
}

// ---- The start page --------------------------------------------------------------------------

async function testStartPage() {
  for (const path of ["", "t/k3v9m2x7q4tw"]) {
    const { page, complaints, answer } = await openPage(`${server.link}${path}`);
    check(answer.status() === 200 && (await page.title()).startsWith("Rummery"),
      `/${path} is the page`, await page.title());
    await page.waitForLoadState("networkidle");
    const violations = await page.evaluate(() => globalThis.violations);
    check(complaints.length === 0 && violations.length === 0,
      `/${path} loads without a complaint`, JSON.stringify([complaints, violations]));
    const isStyled = await page.evaluate(() => document.styleSheets.length > 0 &&
      document.styleSheets[0].cssRules.length > 0);
    check(isStyled, `/${path} has its style`);
    await page.close();
  }
}

async function testInlineScript() {
  const { page } = await openPage(server.link);
  const ran = await page.evaluate(async () => {
    globalThis.ran = [];
    const script = document.createElement("script");
    script.textContent = "globalThis.ran.push('inline')";
    document.body.append(script);
    const image = document.createElement("img");
    image.setAttribute("onerror", "globalThis.ran.push('handler')");
    image.src = "data:image/png;base64,x";
    document.body.append(image);
    const link = document.createElement("a");
    link.href = "javascript:globalThis.ran.push('link')";
    document.body.append(link);
    link.click();
    try {
      setTimeout("globalThis.ran.push('text')", 0);
    } catch {
      // refused at once
    }
    const foreign = document.createElement("script");
    foreign.src = "http://localhost:9/x.js";
    document.body.append(foreign);
    // five attempts, each told of by an event of its own, whenever that comes
    for (let i = 0; i < 600 && globalThis.violations.length < 5; i += 1)
      await new Promise((done) => setTimeout(done, 50));
    await new Promise((done) => setTimeout(done, 300));
    return { ran: globalThis.ran, violations: globalThis.violations };
  });
  check(ran.ran.length === 0, "no script that is injected runs", JSON.stringify(ran));
  check(ran.violations.filter((each) => each.startsWith("script-src")).length >= 4,
    "and the policy stopped each of them", JSON.stringify(ran));
  await page.close();
  const framed = await openPage();
  await framed.page.setContent(`<iframe src="${server.link}"></iframe>`);
  await framed.page.waitForTimeout(300);
  const texts = await Promise.all(framed.page.frames().slice(1).map((frame) =>
    frame.evaluate(() => document.title).catch(() => "")));
  check(texts.every((title) => !title.startsWith("Rummery")), "nobody can frame the page",
    JSON.stringify(texts));
  await framed.page.close();
}

// ---- A table from the page -------------------------------------------------------------------

// Runs in the page: makes a table, sits down, draws a few times against a bot.
async function playInPage(moves) {
  const answer = await fetch("/api/tables", { method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ id: `browser-${Math.random()}-${Math.random()}`, game: "exclusiv",
      options: { first: 0 }, seats: [{ name: "Änne" }, { bot: 1 }] }) });
  const made = await answer.json();
  const socket = new WebSocket(`ws://${location.host}/ws`);
  const log = { status: answer.status, drawn: [], extensions: null, code: 0, error: "", name: "" };
  await new Promise((done) => {
    const act = (seq) => socket.send(JSON.stringify({ id: `m${seq}`, do: "act", action: "draw" }));
    socket.onopen = () => {
      log.extensions = socket.extensions;
      socket.send(JSON.stringify({ do: "hello", version: 1, table: made.table, key: made.key }));
    };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.error) log.error = message.error;
      if (message.why === "hello") {
        log.name = message.seats[0].name;
        socket.send(JSON.stringify({ do: "mix", deal: 1, bytes: "0011223344556677" }));
        socket.send(JSON.stringify({ id: "s", do: "start" }));
      }
      if (message.card !== undefined) log.drawn.push(message.card);
      if (log.drawn.length === moves) socket.close(1000, "enough");
      else if (message.why === "deal" || message.turn === 0) act(message.seq);
    };
    socket.onclose = ({ code }) => done((log.code = code));
    setTimeout(done, 90000);
  });
  return log;
}

async function testTableFromThePage() {
  const { page, complaints } = await openPage(server.link);
  const log = await page.evaluate(playInPage, 5);
  check(log.status === 201 && log.error === "", "a page makes a table", JSON.stringify(log));
  check(log.drawn.length === 5 && log.drawn.every((card) => /^([ygbr]\d+|\*)$/.test(card)),
    "and plays a few moves by WebSocket", JSON.stringify(log));
  check(log.extensions === "", "Chromium's offer to compress is declined", log.extensions);
  check(log.name === "Änne", "names survive the way there and back", log.name);
  check(log.code === 1000, "and leaves in peace", `${log.code}`);
  check(complaints.length === 0, "without a complaint", complaints.join());
  await page.close();
}

// ---- Other origins ---------------------------------------------------------------------------

// Runs in a page of another origin: tries everything, and says what worked.
async function trespass({ link, made }) {
  const worked = [];
  const body = JSON.stringify({ id: "trespasser-0123456789", game: "photo",
    seats: [{ name: "Eve" }, { bot: 1 }] });
  const attempts = {
    "a look": () => fetch(`${link}api/tables/${made.table}`).then((answer) => answer.text()),
    "a look with the key": () => fetch(`${link}api/tables/${made.table}`,
      { headers: { Authorization: `Bearer ${made.key}` } }).then((answer) => answer.text()),
    "a table by JSON": () => fetch(`${link}api/tables`, { method: "POST",
      headers: { "Content-Type": "application/json" }, body }),
    "a table by plain text": () => fetch(`${link}api/tables`, { method: "POST", body })
      .then((answer) => answer.text()),
    "the page as a script": () => new Promise((done, fail) => {
      const script = document.createElement("script");
      Object.assign(script, { src: `${link}style.css`, onload: done, onerror: fail });
      document.body.append(script);
    }),
  };
  for (const [name, attempt] of Object.entries(attempts))
    await attempt().then(() => worked.push(name), () => {});
  // what cannot be read may have been done all the same
  await fetch(`${link}api/tables`, { method: "POST", mode: "no-cors", body }).catch(() => {});
  const socket = new WebSocket(link.replace("http", "ws") + "ws");
  const code = await new Promise((done) => {
    socket.onopen = () => done("open");
    socket.onclose = (event) => done(event.code);
  });
  return { worked, code };
}

async function testOtherOrigins() {
  const made = await makeTable(server);
  const tables = () => Number(/^rummery_tables (\d+)$/m
    .exec(curl("-H", metricsHeader, `${server.link}metrics`).body)[1]);
  const before = tables();
  const { page, close } = await openElsewhere();
  const result = await page.evaluate(trespass, { link: server.link, made });
  check(result.worked.length === 0, "another origin reads and makes nothing",
    JSON.stringify(result));
  check(result.code === 1006, "nor opens a WebSocket", `${result.code}`);
  check(tables() === before, "and no table was made behind its back", `${tables()} ${before}`);
  const { origin } = new URL(page.url());
  const friendly = await start("friendly", "--store", "memory", "--origin", origin);
  const opened = await page.evaluate((link) => new Promise((done) => {
    const socket = new WebSocket(link.replace("http", "ws") + "ws");
    socket.onopen = () => done("open");
    socket.onclose = (event) => done(event.code);
  }), friendly.link);
  check(opened === "open", "unless the server was told to allow it", `${opened}`);
  await page.close();
  close();
  await stopServer(friendly);
}

async function end() {
  await browser.close();
  const stopped = await stopServer(server);
  check(stopped.code === 0, "the server ends well", server.err);
}

await runAll([begin, testStartPage, testInlineScript, testTableFromThePage, testOtherOrigins,
  end]);
