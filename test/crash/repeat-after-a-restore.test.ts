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
import { cardOf, insertSession, type SessionOptions } from "../support/payments.ts";
import { type Restorable, startRestorable } from "../support/restorable.ts";

// A merchant repeats a request that a restored backup has forgotten. Under the same PSP key the money moves once.

let house: Restorable;
before(async () => {
  house = await startRestorable();
});
after(() => house.close());

async function paid(options: SessionOptions = {}): Promise<string> {
  const id = await insertSession(house, house.scope, { amount: 100, ...options });
  await beginPayment(house.deps(), house.scope, id, cardOf("approved"));
  const [row] = await house.sql<{ id: string }>("SELECT id FROM payments WHERE session_id = $1", [id]);
  assert.ok(row);
  return row.id;
}

const refund = (payment: string, amount: number, claim?: RequestClaim) =>
  refundPayment(house.deps(), house.scope, payment, { amount }, claim);

/** A claim whose record the restored backup has forgotten too. */
const claimOf = (request: string): RequestClaim => ({ request, stake: async () => undefined });

/** Captured and refunded amounts at the PSP and in Kassa. */
async function amounts(payment: string): Promise<{ psp: number[]; kassa: number[] }> {
  const [row] = await house.sql<{ key: string; captured: number; refunded: number }>(
    `SELECT a.id AS key, p.amount_captured AS captured, p.amount_refunded AS refunded
     FROM payments p JOIN attempts a ON a.payment_id = p.id WHERE p.id = $1`,
    [payment],
  );
  assert.ok(row);
  const [charge] = await house.pspSql<{ captured: number; refunded: number }>(
    "SELECT amount_captured AS captured, amount_refunded AS refunded FROM sandbox_psp.charges WHERE idempotency_key = $1",
    [row.key],
  );
  assert.ok(charge);
  return { psp: [charge.captured, charge.refunded], kassa: [row.captured, row.refunded] };
}

async function movements(payment: string): Promise<string[]> {
  const rows = await house.sql<{ words: string }>(
    "SELECT concat_ws(' ', amount, status, failure_reason) AS words FROM movements WHERE payment_id = $1 ORDER BY status, id",
    [payment],
  );
  return rows.map(({ words }) => words);
}

/** Compares an account, and does something after the first page was read and before its first charge is compared. */
async function compareBut(route: ConnectorRoute, meanwhile: () => Promise<void>): Promise<void> {
  let steps = 0;
  await compareAccount(house.deps(), route, async () => {
    steps += 1;
    // Asked before the page, then before each charge.
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
  await house.backUp();
  assert.ok((await refund(payment, 30)).ok);
  await house.restore();
  const again = await refund(payment, 30);
  assert.ok(again.ok);
  assert.deepEqual([again.value.status, again.value.amount], ["succeeded", 30]);
  await makeComparison(house.deps()).round();
  assert.deepEqual(await amounts(payment), bothAt(100, 30));
});

test("another forgotten refund doesn't change the key of the one that is repeated", async () => {
  const payment = await paid();
  await house.backUp();
  for (const amount of [20, 30, 30]) await refund(payment, amount);
  await house.restore();
  for (const amount of [30, 30]) await refund(payment, amount);
  await makeComparison(house.deps()).round();
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
    await house.backUp();
    const first = await refund(payment, 30, claim);
    await house.restore();
    if (compared) await makeComparison(house.deps()).round();
    const again = await refund(payment, 30, claim);
    assert.ok(first.ok && again.ok);
    assert.deepEqual([again.value.status, again.value.pspKey], ["succeeded", first.value.pspKey]);
    if (compared) assert.equal(again.value.id, first.value.id, "the merchant may have stored the id");
    await makeComparison(house.deps()).round();
    assert.deepEqual(await amounts(payment), bothAt(100, 30));
  });
}

test("a capture with an Idempotency-Key and no amount is known again after the comparison", async () => {
  const payment = await paid({ capture: "manual" });
  const claim = claimOf("POST /api/payments/x/capture capture-1");
  await house.backUp();
  await capturePayment(house.deps(), house.scope, payment, {}, claim);
  await house.restore();
  await makeComparison(house.deps()).round();
  const again = await capturePayment(house.deps(), house.scope, payment, {}, claim);
  assert.ok(again.ok);
  assert.deepEqual(await amounts(payment), bothAt(100, 0));
});

test("an Idempotency-Key whose record was forgotten doesn't stand for another amount", async () => {
  const payment = await paid();
  const claim = claimOf("POST /api/refunds refund-2");
  await house.backUp();
  await refund(payment, 30, claim);
  await house.restore();
  await makeComparison(house.deps()).round();
  const other = await refund(payment, 31, claim);
  assert.ok(!other.ok);
  assert.equal(other.failure.code, "idempotency_key_reused");
  assert.deepEqual(await amounts(payment), bothAt(100, 30));
});

for (const [by, findOut] of [
  ["asking the PSP", () => reconcileDueMovements(house.deps())],
  ["comparing its list", () => makeComparison(house.deps()).round()],
] as const) {
  test(`a forgotten refund under whose key another amount is asked for is booked as the PSP did it, found by ${by}`, async () => {
    const payment = await paid();
    const claim = claimOf(`POST /api/refunds other-amount-${by}`);
    await house.backUp();
    const forgotten = await refund(payment, 30, claim);
    await house.restore();
    const other = await refund(payment, 31, claim);
    assert.ok(forgotten.ok && other.ok);
    assert.equal(other.value.status, "unknown");
    assert.deepEqual((await amounts(payment)).kassa, [100, 0]);
    await house.sql("UPDATE movements SET next_check_at = now() WHERE id = $1", [other.value.id]);
    await findOut();
    await compareDueAccounts(house.deps());
    const rows = await house.sql(
      "SELECT id, amount, status, failure_reason AS reason FROM movements WHERE payment_id = $1 ORDER BY amount",
      [payment],
    );
    assert.deepEqual(rows, [
      { id: forgotten.value.id, amount: 30, status: "succeeded", reason: null },
      { id: other.value.id, amount: 31, status: "failed", reason: "idempotency_key_reused" },
    ]);
    assert.deepEqual(await amounts(payment), bothAt(100, 30));
    assert.deepEqual(await house.sql("SELECT quarantine_reason FROM psp_notifications"), []);
    // Once it has ended nothing asks any more.
    const loggedBefore = house.logged.length;
    await reconcileDueMovements(house.deps());
    await makeComparison(house.deps()).round();
    assert.deepEqual(house.logged.slice(loggedBefore), []);
    const again = await refund(payment, 31, claim);
    assert.equal(again.ok ? "ok" : again.failure.code, "idempotency_key_reused");
  });
}

test("the same, when the other amount is asked for while the list is compared", async () => {
  const payment = await paid();
  const claim = claimOf("POST /api/refunds while-compared");
  await house.backUp();
  const forgotten = await refund(payment, 100, claim);
  await house.restore();
  const route = house.deps().connectors.routeForNewCharges(house.scope);
  assert.ok(forgotten.ok && route);
  let other: Awaited<ReturnType<typeof refund>> | undefined;
  await compareBut(route, async () => {
    other = await refund(payment, 60, claim);
  });
  assert.ok(other?.ok && other.value.status === "unknown");
  assert.deepEqual((await amounts(payment)).kassa, [100, 0]);
  await compareDueAccounts(house.deps());
  assert.deepEqual(await amounts(payment), bothAt(100, 100));
  assert.deepEqual(await movements(payment), ["60 failed idempotency_key_reused", "100 succeeded"]);
  assert.deepEqual(await house.sql("SELECT quarantine_reason FROM psp_notifications"), []);
});

test("a partial capture under the key of a forgotten final one fails, and the final one is booked", async () => {
  const payment = await paid({ capture: "manual" });
  const claim = claimOf("POST /api/payments/x/capture final-then-partial");
  await house.backUp();
  const final = { amount: 60, final: true };
  assert.ok((await capturePayment(house.deps(), house.scope, payment, final, claim)).ok);
  await house.restore();
  const partial = await capturePayment(house.deps(), house.scope, payment, { amount: 60 }, claim);
  assert.ok(partial.ok && partial.value.movement.status === "unknown");
  await house.sql("UPDATE movements SET next_check_at = now() WHERE payment_id = $1", [payment]);
  await reconcileDueMovements(house.deps());
  await compareDueAccounts(house.deps());
  assert.deepEqual(await movements(payment), ["60 failed idempotency_key_reused", "60 succeeded"]);
  assert.deepEqual(await amounts(payment), bothAt(60, 0));
});

test("a movement that another process has failed meanwhile is no mismatch", async () => {
  const payment = await paid();
  const claim = claimOf("POST /api/refunds failed-by-another");
  await house.backUp();
  await refund(payment, 30, claim);
  await house.restore();
  const other = await refund(payment, 31, claim);
  assert.ok(other.ok);
  const route = house.deps().connectors.routeForNewCharges(house.scope);
  assert.ok(route);
  await compareBut(route, async () => {
    await house.sql("UPDATE movements SET next_check_at = now() WHERE id = $1", [other.value.id]);
    await reconcileDueMovements(house.deps());
  });
  await compareDueAccounts(house.deps());
  assert.deepEqual(await movements(payment), ["31 failed idempotency_key_reused", "30 succeeded"]);
  assert.deepEqual(await amounts(payment), bothAt(100, 30));
  assert.deepEqual(await house.sql("SELECT quarantine_reason FROM psp_notifications"), []);
});

test("an equal refund of another charge under the key isn't taken for this one's", async () => {
  const [first, second] = [await paid(), await paid()];
  const claim = claimOf("POST /api/refunds other-charge");
  await house.backUp();
  await refund(first, 30, claim);
  await house.restore();
  const other = await refund(second, 30, claim);
  assert.ok(other.ok);
  await house.sql("UPDATE movements SET next_check_at = now() WHERE id = $1", [other.value.id]);
  await reconcileDueMovements(house.deps());
  await compareDueAccounts(house.deps());
  assert.deepEqual([await amounts(first), await amounts(second)], [bothAt(100, 30), bothAt(100, 0)]);
});

for (const [by, findOut] of [
  ["asking the PSP", () => reconcileDueMovements(house.deps())],
  ["comparing its list", () => makeComparison(house.deps()).round()],
] as const) {
  test(`a refused request, forgotten and repeated for what is left by then, fails: found by ${by}`, async () => {
    const payment = await paid();
    const claim = claimOf(`POST /api/refunds refused-${by}`);
    await house.backUp();
    // Meanwhile somebody refunds at the PSP's dashboard.
    await house.pspSql(
      `UPDATE sandbox_psp.charges SET amount_refunded = 60
       WHERE idempotency_key = (SELECT max(idempotency_key) FROM sandbox_psp.charges)`,
    );
    const first = await refund(payment, 100, claim);
    assert.ok(first.ok);
    assert.equal(first.value.status, "failed");
    await house.restore();
    const other = await refund(payment, 40, claim);
    assert.ok(other.ok);
    await house.sql("UPDATE movements SET next_check_at = now() WHERE id = $1", [other.value.id]);
    await findOut();
    const rows = await house.sql("SELECT status, failure_reason AS reason FROM movements WHERE id = $1", [
      other.value.id,
    ]);
    assert.deepEqual(rows, [{ status: "failed", reason: "amount_too_large" }]);
    const put = await house.sql(
      "SELECT quarantine_reason FROM psp_notifications WHERE psp_event_id LIKE $1",
      [`%${other.value.pspKey}%`],
    );
    assert.deepEqual(put, []);
  });
}

test("an Idempotency-Key that is used again after its 30 days is a new request", async () => {
  const payment = await paid();
  const claim = claimOf("POST /api/refunds refund-4");
  const first = await refund(payment, 30, claim);
  assert.ok(first.ok);
  const clock = house.deps().clock;
  const monthLater = { ...house.deps(), clock: { nowMs: () => clock.nowMs() + 31 * 86_400_000 } };
  const second = await refundPayment(monthLater, house.scope, payment, { amount: 30 }, claim);
  assert.ok(second.ok);
  assert.notEqual(second.value.pspKey, first.value.pspKey);
  assert.deepEqual(await amounts(payment), bothAt(100, 60));
});
