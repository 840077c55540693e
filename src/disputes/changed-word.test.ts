import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type DisputedSale,
  fetchDisputeFacts,
  makeDisputedSale,
  reportToKassa,
} from "../../test/support/disputes.ts";
import { ledgerBalancesOf, makeLateCharge, reportCharge } from "../../test/support/late-funds.ts";
import { unfinishedWork } from "../../test/support/oracle.ts";
import { usePaymentTestbed } from "../../test/support/payments.ts";
import { until } from "../../test/support/until.ts";
import type { DisputeFacts } from "../connectors/disputes.ts";
import { present } from "../kernel/assert.ts";
import { verifyLedger } from "../ledger/verify/verify-ledger.ts";
import { refundPayment } from "../payments/movements/move-money.ts";
import { type Applied, applyFacts } from "./apply-facts.ts";
import { checkDueReports } from "./check-due-reports.ts";
import type { StoredDispute } from "./dispute.ts";
import { findByReference } from "./queries.ts";
import { respond } from "./respond.ts";

/** Banks that decide otherwise after they have decided, and decisions about a part. Amounts are minor units. */
// The bank does nothing by itself while a test looks.
const rig = usePaymentTestbed({ pendingMs: 600_000 });

const amount = 2599;
const fee = 1500;

function storedDispute({ connectorAccount, facts }: DisputedSale): Promise<StoredDispute | undefined> {
  return rig.deps.database.inTenant(rig.scope, (trx) =>
    findByReference(trx, connectorAccount, facts.pspReference),
  );
}

/** A chargeback that Kassa knows. */
async function openedSale(): Promise<DisputedSale> {
  const opening = makeDisputedSale(rig);
  const isDue = async () => {
    const sql = "UPDATE sandbox_psp.charges SET dispute_at = now() WHERE dispute_at > now() RETURNING id";
    return (await rig.db.sql(sql)).length > 0;
  };
  await until(isDue, "the charge is to be disputed");
  const sale = await opening;
  await learn(sale);
  return sale;
}

async function learn(sale: DisputedSale): Promise<void> {
  await reportToKassa(rig, sale);
  await checkDueReports(rig.deps);
}

async function sendEvidence(sale: DisputedSale, text: string): Promise<void> {
  const { id } = present(await storedDispute(sale), "the dispute");
  const input = { texts: { uncategorizedText: text } };
  assert.ok((await respond(rig.deps, rig.scope, id, { action: "evidence", input })).ok);
}

/** Has the simulated bank decide what it is to decide next, and Kassa ask. */
async function learnDecision(sale: DisputedSale, status: DisputeFacts["status"]): Promise<void> {
  await rig.db.sql("UPDATE sandbox_psp.disputes SET due_at = now() WHERE id = $1", [sale.facts.pspReference]);
  const isDecided = async () =>
    (await fetchDisputeFacts(rig, sale.facts.pspReference)).status === status || undefined;
  await until(isDecided, `the bank says ${status}`);
  await learn(sale);
}

/** Applies another report, asked for when the dispute was as it is now. */
async function hear(sale: DisputedSale, report: Partial<DisputeFacts>): Promise<Applied> {
  const whenAsked = await storedDispute(sale);
  const facts = { ...sale.facts, ...report };
  return applyFacts(rig.deps, rig.scope, sale.connectorAccount, facts, { whenAsked });
}

async function standing(sale: DisputedSale): Promise<string> {
  const { status, amountLost, revision } = present(await storedDispute(sale), "the dispute");
  const [payment] = await rig.db.sql<{ held: number }>(
    "SELECT amount_disputed AS held FROM payments WHERE session_id = $1",
    [sale.session],
  );
  return `${status}, ${amountLost} lost, ${payment?.held} held of the payment, revision ${revision}`;
}

const disputeEvents = async (sale: DisputedSale) =>
  (await rig.eventsOf(sale.session)).filter((type) => type.startsWith("dispute."));

async function assertBooks(): Promise<void> {
  assert.deepEqual((await verifyLedger(rig.db.settings, [rig.scope])).differences, []);
}

test("a dispute that is won and then lost: the bank takes the money once more, and the merchant loses it", async () => {
  const sale = await openedSale();
  await sendEvidence(sale, "winning_then_losing_evidence");
  await learnDecision(sale, "won");
  await learnDecision(sale, "lost");
  assert.equal(await standing(sale), `lost, ${amount} lost, ${amount} held of the payment, revision 1`);
  assert.deepEqual(await ledgerBalancesOf(rig, sale.session), [`fees ${fee}`, `psp_clearing ${-fee}`]);
  assert.deepEqual(await disputeEvents(sale), [
    "dispute.opened",
    "dispute.updated",
    "dispute.closed",
    "dispute.closed",
  ]);
  await rig.assertInvariants();
  assert.deepEqual(await unfinishedWork(rig.db), []);
  await assertBooks();
});

test("a dispute that is lost and then won: the loss is undone, and the bank gives the money back", async () => {
  const sale = await openedSale();
  await sendEvidence(sale, "losing_then_winning_evidence");
  await learnDecision(sale, "lost");
  await learnDecision(sale, "won");
  assert.equal(await standing(sale), "won, 0 lost, 0 held of the payment, revision 1");
  assert.deepEqual(await ledgerBalancesOf(rig, sale.session), [
    `fees ${fee}`,
    `merchant_payable ${-amount}`,
    `psp_clearing ${amount - fee}`,
  ]);
  await rig.assertInvariants();
  await assertBooks();
});

test("a dispute that is won in part: the rest is lost, and only what came back can be refunded", async () => {
  const sale = await openedSale();
  await sendEvidence(sale, "partly_winning_evidence");
  await learnDecision(sale, "won");
  const lost = Math.floor(amount / 2);
  assert.equal(await standing(sale), `won, ${lost} lost, ${lost} held of the payment, revision 0`);
  assert.deepEqual(await ledgerBalancesOf(rig, sale.session), [
    `fees ${fee}`,
    `merchant_payable ${lost - amount}`,
    `psp_clearing ${amount - lost - fee}`,
  ]);
  const { paymentId } = present(await storedDispute(sale), "the dispute");
  const tooMuch = await refundPayment(rig.deps, rig.scope, paymentId, { amount: amount - lost + 1 });
  assert.ok(!tooMuch.ok && tooMuch.failure.code === "payment_disputed");
  assert.ok((await refundPayment(rig.deps, rig.scope, paymentId, { amount: amount - lost })).ok);
  await rig.assertInvariants();
  await assertBooks();
});

// From here on Kassa hears what the simulated bank doesn't do, so the oracle's comparison with its log doesn't apply.

test("whatever a bank says in turn, the balances are those of its last word, and a repeated report posts nothing", async () => {
  const sale = await openedSale();
  const steps: readonly (readonly [Partial<DisputeFacts>, string, readonly string[]])[] = [
    [
      { status: "won", amountLost: 999 },
      `won, 999 lost, 999 held of the payment, revision 0`,
      ["dispute.closed"],
    ],
    [
      { status: "lost" },
      `lost, ${amount} lost, ${amount} held of the payment, revision 1`,
      ["dispute.closed"],
    ],
    [
      { status: "lost", amountLost: 600 },
      `lost, 600 lost, 600 held of the payment, revision 2`,
      ["dispute.closed"],
    ],
    [
      { status: "needs_response" },
      `needs_response, 0 lost, ${amount} held of the payment, revision 3`,
      ["dispute.reopened"],
    ],
    [{ status: "won" }, "won, 0 lost, 0 held of the payment, revision 3", ["dispute.closed"]],
    [
      { status: "under_review" },
      `under_review, 0 lost, ${amount} held of the payment, revision 4`,
      ["dispute.reopened"],
    ],
    [
      { status: "lost", amountLost: 1 },
      "lost, 1 lost, 1 held of the payment, revision 4",
      ["dispute.closed"],
    ],
    [{ status: "won" }, "won, 0 lost, 0 held of the payment, revision 5", ["dispute.closed"]],
  ];
  for (const [report, expected, events] of steps) {
    const before = await disputeEvents(sale);
    assert.equal((await hear(sale, report)).kind, "moved", expected);
    assert.equal((await hear(sale, report)).kind, "no_change", expected);
    assert.equal(await standing(sale), expected);
    assert.deepEqual((await disputeEvents(sale)).slice(before.length), events, expected);
    await assertBooks();
  }
  assert.deepEqual(await ledgerBalancesOf(rig, sale.session), [
    `fees ${fee}`,
    `merchant_payable ${-amount}`,
    `psp_clearing ${amount - fee}`,
  ]);
});

test("an answer that was asked for before the end doesn't change it, and the PSP is asked again", async () => {
  const sale = await openedSale();
  const whenAsked = await storedDispute(sale);
  assert.equal((await hear(sale, { status: "lost" })).kind, "moved");
  const facts: DisputeFacts = { ...sale.facts, status: "won" };
  const late = await applyFacts(rig.deps, rig.scope, sale.connectorAccount, facts, { whenAsked });
  assert.equal(late.kind, "outdated");
  assert.equal(await standing(sale), `lost, ${amount} lost, ${amount} held of the payment, revision 0`);
  const [waiting] = await rig.db.sql(
    "SELECT FROM reported_disputes WHERE psp_reference = $1 AND next_check_at IS NOT NULL",
    [facts.pspReference],
  );
  assert.ok(waiting, "a report is due");
});

test("an answer that was asked for at an earlier win doesn't change a later one", async () => {
  const sale = await openedSale();
  await hear(sale, { status: "won" });
  const whenAsked = await storedDispute(sale);
  for (const status of ["lost", "won"] as const) assert.equal((await hear(sale, { status })).kind, "moved");
  const facts: DisputeFacts = { ...sale.facts, status: "lost" };
  const late = await applyFacts(rig.deps, rig.scope, sale.connectorAccount, facts, { whenAsked });
  assert.equal(late.kind, "outdated");
  assert.equal(await standing(sale), "won, 0 lost, 0 held of the payment, revision 2");
});

test("of twenty concurrent answers that a won dispute is lost, one posts", async () => {
  const sale = await openedSale();
  await hear(sale, { status: "won" });
  const applied = await Promise.all(Array.from({ length: 20 }, () => hear(sale, { status: "lost" })));
  assert.equal(applied.filter(({ kind }) => kind === "moved").length, 1);
  assert.equal(await standing(sale), `lost, ${amount} lost, ${amount} held of the payment, revision 1`);
  await assertBooks();
});

test("late funds that are returned after a win and then lost all the same are the merchant's loss, until it is undone", async () => {
  const { session, attempt } = await makeLateCharge(rig, { amount: 100 });
  await reportCharge(rig, attempt);
  const [{ connectorAccount } = { connectorAccount: "" }] = await rig.attemptsOf(session);
  const facts: DisputeFacts = {
    ...{ pspReference: "spd_changed", chargeKey: attempt, stage: "chargeback", reason: "fraudulent" },
    ...{ status: "needs_response", amount: 100, currency: "EUR", fee: 0, evidenceDueAt: null },
  };
  const sale = { session, attemptId: attempt, connectorAccount, facts };
  await hear(sale, {});
  await hear(sale, { status: "won" });
  await hear(sale, { status: "lost" });
  assert.deepEqual(await ledgerBalancesOf(rig, session), ["merchant_payable 100", "psp_clearing -100"]);
  await assertBooks();
  await hear(sale, { status: "won" });
  assert.deepEqual(await ledgerBalancesOf(rig, session), []);
  await assertBooks();
});
