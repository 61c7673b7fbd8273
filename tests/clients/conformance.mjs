// conformance.mjs - RFC 6455, case by case, over bare sockets against a real server. The groups
// are those of the well-known suites: framing, pings, reserved bits, opcodes, fragments, UTF-8,
// closing, sizes. A case is what is sent and exactly what has to come back; it is played in one
// piece, frame by frame and byte by byte, each on a line of its own, and each must end with the
// server closing the line.
//
// This server is no echo: it takes text only (1003 for the rest), of 8 KiB at most (1009), and
// answers each message by one that carries the same `id`.
// usage: node conformance.mjs RUMMERY
import { createConnection } from "node:net";
import { randomBytes } from "node:crypto";
import { closeFrame, frame, framesOf } from "./frames.mjs";
import { check, PATIENCE_MS, runAll, start, stopServer } from "./harness.mjs";

const MESSAGE_MAX = 8192;
const AT_ONCE = 40; // lines

let server;
const cases = [];

// ---- The words of a case ---------------------------------------------------------------------

const [MORE, TEXT, BINARY, CLOSE, PING, PONG] = [0, 1, 2, 8, 9, 10];
const open = { fin: false };
const bytes = (hex) => Buffer.from(hex.replaceAll(" ", ""), "hex");
const ask = (id) => JSON.stringify({ id });
const said = (id) => `text ${id}`;
const ponged = (payload = "") => `pong ${Buffer.from(payload).toString("hex")}`;
const closed = (code) => `close ${code}`;

// A message of so many bytes, which is answered by its id.
const sized = (size, id) => {
  const [before, after] = [`{"id":"${id}","x":"`, '"}'];
  return before + "*".repeat(size - before.length - after.length) + after;
};

// The text around some bytes makes it a question whose id they are.
const around = (id) => Buffer.concat([Buffer.from('{"id":"'), id, Buffer.from('"}')]);

// Cut into fragments of so many bytes.
function pieces(message, size, opcode = TEXT) {
  const all = Buffer.from(message);
  const count = Math.max(1, Math.ceil(all.length / size));
  return Array.from({ length: count }, (_, i) => frame(i === 0 ? opcode : MORE,
    all.subarray(i * size, (i + 1) * size), { fin: i === count - 1 }));
}

// All goes well, and a closing handshake ends it.
const good = (name, frames, ...expected) => cases.push({
  name, frames: [...frames, closeFrame(1000)], expected: [...expected, closed(1000)] });
// The server closes with that code; what it said before.
const bad = (name, code, frames, ...before) =>
  cases.push({ name, frames, expected: [...before, closed(code)] });

// ---- 1: framing ------------------------------------------------------------------------------

function addFraming() {
  good("1.1.1 an empty text", [frame(TEXT)], said(""));
  for (const size of [21, 125, 126, 127, 128, 255, 256, 1000, 4095, 4096, 8191, 8192])
    good(`1.1.2 a text of ${size} bytes`, [frame(TEXT, sized(size, `${size}`))], said(size));
  for (const size of [8193, 65535, 65536, 1 << 20])
    bad(`1.1.3 a text of ${size} bytes`, 1009, [frame(TEXT, " ".repeat(size))]);
  for (const size of [0, 1, 125, 126, 127, 128, 8192, 8193, 65535, 65536])
    bad(`1.2.1 a binary message of ${size} bytes`, 1003, [frame(BINARY, Buffer.alloc(size))]);
  bad("1.2.2 a binary message behind a text", 1003, [frame(TEXT, ask("a")), frame(BINARY, "b")],
    said("a"));
  bad("1.2.3 a binary message in fragments", 1003, pieces("abc", 1, BINARY));
  good("1.3.1 many texts in a row", Array.from({ length: 50 }, (_, i) => frame(TEXT, ask(`${i}`))),
    ...Array.from({ length: 50 }, (_, i) => said(i)));
  good("1.3.2 a mask of zeros", [Buffer.concat([bytes("81 8a 00 00 00 00"),
    Buffer.from('{"id":"z"}')])], said("z"));
}

// ---- 2: pings --------------------------------------------------------------------------------

function addPings() {
  good("2.1 a ping without payload", [frame(PING)], ponged());
  good("2.2 a ping with text", [frame(PING, "Hello, world!")], ponged("Hello, world!"));
  const odd = bytes("00 ff fe fd fc fb 00 ff");
  good("2.3 a ping with bytes that are no text", [frame(PING, odd)], ponged(odd));
  const full = randomBytes(125);
  good("2.4 a ping of 125 bytes", [frame(PING, full)], ponged(full));
  bad("2.5 a ping of 126 bytes", 1002, [frame(PING, Buffer.alloc(126, 1))]);
  good("2.6 a ping of 124 bytes behind one of 125", [frame(PING, full),
    frame(PING, full.subarray(1))], ponged(full), ponged(full.subarray(1)));
  good("2.7 a pong that nobody asked for", [frame(PONG)]);
  good("2.8 a pong with payload that nobody asked for", [frame(PONG, "unsolicited")]);
  good("2.9 a pong, then a ping", [frame(PONG, "a"), frame(PING, "b")], ponged("b"));
  const ten = Array.from({ length: 10 }, (_, i) => `payload ${i}`);
  good("2.10 ten pings", ten.map((each) => frame(PING, each)), ...ten.map(ponged));
  good("2.11 pings and texts by turns", ten.flatMap((each) => [frame(PING, each),
    frame(TEXT, ask(each))]), ...ten.flatMap((each) => [ponged(each), said(each)]));
  good("2.12 a pong of 125 bytes", [frame(PONG, full)]);
  bad("2.13 a pong of 126 bytes", 1002, [frame(PONG, Buffer.alloc(126, 1))]);
}

// ---- 3: reserved bits ------------------------------------------------------------------------

function addReservedBits() {
  for (let rsv = 1; rsv <= 7; rsv++) {
    bad(`3.${rsv}.1 reserved bits ${rsv} of a text`, 1002, [frame(TEXT, ask("a"), { rsv })]);
    bad(`3.${rsv}.2 reserved bits ${rsv} behind a text`, 1002,
      [frame(TEXT, ask("a")), frame(TEXT, ask("b"), { rsv }), frame(PING)], said("a"));
    bad(`3.${rsv}.3 reserved bits ${rsv} of an empty text`, 1002, [frame(TEXT, "", { rsv })]);
    bad(`3.${rsv}.4 reserved bits ${rsv} of a ping`, 1002, [frame(PING, "a", { rsv })]);
    bad(`3.${rsv}.5 reserved bits ${rsv} of a close`, 1002, [frame(CLOSE, "", { rsv })]);
    bad(`3.${rsv}.6 reserved bits ${rsv} of a fragment`, 1002,
      [frame(TEXT, "a", open), frame(MORE, "b", { rsv })]);
    bad(`3.${rsv}.7 reserved bits ${rsv} of a binary message`, 1002, [frame(BINARY, "a", { rsv })]);
  }
}

// ---- 4: opcodes ------------------------------------------------------------------------------

function addOpcodes() {
  for (const opcode of [3, 4, 5, 6, 7, 11, 12, 13, 14, 15]) {
    bad(`4.${opcode}.1 opcode ${opcode}`, 1002, [frame(opcode)]);
    bad(`4.${opcode}.2 opcode ${opcode} with payload`, 1002, [frame(opcode, "reserved payload")]);
    bad(`4.${opcode}.3 opcode ${opcode} behind a text`, 1002,
      [frame(TEXT, ask("a")), frame(opcode), frame(PING)], said("a"));
    bad(`4.${opcode}.4 opcode ${opcode} between fragments`, 1002,
      [frame(TEXT, "a", open), frame(opcode, "b"), frame(MORE, "c")]);
  }
}

// ---- 5: fragments ----------------------------------------------------------------------------

function addFragments() {
  const [one, two] = ['{"id":', '"5"}'];
  const half = () => frame(TEXT, one, open);
  const rest = () => frame(MORE, two);
  bad("5.1 a ping in fragments", 1002, [frame(PING, "a", open), frame(MORE, "b")]);
  bad("5.2 a pong in fragments", 1002, [frame(PONG, "a", open), frame(MORE, "b")]);
  bad("5.2.1 a close in fragments", 1002, [frame(CLOSE, bytes("03e8"), open), frame(MORE)]);
  bad("5.2.2 an empty ping that is not final", 1002, [frame(PING, "", open)]);
  good("5.3 a text in two fragments", [half(), rest()], said(5));
  for (const size of [1, 2, 3, 5, 7])
    good(`5.5 a text in fragments of ${size} bytes`, pieces(ask("fragments"), size),
      said("fragments"));
  good("5.6 a ping between two fragments", [half(), frame(PING, "p"), rest()],
    ponged("p"), said(5));
  good("5.7 a pong between two fragments", [half(), frame(PONG, "p"), rest()], said(5));
  good("5.8 pings between all fragments", pieces(ask("x"), 2).flatMap((each) =>
    [each, frame(PING, "i")]), ...Array(4).fill(ponged("i")), said("x"), ponged("i"));
  bad("5.9 a last fragment of nothing, then a text", 1002,
    [frame(MORE, "a"), frame(TEXT, ask("b"))]);
  bad("5.10 a last fragment of nothing", 1002, [frame(MORE, "a")]);
  bad("5.11 an empty last fragment of nothing", 1002, [frame(MORE)]);
  bad("5.12 a fragment of nothing, then a text", 1002,
    [frame(MORE, "a", open), frame(TEXT, ask("b"))]);
  bad("5.13 a fragment of nothing", 1002, [frame(MORE, "a", open)]);
  bad("5.14 an empty fragment of nothing", 1002, [frame(MORE, "", open)]);
  bad("5.15 a fragment behind a message that is whole", 1002,
    [half(), rest(), frame(MORE, "a", open), frame(TEXT, "b")], said(5));
  bad("5.16 fragments that begin with more, over and over", 1002,
    [frame(MORE, "a", open), half(), rest()]);
  bad("5.17 last fragments that begin with more", 1002, [frame(MORE, "a"), half(), rest()]);
  bad("5.18 two texts that both go on", 1002, [half(), frame(TEXT, two)]);
  bad("5.18.1 a binary message within a text", 1002, [half(), frame(BINARY, two)]);
  bad("5.18.2 an empty text within a text", 1002, [half(), frame(TEXT)]);
  good("5.19 five fragments with pings in two places",
    [frame(TEXT, '{"', open), frame(MORE, "id", open), frame(PING, "a"), frame(MORE, '":', open),
      frame(MORE, '"q', open), frame(PING, "b"), frame(MORE, '"}')], ponged("a"), ponged("b"),
    said("q"));
  good("5.20 empty fragments around full ones", [frame(TEXT, "", open), frame(MORE, one, open),
    frame(MORE, "", open), frame(MORE, two, open), frame(MORE)], said(5));
  good("5.21 a text of three empty fragments", [frame(TEXT, "", open), frame(MORE, "", open),
    frame(MORE)], said(""));
  good("5.22 a text in fragments, then one in a piece", [half(), rest(), frame(TEXT, ask("w"))],
    said(5), said("w"));
  good("5.23 two texts in fragments", [half(), rest(), half(), rest()], said(5), said(5));
}

// ---- 6: UTF-8 --------------------------------------------------------------------------------

const hex = (code) => code.toString(16).toUpperCase().padStart(4, "0");

function addGoodText() {
  const words = ["κόσμε", "Hello-µ@ßöäüàá-UTF-8!!", "日本語", "🂡🃏", "ÿĀ߿ࠀ", "עברית", "e\u0301"];
  words.forEach((word, i) => {
    const message = Buffer.from(ask(word));
    good(`6.2.${i} ${word} in one frame`, [frame(TEXT, message)], said(word));
    good(`6.2.${i} ${word} in fragments of one byte`, pieces(message, 1), said(word));
  });
  const edges = [0x80, 0x7ff, 0x800, 0xfff, 0x1000, 0xcfff, 0xd000, 0xd7ff, 0xe000, 0xfffd, 0xffff,
    0x10000, 0x3ffff, 0x40000, 0xfffff, 0x100000, 0x10ffff];
  for (const code of edges)
    good(`6.7 U+${hex(code)}, at an edge`, [frame(TEXT, ask(String.fromCodePoint(code)))],
      said(String.fromCodePoint(code)));
  for (let plane = 0; plane <= 16; plane++)
    for (const last of [0xfffe, 0xffff]) {
      const text = String.fromCodePoint(plane << 16 | last);
      good(`6.22 U+${hex(plane << 16 | last)}, no character but good UTF-8`,
        [frame(TEXT, ask(text))], said(text));
    }
}

const badTexts = {
  "6.6 a start byte alone": ["ce", "e1", "e1bd", "f0", "f09f", "f09f83", "ceba e1"],
  "6.8 a first sequence that is too long": ["f888808080", "fc8480808080"],
  "6.10 a last sequence beyond all": ["f7bfbfbf", "fbbfbfbfbf", "fdbfbfbfbfbf"],
  "6.11 beyond U+10FFFF": ["f4908080", "f5808080", "f8"],
  "6.12 a continuation that continues nothing": ["80", "bf", "80bf", "80bf80", "80bf80bf",
    "ce80 80", "e1bdb9 bf"],
  "6.13 start bytes with a blank behind them": ["c220 c320", "df20", "e020", "e120 ef20", "f020",
    "f420", "f820", "fc20"],
  "6.14 a sequence without its last byte": ["c3 22", "e080", "e0a0 22", "ef bf 22", "f08080",
    "f09080 22", "f4 8f bf 22", "f8808080", "fc80808080", "dfbf df"],
  "6.16 an impossible byte": ["fe", "ff", "fefeffff", "c0", "c1", "f5"],
  "6.17 a slash that is too long": ["c0af", "e080af", "f08080af", "f8808080af", "fc80808080af"],
  "6.18 the longest of the too long": ["c1bf", "e09fbf", "f08fbfbf", "f887bfbfbf", "fc83bfbfbfbf"],
  "6.19 a NUL that is too long": ["c080", "e08080", "f0808080", "f880808080", "fc8080808080"],
  "6.20 a surrogate": ["eda080", "edadbf", "edae80", "edafbf", "edb080", "edbe80", "edbfbf"],
  "6.21 a pair of surrogates": ["eda080 edb080", "eda080 edbfbf", "edadbf edb080", "edadbf edbfbf",
    "edae80 edb080", "edae80 edbfbf", "edafbf edb080", "edafbf edbfbf"],
};

function addBadText() {
  for (const [what, list] of Object.entries(badTexts))
    for (const each of list) {
      bad(`${what}: ${each}`, 1007, [frame(TEXT, around(bytes(each)))]);
      bad(`${what}: ${each}, in fragments of one byte`, 1007, pieces(around(bytes(each)), 1));
    }
  // nothing follows that would end the message: it must fail as soon as it cannot be right
  for (const [what, each] of [["beyond U+10FFFF", "ceba f490"], ["a surrogate", "ceba eda0"],
    ["a long form", "ceba c0"], ["a long form of three", "e080"], ["of four", "f080"],
    ["an impossible byte", "61 ff"], ["a lone continuation", "61 80"]]) {
    const begun = bytes(each);
    bad(`6.4 ${what} fails at once, in a fragment`, 1007, [frame(TEXT, begun, open)]);
    bad(`6.4 ${what} fails at once, in half a frame`, 1007,
      [frame(TEXT, begun, { size: begun.length + 100 })]);
    bad(`6.4 ${what} fails at once, in a second fragment`, 1007,
      [frame(TEXT, "a", open), frame(MORE, begun, open)]);
  }
  bad("6.24 a text that ends within a character", 1007, [frame(TEXT, bytes("e282"))]);
  bad("6.25 fragments that end within a character", 1007,
    [frame(TEXT, bytes("e2"), open), frame(MORE, bytes("82"))]);
  bad("6.26 good text, then bad text", 1007, [frame(TEXT, ask("a")), frame(TEXT, bytes("ff"))],
    said("a"));
  good("6.27 a character is not remembered for the next message",
    [frame(TEXT, ask("ä")), frame(PING, bytes("ff c3")), frame(TEXT, ask("ö"))], said("ä"),
    ponged(bytes("ff c3")), said("ö"));
}

// ---- 7: closing ------------------------------------------------------------------------------

function addClosing() {
  const all = (name, frames, ...expected) => cases.push({ name, frames, expected });
  good("7.1.1 a text and a close", [frame(TEXT, ask("a"))], said("a"));
  all("7.1.2 two closes", [closeFrame(1000), closeFrame(1001)], closed(1000));
  all("7.1.3 a ping behind a close", [closeFrame(1000), frame(PING, "a")], closed(1000));
  all("7.1.4 a text behind a close", [closeFrame(1000), frame(TEXT, ask("a"))], closed(1000));
  all("7.1.5 a close between fragments", [frame(TEXT, '{"id":', open), closeFrame(1000),
    frame(MORE, '"a"}')], closed(1000));
  all("7.1.6 256 kB behind a close", [frame(TEXT, ask("a")), closeFrame(1000),
    ...Array.from({ length: 32 }, () => frame(TEXT, " ".repeat(8192)))], said("a"), closed(1000));
  all("7.1.7 nonsense behind a close", [closeFrame(1000), bytes("ffffffff")], closed(1000));
  all("7.3.1 an empty close", [frame(CLOSE)], closed(1005));
  bad("7.3.2 a close of one byte", 1002, [frame(CLOSE, "a")]);
  all("7.3.3 a close with a code", [closeFrame(1000)], closed(1000));
  all("7.3.4 a close with a reason", [closeFrame(1000, "Hello")], closed(1000));
  all("7.3.5 a close with the longest reason", [closeFrame(1000, "*".repeat(123))], closed(1000));
  bad("7.3.6 a close with a reason too long", 1002, [closeFrame(1000, "*".repeat(124))]);
  all("7.3.7 a reason of many letters", [closeFrame(1000, "κόσμε 🃏")], closed(1000));
  bad("7.5.1 a reason that is not UTF-8", 1007, [closeFrame(1000, bytes("ceba eda080 65"))]);
  bad("7.5.2 a reason that ends within a character", 1007, [closeFrame(1000, bytes("61 e282"))]);
  bad("7.5.3 a close of one byte behind a text", 1002, [frame(TEXT, ask("a")), frame(CLOSE, "x")],
    said("a"));
  for (const code of [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000,
    3999, 4000, 4999])
    all(`7.7 a close with ${code}`, [closeFrame(code)], closed(code));
  for (const code of [0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535]) {
    bad(`7.9 a close with ${code}`, 1002, [closeFrame(code)]);
    bad(`7.9 a close with ${code} and a reason`, 1002, [closeFrame(code, "reason")]);
  }
  const burst = Array.from({ length: 20 }, (_, i) => `${i}`);
  good("7.10 twenty texts and a close are all answered", burst.map((id) => frame(TEXT, ask(id))),
    ...burst.map(said));
  good("7.11 pings and a close are all answered", burst.map((id) => frame(PING, id)),
    ...burst.map(ponged));
}

// ---- 8: heads of frames ----------------------------------------------------------------------

function addHeads() {
  for (const [what, opcode] of [["text", TEXT], ["ping", PING], ["pong", PONG], ["close", CLOSE],
    ["binary message", BINARY]]) {
    bad(`8.1 an unmasked ${what}`, 1002, [frame(opcode, "{}", { mask: false })]);
    bad(`8.2 an empty unmasked ${what}`, 1002, [frame(opcode, "", { mask: false })]);
  }
  for (const size of [0, 1, 125])
    for (const wide of [2, 8])
      bad(`8.3 a size of ${size} in ${wide} bytes`, 1002,
        [frame(TEXT, " ".repeat(size), { wide })]);
  for (const size of [126, 8192, 65535])
    bad(`8.4 a size of ${size} in 8 bytes`, 1002, [frame(TEXT, " ".repeat(size), { wide: 8 })]);
  for (const size of [1n << 63n, (1n << 63n) + 1n, (1n << 64n) - 1n])
    bad(`8.5 a size of ${size}`, 1002, [frame(TEXT, "a", { size })]);
  for (const size of [65536n, (1n << 32n) + 2n, (1n << 63n) - 1n])
    bad(`8.6 a size of ${size}`, 1009, [frame(TEXT, "a", { size })]);
  for (const [what, opcode] of [["ping", PING], ["pong", PONG], ["close", CLOSE]]) {
    bad(`8.7 a ${what} of 126 bytes`, 1002, [frame(opcode, "*".repeat(126))]);
    bad(`8.8 a ${what} of 65536 bytes`, 1002, [frame(opcode, "*".repeat(65536))]);
    bad(`8.9 a ${what} whose size stands in 2 bytes`, 1002, [frame(opcode, "a", { wide: 2 })]);
    bad(`8.10 a ${what} in fragments`, 1002, [frame(opcode, "", open)]);
    bad(`8.11 a ${what} without a mask behind a text`, 1002,
      [frame(TEXT, ask("a")), frame(opcode, "", { mask: false })], said("a"));
  }
}

// ---- 9: sizes --------------------------------------------------------------------------------

function addSizes() {
  for (const size of [128, 256, 1024, 4096, 8191])
    good(`9.1 ${MESSAGE_MAX} bytes in fragments of ${size}`,
      pieces(sized(MESSAGE_MAX, `${size}`), size), said(size));
  for (const size of [256, 1024, 4096, 8192])
    bad(`9.2 one byte more in fragments of ${size}`, 1009, pieces(" ".repeat(8193), size));
  bad("9.3 a last fragment too long, by its head alone", 1009,
    [frame(TEXT, " ".repeat(8000), open), frame(MORE, "", { size: 193 })]);
  good("9.4 64 fragments", pieces(sized(128, "64"), 2), said(64));
  good("9.5 a text of the longest size, twice", [frame(TEXT, sized(MESSAGE_MAX, "a")),
    frame(TEXT, sized(MESSAGE_MAX, "b"))], said("a"), said("b"));
  good("9.6 a hundred texts", Array.from({ length: 100 }, (_, i) => frame(TEXT, ask(`${i}`))),
    ...Array.from({ length: 100 }, (_, i) => said(i)));
}

// ---- Playing a case --------------------------------------------------------------------------

const modes = {
  "in one piece": ({ frames }) => [Buffer.concat(frames)],
  "frame by frame": ({ frames }) => frames,
  "byte by byte": ({ frames }) => [...Buffer.concat(frames)].map((byte) => Buffer.from([byte])),
};
const BYTES_MAX = 400; // of a case that is played byte by byte
const PIECES_MAX = 60;

let lines = 0;

// Each line has a visitor of its own: no limit of an address is met.
function upgrade() {
  const visitor = lines++;
  return `GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
    `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\n` +
    `X-Forwarded-For: 10.${visitor & 255}.${visitor >> 8}.1\r\n\r\n`;
}

const tokenOf = ([opcode, payload]) => {
  if (opcode === TEXT) return said(JSON.parse(String(payload)).id ?? "");
  if (opcode === PONG) return ponged(payload);
  if (opcode === CLOSE) return closed(payload.length < 2 ? 1005 : payload.readUInt16BE(0));
  return `opcode ${opcode}`;
};

// What came back, as words; `open` behind them if the server did not close the line.
function play(sent) {
  return new Promise((resolve) => {
    const socket = createConnection(server.port, "127.0.0.1");
    const line = { received: Buffer.alloc(0) };
    let isEnded = false;
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve([...framesOf(line).map(tokenOf), ...(isEnded ? [] : ["open"])]);
    };
    const timer = setTimeout(finish, PATIENCE_MS);
    const step = (i) => {
      if (i < sent.length && !socket.destroyed)
        socket.write(sent[i], () => setImmediate(step, i + 1));
    };
    socket.setNoDelay(true);
    socket.on("error", () => {});
    socket.on("end", () => (isEnded = true));
    socket.on("close", finish);
    socket.on("data", (data) => {
      const isFirst = !line.received.includes("\r\n\r\n");
      line.received = Buffer.concat([line.received, data]);
      if (isFirst && line.received.includes("\r\n\r\n")) step(0);
    });
    socket.write(upgrade());
  });
}

// A pong may overtake an answer that waits for the store, but nothing comes behind a close.
function inOrder(tokens) {
  const isLast = tokens.findIndex((token) => token.startsWith("close")) === tokens.length - 1;
  const of = (kind) => tokens.filter((token) => token.startsWith(kind));
  return String(isLast ? [...of("text"), ...of("pong"), ...of("opcode"), ...of("close")] : tokens);
}

async function playAll() {
  for (const add of [addFraming, addPings, addReservedBits, addOpcodes, addFragments, addGoodText,
    addBadText, addClosing, addHeads, addSizes]) add();
  const names = new Set(cases.map(({ name }) => name));
  check(names.size === cases.length && names.size >= 200, "each case has a name of its own",
    `${names.size} of ${cases.length}`);
  server = await start("conformance", "--store", "memory", "--trust-proxy", "127.0.0.1");
  const turns = cases.flatMap((each) => Object.entries(modes).map(([mode, cut]) =>
    ({ ...each, mode, sent: cut(each) }))).filter(({ mode, sent }) =>
    mode === "in one piece" || sent.length <= (mode === "byte by byte" ? BYTES_MAX : PIECES_MAX));
  const worker = async () => {
    for (let turn = turns.pop(); turn !== undefined; turn = turns.pop()) {
      const told = await play(turn.sent);
      check(inOrder(told) === inOrder(turn.expected), `${turn.name}, ${turn.mode}:`,
        `${told.slice(-3)} instead of ${turn.expected.slice(-3)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const { code } = await stopServer(server);
  check(code === 0, "the server ends well", server.err.slice(-2000));
  console.log(`${cases.length} cases, ${lines} lines`);
}

await runAll([playAll]);
