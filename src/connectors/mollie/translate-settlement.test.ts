import assert from "node:assert/strict";
import { test } from "node:test";
import { settlementTypeOf, settlementTypes } from "./settlement-types.ts";
import { translateSettlement, translateTransaction } from "./translate-settlement.ts";
import type { WireBalanceTransaction } from "./wire.ts";

const euros = (value: string) => ({ currency: "EUR", value });

const transaction: WireBalanceTransaction = {
  id: "baltr_1",
  type: "payment",
  createdAt: "2026-11-25T10:00:00+00:00",
  initialAmount: euros("10.00"),
  resultAmount: euros("9.57"),
  context: { paymentId: "tr_1", refundId: "re_1", chargebackId: "chb_1", settlementId: "stl_1" },
};

const summary = (given: Partial<WireBalanceTransaction>) =>
  translateTransaction({ ...transaction, ...given })?.map(
    ({ reference, type, about, gross, fee, net }) => `${reference} ${type} ${about} ${gross} ${fee} ${net}`,
  );

/** Those of docs.mollie.com/reference/list-balance-transactions and of Mollie's SDKs, read 2026-11-25. */
const documented =
  `application-fee capture chargeback chargeback-reversal failed-payment-fee failed-payment invoice-compensation payment
  payment-fee payment-commission refund returned-refund returned-transfer split-payment outgoing-transfer capture-commission
  canceled-outgoing-transfer incoming-transfer api-payment-rolling-reserve-release capture-rolling-reserve-release reimbursement-fee
  balance-correction unauthorized-direct-debit bank-charged-failure-fee platform-payment-refund refund-compensation
  returned-refund-compensation returned-platform-payment-refund platform-payment-chargeback chargeback-compensation
  reversed-platform-payment-chargeback reversed-chargeback-compensation failed-split-payment-platform failed-split-payment-compensation
  cash-advance-loan platform-connected-organizations-fee split-transaction managed-fee returned-managed-fee topup balance-reserve
  balance-reserve-return movement post-payment-split-payment cash-collateral-issuance cash-collateral-release balance-charge-fee
  balance-topup canceled-transfer failed-platform-split-payment fee-prepayment held-rolling-reserve invoice-rounding-compensation loan
  outgoing-custom-amount-transfer pending-rolling-reserve released-rolling-reserve repayment rolling-reserve-hold
  rolling-reserve-release to-be-released-rolling-reserve`.split(/\s+/);

test("each documented type has a meaning, and an added one is an adjustment", () => {
  assert.deepEqual(Object.keys(settlementTypes).sort(), [...documented].sort());
  assert.equal(settlementTypeOf("carbon-credit"), "adjustment");
  assert.equal(settlementTypeOf("constructor"), "adjustment");
});

test("a line is about what the contract calls the same thing elsewhere, and has what Mollie deducted as its fee", () => {
  assert.deepEqual(summary({}), ["baltr_1 charge tr_1 1000 43 957"]);
  const amounts = { initialAmount: euros("-10.00"), resultAmount: euros("-10.25") };
  assert.deepEqual(summary({ type: "refund", ...amounts }), ["baltr_1 refund re_1 -1000 25 -1025"]);
  assert.deepEqual(summary({ type: "outgoing-transfer", ...amounts }), [
    "baltr_1 payout stl_1 -1000 25 -1025",
  ]);
  assert.deepEqual(summary({ type: "chargeback", ...amounts }), [
    "baltr_1 dispute tr_1/chb_1 -1000 0 -1000",
    "baltr_1/fee fee null -25 0 -25",
  ]);
});

test("what is withheld from a payment is no fee", () => {
  const deductionDetails = { reservations: euros("-1.00"), repayments: euros("-0.50") };
  assert.deepEqual(summary({ resultAmount: euros("8.07"), deductionDetails }), [
    "baltr_1 charge tr_1 1000 43 957",
    "baltr_1/reservation reserve null -100 0 -100",
    "baltr_1/repayment adjustment null -50 0 -50",
  ]);
});

test("an amount that isn't a whole number of minor units, or of another currency, has no meaning", () => {
  assert.equal(summary({ resultAmount: euros("9.571") }), undefined);
  assert.equal(summary({ resultAmount: { currency: "USD", value: "9.57" } }), undefined);
});

test("a settlement is found at the bank by its reference, and the one that is being filled is none", () => {
  const settlement = {
    ...{ id: "stl_1", reference: "1234567.2611.01", amount: euros("39.75") },
    ...{ createdAt: "2026-11-25T10:00:00+00:00", settledAt: null },
  };
  const batch = translateSettlement({ ...settlement, status: "processing-at-bank" });
  assert.deepEqual(
    [batch?.status, batch?.amount, batch?.hasLines, batch?.bankTexts],
    ["in_transit", 3975, false, ["1234567.2611.01", "stl_1"]],
  );
  assert.equal(translateSettlement({ ...settlement, status: "failed" })?.status, "failed");
  assert.equal(translateSettlement({ ...settlement, status: "open" }), undefined);
});
