import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  closeTestbed,
  manualCapture,
  merchantAccount,
  paidSession,
  startTestbed,
  type Testbed,
} from "./test-support.ts";

describe("settlement reports of the fake of Adyen", () => {
  let testbed: Testbed;
  before(async () => {
    testbed = await startTestbed();
  });
  after(() => closeTestbed(testbed));

  /** The rows of the report that a REPORT_AVAILABLE notification leads to. */
  async function settle() {
    const { fake, receiver } = testbed;
    const [name] = fake.closeBatch();
    await fake.notifications.settled();
    const notification = receiver.items.at(-1);
    assert.deepEqual([notification?.eventCode, notification?.pspReference], ["REPORT_AVAILABLE", name]);
    const url = String(notification?.reason);
    assert.equal((await fetch(url)).status, 401);
    const report = await fetch(url, { headers: { "x-api-key": fake.apiKey } });
    const [header = "", ...lines] = (await report.text()).trimEnd().split("\n");
    const columns = header.split(",");
    return lines.map((line) => {
      const values = line.split(",");
      return (...names: readonly string[]) => names.map((name) => values[columns.indexOf(name)]).join(" ");
    });
  }

  it("lists captures, refunds and disputes with their references, and a payout of the sum", async () => {
    const { fake, adyen } = testbed;
    const { payment } = await paidSession(testbed, { reference: "settled" });
    const amount = { value: 300, currency: "EUR" };
    const refund = await adyen.modifications.refundCapturedPayment(payment, { merchantAccount, amount });
    fake.clock.advance(2);
    const dispute = fake.dispute(payment, { value: 500 });
    const rows = await settle();
    const main = ["Type", "Merchant Reference", "Gross Credit (GC)", "Gross Debit (GC)"];
    assert.deepEqual(
      rows.map((row) => row(...main)),
      ["Settled settled 10.00 ", "Refunded settled  3.00", "Chargeback settled  5.00", "MerchantPayout   "],
    );
    const money = ["Net Credit (NC)", "Net Debit (NC)", "Commission (NC)"];
    assert.deepEqual(
      rows.map((row) => row(...money)),
      ["9.80  0.20", " 3.00 0.00", " 5.00 0.00", " 1.80 "],
    );
    assert.equal(rows[0]?.("Psp Reference"), payment);
    assert.deepEqual(
      [rows[1]?.("Modification Reference"), rows[2]?.("Modification Reference")],
      [refund.pspReference, dispute],
    );
    assert.deepEqual(fake.problems, []);
  });

  it("writes amounts with the decimals of Adyen's table, and settles nothing twice", async () => {
    await paidSession(testbed, { amount: { value: 500, currency: "IDR" } });
    await paidSession(testbed, { amount: { value: 5000, currency: "CLP" } });
    await paidSession(testbed, { amount: { value: 5000, currency: "KWD" } });
    await paidSession(testbed, manualCapture);
    const rows = (await settle()).filter((row) => row("Type") === "Settled");
    assert.deepEqual(
      rows.map((row) => row("Gross Currency", "Gross Credit (GC)", "Batch Number")),
      ["IDR 500 2", "CLP 50.00 2", "KWD 5.000 2"],
    );
    assert.deepEqual(testbed.fake.closeBatch(), []);
  });
});
