import assert from "node:assert/strict";
import type { DisputeFacts } from "../../src/connectors/disputes.ts";
import { present } from "../../src/kernel/assert.ts";
import { beginPayment } from "../../src/payments/attempts/begin-payment.ts";
import { reportDispute } from "../../src/payments/dispute-reports/report-dispute.ts";
import { cardOf, type PaymentTestbed, type SessionOptions, sandboxRoute } from "./payments.ts";
import { until } from "./until.ts";

/** A captured charge of a card that leads to a dispute at the simulated PSP. */
export type DisputedSale = {
  readonly session: string;
  readonly attemptId: string;
  readonly connectorAccount: string;
  /** What the PSP reports about the dispute. */
  readonly facts: DisputeFacts;
};

/** Charges a card that leads to a dispute, and waits until the PSP has the dispute. Kassa isn't notified. */
export async function makeDisputedSale(
  rig: PaymentTestbed,
  number = "4000000000000259",
  options: SessionOptions = {},
): Promise<DisputedSale> {
  const session = await rig.makeSession(options);
  await beginPayment(rig.deps, rig.scope, session, { ...cardOf("approved"), number });
  const [attempt] = await rig.attemptsOf(session);
  assert.equal(attempt?.status, "approved");
  const { id: attemptId, connectorAccount } = present(attempt, "the attempt");
  return untilDisputed(rig, { session, attemptId, connectorAccount });
}

/** The dispute of a charge, as soon as the PSP has it. */
export async function untilDisputed(
  rig: PaymentTestbed,
  charge: Omit<DisputedSale, "facts">,
): Promise<DisputedSale> {
  const find = async () => {
    const [row] = await rig.db.sql<{ id: string }>(
      `SELECT d.id FROM sandbox_psp.disputes d JOIN sandbox_psp.charges c ON c.id = d.charge
       WHERE c.idempotency_key = $1`,
      [charge.attemptId],
    );
    return row?.id;
  };
  const id = await until(find, "the PSP has the dispute");
  return { ...charge, facts: await fetchDisputeFacts(rig, id) };
}

/** What the PSP reports about a dispute right now. */
export async function fetchDisputeFacts(rig: PaymentTestbed, pspReference: string): Promise<DisputeFacts> {
  const route = await sandboxRoute(rig.deps.connectors, rig.scope);
  const outcome = await route.connector.findDispute(
    { account: route.account, pspReference },
    { timeoutMs: 5_000 },
  );
  assert.ok(outcome.kind === "known", JSON.stringify(outcome));
  return outcome.dispute;
}

/** Reports a dispute to Kassa, as a notification would. */
export function reportToKassa(
  rig: PaymentTestbed,
  { attemptId, connectorAccount, facts }: DisputedSale,
): Promise<void> {
  const { pspReference } = facts;
  return rig.deps.database.inTenant(rig.scope, (trx) =>
    reportDispute(trx, { connectorAccount, pspReference, attemptId }),
  );
}

/** The stored dispute in a few words; undefined if Kassa has none. */
export async function disputeSummary(rig: PaymentTestbed, sale: DisputedSale): Promise<string | undefined> {
  const [row] = await rig.db.sql<{ words: string }>(
    `SELECT concat_ws(' ', stage, status, CASE WHEN accepted THEN 'accepted' END,
       CASE WHEN evidence_submitted_at IS NOT NULL THEN 'sent' END, 'pending ' || pending_action) AS words
     FROM disputes WHERE psp_reference = $1`,
    [sale.facts.pspReference],
  );
  return row?.words;
}
