import assert from "node:assert/strict";
import { test } from "node:test";
import { beginPayment } from "../../src/payments/attempts/begin-payment.ts";
import { capturePayment, refundPayment } from "../../src/payments/movements/move-money.ts";
import { checkInvariants, checks } from "./oracle.ts";
import { cardOf, usePaymentTestbed } from "./payments.ts";

// Each case breaks data on purpose, and the oracle must report it: an oracle that never objects proves nothing.

const rig = usePaymentTestbed({}, async () => {
  for (const capture of ["automatic", "manual"] as const) {
    const session = await rig.makeSession({ amount: 100, capture });
    await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
    const [attempt] = await rig.attemptsOf(session);
    assert.ok(attempt);
    if (capture === "manual")
      await capturePayment(rig.deps, rig.scope, attempt.paymentId, { amount: 80, final: true });
    await refundPayment(rig.deps, rig.scope, attempt.paymentId, { amount: 30 });
  }
  await rig.assertInvariants();
});

const violationCases: Readonly<Record<string, { sql: string; expected: RegExp }>> = {
  "a charge that was authorized twice": {
    sql: `INSERT INTO sandbox_psp.charge_log (account, charge, merchant_reference, kind, captured, amount, currency)
      SELECT account, charge, merchant_reference, 'authorize', true, 100, currency FROM sandbox_psp.charge_log LIMIT 1`,
    expected: /authorized 2 times/,
  },
  "two effective charges of one session": {
    sql: "UPDATE sandbox_psp.charges SET merchant_reference = (SELECT min(merchant_reference) FROM sandbox_psp.charges)",
    expected: /was charged 2 times/,
  },
  "a charge of another amount than requested": {
    sql: "UPDATE sandbox_psp.charge_log SET amount = amount - 1 WHERE kind = 'authorize'",
    expected: /\[11 an approved charge has the session, amount and currency/,
  },
  "a charge to a live account": {
    sql: `ALTER TABLE sandbox_psp.charges DROP CONSTRAINT charges_account_check;
      UPDATE sandbox_psp.charges SET account = replace(account, '_sandbox', '_live')`,
    expected: /\[13 the simulated PSP has no live account/,
  },
  "a second attempt that could succeed": {
    sql: `DROP INDEX attempts_one_live;
      UPDATE attempts SET number = 2, payment_id = (SELECT min(id) FROM payments)
        WHERE payment_id <> (SELECT min(id) FROM payments)`,
    expected: /has 2 attempts that are in progress or have succeeded/,
  },
  "an unknown outcome that counts as paid and is never reconciled": {
    sql: "UPDATE attempts SET status = 'unknown', decided_at = NULL, next_check_at = NULL",
    expected: /\[3 while an attempt has no outcome.*\[3 every attempt without an outcome/s,
  },
  "an attempt that failed after its approval, whose payment is paid and whose capture isn't reversed": {
    sql: "UPDATE attempts SET status = 'failed', revision = 1, next_check_at = NULL WHERE status = 'approved'",
    expected: /\[4 state never goes back: an attempt has failed/,
  },
  "a dispute in another currency without postings and events": {
    sql: `INSERT INTO disputes (tenant_id, id, mode, payment_id, session_id, connector_account, psp_reference, stage, status, reason,
        amount, currency, late, attempt_id, closed_at)
      SELECT a.tenant_id, 'dp_' || a.id, a.mode, payment_id, 'cs_x', 'ca_1', a.id, 'chargeback', 'won', 'fraudulent', 10, 'JPY',
        false, a.id, now() FROM attempts a`,
    expected: /disputes = their postings.*disputes = their events.*\[11 a dispute is about a charge/s,
  },
  "evidence submitted to the bank twice": {
    sql: `INSERT INTO disputes (tenant_id, id, mode, payment_id, session_id, connector_account, psp_reference, stage, status, reason,
        amount, currency, late, attempt_id, action_count, next_check_at)
      SELECT a.tenant_id, 'dp_' || a.id, a.mode, payment_id, 'cs_x', 'ca_1', a.id, 'inquiry', 'under_review', 'fraudulent', 10, 'EUR',
        false, a.id, 1, now() FROM attempts a;
      INSERT INTO sandbox_psp.dispute_requests (account, idempotency_key, dispute, digest)
      SELECT 'x_sandbox', id || n, psp_reference, '' FROM disputes, generate_series(1, 2) n`,
    expected: /the PSP got 2 requests/,
  },
  "an unfailed payment of a closed session": {
    sql: `UPDATE payments SET status = 'requires_payment_method', amount_authorized = 0, amount_captured = 0,
        amount_refunded = 0, amount_released = 0, amount_refund_pending = 0, capture_before = NULL`,
    expected: /but its payment pay_\w+ is requires_payment_method/,
  },
  "a reversal that isn't the opposite of its transaction": {
    sql: `UPDATE ledger_transactions SET reverses = (SELECT min(id) FROM ledger_transactions)
      WHERE id = (SELECT max(id) FROM ledger_transactions)`,
    expected: /is not the opposite of/,
  },
  "a session that went back to an earlier state": {
    sql: "UPDATE checkout_sessions SET status = 'open', payment_status = 'unpaid', completed_at = NULL",
    expected: /\[4 state never goes back.*sessions = session events/s,
  },
  "an endpoint without deliveries": {
    sql: `INSERT INTO webhook_endpoints (tenant_id, id, mode, url, event_types, secret_sealed, api_version, created_at)
      SELECT tenant_id, 'we_x', 'sandbox', 'https://shop.example/', '{*}', '', '2026-11-21', now() - interval '1 hour'
      FROM tenants LIMIT 1`,
    expected: /has 0 deliveries to endpoint we_x/,
  },
  "a missing event": {
    sql: "DELETE FROM events WHERE type = 'payment.captured'",
    expected: /\[8 events are numbered from 1 without gaps/,
  },
  "an event without the state of its object": {
    sql: "UPDATE events SET object = (object::jsonb - 'status')::json",
    expected: /\[8 an event holds the object as it was/,
  },
  "a refund that the PSP executed twice": {
    sql: `INSERT INTO sandbox_psp.charge_log (account, charge, merchant_reference, kind, captured, amount, currency)
      SELECT account, charge, merchant_reference, 'refund', false, 30, currency FROM sandbox_psp.charge_log LIMIT 1`,
    expected: /charge log = payments.*charge log = ledger/s,
  },
  "an amount that no movement explains": {
    sql: "UPDATE payments SET amount_refunded = 31",
    expected: /payments = movements.*ledger = payments/s,
  },
  "a movement that the PSP doesn't know": {
    sql: "UPDATE movements SET psp_key = 're_forged' WHERE id = (SELECT min(id) FROM movements WHERE kind = 'refund')",
    expected: /under key re_.*the PSP has no record of it/s,
  },
  "refunds of more than was captured": {
    sql: `INSERT INTO movements (tenant_id, id, mode, payment_id, attempt_id, kind, status, amount, currency)
      SELECT tenant_id, id || 'x', mode, payment_id, attempt_id, kind, status, 90, currency FROM movements WHERE kind = 'refund'`,
    expected: /\[9 refunds/,
  },
  "a missing ledger entry": {
    sql: `ALTER TABLE ledger_transactions DROP CONSTRAINT ledger_transactions_balance, DROP CONSTRAINT ledger_transactions_lists;
      UPDATE ledger_transactions SET accounts = accounts[2:], amounts = amounts[2:]
        WHERE id = (SELECT min(id) FROM ledger_transactions)`,
    expected: /\[10 every ledger transaction sums to zero/,
  },
  "a missing ledger transaction": {
    sql: `DELETE FROM ledger_transactions
      WHERE id = (SELECT min(id) FROM ledger_transactions WHERE kind = 'refund_succeeded')`,
    expected: /ledger = payments/,
  },
  "a duplicate event": {
    sql: `INSERT INTO events (tenant_id, id, mode, type, session_id, sequence, object)
      SELECT tenant_id, id || 'x', mode, type, session_id, sequence + 100, object FROM events WHERE type = 'refund.succeeded'`,
    expected: /refund.succeeded happened 1 times and has 2 events/,
  },
  "a surplus without an event": {
    sql: `UPDATE attempts SET method = 'bank_transfer', card_brand = NULL, card_last4 = NULL, amount_received = 101`,
    expected: /0 declined, 0 late and 1 overfunded attempts, but its events report 0, 0 and 0/,
  },
  "a surplus at the PSP that isn't in the ledger": {
    sql: `INSERT INTO sandbox_psp.charge_log (account, charge, merchant_reference, kind, captured, amount, currency)
      SELECT account, charge, merchant_reference, 'surplus', false, 7, currency FROM sandbox_psp.charge_log LIMIT 1`,
    expected: /has 0 late, 0 returned; the PSP has 7, 0.*charge log = ledger/s,
  },
  "a refund posted with one unit less": {
    sql: `UPDATE ledger_transactions SET amounts = ARRAY(SELECT amount - sign(amount) FROM unnest(amounts) amount)
      WHERE kind LIKE 'refund_%'`,
    expected: /refund re_\S+ of 30 EUR is posted as refund_created of 29 EUR.*as refund_succeeded of 29 EUR/s,
  },
  "a refund event with one unit less": {
    sql: `UPDATE events SET object = (object::jsonb || '{"amount": 29}')::json WHERE type LIKE 'refund.%'`,
    expected: /\(refund.created\) has 29 EUR.*\(refund.succeeded\) has 29 EUR, refund re_\S+ has 30 EUR/s,
  },
  "a session event with one unit less": {
    sql: `UPDATE events SET object = (object::jsonb || '{"amount": 99}')::json WHERE type LIKE 'checkout.session.%'`,
    expected: /has 99 EUR, session cs_\S+ has 100 EUR/,
  },
  "a dispute event with one unit less and without the fee": {
    sql: `INSERT INTO disputes (tenant_id, id, mode, payment_id, session_id, connector_account, psp_reference, stage, status, reason,
        amount, currency, fee, late, attempt_id, closed_at)
      SELECT a.tenant_id, 'dp_' || a.id, a.mode, payment_id, 'cs_x', 'ca_1', a.id, 'chargeback', 'won', 'fraudulent', 10, 'EUR', 15,
        false, a.id, now() FROM attempts a;
      INSERT INTO events (tenant_id, id, mode, type, session_id, sequence, object)
      SELECT tenant_id, 'evt_' || id, mode, 'dispute.opened', id, 100,
        json_build_object('id', id, 'amount', 9, 'currency', 'EUR', 'fee', 0) FROM disputes`,
    expected: /has 9 EUR with a fee of 0, dispute dp_\S+ has 10 EUR with a fee of 15/,
  },
  "a late-funds event with one unit less": {
    sql: `UPDATE payments SET amount_late = 5;
      INSERT INTO events (tenant_id, id, mode, type, session_id, sequence, object)
      SELECT tenant_id, 'evt_' || id, mode, 'payment.late_funds', session_id, 100,
        json_build_object('id', id, 'amountLate', 4, 'currency', 'EUR') FROM payments`,
    expected: /has a late amount of 4 EUR, payment pay_\S+ has 5 EUR/,
  },
  "late funds that were never returned": {
    sql: "UPDATE attempts SET status = 'late'; DELETE FROM movements",
    expected: /brought (100|80) of unexpected money, of which 0 was returned and 0 lost/,
  },
  "a late authorization that was never released": {
    sql: `UPDATE attempts SET status = 'late' WHERE id IN (SELECT idempotency_key FROM sandbox_psp.charges WHERE amount_captured = 80);
      DELETE FROM sandbox_psp.charge_log WHERE kind IN ('void', 'release', 'capture')`,
    expected: /the PSP reserves 100 of charge \S+, whose attempt is late/,
  },
  "a capture event with one unit less": {
    sql: `UPDATE events SET object = (object::jsonb || '{"amountCaptured": 79}')::json
      WHERE type = 'payment.captured' AND object->>'amountCaptured' = '80'`,
    expected: /payment \S+ has captures of \{79\} in its events, of \{80\} in the ledger/,
  },
  "an event whose captured amount differs from the captures before it": {
    sql: `UPDATE events SET object = (object::jsonb || '{"amountCaptured": 79}')::json
      WHERE type <> 'payment.captured' AND type LIKE 'payment.%'`,
    expected: /with 79 captured; payment \S+ has 100 EUR, with 0 captured by then/,
  },
  "a session whose status contradicts its payment": {
    sql: "UPDATE checkout_sessions SET payment_status = 'unpaid'",
    expected: /\[payments = sessions/,
  },
  "a payment voided by hand": {
    sql: "UPDATE payments SET status = 'voided'",
    expected: /\[payments = attempts/,
  },
  "a live event of a sandbox session": {
    sql: "UPDATE events SET mode = 'live' WHERE id = (SELECT min(id) FROM events)",
    expected: /\[13 .*\[13, 14 /s,
  },
  "a disputed amount of late funds without a dispute": {
    sql: "UPDATE payments SET amount_late = 5, amount_late_disputed = 5",
    expected: /has 0 disputed and 5 of late funds, its chargebacks have 0 and 0/,
  },
  "late funds returned twice, and the loss of a dispute posted to the wrong account": {
    sql: `UPDATE attempts SET status = 'late';
      INSERT INTO movements (tenant_id, id, mode, payment_id, attempt_id, kind, status, amount, currency, late)
      SELECT tenant_id, id || n, mode, payment_id, attempt_id, 'refund', 'succeeded', 100, currency, true
      FROM movements, generate_series(1, 2) n WHERE kind = 'refund';
      INSERT INTO disputes (tenant_id, id, mode, payment_id, session_id, connector_account, psp_reference, stage, status, reason,
        amount, amount_lost, currency, late, attempt_id, closed_at)
      SELECT a.tenant_id, 'dp_' || a.id, a.mode, payment_id, 'cs_x', 'ca_1', a.id, 'chargeback', 'lost', 'fraudulent', 100, 100, 'EUR',
        true, a.id, now() FROM attempts a;
      UPDATE ledger_transactions t SET kind = 'dispute_lost', source_id = 'dp_' || source_id WHERE kind = 'authorized';
      UPDATE ledger_transactions SET accounts = array_replace(accounts, 'customer_funds_receivable', 'merchant_payable')`,
    expected: /is posted to merchant_payable.*\[5 unexpected money is returned.*230 was returned/s,
  },
  "a lease for longer than half a minute": {
    sql: "UPDATE attempts SET lease_until = now() + interval '5 minutes'",
    expected: /\[18 /,
  },
};

/** All violations that the oracle has reported for these cases. */
const reported: string[] = [];

for (const [name, { sql, expected }] of Object.entries(violationCases)) {
  test(`the oracle reports ${name}`, async () => {
    await rig.db.sql("BEGIN");
    try {
      await rig.db.sql("SET CONSTRAINTS ALL DEFERRED");
      await rig.db.sql("SET LOCAL session_replication_role = replica");
      await rig.db.sql(sql);
      const violations = await checkInvariants(rig.db);
      reported.push(...violations);
      assert.match(violations.join("\n"), expected);
    } finally {
      await rig.db.sql("ROLLBACK");
    }
    await rig.assertInvariants();
  });
}

/** A call-off by which the PSP released 60, while Kassa's movement has 100. */
const calledOff = (late: boolean): string => `
  INSERT INTO movements (tenant_id, id, mode, payment_id, attempt_id, kind, status, amount, currency, late, psp_key, decided_at)
    SELECT tenant_id, 'co_' || id, mode, payment_id, id, 'call_off', 'succeeded', 100, 'EUR', ${late}, id || '-void', now()
    FROM attempts;
  INSERT INTO sandbox_psp.movements (id, account, idempotency_key, charge, kind, amount, currency)
    SELECT 'spm_' || id, account, idempotency_key || '-void', id, 'void', 60, currency FROM sandbox_psp.charges`;

test("accepts a call-off with another amount at the PSP only if it released nothing in the ledger", async () => {
  for (const late of [true, false]) {
    await rig.db.sql("BEGIN");
    try {
      await rig.db.sql("SET LOCAL session_replication_role = replica");
      await rig.db.sql(calledOff(late));
      const amounts = (await checkInvariants(rig.db)).filter((violation) =>
        /call_off \S+ of 100/.test(violation),
      );
      assert.equal(amounts.length, late ? 0 : 2);
    } finally {
      await rig.db.sql("ROLLBACK");
    }
  }
});

test("every check has reported a violation", () => {
  const silent = checks.filter(
    ({ invariant }) => !reported.some((violation) => violation.startsWith(`[${invariant}] `)),
  );
  assert.deepEqual(
    silent.map(({ invariant }) => invariant),
    [],
  );
});
