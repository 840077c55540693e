import assert from "node:assert/strict";
import { test } from "node:test";
import { codes, groups, payoutCodes, settlementTypeOf } from "./transaction-codes.ts";
import { translateTransaction, translateWithdrawal } from "./translate-settlement.ts";
import type { WireTransaction } from "./wire.ts";

const euros = (value: string) => ({ currency_code: "EUR", value });

const transaction: WireTransaction = {
  transaction_id: "8XJ61234567890123",
  paypal_reference_id: "1AB61234567890123",
  transaction_event_code: "T0006",
  transaction_initiation_date: "2026-11-25T10:00:00+0000",
  transaction_amount: euros("10.00"),
  fee_amount: euros("-0.69"),
  transaction_status: "S",
};

/** From what could be read of developer.paypal.com/docs/transaction-search/transaction-event-codes. PayPal publishes no list for machines. */
const documentedGroups =
  "T00 T01 T02 T03 T04 T05 T06 T07 T08 T09 T10 T11 T12 T13 T14 T15 T16 T17 T18 T19 T20 T21 T22 T30 T50 T97 T98 T99";
const documentedReversals =
  "T1100 T1101 T1102 T1103 T1104 T1105 T1106 T1107 T1108 T1109 T1110 T1111 T1112 T1113 T1114 T1115 T1116 T1117 T1118 T1119";

test("each documented group has a meaning, and an added one is an adjustment", () => {
  assert.deepEqual(Object.keys(groups), documentedGroups.split(" "));
  for (const code of Object.keys(codes)) assert.ok(groups[code.slice(0, 3)], `${code} is of a known group`);
  assert.equal(settlementTypeOf("T6000", 1), "adjustment");
  for (const code of payoutCodes) assert.equal(settlementTypeOf(code, -1), "payout");
});

test("reversals are told apart by their code and direction", () => {
  const types = documentedReversals
    .split(" ")
    .map((code) => `${code} ${settlementTypeOf(code, 1)} ${settlementTypeOf(code, -1)}`)
    .filter((row) => !row.endsWith("adjustment adjustment"));
  assert.deepEqual(types, [
    "T1101 payout_failure payout_failure",
    "T1105 reserve reserve",
    "T1106 dispute_reversal dispute",
    "T1107 refund_failure refund",
    "T1108 fee fee",
    "T1109 fee fee",
    "T1110 dispute_reversal dispute",
    "T1111 dispute_reversal dispute",
  ]);
});

const summary = (given: Partial<WireTransaction>) => {
  const line = translateTransaction({ ...transaction, ...given });
  return typeof line === "object"
    ? `${line.type} ${line.about} ${line.currency} ${line.gross} ${line.fee} ${line.net}`
    : line;
};

test("a payment, a refund and a withdrawal are about themselves, others about what they name", () => {
  const { transaction_id: id, paypal_reference_id: related } = transaction;
  assert.equal(summary({}), `charge ${id} EUR 1000 69 931`);
  const given = (transaction_event_code: string, value: string) =>
    summary({ transaction_event_code, transaction_amount: euros(value), fee_amount: euros("0.00") });
  assert.equal(given("T1107", "-4.00"), `refund ${id} EUR -400 0 -400`);
  assert.equal(given("T1107", "4.00"), `refund_failure ${related} EUR 400 0 400`);
  assert.equal(given("T1201", "-4.00"), `dispute ${related} EUR -400 0 -400`);
  assert.equal(given("T0400", "-4.00"), `payout ${id} EUR -400 0 -400`);
  assert.equal(given("T1101", "4.00"), `payout_failure ${related} EUR 400 0 400`);
  assert.equal(given("T0200", "-4.00"), "exchange null EUR -400 0 -400");
});

test("a line is named by the transaction and its code, names its payout, and is available at once", () => {
  const lineOf = (given: Partial<WireTransaction>) => {
    const line = translateTransaction({ ...transaction, ...given });
    assert.ok(typeof line === "object");
    return line;
  };
  const { transaction_id: id, paypal_reference_id: related } = transaction;
  const bookedAt = new Date("2026-11-25T10:00:00Z");
  const charge = lineOf({});
  assert.deepEqual(
    [charge.reference, charge.category, charge.batch, charge.bookedAt, charge.availableAt],
    [`${id}/T0006`, "T0006", null, bookedAt, bookedAt],
  );
  const amounts = { transaction_amount: euros("-4.00"), fee_amount: euros("0.00") };
  assert.equal(lineOf({ transaction_event_code: "T0400", ...amounts }).batch, id);
  assert.equal(lineOf({ transaction_event_code: "T1101", transaction_amount: euros("4.00") }).batch, related);
});

test("what is pending or denied has moved nothing, and a fee in another currency has no meaning", () => {
  assert.equal(summary({ transaction_status: "P" }), "none");
  assert.equal(summary({ transaction_status: "D" }), "none");
  assert.equal(summary({ transaction_status: "V" })?.startsWith("charge"), true);
  assert.equal(summary({ fee_amount: { currency_code: "USD", value: "-0.69" } }), undefined);
  assert.equal(summary({ transaction_amount: euros("10.001") }), undefined);
});

test("a withdrawal is a payout of an amount that the merchant chose", () => {
  const batch = translateWithdrawal({
    ...transaction,
    transaction_amount: euros("-500.00"),
    transaction_status: "P",
  });
  assert.deepEqual(
    [batch?.amount, batch?.status, batch?.hasLines, batch?.bankTexts],
    [50_000, "in_transit", false, [transaction.transaction_id, "PAYPAL"]],
  );
  assert.deepEqual(batch?.createdAt, new Date("2026-11-25T10:00:00Z"));
  const statusOf = (transaction_status: WireTransaction["transaction_status"]) =>
    translateWithdrawal({ ...transaction, transaction_status })?.status;
  assert.deepEqual([statusOf("S"), statusOf("D"), statusOf("V")], ["paid", "failed", "failed"]);
  const withBank = translateWithdrawal({ ...transaction, bank_reference_id: "BANK123" });
  assert.deepEqual(withBank?.bankTexts, ["BANK123", transaction.transaction_id, "PAYPAL"]);
});
