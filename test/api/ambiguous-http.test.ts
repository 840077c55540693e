import assert from "node:assert/strict";
import { test } from "node:test";
import { useTestApp } from "../support/use-test-app.ts";
import { countSessions, exchangeRaw, sessionBody, sessionsPath } from "./support.ts";

/** Requests that a proxy in front of Kassa could parse differently from Kassa. */
const kassa = useTestApp();

const json = JSON.stringify(sessionBody());
const chunked = `${json.length.toString(16)}\r\n${json}\r\n0\r\n\r\n`;

function requestText(line: string, headers: readonly string[], body = ""): string {
  const { host } = new URL(kassa.url);
  const key = `Authorization: Bearer ${kassa.tenant.keys.sandbox.secret}`;
  return [line, `Host: ${host}`, key, "Content-Type: application/json", ...headers, "", body].join("\r\n");
}

test("refuses transfer codings other than chunked, and chunks in HTTP/1.0, and closes the connection", async () => {
  const before = await countSessions(kassa);
  const cases: [string, string][] = [
    [`POST ${sessionsPath} HTTP/1.1`, "Transfer-Encoding: gzip, chunked"],
    [`POST ${sessionsPath} HTTP/1.1`, "Transfer-Encoding: identity, chunked"],
    [`POST ${sessionsPath} HTTP/1.1`, "Transfer-Encoding: chunked, chunked"],
    [`POST ${sessionsPath} HTTP/1.0`, "Transfer-Encoding: chunked"],
  ];
  for (const [line, header] of cases) {
    const { status, text } = await exchangeRaw(kassa.url, [requestText(line, [header], chunked)]);
    assert.equal(status, 400, `${line} ${header} ${text}`);
    assert.match(text, /"code":"request_malformed"/);
    assert.match(text, /Connection: close/i);
  }
  assert.equal(await countSessions(kassa), before);
  const plain = ["Transfer-Encoding: Chunked", "Connection: close"];
  const { status } = await exchangeRaw(kassa.url, [
    requestText(`POST ${sessionsPath} HTTP/1.1`, plain, `${chunked}`),
  ]);
  assert.equal(status, 200, "plain chunked is accepted");
});

test("refuses a duplicate of a header that may occur once, whichever of the two is right", async () => {
  const before = await countSessions(kassa);
  const length = `Content-Length: ${json.length}`;
  for (const [name, value] of [
    ["Authorization", "Bearer other"],
    ["authorization", `Bearer ${kassa.tenant.keys.sandbox.secret}`],
    ["Content-Type", "application/json"],
    ["Host", new URL(kassa.url).host],
  ]) {
    const text = requestText(`POST ${sessionsPath} HTTP/1.1`, [`${name}: ${value}`, length], json);
    const answer = await exchangeRaw(kassa.url, [
      text.replace("Content-Type", "Connection: close\r\nContent-Type"),
    ]);
    assert.equal(answer.status, 400, `${name} ${answer.text}`);
    assert.match(answer.text, /"code":"request_malformed"/);
    assert.match(answer.text, new RegExp(`more than one ${name} header\\. Send one\\..`, "i"));
  }
  for (const name of ["Idempotency-Key", "Kassa-Version"]) {
    const twice = [`${name}: 2026-01-01`, `${name}: 2026-01-01`, length, "Connection: close"];
    const answer = await exchangeRaw(kassa.url, [requestText(`POST ${sessionsPath} HTTP/1.1`, twice, json)]);
    assert.equal(answer.status, 400, `${name} ${answer.text}`);
    assert.match(answer.text, new RegExp(`more than one ${name} header`));
  }
  assert.equal(await countSessions(kassa), before);
});

test("answers requests that arrived before an unreadable one first", async () => {
  const get = requestText("GET /api/events HTTP/1.1", []);
  const { text } = await exchangeRaw(kassa.url, [`${get.repeat(5)}GARBAGE\r\n\r\n`]);
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);
  assert.deepEqual(statuses, ["200", "200", "200", "200", "200", "400"], text);
});

test("answers requests that arrived before one with an unreadable body first", async () => {
  const get = requestText("GET /api/events HTTP/1.1", []);
  const broken = requestText(
    `POST ${sessionsPath} HTTP/1.1`,
    ["Transfer-Encoding: chunked"],
    "no length\r\n",
  );
  const { text } = await exchangeRaw(kassa.url, [`${get.repeat(5)}${broken}`]);
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);
  assert.deepEqual(statuses, ["200", "200", "200", "200", "200", "400"], text);
});
