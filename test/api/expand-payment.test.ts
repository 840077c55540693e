import assert from "node:assert/strict";
import { test } from "node:test";
import { createKey } from "../../src/tenants/create-key.ts";
import { useTestApp } from "../support/use-test-app.ts";
import { pay } from "./paying.ts";
import { assertProblem, makeSession, sessionsPath } from "./support.ts";

const kassa = useTestApp();

test("expand=payment returns the whole payment in place of its id, or null without a payment", async () => {
  const payment = await pay(kassa);
  const path = `${sessionsPath}/${payment.session}`;
  const plain = await kassa.call("GET", path);
  assert.equal(plain.body.payment, payment.id);
  const expanded = await kassa.call("GET", `${path}?expand=payment`);
  assert.deepEqual(expanded.body, { ...plain.body, payment });
  const unpaid = await makeSession(kassa);
  const none = await kassa.call("GET", `${sessionsPath}/${unpaid.id}?expand=payment`);
  assert.deepEqual(none.body, unpaid);
  assertProblem(await kassa.call("GET", `${path}?expand=refunds`), "parameter_invalid", "expand");
});

test("a key that may not read payments can't read them through a session", async () => {
  const payment = await pay(kassa);
  const owner = { tenantId: kassa.tenant.tenant.tenantId, mode: "sandbox" } as const;
  const made = await createKey(
    { database: kassa.db.database, keyring: kassa.keyring },
    { ...owner, scopes: ["checkout_sessions:read"] },
  );
  assert.ok(made.ok);
  const key = made.value.secret;
  const path = `${sessionsPath}/${payment.session}`;
  assert.equal((await kassa.call("GET", path, { key })).status, 200);
  assertProblem(await kassa.call("GET", `${path}?expand=payment`, { key }), "scope_missing", "expand");
});

test("a tenant without a live account can create a live session, and every response warns about it", async () => {
  const key = kassa.tenant.keys.live.secret;
  const made = await makeSession(kassa, {}, { key });
  const [warning, ...others] = made.warnings;
  assert.deepEqual([warning.code, others], ["live_account_missing", []]);
  const path = `${sessionsPath}/${made.id}`;
  assert.deepEqual((await kassa.call("GET", path, { key })).body.warnings, made.warnings);
  assert.deepEqual((await kassa.call("GET", sessionsPath, { key })).body.data[0].warnings, made.warnings);
  assert.deepEqual((await kassa.call("POST", `${path}/expire`, { key })).body.warnings, []);
  assert.deepEqual((await makeSession(kassa)).warnings, []);
});
