import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import {
  type DisputedSale,
  disputeSummary,
  fetchDisputeFacts,
  reportToKassa,
  untilDisputed,
} from "../../test/support/disputes.ts";
import {
  denying,
  lateSummary,
  ledgerBalancesOf,
  makeLateCharge,
  reportCharge,
} from "../../test/support/late-funds.ts";
import { unfinishedWork } from "../../test/support/oracle.ts";
import { cardOf, usePaymentTestbed } from "../../test/support/payments.ts";
import { until } from "../../test/support/until.ts";
import type { DisputeFacts } from "../connectors/disputes.ts";
import { present } from "../kernel/assert.ts";
import { verifyLedger } from "../ledger/verify/verify-ledger.ts";
import { beginPayment } from "../payments/attempts/begin-payment.ts";
import { reconcileDueAttempts } from "../payments/attempts/reconcile.ts";
import { refundPayment } from "../payments/movements/move-money.ts";
import { reconcileDueMovements } from "../payments/movements/reconcile-movements.ts";
import { applyFacts } from "./apply-facts.ts";
import { checkDueReports } from "./check-due-reports.ts";
import { reconcileDueDisputes } from "./reconcile-disputes.ts";
import { respond } from "./respond.ts";

/** Disputes of late charges. */
const rig = usePaymentTestbed({ pendingMs: 50 });
afterEach(async () => {
  rig.clearFaults();
  await rig.db.sql("UPDATE tenants SET late_funds = 'refund'");
});

const fraudCard = "4000000000000259";
const inquiryCard = "4000000000001976";
const fee = 1500;

/** A late charge that the customer's bank has disputed. Kassa knows neither of the charge nor of the dispute. */
async function disputedLate(card = fraudCard): Promise<DisputedSale> {
  const { session, attempt } = await makeLateCharge(rig, { amount: 100 }, card);
  const [{ connectorAccount } = { connectorAccount: "none" }] = await rig.attemptsOf(session);
  return untilDisputed(rig, { session, attemptId: attempt, connectorAccount });
}

/** The same, after Kassa has learned of the charge and then of the dispute. Also returns the dispute's id. */
async function opened(card = fraudCard): Promise<DisputedSale & { readonly id: string }> {
  const sale = await disputedLate(card);
  await reportCharge(rig, sale.attemptId);
  return learnOfDispute(sale);
}

async function learnOfDispute(sale: DisputedSale): Promise<DisputedSale & { readonly id: string }> {
  await reportToKassa(rig, sale);
  await checkDueReports(rig.deps);
  return { ...sale, id: await idOf(sale) };
}

async function idOf({ facts }: DisputedSale): Promise<string> {
  const [row] = await rig.db.sql<{ id: string }>("SELECT id FROM disputes WHERE psp_reference = $1", [
    facts.pspReference,
  ]);
  return present(row, "the dispute").id;
}

/** Responds to the dispute and waits until the bank has decided. Kassa doesn't ask for the result. */
async function decide({ id, facts }: DisputedSale & { id: string }, how: "win" | "lose"): Promise<void> {
  const winning = {
    action: "evidence",
    input: { texts: { uncategorizedText: "winning_evidence" } },
  } as const;
  assert.ok((await respond(rig.deps, rig.scope, id, how === "win" ? winning : { action: "accept" })).ok);
  const isOver = async () => /^(won|lost)$/.test((await fetchDisputeFacts(rig, facts.pspReference)).status);
  await until(isOver, "the bank has decided");
}

async function learnResult(): Promise<void> {
  await rig.db.sql(
    `UPDATE disputes SET next_check_at = LEAST(next_check_at, time.now), lease_until = NULL
     FROM (SELECT now()) AS time WHERE next_check_at IS NOT NULL`,
  );
  await reconcileDueDisputes(rig.deps);
}

async function hurryMovements(): Promise<void> {
  await rig.makeChecksDue();
  await reconcileDueMovements(rig.deps);
}

/** The disputed amounts of the payment: of its late funds and of its own. */
async function heldOf(session: string): Promise<string> {
  const [row] = await rig.db.sql<{ words: string }>(
    "SELECT amount_late_disputed || ' late, ' || amount_disputed || ' own' AS words FROM payments WHERE session_id = $1",
    [session],
  );
  return present(row, "the payment").words;
}

/** Whether a report of the dispute waits for its next check, and why it isn't applied. */
async function waitingReport({ facts }: DisputedSale): Promise<object | undefined> {
  const [report] = await rig.db.sql(
    `SELECT next_check_at IS NOT NULL AS waits, quarantine_reason AS quarantine FROM reported_disputes
     WHERE psp_reference = $1`,
    [facts.pspReference],
  );
  return report;
}

/** The oracle, `kassa ledger verify` and the PSP's charge log find no differences, and no work is left. */
async function assertSettled(): Promise<void> {
  await rig.assertInvariants();
  assert.deepEqual(await unfinishedWork(rig.db), []);
  assert.deepEqual((await verifyLedger(rig.db.settings, [rig.scope])).differences, []);
}

test("late funds that are disputed before their return are returned once, after the dispute is won", async () => {
  const sale = await opened();
  assert.equal(await lateSummary(rig, sale.session), "100 late, 0 returned, 100 at the PSP");
  assert.equal(await heldOf(sale.session), "100 late, 0 own");
  assert.deepEqual(await ledgerBalancesOf(rig, sale.session), [
    "disputes 100",
    `fees ${fee}`,
    `psp_clearing ${-fee}`,
    "surplus -100",
  ]);
  await assertSettled();
  await decide(sale, "win");
  await learnResult();
  assert.equal(await heldOf(sale.session), "0 late, 0 own");
  assert.equal(await lateSummary(rig, sale.session), "100 late, 100 returned, 0 at the PSP");
  assert.deepEqual(await ledgerBalancesOf(rig, sale.session), [`fees ${fee}`, `psp_clearing ${-fee}`]);
  assert.deepEqual(await rig.eventsOf(sale.session), [
    "payment.attempt_failed",
    "payment.late_funds",
    "refund.created",
    "refund.failed",
    "dispute.opened",
    "dispute.updated",
    "dispute.closed",
    "refund.created",
    "refund.succeeded",
  ]);
  await assertSettled();
});

test("after a lost dispute, late funds aren't returned, and the loss is booked to the surplus", async () => {
  const sale = await opened();
  await decide(sale, "lose");
  assert.equal(await disputeSummary(rig, sale), "chargeback lost accepted");
  assert.equal(await lateSummary(rig, sale.session), "100 late, 0 returned, 100 at the PSP");
  assert.deepEqual(await ledgerBalancesOf(rig, sale.session), [`fees ${fee}`, `psp_clearing ${-fee}`]);
  assert.equal(await heldOf(sale.session), "100 late, 0 own");
  await assertSettled();
});

test("late funds that were kept are the merchant's to win or lose", async () => {
  await rig.db.sql("UPDATE tenants SET late_funds = 'keep'");
  const won = await opened();
  await decide(won, "win");
  await learnResult();
  assert.equal(await lateSummary(rig, won.session), "100 late, 0 returned, 100 at the PSP");
  assert.deepEqual(await ledgerBalancesOf(rig, won.session), [
    `fees ${fee}`,
    "merchant_payable -100",
    `psp_clearing ${100 - fee}`,
  ]);
  const lost = await opened();
  await decide(lost, "lose");
  assert.deepEqual(await ledgerBalancesOf(rig, lost.session), [`fees ${fee}`, `psp_clearing ${-fee}`]);
  await assertSettled();
});

test("a return that the PSP refused during the dispute is repeated, even if Kassa learns of the refusal after the win", async () => {
  const sale = await disputedLate();
  rig.injectFault("POST", "timeout_after_charge");
  await reportCharge(rig, sale.attemptId);
  rig.clearFaults();
  const known = await learnOfDispute(sale);
  await decide(known, "win");
  await learnResult();
  assert.equal(await disputeSummary(rig, sale), "chargeback won sent");
  assert.equal(await lateSummary(rig, sale.session), "100 late, 0 returned, 100 at the PSP");
  await hurryMovements();
  await hurryMovements();
  assert.equal(await lateSummary(rig, sale.session), "100 late, 100 returned, 0 at the PSP");
  await assertSettled();
});

test("twenty concurrent reports of a win return the money once", async () => {
  const sale = await opened();
  await decide(sale, "win");
  const won = await fetchDisputeFacts(rig, sale.facts.pspReference);
  await Promise.all(
    Array.from({ length: 20 }, () => applyFacts(rig.deps, rig.scope, sale.connectorAccount, won)),
  );
  assert.equal(await lateSummary(rig, sale.session), "100 late, 100 returned, 0 at the PSP");
  const refunds = (await rig.eventsOf(sale.session)).filter((type) => type === "refund.created");
  assert.equal(refunds.length, 2);
  await assertSettled();
});

test("a dispute that is reported before its charge is known makes Kassa check the charge, and is opened after it", async () => {
  const sale = await disputedLate();
  await reportToKassa(rig, sale);
  await checkDueReports(rig.deps);
  assert.deepEqual(await waitingReport(sale), { waits: true, quarantine: null });
  assert.equal(await disputeSummary(rig, sale), undefined);
  await reconcileDueAttempts(rig.deps);
  assert.equal(await lateSummary(rig, sale.session), "100 late, 0 returned, 100 at the PSP");
  await checkDueReports(rig.deps);
  assert.equal(await disputeSummary(rig, sale), "chargeback needs_response");
  await assertSettled();
});

test("a dispute of a declined charge is quarantined once the PSP has said again that it took no money, and opened if it did", async () => {
  const sale = await disputedLate();
  await reportToKassa(rig, sale);
  const check = async () => {
    await rig.db.sql("UPDATE reported_disputes SET next_check_at = now() WHERE next_check_at IS NOT NULL");
    await checkDueReports(rig.deps);
    return waitingReport(sale);
  };
  rig.injectFault("GET", "status_500_after_charge");
  assert.deepEqual(
    await check(),
    { waits: true, quarantine: null },
    "the PSP didn't answer about the dispute",
  );
  rig.clearFaults();
  assert.deepEqual(await check(), { waits: true, quarantine: null });
  assert.deepEqual(await check(), { waits: true, quarantine: null }, "the PSP hasn't been asked yet");
  await reconcileDueAttempts({ ...rig.deps, connectors: denying(rig) });
  assert.deepEqual(await check(), { waits: false, quarantine: "charge_not_captured" });
  await reportCharge(rig, sale.attemptId);
  assert.deepEqual(await check(), { waits: false, quarantine: null });
  assert.equal(await disputeSummary(rig, sale), "chargeback needs_response");
  await assertSettled();
});

test("late funds are returned despite an inquiry, which is closed by the return", async () => {
  const sale = await opened(inquiryCard);
  assert.equal(await lateSummary(rig, sale.session), "100 late, 100 returned, 0 at the PSP");
  assert.equal(await disputeSummary(rig, sale), "inquiry closed");
  assert.equal(await heldOf(sale.session), "0 late, 0 own");
  await assertSettled();
});

test("a dispute of late funds doesn't hold the money that paid the session", async () => {
  const { session, attempt } = await makeLateCharge(rig, { amount: 100 }, fraudCard);
  await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
  const [{ connectorAccount, paymentId } = { connectorAccount: "", paymentId: "" }] =
    await rig.attemptsOf(session);
  const sale = await untilDisputed(rig, { session, attemptId: attempt, connectorAccount });
  await reportCharge(rig, attempt);
  await learnOfDispute(sale);
  assert.equal(await heldOf(session), "100 late, 0 own");
  const refunded = await refundPayment(rig.deps, rig.scope, paymentId, {});
  assert.ok(refunded.ok && refunded.value.status === "succeeded");
  await assertSettled();
});

// The simulated PSP has no disputes of returned money; other PSPs do. This test is last because the charge log lacks the dispute.
test("a chargeback of late funds that were already returned is the merchant's loss", async () => {
  const { session, attempt } = await makeLateCharge(rig, { amount: 100 });
  await reportCharge(rig, attempt);
  const [{ connectorAccount } = { connectorAccount: "" }] = await rig.attemptsOf(session);
  const facts: Omit<DisputeFacts, "status"> = {
    ...{ pspReference: "spd_after", chargeKey: attempt, stage: "chargeback", reason: "fraudulent" },
    ...{ amount: 100, currency: "EUR", fee: 0, evidenceDueAt: null },
  };
  const hear = (status: "needs_response" | "lost") =>
    applyFacts(rig.deps, rig.scope, connectorAccount, { ...facts, status });
  assert.equal((await hear("needs_response")).kind, "moved");
  assert.equal((await hear("lost")).kind, "moved");
  assert.deepEqual(await ledgerBalancesOf(rig, session), ["merchant_payable 100", "psp_clearing -100"]);
  assert.equal(await lateSummary(rig, session), "100 late, 100 returned, 0 at the PSP");
  assert.deepEqual((await verifyLedger(rig.db.settings, [rig.scope])).differences, []);
});
