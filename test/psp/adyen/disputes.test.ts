import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import type { DisputeOpening } from "./disputes.ts";
import {
  closeTestbed,
  manualCapture,
  merchantAccount,
  paidSession,
  startTestbed,
  type Testbed,
} from "./test-support.ts";

const day = 86_400;
const pdf = Buffer.from("%PDF-1.4").toString("base64");

describe("disputes at the fake of Adyen, driven by Adyen's SDK", () => {
  let testbed: Testbed;
  before(async () => {
    testbed = await startTestbed();
  });
  afterEach(async () => {
    await testbed.fake.notifications.settled();
    assert.deepEqual(testbed.fake.problems, [], "answers and notifications are as the specification says");
    testbed.receiver.items.length = 0;
  });
  after(() => closeTestbed(testbed));

  const moved = (reference: string) => testbed.fake.movedAmounts().get(reference)?.amounts ?? assert.fail();
  /** The events of a dispute, with its status in each. */
  const events = async (dispute: string) => {
    await testbed.fake.notifications.settled();
    const items = testbed.receiver.items.filter(({ pspReference }) => pspReference === dispute);
    return items.map(({ eventCode, additionalData }) => `${eventCode} ${additionalData.disputeStatus}`);
  };

  async function disputed(reference: string, opening: DisputeOpening = {}) {
    const { payment } = await paidSession(testbed, { reference });
    return {
      payment,
      named: {
        merchantAccountCode: merchantAccount,
        disputePspReference: testbed.fake.dispute(payment, opening),
      },
    };
  }

  async function defended(reference: string, opening: DisputeOpening = {}) {
    const { named } = await disputed(reference, opening);
    const { disputes } = testbed.adyen;
    const document = {
      defenseDocumentTypeCode: "DefenseMaterial",
      contentType: "application/pdf",
      content: pdf,
    };
    await disputes.supplyDefenseDocument({ ...named, defenseDocuments: [document] });
    const answer = await disputes.defendDispute({ ...named, defenseReasonCode: "SupplyDefenseMaterial" });
    assert.equal(answer.disputeServiceResult.success, true);
    return named.disputePspReference;
  }

  it("takes the money when the dispute opens, and names payment, capture and deadline", async () => {
    const { payment, named } = await disputed("opened");
    const expected = ["NOTIFICATION_OF_CHARGEBACK Undefended", "CHARGEBACK Undefended"];
    assert.deepEqual(await events(named.disputePspReference), expected);
    const chargeback = testbed.receiver.items.at(-1);
    assert.deepEqual([chargeback?.originalReference, chargeback?.merchantReference], [payment, "opened"]);
    assert.equal(chargeback?.additionalData.chargebackReasonCode, "10.4");
    const deadline = String(chargeback?.additionalData.defensePeriodEndsAt);
    assert.match(deadline, /^\d{4}-\d\d-\d\dT[\d:]{8}\+01:00$/);
    const left = Date.parse(deadline) / 1000 - testbed.fake.clock.now();
    assert.ok(Math.abs(left - 14 * day) < 60, `14 days are left to defend, not ${left / day}`);
    assert.equal(moved("opened").disputed, 1000);
  });

  it("asks for documents, and knows which reasons to defend they satisfy", async () => {
    const { disputes } = testbed.adyen;
    const { named } = await disputed("documents");
    const satisfied = async () =>
      (await disputes.retrieveApplicableDefenseReasons(named)).defenseReasons
        ?.filter((reason) => reason.satisfied)
        .map(({ defenseReasonCode }) => defenseReasonCode);
    assert.deepEqual(await satisfied(), []);
    const tooEarly = await disputes.defendDispute({ ...named, defenseReasonCode: "GoodsOrServicesProvided" });
    assert.equal(tooEarly.disputeServiceResult.success, false);
    const document = {
      defenseDocumentTypeCode: "ProofOfDelivery",
      contentType: "application/pdf",
      content: pdf,
    };
    await disputes.supplyDefenseDocument({ ...named, defenseDocuments: [document] });
    assert.deepEqual(await satisfied(), ["GoodsOrServicesProvided"]);
    await disputes.deleteDisputeDefenseDocument({ ...named, defenseDocumentType: "ProofOfDelivery" });
    assert.deepEqual(await satisfied(), []);
    const picture = { ...document, contentType: "image/gif" };
    const { disputeServiceResult } = await disputes.supplyDefenseDocument({
      ...named,
      defenseDocuments: [picture],
    });
    assert.deepEqual(
      [disputeServiceResult.success, disputeServiceResult.errorMessage],
      [false, "Unsupported content type: image/gif"],
    );
  });

  it("gives the money back to who defends, until the issuer decides for the merchant", async () => {
    const dispute = await defended("won");
    assert.deepEqual((await events(dispute)).slice(2), [
      "INFORMATION_SUPPLIED Pending",
      "CHARGEBACK_REVERSED Pending",
    ]);
    testbed.fake.decideDispute(dispute, true);
    assert.equal((await events(dispute)).at(-1), "ISSUER_RESPONSE_TIMEFRAME_EXPIRED Won");
    assert.deepEqual([moved("won").disputed, moved("won").dispute_returned], [1000, 1000]);
  });

  it("takes the money a second time if the issuer declines the defence", async () => {
    const dispute = await defended("lost");
    testbed.fake.decideDispute(dispute, false);
    assert.equal((await events(dispute)).at(-1), "SECOND_CHARGEBACK Lost");
    assert.deepEqual([moved("lost").disputed, moved("lost").dispute_returned], [2000, 1000]);
  });

  it("can be defended before the money is taken", async () => {
    const dispute = await defended("early", { noticeSeconds: day });
    assert.deepEqual(await events(dispute), [
      "NOTIFICATION_OF_CHARGEBACK Undefended",
      "INFORMATION_SUPPLIED Pending",
    ]);
    assert.equal(moved("early").disputed, 0);
    testbed.fake.clock.advance(day);
    assert.deepEqual((await events(dispute)).slice(2), ["CHARGEBACK Pending", "CHARGEBACK_REVERSED Pending"]);
    assert.deepEqual([moved("early").disputed, moved("early").dispute_returned], [1000, 1000]);
  });

  it("can't be changed after it was accepted or its deadline has passed", async () => {
    const { disputes } = testbed.adyen;
    const { named } = await disputed("accepted");
    assert.equal((await disputes.acceptDispute(named)).disputeServiceResult.success, true);
    assert.equal((await disputes.acceptDispute(named)).disputeServiceResult.success, false);
    const late = (await disputed("expired")).named;
    testbed.fake.clock.advance(14 * day);
    assert.equal((await events(late.disputePspReference)).at(-1), "DISPUTE_DEFENSE_PERIOD_ENDED Expired");
    assert.equal((await disputes.acceptDispute(late)).disputeServiceResult.success, false);
    const unknown = { ...late, disputePspReference: "UNKNOWN000000000" };
    const { disputeServiceResult } = await disputes.acceptDispute(unknown);
    assert.equal(disputeServiceResult.errorMessage, "Dispute not found");
  });

  it("concerns only captured payments", async () => {
    const { payment } = await paidSession(testbed, manualCapture);
    assert.throws(() => testbed.fake.dispute(payment), /isn't captured/);
  });
});
