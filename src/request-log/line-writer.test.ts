import assert from "node:assert/strict";
import { test } from "node:test";
import { sessionBody, sessionsPath } from "../../test/api/support.ts";
import { startTestApp } from "../../test/support/app.ts";
import { useTestDatabase } from "../../test/support/database.ts";
import { makeLineWriter, requestLogLines } from "./line-writer.ts";
import type { RequestLine } from "./request-line.ts";

const db = useTestDatabase();

const log = { warn: () => {} };
const counts = () => ({ stored: 0, dropped: 0, ...Object.fromEntries(requestLogLines.counts()) });

const line = (tenantId: number, id: string) => (): RequestLine => ({
  ...{ tenantId, id, mode: "sandbox", at: new Date(), method: "GET", path: "/api/x", status: 200 },
  ...{ durationMs: 1, keyId: "key", requestId: "req", ip: "192.0.2.1" },
  ...{ idempotencyKey: null, errorCode: null, userAgent: null, requestBody: null, responseBody: null },
});

test("lines of all tenants are stored together", async () => {
  const writer = makeLineWriter(db.database, log);
  const before = counts();
  for (const tenantId of [1, 2, 1]) writer.add(line(tenantId, `rql_${tenantId}_${Math.random()}`), 500);
  await writer.write();
  const rows = await db.sql<{ tenant_id: number }>("SELECT tenant_id FROM request_log ORDER BY 1");
  assert.deepEqual(
    rows.map(({ tenant_id }) => tenant_id),
    [1, 1, 2],
  );
  assert.equal(counts().stored - before.stored, 3);
});

test("memory is bounded by lines and by bytes: what doesn't fit is dropped and counted", async () => {
  const written: unknown[] = [];
  const inWorker = async () => void written.push(1) as never;
  const writer = makeLineWriter({ inWorker, distribution: async () => "none" }, log);
  const start = counts();
  for (let count = 0; count < 2_005; count += 1) writer.add(line(1, String(count)), 500);
  assert.equal(counts().dropped - start.dropped, 5);
  await writer.write();
  for (let count = 0; count < 5; count += 1) writer.add(line(1, String(count)), 3 * 1024 * 1024);
  assert.equal(counts().dropped - start.dropped, 8, "two of three MB fit into 8 MB");
  await writer.write();
  await writer.write();
  assert.equal(written.length, 2, "nothing waits: nothing is written");
});

test("lines that the database doesn't take are dropped, and later ones are stored", async () => {
  let isDown = true;
  const inWorker = async () => {
    if (isDown) throw new Error("down");
    return undefined as never;
  };
  const writer = makeLineWriter({ inWorker, distribution: async () => "none" }, log);
  const start = counts();
  writer.add(line(1, "a"), 500);
  await assert.rejects(writer.write(), /down/);
  isDown = false;
  writer.add(line(1, "b"), 500);
  await writer.write();
  assert.deepEqual([counts().dropped - start.dropped, counts().stored - start.stored], [1, 1]);
});

for (const [setting, expected] of [
  ["on", [200, 400]],
  ["failed", [400]],
  ["off", []],
] as const)
  test(`KASSA_REQUEST_LOG=${setting}: what the last requests left is stored when the process stops`, async () => {
    const kassa = await startTestApp({ KASSA_REQUEST_LOG: setting });
    await kassa.call("POST", sessionsPath, { body: sessionBody() });
    await kassa.call("POST", sessionsPath, { body: {} });
    await kassa.app.stop();
    const rows = await kassa.db.sql<{ status: number }>("SELECT status FROM request_log ORDER BY id");
    assert.deepEqual(
      rows.map(({ status }) => status),
      expected,
    );
    await kassa.db.close();
  });
