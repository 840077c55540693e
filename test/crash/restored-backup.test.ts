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
import { type Restorable, startRestorable } from "../support/restorable.ts";
import { until } from "../support/until.ts";

// A backup is restored: the PSP remembers what Kassa has forgotten. All of it has to be learned again, nobody may be
// charged twice, and what fits nowhere has to be told to the operator.

let house: Restorable;
before(async () => {
  house = await startRestorable();
});
after(() => house.close());

const session = (options: SessionOptions = {}): Promise<string> =>
  insertSession(house, house.scope, { amount: 100, ...options });

async function pay(id: string, card: CardName = "approved"): Promise<void> {
  const begun = await beginPayment(house.deps(), house.scope, id, cardOf(card));
  assert.equal(begun.kind, "asked");
}

const orderTransfer = (id: string) => beginPayment(house.deps(), house.scope, id, { type: "bank_transfer" });

/** What was too much has gone back when this ends. */
async function transferTooMuch(id: string): Promise<void> {
  const [row] = await house.sql<{ bank: string }>(
    `SELECT transfer_instructions->>'simulatorUrl' AS bank FROM attempts a JOIN payments p ON p.id = a.payment_id
     WHERE p.session_id = $1`,
    [id],
  );
  assert.ok(row);
  await fetch(row.bank, { method: "POST", body: new URLSearchParams({ choice: "send", amount: "1.20" }) });
  await reconcile();
}

/** Kassa stops waiting for it. */
async function giveUpTransfer(id: string): Promise<void> {
  await house.sql(
    `UPDATE attempts SET started_at = now() - interval '14 days', next_check_at = now()
     WHERE payment_id = (SELECT id FROM payments WHERE session_id = $1)`,
    [id],
  );
  await reconcileDueAttempts(house.deps());
}

async function sendTransfer(id: string): Promise<void> {
  const [charge] = await house.pspSql<{ page: string }>(
    "SELECT challenge_id AS page FROM sandbox_psp.charges WHERE merchant_reference = $1",
    [id],
  );
  await fetch(`${house.pspUrl}/transfers/${charge?.page}`, {
    method: "POST",
    body: new URLSearchParams({ choice: "send" }),
  });
}

async function reconcile(): Promise<void> {
  await house.sql("UPDATE attempts SET next_check_at = now() WHERE next_check_at IS NOT NULL");
  await reconcileDueAttempts(house.deps());
}

async function paymentOf(id: string): Promise<string> {
  const [row] = await house.sql<{ id: string }>("SELECT id FROM payments WHERE session_id = $1", [id]);
  assert.ok(row);
  return row.id;
}

/** A session and its payment's amounts in words. */
async function standing(id: string): Promise<string> {
  const [row] = await house.sql<{ words: string }>(
    `SELECT format('%s, %s: %s', s.status, s.payment_status, CASE WHEN p.id IS NULL THEN 'absent' ELSE format('%s, captured %s, released %s, refunded %s, late %s returned %s',
       p.status, amount_captured, amount_released, amount_refunded, amount_late, amount_late_returned) END) AS words
     FROM checkout_sessions s LEFT JOIN payments p ON p.session_id = s.id WHERE s.id = $1`,
    [id],
  );
  return row?.words ?? "absent";
}

async function compare(): Promise<void> {
  await makeComparison(house.deps()).round();
}

const learned = (): number => house.logged.filter((line) => line.includes("had forgotten")).length;

test("everything that was charged, captured and refunded after the backup is learned again, once", async () => {
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
  await house.backUp();

  await pay(sessions.paid);
  await refundPayment(house.deps(), house.scope, await paymentOf(sessions.paid), { amount: 10 });
  await refundPayment(house.deps(), house.scope, await paymentOf(sessions.refunded), { amount: 60 });
  const captured = await paymentOf(sessions.captured);
  await capturePayment(house.deps(), house.scope, captured, { amount: 30 });
  await capturePayment(house.deps(), house.scope, captured, { amount: 40, final: true });
  await voidPayment(house.deps(), house.scope, await paymentOf(sessions.voided));
  await pay(sessions.declined, "declined");
  await pay(sessions.expired);
  await pay(sessions.paidTwice);
  await pay(sessions.reserved);
  for (const id of [sessions.overfunded, sessions.overfundedTwice]) await orderTransfer(id);
  await transferTooMuch(sessions.overfunded);
  await transferTooMuch(sessions.overfundedTwice);
  await transferTooMuch(sessions.overfundedLater);
  await refundPayment(house.deps(), house.scope, await paymentOf(sessions.overfundedTwice), { amount: 30 });
  const made = await session();
  await pay(made);

  await house.restore();
  await house.sql("UPDATE checkout_sessions SET expires_at = now() WHERE id = ANY ($1)", [
    [sessions.expired, sessions.reserved],
  ]);
  const deps = house.deps();
  await expireDueSessions({ ...deps, database: deps.database });
  await pay(sessions.paidTwice);
  // What the backup knew of is asked about by its own job, which waits for no comparison.
  await reconcile();
  await compare();

  assert.deepEqual(await standings(sessions), {
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
  const quarantined = await house.sql<{ reason: string; session: string }>(
    `SELECT quarantine_reason AS reason, convert_from(body, 'UTF8')::json->>'session' AS session FROM psp_notifications`,
  );
  assert.deepEqual(quarantined, [{ reason: "unknown_session", session: made }]);

  const before = learned();
  await compare();
  assert.equal(learned(), before, "nothing is learned twice");
  await house.copyPspTables();
  const violations = await checkInvariants(house);
  assert.deepEqual(
    violations.filter((words) => !words.includes("which no attempt has")),
    [],
  );
});

async function standings(sessions: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const entries = Object.entries(sessions).map(async ([name, id]) => [name, await standing(id)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

test("a charge of a forgotten session is put into quarantine once, and what was done with it isn't", async () => {
  await house.restore();
  await house.backUp();
  const id = await session();
  await pay(id);
  await refundPayment(house.deps(), house.scope, await paymentOf(id), { amount: 30 });
  await house.restore();
  for (let rounds = 0; rounds < 3; rounds += 1) await compare();
  const quarantined = await house.sql<{ reason: string; session: string }>(
    `SELECT quarantine_reason AS reason, convert_from(body, 'UTF8')::json->>'session' AS session FROM psp_notifications
     WHERE convert_from(body, 'UTF8')::json->>'session' = ANY ($1)`,
    [[id]],
  );
  assert.deepEqual(quarantined, [{ reason: "unknown_session", session: id }]);
});

test("a start looks only at what changed since the last comparison; what was done since with old charges is among it", async () => {
  await house.restore();
  const [known, refunded] = [await session(), await session()];
  for (const id of [known, refunded]) await pay(id);
  await compare();
  // Two months ago, and compared ever since.
  await house.pspSql(
    "UPDATE sandbox_psp.charges SET created_at = created_at - interval '60 days', changed_at = changed_at - interval '60 days'",
  );
  await house.backUp();
  await refundPayment(house.deps(), house.scope, await paymentOf(refunded), { amount: 10 });
  await house.restore();
  assert.deepEqual(await lookedAt(compare), { known: 1, learned: 1 }, "the charge, and the refund");
  assert.match(await standing(refunded), /refunded 10/);
});

test("what could not be brought in is tried again, however long ago it changed", async () => {
  await house.restore();
  const refunded = await session();
  await pay(refunded);
  await compare();
  await house.pspSql("UPDATE sandbox_psp.charges SET changed_at = changed_at - interval '60 days'");
  await house.sql("UPDATE compared_accounts SET compared_until = compared_until - interval '60 days'");
  await house.backUp();
  await refundPayment(house.deps(), house.scope, await paymentOf(refunded), { amount: 10 });
  await house.pspSql(
    "UPDATE sandbox_psp.charges SET changed_at = now() - interval '20 days' WHERE amount_refunded > 0",
  );
  await house.restore();
  await house.sql("ALTER TABLE movements ADD CONSTRAINT full_disk CHECK (amount <> 10) NOT VALID");
  await compare();
  assert.match(await standing(refunded), /refunded 0/);
  await house.sql("ALTER TABLE movements DROP CONSTRAINT full_disk");
  await compare();
  assert.match(await standing(refunded), /refunded 10/);
  assert.equal((await lookedAt(compare)).learned, undefined, "and not again once it is done");
});

/** What a comparison looked at, by what came of it. */
async function lookedAt(run: () => Promise<void>): Promise<Record<string, number>> {
  const before = new Map(comparisons.counts());
  await run();
  const grown = [...comparisons.counts()].map(([result, count]) => [
    result,
    count - (before.get(result) ?? 0),
  ]);
  return Object.fromEntries(grown.filter(([, count]) => count !== 0));
}

test("a transfer that came when it was waited for no more is learned again as late, and goes back", async () => {
  await house.restore();
  const id = await session();
  await house.backUp();
  await beginPayment(house.deps(), house.scope, id, { type: "bank_transfer" });
  await giveUpTransfer(id);
  assert.match(await standing(id), /failed/);
  await sendTransfer(id);
  await house.restore();
  await house.sql("UPDATE checkout_sessions SET expires_at = now() WHERE id = $1", [id]);
  const deps = house.deps();
  await expireDueSessions({ ...deps, database: deps.database });
  await compare();
  assert.match(await standing(id), /expired, unpaid: failed, captured 0, .*, late 100 returned 100/);
});

for (const [when, isOrdered, expected] of [
  ["before it was ordered", false, "open, unpaid: requires_payment_method"],
  ["while it was awaited", true, "complete, unpaid: failed"],
] as const) {
  test(`a late transfer that was given back is late again, though a backup from ${when} waits for it`, async () => {
    await house.restore();
    const id = await session();
    if (!isOrdered) await house.backUp();
    await orderTransfer(id);
    if (isOrdered) await house.backUp();
    await giveUpTransfer(id);
    await sendTransfer(id);
    await compare();
    const late = "captured 0, released 0, refunded 0, late 100 returned 100";
    assert.ok((await standing(id)).endsWith(late));
    await house.restore();
    await compare();
    assert.equal(await standing(id), `${expected}, ${late}`);
    const mismatches = "SELECT FROM psp_notifications WHERE quarantine_reason = 'movement_mismatch'";
    assert.deepEqual(await house.sql(mismatches), []);
  });
}

test("a charge whose sandbox session was deleted for its age, and which the PSP still lists, is no alarm", async () => {
  await house.restore();
  const id = await session();
  await pay(id);
  const nowMs = Date.now() + 1;
  await purgeSandboxOf(house.deps().database, house.scope, nowMs);
  assert.equal(await standing(id), "absent");
  const quarantined = "SELECT FROM psp_notifications WHERE convert_from(body, 'UTF8') LIKE '%' || $1 || '%'";
  const clock = new DatabaseClock();
  clock.set(nowMs + 91 * 86_400_000, 0);
  await makeComparison({ ...house.deps(), clock }).round();
  assert.deepEqual(await house.sql(quarantined, [id]), []);
  await compare();
  assert.equal(
    (await house.sql(quarantined, [id])).length,
    1,
    "a young one is lost, and has to be looked at",
  );
});

test("a forgotten authorization of which a part was captured, and whose rest has lapsed, is released", async () => {
  await house.restore();
  const id = await session({ capture: "manual" });
  await house.backUp();
  await pay(id);
  await capturePayment(house.deps(), house.scope, await paymentOf(id), { amount: 40 });
  const lapsed = "merchant_reference = $1 AND released_by = 'lapse'";
  await house.pspSql("UPDATE sandbox_psp.charges SET capture_before = now() WHERE merchant_reference = $1", [
    id,
  ]);
  const hasLapsed = async () =>
    (await house.pspSql(`SELECT FROM sandbox_psp.charges WHERE ${lapsed}`, [id])).length === 1;
  await until(hasLapsed, "the PSP has let the rest lapse");
  await house.restore();
  await compare();
  await lapseDueAuthorizations(house.deps());
  await compare();
  assert.match(await standing(id), /^complete, paid: captured, captured 40, released 60/);
});

test("a challenge that was begun and forgotten keeps the session from being paid twice", async () => {
  await house.restore();
  const id = await session();
  await house.backUp();
  await pay(id, "challenge");
  await house.restore();
  await compare();
  assert.match(await standing(id), /^open, processing: requires_action/);
  assert.equal((await beginPayment(house.deps(), house.scope, id, cardOf("approved"))).kind, "in_progress");
});

test("a clock that is two hours ahead of the PSP's hides no change from the comparison", async () => {
  await house.restore();
  const id = await session();
  await pay(id);
  const payment = await paymentOf(id);
  const clock = new DatabaseClock();
  clock.set(Date.now() + 2 * 3_600_000, 0);
  await makeComparison({ ...house.deps(), clock }).round();
  await house.backUp();
  await refundPayment(house.deps(), house.scope, payment, { amount: 30 });
  await house.restore();
  await makeComparison({ ...house.deps(), clock }).round();
  assert.match(await standing(id), /refunded 30/);
});
