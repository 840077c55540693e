import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ConnectorRoute } from "../../src/connectors/registry.ts";
import type { RequestClaim } from "../../src/database/undo-on-failure.ts";
import { beginPayment } from "../../src/payments/attempts/begin-payment.ts";
import { compareAccount } from "../../src/payments/compare/compare-account.ts";
import { compareDueAccounts } from "../../src/payments/compare/compare-due-accounts.ts";
import { makeComparison } from "../../src/payments/compare/compare-with-psps.ts";
import { capturePayment, refundPayment } from "../../src/payments/movements/move-money.ts";
import { reconcileDueMovements } from "../../src/payments/movements/reconcile-movements.ts";
import { cardOf, insertSession, type SessionOptions, sandboxRoute } from "../support/payments.ts";
import { type RestorableTestbed, startRestorableTestbed } from "../support/restorable-testbed.ts";

// A merchant repeats a request that a restored backup has forgotten. Under the same PSP key the money moves once.

let testbed: RestorableTestbed;
before(async () => {
  testbed = await startRestorableTestbed();
});
after(() => testbed.close());

async function paid(options: SessionOptions = {}): Promise<string> {
  const id = await insertSession(testbed, testbed.scope, { amount: 100, ...options });
  await beginPayment(testbed.deps(), testbed.scope, id, cardOf("approved"));
  const [row] = await testbed.sql<{ id: string }>("SELECT id FROM payments WHERE session_id = $1", [id]);
  assert.ok(row);
  return row.id;
}

const refund = (payment: string, amount: number, claim?: RequestClaim) =>
  refundPayment(testbed.deps(), testbed.scope, payment, { amount }, claim);

/** A claim whose record the restored backup has forgotten too. */
const claimOf = (request: string): RequestClaim => ({ request, stake: async () => undefined });

/** Captured and refunded amounts at the PSP and in Kassa. */
async function amounts(payment: string): Promise<{ psp: number[]; kassa: number[] }> {
  const [row] = await testbed.sql<{ key: string; captured: number; refunded: number }>(
    `SELECT a.id AS key, p.amount_captured AS captured, p.amount_refunded AS refunded
     FROM payments p JOIN attempts a ON a.payment_id = p.id WHERE p.id = $1`,
    [payment],
  );
  assert.ok(row);
  const [charge] = await testbed.pspSql<{ captured: number; refunded: number }>(
    "SELECT amount_captured AS captured, amount_refunded AS refunded FROM sandbox_psp.charges WHERE idempotency_key = $1",
    [row.key],
  );
  assert.ok(charge);
  return { psp: [charge.captured, charge.refunded], kassa: [row.captured, row.refunded] };
}

async function movements(payment: string): Promise<string[]> {
  const rows = await testbed.sql<{ words: string }>(
    "SELECT concat_ws(' ', amount, status, failure_reason) AS words FROM movements WHERE payment_id = $1 ORDER BY status, id",
    [payment],
  );
  return rows.map(({ words }) => words);
}

/** Compares an account, and runs `meanwhile` after the first page was read and before its first charge is compared. */
async function compareWith(route: ConnectorRoute, meanwhile: () => Promise<void>): Promise<void> {
  let steps = 0;
  await compareAccount(testbed.deps(), route, async () => {
    steps += 1;
    // Called before the page, then before each charge.
    if (steps === 2) await meanwhile();
    return true;
  });
}

const bothAt = (captured: number, refunded: number) => ({
  psp: [captured, refunded],
  kassa: [captured, refunded],
});

test("a refund without an Idempotency-Key that is repeated before the comparison moves money once", async () => {
  const payment = await paid();
  await testbed.backUp();
  assert.ok((await refund(payment, 30)).ok);
  await testbed.restore();
  const again = await refund(payment, 30);
  assert.ok(again.ok);
  assert.deepEqual([again.value.status, again.value.amount], ["succeeded", 30]);
  await makeComparison(testbed.deps()).round();
  assert.deepEqual(await amounts(payment), bothAt(100, 30));
});

test("another forgotten refund doesn't change the key of a repeated one", async () => {
  const payment = await paid();
  await testbed.backUp();
  for (const amount of [20, 30, 30]) await refund(payment, amount);
  await testbed.restore();
  for (const amount of [30, 30]) await refund(payment, amount);
  await makeComparison(testbed.deps()).round();
  assert.deepEqual(await amounts(payment), bothAt(100, 80));
});

test("two equal refunds without a key are two refunds", async () => {
  const payment = await paid();
  const [first, second] = [await refund(payment, 30), await refund(payment, 30)];
  assert.ok(first.ok && second.ok);
  assert.notEqual(first.value.pspKey, second.value.pspKey);
  assert.deepEqual(await amounts(payment), bothAt(100, 60));
});

for (const compared of [false, true]) {
  const when = compared ? "after" : "before";
  test(`a refund with an Idempotency-Key that is repeated ${when} the comparison moves money once`, async () => {
    const payment = await paid();
    const claim = claimOf(`POST /api/refunds repeated-${when}`);
    await testbed.backUp();
    const first = await refund(payment, 30, claim);
    await testbed.restore();
    if (compared) await makeComparison(testbed.deps()).round();
    const again = await refund(payment, 30, claim);
    assert.ok(first.ok && again.ok);
    assert.deepEqual([again.value.status, again.value.pspKey], ["succeeded", first.value.pspKey]);
    if (compared) assert.equal(again.value.id, first.value.id, "the merchant may have stored the id");
    await makeComparison(testbed.deps()).round();
    assert.deepEqual(await amounts(payment), bothAt(100, 30));
  });
}

test("a capture with an Idempotency-Key and no amount is recognized after the comparison", async () => {
  const payment = await paid({ capture: "manual" });
  const claim = claimOf("POST /api/payments/x/capture capture-1");
  await testbed.backUp();
  await capturePayment(testbed.deps(), testbed.scope, payment, {}, claim);
  await testbed.restore();
  await makeComparison(testbed.deps()).round();
  const again = await capturePayment(testbed.deps(), testbed.scope, payment, {}, claim);
  assert.ok(again.ok);
  assert.deepEqual(await amounts(payment), bothAt(100, 0));
});

test("a forgotten Idempotency-Key can't be reused for another amount", async () => {
  const payment = await paid();
  const claim = claimOf("POST /api/refunds refund-2");
  await testbed.backUp();
  await refund(payment, 30, claim);
  await testbed.restore();
  await makeComparison(testbed.deps()).round();
  const other = await refund(payment, 31, claim);
  assert.ok(!other.ok);
  assert.equal(other.failure.code, "idempotency_key_reused");
  assert.deepEqual(await amounts(payment), bothAt(100, 30));
});

for (const [by, findOut] of [
  ["querying the PSP", () => reconcileDueMovements(testbed.deps())],
  ["comparing its list", () => makeComparison(testbed.deps()).round()],
] as const) {
  test(`if a forgotten refund's key is reused for another amount, the original is booked, found by ${by}`, async () => {
    const payment = await paid();
    const claim = claimOf(`POST /api/refunds other-amount-${by}`);
    await testbed.backUp();
    const forgotten = await refund(payment, 30, claim);
    await testbed.restore();
    const other = await refund(payment, 31, claim);
    assert.ok(forgotten.ok && other.ok);
    assert.equal(other.value.status, "unknown");
    assert.deepEqual((await amounts(payment)).kassa, [100, 0]);
    await testbed.sql("UPDATE movements SET next_check_at = now() WHERE id = $1", [other.value.id]);
    await findOut();
    await compareDueAccounts(testbed.deps());
    const rows = await testbed.sql(
      "SELECT id, amount, status, failure_reason AS reason FROM movements WHERE payment_id = $1 ORDER BY amount",
      [payment],
    );
    assert.deepEqual(rows, [
      { id: forgotten.value.id, amount: 30, status: "succeeded", reason: null },
      { id: other.value.id, amount: 31, status: "failed", reason: "idempotency_key_reused" },
    ]);
    assert.deepEqual(await amounts(payment), bothAt(100, 30));
    assert.deepEqual(await testbed.sql("SELECT quarantine_reason FROM psp_notifications"), []);
    // Once it has failed, nothing queries it again.
    const loggedBefore = testbed.logged.length;
    await reconcileDueMovements(testbed.deps());
    await makeComparison(testbed.deps()).round();
    assert.deepEqual(testbed.logged.slice(loggedBefore), []);
    const again = await refund(payment, 31, claim);
    assert.equal(again.ok ? "ok" : again.failure.code, "idempotency_key_reused");
  });
}

test("the same if the other amount is requested while the list is compared", async () => {
  const payment = await paid();
  const claim = claimOf("POST /api/refunds while-compared");
  await testbed.backUp();
  const forgotten = await refund(payment, 100, claim);
  await testbed.restore();
  const route = await sandboxRoute(testbed.deps().connectors, testbed.scope);
  assert.ok(forgotten.ok);
  let other: Awaited<ReturnType<typeof refund>> | undefined;
  await compareWith(route, async () => {
    other = await refund(payment, 60, claim);
  });
  assert.ok(other?.ok && other.value.status === "unknown");
  assert.deepEqual((await amounts(payment)).kassa, [100, 0]);
  await compareDueAccounts(testbed.deps());
  assert.deepEqual(await amounts(payment), bothAt(100, 100));
  assert.deepEqual(await movements(payment), ["60 failed idempotency_key_reused", "100 succeeded"]);
  assert.deepEqual(await testbed.sql("SELECT quarantine_reason FROM psp_notifications"), []);
});

test("a partial capture under the key of a forgotten final one fails, and the final one is booked", async () => {
  const payment = await paid({ capture: "manual" });
  const claim = claimOf("POST /api/payments/x/capture final-then-partial");
  await testbed.backUp();
  const final = { amount: 60, final: true };
  assert.ok((await capturePayment(testbed.deps(), testbed.scope, payment, final, claim)).ok);
  await testbed.restore();
  const partial = await capturePayment(testbed.deps(), testbed.scope, payment, { amount: 60 }, claim);
  assert.ok(partial.ok && partial.value.movement.status === "unknown");
  await testbed.sql("UPDATE movements SET next_check_at = now() WHERE payment_id = $1", [payment]);
  await reconcileDueMovements(testbed.deps());
  await compareDueAccounts(testbed.deps());
  assert.deepEqual(await movements(payment), ["60 failed idempotency_key_reused", "60 succeeded"]);
  assert.deepEqual(await amounts(payment), bothAt(60, 0));
});

test("a movement that another process has failed meanwhile isn't a mismatch", async () => {
  const payment = await paid();
  const claim = claimOf("POST /api/refunds failed-by-another");
  await testbed.backUp();
  await refund(payment, 30, claim);
  await testbed.restore();
  const other = await refund(payment, 31, claim);
  assert.ok(other.ok);
  const route = await sandboxRoute(testbed.deps().connectors, testbed.scope);
  await compareWith(route, async () => {
    await testbed.sql("UPDATE movements SET next_check_at = now() WHERE id = $1", [other.value.id]);
    await reconcileDueMovements(testbed.deps());
  });
  await compareDueAccounts(testbed.deps());
  assert.deepEqual(await movements(payment), ["31 failed idempotency_key_reused", "30 succeeded"]);
  assert.deepEqual(await amounts(payment), bothAt(100, 30));
  assert.deepEqual(await testbed.sql("SELECT quarantine_reason FROM psp_notifications"), []);
});

test("an equal refund of another charge under the same key isn't mistaken for this one", async () => {
  const [first, second] = [await paid(), await paid()];
  const claim = claimOf("POST /api/refunds other-charge");
  await testbed.backUp();
  await refund(first, 30, claim);
  await testbed.restore();
  const other = await refund(second, 30, claim);
  assert.ok(other.ok);
  await testbed.sql("UPDATE movements SET next_check_at = now() WHERE id = $1", [other.value.id]);
  await reconcileDueMovements(testbed.deps());
  await compareDueAccounts(testbed.deps());
  assert.deepEqual([await amounts(first), await amounts(second)], [bothAt(100, 30), bothAt(100, 0)]);
});

for (const [by, findOut] of [
  ["querying the PSP", () => reconcileDueMovements(testbed.deps())],
  ["comparing its list", () => makeComparison(testbed.deps()).round()],
] as const) {
  test(`a forgotten refused request, repeated for the remaining amount, fails: found by ${by}`, async () => {
    const payment = await paid();
    const claim = claimOf(`POST /api/refunds refused-${by}`);
    await testbed.backUp();
    // Meanwhile somebody refunds at the PSP's dashboard.
    await testbed.pspSql(
      `UPDATE sandbox_psp.charges SET amount_refunded = 60
       WHERE idempotency_key = (SELECT max(idempotency_key) FROM sandbox_psp.charges)`,
    );
    const first = await refund(payment, 100, claim);
    assert.ok(first.ok);
    assert.equal(first.value.status, "failed");
    await testbed.restore();
    const other = await refund(payment, 40, claim);
    assert.ok(other.ok);
    await testbed.sql("UPDATE movements SET next_check_at = now() WHERE id = $1", [other.value.id]);
    await findOut();
    const rows = await testbed.sql("SELECT status, failure_reason AS reason FROM movements WHERE id = $1", [
      other.value.id,
    ]);
    assert.deepEqual(rows, [{ status: "failed", reason: "amount_too_large" }]);
    const put = await testbed.sql(
      "SELECT quarantine_reason FROM psp_notifications WHERE psp_event_id LIKE $1",
      [`%${other.value.pspKey}%`],
    );
    assert.deepEqual(put, []);
  });
}

test("reusing an Idempotency-Key after its 30 days is a new request", async () => {
  const payment = await paid();
  const claim = claimOf("POST /api/refunds refund-4");
  const first = await refund(payment, 30, claim);
  assert.ok(first.ok);
  const clock = testbed.deps().clock;
  const monthLater = { ...testbed.deps(), clock: { nowMs: () => clock.nowMs() + 31 * 86_400_000 } };
  const second = await refundPayment(monthLater, testbed.scope, payment, { amount: 30 }, claim);
  assert.ok(second.ok);
  assert.notEqual(second.value.pspKey, first.value.pspKey);
  assert.deepEqual(await amounts(payment), bothAt(100, 60));
});
