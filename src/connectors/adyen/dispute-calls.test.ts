import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import type { DisputeOpening } from "../../../test/psp/adyen/disputes.ts";
import type { DisputeOutcome, EvidenceRequest } from "../disputes.ts";
import { type AdyenRig, call, startAdyenRig } from "./test-support.ts";
import { toPdf } from "./text-pdf.ts";

const day = 86_400;

let rig: AdyenRig;
before(async () => {
  rig = await startAdyenRig();
});
afterEach(() => {
  assert.deepEqual(rig.fake.problems, [], "answers and notifications are as the specification says");
  const faults = rig.fake.requests.flatMap(({ problems }) => problems);
  assert.deepEqual(faults, [], "requests are as the specification says");
});
after(() => rig.close());

const summaryOf = (outcome: DisputeOutcome): string => {
  if (outcome.kind !== "known") return `${outcome.kind}: ${outcome.detail}`;
  const { stage, status } = outcome.dispute;
  return `${stage} ${status}`;
};

/** A dispute, and what the merchant and Kassa do with it. Evidence is sent under the same key each time. */
async function disputed(opening: DisputeOpening = {}) {
  const charge = await rig.paid();
  const pspReference = rig.fake.dispute(charge.pspReference, opening);
  await rig.advance(0);
  const request = () => ({ account: rig.account, pspReference, facts: rig.stored(charge).facts ?? [] });
  const { disputes } = rig.connector;
  assert.ok(disputes?.submitEvidence);
  const { submitEvidence, find } = disputes;
  return {
    pspReference,
    documents: () =>
      [...rig.fake.documentsOf(pspReference)].map(([type, { content }]) => ({ type, content })),
    moved: () => {
      const { disputed = 0, dispute_returned: returned = 0 } = rig.moved(charge.idempotencyKey);
      return { disputed, returned };
    },
    submit: async (evidence: Partial<EvidenceRequest> = {}) =>
      summaryOf(
        await submitEvidence(
          { ...request(), ...{ idempotencyKey: "dp_1.1", texts: {}, files: [] }, ...evidence },
          call,
        ),
      ),
    find: async () => {
      await rig.advance(0);
      return summaryOf(await find(request(), call));
    },
  };
}

const delivered = { shippingCarrier: "DHL", shippingTrackingNumber: "JD01" };
const pdf = toPdf("Shipping carrier: DHL\n\nShipping tracking number: JD01");

test("evidence is supplied as a document of the reason it speaks for, and the money comes back", async () => {
  const dispute = await disputed();
  assert.equal(
    await dispute.submit({ texts: delivered, idempotencyKey: "dp_2.1" }),
    "chargeback under_review",
  );
  assert.deepEqual(dispute.documents(), [{ type: "ProofOfDelivery", content: pdf }]);
  assert.equal(await dispute.find(), "chargeback under_review");
  assert.deepEqual(dispute.moved(), { disputed: 2_599, returned: 2_599 });
  rig.fake.decideDispute(dispute.pspReference, true);
  assert.equal(await dispute.find(), "chargeback won");
});

test("an inquiry is answered before the money is taken", async () => {
  const dispute = await disputed({ noticeSeconds: day });
  assert.equal(await dispute.submit({ texts: delivered, idempotencyKey: "dp_3.1" }), "inquiry under_review");
  await rig.advance(day);
  assert.equal(await dispute.find(), "chargeback under_review");
  assert.deepEqual(dispute.moved(), { disputed: 2_599, returned: 2_599 });
});

test("a lost answer is unknown, and the repeated request supplies and defends once", async () => {
  const paths = ["retrieveApplicableDefenseReasons", "supplyDefenseDocument", "defendDispute"];
  for (const [index, name] of paths.entries()) {
    for (const kind of ["lose_answer_before", "lose_answer_after", "status_500_after"] as const) {
      const dispute = await disputed();
      rig.fake.faults.add({ kind, match: `/${name}` });
      const evidence = { texts: delivered, idempotencyKey: `dp_${index}-${kind}.1` };
      rig.fake.notifications.hold();
      assert.match(await dispute.submit(evidence), /^unknown: /, `${name} ${kind}`);
      assert.equal(await dispute.submit(evidence), "chargeback under_review", `${name} ${kind}`);
      rig.fake.notifications.release();
      assert.equal(await dispute.find(), "chargeback under_review");
      assert.deepEqual(dispute.moved(), { disputed: 2_599, returned: 2_599 });
      assert.equal(dispute.documents().length, 1);
      assert.equal(
        await dispute.submit(evidence),
        "chargeback under_review",
        "what is known isn't sent again",
      );
    }
  }
});

test("what can't be defended is refused, with the reason", async () => {
  const hopeless = await disputed({ defenseReasons: {} });
  assert.equal(await hopeless.find(), "chargeback under_review");
  assert.match(await hopeless.submit({ texts: delivered }), /^refused: .*can't be defended/);
  const late = await disputed();
  rig.fake.notifications.hold();
  rig.fake.clock.advance(14 * day);
  const evidence = { texts: delivered, idempotencyKey: "dp_late.1" };
  assert.match(await late.submit(evidence), /^refused: .*it is Expired/);
  rig.fake.notifications.release();
  assert.equal(await late.find(), "chargeback lost");
});

test("documents of a defence that is refused are deleted, so that the next one has only its own", async () => {
  const dispute = await disputed({ defenseRefusal: "The scheme takes no defence" });
  assert.match(
    await dispute.submit({ texts: delivered, idempotencyKey: "dp_4.1" }),
    /^refused: The scheme takes/,
  );
  assert.deepEqual(dispute.documents(), []);
  assert.equal(
    await dispute.submit({ texts: delivered, idempotencyKey: "dp_4.2" }),
    "chargeback under_review",
  );
  assert.deepEqual(dispute.documents(), [{ type: "ProofOfDelivery", content: pdf }]);
});
