// frames.mjs - frames of a WebSocket made and read by hand, right ones and wrong ones, for those
// who test what no library would send.
import { randomBytes } from "node:crypto";

// One frame; `more` can break it: fin, rsv, mask, size (claimed), wide (bytes of the size).
export function frame(opcode, payload = "", more = {}) {
  const { fin = true, rsv = 0, mask = true, wide = 0 } = more;
  const bytes = Buffer.from(payload);
  const size = BigInt(more.size ?? bytes.length);
  const width = wide || (size < 126n ? 1 : size < 65536n ? 2 : 8);
  const head = Buffer.alloc(width === 1 ? 2 : width + 2);
  head[0] = (fin ? 0x80 : 0) | rsv << 4 | opcode;
  head[1] = (mask ? 0x80 : 0) | (width === 1 ? Number(size) : width === 2 ? 126 : 127);
  if (width === 2) head.writeUInt16BE(Number(size), 2);
  if (width === 8) head.writeBigUInt64BE(size, 2);
  const key = randomBytes(4);
  return mask ? Buffer.concat([head, key, bytes.map((byte, i) => byte ^ key[i % 4])])
    : Buffer.concat([head, bytes]);
}

export const text = (message) => frame(1, JSON.stringify(message));
export const closeFrame = (code, reason = "") =>
  frame(8, Buffer.concat([Buffer.from([code >> 8, code & 255]), Buffer.from(reason)]));

// The frames a server sent after the handshake, each as [opcode, payload].
export function framesOf({ received }) {
  let buffer = received.subarray(received.indexOf("\r\n\r\n") + 4);
  const frames = [];
  while (buffer.length >= 2) {
    const short = buffer[1] & 127;
    const start = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (buffer.length < start) break;
    const size = short < 126 ? short : short === 126 ? buffer.readUInt16BE(2)
      : Number(buffer.readBigUInt64BE(2));
    if (buffer.length < start + size) break;
    frames.push([buffer[0] & 15, buffer.subarray(start, start + size)]);
    buffer = buffer.subarray(start + size);
  }
  return frames;
}

export const closeCode = (line) => {
  const last = framesOf(line).find(([opcode]) => opcode === 8);
  return last === undefined ? 0 : last[1].length < 2 ? 1005 : last[1].readUInt16BE(0);
};
