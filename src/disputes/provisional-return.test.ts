import assert from "node:assert/strict";
import { test } from "node:test";
import { type DisputedSale, makeDisputedSale, reportToKassa } from "../../test/support/disputes.ts";
import { ledgerBalancesOf } from "../../test/support/late-funds.ts";
import { usePaymentTestbed } from "../../test/support/payments.ts";
import type { DisputeFacts } from "../connectors/disputes.ts";
import { verifyLedger } from "../ledger/verify/verify-ledger.ts";
import { applyFacts } from "./apply-facts.ts";
import { checkDueReports } from "./check-due-reports.ts";
import { findByReference } from "./queries.ts";

/** PSPs that give the money back while the bank still looks at the evidence. Amounts are minor units. */
const rig = usePaymentTestbed({ pendingMs: 50 });

const amount = 2599;

async function opened(): Promise<DisputedSale> {
  const sale = await makeDisputedSale(rig);
  await reportToKassa(rig, sale);
  await checkDueReports(rig.deps);
  return sale;
}

const storedDispute = ({ connectorAccount, facts }: DisputedSale) =>
  rig.deps.database.inTenant(rig.scope, (trx) => findByReference(trx, connectorAccount, facts.pspReference));

/** Applies a report twice: the second time nothing changes. Then the books have to be right. */
async function hear(sale: DisputedSale, report: Partial<DisputeFacts>): Promise<void> {
  const facts = { ...sale.facts, ...report };
  for (const expected of ["moved", "no_change"]) {
    const whenAsked = await storedDispute(sale);
    const { kind } = await applyFacts(rig.deps, rig.scope, sale.connectorAccount, facts, { whenAsked });
    assert.equal(kind, expected);
  }
  assert.deepEqual((await verifyLedger(rig.db.settings, [rig.scope])).differences, []);
}

/** What the bank holds of the payment, and the balances of the ledger without the fee. */
async function books(sale: DisputedSale): Promise<string> {
  const [payment] = await rig.db.sql<{ held: number }>(
    "SELECT amount_disputed AS held FROM payments WHERE session_id = $1",
    [sale.session],
  );
  const balances = await ledgerBalancesOf(rig, sale.session);
  return [`${payment?.held} disputed`, ...balances.filter((balance) => !balance.startsWith("fees"))].join(
    ", ",
  );
}

const { status, amountReturned } = { status: "under_review", amountReturned: amount } as const;
/** The fee is booked with the chargeback. */
const fee = 1500;

test("what comes back during the review is at the PSP again, can't be refunded, and counts by the decision", async () => {
  const [won, lost] = [await opened(), await opened()];
  for (const sale of [won, lost]) {
    await hear(sale, { status });
    assert.equal(
      await books(sale),
      `${amount} disputed, disputes ${amount}, merchant_payable ${-amount}, psp_clearing ${-fee}`,
    );
    await hear(sale, { status, amountReturned });
    assert.equal(
      await books(sale),
      `${amount} disputed, merchant_payable ${-amount}, psp_clearing ${amount - fee}`,
    );
  }
  await hear(won, { status: "won" });
  assert.equal(await books(won), `0 disputed, merchant_payable ${-amount}, psp_clearing ${amount - fee}`);
  await hear(lost, { status: "lost" });
  assert.equal(await books(lost), `${amount} disputed, psp_clearing ${-fee}`);
  assert.equal((await storedDispute(lost))?.amountReturned, amount);
});

test("a part comes back with the first word of the review, and a part of it is lost", async () => {
  const sale = await opened();
  await hear(sale, { status, amountReturned: 1000 });
  assert.equal(
    await books(sale),
    `${amount} disputed, disputes ${amount - 1000}, merchant_payable ${-amount}, psp_clearing ${1000 - fee}`,
  );
  await hear(sale, { status: "won", amountLost: amount - 1000 });
  assert.equal(
    await books(sale),
    `${amount - 1000} disputed, merchant_payable -1000, psp_clearing ${1000 - fee}`,
  );
});

test("a dispute that is examined again may bring the money back once more", async () => {
  const sale = await opened();
  await hear(sale, { status, amountReturned });
  await hear(sale, { status: "lost" });
  await hear(sale, { status, amountReturned: 600 });
  assert.equal(
    await books(sale),
    `${amount} disputed, disputes ${amount - 600}, merchant_payable ${-amount}, psp_clearing ${600 - fee}`,
  );
  await hear(sale, { status: "lost" });
  assert.equal(await books(sale), `${amount} disputed, psp_clearing ${-fee}`);
});
