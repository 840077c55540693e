import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ListBatchLinesOutcome, SettlementLine } from "../settlements.ts";
import { call, type StripeRig, startStripeRig } from "./test-support.ts";
import { translateBatch, translateLine } from "./translate-settlement.ts";

let rig: StripeRig;
before(async () => {
  rig = await startStripeRig();
});
after(async () => {
  assert.deepEqual(rig.stripe.problems, []);
  await rig.close();
});

const settlements = () => {
  assert.ok(rig.connector.settlements);
  return rig.connector.settlements;
};

async function all(
  list: (cursor: string | null) => Promise<ListBatchLinesOutcome>,
): Promise<SettlementLine[]> {
  const lines: SettlementLine[] = [];
  let cursor: string | null = null;
  do {
    const page = await list(cursor);
    assert.ok(page.kind === "page", JSON.stringify(page));
    lines.push(...page.lines);
    cursor = page.next;
  } while (cursor !== null);
  return lines;
}

test("lists what Stripe booked, page by page, and the lines of a payout, which name it", async () => {
  const paid = [];
  for (let number = 1; number <= 51; number += 1)
    paid.push(await rig.pay(`lines-${number}`, { amount: 1_000 }));
  const { account } = rig;
  const bookedAfter = new Date(Date.now() - 3_600_000).toISOString();
  const lines = await all((cursor) => settlements().listLines({ account, bookedAfter, cursor }, call));
  assert.equal(lines.length, 51);
  assert.deepEqual(
    new Set(lines.map(({ about }) => about)),
    new Set(paid.map((charge) => charge.pspReference)),
  );
  const { type, currency, gross, fee, net, batch, exchanged } = lines[0] ?? {};
  assert.deepEqual(
    [type, currency, gross, fee, net, batch, exchanged],
    ["charge", "EUR", 1_000, 40, 960, null, null],
  );

  rig.stripe.clock.advance(3 * 86_400);
  const payout = rig.stripe.payOut("eur");
  const createdAfter = bookedAfter;
  const batchesNow = async () => {
    const page = await settlements().listBatches({ account, createdAfter, cursor: null }, call);
    assert.ok(page.kind === "page");
    return page.batches.map(({ reference, status, amount, hasLines }) => [
      reference,
      status,
      amount,
      hasLines,
    ]);
  };
  assert.deepEqual(await batchesNow(), [[payout?.id, "in_transit", 51 * 960, false]]);
  rig.stripe.clock.advance(2 * 86_400);
  assert.deepEqual(await batchesNow(), [[payout?.id, "paid", 51 * 960, true]]);
  const reference = payout?.id ?? "";
  const own = await all((cursor) =>
    settlements().listBatchLines({ account, batch: reference, cursor }, call),
  );
  assert.equal(own.length, 51);
  assert.ok(own.every((line) => line.batch === reference));
});

test("is unknown where Stripe doesn't answer, or refuses the key", async () => {
  const { account } = rig;
  const request = { account, bookedAfter: "2026-11-01T00:00:00Z", cursor: null };
  rig.stripe.faults.add({ kind: "status_500_before", match: "/v1/balance_transactions" });
  assert.equal((await settlements().listLines(request, call)).kind, "unknown");
  const other = { ...account, settings: { ...account.settings, apiKey: "sk_test_wrong00000000" } };
  assert.equal((await settlements().listLines({ ...request, account: other }, call)).kind, "unknown");
});

const transaction = {
  object: "balance_transaction",
  id: "txn_1",
  amount: 920,
  fee: 45,
  net: 875,
  currency: "eur",
  created: 1_795_000_000,
  available_on: 1_795_100_000,
  exchange_rate: 0.92,
  reporting_category: "charge",
  source: {
    object: "charge",
    id: "ch_1",
    amount: 1_200,
    amount_captured: 1_000,
    currency: "usd",
    payment_intent: "pi_1",
  },
} as const;

test("an exchanged charge has the captured amount in the customer's currency", () => {
  const line = translateLine(transaction, "po_1");
  assert.deepEqual(line?.exchanged, { currency: "USD", amount: 1_000, rate: 0.92 });
  assert.deepEqual([line?.about, line?.gross, line?.batch], ["pi_1", 920, "po_1"]);
  const dispute = {
    ...transaction,
    amount: -920,
    fee: 1_500,
    net: -2_420,
    reporting_category: "dispute",
    source: { object: "dispute", id: "du_1", amount: 1_000, currency: "usd", payment_intent: "pi_1" },
  };
  const disputed = translateLine(dispute, null);
  assert.deepEqual([disputed?.about, disputed?.exchanged?.amount], ["du_1", -1_000]);
});

test("a category that Stripe adds is an adjustment", () => {
  const line = translateLine({ ...transaction, reporting_category: "climate_order" }, null);
  assert.deepEqual([line?.type, line?.category], ["adjustment", "climate_order"]);
});

test("a payout has the texts by which a bank shows it; one of a chosen amount has no lines", () => {
  const payout = {
    object: "payout",
    id: "po_1",
    amount: 500,
    currency: "eur",
    created: 1_795_000_000,
    arrival_date: 1_795_046_400,
    automatic: false,
    reconciliation_status: "not_applicable",
    status: "canceled",
    statement_descriptor: "SHOP",
    trace_id: { value: "TRC123" },
  } as const;
  const batch = translateBatch(payout);
  assert.deepEqual(batch?.bankTexts, ["TRC123", "SHOP", "po_1"]);
  assert.deepEqual([batch?.status, batch?.hasLines], ["failed", false]);
});
