import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { mostEntries } from "./post.ts";
import { type PostedLine, settlementPostings } from "./settlement-postings.ts";

const line = (changes: Partial<PostedLine> = {}): PostedLine => ({
  id: "stl_1",
  connectorAccount: "ca_1",
  type: "charge",
  currency: "EUR",
  gross: 1_000,
  fee: 40,
  net: 960,
  exchangedCurrency: null,
  exchangedAmount: null,
  settles: "pay_1",
  ...changes,
});

const posted = (changes: Partial<PostedLine>): string[] =>
  settlementPostings(line(changes)).map(
    ({ kind, currency, paymentId, entries }) =>
      `${kind} ${currency} ${paymentId}: ${entries.map(([account, amount]) => `${account} ${amount}`).join(", ")}`,
  );

test("a charge clears its gross amount; what doesn't match, clears nothing", () => {
  assert.deepEqual(posted({}), [
    "settled EUR pay_1: psp_receivable 960, processing_fees 40, psp_clearing -1000",
  ]);
  assert.deepEqual(posted({ settles: null }), [
    "settlement_unmatched EUR null: psp_receivable 960, processing_fees 40, adjustments -1000",
  ]);
});

test("a dispute clears its amount and its fee, which it has posted itself", () => {
  assert.deepEqual(posted({ type: "dispute", gross: -1_000, fee: 1_500, net: -2_500 }), [
    "settled EUR pay_1: psp_receivable -2500, psp_clearing 2500",
  ]);
});

test("an exchange is posted in both currencies", () => {
  const exchanged = { exchangedCurrency: "USD", exchangedAmount: 1_100 };
  assert.deepEqual(posted(exchanged), [
    "settled EUR pay_1: psp_receivable 960, processing_fees 40, fx -1000",
    "exchanged USD pay_1: fx 1100, psp_clearing -1100",
  ]);
  const dispute = { type: "dispute", gross: -1_000, fee: 1_500, net: -2_500 };
  assert.deepEqual(posted({ ...dispute, ...exchanged, exchangedAmount: -1_100 }), [
    "settled EUR pay_1: psp_receivable -2500, fees 1500, fx 1000",
    "exchanged USD pay_1: fx -1100, psp_clearing 1100",
  ]);
});

test("fees, reserves and payouts belong to no payment", () => {
  const own = { settles: null, fee: 0, gross: -300, net: -300 };
  assert.deepEqual(
    ["fee", "reserve", "payout", "adjustment"].flatMap((type) => posted({ ...own, type })),
    [
      "settlement_fee EUR null: psp_receivable -300, processing_fees 300",
      "settlement_reserve EUR null: psp_receivable -300, reserves 300",
      "paid_out EUR null: psp_receivable -300, in_transit 300",
      "settlement_unmatched EUR null: psp_receivable -300, adjustments 300",
    ],
  );
  assert.deepEqual(posted({ ...own, type: "payout", gross: 0, net: 0 }), []);
});

test("every transaction sums to zero, for any line", () => {
  const amount = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
  const type = fc.constantFrom(
    "charge",
    "charge_failure",
    "refund",
    "refund_failure",
    "dispute",
    "fee",
    "reserve",
    "payout",
    "adjustment",
  );
  fc.assert(
    fc.property(
      type,
      amount,
      amount,
      amount,
      fc.boolean(),
      fc.boolean(),
      (type, gross, fee, other, isOther, isKnown) => {
        const exchange = isOther ? { exchangedCurrency: "USD", exchangedAmount: other } : {};
        const settles = isKnown ? "pay_1" : null;
        for (const { entries } of settlementPostings(
          line({ type, gross, fee, net: gross - fee, settles, ...exchange }),
        )) {
          assert.equal(
            entries.reduce((sum, [, each]) => sum + each, 0),
            0,
          );
          assert.ok(entries.length >= 2 && entries.length <= mostEntries);
        }
      },
    ),
  );
});
