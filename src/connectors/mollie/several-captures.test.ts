import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import type { CaptureRequest, ReferencedCharge } from "../contract.ts";
import {
  beginCharge,
  call,
  captureOf,
  found,
  listAll,
  type MollieRig,
  startMollieRig,
} from "./test-support.ts";

// Customers who cancel the card on Mollie's page may choose any method, among them Klarna, whose payments take several captures.
let rig: MollieRig;
before(async () => {
  rig = await startMollieRig();
});
afterEach(() => rig.fake.faults.clear());
after(() => rig.close());

async function authorizedByKlarna(): Promise<ReferencedCharge> {
  const charge = await beginCharge(rig, { capture: "manual" });
  assert.equal(rig.fake.checkOut(charge.pspReference, { outcome: "canceled" }).kind, "choose_method");
  const result = rig.fake.checkOut(charge.pspReference, { outcome: "authorized", method: "klarna" });
  assert.equal(result.kind, "return");
  return charge;
}

const find = ({ charge, idempotencyKey, amount, final }: CaptureRequest) =>
  rig.connector.findMovement({ charge, idempotencyKey, kind: "capture", amount, final }, call);

const capture = async (request: CaptureRequest): Promise<string> =>
  (await rig.connector.capture(request, call)).kind;

test("an authorization is captured in parts", async () => {
  const charge = await authorizedByKlarna();
  assert.equal(await capture(captureOf(charge, 1_000, false)), "pending");
  const { outcome, charge: facts } = await found(rig, charge);
  assert.ok(outcome.kind === "approved" && !outcome.captured && outcome.card === null);
  assert.deepEqual(facts, { amountCaptured: 1_000, amountRefunded: 0, released: false, disputes: [] });
  assert.deepEqual(await rig.connector.capture(captureOf(charge, 1_600), call), {
    kind: "refused",
    reason: "amount_too_large",
  });
  assert.equal(await capture(captureOf(charge, 1_599)), "pending");
  assert.equal((await found(rig, charge)).charge.amountCaptured, 2_599);
  assert.equal(rig.movedFor(charge.idempotencyKey), "authorized 2599, captured 2599");
});

test("a last capture of a part releases the rest by a call of its own", async () => {
  const charge = await authorizedByKlarna();
  const last = captureOf(charge, 1_000);
  assert.equal(await capture(last), "pending");
  const looked = await find(last);
  assert.ok(looked.kind === "found" && looked.outcome.kind === "succeeded", JSON.stringify(looked));
  assert.equal(rig.movedFor(charge.idempotencyKey), "authorized 2599, captured 1000, released 1599");
});

test("if the release of the rest gets lost, the capture isn't done; a repeated one sends the release only", async () => {
  const charge = await authorizedByKlarna();
  const last = captureOf(charge, 1_000);
  rig.fake.faults.add({ kind: "lose_answer_before", match: "/release-authorization" });
  assert.equal(await capture(last), "unknown");
  rig.fake.clock.advance(2 * 86_400);
  assert.equal((await find(last)).kind, "not_found");
  assert.equal(await capture(last), "succeeded");
  const looked = await find(last);
  assert.ok(looked.kind === "found" && looked.outcome.kind === "succeeded", JSON.stringify(looked));
  assert.equal(rig.movedFor(charge.idempotencyKey), "authorized 2599, captured 1000, released 1599");
});

test("a void releases what isn't captured, and tells how much", async () => {
  const charge = await authorizedByKlarna();
  assert.equal(await capture(captureOf(charge, 1_000, false)), "pending");
  const release = { charge, idempotencyKey: "vd_1", reference: "vd_1" };
  assert.equal((await rig.connector.void(release, call)).kind, "pending");
  const looked = await rig.connector.findMovement(
    { charge, idempotencyKey: "vd_1", kind: "void", amount: null },
    call,
  );
  assert.ok(looked.kind === "found" && looked.outcome.kind === "succeeded", JSON.stringify(looked));
  assert.equal(looked.outcome.released, 1_599);
  assert.equal((await found(rig, charge)).outcome.kind, "approved");
});

test("a capture after the deadline has lapsed, and its authorization with it", async () => {
  const charge = await authorizedByKlarna();
  rig.fake.clock.advance(7 * 86_400 + 60);
  const late = captureOf(charge, 2_599);
  assert.equal(await capture(late), "pending");
  assert.deepEqual(await find(late), {
    kind: "found",
    outcome: { kind: "refused", reason: "authorization_lapsed" },
  });
  const { outcome, charge: facts } = await found(rig, charge);
  assert.ok(
    outcome.kind === "approved" && Date.parse(outcome.captureBefore ?? "") < rig.fake.clock.now() * 1_000,
  );
  assert.deepEqual([facts.amountCaptured, facts.released], [0, true]);
});

test("a capture that Mollie's dashboard made is found by its place", async () => {
  const charge = await authorizedByKlarna();
  const { amount, currency } = { amount: 700, currency: "EUR" };
  const made = captureOf(charge, amount, false);
  await fetch(`${rig.fake.url}/v2/payments/${charge.pspReference}/captures`, {
    method: "POST",
    headers: { authorization: `Bearer ${rig.fake.keys.test}`, "content-type": "application/json" },
    body: JSON.stringify({ amount: { currency, value: "7.00" } }),
  });
  const listed = await listAll(rig, new Date(0));
  const [key = ""] =
    listed
      .find(({ idempotencyKey }) => idempotencyKey === charge.idempotencyKey)
      ?.movements.map(({ idempotencyKey }) => idempotencyKey) ?? [];
  assert.match(key, /^tr_[0-9A-Za-z]+\/cpt_/);
  const looked = await find({ ...made, idempotencyKey: key });
  assert.ok(looked.kind === "found" && looked.outcome.kind === "succeeded", JSON.stringify(looked));
});
