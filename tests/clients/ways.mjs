// ways.mjs - ways to a server that are not the straight one: a line that is cut, swallows or
// changes what goes over it, and TLS.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createConnection, createServer } from "node:net";
import { join } from "node:path";
import { createServer as createSecureServer } from "node:tls";
import { check, folder } from "./harness.mjs";

export const linkOf = (port, made, host = "localhost") =>
  `http://${host}:${port}/t/${made.table}#${made.invite}`;

// A proxy that can cut all its lines, swallow what goes `up` or comes `down`, as a bad network
// does, or change what comes down, as a bad server would say it.
export function startProxy(port) {
  const sockets = new Set();
  const proxy = { target: port, cuts: 0, swallows: null, changes: (data) => data };
  const server = createServer((client) => {
    const upstream = createConnection(proxy.target, "127.0.0.1");
    for (const [one, other, way] of [[client, upstream, "up"], [upstream, client, "down"]]) {
      sockets.add(one);
      one.on("data", (data) => proxy.swallows === way ||
        other.write(way === "down" ? proxy.changes(data) : data));
      one.on("error", () => other.destroy());
      one.on("close", () => { sockets.delete(one); other.destroy(); });
    }
  });
  proxy.cut = () => {
    proxy.cuts += 1;
    for (const socket of sockets) socket.destroy();
  };
  proxy.close = () => { proxy.cut(); server.close(); };
  return new Promise((done) => server.listen(0, "127.0.0.1", () => {
    proxy.port = server.address().port;
    done(proxy);
  }));
}

// A way to the server behind TLS, with a certificate for that name.
export async function startSecure(server, name) {
  const [key, certificate] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
  const made = spawnSync("openssl", ["req", "-x509", "-newkey", "ec", "-pkeyopt",
    "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-keyout", key, "-out", certificate,
    "-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`]);
  check(made.status === 0, "there is a certificate", String(made.stderr));
  const front = createSecureServer({ key: readFileSync(key), cert: readFileSync(certificate) },
    (client) => {
      const upstream = createConnection(server.port, "127.0.0.1");
      client.pipe(upstream).pipe(client);
      for (const one of [client, upstream]) one.on("error", () => {});
    });
  front.on("tlsClientError", () => {});
  await new Promise((done) => front.listen(0, done));
  return { front, port: front.address().port, trusting: { SSL_CERT_FILE: certificate } };
}
