import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import type { ListChargesOutcome, ListChargesRequest, ListedCharge } from "../contract.ts";
import {
  beginCharge,
  call,
  captureOf,
  chargeAfter,
  listAll,
  type MollieRig,
  refundOf,
  startMollieRig,
} from "./test-support.ts";

const day = 86_400;
let rig: MollieRig;
before(async () => {
  rig = await startMollieRig();
});
afterEach(() => rig.fake.faults.clear());
after(() => rig.close());

const now = (): Date => new Date(rig.fake.clock.now() * 1_000);
const keysOf = (charges: readonly ListedCharge[]) => charges.map(({ idempotencyKey }) => idempotencyKey);
/** A time after everything so far, because Mollie's times have whole seconds. */
function later(seconds = 5): Date {
  rig.fake.clock.advance(seconds);
  const time = now();
  rig.fake.clock.advance(5);
  return time;
}

test("refunds and chargebacks of old payments are changes, each at its own time", async () => {
  const [refunded, disputed, untouched] = [
    await chargeAfter(rig),
    await chargeAfter(rig),
    await chargeAfter(rig),
  ];
  const since = later(100 * day);
  const chargeback = rig.fake.chargeBack(disputed.pspReference);
  rig.fake.clock.advance(10);
  await rig.connector.refund(refundOf(refunded, 100), call);
  const charges = await listAll(rig, since);
  assert.deepEqual(keysOf(charges), [disputed.idempotencyKey, refunded.idempotencyKey]);
  assert.deepEqual(charges[0]?.disputes, [`${disputed.pspReference}/${chargeback}`]);
  assert.ok(!keysOf(charges).includes(untouched.idempotencyKey));
  const afterwards = later(100 * day);
  rig.fake.reverseChargeback(chargeback);
  assert.deepEqual(keysOf(await listAll(rig, afterwards)), [disputed.idempotencyKey]);
});

test("a refund that failed later is listed, though Mollie gives no time for that", async () => {
  const charge = await chargeAfter(rig);
  const refund = refundOf(charge, 100);
  await rig.connector.refund(refund, call);
  const since = later(5 * day);
  assert.deepEqual(await listAll(rig, since), []);
  const found = await rig.connector.findMovement({ ...refund, kind: "refund" }, call);
  assert.ok(found.kind === "found" && found.outcome.kind === "succeeded");
  rig.fake.failRefund(found.outcome.pspReference);
  const [listed] = await listAll(rig, since);
  assert.equal(listed?.idempotencyKey, charge.idempotencyKey);
  assert.deepEqual(listed.movements[0]?.outcome, { kind: "refused", reason: "refused_by_psp" });
});

test("a capture of a part is listed, though Mollie's list of payments doesn't say when it was made", async () => {
  const charge = await beginCharge(rig, { capture: "manual" });
  rig.fake.checkOut(charge.pspReference, { outcome: "canceled" });
  rig.fake.checkOut(charge.pspReference, { outcome: "authorized", method: "klarna" });
  const since = later();
  assert.ok(!keysOf(await listAll(rig, since)).includes(charge.idempotencyKey));
  const part = captureOf(charge, 700, false);
  await rig.connector.capture(part, call);
  const listed = (await listAll(rig, since)).find(
    ({ idempotencyKey }) => idempotencyKey === charge.idempotencyKey,
  );
  assert.deepEqual(
    listed?.movements.map(({ idempotencyKey, amount, final }) => [idempotencyKey, amount, final]),
    [[part.idempotencyKey, 700, false]],
  );
});

test("payments that Kassa didn't make aren't listed", async () => {
  const since = later(60 * day);
  for (const metadata of [null, "order-1", { kassa_attempt: 1 }, { reference: "order-1" }]) {
    const answer = await fetch(`${rig.fake.url}/v2/payments`, {
      method: "POST",
      headers: { authorization: `Bearer ${rig.fake.keys.test}`, "content-type": "application/json" },
      body: JSON.stringify({
        amount: { currency: "EUR", value: "10.00" },
        ...{ description: "Order 1", redirectUrl: "https://shop.example/", metadata },
      }),
    });
    assert.equal(answer.status, 201);
  }
  assert.deepEqual(await listAll(rig, since), []);
  const charge = await beginCharge(rig);
  const [listed, ...others] = await listAll(rig, since);
  assert.deepEqual(
    [listed?.idempotencyKey, listed?.outcome.kind],
    [charge.idempotencyKey, "action_required"],
  );
  assert.deepEqual(others, []);
});

test("ended payments are declined as abandoned, with the void that ended them", async () => {
  const since = later(60 * day);
  const left = await chargeAfter(rig, { outcome: "expired" });
  const transfer = await beginCharge(rig, { method: "bank_transfer" });
  const callOff = { charge: transfer, idempotencyKey: `${transfer.idempotencyKey}-void`, reference: "co_1" };
  assert.equal((await rig.connector.void(callOff, call)).kind, "succeeded");
  const charges = await listAll(rig, since);
  const of = (key: string) => charges.find(({ idempotencyKey }) => idempotencyKey === key);
  for (const { idempotencyKey, pspReference } of [left, transfer])
    assert.deepEqual(of(idempotencyKey)?.outcome, { kind: "declined", pspReference, reason: "abandoned" });
  assert.deepEqual(of(left.idempotencyKey)?.movements, []);
  assert.deepEqual(of(transfer.idempotencyKey)?.movements, [
    {
      ...{
        idempotencyKey: callOff.idempotencyKey,
        reference: "co_1",
        kind: "void",
        amount: null,
        final: false,
      },
      outcome: { kind: "succeeded", pspReference: transfer.pspReference },
    },
  ]);
});

test("a change while the list is read doesn't hide the changes after it", async () => {
  const since = later(60 * day);
  const made = [];
  for (let index = 0; index < 12; index += 1) {
    made.push(await chargeAfter(rig));
    rig.fake.clock.advance(5);
  }
  const [first] = made;
  assert.ok(first);
  const times: number[] = [];
  let cursor: string | null = null;
  do {
    const request: ListChargesRequest = { account: rig.account, changedAfter: since.toISOString(), cursor };
    const page: ListChargesOutcome | undefined = await rig.connector.listCharges?.(request, call);
    assert.ok(page?.kind === "page");
    // The lists have been read, and the first charges are next.
    if (page.next?.includes('"chargebacks"')) rig.fake.chargeBack(first.pspReference, 5);
    times.push(...page.charges.map(({ changedAt }) => changedAt.getTime()));
    cursor = page.next;
  } while (cursor !== null);
  assert.equal(times.length, 12);
  assert.deepEqual(
    times,
    times.toSorted((one, other) => one - other),
  );
});

test("a cursor that no call has returned is unknown, and so is a failure on any page", async () => {
  const changedAfter = now().toISOString();
  for (const cursor of [
    "",
    "{}",
    "[]",
    '{"scan":"payments","from":null,"found":[["../x",1]]}',
    '{"scan":"x"}',
  ])
    assert.deepEqual(
      await rig.connector.listCharges?.({ account: rig.account, changedAfter, cursor }, call),
      {
        kind: "unknown",
        detail: "the cursor can't be read",
      },
    );
  for (const path of ["GET /v2/payments", "GET /v2/refunds", "GET /v2/chargebacks"]) {
    rig.fake.faults.add({ kind: "truncate_answer", match: path });
    await assert.rejects(listAll(rig, new Date(changedAfter)), /unknown/, path);
  }
});
