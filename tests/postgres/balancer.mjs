// balancer.mjs - a real balancer, haproxy, before servers on fixed ports: each connection goes to
// any of those that say they are well. Its settings are those of docs/deploy.md.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { folder, freePort, until } from "../clients/harness.mjs";

const settings = (port, ports) => `
defaults
  mode http
  balance random
  retries 3
  option redispatch 1
  option forwardfor
  timeout connect 2s
  timeout check 2s
  timeout client 1m
  timeout server 1m
  timeout tunnel 1m
listen rummery
  bind 127.0.0.1:${port}
  option httpchk
  http-check send meth GET uri /healthz ver HTTP/1.1 hdr Host localhost hdr Connection close
  default-server check inter 300ms fall 2 rise 1
${ports.map((to, i) => `  server server${i} 127.0.0.1:${to}\n`).join("")}`;

const isOpen = (port) => new Promise((done) => {
  const socket = connect(port, "127.0.0.1", () => (socket.destroy(), done(true)));
  socket.on("error", () => done(false));
});

/// Where all visitors come to; it goes when the test does.
export async function startBalancer(ports) {
  const port = await freePort(), file = join(folder, "haproxy.cfg");
  writeFileSync(file, settings(port, ports));
  const child = spawn("setpriv", ["--pdeathsig", "KILL", "--", "haproxy", "-db", "-f", file], {
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }, stdio: "pipe" });
  let words = "";
  child.stderr.on("data", (data) => (words += data));
  child.stdout.resume();
  process.on("exit", () => child.kill("SIGKILL"));
  if (!(await until(() => isOpen(port)))) throw new Error(`the balancer does not start: ${words}`);
  return { port, link: `http://127.0.0.1:${port}/` };
}
