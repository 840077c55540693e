import assert from "node:assert/strict";
import { verifyLedger } from "../../src/ledger/verify/verify-ledger.ts";
import { beginPayment } from "../../src/payments/attempts/begin-payment.ts";
import { makeComparison } from "../../src/payments/compare/compare-with-psps.ts";
import { cardOf, type PaymentTestbed, type SessionOptions } from "./payments.ts";
import { type DashboardMovement, moveAtDashboard } from "./psp-dashboard.ts";

/** A payment with the PSP's reference of its charge. */
export type Sale = { readonly session: string; readonly payment: string; readonly charge: string };

/** Sales of a testbed whose charges are then changed at the PSP's own dashboard. */
export class DashboardSales {
  readonly #rig: PaymentTestbed;

  constructor(rig: PaymentTestbed) {
    this.#rig = rig;
  }

  /** A card payment of 100, captured immediately by default. */
  async pay(options: SessionOptions = {}, number = cardOf("approved").number): Promise<Sale> {
    const { deps, scope } = this.#rig;
    const session = await this.#rig.makeSession({ amount: 100, ...options });
    await beginPayment(deps, scope, session, { ...cardOf("approved"), number });
    const [attempt] = await this.#rig.attemptsOf(session);
    assert.ok(attempt && attempt.pspReference !== null);
    return { session, payment: attempt.paymentId, charge: attempt.pspReference };
  }

  /** `amount` in minor units; a void has none. `key`: default, a key of the dashboard's own. */
  atPsp({ charge }: Sale, kind: DashboardMovement["kind"], amount?: number, key?: string): Promise<void> {
    const { psp, keyring, scope } = this.#rig;
    const movement = {
      tenantId: scope.tenantId,
      charge,
      kind,
      ...(amount === undefined ? {} : { amount }),
      ...(key === undefined ? {} : { key }),
    };
    return moveAtDashboard({ url: psp.url, keyring }, movement);
  }

  compare(): Promise<boolean> {
    return makeComparison(this.#rig.deps).round();
  }

  /** The payment's status and amounts, and its ledger balance at the PSP. */
  async summaryOf({ payment }: Sale): Promise<string> {
    const [row] = await this.#rig.db.sql<{ words: string }>(
      `SELECT format('%s: %s captured, %s released, %s refunded, %s pending, %s at the PSPs', status, amount_captured,
         amount_released, amount_refunded, amount_refund_pending,
         (SELECT COALESCE(sum(amount), 0) FROM ledger_entries e WHERE e.payment_id = p.id AND account = 'psp_clearing')) AS words
       FROM payments p WHERE id = $1`,
      [payment],
    );
    return row?.words ?? "absent";
  }

  /** What the PSP and Kassa captured and released of the charge, and what Kassa's ledger says of both. */
  async amountsOnBothSides({ payment, charge }: Sale): Promise<string> {
    const [row] = await this.#rig.db.sql<{ words: string }>(
      `SELECT format('PSP %s+%s, Kassa %s+%s, ledger %s+%s', c.amount_captured, c.amount_released, p.amount_captured,
         p.amount_released, psp, p.amount_authorized - psp - held) AS words
       FROM payments p JOIN sandbox_psp.charges c ON c.id = $2,
         LATERAL (SELECT COALESCE(sum(amount) FILTER (WHERE account = 'psp_clearing'), 0) AS psp,
           COALESCE(sum(amount) FILTER (WHERE account = 'customer_funds_receivable'), 0) AS held
           FROM ledger_entries e WHERE e.payment_id = p.id) l
       WHERE p.id = $1`,
      [payment, charge],
    );
    return row?.words ?? "absent";
  }

  /** The types of the session's last events. */
  async lastEventTypes({ session }: Sale, count: number): Promise<string[]> {
    return (await this.#rig.eventsOf(session)).slice(-count);
  }

  /** Fails if an invariant is violated, the ledger differs from the payments, or a notification is in quarantine. */
  async assertInvariants(): Promise<void> {
    await this.#rig.assertInvariants();
    const { settings, sql } = this.#rig.db;
    assert.deepEqual((await verifyLedger(settings, [this.#rig.scope])).differences, []);
    assert.deepEqual(await sql("SELECT quarantine_reason FROM psp_notifications"), []);
  }
}
