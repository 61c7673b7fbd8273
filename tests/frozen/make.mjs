// make.mjs - how the fixture `first` was made: it was run once, on the version that stands in the
// history just before it, and is never run over it again. A fixture is what somebody's disk holds;
// when the formats grow, another one is made beside it and added to FIXTURES in fixtures.mjs.
// usage: node make.mjs RUMMERY FOLDER
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { stopServer } from "../clients/harness.mjs";
import { dist, runInBrowser } from "../browser/stage.mjs";
import { makeBrowsers, makeBrowserSeat, tellScreens } from "./make_browser.mjs";
import { makeStore, tellStore } from "./make_store.mjs";
import { makeTerminal, makeTerminalSeat } from "./make_terminal.mjs";
import { openStore } from "./store.mjs";

const to = resolve(process.argv[3]);
const storePath = join(to, "store.sqlite");
let browsers, seat, tables, kept;

// One line a thing, so that a difference can be found.
function write(name, all) {
  const lines = Object.entries(all).map(([key, value]) =>
    `${JSON.stringify(key)}:${JSON.stringify(value)}`);
  writeFileSync(join(to, name), `{\n${lines.join(",\n")}\n}\n`);
}

async function makeTables() {
  mkdirSync(to);
  tables = await makeStore(storePath, 2, async (server) => {
    seat = await makeBrowserSeat(server);
    const terminal = await makeTerminalSeat(server);
    browsers = await makeBrowsers(server);
    ({ kept } = terminal);
    return { browserSeat: seat.frozen, terminalSeat: terminal.frozen };
  });
}

async function tellTables() {
  const { list, told } = await tellStore(storePath, tables);
  write("tables.json", tables);
  write("told.json", { list, ...told });
}

async function makeSaves() {
  write("terminal.json", await makeTerminal(to));
  writeFileSync(join(to, "seats"), kept);
}

// What the seats at the server's tables are shown.
async function tellSeats() {
  const { server, people } = await openStore(storePath, tables, "seats", "--web", dist);
  for (const holder of Object.values(people).flat()) await holder.cut();
  const { path, storage } = seat.browser;
  seat.browser.screens = await tellScreens(server, storage, [path]);
  write("browser.json", { ...browsers, seat: seat.browser });
  await stopServer(server);
}

await runInBrowser([makeTables, tellTables, makeSaves, tellSeats]);
