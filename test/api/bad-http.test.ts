import assert from "node:assert/strict";
import { once } from "node:events";
import net from "node:net";
import { after, before, test } from "node:test";
import { startTestApp, type TestApp } from "../support/app.ts";
import { startStopwatch } from "../support/stopwatch.ts";
import { until } from "../support/until.ts";
import { assertProblem, exchangeRaw, sessionBody, sessionsPath } from "./support.ts";

let kassa: TestApp;
/** Requests whose client will close the connection: their headers have arrived and the connection is still open. */
const requestsOpen = new Set<string>();
before(async () => {
  kassa = await startTestApp({}, (server) => {
    server.addHook("onRequest", async (request) => {
      if (request.headers["user-agent"] !== "hangs up") return;
      requestsOpen.add(request.id);
      request.raw.socket.once("close", () => setImmediate(() => requestsOpen.delete(request.id)));
    });
  });
});
after(() => kassa.close());

const json = JSON.stringify(sessionBody());
const post = (headers: Record<string, string>, rawBody = json) =>
  kassa.call("POST", sessionsPath, { rawBody, headers });

function rawRequest(headers: readonly string[], body = json, path = sessionsPath): string {
  const { host } = new URL(kassa.url);
  const common = [`Host: ${host}`, `Authorization: Bearer ${kassa.tenant.keys.sandbox.secret}`];
  return [`POST ${path} HTTP/1.1`, ...common, ...headers, "", body].join("\r\n");
}

/** The problem in a raw response, which must carry its request's id like every other. */
function problemIn(text: string) {
  const body = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));
  assert.match(text.toLowerCase(), new RegExp(`x-request-id: ${body.requestId.toLowerCase()}\r\n`));
  assert.match(text, /Content-Type: application\/problem\+json; charset=utf-8\r\n/i);
  return body;
}

test("every response has a unique request id", async () => {
  const answers = await Promise.all([
    kassa.call("GET", sessionsPath),
    kassa.call("GET", sessionsPath, { headers: { "x-request-id": "req_mine" } }),
    kassa.call("GET", "/nowhere"),
    kassa.call("GET", "/%zz"),
    kassa.call("POST", sessionsPath, { rawBody: "{" }),
    kassa.call("GET", sessionsPath, { key: null }),
  ]);
  const ids = answers.map(({ headers }) => headers.get("x-request-id") ?? "");
  for (const id of ids) assert.match(id, /^req_[0-9A-Za-z]{20}$/);
  assert.equal(new Set(ids).size, ids.length);
  for (const { status, body, headers } of answers.slice(2)) {
    assert.equal(body.requestId, headers.get("x-request-id"), String(status));
  }
});

test("refuses a body of more than 64 KiB, and reads one of exactly 64 KiB", async () => {
  const filled = (bytes: number) => `${json}${" ".repeat(bytes - json.length)}`;
  assert.equal((await post({}, filled(65_536))).status, 200);
  assertProblem(await post({}, filled(65_537)), "body_too_large");
  const chunk = `${(30_000).toString(16)}\r\n${" ".repeat(30_000)}\r\n`;
  const chunked = rawRequest(
    ["Content-Type: application/json", "Transfer-Encoding: chunked", "Connection: close"],
    "",
  );
  const { text, status } = await exchangeRaw(kassa.url, [`${chunked}${chunk}${chunk}${chunk}0\r\n\r\n`]);
  assert.equal(status, 413);
  assert.equal(problemIn(text).code, "body_too_large");
});

test("accepts only unencoded JSON in UTF-8", async () => {
  for (const type of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/jsonx",
    "application/json; charset=latin1",
    "application/json;charset=utf-16",
    "multipart/form-data; boundary=x",
    "application/ld+json",
    "json",
  ]) {
    assertProblem(await post({ "content-type": type }), "media_type_unsupported", undefined, type);
  }
  for (const encoding of ["gzip", "identity", "br", "x"]) {
    assertProblem(
      await post({ "content-encoding": encoding }),
      "media_type_unsupported",
      undefined,
      encoding,
    );
  }
  for (const type of [
    "application/json",
    "application/json; charset=utf-8",
    'Application/JSON; Charset="UTF-8"',
  ]) {
    assert.equal((await post({ "content-type": type })).status, 200, type);
  }
});

test("refuses bytes that are not UTF-8", async () => {
  for (const bytes of [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xc0, 0x80]]) {
    const [head = "", tail = ""] = JSON.stringify(sessionBody({ description: "HERE" })).split("HERE");
    const body = Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(tail)]);
    const request = rawRequest(
      ["Content-Type: application/json", "Connection: close", `Content-Length: ${body.length}`],
      "",
    );
    const { text, status } = await exchangeRaw(kassa.url, [request, body]);
    assert.equal(status, 400);
    assert.equal(problemIn(text).code, "encoding_invalid");
  }
});

test("a message with two lengths, or an unreadable one, closes the connection", async () => {
  const type = "Content-Type: application/json";
  const length = `Content-Length: ${json.length}`;
  const chunked = `${json.length.toString(16)}\r\n${json}\r\n0\r\n\r\n`;
  const requests = [
    rawRequest([type, length, "Transfer-Encoding: chunked"], chunked),
    rawRequest([type, "Transfer-Encoding: chunked", length], chunked),
    rawRequest([type, length, `Content-Length: ${json.length + 1}`]),
    rawRequest([type, "Transfer-Encoding: gzip, chunked", length], chunked),
    rawRequest([type, "Content-Length: -1"]),
    "NONSENSE\r\n\r\n",
    rawRequest([type, length, "Bad Header: x"]),
    rawRequest([type, length, `X-Long: ${"a".repeat(20_000)}`]),
  ];
  for (const request of requests) {
    const { text, status } = await exchangeRaw(kassa.url, [request]);
    assert.equal(status, 400, text);
    assert.equal(problemIn(text).code, "request_malformed");
    assert.match(text, /Connection: close/i);
    assert.equal(text.match(/HTTP\/1\.1/g)?.length, 1, "nothing after the bad message is answered");
  }
});

test("gives up headers and bodies that trickle in after ten seconds", { timeout: 60_000 }, async () => {
  const head = rawRequest(["Content-Type: application/json", "Content-Length: 1000"], "");
  const watch = startStopwatch();
  const drip = (text: string) => Array.from({ length: 60 }, () => text);
  const answers = await Promise.all([
    exchangeRaw(kassa.url, [head.slice(0, 40)]),
    exchangeRaw(kassa.url, [head.slice(0, 40), ...drip("X-A: b\r\n")], 250),
    exchangeRaw(kassa.url, [head, ...drip(" ")], 250),
  ]);
  for (const { status, text, closedAfterMs } of answers) {
    assert.equal(status, 408, text);
    assert.equal(problemIn(text).code, "request_timeout");
    assert.ok(closedAfterMs > 9_000, `after ${closedAfterMs} ms`);
  }
  watch.assertWithin(13_000, "giving them up");
});

test("answers a wrong method with the allowed ones", async () => {
  const cases: [string, string, string][] = [
    ["DELETE", sessionsPath, "GET, HEAD, POST"],
    ["PUT", sessionsPath, "GET, HEAD, POST"],
    ["PATCH", `${sessionsPath}/cs_sandbox_x`, "GET, HEAD, POST"],
    ["GET", `${sessionsPath}/cs_sandbox_x/expire`, "POST"],
  ];
  for (const [method, path, allow] of cases) {
    const answer = await kassa.call(method, path);
    assertProblem(answer, "method_not_allowed", undefined, `${method} ${path}`);
    assert.equal(answer.headers.get("allow"), allow);
  }
  assertProblem(await kassa.call("GET", "/api/nothing"), "not_found");
  assertProblem(await kassa.call("DELETE", "/api/nothing"), "not_found");
});

test("answers no request for an unknown host name", async () => {
  const { port } = new URL(kassa.url);
  for (const host of [
    "evil.example",
    `localhost.evil.example:${port}`,
    "127.0.0.1.nip.io",
    "",
    "local host",
    "[::1",
    `user@localhost`,
  ]) {
    const { status, text } = await exchangeRaw(kassa.url, [
      `GET ${sessionsPath} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    ]);
    assert.equal(status, 421, `${host} ${text}`);
    assert.equal(problemIn(text).code, "host_unknown");
  }
  for (const host of [`localhost:${port}`, "LOCALHOST", "127.0.0.1", `[::1]:${port}`]) {
    const { status } = await exchangeRaw(kassa.url, [
      `GET ${sessionsPath} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    ]);
    assert.equal(status, 401, host);
  }
});

test("refuses unsupported methods with a problem, including methods unknown to Node", async () => {
  const { host } = new URL(kassa.url);
  const requests: [string, number][] = [
    ["QUERY / HTTP/1.1", 405],
    [`QUERY ${sessionsPath} HTTP/1.1`, 405],
    ["PROPFIND / HTTP/1.1", 405],
    [`OPTIONS ${sessionsPath} HTTP/1.1`, 405],
    ["TRACE / HTTP/1.1", 405],
    [`BREW ${sessionsPath} HTTP/1.1`, 405],
    ["QUERY /nowhere HTTP/1.1", 404],
    ["OPTIONS * HTTP/1.1", 405],
    [`CONNECT ${host} HTTP/1.1`, 405],
  ];
  for (const [line, expected] of requests) {
    for (const more of [
      "",
      "Content-Type: application/json\r\nContent-Length: 2\r\n",
      "Content-Length: 0\r\n",
    ]) {
      const head = `${line}\r\nHost: ${host}\r\n${more}Connection: close\r\n\r\n`;
      const { text, status } = await exchangeRaw(kassa.url, [head + (more.includes("2") ? "{}" : "")]);
      assert.equal(status, expected, `${line} ${more} ${text}`);
      assert.equal(problemIn(text).code, expected === 405 ? "method_not_allowed" : "not_found");
      if (expected === 405) assert.match(text, /\r\nAllow: GET, HEAD/i);
    }
  }
});

test("requests that Node would answer itself also get a problem", async () => {
  const { host } = new URL(kassa.url);
  const close = "Connection: close\r\n\r\n";
  const cases: [string, number, string][] = [
    [`GET /healthz HTTP/1.1\r\n${close}`, 400, "request_malformed"],
    [
      `POST ${sessionsPath} HTTP/1.1\r\nHost: ${host}\r\nExpect: 200-maybe\r\nContent-Length: 0\r\n${close}`,
      417,
      "expectation_failed",
    ],
    [`GET / HTTP/3.0\r\nHost: ${host}\r\n${close}`, 400, "request_malformed"],
  ];
  for (const [request, expected, code] of cases) {
    const { text, status } = await exchangeRaw(kassa.url, [request]);
    assert.equal(status, expected, text);
    assert.equal(problemIn(text).code, code);
  }
});

test("refuses a request that names two hosts", async () => {
  const { host, port } = new URL(kassa.url);
  const get = (target: string, hosts: readonly string[]) =>
    exchangeRaw(kassa.url, [
      `GET ${target} HTTP/1.1\r\n${hosts.map((name) => `Host: ${name}\r\n`).join("")}Connection: close\r\n\r\n`,
    ]);
  const cases: [string, string[], number][] = [
    [sessionsPath, [host, host], 400],
    [sessionsPath, [host, "evil.example"], 400],
    ["/healthz", ["evil.example", host], 400],
    [`http://evil.example${sessionsPath}`, [host], 421],
    [`http://evil.example${sessionsPath}`, ["evil.example"], 421],
    ["https://evil.example", [host], 421],
    [`http://localhost:1${sessionsPath}`, [host], 400],
    [`http://user@${host}${sessionsPath}`, [host], 421],
    [`http://${host}${sessionsPath}`, [host], 401],
    [`HTTP://LOCALHOST:${port}${sessionsPath}`, [`localhost:${port}`], 401],
    [`http://${host}${sessionsPath}?key=${kassa.tenant.keys.live.secret}`, [host], 400],
  ];
  for (const [target, hosts, expected] of cases) {
    const { text, status } = await get(target, hosts);
    assert.equal(status, expected, `${target} ${hosts} ${text}`);
    problemIn(text);
  }
});

test("logs no warning when a client closes the connection", async (t) => {
  const { port, host } = new URL(kassa.url);
  const before = kassa.logged.length;
  const types: [string, string][] = [
    [sessionsPath, "application/json"],
    ["/api/settings/logo", "image/png"],
    ["/pay/cs_sandbox_x", "application/x-www-form-urlencoded"],
    ["/page-reports/payment", "application/csp-report"],
    ["/api/notifications/sandbox/x", "application/json"],
  ];
  for (const [path, type] of types) {
    for (const framing of ["Content-Length: 1000\r\n\r\n{", "Transfer-Encoding: chunked\r\n\r\n5\r\n{"]) {
      const head = [
        `POST ${path} HTTP/1.1`,
        `Host: ${host}`,
        "User-Agent: hangs up",
        `Content-Type: ${type}`,
      ];
      const socket = net.connect(Number(port), "127.0.0.1");
      t.after(() => socket.destroy());
      socket.on("error", () => {});
      const key = `Authorization: Bearer ${kassa.tenant.keys.sandbox.secret}`;
      socket.write([...head, key, framing].join("\r\n"));
      await until(async () => requestsOpen.size === 1, "the request has begun");
      socket.resetAndDestroy();
      await until(async () => requestsOpen.size === 0, "the request is over");
    }
  }
  const warnings = kassa.logged.slice(before).filter((line) => JSON.parse(line).level !== "info");
  assert.deepEqual(warnings, []);
});

test("closes a refused connection although the client never closes its side", async (t) => {
  const server = kassa.app.server.server;
  const count = () => new Promise<number>((resolve) => server.getConnections((_, open) => resolve(open)));
  const { port } = new URL(kassa.url);
  const before = await count();
  const socket = net.connect({ port: Number(port), host: "127.0.0.1", allowHalfOpen: true });
  t.after(() => socket.destroy());
  socket.on("error", () => {});
  socket.write("NONSENSE\r\n\r\n");
  await once(socket, "readable");
  await until(async () => (await count()) <= before, "the connection is closed");
});

test("states the API version, and accepts a requested one", async () => {
  const standard = await kassa.call("GET", sessionsPath);
  assert.match(standard.headers.get("kassa-version") ?? "", /^\d{4}-\d\d-\d\d$/);
  const version = standard.headers.get("kassa-version") ?? "";
  assert.equal(
    (await kassa.call("GET", sessionsPath, { headers: { "kassa-version": version } })).status,
    200,
  );
  assertProblem(
    await kassa.call("GET", sessionsPath, { headers: { "kassa-version": "2020-01-01" } }),
    "version_unknown",
    "Kassa-Version",
  );
});
