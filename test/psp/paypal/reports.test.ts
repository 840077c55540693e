import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  authorizedOrder,
  capturedOrder,
  closeTestbed,
  euros,
  type Json,
  startTestbed,
  type Testbed,
} from "./test-support.ts";

const hour = 3600;
const day = 24 * hour;

describe("reports of the fake of PayPal", () => {
  let testbed: Testbed;
  let ids: { readonly order: string; readonly capture: string };
  let refund: string;
  before(async () => {
    testbed = await startTestbed({ settings: { tokenSeconds: 1000 * day } });
    ids = await capturedOrder(testbed, { custom_id: "order-1", invoice_id: "invoice-1" });
    refund = testbed.fake.refundInDashboard(ids.capture, 400);
    await capturedOrder(testbed, { amount: { currency_code: "JPY", value: "5000" } });
    // What is only held isn't in the report.
    await authorizedOrder(testbed);
  });
  after(() => closeTestbed(testbed));

  const at = (seconds: number) =>
    encodeURIComponent(new Date(seconds * 1000).toISOString().slice(0, 19).concat("Z"));
  const list = async (query = "", days = 1) => {
    const now = testbed.fake.clock.now();
    const range = `start_date=${at(now - days * day)}&end_date=${at(now + hour)}`;
    return await testbed.paypal("GET", `/v1/reporting/transactions?${range}${query}`);
  };
  const infos = (body: Json) =>
    ((body.transaction_details ?? []) as readonly { transaction_info: Json }[]).map(
      (one) => one.transaction_info,
    );
  const balances = async () => {
    const { body } = await testbed.paypal("GET", "/v1/reporting/balances");
    return (body.balances as readonly Json[]).map(({ total_balance }) => total_balance);
  };

  it("lag three hours behind", async () => {
    testbed.fake.clock.advance(3 * hour - 60);
    assert.deepEqual(infos((await list()).body), []);
    assert.deepEqual(await balances(), [euros("0.00")]);
    testbed.fake.clock.advance(61);
    assert.equal(infos((await list()).body).length, 3);
  });

  it("show payments with their fees, and refunds of them", async () => {
    const [payment, back, yen] = infos((await list()).body);
    assert.deepEqual(
      [
        payment?.transaction_id,
        payment?.transaction_amount,
        payment?.fee_amount,
        payment?.transaction_event_code,
      ],
      [ids.capture, euros("10.00"), euros("-0.69"), "T0006"],
    );
    assert.deepEqual([payment?.custom_field, payment?.invoice_id], ["order-1", "invoice-1"]);
    assert.deepEqual([payment?.paypal_reference_id, payment?.paypal_reference_id_type], [ids.order, "ODR"]);
    assert.deepEqual(
      [
        back?.transaction_id,
        back?.transaction_amount,
        back?.paypal_reference_id,
        back?.transaction_event_code,
      ],
      [refund, euros("-4.00"), ids.capture, "T1107"],
    );
    assert.deepEqual(yen?.transaction_amount, { currency_code: "JPY", value: "5000" });
    assert.deepEqual(await balances(), [euros("5.31"), { currency_code: "JPY", value: "4811" }]);
  });

  it("are filtered by PayPal's own id and by currency, and come in pages", async () => {
    const byId = infos((await list(`&transaction_id=${ids.capture}`)).body);
    assert.deepEqual(
      byId.map(({ transaction_id }) => transaction_id),
      [ids.capture, refund],
    );
    assert.equal(infos((await list("&transaction_currency=JPY")).body).length, 1);
    const page = (await list("&page_size=2&page=2&fields=all")).body;
    assert.deepEqual([page.total_items, page.total_pages, infos(page).length], [3, 2, 1]);
    assert.equal((await list("&invoice_id=invoice-1")).status, 400);
    assert.deepEqual(infos((await list("&transaction_status=D")).body), []);
  });

  it("span 31 days at most", async () => {
    assert.equal((await list("", 30)).status, 200);
    assert.equal((await list("", 31)).status, 400);
    const unbounded = await testbed.paypal("GET", "/v1/reporting/transactions");
    assert.equal(unbounded.status, 400);
  });

  it("show what a dispute took and gave back, with the fee of a bank's chargeback", async () => {
    const { capture } = await capturedOrder(testbed);
    const dispute = testbed.fake.openDispute(capture, { stage: "CHARGEBACK", channel: "EXTERNAL" });
    testbed.fake.resolveDispute(dispute, "RESOLVED_SELLER_FAVOUR");
    testbed.fake.clock.advance(3 * hour);
    const codes = infos((await list(`&transaction_id=${capture}`)).body).map(
      (info) => info.transaction_event_code,
    );
    assert.deepEqual(codes, ["T0006", "T1201", "T0106", "T1202"]);
  });
});
