import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { purgeSandboxOf } from "../../src/jobs/sandbox/purge-sandbox.ts";
import { DatabaseClock } from "../../src/kernel/clock.ts";
import { beginPayment } from "../../src/payments/attempts/begin-payment.ts";
import { reconcileDueAttempts } from "../../src/payments/attempts/reconcile.ts";
import { makeComparison } from "../../src/payments/compare/compare-with-psps.ts";
import { comparisons } from "../../src/payments/compare/listed-charge.ts";
import { lapseDueAuthorizations } from "../../src/payments/movements/lapse-authorizations.ts";
import { capturePayment, refundPayment, voidPayment } from "../../src/payments/movements/move-money.ts";
import { expireDueSessions } from "../../src/sessions/expire-session.ts";
import { checkInvariants } from "../support/oracle.ts";
import { type CardName, cardOf, insertSession, type SessionOptions } from "../support/payments.ts";
import { type RestorableTestbed, startRestorableTestbed } from "../support/restorable-testbed.ts";
import { until } from "../support/until.ts";

// After a backup is restored, the PSP knows more than Kassa. Kassa must learn all of it again, charge nobody twice,
// and report what fits nowhere to the operator.

let testbed: RestorableTestbed;
before(async () => {
  testbed = await startRestorableTestbed();
});
after(() => testbed.close());

const session = (options: SessionOptions = {}): Promise<string> =>
  insertSession(testbed, testbed.scope, { amount: 100, ...options });

async function pay(id: string, card: CardName = "approved"): Promise<void> {
  const begun = await beginPayment(testbed.deps(), testbed.scope, id, cardOf(card));
  assert.equal(begun.kind, "asked");
}

const orderTransfer = (id: string) =>
  beginPayment(testbed.deps(), testbed.scope, id, { type: "bank_transfer" });

/** Transfers too much. At the end the surplus has been refunded. */
async function transferTooMuch(id: string): Promise<void> {
  const [row] = await testbed.sql<{ bank: string }>(
    `SELECT transfer_instructions->>'simulatorUrl' AS bank FROM attempts a JOIN payments p ON p.id = a.payment_id
     WHERE p.session_id = $1`,
    [id],
  );
  assert.ok(row);
  await fetch(row.bank, { method: "POST", body: new URLSearchParams({ choice: "send", amount: "1.20" }) });
  await reconcile();
}

/** Makes Kassa give up waiting for a transfer. */
async function giveUpTransfer(id: string): Promise<void> {
  await testbed.sql(
    `UPDATE attempts SET started_at = now() - interval '14 days', next_check_at = now()
     WHERE payment_id = (SELECT id FROM payments WHERE session_id = $1)`,
    [id],
  );
  await reconcileDueAttempts(testbed.deps());
}

async function sendTransfer(id: string): Promise<void> {
  const [charge] = await testbed.pspSql<{ page: string }>(
    "SELECT challenge_id AS page FROM sandbox_psp.charges WHERE merchant_reference = $1",
    [id],
  );
  await fetch(`${testbed.pspUrl}/transfers/${charge?.page}`, {
    method: "POST",
    body: new URLSearchParams({ choice: "send" }),
  });
}

async function reconcile(): Promise<void> {
  await testbed.sql("UPDATE attempts SET next_check_at = now() WHERE next_check_at IS NOT NULL");
  await reconcileDueAttempts(testbed.deps());
}

async function paymentOf(id: string): Promise<string> {
  const [row] = await testbed.sql<{ id: string }>("SELECT id FROM payments WHERE session_id = $1", [id]);
  assert.ok(row);
  return row.id;
}

/** The state of a session and the amounts of its payment. */
async function stateOf(id: string): Promise<string> {
  const [row] = await testbed.sql<{ words: string }>(
    `SELECT format('%s, %s: %s', s.status, s.payment_status, CASE WHEN p.id IS NULL THEN 'absent' ELSE format('%s, captured %s, released %s, refunded %s, late %s returned %s',
       p.status, amount_captured, amount_released, amount_refunded, amount_late, amount_late_returned) END) AS words
     FROM checkout_sessions s LEFT JOIN payments p ON p.session_id = s.id WHERE s.id = $1`,
    [id],
  );
  return row?.words ?? "absent";
}

async function compare(): Promise<void> {
  await makeComparison(testbed.deps()).round();
}

const learned = (): number => testbed.logged.filter((line) => line.includes("had forgotten")).length;

test("learns every charge, capture and refund after the backup again, once", async () => {
  const sessions = {
    paid: await session(),
    refunded: await session(),
    captured: await session({ capture: "manual" }),
    voided: await session({ capture: "manual" }),
    declined: await session(),
    untouched: await session(),
    expired: await session(),
    paidTwice: await session(),
    reserved: await session({ capture: "manual" }),
    overfunded: await session(),
    overfundedTwice: await session(),
    overfundedLater: await session(),
  };
  for (const id of [sessions.refunded, sessions.captured, sessions.voided]) await pay(id);
  await orderTransfer(sessions.overfundedLater);
  await testbed.backUp();

  await pay(sessions.paid);
  await refundPayment(testbed.deps(), testbed.scope, await paymentOf(sessions.paid), { amount: 10 });
  await refundPayment(testbed.deps(), testbed.scope, await paymentOf(sessions.refunded), { amount: 60 });
  const captured = await paymentOf(sessions.captured);
  await capturePayment(testbed.deps(), testbed.scope, captured, { amount: 30 });
  await capturePayment(testbed.deps(), testbed.scope, captured, { amount: 40, final: true });
  await voidPayment(testbed.deps(), testbed.scope, await paymentOf(sessions.voided));
  await pay(sessions.declined, "declined");
  await pay(sessions.expired);
  await pay(sessions.paidTwice);
  await pay(sessions.reserved);
  for (const id of [sessions.overfunded, sessions.overfundedTwice]) await orderTransfer(id);
  await transferTooMuch(sessions.overfunded);
  await transferTooMuch(sessions.overfundedTwice);
  await transferTooMuch(sessions.overfundedLater);
  await refundPayment(testbed.deps(), testbed.scope, await paymentOf(sessions.overfundedTwice), {
    amount: 30,
  });
  const made = await session();
  await pay(made);

  await testbed.restore();
  await testbed.sql("UPDATE checkout_sessions SET expires_at = now() WHERE id = ANY ($1)", [
    [sessions.expired, sessions.reserved],
  ]);
  const deps = testbed.deps();
  await expireDueSessions({ ...deps, database: deps.database });
  await pay(sessions.paidTwice);
  // Attempts in the backup are queried by their own job, which doesn't wait for a comparison.
  await reconcile();
  await compare();

  assert.deepEqual(await statesOf(sessions), {
    paid: "complete, paid: captured, captured 100, released 0, refunded 10, late 0 returned 0",
    refunded: "complete, paid: captured, captured 100, released 0, refunded 60, late 0 returned 0",
    captured: "complete, paid: captured, captured 70, released 30, refunded 0, late 0 returned 0",
    voided: "complete, unpaid: voided, captured 0, released 100, refunded 0, late 0 returned 0",
    declined: "open, unpaid: requires_payment_method, captured 0, released 0, refunded 0, late 0 returned 0",
    untouched: "open, unpaid: absent",
    expired: "expired, unpaid: failed, captured 0, released 0, refunded 0, late 100 returned 100",
    paidTwice: "complete, paid: captured, captured 100, released 0, refunded 0, late 100 returned 100",
    reserved: "expired, unpaid: failed, captured 0, released 0, refunded 0, late 0 returned 0",
    overfunded: "complete, paid: captured, captured 100, released 0, refunded 0, late 20 returned 20",
    overfundedTwice: "complete, paid: captured, captured 100, released 0, refunded 30, late 20 returned 20",
    overfundedLater: "complete, paid: captured, captured 100, released 0, refunded 0, late 20 returned 20",
  });
  const quarantined = await testbed.sql<{ reason: string; session: string }>(
    `SELECT quarantine_reason AS reason, convert_from(body, 'UTF8')::json->>'session' AS session FROM psp_notifications`,
  );
  assert.deepEqual(quarantined, [{ reason: "unknown_session", session: made }]);

  const before = learned();
  await compare();
  assert.equal(learned(), before, "nothing is learned twice");
  await testbed.copyPspTables();
  const violations = await checkInvariants(testbed);
  assert.deepEqual(
    violations.filter((words) => !words.includes("which no attempt has")),
    [],
  );
});

async function statesOf(sessions: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const entries = Object.entries(sessions).map(async ([name, id]) => [name, await stateOf(id)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

test("quarantines a charge of a forgotten session once, and not its refunds", async () => {
  await testbed.restore();
  await testbed.backUp();
  const id = await session();
  await pay(id);
  await refundPayment(testbed.deps(), testbed.scope, await paymentOf(id), { amount: 30 });
  await testbed.restore();
  for (let rounds = 0; rounds < 3; rounds += 1) await compare();
  const quarantined = await testbed.sql<{ reason: string; session: string }>(
    `SELECT quarantine_reason AS reason, convert_from(body, 'UTF8')::json->>'session' AS session FROM psp_notifications
     WHERE convert_from(body, 'UTF8')::json->>'session' = ANY ($1)`,
    [[id]],
  );
  assert.deepEqual(quarantined, [{ reason: "unknown_session", session: id }]);
});

test("a start compares only charges changed since the last comparison, old charges included", async () => {
  await testbed.restore();
  const [known, refunded] = [await session(), await session()];
  for (const id of [known, refunded]) await pay(id);
  await compare();
  // Two months ago, and compared ever since.
  await testbed.pspSql(
    "UPDATE sandbox_psp.charges SET created_at = created_at - interval '60 days', changed_at = changed_at - interval '60 days'",
  );
  await testbed.backUp();
  await refundPayment(testbed.deps(), testbed.scope, await paymentOf(refunded), { amount: 10 });
  await testbed.restore();
  assert.deepEqual(await comparedBy(compare), { known: 1, learned: 1 }, "the charge, and the refund");
  assert.match(await stateOf(refunded), /refunded 10/);
});

test("retries a failed adoption, however long ago the charge changed", async () => {
  await testbed.restore();
  const refunded = await session();
  await pay(refunded);
  await compare();
  await testbed.pspSql("UPDATE sandbox_psp.charges SET changed_at = changed_at - interval '60 days'");
  await testbed.sql("UPDATE compared_accounts SET compared_until = seconds_after(compared_until, -5184000)");
  await testbed.backUp();
  await refundPayment(testbed.deps(), testbed.scope, await paymentOf(refunded), { amount: 10 });
  await testbed.pspSql(
    "UPDATE sandbox_psp.charges SET changed_at = now() - interval '20 days' WHERE amount_refunded > 0",
  );
  await testbed.restore();
  await testbed.sql("ALTER TABLE movements ADD CONSTRAINT full_disk CHECK (amount <> 10) NOT VALID");
  await compare();
  assert.match(await stateOf(refunded), /refunded 0/);
  await testbed.sql("ALTER TABLE movements DROP CONSTRAINT full_disk");
  await compare();
  assert.match(await stateOf(refunded), /refunded 10/);
  assert.equal((await comparedBy(compare)).learned, undefined, "not again after it succeeded");
});

/** The numbers of charges that a comparison processed, by result. */
async function comparedBy(run: () => Promise<void>): Promise<Record<string, number>> {
  const before = new Map(comparisons.counts());
  await run();
  const grown = [...comparisons.counts()].map(([result, count]) => [
    result,
    count - (before.get(result) ?? 0),
  ]);
  return Object.fromEntries(grown.filter(([, count]) => count !== 0));
}

test("learns a forgotten late transfer as late again, and refunds it", async () => {
  await testbed.restore();
  const id = await session();
  await testbed.backUp();
  await beginPayment(testbed.deps(), testbed.scope, id, { type: "bank_transfer" });
  await giveUpTransfer(id);
  assert.match(await stateOf(id), /failed/);
  await sendTransfer(id);
  await testbed.restore();
  await testbed.sql("UPDATE checkout_sessions SET expires_at = now() WHERE id = $1", [id]);
  const deps = testbed.deps();
  await expireDueSessions({ ...deps, database: deps.database });
  await compare();
  assert.match(await stateOf(id), /expired, unpaid: failed, captured 0, .*, late 100 returned 100/);
});

for (const [when, isOrdered, expected] of [
  ["before the order", false, "open, unpaid: requires_payment_method"],
  ["while it was pending", true, "complete, unpaid: failed"],
] as const) {
  test(`a late transfer that was refunded is late again with a backup from ${when}`, async () => {
    await testbed.restore();
    const id = await session();
    if (!isOrdered) await testbed.backUp();
    await orderTransfer(id);
    if (isOrdered) await testbed.backUp();
    await giveUpTransfer(id);
    await sendTransfer(id);
    await compare();
    const late = "captured 0, released 0, refunded 0, late 100 returned 100";
    assert.ok((await stateOf(id)).endsWith(late));
    await testbed.restore();
    await compare();
    assert.equal(await stateOf(id), `${expected}, ${late}`);
    const mismatches = "SELECT FROM psp_notifications WHERE quarantine_reason = 'movement_mismatch'";
    assert.deepEqual(await testbed.sql(mismatches), []);
  });
}

test("a charge that the PSP still lists isn't reported if its sandbox session was deleted for its age", async () => {
  await testbed.restore();
  const id = await session();
  await pay(id);
  const nowMs = Date.now() + 1;
  await purgeSandboxOf(testbed.deps().database, testbed.scope, nowMs);
  assert.equal(await stateOf(id), "absent");
  const quarantined = "SELECT FROM psp_notifications WHERE convert_from(body, 'UTF8') LIKE '%' || $1 || '%'";
  const clock = new DatabaseClock();
  clock.set(nowMs + 91 * 86_400_000, 0);
  await makeComparison({ ...testbed.deps(), clock }).round();
  assert.deepEqual(await testbed.sql(quarantined, [id]), []);
  await compare();
  assert.equal(
    (await testbed.sql(quarantined, [id])).length,
    1,
    "a recent one is lost, and must be reported",
  );
});

test("a forgotten authorization with a partial capture, whose rest has lapsed, is released", async () => {
  await testbed.restore();
  const id = await session({ capture: "manual" });
  await testbed.backUp();
  await pay(id);
  await capturePayment(testbed.deps(), testbed.scope, await paymentOf(id), { amount: 40 });
  const lapsed = "merchant_reference = $1 AND released_by = 'lapse'";
  await testbed.pspSql(
    "UPDATE sandbox_psp.charges SET capture_before = now() WHERE merchant_reference = $1",
    [id],
  );
  const hasLapsed = async () =>
    (await testbed.pspSql(`SELECT FROM sandbox_psp.charges WHERE ${lapsed}`, [id])).length === 1;
  await until(hasLapsed, "the PSP has let the rest lapse");
  await testbed.restore();
  await compare();
  await lapseDueAuthorizations(testbed.deps());
  await compare();
  assert.match(await stateOf(id), /^complete, paid: captured, captured 40, released 60/);
});

test("a challenge that was started and forgotten prevents a second payment of the session", async () => {
  await testbed.restore();
  const id = await session();
  await testbed.backUp();
  await pay(id, "challenge");
  await testbed.restore();
  await compare();
  assert.match(await stateOf(id), /^open, processing: requires_action/);
  assert.equal(
    (await beginPayment(testbed.deps(), testbed.scope, id, cardOf("approved"))).kind,
    "in_progress",
  );
});

test("a clock two hours ahead of the PSP's hides no change from the comparison", async () => {
  await testbed.restore();
  const id = await session();
  await pay(id);
  const payment = await paymentOf(id);
  const clock = new DatabaseClock();
  clock.set(Date.now() + 2 * 3_600_000, 0);
  await makeComparison({ ...testbed.deps(), clock }).round();
  await testbed.backUp();
  await refundPayment(testbed.deps(), testbed.scope, payment, { amount: 30 });
  await testbed.restore();
  await makeComparison({ ...testbed.deps(), clock }).round();
  assert.match(await stateOf(id), /refunded 30/);
});
