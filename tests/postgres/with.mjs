// with.mjs - runs a test program beside a PostgreSQL server of its own, which RUMMERY_POSTGRES
// names to it. Where the program makes the file RUMMERY_POSTGRES_CRASH, that server loses its
// power and starts again; then the file is removed.
// usage: node tests/postgres/with.mjs PROGRAM [ARGUMENT...]; an argument URI is replaced by the URI
import { spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Cluster, sleep } from "./cluster.mjs";

const cluster = await new Cluster().make();
const crash = join(cluster.folder, "crash");
const [program, ...args] = process.argv.slice(2)
  .map((word) => (word === "URI" ? cluster.uri() : word));
const child = spawn(program, args, {
  stdio: "inherit",
  env: { ...process.env, RUMMERY_POSTGRES: cluster.uri(), RUMMERY_POSTGRES_CRASH: crash },
});
let status = null;
child.on("exit", (code) => (status = code ?? 1));
child.on("error", (error) => {
  console.error(String(error));
  status = 1;
});
process.on("exit", () => status === null && child.kill("SIGKILL"));
while (status === null) {
  if (existsSync(crash)) {
    await cluster.crash();
    await cluster.start();
    rmSync(crash, { force: true });
  }
  await sleep(20);
}
process.exit(status);
