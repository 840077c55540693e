import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonBody } from "../support/app.ts";
import { useTestApp } from "../support/use-test-app.ts";
import { disputed, pdf, sendEvidence, untilDispute, untilDisputed, upload } from "./disputing.ts";
import { pay, untilAnswered } from "./paying.ts";
import { assertProblem, faultsOf } from "./support.ts";

/**
 * Each dispute card from the purchase to the end, over the API only. The simulated bank decides only when a test
 * waits for it.
 */
const kassa = useTestApp({ KASSA_SANDBOX_PENDING_MS: "600000" });

const amount = 2599;
const fee = 1500;

const paymentOf = async (dispute: JsonBody): Promise<JsonBody> =>
  (await kassa.call("GET", `/api/payments/${dispute.payment}`)).body;

/** The events of a dispute in order, each with the stage and status that it reports. */
async function eventsOf(dispute: JsonBody): Promise<string[]> {
  const { body } = await kassa.call("GET", `/api/events?session=${dispute.session}&limit=100`);
  return body.data
    .filter(({ type }: JsonBody) => type.startsWith("dispute."))
    .sort((left: JsonBody, right: JsonBody) => left.sequence - right.sequence)
    .map(({ type, data }: JsonBody) => `${type} ${data.object.stage} ${data.object.status}`);
}

/** What a dispute posted to the ledger, by kind, and its balance on each account. */
async function postedBy(dispute: JsonBody): Promise<{ kinds: string[]; accounts: Record<string, number> }> {
  const rows = await kassa.db.sql<{ kind: string; account: string; amount: string }>(
    "SELECT kind, account, amount FROM ledger_entries WHERE source_id = $1 ORDER BY id",
    [dispute.id],
  );
  const accounts: Record<string, number> = {};
  for (const row of rows) accounts[row.account] = (accounts[row.account] ?? 0) + Number(row.amount);
  return { kinds: [...new Set(rows.map(({ kind }) => kind))].sort(), accounts };
}

test("a chargeback takes the money, and convincing evidence brings it back: won", async () => {
  const dispute = await disputed(kassa, "fraudulent");
  const { id, session, payment, evidenceDueAt, openedAt, createdAt, ...rest } = dispute;
  assert.deepEqual(rest, {
    object: "dispute",
    mode: "sandbox",
    clientReferenceId: null,
    metadata: null,
    stage: "chargeback",
    status: "needs_response",
    reason: "fraudulent",
    amount,
    amountLost: 0,
    amountReturned: 0,
    currency: "EUR",
    fee,
    late: false,
    accepted: false,
    pendingAction: null,
    evidence: {},
    files: [],
    evidenceSubmittedAt: null,
    closedAt: null,
  });
  assert.match(id, /^dp_sandbox_/);
  assert.equal(openedAt, createdAt);
  assert.ok(Date.parse(evidenceDueAt) > Date.now());
  const held = await paymentOf(dispute);
  assert.equal(held.amountDisputed, amount);
  assert.deepEqual(held.disputes, [dispute], "the payment shows the same dispute");
  assert.deepEqual((await postedBy(dispute)).accounts, {
    disputes: amount,
    fees: fee,
    psp_clearing: -amount - fee,
  });

  const sent = await sendEvidence(kassa, id, "winning_evidence");
  assert.equal(sent.status, 200, sent.text);
  assert.equal(sent.body.status, "under_review");
  assert.ok(sent.body.evidenceSubmittedAt !== null && sent.body.evidenceDueAt === null);
  const won = await untilDispute(kassa, id, "won");
  assert.ok(won.closedAt !== null && !won.accepted);
  assert.equal((await paymentOf(dispute)).amountDisputed, 0);
  assert.deepEqual(await postedBy(dispute), {
    kinds: ["dispute_fee", "dispute_opened", "dispute_won"],
    accounts: { disputes: 0, fees: fee, psp_clearing: -fee },
  });
  assert.deepEqual(await eventsOf(dispute), [
    "dispute.opened chargeback needs_response",
    "dispute.updated chargeback under_review",
    "dispute.closed chargeback won",
  ]);
  assert.ok(session && payment);
});

test("unconvincing evidence loses the dispute, and the money is gone for good", async () => {
  const dispute = await disputed(kassa, "notReceived");
  assert.equal(dispute.reason, "product_not_received");
  assert.equal((await sendEvidence(kassa, dispute.id, "losing_evidence")).status, 200);
  const lost = await untilDispute(kassa, dispute.id, "lost");
  assert.equal(lost.accepted, false);
  assert.equal((await paymentOf(dispute)).amountDisputed, amount);
  assert.deepEqual(await postedBy(dispute), {
    kinds: ["dispute_fee", "dispute_lost", "dispute_opened"],
    accounts: { disputes: 0, fees: fee, psp_clearing: -amount - fee, merchant_payable: amount },
  });
  assert.equal((await eventsOf(dispute)).at(-1), "dispute.closed chargeback lost");
});

test("accepting a dispute loses it at once, and marks it as accepted", async () => {
  const dispute = await disputed(kassa, "fraudulent");
  const accepted = await kassa.call("POST", `/api/disputes/${dispute.id}/accept`);
  assert.equal(accepted.status, 200, accepted.text);
  assert.equal(accepted.body.status, "lost");
  assert.equal(accepted.body.accepted, true);
  assert.equal(accepted.body.evidenceSubmittedAt, null);
  assert.deepEqual(await eventsOf(dispute), [
    "dispute.opened chargeback needs_response",
    "dispute.closed chargeback lost",
  ]);
});

test("an inquiry moves no money, and closes when the bank has its answer", async () => {
  const dispute = await disputed(kassa, "inquiry");
  assert.deepEqual([dispute.stage, dispute.reason, dispute.fee], ["inquiry", "general", 0]);
  assert.equal((await paymentOf(dispute)).amountDisputed, 0);
  await sendEvidence(kassa, dispute.id, "winning_evidence");
  const closed = await untilDispute(kassa, dispute.id, "closed");
  assert.equal(closed.stage, "inquiry");
  assert.deepEqual(await postedBy(dispute), { kinds: [], accounts: {} });
  assert.deepEqual(await eventsOf(dispute), [
    "dispute.opened inquiry needs_response",
    "dispute.updated inquiry under_review",
    "dispute.closed inquiry closed",
  ]);
});

test("an inquiry can become a chargeback, which needs evidence again", async () => {
  const dispute = await disputed(kassa, "inquiry");
  await sendEvidence(kassa, dispute.id, "losing_evidence");
  const chargeback = await untilDispute(kassa, dispute.id, "needs_response", "chargeback");
  assert.equal(chargeback.evidenceSubmittedAt, null);
  assert.equal(chargeback.fee, fee);
  assert.deepEqual(chargeback.evidence, { uncategorizedText: "losing_evidence" });
  assert.equal((await paymentOf(dispute)).amountDisputed, amount);
  const sent = await sendEvidence(kassa, dispute.id, "winning_evidence");
  assert.equal(sent.status, 200, sent.text);
  await untilDispute(kassa, dispute.id, "won");
  assert.deepEqual(await eventsOf(dispute), [
    "dispute.opened inquiry needs_response",
    "dispute.updated inquiry under_review",
    "dispute.updated chargeback needs_response",
    "dispute.updated chargeback under_review",
    "dispute.closed chargeback won",
  ]);
});

test("an inquiry can't be accepted; refunding its payment closes it", async () => {
  const dispute = await disputed(kassa, "inquiry");
  assertProblem(await kassa.call("POST", `/api/disputes/${dispute.id}/accept`), "dispute_not_respondable");
  const refund = await kassa.call("POST", "/api/refunds", { body: { payment: dispute.payment } });
  assert.equal(refund.status, 200, refund.text);
  await untilDispute(kassa, dispute.id, "closed");
});

test("disputed money can't be refunded, before or after the decision", async () => {
  const dispute = await disputed(kassa, "fraudulent");
  const refund = (body: object) =>
    kassa.call("POST", "/api/refunds", { body: { payment: dispute.payment, ...body } });
  assertProblem(await refund({}), "payment_disputed");
  assertProblem(await refund({ amount: 1 }), "payment_disputed");
  await kassa.call("POST", `/api/disputes/${dispute.id}/accept`);
  assertProblem(await refund({ amount: 1 }), "payment_disputed");
});

test("this bank disputes only what was not refunded before", async () => {
  const payment = await pay(kassa, { card: "4000000000000259" });
  const refund = await kassa.call("POST", "/api/refunds", { body: { payment: payment.id, amount: 1000 } });
  assert.equal(refund.status, 200, refund.text);
  const dispute = await untilDisputed(kassa, payment.id);
  assert.equal(dispute.amount, amount - 1000);
  assert.equal((await paymentOf(dispute)).amountDisputed, amount - 1000);
});

test("lists disputes by stage, status, payment and time", async () => {
  const inquiry = await disputed(kassa, "inquiry");
  const chargeback = await disputed(kassa, "fraudulent");
  const ids = async (query: string, limit = 100) => {
    const { body, text } = await kassa.call("GET", `/api/disputes?limit=${limit}&${query}`);
    assert.equal(body.object, "list", text);
    return body.data.map(({ id }: JsonBody) => id);
  };
  assert.deepEqual((await ids("status=needs_response")).slice(0, 2), [chargeback.id, inquiry.id]);
  const inquiries = await ids("stage=inquiry");
  assert.ok(inquiries.includes(inquiry.id) && !inquiries.includes(chargeback.id));
  assert.deepEqual(await ids(`payment=${inquiry.payment}`), [inquiry.id]);
  const afterwards = new Date(Date.parse(chargeback.createdAt) + 1).toISOString();
  assert.deepEqual(await ids(`createdAfter=${afterwards}`), []);
  assert.equal((await ids(`createdAfter=${chargeback.createdAt}`))[0], chargeback.id);
  assert.deepEqual(await ids(`startingAfter=${chargeback.id}&status=needs_response`, 1), [inquiry.id]);
  assertProblem(await kassa.call("GET", "/api/disputes?status=open"), "parameter_invalid", "status");
});

test("evidence can be saved in parts, changed and removed until it is submitted", async () => {
  const { id } = await disputed(kassa, "fraudulent");
  const save = async (body: object) => {
    const answer = await kassa.call("POST", `/api/disputes/${id}/evidence`, { body });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  await save({ texts: { customerName: "Ada", uncategorizedText: "Two\n\tlines" } });
  const changed = await save({ texts: { customerName: "Ada Lovelace", uncategorizedText: null } });
  assert.deepEqual(changed.evidence, { customerName: "Ada Lovelace" });
  assert.equal(changed.status, "needs_response");
  const sent = await save({ texts: { uncategorizedText: "winning_evidence" }, submit: true });
  assert.deepEqual(sent.evidence, { customerName: "Ada Lovelace", uncategorizedText: "winning_evidence" });
  const again = await kassa.call("POST", `/api/disputes/${id}/evidence`, { body: {} });
  assert.ok(["dispute_not_respondable", "dispute_closed"].includes(again.body.code), again.text);
  await untilDispute(kassa, id, "won");
  assertProblem(await sendEvidence(kassa, id, "more"), "dispute_closed");
  assertProblem(await kassa.call("POST", `/api/disputes/${id}/accept`), "dispute_closed");
  assertProblem(await upload(kassa, id), "dispute_closed");
});

test("refuses invalid evidence", async () => {
  const { id } = await disputed(kassa, "fraudulent");
  const other = await disputed(kassa, "fraudulent");
  const file = (await upload(kassa, other.id)).body.files[0].id;
  const send = (body: object) => kassa.call("POST", `/api/disputes/${id}/evidence`, { body });
  assertProblem(await send({ submit: true }), "evidence_missing");
  assertProblem(await send({ submit: true, texts: { customerName: null } }), "evidence_missing");
  assertProblem(
    await send({ texts: { favouriteColour: "blue" } }),
    "unknown_field",
    "/texts/favouriteColour",
  );
  assertProblem(await send({ texts: { customerName: "" } }), "parameter_invalid", "/texts/customerName");
  assertProblem(await send({ texts: { customerName: 1 } }), "parameter_invalid", "/texts/customerName");
  assertProblem(
    await send({ texts: { uncategorizedText: "x".repeat(20_001) } }),
    "parameter_invalid",
    "/texts/uncategorizedText",
  );
  const long = ["customerName", "billingAddress", "serviceDate", "shippingAddress", "refundPolicy"];
  for (const name of long) assert.equal((await send({ texts: { [name]: "x".repeat(20_000) } })).status, 200);
  assertProblem(await send({ texts: { shippingCarrier: "x" } }), "parameter_invalid", "/texts");
  for (const name of long) assert.equal((await send({ texts: { [name]: null } })).status, 200);
  assertProblem(await send({ files: [file] }), "parameter_invalid", "/files/0");
  const faults = await send({
    texts: { customerName: "c‮d", productDescription: "a‮b" },
  });
  assert.deepEqual(faultsOf(faults), [
    "text_invalid /texts/customerName",
    "text_invalid /texts/productDescription",
  ]);
  assertProblem(
    await send({ texts: { customerName: "Paid with 4242 4242 4242 4242" } }),
    "pan_in_field",
    "/texts/customerName",
  );
  assert.deepEqual((await kassa.call("GET", `/api/disputes/${id}`)).body.evidence, {});
});

test("files alone are evidence, and a selection of them can be submitted", async () => {
  const { id } = await disputed(kassa, "fraudulent");
  await upload(kassa, id, pdf, { name: "one.pdf" });
  const { body } = await upload(kassa, id, pdf, { name: "two.pdf" });
  const [one, two] = body.files;
  assert.deepEqual([one.name, two.name, one.size], ["one.pdf", "two.pdf", pdf.length]);
  const evidence = `/api/disputes/${id}/evidence`;
  assertProblem(
    await kassa.call("POST", evidence, { body: { files: [], submit: true } }),
    "evidence_missing",
  );
  await kassa.call("POST", evidence, { body: { files: [two.id] } });
  const three = (await upload(kassa, id, pdf, { name: "three.pdf" })).body.files[2];
  const sent = await kassa.call("POST", evidence, { body: { submit: true } });
  assert.equal(sent.status, 200, sent.text);
  assert.equal(sent.body.status, "under_review");
  const [row] = await kassa.db.sql<{ files: string[] }>(
    "SELECT evidence_files AS files FROM disputes WHERE id = $1",
    [id],
  );
  assert.deepEqual(row?.files, [two.id, three.id], "files added after the selection belong to it");
});

test("concurrent repeats under one key submit evidence once", async () => {
  const dispute = await disputed(kassa, "fraudulent");
  const path = `/api/disputes/${dispute.id}/evidence`;
  const headers = { "idempotency-key": "evidence-1" };
  const body = { texts: { uncategorizedText: "something else" }, submit: true };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => untilAnswered(() => kassa.call("POST", path, { body, headers }))),
  );
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1, answers[0]?.text);
  assert.equal(answers.filter((answer) => answer.headers.get("idempotent-replayed") === null).length, 1);
  assert.equal(answers[0]?.body.status, "under_review");
  assertProblem(
    await kassa.call("POST", path, { body: { submit: true }, headers }),
    "idempotency_key_reused",
    "Idempotency-Key",
  );
  const [requests] = await kassa.db.sql<{ count: string }>(
    `SELECT count(*) FROM sandbox_psp.dispute_requests WHERE idempotency_key LIKE $1`,
    [`${dispute.id}%`],
  );
  assert.equal(Number(requests?.count), 1);
});
