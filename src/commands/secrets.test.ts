import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { pino } from "pino";
import { startTestApp, type TestApp } from "../../test/support/app.ts";
import { testSecretKey } from "../../test/support/keyring.ts";
import { makeApp } from "../app.ts";
import { readConfig } from "../config.ts";
import { Sealer, type SecretKeys } from "../kernel/seal.ts";
import { listKeys } from "../receipts/signing-keys.ts";
import { openKeyring, WrongSecretKey } from "../tenants/open-keyring.ts";
import { resealAll } from "./secrets.ts";

const nextSecretKey = "the-key-that-comes-after-the-one-of-the-tests";
let kassa: TestApp;
before(async () => {
  kassa = await startTestApp();
});
after(() => kassa.close());

/** Starts another process on the same database. */
async function startBeside(secretKeys: SecretKeys) {
  const app = makeApp({
    config: readConfig({ PORT: "0", KASSA_RATE_LIMIT: "off", KASSA_METRICS_PORT: "off" }),
    settings: kassa.db.settings,
    keyring: await openKeyring(kassa.db.database, secretKeys),
    logger: pino({ level: "silent" }),
  });
  return { app, url: await app.start() };
}

async function makeEndpoint(url: string, idempotencyKey: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${url}/api/webhook-endpoints`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${kassa.tenant.keys.sandbox.secret}`,
      "content-type": "application/json",
      "idempotency-key": idempotencyKey,
    },
    body: JSON.stringify({ url: "https://shop.example/hook" }),
  });
  return { status: response.status, text: await response.text() };
}

test("the secret key is changed while processes with the old and the new key run", async (t) => {
  await listKeys({ database: kassa.db.database, keyring: kassa.keyring });
  const made = await makeEndpoint(kassa.url, "before");
  assert.equal(made.status, 200, made.text);

  const old = await startBeside({ current: testSecretKey, other: nextSecretKey });
  t.after(() => old.app.stop());
  const fresh = await startBeside({ current: nextSecretKey, other: testSecretKey });
  t.after(() => fresh.app.stop());
  assert.deepEqual(
    await makeEndpoint(fresh.url, "before"),
    made,
    "the new process opens what the old one sealed",
  );
  const during = await makeEndpoint(fresh.url, "during");
  assert.deepEqual(await makeEndpoint(old.url, "during"), during, "and the other way round");
  await makeEndpoint(old.url, "by-the-old-one");

  const sealer = new Sealer({ current: nextSecretKey, other: testSecretKey });
  const resealed = await resealAll(kassa.db.database, sealer);
  assert.deepEqual(resealed, {
    webhookEndpoints: 2,
    connectorCredentials: 0,
    storedAnswers: 2,
    receiptKeys: 2,
    digestKey: 1,
  });

  const after = await startBeside({ current: nextSecretKey });
  t.after(() => after.app.stop());
  for (const [key, answer] of [
    ["before", made],
    ["during", during],
  ] as const)
    assert.deepEqual(await makeEndpoint(after.url, key), answer, "without the previous key");
  await assert.rejects(openKeyring(kassa.db.database, { current: testSecretKey }), WrongSecretKey);
});

test("a sealed value that was copied to another row can't be opened", async () => {
  const [source] = await kassa.db.sql<{ sealed: Buffer; tenant: number }>(
    "SELECT secret_sealed AS sealed, tenant_id AS tenant FROM webhook_endpoints LIMIT 1",
  );
  const sealer = new Sealer({ current: nextSecretKey });
  const place = { table: "webhook_endpoints", tenantId: source?.tenant ?? 0, mode: "sandbox" } as const;
  assert.throws(() => sealer.open({ ...place, id: "we_sandbox_other" }, source?.sealed ?? Buffer.alloc(0)));
});
