import assert from "node:assert/strict";
import { after, test } from "node:test";
import { pino } from "pino";
import { type App, makeApp } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import { startStopwatch } from "../support/stopwatch.ts";
import { useTestApp } from "../support/use-test-app.ts";

/** A lock that is held for too long: a forgotten psql session, a manual migration, a backup. */
const kassa = useTestApp({}, async () => {
  const url = new URL(String(kassa.db.settings.connectionString));
  url.searchParams.set("options", "-c lock_timeout=200");
  impatient = makeApp({
    config: readConfig({ PORT: "0", KASSA_RATE_LIMIT: "off", KASSA_METRICS_PORT: "off" }),
    settings: { connectionString: url.href },
    keyring: kassa.keyring,
    logger: pino({ level: "silent" }),
  });
  address = await impatient.start();
});
/** A second process on the same database, which waits for 200 ms instead of 5 s. */
let impatient: App;
let address: string;

after(async () => {
  await impatient.stop();
});

test("a request that waits for a locked row is 503 within two seconds, changes nothing, and works once the row is free", async () => {
  const created = await kassa.call("POST", "/api/checkout/sessions", {
    body: { amount: 2599, currency: "EUR", successUrl: "https://shop.example/thanks" },
  });
  const { id } = created.body;
  const note = () =>
    fetch(`${address}/api/checkout/sessions/${id}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${kassa.tenant.keys.sandbox.secret}`,
        "content-type": "application/json",
        "idempotency-key": "note-1",
      },
      body: JSON.stringify({ metadata: { note: "gift" } }),
    });
  await kassa.db.sql("BEGIN");
  await kassa.db.sql("SELECT FROM checkout_sessions WHERE tenant_id = $1 AND id = $2 FOR UPDATE", [
    kassa.tenant.tenant.tenantId,
    id,
  ]);
  const watch = startStopwatch();
  const refused = await note();
  watch.assertWithin(2_000, "the 503");
  assert.equal(refused.status, 503);
  assert.equal(refused.headers.get("retry-after"), "2");
  assert.equal(((await refused.json()) as { code: string }).code, "service_unavailable");
  await kassa.db.sql("COMMIT");
  const unchanged = await kassa.call("GET", `/api/checkout/sessions/${id}`);
  assert.equal(unchanged.body.metadata, null);
  const taken = await note();
  assert.equal(taken.status, 200);
  assert.deepEqual(((await taken.json()) as { metadata: unknown }).metadata, { note: "gift" });
});
