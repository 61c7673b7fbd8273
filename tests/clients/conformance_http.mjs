// conformance_http.mjs - RFC 9110 and 9112, case by case, over bare sockets against a real server.
// A case is a request and the exact status of its answer; a question behind it shows whether the
// line goes on, as it must after a good request, or is closed, as it must be after one whose end
// cannot be trusted. Each is played in one piece and byte by byte.
// usage: node conformance_http.mjs RUMMERY
import { createConnection } from "node:net";
import { check, PATIENCE_MS, runAll, start, stopServer } from "./harness.mjs";

const AT_ONCE = 16; // lines

let server;
const cases = [];

const host = "Host: localhost\r\n";
const last = `GET /healthz HTTP/1.1\r\n${host}Connection: close\r\n\r\n`;
const get = (more = "", target = "/") => `GET ${target} HTTP/1.1\r\n${host}${more}\r\n`;
const ask = (method, target, more = "") => `${method} ${target} HTTP/1.1\r\n${host}${more}\r\n`;
const post = (more, body = "") => `POST /api/tables HTTP/1.1\r\n${host}${more}\r\n${body}`;
const chunked = (body, more = "") => post(`Transfer-Encoding: chunked\r\n${more}`, body);

// Answered with that status, and the next question is answered too. `has` and `lacks` are about
// the first answer's head.
const goes = (name, status, request, more = {}) => cases.push({
  name, sent: request + last, expected: [...[status].flat(), 200], ...more });
// Answered with that status and nothing more, since the line is closed.
const ends = (name, status, request, more = {}) => cases.push({
  name, sent: request + last, expected: [status].flat(), ...more });

// A body that says nothing is refused as such by the service: the request itself was read well.
const READ = 400;

// ---- RFC 9112, 2: lines and versions ---------------------------------------------------------

function addLines() {
  goes("2.2 a request", 200, get());
  goes("2.2 an empty line before it", 200, `\r\n${get()}`);
  goes("2.2 five empty lines before it", 200, "\r\n".repeat(5) + get());
  ends("2.2 an empty line of LF alone before it", 400, `\n${get()}`);
  ends("2.2 LF alone behind the request line", 400, `GET / HTTP/1.1\n${host}\r\n`);
  ends("2.2 LF alone behind a header", 400, "GET / HTTP/1.1\r\nHost: localhost\n\r\n");
  ends("2.2 LF alone at the end of the head", 400, `GET / HTTP/1.1\r\n${host}\n`);
  ends("2.2 LF alone everywhere", 400, "GET / HTTP/1.1\nHost: localhost\n\n");
  ends("2.2 CR alone behind the request line", 400, `GET / HTTP/1.1\r${host}\r\n`);
  ends("2.2 CR CR LF behind the request line", 400, `GET / HTTP/1.1\r\r\n${host}\r\n`);
  ends("2.2 CR alone at the end of the head", 400, `GET / HTTP/1.1\r\n${host}\rX`);
  ends("2.2 a blank before the first header", 400, `GET / HTTP/1.1\r\n ${host}\r\n`);
  ends("2.2 a tab before the first header", 400, `GET / HTTP/1.1\r\n\t${host}\r\n`);
  ends("2.2 the beginning of TLS", 400, Buffer.from("16030100c801", "hex").toString("latin1"));
  ends("2.2 zeros", 400, "\0\0\0\0");
  for (const version of ["1.2", "1.9"])
    goes(`2.3 HTTP/${version} is read as HTTP/1.1`, 200, `GET / HTTP/${version}\r\n${host}\r\n`);
  for (const version of ["HTTP/0.9", "HTTP/2.0", "HTTP/3.0", "HTTP/9.9"])
    ends(`2.3 ${version}`, 505, `GET / ${version}\r\n${host}\r\n`);
  for (const version of ["http/1.1", "HTTP/1.1x", "HTTP/11", "HTTP/1", "HTTP/1.", "HTTP/.1",
    "HTTP/1.10", "HTTP/01.1", "HTTP/ 1.1", "HTTP 1.1", "HTTPS/1.1", "HTPP/1.1", "HTTP/a.1",
    "HTTP/1,1", "HTTP/1.a"])
    ends(`2.3 the version ${version}`, 400, `GET / ${version}\r\n${host}\r\n`);
  ends("2.3 the preface of HTTP/2", 505, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
}

// ---- RFC 9112, 3: the request line -----------------------------------------------------------

function addRequestLines() {
  for (const [what, line] of [["two spaces before the target", "GET  / HTTP/1.1"],
    ["two spaces behind the target", "GET /  HTTP/1.1"], ["a space behind", "GET / HTTP/1.1 "],
    ["a space before", " GET / HTTP/1.1"], ["a tab before the target", "GET\t/ HTTP/1.1"],
    ["a tab behind the target", "GET /\tHTTP/1.1"], ["no target", "GET HTTP/1.1"],
    ["an empty target", "GET  HTTP/1.1"], ["no version", "GET /"], ["a method alone", "GET"],
    ["a fourth word", "GET / x HTTP/1.1"], ["a NUL in the method", "G\0T / HTTP/1.1"],
    ["a colon in the method", "GE:T / HTTP/1.1"], ["an at in the method", "G@T / HTTP/1.1"],
    ["a NUL in the target", "GET /\0 HTTP/1.1"], ["a byte 1 in the target", "GET /\x01 HTTP/1.1"],
    ["DEL in the target", "GET /\x7f HTTP/1.1"], ["a byte 255 in the target", "GET /\xff HTTP/1.1"],
    ["letters beyond ASCII in the target", "GET /\xc3\xa4 HTTP/1.1"],
    ["a form feed for a space", "GET\f/ HTTP/1.1"], ["a CR in the target", "GET /\rx HTTP/1.1"],
    ["a fragment in the target", "GET /#top HTTP/1.1"]])
    ends(`3 ${what}`, 400, `${line}\r\n${host}\r\n`);
  for (const method of ["get", "Get", "GETT", "JUGGLE", "CONNECT", "PROPFIND", "M-SEARCH", "SOURCE",
    "X".repeat(100), "!#$%&'*+-.^_`|~09az"])
    ends(`3.1 the method ${method.slice(0, 20)}`, 501, ask(method, "/"));
  goes("3.2.1 a query", 200, get("", "/?a=b&c"));
  goes("3.2.1 an empty query", 200, get("", "/?"));
  goes("3.2.1 escapes that lead nowhere", 404, get("", "/%2e%2e/x"));
  ends("3.2.1 a target without a slash", 400, get("", "index.html"));
  ends("3.2.1 a target of 2049 bytes", 414, get("", `/${"x".repeat(2048)}`));
  ends("3.2.1 a target without end", 414, get("", `/${"x".repeat(20000)}`));
  goes("3.2.2 a whole address", 200, get("", "http://localhost/"));
  goes("3.2.2 a whole address with a port", 200, get("", "http://localhost:8080/"));
  goes("3.2.2 a whole address by IPv6", 200, get("", "http://[::1]:8080/"));
  goes("3.2.2 a whole address in capitals", 200, get("", "HTTP://LOCALHOST/"));
  goes("3.2.2 a whole address of https", 200, get("", "https://localhost/healthz"));
  goes("3.2.2 a whole address without a path", 200, get("", "http://localhost"));
  goes("3.2.2 a whole address with a query only", 200, get("", "http://localhost?a"));
  goes("3.2.2 a whole address counts, not Host", 200,
    "GET http://localhost/ HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n");
  goes("3.2.2 a whole address of another host", 421, get("", "http://elsewhere.example/"));
  ends("3.2.2 a whole address without Host", 400, "GET http://localhost/ HTTP/1.1\r\n\r\n");
  ends("3.2.2 a whole address with a name in it", 400, get("", "http://me@localhost/"));
  ends("3.2.2 a whole address without a host", 400, get("", "http:///"));
  ends("3.2.2 a whole address of another scheme", 400, get("", "ftp://localhost/"));
  ends("3.2.3 a host for GET", 400, get("", "localhost:80"));
  ends("3.2.3 CONNECT", 501, "CONNECT localhost:80 HTTP/1.1\r\nHost: localhost:80\r\n\r\n");
  goes("3.2.4 OPTIONS of everything", 204, ask("OPTIONS", "*"),
    { has: /^Allow: GET, HEAD, POST, OPTIONS$/m, lacks: /^Content-Length/m });
  ends("3.2.4 GET of everything", 400, get("", "*"));
  ends("3.2.4 a star and more", 400, ask("OPTIONS", "*x"));
}

// ---- RFC 9110, 7.2: Host ---------------------------------------------------------------------

function addHosts() {
  const by = (value) => `GET / HTTP/1.1\r\nHost: ${value}\r\n\r\n`;
  for (const value of ["localhost", "localhost:8080", "LOCALHOST", "localhost.", "127.0.0.1",
    "127.0.0.1:1", "[::1]", "[::1]:80", "192.0.2.7", "[2001:db8::7]:8080", "  localhost\t"])
    goes(`7.2 Host ${value}`, 200, by(value));
  for (const value of ["elsewhere.example", "localhost.example", "127.0.0.1.example", "xlocalhost",
    "localhost.localdomain", "1.2.3.4.5"])
    goes(`7.2 Host ${value} is not us`, 421, by(value));
  for (const value of ["", " ", "a b", "localhost/", "localhost/x", "me@localhost", "localhost:8x",
    "localhost:-1", "localhost:80:80", ":80", "[::1", "[]", "[x]", "::1", "a\x80b", "<localhost>",
    "localhost?", "[::1]x"])
    ends(`7.2 Host "${value}"`, 400, by(value));
  ends("7.2 no Host", 400, "GET / HTTP/1.1\r\n\r\n");
  ends("7.2 two Hosts", 400, get(host));
  ends("7.2 two Hosts that differ", 400, get("Host: elsewhere.example\r\n"));
  ends("7.2 HTTP/1.0 needs no Host", 200, "GET / HTTP/1.0\r\n\r\n");
  goes("7.2 /healthz of another name", 421,
    "GET /healthz HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n");
  goes("7.2 a table of another name", 421,
    "POST /api/tables HTTP/1.1\r\nHost: elsewhere.example\r\nContent-Length: 2\r\n\r\n{}");
}

// ---- RFC 9112, 5: headers --------------------------------------------------------------------

function addHeaders() {
  for (const [what, line] of [["no colon", "Header"], ["an empty name", ": x"],
    ["an empty name and value", ":"], ["a space before the colon", "A : b"],
    ["a tab before the colon", "A\t: b"], ["a space in the name", "A B: c"],
    ["brackets in the name", "(A): b"], ["a NUL in the name", "A\0: b"],
    ["a byte 255 in the name", "A\xff: b"], ["a quote in the name", '"A": b'],
    ["an at in the name", "A@B: c"], ["a fold by a blank", "A: b\r\n c"],
    ["a fold by a tab", "A: b\r\n\tc"], ["a fold with nothing in it", "A: b\r\n "],
    ["a bare CR in the value", "A: b\rc"], ["CR before CR LF", "A: b\r"],
    ["LF in the value", "A: b\nC: d"], ["a NUL in the value", "A: b\0c"],
    ["a byte 1 in the value", "A: \x01"], ["a bell in the value", "A: \x07"],
    ["a vertical tab in the value", "A: b\vc"], ["DEL in the value", "A: b\x7fc"]])
    ends(`5 ${what}`, 400, get(`${line}\r\n`));
  for (const [what, line] of [["an empty value", "A:"], ["blanks around a value", "A:  \t b \t "],
    ["a tab in a value", "A: b\tc"], ["no blank before the value", "A:b"],
    ["bytes above ASCII in a value", "A: \xc3\xa4\xff"], ["a colon in a value", "A: b:c"],
    ["odd letters in a name", "!#$%&'*+-.^_`|~: b"],
    ["a name of 300 letters", `${"A".repeat(300)}: b`],
    ["the same header twice", "A: b\r\nA: c"], ["quotes in a value", 'A: "b\\"c"']])
    goes(`5 ${what}`, 200, get(`${line}\r\n`));
  goes("5.4 a hundred headers", 200, get("Header: value\r\n".repeat(100)));
  ends("5.4 headers of more than 8 KiB", 431, get("Header: value\r\n".repeat(600)));
  ends("5.4 a header of more than 8 KiB", 431, get(`A: ${"b".repeat(9000)}\r\n`));
  ends("5.4 a name without end", 431, get("A".repeat(9000)));
  ends("5.4 empty lines without end", 431, "\r\n".repeat(5000));
}

// ---- RFC 9112, 6: the size of a body ---------------------------------------------------------

function addBodies() {
  goes("6.2 a size", READ, post("Content-Length: 2\r\n", "{}"));
  goes("6.2 a size of 0", READ, post("Content-Length: 0\r\n"));
  goes("6.2 a size with zeros before it", READ, post("Content-Length: 002\r\n", "{}"));
  goes("6.2 a size with blanks around it", READ, post("Content-Length: \t2 \r\n", "{}"));
  goes("6.2 no size at all", READ, post(""));
  goes("6.2 a size of 8192", READ, post("Content-Length: 8192\r\n", "x".repeat(8192)));
  goes("6.2 a body of GET is read away", 200, get("Content-Length: 5\r\n") + "GET /");
  ends("6.2 a size of 8193", 413, post("Content-Length: 8193\r\n"));
  ends("6.2 a size of 2^63", 413, post("Content-Length: 9223372036854775808\r\n"));
  for (const size of ["-1", "+2", "0x2", "2.0", "2 2", "2,2", "2, 2", "two", "2;a", "\"2\"", "",
    "18446744073709551616", "99999999999999999999999"])
    ends(`6.2 the size "${size}"`, 400, post(`Content-Length: ${size}\r\n`, "{}"));
  ends("6.3 the same size twice", 400, post("Content-Length: 2\r\nContent-Length: 2\r\n", "{}"));
  ends("6.3 two sizes", 400, post("Content-Length: 2\r\nContent-Length: 3\r\n", "{}"));
  ends("6.3 a size and chunks", 400, chunked("2\r\n{}\r\n0\r\n\r\n", "Content-Length: 2\r\n"));
  ends("6.3 chunks and a size", 400,
    post("Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", "2\r\n{}\r\n0\r\n\r\n"));
  const coded = (coding) => post(`Transfer-Encoding: ${coding}\r\n`, "2\r\n{}\r\n0\r\n\r\n");
  for (const coding of ["chunked", "Chunked", "CHUNKED", " chunked  ", "\tchunked\t",
    ", chunked"])
    goes(`6.1 the coding "${coding}"`, READ, coded(coding));
  for (const coding of ["gzip, chunked", "identity, chunked", "x, y, chunked", "deflate,chunked"])
    ends(`6.1 the coding "${coding}"`, 501, coded(coding));
  for (const coding of ["chunked, gzip", "gzip", "identity", "xchunked", "chunkedx", "chunked x",
    "chunked, chunked", "chunked;a=b", "", "\"chunked\"", "chunked\x0b"])
    ends(`6.1 the coding "${coding}"`, 400, coded(coding));
  ends("6.1 chunked in two headers", 400, chunked("0\r\n\r\n", "Transfer-Encoding: chunked\r\n"));
  ends("6.1 chunks of HTTP/1.0", 400, chunked("0\r\n\r\n").replace("HTTP/1.1", "HTTP/1.0"));
}

// ---- RFC 9112, 7: chunks ---------------------------------------------------------------------

function addChunks() {
  for (const [what, body] of [["one chunk", "2\r\n{}\r\n0\r\n\r\n"], ["no chunk", "0\r\n\r\n"],
    ["two chunks", "1\r\n{\r\n1\r\n}\r\n0\r\n\r\n"],
    ["a size in capitals", "A\r\n0123456789\r\n0\r\n\r\n"],
    ["a size with zeros", "0002\r\n{}\r\n000\r\n\r\n"], ["an extension", "2;a\r\n{}\r\n0\r\n\r\n"],
    ["an extension with a value", "2;a=b\r\n{}\r\n0;c=d\r\n\r\n"],
    ["an extension in quotes", '2;a="b c"\r\n{}\r\n0\r\n\r\n'],
    ["trailers", "2\r\n{}\r\n0\r\nA: b\r\nC: d\r\n\r\n"],
    ["a trailer that must not be one", "2\r\n{}\r\n0\r\nHost: elsewhere\r\n\r\n"],
    ["8 KiB", `2000\r\n${"x".repeat(8192)}\r\n0\r\n\r\n`]])
    goes(`7.1 ${what}`, READ, chunked(body));
  for (const [what, body] of [["a size that is none", "x\r\n{}\r\n0\r\n\r\n"],
    ["an empty size", "\r\n{}\r\n0\r\n\r\n"], ["a size with 0x", "0x2\r\n{}\r\n0\r\n\r\n"],
    ["a size with a sign", "+2\r\n{}\r\n0\r\n\r\n"], ["a negative size", "-2\r\n{}\r\n0\r\n\r\n"],
    ["a size beyond 64 bits", "10000000000000002\r\n{}\r\n0\r\n\r\n"],
    ["a blank before the size", " 2\r\n{}\r\n0\r\n\r\n"],
    ["LF alone behind the size", "2\n{}\r\n0\r\n\r\n"],
    ["LF alone behind the chunk", "2\r\n{}\n0\r\n\r\n"],
    ["LF alone behind the last size", "2\r\n{}\r\n0\n\r\n"],
    ["LF alone at the end", "2\r\n{}\r\n0\r\n\n"],
    ["CR alone behind the size", "2\r{}\r\n0\r\n\r\n"],
    ["a chunk longer than its size", "1\r\n{}\r\n0\r\n\r\n"],
    ["a NUL in the size", "2\0\r\n{}\r\n0\r\n\r\n"],
    ["LF in an extension", "2;a\nb\r\n{}\r\n0\r\n\r\n"],
    ["CR in an extension", "2;a\rb\r\n{}\r\n0\r\n\r\n"],
    ["a NUL in an extension", "2;a\0b\r\n{}\r\n0\r\n\r\n"],
    ["a size as a trailer", "2\r\n{}\r\n0\r\nContent-Length: 5\r\n\r\n"],
    ["a coding as a trailer", "2\r\n{}\r\n0\r\nA: b\r\ntransfer-Encoding: chunked\r\n\r\n"],
    ["a trailer without a name", "2\r\n{}\r\n0\r\n: b\r\n\r\n"],
    ["a trailer without a colon", "2\r\n{}\r\n0\r\nA\r\n\r\n"],
    ["a trailer with a blank before its colon", "2\r\n{}\r\n0\r\nA : b\r\n\r\n"],
    ["a trailer that is folded", "2\r\n{}\r\n0\r\nA: b\r\n c\r\n\r\n"],
    ["a trailer with LF alone", "2\r\n{}\r\n0\r\nA: b\n\r\n"]])
    ends(`7.1 ${what}`, 400, chunked(body));
  ends("7.1 more than 8 KiB", 413, chunked(`2001\r\n${"x".repeat(8193)}\r\n0\r\n\r\n`));
  ends("7.1 a chunk larger than all", 413, chunked("7fffffffffffffff\r\nx"));
  ends("7.1 an extension without end", 413, chunked(`2;${"a".repeat(100000)}`));
}

// ---- RFC 9112, 9: the line -------------------------------------------------------------------

function addPersistence() {
  goes("9.3 HTTP/1.1 goes on", 200, get());
  goes("9.3 keep-alive goes on", 200, get("Connection: keep-alive\r\n"));
  goes("9.3 an unknown option goes on", 200, get("Connection: x\r\n"));
  for (const value of ["close", "Close", "CLOSE", "keep-alive, close", "close, x", "x,close"])
    ends(`9.6 Connection: ${value}`, 200, get(`Connection: ${value}\r\n`),
      { has: /^Connection: close$/m });
  ends("9.3 HTTP/1.0 ends", 200, "GET / HTTP/1.0\r\n\r\n", { has: /^Connection: close$/m });
  ends("9.3 HTTP/1.0 with keep-alive ends, and says so", 200,
    "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", { has: /^Connection: close$/m });
  goes("9.3.2 requests ahead are answered in order", [200, 404, 405, 200], get() +
    get("", "/nothing.js") + ask("PUT", "/") + get("", "/healthz"));
  ends("9.3.2 a fault among them ends them", [200, 400], get() + "nonsense\r\n" + get());
  goes("7.8 an upgrade to something else is not made", 200,
    get("Connection: Upgrade\r\nUpgrade: h2c\r\n"), { lacks: /^Upgrade/m });
}

// ---- RFC 9110: methods, conditions, expectations ---------------------------------------------

function addMeaning() {
  const date = /^Date: [A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/m;
  for (const [what, status, request] of [["200", 200, get()], ["404", 404, get("", "/x.js")],
    ["405", 405, ask("PUT", "/")], ["204", 204, ask("OPTIONS", "*")],
    ["304", 304, get("If-None-Match: *\r\n")], ["an API answer", 404, get("", "/api/tables/x")]])
    goes(`6.6.1 ${what} has a Date`, status, request, { has: date });
  ends("6.6.1 a fault has a Date", 400, "GET  / HTTP/1.1\r\n\r\n", { has: date });
  for (const [target, status] of [["/", 200], ["/healthz", 200], ["/style.css", 200],
    ["/nothing.js", 404], ["/api/tables/nothing", 404], ["/api/nothing", 404]])
    goes(`9.3.2 HEAD of ${target} is GET without a body`, status, ask("HEAD", target),
      { has: /^Content-Length: [1-9]/m });
  for (const method of ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"]) {
    goes(`15.5.6 ${method} of a file`, 405, ask(method, "/"), { has: /^Allow: GET, HEAD$/m });
    goes(`15.5.6 ${method} of /healthz`, 405, ask(method, "/healthz"),
      { has: /^Allow: GET, HEAD$/m });
    goes(`15.5.6 ${method} of /ws`, 405, ask(method, "/ws"), { has: /^Allow: GET$/m });
  }
  for (const method of ["GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS"])
    goes(`15.5.6 ${method} of all tables`, 405, ask(method, "/api/tables"),
      { has: /^Allow: POST$/m });
  for (const target of ["/api/tables/x", "/api/tables/x/record", "/api/tables/x/record/1"])
    goes(`15.5.6 DELETE of ${target}`, 405, ask("DELETE", target), { has: /^Allow: GET, HEAD$/m });
  goes("15.5.6 GET of seats", 405, get("", "/api/tables/x/seats"), { has: /^Allow: POST$/m });
  goes("15.5.5 what is nowhere", 404, ask("PUT", "/nothing.js"));
  goes("15.5.5 figures without a key", 404, get("", "/metrics"));
  goes("15.5.5 figures with a wrong key", 404, get("Authorization: Bearer x\r\n", "/metrics"));
  goes("13.1.2 any tag", 304, get("If-None-Match: *\r\n"),
    { lacks: /^Content-Length/m, has: /^ETag/m });
  goes("13.1.2 another tag", 200, get('If-None-Match: "x"\r\n'));
  goes("13.1.2 HEAD with any tag", 304, ask("HEAD", "/", "If-None-Match: *\r\n"));
  goes("14.2 a range is not needed", 200, get("Range: bytes=0-1\r\n"));
  const expecting = (value, more = "") =>
    post(`Content-Length: 2\r\nExpect: ${value}\r\n${more}`, "{}");
  goes("10.1.1 100-continue", [100, READ], expecting("100-continue"));
  goes("10.1.1 100-Continue", [100, READ], expecting("100-Continue"));
  goes("10.1.1 100-continue without a body", 200, get("Expect: 100-continue\r\n"));
  ends("10.1.1 another expectation", 417, expecting("cake"));
  ends("10.1.1 100-continue and more", 417, expecting("100-continue, cake"));
  ends("10.1.1 another expectation of GET", 417, get("Expect: 200-ok\r\n"));
  ends("10.1.1 HTTP/1.0 expects nothing", READ, expecting("100-continue")
    .replace("HTTP/1.1", "HTTP/1.0"));
}

// ---- RFC 6455, 4: the handshake --------------------------------------------------------------

function addHandshakes() {
  const parts = { Upgrade: "websocket", Connection: "Upgrade", "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==" };
  const shake = (change, more = "") => get(Object.entries({ ...parts, ...change })
    .filter(([, value]) => value !== null).map(([name, value]) => `${name}: ${value}\r\n`)
    .join("") + more, "/ws");
  const asks = { has: /^Upgrade: websocket\nConnection: Upgrade$/m };
  goes("4.2.1 without Upgrade", 426, shake({ Upgrade: null }), asks);
  goes("4.2.1 without Connection", 426, shake({ Connection: null }), asks);
  goes("4.2.1 to another protocol", 426, shake({ Upgrade: "h2c" }), asks);
  goes("4.2.1 without a version", 426, shake({ "Sec-WebSocket-Version": null }), asks);
  for (const version of ["8", "0", "14", "013", "13, 8", "-13"])
    goes(`4.4 the version ${version}`, 426, shake({ "Sec-WebSocket-Version": version }),
      { has: /^Sec-WebSocket-Version: 13$/m });
  for (const key of [null, "", "dGhlIHNhbXBsZSBub24=", "dGhlIHNhbXBsZSBub25jZWVl",
    "!!hlIHNhbXBsZSBub25jZQ==", "dGhlIHNhbXBsZSBub25jZQ"])
    ends(`4.2.1 the key ${key}`, 400, shake({ "Sec-WebSocket-Key": key }));
  ends("4.2.1 two keys", 400, shake({}, "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"));
  ends("4.2.1 HTTP/1.0", 426, shake({}).replace("HTTP/1.1", "HTTP/1.0"));
  goes("4.2.2 a page of another host", 403, shake({}, "Origin: https://elsewhere.example\r\n"));
  goes("4.2.2 a page of nowhere", 403, shake({}, "Origin: null\r\n"));
}

// ---- Playing a case --------------------------------------------------------------------------

// The heads of all answers, in order. What answers HEAD, and what has no body, has none.
function answersOf(received, isHead) {
  const answers = [];
  let rest = received;
  for (;;) {
    const end = rest.indexOf("\r\n\r\n");
    if (end < 0 || !rest.startsWith("HTTP/1.1 ")) return { answers, rest };
    const head = rest.slice(0, end).replaceAll("\r", "");
    const status = Number(head.slice(9, 12));
    const size = isHead && answers.length === 0 ? 0
      : Number(/^Content-Length: (\d+)$/m.exec(head)?.[1] ?? 0);
    answers.push({ status, head });
    rest = rest.slice(end + 4 + size);
  }
}

// What came until the server closed; `null` if it did not.
function play(pieces) {
  return new Promise((resolve) => {
    const socket = createConnection(server.port, "127.0.0.1");
    let [received, isEnded] = ["", false];
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(isEnded ? received : null);
    };
    const timer = setTimeout(finish, PATIENCE_MS);
    const step = (i) => {
      if (i < pieces.length && !socket.destroyed)
        socket.write(pieces[i], "latin1", () => setImmediate(step, i + 1));
    };
    socket.setNoDelay(true);
    socket.on("error", () => {});
    socket.on("end", () => (isEnded = true));
    socket.on("close", finish);
    socket.on("data", (data) => (received += data.toString("latin1")));
    socket.on("connect", () => step(0));
  });
}

const BYTES_MAX = 700; // of a case that is played byte by byte

async function playAll() {
  for (const add of [addLines, addRequestLines, addHosts, addHeaders, addBodies, addChunks,
    addPersistence, addMeaning, addHandshakes]) add();
  const names = new Set(cases.map(({ name }) => name));
  check(names.size === cases.length && names.size >= 120, "each case has a name of its own",
    `${names.size} of ${cases.length}`);
  server = await start("conformance-http", "--store", "memory");
  const turns = cases.flatMap((each) => [{ ...each, mode: "in one piece", pieces: [each.sent] },
    ...(each.sent.length > BYTES_MAX ? []
      : [{ ...each, mode: "byte by byte", pieces: [...each.sent] }])]);
  const worker = async () => {
    for (let turn = turns.pop(); turn !== undefined; turn = turns.pop()) {
      const received = await play(turn.pieces);
      const { answers, rest } = answersOf(received ?? "", turn.sent.startsWith("HEAD "));
      const statuses = answers.map(({ status }) => status);
      const head = answers[0]?.head ?? "";
      check(received !== null && rest === "" && String(statuses) === String(turn.expected) &&
        (turn.has?.test(head) ?? true) && !(turn.lacks?.test(head) ?? false),
      `${turn.name}, ${turn.mode}:`,
      `${statuses} instead of ${turn.expected}${received === null ? ", open" : ""}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const { code } = await stopServer(server);
  check(code === 0, "the server ends well", server.err.slice(-2000));
  console.log(`${cases.length} cases`);
}

await runAll([playAll]);
