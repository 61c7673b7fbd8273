// webkit.mjs - WebKit as Debian has it: GTK's small browser under Xvfb, by WebDriver. Its windows
// are 447 px wide at least.
import { spawn } from "node:child_process";
import { freePort, until } from "../clients/harness.mjs";
import { pathOf } from "./programs.mjs";

const BROWSER = "/usr/lib/*/webkit2gtk-4*/MiniBrowser";
const SCREEN = [2600, 1500];
const KEYS = { Tab: "\ue004", Enter: "\ue007", Escape: "\ue00c", ArrowLeft: "\ue012",
  ArrowUp: "\ue013", ArrowRight: "\ue014", ArrowDown: "\ue015", Home: "\ue011", End: "\ue010" };

// Runs in the page before anything is asked of it: what it complains about is kept there.
function noteComplaints() {
  if (window.complaints !== undefined) return;
  window.complaints = [];
  addEventListener("error", (event) => window.complaints.push(String(event.message)));
  addEventListener("unhandledrejection", (event) => window.complaints.push(String(event.reason)));
  for (const name of ["error", "warn"]) {
    const say = console[name];
    console[name] = (...words) => {
      window.complaints.push(words.join(" "));
      say.apply(console, words);
    };
  }
}

async function startDisplay() {
  const xvfb = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", `${SCREEN.join("x")}x24`,
    "-nolisten", "tcp"], { stdio: ["ignore", "pipe", "ignore"] });
  const number = await new Promise((done) => xvfb.stdout.once("data", done));
  return { xvfb, display: `:${String(number).trim()}` };
}

// A driver's session: how to ask it, and how to end it.
async function startSession() {
  const { xvfb, display } = await startDisplay();
  const port = await freePort();
  // the sandbox needs rights that a container does not give
  const driver = spawn(pathOf("WebKitWebDriver"), [`--port=${port}`], { stdio: "ignore",
    env: { ...process.env, DISPLAY: display, LANG: "C.UTF-8", LIBGL_ALWAYS_SOFTWARE: "1",
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" } });
  const call = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method,
      headers: { Connection: "close" }, body: body && JSON.stringify(body) });
    const { value } = await answer.json();
    if (typeof value?.error === "string") throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  await until(() => call("GET", "/status").then(() => true, () => false));
  const { sessionId } = await call("POST", "/session", { capabilities: { alwaysMatch: {
    "webkitgtk:browserOptions": { binary: pathOf(BROWSER), args: ["--automation"] } } } });
  const ask = (method, path, body) => call(method, `/session/${sessionId}${path}`, body);
  const close = async () => {
    await ask("DELETE", "").catch(() => {});
    driver.kill();
    xvfb.kill();
  };
  return { ask, close };
}

// Mouse and keys of a session, and a finger.
function handsOf(ask) {
  const act = (source) => ask("POST", "/actions", { actions: [source] });
  const point = (pointerType, ...actions) =>
    act({ type: "pointer", id: pointerType, parameters: { pointerType }, actions });
  const moveTo = (x, y) => ({ type: "pointerMove", duration: 0, x: Math.round(x),
    y: Math.round(y) });
  const down = { type: "pointerDown", button: 0 };
  const up = { type: "pointerUp", button: 0 };
  const press = (key) => {
    const value = KEYS[key] ?? key;
    return act({ type: "key", id: "keys",
      actions: [{ type: "keyDown", value }, { type: "keyUp", value }] });
  };
  return {
    tap: (x, y) => point("touch", moveTo(x, y), down, up),
    mouse: {
      move: (x, y) => point("mouse", moveTo(x, y)),
      down: () => point("mouse", down),
      up: () => point("mouse", up),
    },
    keyboard: { press },
  };
}

export async function openWebkit() {
  const { ask, close } = await startSession();
  const evaluate = (act, ...args) => ask("POST", "/execute/sync",
    { script: `return (${act})(...arguments[0])`, args: [args] });
  const heard = [];
  const complaints = async () => {
    heard.push(...(await evaluate(() => (window.complaints ?? []).splice(0))));
    return heard;
  };
  return {
    name: "WebKit",
    complaints,
    evaluate,
    close,
    ...handsOf(ask),
    goto: async (link) => {
      await ask("POST", "/url", { url: link });
      await evaluate(noteComplaints);
    },
    reload: async () => {
      await complaints();
      await ask("POST", "/refresh", {});
      await evaluate(noteComplaints);
    },
    resize: async (width, height) => {
      const inside = await evaluate(() => [innerWidth, innerHeight]);
      const rect = await ask("GET", "/window/rect");
      await ask("POST", "/window/rect", { width: width + rect.width - inside[0],
        height: height + rect.height - inside[1] });
      await until(() => evaluate((...size) => innerWidth === size[0] && innerHeight === size[1],
        width, height));
    },
  };
}
