import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  capturedOrder,
  closeTestbed,
  euros,
  issueOf,
  type Json,
  linkOf,
  type Receiver,
  registerWebhook,
  startReceiver,
  startTestbed,
  type Testbed,
} from "./test-support.ts";

const day = 86_400;

let testbed: Testbed;
let receiver: Receiver;
before(async () => {
  testbed = await startTestbed({ settings: { tokenSeconds: 1000 * day } });
  receiver = await startReceiver();
  const names = ["CREATED", "UPDATED", "RESOLVED"].map((name) => `CUSTOMER.DISPUTE.${name}`);
  await registerWebhook(testbed, receiver.url, ...names, "PAYMENT.CAPTURE.REVERSED");
});
after(async () => {
  await closeTestbed(testbed);
  await receiver.close();
});

const get = async (id: string) => (await testbed.paypal("GET", `/v1/customer/disputes/${id}`)).body;
const post = (id: string, verb: string, body: object = {}) =>
  testbed.paypal("POST", `/v1/customer/disputes/${id}/${verb}`, { body });
const moved = (reference: string) => {
  const { amounts } = testbed.fake.movedAmounts().get(reference) ?? assert.fail(reference);
  return [amounts.disputed, amounts.dispute_returned, amounts.refunded];
};
const outcome = ({ dispute_outcome }: Json) => (dispute_outcome as Json | undefined)?.outcome_code;

async function claim(reference: string): Promise<string> {
  const { capture } = await capturedOrder(testbed, { custom_id: reference });
  return testbed.fake.openDispute(capture, { stage: "CHARGEBACK" });
}

function evidence(
  type = "PROOF_OF_FULFILLMENT",
  file = new Blob(["PDF"], { type: "application/pdf" }),
): FormData {
  const tracking_info = [{ carrier_name: "FEDEX", tracking_number: "122533485" }];
  const input = {
    evidences: [{ evidence_type: type, evidence_info: { tracking_info }, notes: "Delivered" }],
  };
  const form = new FormData();
  form.append("input", new Blob([JSON.stringify(input)], { type: "application/json" }));
  form.append("file1", file, "proof.pdf");
  return form;
}

async function events(): Promise<readonly string[]> {
  await testbed.fake.webhooks.settled();
  return receiver.received.splice(0).map(({ body }) => body.event_type);
}

describe("a dispute at the fake of PayPal", () => {
  it("begins as an inquiry, in which no money moves, and becomes a claim", async () => {
    await events();
    const { capture } = await capturedOrder(testbed, { custom_id: "inquiry", invoice_id: "inv-1" });
    const id = testbed.fake.openDispute(capture);
    const inquiry = await get(id);
    assert.deepEqual([inquiry.dispute_life_cycle_stage, inquiry.status], ["INQUIRY", "OPEN"]);
    const [transaction] = inquiry.disputed_transactions as readonly Json[];
    assert.deepEqual(
      [transaction?.seller_transaction_id, transaction?.custom, transaction?.invoice_number],
      [capture, "inquiry", "inv-1"],
    );
    assert.equal(
      issueOf(await post(id, "provide-evidence", evidence())),
      "ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE",
    );
    assert.deepEqual(moved("inquiry"), [0, 0, 0]);
    testbed.fake.escalateDispute(id);
    const claimed = await get(id);
    assert.deepEqual(
      [claimed.dispute_life_cycle_stage, claimed.status],
      ["CHARGEBACK", "WAITING_FOR_SELLER_RESPONSE"],
    );
    assert.deepEqual(moved("inquiry"), [1000, 0, 0]);
    assert.deepEqual(await events(), ["CUSTOMER.DISPUTE.CREATED", "CUSTOMER.DISPUTE.UPDATED"]);
    const refund = await testbed.paypal("POST", `/v2/payments/captures/${capture}/refund`);
    assert.equal(issueOf(refund), "REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK");
  });

  it("is won with evidence", async () => {
    const id = await claim("won");
    const provided = await post(id, "provide-evidence", evidence());
    assert.equal(provided.status, 200);
    const reviewed = await get(id);
    assert.equal(reviewed.status, "UNDER_REVIEW");
    const [shown] = reviewed.evidences as readonly Json[];
    assert.deepEqual(
      [shown?.evidence_type, shown?.source, shown?.documents],
      ["PROOF_OF_FULFILLMENT", "SUBMITTED_BY_SELLER", [{ name: "proof.pdf" }]],
    );
    assert.equal((await post(id, "provide-evidence", evidence())).status, 422);
    assert.equal((await post(id, "accept-claim")).status, 422);
    await events();
    assert.equal((await post(id, "adjudicate", { adjudication_outcome: "SELLER_FAVOR" })).status, 200);
    const over = await get(id);
    assert.deepEqual([over.status, outcome(over)], ["RESOLVED", "RESOLVED_SELLER_FAVOUR"]);
    assert.deepEqual(moved("won"), [1000, 1000, 0]);
    assert.deepEqual(await events(), ["CUSTOMER.DISPUTE.RESOLVED"]);
  });

  it("is lost by the decision, by acceptance, or in part", async () => {
    const decided = await claim("lost");
    testbed.fake.resolveDispute(decided, "RESOLVED_BUYER_FAVOUR");
    assert.deepEqual([outcome(await get(decided)), moved("lost")], ["RESOLVED_BUYER_FAVOUR", [1000, 0, 0]]);
    const accepted = await claim("accepted");
    assert.equal((await post(accepted, "accept-claim")).status, 200);
    assert.deepEqual([outcome(await get(accepted)), moved("accepted")], ["ACCEPTED", [1000, 0, 0]]);
    const partly = await claim("partly");
    const body = { accept_claim_type: "PARTIAL_REFUND", refund_amount: euros("4.00"), note: "Half" };
    const form = new FormData();
    form.append("input", new Blob([JSON.stringify(body)], { type: "application/json" }));
    assert.equal((await post(partly, "accept-claim", form)).status, 200);
    const { dispute_outcome } = await get(partly);
    assert.deepEqual((dispute_outcome as Json).amount_refunded, euros("4.00"));
    assert.deepEqual(moved("partly"), [1000, 600, 0]);
    const missing = new FormData();
    missing.append("input", JSON.stringify({ accept_claim_type: "PARTIAL_REFUND" }));
    assert.equal(
      issueOf(await post(await claim("missing"), "accept-claim", missing)),
      "MISSING_REQUIRED_PARAMETER",
    );
  });

  it("is lost if the merchant doesn't answer in ten days", async () => {
    const id = await claim("silent");
    testbed.fake.clock.advance(10 * day - 30);
    assert.equal((await get(id)).status, "WAITING_FOR_SELLER_RESPONSE");
    testbed.fake.clock.advance(30);
    assert.equal(outcome(await get(id)), "RESOLVED_BUYER_FAVOUR");
  });

  it("of an inquiry may be withdrawn, or settled by accepting it", async () => {
    const open = async (reference: string) =>
      testbed.fake.openDispute((await capturedOrder(testbed, { custom_id: reference })).capture);
    testbed.fake.resolveDispute(await open("withdrawn"), "CANCELED_BY_BUYER");
    assert.deepEqual(moved("withdrawn"), [0, 0, 0]);
    const accepted = await open("settled");
    await post(accepted, "accept-claim");
    assert.deepEqual(moved("settled"), [1000, 0, 0]);
  });

  it("wants evidence of PayPal's kinds, in files that it can read", async () => {
    const id = await claim("evidence");
    assert.equal(issueOf(await post(id, "provide-evidence", evidence("HEARSAY"))), "INVALID_PARAMETER_VALUE");
    const program = new Blob(["MZ"], { type: "application/octet-stream" });
    assert.equal(issueOf(await post(id, "provide-evidence", evidence("OTHER", program))), "INVALID_FILE");
    assert.equal(issueOf(await post(id, "provide-evidence", new FormData())), "MISSING_REQUIRED_PARAMETER");
    assert.equal((await get(id)).status, "WAITING_FOR_SELLER_RESPONSE");
  });

  it("is listed newest first, by transaction and state, in pages", async (t) => {
    const other = await startTestbed();
    t.after(() => closeTestbed(other));
    const list = async (query: string) => other.paypal("GET", `/v1/customer/disputes${query}`);
    assert.equal((await list("")).body.items, undefined);
    const captures = [await capturedOrder(other), await capturedOrder(other), await capturedOrder(other)];
    const ids = captures.map(({ capture }) => other.fake.openDispute(capture));
    other.fake.escalateDispute(ids[1] ?? "");
    const idsOf = (body: Json) => (body.items as readonly Json[]).map(({ dispute_id }) => dispute_id);
    assert.deepEqual(idsOf((await list("")).body), ids.toReversed());
    assert.deepEqual(idsOf((await list("?dispute_state=REQUIRED_ACTION")).body), [ids[1]]);
    assert.deepEqual(idsOf((await list(`?disputed_transaction_id=${captures[0]?.capture}`)).body), [ids[0]]);
    const page = await list("?page_size=2");
    const next = new URL(linkOf(page, "next") ?? assert.fail());
    assert.deepEqual(idsOf((await list(next.search)).body), [ids[0]]);
    assert.equal((await list("?page_size=51")).status, 400);
    assert.equal((await list("?update_time_after=2100-01-01T00:00:00Z")).body.items, undefined);
  });

  it("isn't needed for a reversal", async () => {
    await events();
    const { capture } = await capturedOrder(testbed, { custom_id: "reversed" });
    testbed.fake.reverseCapture(capture);
    assert.deepEqual(moved("reversed"), [1000, 0, 0]);
    assert.deepEqual(await events(), ["PAYMENT.CAPTURE.REVERSED"]);
    assert.equal((await testbed.paypal("GET", `/v2/payments/captures/${capture}`)).body.status, "REFUNDED");
  });

  it("can't be adjudicated in a live account", async (t) => {
    const live = await startTestbed({ settings: { live: true } });
    t.after(() => closeTestbed(live));
    const { capture } = await capturedOrder(live);
    const id = live.fake.openDispute(capture, { stage: "CHARGEBACK", channel: "EXTERNAL" });
    const path = `/v1/customer/disputes/${id}/adjudicate`;
    assert.equal(
      (await live.paypal("POST", path, { body: { adjudication_outcome: "SELLER_FAVOR" } })).status,
      403,
    );
    assert.equal(live.fake.log.at(-1)?.livemode, true);
  });
});
