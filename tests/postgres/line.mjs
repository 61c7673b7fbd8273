// line.mjs - a line that a test can cut: whoever connects to its port is connected to the place
// behind it, until the line is broken or falls silent, and again when it is mended. Bytes take
// their time where the line is long.
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { freePort } from "../server/visitor.mjs";

export class Line {
  constructor(place, lagMs = 0) {
    Object.assign(this, { place, lagMs, sockets: new Set(), isSilent: false, carried: 0 });
  }

  async open() {
    this.port = await freePort();
    await this.listen();
    return this;
  }

  async listen() {
    this.server = createServer({ pauseOnConnect: true }, (socket) => this.take(socket));
    this.server.listen(this.port, "127.0.0.1");
    await once(this.server, "listening");
  }

  take(near) {
    const far = connect(this.place);
    this.carry(near, far);
    this.carry(far, near);
  }

  carry(from, to) {
    this.sockets.add(from);
    from.on("error", () => {});
    from.on("data", (data) => {
      const carry = () => to.write(data) || from.pause();
      this.carried += data.length;
      if (this.lagMs > 0) setTimeout(carry, this.lagMs);
      else carry();
    });
    to.on("drain", () => this.isSilent || from.resume());
    from.on("end", () => to.end());
    from.on("close", (isError) => {
      this.sockets.delete(from);
      if (isError) to.destroy();
    });
    if (this.isSilent) from.pause();
    else from.resume();
  }

  /// Whoever is on it is thrown off, and nobody gets on.
  break() {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  /// Nothing is carried, and nobody is told.
  silence() {
    this.isSilent = true;
    for (const socket of this.sockets) socket.pause();
  }

  /// What was said in silence arrives now.
  async mend() {
    this.isSilent = false;
    for (const socket of this.sockets) socket.resume();
    if (!this.server.listening) await this.listen();
  }
}
