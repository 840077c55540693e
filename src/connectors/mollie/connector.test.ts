import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { unreferenced } from "../../../test/conformance/rig.ts";
import type {
  ChargeRef,
  FindMovementRequest,
  ListChargesOutcome,
  ListChargesRequest,
  ListedCharge,
  ReferencedCharge,
} from "../contract.ts";
import { declines } from "./declines.ts";
import {
  authorizedCharge,
  beginCharge,
  call,
  captureOf,
  chargeAfter,
  found,
  hostedRequest,
  type MollieRig,
  newAttempt,
  refundOf,
  startMollieRig,
} from "./test-support.ts";

// The connector against the fake of Mollie, compared with the fake's own log of money.
let rig: MollieRig;
before(async () => {
  rig = await startMollieRig();
});
afterEach(() => rig.fake.faults.clear());
after(() => rig.close());

const find = (charge: ChargeRef, of = rig) => of.connector.findCharge(charge, call);
const lookFor = (
  charge: ReferencedCharge,
  idempotencyKey: string,
  what: Pick<FindMovementRequest, "kind" | "amount"> & { readonly final?: boolean },
) => rig.connector.findMovement({ charge, idempotencyKey, ...what }, call);

test("a payment charges nothing until the customer pays; then its amount and card are known", async () => {
  const charge = await beginCharge(rig);
  const open = await found(rig, charge);
  assert.equal(open.outcome.kind, "action_required");
  rig.fake.checkOut(charge.pspReference, { outcome: "paid" });
  const { outcome, charge: facts } = await found(rig, charge);
  assert.ok(outcome.kind === "approved");
  assert.deepEqual(
    [outcome.amount, outcome.currency, outcome.captured, outcome.captureBefore],
    [2599, "EUR", true, null],
  );
  assert.match(outcome.paidWith?.card?.last4 ?? "", /^\d{4}$/);
  assert.deepEqual(facts, { amountCaptured: 2599, amountRefunded: 0, released: false, disputes: [] });
});

test("a payment that expires charges nothing; a failed one has the reason", async () => {
  const ended = await chargeAfter(rig, { outcome: "expired" });
  assert.equal((await find(ended)).kind, "not_charged");
  for (const [failureReason, reason] of Object.entries(declines)) {
    const { outcome } = await found(rig, await chargeAfter(rig, { outcome: "failed", failureReason }));
    assert.deepEqual(outcome.kind === "declined" && outcome.reason, reason, failureReason);
  }
});

test("a begin without an answer is found by the attempt's id; a payment that wasn't made is not_charged", async () => {
  for (const [kind, expected] of [
    ["lose_answer_after", "found"],
    ["lose_answer_before", "not_charged"],
  ] as const) {
    rig.fake.faults.add({ kind, match: "POST /v2/payments" });
    const request = hostedRequest(rig, newAttempt());
    assert.equal((await rig.connector.hosted?.begin(request, call))?.kind, "unknown");
    assert.equal((await find(unreferenced(request))).kind, expected, kind);
  }
});

test("an uncertain answer is unknown, for every call, and quotes no key", async () => {
  const charge = await authorizedCharge(rig);
  const refund = refundOf(charge, 10);
  const calls = {
    begin: () => rig.connector.hosted?.begin(hostedRequest(rig, newAttempt()), call),
    find: () => find(charge),
    capture: () => rig.connector.capture(captureOf(charge, 10), call),
    void: () => rig.connector.void({ charge, idempotencyKey: "v1" }, call),
    refund: () => rig.connector.refund(refund, call),
    findRefund: () => lookFor(charge, refund.idempotencyKey, { kind: "refund", amount: 10 }),
    list: () =>
      rig.connector.listCharges?.(
        { account: rig.account, changedAfter: new Date().toISOString(), cursor: null },
        call,
      ),
  };
  for (const kind of ["lose_answer_before", "status_500_before", "rate_limit", "truncate_answer"] as const)
    for (const [name, make] of Object.entries(calls)) {
      rig.fake.faults.add({ kind });
      const outcome = await make();
      assert.equal(outcome?.kind, "unknown", `${name} after ${kind}`);
      assert.ok(!JSON.stringify(outcome).includes(rig.fake.keys.test));
      rig.fake.faults.clear();
    }
});

test("a payment of another attempt is unknown", async () => {
  const charge = await chargeAfter(rig);
  const other = { ...charge, idempotencyKey: newAttempt() };
  assert.equal((await find(other)).kind, "unknown");
  assert.equal((await rig.connector.refund(refundOf(other, 10), call)).kind !== "refused", true);
});

test("a capture is found by its key, made once, and releases the rest of a card", async () => {
  const charge = await authorizedCharge(rig);
  const held = await found(rig, charge);
  assert.ok(held.outcome.kind === "approved" && !held.outcome.captured);
  assert.ok(Date.parse(held.outcome.captureBefore ?? "") > Date.now());
  const request = captureOf(charge, 1000);
  rig.fake.faults.add({ kind: "lose_answer_after", match: "/captures" });
  assert.equal((await rig.connector.capture(request, call)).kind, "unknown");
  const what = { kind: "capture", amount: 1000, final: true } as const;
  assert.equal((await lookFor(charge, request.idempotencyKey, what)).kind, "found");
  assert.equal((await lookFor(charge, "another", what)).kind, "not_found");
  assert.equal((await lookFor(charge, request.idempotencyKey, { ...what, amount: 999 })).kind, "key_reused");
  await rig.connector.capture(request, call);
  rig.fake.clock.advance(60);
  const { charge: facts } = await found(rig, charge);
  assert.deepEqual(facts, { amountCaptured: 1000, amountRefunded: 0, released: true, disputes: [] });
  assert.equal(rig.movedFor(charge.idempotencyKey), "authorized 2599, captured 1000, released 1599");
});

test("an authorization is released later; a release that the issuer ignores isn't believed", async () => {
  const charge = await authorizedCharge(rig);
  const release = { charge, idempotencyKey: "release-1" };
  assert.notEqual((await rig.connector.void(release, call)).kind, "refused");
  rig.fake.clock.advance(60);
  const looked = await lookFor(charge, "release-1", { kind: "void", amount: null });
  assert.ok(looked.kind === "found" && looked.outcome.kind === "succeeded", JSON.stringify(looked));
  assert.equal(rig.movedFor(charge.idempotencyKey), "authorized 2599, released 2599");
  const { outcome } = await found(rig, charge);
  assert.deepEqual(outcome.kind === "declined" && outcome.reason, "abandoned");

  const ignoring = await startMollieRig();
  try {
    ignoring.fake.ignoreReleases();
    const kept = await authorizedCharge(ignoring);
    const asked = await ignoring.connector.void({ charge: kept, idempotencyKey: "release-2" }, call);
    assert.notEqual(asked.kind, "succeeded");
    ignoring.fake.clock.advance(60);
    const after = await ignoring.connector.findMovement(
      { charge: kept, idempotencyKey: "release-2", kind: "void", amount: null },
      call,
    );
    assert.ok(!(after.kind === "found" && after.outcome.kind === "succeeded"), JSON.stringify(after));
  } finally {
    await ignoring.close();
  }
});

test("an open card payment can't be called off: the release is pending until the page has expired or the customer has paid", async () => {
  const released = async (charge: ReferencedCharge, key: string) => {
    const looked = await lookFor(charge, key, { kind: "void", amount: null });
    if (looked.kind !== "found") return looked.kind;
    return looked.outcome.kind === "refused" ? looked.outcome.reason : looked.outcome.kind;
  };
  const paid = await beginCharge(rig);
  assert.equal(
    (await rig.connector.void({ charge: paid, idempotencyKey: "call-off-1" }, call)).kind,
    "pending",
  );
  assert.equal(await released(paid, "call-off-1"), "pending");
  rig.fake.checkOut(paid.pspReference, { outcome: "paid" });
  assert.equal(await released(paid, "call-off-1"), "already_captured");
  assert.equal((await found(rig, paid)).outcome.kind, "approved");
  const left = await beginCharge(rig);
  assert.equal(
    (await rig.connector.void({ charge: left, idempotencyKey: "call-off-2" }, call)).kind,
    "pending",
  );
  rig.fake.checkOut(left.pspReference, { outcome: "expired" });
  // Nothing is left to release, which payments count as a success.
  assert.equal(await released(left, "call-off-2"), "authorization_lapsed");
});

test("refunds: found by their key, made once, refused beyond the payment, failed days later", async () => {
  const charge = await chargeAfter(rig);
  const request = refundOf(charge, 600);
  rig.fake.faults.add({ kind: "lose_answer_after", match: "/refunds" });
  assert.equal((await rig.connector.refund(request, call)).kind, "unknown");
  const what = { kind: "refund", amount: 600 } as const;
  const looked = await lookFor(charge, request.idempotencyKey, what);
  assert.ok(looked.kind === "found");
  await rig.connector.refund(request, call);
  rig.fake.clock.advance(3 * 86_400);
  const done = await lookFor(charge, request.idempotencyKey, what);
  assert.ok(done.kind === "found" && done.outcome.kind === "succeeded", JSON.stringify(done));
  assert.equal(rig.movedFor(charge.idempotencyKey).match(/refunded \d+/)?.[0], "refunded 600");
  assert.equal((await rig.connector.refund(refundOf(charge, 9_999_999), call)).kind, "refused");
  rig.fake.failRefund(done.outcome.pspReference);
  const failed = await lookFor(charge, request.idempotencyKey, what);
  assert.equal(failed.kind === "found" && failed.outcome.kind, "refused");
});

test("a second refund of the same amount within the hour isn't refused for good: it is unknown until Mollie takes it", async () => {
  const charge = await chargeAfter(rig);
  const [first, second] = [refundOf(charge, 500), refundOf(charge, 500)];
  assert.notEqual((await rig.connector.refund(first, call)).kind, "unknown");
  assert.equal((await rig.connector.refund(second, call)).kind, "unknown");
  rig.fake.clock.advance(3601);
  assert.notEqual((await rig.connector.refund(second, call)).kind, "unknown");
  rig.fake.clock.advance(3 * 86_400);
  assert.match(rig.movedFor(charge.idempotencyKey), /refunded 1000/);
});

test("a chargeback is a dispute of the charge, and a reversed one is won", async () => {
  const charge = await chargeAfter(rig);
  const id = rig.fake.chargeBack(charge.pspReference);
  const [pspReference = ""] = (await found(rig, charge)).charge.disputes;
  assert.equal(pspReference, `${charge.pspReference}/${id}`);
  const ask = async () => {
    const known = await rig.connector.disputes?.find({ account: rig.account, pspReference }, call);
    assert.ok(known?.kind === "known", JSON.stringify(known));
    return known.dispute;
  };
  const lost = await ask();
  assert.deepEqual([lost.chargeKey, lost.stage, lost.amount], [charge.idempotencyKey, "chargeback", 2599]);
  rig.fake.reverseChargeback(id);
  assert.equal((await ask()).status, "won");
  assert.equal(rig.connector.disputes?.submitEvidence, undefined);
});

test("amounts have Mollie's decimals: none for JPY, two for EUR", async () => {
  for (const [currency, amount, value] of [
    ["JPY", 1200, "1200"],
    ["EUR", 5, "0.05"],
  ] as const) {
    const charge = await beginCharge(rig, { currency, amount });
    const sent = rig.fake.requests.at(-1)?.body as { readonly amount: object };
    assert.deepEqual(sent.amount, { currency, value });
    const open = await found(rig, charge);
    assert.equal(open.outcome.kind, "action_required");
  }
  const purchase = { amount: 1234, currency: "KWD", captureMethod: "automatic" } as const;
  assert.equal(rig.connector.hosted?.takes?.("card", purchase), false);
});

test("classic notifications only make Kassa ask; signed events are verified", async () => {
  const account = {
    ...rig.account,
    settings: { ...rig.account.settings, webhookSecret: "secret-of-8-signs" },
  };
  const parse = (body: string, headers: Record<string, string> = {}) =>
    rig.connector.parseNotification({ account, headers, rawBody: Buffer.from(body), nowMs: Date.now() });
  const classic = await parse("id=tr_7UhSN1zuXS");
  assert.deepEqual(classic, {
    kind: "unsigned",
    about: [{ kind: "charge", charge: { pspReference: "tr_7UhSN1zuXS" } }],
  });
  for (const body of ["", "id=", "id=ord_1", "id=tr_%27", `id=tr_${"a".repeat(2000)}`])
    assert.equal((await parse(body)).kind, "refused", body.slice(0, 20));
  const forged = await parse('{"resource":"event"}', { "x-mollie-signature": `sha256=${"0".repeat(64)}` });
  assert.equal(forged.kind, "refused");
});

test("all charges that changed are listed once, in order of change, with their movements", async () => {
  const listing = await startMollieRig();
  try {
    const since = new Date(listing.fake.clock.now() * 1000 - 60_000).toISOString();
    const made: ReferencedCharge[] = [];
    for (let index = 0; index < 12; index += 1) {
      made.push(await chargeAfter(listing));
      listing.fake.clock.advance(2);
    }
    const [first] = made;
    assert.ok(first);
    const refund = refundOf(first, 300);
    await listing.connector.refund(refund, call);
    const charges: ListedCharge[] = [];
    let cursor: string | null = null;
    do {
      const request: ListChargesRequest = { account: listing.account, changedAfter: since, cursor };
      const page: ListChargesOutcome | undefined = await listing.connector.listCharges?.(request, {
        timeoutMs: 10_000,
      });
      assert.ok(page?.kind === "page", JSON.stringify(page));
      charges.push(...page.charges);
      cursor = page.next;
    } while (cursor !== null);
    assert.deepEqual(
      new Set(charges.map(({ idempotencyKey }) => idempotencyKey)),
      new Set(made.map(({ idempotencyKey }) => idempotencyKey)),
    );
    const times = charges.map(({ changedAt }) => changedAt.getTime());
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
    const listed = charges.find(({ idempotencyKey }) => idempotencyKey === first.idempotencyKey);
    assert.deepEqual(
      listed?.movements.map(({ kind, amount, idempotencyKey, reference }) => [
        kind,
        amount,
        idempotencyKey,
        reference,
      ]),
      [["refund", 300, refund.idempotencyKey, refund.reference]],
    );
  } finally {
    await listing.close();
  }
});
