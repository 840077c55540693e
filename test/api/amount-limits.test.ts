import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../support/until.ts";
import { useTestApp } from "../support/use-test-app.ts";
import { assertProblem, makeSession, sessionBody, sessionsPath } from "./support.ts";

const kassa = useTestApp();

const set = (amountLimits: unknown, key?: string) =>
  kassa.call("POST", "/api/settings", { body: { amountLimits }, ...(key === undefined ? {} : { key }) });
const create = (amount: number, currency: string) =>
  kassa.call("POST", sessionsPath, { body: sessionBody({ amount, currency }) });
/** Waits until the process has reloaded the limits. */
const untilRefused = (amount: number, currency: string) =>
  until(async () => (await create(amount, currency)).status === 400, `${amount} ${currency} is refused`);
const untilAccepted = (amount: number, currency: string) =>
  until(async () => (await create(amount, currency)).status === 200, `${amount} ${currency} is accepted`);

test("a tenant's limits apply to their currency and mode, to the minor unit, and are named in the refusal", async () => {
  const changed = await set({ eur: { minimum: 50, maximum: 1_000_000 }, JPY: { minimum: 100 } });
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual(changed.body.amountLimits, {
    EUR: { minimum: 50, maximum: 1_000_000 },
    JPY: { minimum: 100, maximum: null },
  });
  await untilRefused(49, "EUR");
  const refused = await create(49, "EUR");
  assertProblem(refused, "amount_invalid", "/amount");
  assert.equal(refused.body.detail, "It has to be between 50 (0.50 EUR) and 1000000 (10000.00 EUR).");
  for (const [amount, currency, status] of [
    [50, "EUR", 200],
    [1_000_000, "eur", 200],
    [1_000_001, "EUR", 400],
    [99, "JPY", 400],
    [999_999_999_999, "JPY", 200],
    [1, "USD", 200],
  ] as const)
    assert.equal((await create(amount, currency)).status, status, `${amount} ${currency}`);
  await makeSession(kassa, { amount: 1 }, { key: kassa.tenant.keys.live.secret });
});

test("merges limits by currency, returns them as they are, and removes them with null", async () => {
  await set(null);
  await set({ EUR: { minimum: 50 } });
  const both = await set({ CHF: { maximum: 500 } });
  assert.deepEqual(both.body.amountLimits, {
    EUR: { minimum: 50, maximum: null },
    CHF: { minimum: null, maximum: 500 },
  });
  assert.deepEqual((await set(both.body.amountLimits)).body, both.body);
  await untilRefused(501, "CHF");
  assert.deepEqual((await set({ CHF: null })).body.amountLimits, { EUR: { minimum: 50, maximum: null } });
  await untilAccepted(501, "CHF");
  assert.deepEqual((await set(null)).body.amountLimits, {});
  await untilAccepted(1, "EUR");
});

test("treats PHP's empty array as no change, and names a currency that doesn't exist", async () => {
  await set({ EUR: { minimum: 50 } });
  const unchanged = await set([]);
  assert.equal(unchanged.status, 200, unchanged.text);
  assert.deepEqual(unchanged.body.amountLimits, { EUR: { minimum: 50, maximum: null } });
  assert.equal((await set({ EUX: {} })).body.detail, '"EUX" is not an active ISO 4217 currency.');
  await set(null);
});

test("refuses invalid limits", async () => {
  for (const [limits, code, param] of [
    [{ EUX: { minimum: 1 } }, "currency_invalid", "/amountLimits"],
    [{ EUR: { minimum: 0 } }, "amount_invalid", "/amountLimits/EUR/minimum"],
    [{ EUR: { minimum: 200, maximum: 100 } }, "amount_invalid", "/amountLimits/EUR/minimum"],
    [{ EUR: { maximum: 1_000_000_000_000 } }, "amount_invalid", "/amountLimits/EUR/maximum"],
    [{ EUR: { least: 1 } }, "unknown_field", "/amountLimits/EUR/least"],
    [{ EUR: { minimum: 100 }, eur: { minimum: 200 } }, "currency_invalid", "/amountLimits/eur"],
  ] as const)
    assertProblem(await set(limits), code, param, JSON.stringify(limits));
});
