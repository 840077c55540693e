import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { CaptureMethod } from "@mollie/api-client";
import { defaultKeys } from "./fake-mollie.ts";
import { call, completedPayment, euros, refusal, startTestbed, type Testbed } from "./test-support.ts";

describe("balances and settlements of the fake of Mollie", () => {
  let testbed: Testbed;
  before(async () => {
    testbed = await startTestbed();
  });
  after(() => testbed.fake.close());

  const read = async (path: string) =>
    (await call(testbed.fake.url, "GET", `${path}?testmode=true`, { token: defaultKeys.organization }))
      .body ?? assert.fail(path);

  it("are only shown to an organization token", async () => {
    const { fake, mollie, organization } = testbed;
    await assert.rejects(mollie.settlements.page(), refusal(403));
    assert.equal((await call(fake.url, "GET", "/balances/primary")).status, 403);
    assert.deepEqual([...(await organization.settlements.page())], []);
  });

  it("take the fee of each payment, and pay out the rest with what it consists of", async () => {
    const { fake, mollie } = testbed;
    const paid = await completedPayment(testbed);
    const held = await completedPayment(testbed, { captureMode: CaptureMethod.manual });
    await mollie.paymentCaptures.create({ paymentId: held, amount: euros("5.00") });
    await mollie.payments.get(held);
    const refund = await mollie.paymentRefunds.create({ paymentId: paid, amount: euros("2.00") });
    const { _embedded } = await read("/balances/primary/transactions");
    const { balance_transactions } = _embedded as {
      balance_transactions: { type: string; resultAmount: object; deductions: object | null }[];
    };
    assert.deepEqual(
      balance_transactions.map(({ type, resultAmount, deductions }) => [type, resultAmount, deductions]),
      [
        ["refund", euros("-2.00"), null],
        ["capture", euros("4.66"), euros("-0.34")],
        ["payment", euros("9.57"), euros("-0.43")],
      ],
    );
    assert.deepEqual((await read("/balances/primary")).availableAmount, euros("12.23"));

    const settlement = fake.settle() ?? assert.fail("nothing was settled");
    const shown = await read(`/settlements/${settlement.id}`);
    assert.deepEqual([shown.amount, shown.status], [euros("12.23"), "paidout"]);
    const { refunds } = (await read(`/settlements/${settlement.id}/refunds`))._embedded as {
      refunds: { id: string }[];
    };
    assert.deepEqual(
      refunds.map(({ id }) => id),
      [refund.id],
    );
    assert.equal((await mollie.payments.get(paid)).settlementId, settlement.id);
    assert.deepEqual((await read("/balances/primary")).availableAmount, euros("0.00"));
    assert.equal(fake.settle(), undefined);
  });
});
