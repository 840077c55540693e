import assert from "node:assert/strict";
import { beginPayment } from "../../src/payments/attempts/begin-payment.ts";
import { reconcileDueAttempts } from "../../src/payments/attempts/reconcile.ts";
import { checkSoon } from "../../src/payments/queries/attempts.ts";
import {
  beyondAnyCallMs,
  cardOf,
  type PaymentTestbed,
  type SessionOptions,
  wrapConnector,
} from "./payments.ts";

export type LateCharge = { readonly session: string; readonly attempt: string };

/**
 * A session whose attempt was declined because the PSP didn't know it, but which the PSP charged anyway. Kassa doesn't
 * know of the charge yet.
 *
 * @param number of the card
 */
export async function makeLateCharge(
  rig: PaymentTestbed,
  options: SessionOptions = {},
  number = cardOf("approved").number,
): Promise<LateCharge> {
  const session = await rig.makeSession(options);
  rig.injectFault("POST", "timeout_after_charge");
  const begun = await beginPayment(rig.deps, rig.scope, session, { ...cardOf("approved"), number });
  assert.ok(begun.kind === "asked");
  rig.clearFaults();
  await rig.makeChecksDue(beyondAnyCallMs);
  await reconcileDueAttempts({ ...rig.deps, connectors: denying(rig) });
  assert.equal(await rig.summaryOf(session), "open, unpaid, charged 1 times");
  return { session, attempt: begun.attemptId };
}

/** Connectors of a PSP that says that it doesn't know any charge. */
export const denying = (rig: PaymentTestbed) =>
  wrapConnector(rig.deps.connectors, () => ({ findCharge: async () => ({ kind: "not_charged" }) }));

/** Reports the charge to Kassa, as a notification would, and reconciles it. */
export async function reportCharge(rig: PaymentTestbed, attempt: string): Promise<void> {
  await rig.db.database.inTenant(rig.scope, (trx) => checkSoon(trx, attempt));
  await reconcileDueAttempts(rig.deps);
}

/**
 * How much of a session's payment is late, how much of that was returned, and what the PSP still holds of it.
 * Disregards disputes.
 */
export async function lateSummary(rig: PaymentTestbed, session: string): Promise<string> {
  const [row] = await rig.db.sql<{ words: string }>(
    `SELECT format('%s late, %s returned, %s at the PSP', amount_late, amount_late_returned,
       (SELECT sum(c.amount_captured - c.amount_refunded) FROM sandbox_psp.charges c
        JOIN attempts a ON a.id = c.idempotency_key WHERE a.payment_id = p.id AND a.status = 'late')) AS words
     FROM payments p WHERE session_id = $1`,
    [session],
  );
  return row?.words ?? "absent";
}

/** The non-zero ledger balances of a session's payment, such as "surplus -100". */
export async function ledgerBalancesOf(rig: PaymentTestbed, session: string): Promise<string[]> {
  const entries = await rig.db.sql<{ words: string }>(
    `SELECT e.account || ' ' || sum(e.amount) AS words FROM ledger_entries e JOIN payments p ON p.id = e.payment_id
     WHERE p.session_id = $1 GROUP BY e.account HAVING sum(e.amount) <> 0 ORDER BY e.account`,
    [session],
  );
  return entries.map(({ words }) => words);
}
