import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { ChargeRef, FindChargeOutcome, PspFact } from "../contract.ts";
import { readCharge } from "./charge-state.ts";
import { foldDispute } from "./disputes.ts";
import { foldCharge } from "./fold.ts";
import { factOf } from "./test-support.ts";
import { translateApproved } from "./translate.ts";

const at = (minute: number) => `2026-11-25T10:${String(minute).padStart(2, "0")}:00.000Z`;

function chargeWith(facts: readonly PspFact[], changes: Partial<ChargeRef> = {}): ChargeRef {
  return {
    account: { id: "ca_1", tenantId: 1, mode: "sandbox", settings: { merchantAccount: "Shop" } },
    idempotencyKey: "att_1",
    session: "cs_1",
    ...{ amount: 2599, currency: "EUR", capture: "manual" },
    startedAt: new Date(at(0)),
    hostedReference: "CS1",
    pspReference: null,
    page: { url: "https://adyen.example/CS1", expiresAt: at(59) },
    facts,
    ...changes,
  };
}

const noCalls = { send: () => assert.fail("facts are read without a request") };

async function read(
  facts: readonly PspFact[],
  changes: Partial<ChargeRef> = {},
): Promise<FindChargeOutcome | object> {
  const charge = chargeWith(facts, changes);
  const state = await readCharge(noCalls, charge, Date.parse(at(30)));
  return state.kind === "approved" ? translateApproved(state, charge) : state;
}

/** The eventful life of a payment: a refusal, an approval, two captures of which one fails, refunds, and disputes. */
const later = { originalReference: "PAYMENT", cardSummary: null };
const life: readonly PspFact[] = [
  factOf({ success: false, pspReference: "FIRST", reason: "Refused", eventDate: at(1) }),
  factOf({ eventDate: at(2) }),
  factOf({ success: false, reason: "Refused", eventDate: at(3) }),
  ...[
    { eventCode: "CAPTURE", pspReference: "CAP1", value: 1000, merchantReference: "cap_1", eventDate: at(4) },
    { eventCode: "CAPTURE", pspReference: "CAP2", value: 500, merchantReference: "cap_2", eventDate: at(5) },
    {
      eventCode: "CAPTURE_FAILED",
      pspReference: "CAP2",
      value: 500,
      merchantReference: "cap_2",
      eventDate: at(6),
    },
    { eventCode: "CAPTURE", pspReference: "CAP2", value: 500, merchantReference: "cap_2", eventDate: at(7) },
    {
      eventCode: "CAPTURE_FAILED",
      pspReference: "CAP1",
      value: 1000,
      merchantReference: "cap_1",
      eventDate: at(7),
    },
    { eventCode: "REFUND", pspReference: "REF1", value: 100, merchantReference: "re_1", eventDate: at(8) },
    { eventCode: "REFUND", pspReference: "REF2", value: 50, merchantReference: "re_2", eventDate: at(9) },
    {
      eventCode: "REFUND_FAILED",
      pspReference: "REF2",
      value: 50,
      merchantReference: "re_2",
      eventDate: at(9),
    },
    {
      eventCode: "CHARGEBACK",
      pspReference: "DIS1",
      value: 500,
      eventDate: at(10),
      disputeStatus: "Undefended",
    },
    { eventCode: "INFORMATION_SUPPLIED", pspReference: "DIS1", value: 500, eventDate: at(11) },
    { eventCode: "CHARGEBACK_REVERSED", pspReference: "DIS1", value: 500, eventDate: at(11) },
    { eventCode: "NOTIFICATION_OF_CHARGEBACK", pspReference: "DIS2", value: 20, eventDate: at(12) },
  ].map((content) => factOf({ ...later, ...content })),
];

test("any order of the facts gives the same charge, movements and disputes", async () => {
  const expected = await read(life);
  const folded = foldCharge(chargeWith(life));
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([...life], { minLength: life.length, maxLength: life.length }),
      async (facts) => {
        assert.deepEqual(await read(facts), expected);
        assert.deepEqual(foldCharge(chargeWith(facts)), folded);
        for (const pspReference of ["DIS1", "DIS2"]) {
          const { account } = chargeWith([]);
          const dispute = (given: readonly PspFact[]) => foldDispute({ account, pspReference, facts: given });
          assert.deepEqual(dispute(facts), dispute(life));
        }
      },
    ),
  );
});

test("any part of the facts in any order is read without an error, and never takes a refusal for more than an approval", async () => {
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([...life]), async (facts) => {
      const [one, other] = [await read(facts), await read(facts.toReversed())];
      assert.deepEqual(one, other);
      const isApproved = facts.includes(life[1] as PspFact);
      assert.equal("outcome" in one && one.outcome.kind === "approved", isApproved, JSON.stringify(one));
    }),
  );
});

test("the amounts are those of the captures and refunds that last", async () => {
  const found = await read(life);
  assert.ok("charge" in found);
  assert.deepEqual(found.charge, {
    amountCaptured: 500,
    amountRefunded: 100,
    released: true,
    disputes: ["DIS1", "DIS2"],
  });
});

test("a duplicate of an event with another date changes nothing", async () => {
  const again = life.map(({ content }) => content).filter(({ eventCode }) => eventCode !== "CAPTURE_FAILED");
  const duplicates = again
    .filter(({ eventCode }) => ["AUTHORISATION", "REFUND", "CHARGEBACK"].includes(String(eventCode)))
    .map((content) => factOf({ ...content, eventDate: at(20) }));
  assert.deepEqual(
    foldCharge(chargeWith([...life, ...duplicates])).refunds,
    foldCharge(chargeWith(life)).refunds,
  );
  const { charge } = (await read([...life, ...duplicates])) as Extract<FindChargeOutcome, { kind: "found" }>;
  assert.deepEqual(charge, ((await read(life)) as Extract<FindChargeOutcome, { kind: "found" }>).charge);
});

test("with manual capture an approval isn't a capture; with automatic capture it is, until the capture fails", async () => {
  const approval = factOf({});
  const outcomeOf = async (facts: readonly PspFact[], capture: ChargeRef["capture"]) => {
    const found = await read(facts, { capture });
    assert.ok("outcome" in found && found.outcome.kind === "approved");
    return [found.outcome.captured, found.charge.amountCaptured, found.charge.released];
  };
  assert.deepEqual(await outcomeOf([approval], "manual"), [false, 0, false]);
  assert.deepEqual(await outcomeOf([approval], "automatic"), [true, 2599, false]);
  const own = { originalReference: "PAYMENT", pspReference: "CAP" };
  const captured = factOf({ ...own, eventCode: "CAPTURE" });
  assert.deepEqual(await outcomeOf([approval, captured], "automatic"), [true, 2599, false]);
  const failed = factOf({ ...own, eventCode: "CAPTURE_FAILED", eventDate: at(40) });
  for (const facts of [
    [approval, captured, failed],
    [failed, approval],
  ]) {
    const found = await read(facts, { capture: "automatic" });
    assert.ok("outcome" in found && found.outcome.kind === "failed");
    assert.deepEqual([found.outcome.pspReference, found.charge.amountCaptured], ["PAYMENT", 0]);
    assert.deepEqual(await outcomeOf(facts, "manual"), [false, 0, true]);
  }
  const again = factOf({ ...own, eventCode: "CAPTURE", eventDate: at(50) });
  assert.deepEqual(await outcomeOf([again, failed, captured, approval], "automatic"), [true, 2599, false]);
});

test("facts of another attempt or payment say nothing", async () => {
  const other = factOf({ merchantReference: "att_2" });
  assert.equal(((await read([other])) as { kind: string }).kind, "open");
  const approval = factOf({});
  const ofOther = factOf({ eventCode: "CAPTURE", originalReference: "OTHER", pspReference: "CAP" });
  assert.deepEqual(foldCharge(chargeWith([approval, ofOther])).captures, []);
});

test("the payment that Kassa knows stays the charge, although another was approved before", () => {
  const facts = [factOf({ pspReference: "EARLY", eventDate: at(1) }), factOf({ eventDate: at(2) })];
  assert.equal(foldCharge(chargeWith(facts)).authorisation?.pspReference, "EARLY");
  assert.equal(
    foldCharge(chargeWith(facts, { pspReference: "PAYMENT" })).authorisation?.pspReference,
    "PAYMENT",
  );
});

test("an authorization that lapsed has a past deadline; one that lives has 28 days", async () => {
  const deadline = async (facts: readonly PspFact[]) => {
    const found = await read(facts);
    return "outcome" in found && found.outcome.kind === "approved" ? found.outcome.captureBefore : null;
  };
  assert.equal(await deadline([factOf({ eventDate: at(0) })]), "2026-12-23T10:00:00.000Z");
  const expiry = factOf({ eventCode: "EXPIRE", eventDate: at(9) });
  assert.equal(await deadline([expiry, factOf({})]), at(9));
});

test("a dispute's end is decided by its events", () => {
  const { account } = chargeWith([]);
  const status = (...codes: string[]) => {
    const facts = codes.map((eventCode, index) =>
      factOf({ eventCode, originalReference: "PAYMENT", pspReference: "DIS", eventDate: at(index) }),
    );
    const dispute = foldDispute({ account, pspReference: "DIS", facts });
    return `${dispute?.stage} ${dispute?.status}`;
  };
  const opened = ["NOTIFICATION_OF_CHARGEBACK", "CHARGEBACK"];
  const defended = [...opened, "INFORMATION_SUPPLIED", "CHARGEBACK_REVERSED"];
  assert.equal(status("REQUEST_FOR_INFORMATION"), "inquiry needs_response");
  assert.equal(status("REQUEST_FOR_INFORMATION", "INFORMATION_SUPPLIED"), "inquiry under_review");
  assert.equal(status("NOTIFICATION_OF_CHARGEBACK"), "inquiry needs_response");
  assert.equal(status(...opened), "chargeback needs_response");
  assert.equal(status(...opened, "DISPUTE_DEFENSE_PERIOD_ENDED"), "chargeback lost");
  assert.equal(status(...defended), "chargeback under_review");
  assert.equal(status(...defended, "DISPUTE_DEFENSE_PERIOD_ENDED"), "chargeback under_review");
  assert.equal(status(...defended, "ISSUER_RESPONSE_TIMEFRAME_EXPIRED"), "chargeback won");
  assert.equal(status(...defended, "SECOND_CHARGEBACK"), "chargeback lost");
  assert.equal(status(...defended, "SECOND_CHARGEBACK", "PREARBITRATION_WON"), "chargeback won");
  assert.equal(status(...defended, "PREARBITRATION_LOST"), "chargeback lost");
  assert.equal(foldDispute({ account, pspReference: "DIS", facts: [] }), undefined);
});

test("a reversal or a second chargeback may be of a part, which the customer then keeps or not", () => {
  const { account } = chargeWith([]);
  const lost = (...events: readonly (readonly [eventCode: string, value: number])[]) => {
    const facts = events.map(([eventCode, value], index) =>
      factOf({ eventCode, value, originalReference: "P", pspReference: "DIS", eventDate: at(index) }),
    );
    const dispute = foldDispute({ account, pspReference: "DIS", facts });
    return `${dispute?.status} ${dispute?.amountLost} of ${dispute?.amount}`;
  };
  const reversed = (value: number) =>
    [
      ["CHARGEBACK", 1000],
      ["INFORMATION_SUPPLIED", 1000],
      ["CHARGEBACK_REVERSED", value],
    ] as const;
  const won = ["ISSUER_RESPONSE_TIMEFRAME_EXPIRED", 1000] as const;
  assert.equal(lost(...reversed(1000), won), "won 0 of 1000");
  assert.equal(lost(...reversed(600), won), "won 400 of 1000");
  assert.equal(lost(...reversed(600), ["SECOND_CHARGEBACK", 600]), "lost 1000 of 1000");
  assert.equal(lost(...reversed(1000), won, ["SECOND_CHARGEBACK", 300]), "lost 300 of 1000");
  const second = ["SECOND_CHARGEBACK", 1000] as const;
  assert.equal(lost(...reversed(1000), second, ["PREARBITRATION_WON", 1000]), "won 0 of 1000");
  assert.equal(lost(["CHARGEBACK", 1000], ["DISPUTE_DEFENSE_PERIOD_ENDED", 1000]), "lost undefined of 1000");
});
