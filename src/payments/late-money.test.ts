import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cardOf, type PaymentRig, startPaymentRig, wrapConnector } from "../../test/support/payments.ts";
import { expireDueSessions } from "../sessions/expire-session.ts";
import { beginPayment } from "./begin-payment.ts";
import { reconcileDueMovements } from "./movements/reconcile-movements.ts";
import { checkSoon } from "./queries/attempts.ts";
import { reconcileDueAttempts } from "./reconcile.ts";

let rig: PaymentRig;
before(async () => {
  rig = await startPaymentRig();
});
after(() => rig.close());

/**
 * A session whose attempt was given up, because the PSP denied to know it, and was charged all the same. The PSP has
 * told of it by a notification, which hasn't been followed yet.
 */
async function chargedLate(
  capture: "automatic" | "manual" = "automatic",
): Promise<{ session: string; attempt: string }> {
  const session = await rig.makeSession({ amount: 100, capture });
  rig.break("POST", "timeout_after_charge");
  const begun = await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
  assert.ok(begun.kind === "asked");
  rig.heal();
  await rig.hurry(20_000);
  const denying = wrapConnector(rig.deps.connectors, () => ({
    findByKey: async () => ({ kind: "not_found" }),
  }));
  await reconcileDueAttempts({ ...rig.deps, connectors: denying });
  assert.equal(await rig.standing(session), "open, unpaid, charged 1 times");
  return { session, attempt: begun.attemptId };
}

async function hearOf(attempt: string): Promise<void> {
  await rig.db.database.inScope(rig.scope, (trx) => checkSoon(trx, rig.scope, attempt));
  await reconcileDueAttempts(rig.deps);
}

async function late(session: string): Promise<string> {
  const [row] = await rig.db.sql<{ words: string }>(
    `SELECT format('%s late, %s returned, %s at the PSP', amount_late, amount_late_returned,
       (SELECT sum(c.amount_captured - c.amount_refunded) FROM sandbox_psp.charges c
        JOIN attempts a ON a.id = c.idempotency_key WHERE a.payment_id = p.id AND a.status = 'late')) AS words
     FROM payments p WHERE session_id = $1`,
    [session],
  );
  return row?.words ?? "absent";
}

test("money that comes after the session expired is flagged and sent back, and the session stays expired", async () => {
  const { session, attempt } = await chargedLate();
  await rig.db.sql("UPDATE checkout_sessions SET expires_at = now() WHERE id = $1", [session]);
  await expireDueSessions({ ...rig.deps, database: rig.db.database });
  await hearOf(attempt);
  assert.equal(await rig.standing(session), "expired, unpaid, charged 1 times");
  assert.equal(await late(session), "100 late, 100 returned, 0 at the PSP");
  assert.deepEqual(await rig.eventsOf(session), [
    "payment.failed",
    "checkout.session.expired",
    "payment.late_funds",
    "refund.created",
    "refund.succeeded",
  ]);
});

test("money that comes after another attempt paid is sent back, and the payment stays as it is", async () => {
  const { session, attempt } = await chargedLate();
  await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
  await hearOf(attempt);
  assert.equal(await rig.standing(session), "complete, paid, charged 2 times");
  assert.equal(await late(session), "100 late, 100 returned, 0 at the PSP");
  await hearOf(attempt);
  assert.equal(await late(session), "100 late, 100 returned, 0 at the PSP");
});

test("a tenant can keep late money; then it is theirs in the ledger", async () => {
  await rig.db.sql("UPDATE tenants SET late_funds = 'keep'");
  const { session, attempt } = await chargedLate();
  await hearOf(attempt);
  await rig.db.sql("UPDATE tenants SET late_funds = 'refund'");
  assert.equal(await late(session), "100 late, 0 returned, 100 at the PSP");
  const entries = await rig.db.sql<{ words: string }>(
    `SELECT e.account || ' ' || sum(e.amount) AS words FROM ledger_entries e JOIN payments p ON p.id = e.payment_id
     WHERE p.session_id = $1 GROUP BY e.account HAVING sum(e.amount) <> 0 ORDER BY e.account`,
    [session],
  );
  assert.deepEqual(
    entries.map(({ words }) => words),
    ["merchant_payable -100", "psp_clearing 100"],
  );
});

test("what was only reserved is released, and nothing is booked", async () => {
  const { session, attempt } = await chargedLate("manual");
  await hearOf(attempt);
  assert.equal(await late(session), "0 late, 0 returned, 0 at the PSP");
  const [charge] = await rig.db.sql<{ status: string }>(
    "SELECT status FROM sandbox_psp.charges WHERE idempotency_key = $1",
    [attempt],
  );
  assert.equal(charge?.status, "voided");
  assert.equal(
    (await rig.db.sql("SELECT FROM ledger_transactions WHERE source_id = $1", [attempt])).length,
    0,
  );
});

test("a return that never reached the PSP is sent again, under the same key", async () => {
  const { session, attempt } = await chargedLate();
  rig.break("POST", "timeout_before_charge");
  await hearOf(attempt);
  assert.equal(await late(session), "100 late, 0 returned, 100 at the PSP");
  rig.heal();
  await rig.hurry();
  await reconcileDueMovements(rig.deps);
  assert.equal(await late(session), "100 late, 100 returned, 0 at the PSP");
  await rig.assertSound();
});
