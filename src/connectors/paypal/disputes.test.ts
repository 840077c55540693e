import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { DisputeOpening } from "../../../test/psp/paypal/disputes.ts";
import type { DisputeOutcome } from "../disputes.ts";
import { evidencesOf } from "./evidence.ts";
import { call, finishedCharge, type PayPalRig, startPayPalRig } from "./test-support.ts";
import { translateDispute } from "./translate-dispute.ts";
import type { WireDispute } from "./wire.ts";

let rig: PayPalRig;
before(async () => {
  rig = await startPayPalRig();
});
after(() => rig.close());

async function disputed(opening: DisputeOpening = { stage: "CHARGEBACK" }) {
  const charge = await finishedCharge(rig);
  const pspReference = rig.fake.openDispute(charge.pspReference, opening);
  return { attempt: charge.idempotencyKey, request: { account: rig.account, pspReference } };
}

function factsIn(outcome: DisputeOutcome | undefined) {
  assert.ok(outcome?.kind === "known", JSON.stringify(outcome));
  return outcome.dispute;
}

const find = async (request: Awaited<ReturnType<typeof disputed>>["request"]) =>
  factsIn(await rig.connector.disputes?.find(request, call));

const evidence = {
  idempotencyKey: "evidence_1",
  texts: { productDescription: "A blue teapot", shippingTrackingNumber: "00340434161094042557" },
  files: [{ name: "slip ü 1.2.pdf", mediaType: "application/pdf", content: Buffer.from("%PDF-1.4\n%%EOF") }],
};

test("a claim names its charge, amount and reason, and until when it can be answered", async () => {
  const { attempt, request } = await disputed({ stage: "CHARGEBACK", reason: "UNAUTHORISED", amount: 1_000 });
  const { evidenceDueAt, ...dispute } = await find(request);
  assert.deepEqual(dispute, {
    pspReference: request.pspReference,
    chargeKey: attempt,
    stage: "chargeback",
    status: "needs_response",
    reason: "fraudulent",
    amount: 1_000,
    currency: "EUR",
    fee: 0,
  });
  assert.ok(Date.parse(evidenceDueAt ?? "") > rig.fake.clock.now() * 1_000);
});

test("an inquiry that the customer turns into a claim is a chargeback; one that ends is closed", async () => {
  const { request } = await disputed({});
  assert.deepEqual(
    [(await find(request)).stage, (await find(request)).status],
    ["inquiry", "needs_response"],
  );
  const early = await rig.connector.disputes?.submitEvidence?.({ ...request, ...evidence }, call);
  assert.equal(early?.kind, "refused");
  rig.fake.escalateDispute(request.pspReference);
  assert.equal((await find(request)).stage, "chargeback");
  const ended = await disputed({});
  rig.fake.resolveDispute(ended.request.pspReference, "CANCELED_BY_BUYER");
  assert.deepEqual(
    [(await find(ended.request)).stage, (await find(ended.request)).status],
    ["inquiry", "closed"],
  );
});

test("evidence is sent once, with its texts and files, and the dispute is won or lost by PayPal", async () => {
  for (const [outcome, status] of [
    ["RESOLVED_SELLER_FAVOUR", "won"],
    ["RESOLVED_BUYER_FAVOUR", "lost"],
  ] as const) {
    const { request } = await disputed();
    rig.fake.faults.add({ kind: "lose_answer_after", match: "/provide-evidence" });
    const answer = { ...request, ...evidence };
    assert.equal((await rig.connector.disputes?.submitEvidence?.(answer, call))?.kind, "unknown");
    const again = factsIn(await rig.connector.disputes?.submitEvidence?.(answer, call));
    assert.equal(again.status, "under_review");
    const sent = rig.fake.requests.filter(({ path }) =>
      path.endsWith(`${request.pspReference}/provide-evidence`),
    );
    assert.deepEqual(
      sent.map(({ body }) => body),
      [
        {
          evidences: [
            {
              evidence_type: "OTHER",
              notes: "Product description: A blue teapot\n\nShipping tracking number: 00340434161094042557",
            },
          ],
        },
      ],
    );
    rig.fake.resolveDispute(request.pspReference, outcome);
    assert.equal((await find(request)).status, status);
  }
});

test("a decision about a part says what the customer got, and a resolved dispute may be examined again", async () => {
  const { request } = await disputed();
  const standing = async () => {
    const { status, amountLost } = await find(request);
    return [status, amountLost];
  };
  rig.fake.resolveDispute(request.pspReference, "RESOLVED_BUYER_FAVOUR", 999);
  assert.deepEqual(await standing(), ["lost", 999]);
  rig.fake.reopenDispute(request.pspReference);
  assert.deepEqual(await standing(), ["under_review", undefined]);
  rig.fake.resolveDispute(request.pspReference, "RESOLVED_SELLER_FAVOUR");
  assert.deepEqual(await standing(), ["won", undefined]);
});

test("a dispute is accepted once, and lost; an accepted inquiry takes the money, too", async () => {
  for (const opening of [{ stage: "CHARGEBACK" }, {}] as const) {
    const { request, attempt } = await disputed(opening);
    const accepting = { ...request, idempotencyKey: "accept_1" };
    const accepted = factsIn(await rig.connector.disputes?.accept?.(accepting, call));
    assert.deepEqual([accepted.stage, accepted.status], ["chargeback", "lost"]);
    assert.deepEqual(factsIn(await rig.connector.disputes?.accept?.(accepting, call)), accepted);
    assert.match(rig.movedFor(attempt), /disputed 2599$/);
  }
});

test("a dispute that can't be read is unknown; a reference that isn't PayPal's is refused", async () => {
  const { request } = await disputed();
  const ask = (pspReference: string) => rig.connector.disputes?.find({ ...request, pspReference }, call);
  assert.equal((await ask("PP-R-000-00000000"))?.kind, "unknown");
  assert.equal((await ask("../webhooks"))?.kind, "refused");
  for (const kind of ["status_500_before", "lose_answer_before", "rate_limit", "truncate_answer"] as const) {
    rig.fake.faults.add({ kind });
    assert.equal((await ask(request.pspReference))?.kind, "unknown", kind);
  }
});

test("each outcome of PayPal's specification is one of Kassa", () => {
  const dispute: Omit<WireDispute, "dispute_life_cycle_stage"> = {
    dispute_id: "PP-R-1",
    disputed_transactions: [{ custom: "att_sandbox_8Jk6iQo0Vc0iDjcuF38NCLP6R78Nr3qgmCC7V" }],
    dispute_amount: { currency_code: "EUR", value: "10.00" },
    status: "RESOLVED",
  };
  const state = (
    stage: WireDispute["dispute_life_cycle_stage"],
    code: "NONE" | "DENIED" | "RESOLVED_WITH_PAYOUT",
  ) =>
    translateDispute({ ...dispute, dispute_life_cycle_stage: stage, dispute_outcome: { outcome_code: code } })
      ?.status;
  assert.equal(state("ARBITRATION", "DENIED"), "won");
  assert.equal(state("PRE_ARBITRATION", "RESOLVED_WITH_PAYOUT"), "won");
  assert.equal(state("INQUIRY", "NONE"), "closed");
  assert.equal(state("CHARGEBACK", "NONE"), undefined);
  assert.equal(
    translateDispute({
      ...dispute,
      dispute_life_cycle_stage: "CHARGEBACK",
      disputed_transactions: [{ custom: "order-17" }],
    }),
    undefined,
    "a payment without Kassa",
  );
});

test("long texts are several notes, and no character is cut in two", () => {
  const notes = evidencesOf({ uncategorizedText: "👑".repeat(1_500) }).map((each) => each.notes ?? "");
  assert.equal(notes.length, 2);
  assert.ok(notes.every((each) => each.length <= 2_000 && each.isWellFormed()));
  assert.equal(notes.join(""), `Uncategorized text: ${"👑".repeat(1_500)}`);
  assert.deepEqual(evidencesOf({}), [{ evidence_type: "OTHER" }]);
});
