import assert from "node:assert/strict";
import { test } from "node:test";
import type { TenantScope } from "../../src/database/transaction.ts";
import { until } from "../support/until.ts";
import { useTestApp } from "../support/use-test-app.ts";

let session: { id: string };
const app = useTestApp({ KASSA_DATABASE_POOL: "1" }, async () => {
  const { body } = await app.call("POST", "/api/checkout/sessions", {
    body: { amount: 100, currency: "EUR", successUrl: "https://shop.example/" },
  });
  session = body;
});

const open = (path: string, headers: Record<string, string> = {}) =>
  app.call("GET", path, { key: "", headers });

/** Occupies the only connection and queues ten more transactions, the maximum that may wait for one connection. */
async function occupyDatabase(): Promise<() => Promise<void>> {
  const { database } = app.app;
  const scope: TenantScope = { tenantId: app.tenant.tenant.tenantId, mode: "sandbox" };
  const gate = Promise.withResolvers<void>();
  const work = [database.inTenant(scope, () => gate.promise)];
  for (let count = 0; count < 10; count += 1) work.push(database.inTenant(scope, async () => {}));
  await until(() => database.load().waiting >= 10, "ten transactions wait");
  return async () => {
    gate.resolve();
    await Promise.all(work);
    await until(() => database.load().waiting === 0, "no transaction waits");
  };
}

test("under overload refuses reads and creates, but serves payments in progress and probes", async (t) => {
  const release = await occupyDatabase();
  t.after(release);
  for (const [method, path] of [
    ["GET", `/api/checkout/sessions/${session.id}`],
    ["POST", "/api/checkout/sessions"],
    ["POST", "/api/refunds"],
  ] as const) {
    const { status, headers, body } = await app.call(method, path, {
      key: "not checked",
      ...(method === "GET" ? {} : { body: {} }),
    });
    assert.equal(status, 503, path);
    assert.equal(headers.get("retry-after"), "1");
    assert.equal(body.code, "service_unavailable");
  }
  assert.equal((await open("/healthz")).status, 200);
  await until(async () => (await open("/readyz")).status === 200, "it is ready");
  assert.equal((await open("/docs")).status, 200);
  const told = await app.call("POST", "/api/notifications/sandbox/default", { key: "", rawBody: "{}" });
  assert.notEqual(told.status, 503, "a PSP's notification is accepted");
  assert.notEqual(
    (await open("/sandbox-psp/charges")).status,
    503,
    "requests to the simulated PSP aren't limited",
  );
  const submitted = app.call("POST", `/pay/${session.id}`, {
    key: "",
    rawBody: "token=none",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  const returned = open(`/pay/${session.id}/return`);
  await until(() => app.app.database.load().waiting >= 12, "the form and the return wait for the database");
  await release();
  assert.equal((await submitted).status, 403, "the form was processed: its token is wrong");
  assert.equal((await returned).status, 303);
});

test("under overload a customer gets a page in their language, and can reopen the payment page", async (t) => {
  const release = await occupyDatabase();
  t.after(release);
  const path = `/pay/${session.id}`;
  for (const [to, acceptLanguage, language, encoding] of [
    [path, "en", "en", "identity"],
    [path, "de-CH,de;q=0.9", "de", "identity"],
    [`${path}?locale=fr`, "de", "fr", "br"],
    [path, "en", "en", "gzip"],
    [path, "en", "en", "identity"],
  ] as const) {
    const page = await open(to, { "accept-language": acceptLanguage, "accept-encoding": encoding });
    assert.equal(page.status, 503);
    assert.equal(page.headers.get("retry-after"), "5");
    assert.match(page.headers.get("content-type") ?? "", /^text\/html/);
    assert.match(page.headers.get("content-security-policy") ?? "", /default-src 'none'/);
    assert.match(page.text, new RegExp(`<html lang="${language}"`));
    assert.match(page.text, new RegExp(`href="\\?locale&#61;${language}"`));
  }
  await release();
  const served = await open(path);
  assert.equal(served.status, 200);
});
