import assert from "node:assert/strict";
import http from "node:http";
import { after, before, type TestContext, test } from "node:test";
import { assertProblem } from "../../test/api/support.ts";
import { startTestApp, type TestApp } from "../../test/support/app.ts";
import { until } from "../../test/support/until.ts";
import { sampleCamt, sampleEntry } from "../bank-statements/test-support.ts";
import { addAccount, imported, upload } from "./test-support.ts";

/** How files arrive: their types, sizes, speeds and numbers. */
let kassa: TestApp;
before(async () => {
  kassa = await startTestApp({}, (server) => {
    // Instead of 10 seconds, so that the test of a slow file is short.
    server.server.requestTimeout = 1_000;
  });
  await addAccount(kassa);
});
after(() => kassa.close());

const file = sampleCamt(sampleEntry({ reference: "1" }));

const importing = () => kassa.db.sql("SELECT FROM statement_imports WHERE status = 'receiving'");

/** Begins an upload, which the caller continues. */
function begin(t: TestContext, { path = "/api/bank-statements", type = "application/xml" } = {}) {
  const key = kassa.tenant.keys.sandbox.secret;
  const request = http.request(`${kassa.url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": type },
  });
  const answer = { status: 0, text: "" };
  request.on("response", (response) => {
    answer.status = response.statusCode ?? 0;
    response.on("data", (part) => {
      answer.text += part;
    });
  });
  request.on("error", () => {});
  request.flushHeaders();
  t.after(() => request.destroy());
  return { request, answer };
}

test("200: a file may take longer to arrive than other requests", async (t) => {
  const { request, answer } = begin(t);
  request.write(file.slice(0, 100));
  await until(async () => (await importing()).length === 1, "the file is being received");
  // It begins later and is refused as late, so Node has looked at the file before.
  const other = begin(t, { path: "/api/bank-accounts", type: "application/json" });
  other.request.write("{");
  await until(() => other.answer.status !== 0, "another request is answered");
  assert.equal(other.answer.status, 408, other.answer.text);
  assert.equal(answer.status, 0);
  request.end(file.slice(100));
  await until(() => answer.status !== 0, "the file is answered");
  assert.equal(answer.status, 200, answer.text);
});

test("429: a tenant can have two imports in progress, independently of other tenants", async (t) => {
  const held = [begin(t), begin(t)];
  for (const { request } of held) request.write(file.slice(0, 100));
  await until(async () => (await importing()).length === 2, "two imports are in progress");
  const refused = await upload(kassa, file);
  assert.deepEqual(
    [refused.status, refused.body.code, refused.headers.get("retry-after")],
    [429, "rate_limited", "5"],
  );
  const other = (await kassa.makeTenant("Other")).keys.sandbox.secret;
  await addAccount(kassa, { key: other });
  await imported(kassa, file, { key: other });
  for (const { request } of held) request.destroy();
  await until(async () => (await importing()).length === 0, "imports whose sender went away are deleted");
  await until(async () => (await upload(kassa, file)).status === 200, "there is room again");
});

test("413: a file of more than 100 MB is refused before it is sent", async (t) => {
  const announced = await new Promise<number>((resolve, reject) => {
    const request = http.request(`${kassa.url}/api/bank-statements`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${kassa.tenant.keys.sandbox.secret}`,
        "content-type": "application/xml",
        "content-length": 100 * 1024 * 1024 + 1,
      },
    });
    t.after(() => request.destroy());
    request.on("response", (response) => resolve(response.statusCode ?? 0));
    request.on("error", reject);
    request.flushHeaders();
  });
  assert.equal(announced, 413);
});

test("415: other types and encodings; 400: a wrong Idempotency-Key or file name", async () => {
  for (const type of ["application/json", "multipart/form-data; boundary=x", "image/png"])
    assertProblem(await upload(kassa, file, { type }), "file_type_unsupported");
  const encoded = { headers: { "content-encoding": "gzip" } };
  assertProblem(await upload(kassa, file, encoded), "file_type_unsupported");
  const keyed = { headers: { "idempotency-key": "ü".repeat(1) } };
  assertProblem(await upload(kassa, file, keyed), "idempotency_key_invalid", "Idempotency-Key");
  assertProblem(await upload(kassa, file, { query: "?name=a/b" }), "parameter_invalid", "name");
});

test("a refused file is answered although its rest hasn't been read", async () => {
  const attack = `<?xml version="1.0"?><!DOCTYPE x><x>${" ".repeat(5 * 1024 * 1024)}</x>`;
  const refused = await upload(kassa, attack);
  assertProblem(refused, "statement_invalid");
  await imported(kassa, file);
});
