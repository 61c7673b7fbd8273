// line.mjs - a line that a test can cut: whoever connects to its port is connected to the place
// behind it, until the line is broken or falls silent, and again when it is mended. Bytes take
// their time where the line is long, may be spoiled under way, or come a few at a time.
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { freePort } from "../server/visitor.mjs";

export class Line {
  constructor(place, lagMs = 0) {
    Object.assign(this, { place, lagMs, sockets: new Set(), isSilent: false, carried: 0,
      spoil: undefined, drops: undefined });
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
      this.spoil?.(data);
      if (this.drops !== undefined) {
        this.drops.push([to, data]);
        return;
      }
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

  /// From now on so many bytes are carried each time, of each piece; 0: all, and what waits too.
  trickle(size, stepMs = 0) {
    clearInterval(this.dripping);
    for (const [to, data] of this.drops ?? []) to.write(data);
    this.drops = size === 0 ? undefined : [];
    if (size === 0) return;
    this.dripping = setInterval(() => {
      const isServed = new Set();
      this.drops = this.drops.map(([to, data]) => {
        if (isServed.has(to)) return [to, data];
        isServed.add(to);
        to.write(data.subarray(0, size));
        return [to, data.subarray(size)];
      }).filter(([, data]) => data.length > 0);
    }, stepMs);
  }

  /// What was said in silence arrives now.
  async mend() {
    this.isSilent = false;
    for (const socket of this.sockets) socket.resume();
    if (!this.server.listening) await this.listen();
  }
}
