import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually } from "../../sandbox-psp/test-support.ts";
import type { DisputeFacts } from "../disputes.ts";
import {
  account,
  approve,
  type ConnectorRig,
  call,
  chargeWithKey,
  chargeWithReference,
  startConnectorRig,
} from "./test-support.ts";

let rig: ConnectorRig;
before(async () => {
  rig = await startConnectorRig();
});
after(() => rig.close());

const fraud = "4000000000000259";
const inquiryCard = "4000000000001976";

/** A charge's dispute, once the bank has opened it. */
async function disputed(key: string, number: string): Promise<DisputeFacts> {
  await approve(rig.connector, key, number);
  const pspReference = await eventually(async () => {
    const found = await rig.connector.findCharge(chargeWithKey(key), call);
    return found.kind === "found" ? found.charge.disputes[0] : undefined;
  });
  return await read(pspReference);
}

async function read(pspReference: string): Promise<DisputeFacts> {
  const outcome = await rig.connector.disputes.find({ account, pspReference }, call);
  assert.ok(outcome.kind === "known");
  return outcome.dispute;
}

const until = (pspReference: string, status: DisputeFacts["status"], stage?: DisputeFacts["stage"]) =>
  eventually(async () => {
    const facts = await read(pspReference);
    return facts.status === status && (stage === undefined || facts.stage === stage) ? facts : undefined;
  });

const submit = (pspReference: string, text: string, idempotencyKey = `${pspReference}-evidence`) => {
  const files = [
    { name: "receipt.pdf", mediaType: "application/pdf", content: Buffer.alloc(5 * 1024 * 1024, 7) },
  ];
  const texts = { uncategorized_text: text };
  return rig.connector.disputes.submitEvidence({ account, pspReference, idempotencyKey, texts, files }, call);
};
const accept = (pspReference: string, idempotencyKey = `${pspReference}-accept`) =>
  rig.connector.disputes.accept({ account, pspReference, idempotencyKey }, call);

/** Makes the dispute's response deadline pass. */
const overdue = (pspReference: string) =>
  rig.psp.db.sql("UPDATE sandbox_psp.disputes SET due_at = now() WHERE id = $1", [pspReference]);

const withdrawn = ["authorize 2599 captured", "dispute_withdrawn 2599", "dispute_fee 1500"];

test("a chargeback withdraws the amount and a fee, and the PSP sends a notification", async () => {
  const facts = await disputed("opened", fraud);
  assert.deepEqual(
    [facts.chargeKey, facts.stage, facts.status, facts.reason, facts.amount, facts.currency, facts.fee],
    ["opened", "chargeback", "needs_response", "fraudulent", 2599, "EUR", 1500],
  );
  assert.ok(facts.evidenceDueAt && Date.parse(facts.evidenceDueAt) > Date.now() + 6 * 86_400_000);
  const charge = { idempotencyKey: "opened" };
  const about = [{ kind: "dispute", pspReference: facts.pspReference, charge }];
  await eventually(async () =>
    rig.notifications.some(
      (one) => one.kind === "accepted" && JSON.stringify(one.about) === JSON.stringify(about),
    ),
  );
  assert.deepEqual(await rig.logOf("opened"), withdrawn);
});

test("winning evidence returns the amount, but not the fee", async () => {
  const { pspReference } = await disputed("won", "4000000000002685");
  const submitted = await submit(pspReference, "winning_evidence");
  assert.ok(submitted.kind === "known" && submitted.dispute.reason === "product_not_received");
  assert.equal(submitted.dispute.evidenceDueAt, null);
  await until(pspReference, "won");
  assert.deepEqual(await rig.logOf("won"), [...withdrawn, "dispute_returned 2599"]);
  assert.equal((await submit(pspReference, "winning_evidence")).kind, "known");
  assert.deepEqual(await submit(pspReference, "more", "another-key"), {
    kind: "refused",
    detail: "dispute_not_open",
  });
});

test("a dispute is lost with losing evidence, when accepted, and without a response", async () => {
  const one = await disputed("losing", fraud);
  await submit(one.pspReference, "losing_evidence");
  await until(one.pspReference, "lost");
  const two = await disputed("accepted", fraud);
  const accepted = await accept(two.pspReference);
  assert.ok(accepted.kind === "known" && accepted.dispute.status === "lost");
  assert.deepEqual(await accept(two.pspReference), accepted);
  const three = await disputed("silent", fraud);
  await overdue(three.pspReference);
  await until(three.pspReference, "lost");
  for (const key of ["losing", "accepted", "silent"]) assert.deepEqual(await rig.logOf(key), withdrawn);
});

test("an inquiry moves no money until it becomes a chargeback", async () => {
  const one = await disputed("asked", inquiryCard);
  assert.deepEqual([one.stage, one.fee], ["inquiry", 0]);
  await submit(one.pspReference, "winning_evidence");
  await until(one.pspReference, "closed");
  assert.deepEqual(await rig.logOf("asked"), ["authorize 2599 captured"]);

  const two = await disputed("escalated", inquiryCard);
  await overdue(two.pspReference);
  const facts = await until(two.pspReference, "needs_response", "chargeback");
  assert.deepEqual([facts.fee, facts.amount], [1500, 2599]);
  assert.deepEqual(await rig.logOf("escalated"), withdrawn);
  await submit(two.pspReference, "winning_evidence");
  await until(two.pspReference, "won");

  const three = await disputed("conceded", inquiryCard);
  await accept(three.pspReference);
  assert.deepEqual(await rig.logOf("conceded"), withdrawn);
});

test("a full refund closes an inquiry", async () => {
  const { pspReference } = await disputed("refunded", inquiryCard);
  const found = await rig.connector.findCharge(chargeWithKey("refunded"), call);
  assert.ok(found.kind === "found" && found.outcome.pspReference);
  const charge = chargeWithReference(found.outcome.pspReference);
  const refund = { charge, currency: "EUR", amount: 2599 };
  await rig.connector.refund({ ...refund, idempotencyKey: "refund-all" }, call);
  await until(pspReference, "closed");
});

test("refuses to refund an amount that a chargeback has withdrawn", async () => {
  await disputed("held", fraud);
  const found = await rig.connector.findCharge(chargeWithKey("held"), call);
  assert.ok(found.kind === "found" && found.outcome.pspReference);
  const charge = chargeWithReference(found.outcome.pspReference);
  const refund = { charge, currency: "EUR", amount: 1 };
  assert.deepEqual(await rig.connector.refund({ ...refund, idempotencyKey: "held-refund" }, call), {
    kind: "refused",
    reason: "charge_disputed",
  });
});

test("evidence is submitted once per key, even if the first answer is lost", async () => {
  const { pspReference } = await disputed("faulty", fraud);
  const lost = await rig.withFault("status_500_after_charge", () => submit(pspReference, "winning_evidence"));
  assert.equal(lost.kind, "unknown");
  assert.equal((await submit(pspReference, "winning_evidence")).kind, "known");
  assert.equal((await submit(pspReference, "other words")).kind, "unknown");
  await until(pspReference, "won");
});
