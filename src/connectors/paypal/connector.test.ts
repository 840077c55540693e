import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import type { FindMovementRequest, ReferencedCharge } from "../contract.ts";
import {
  approvedCharge,
  authorizedCharge,
  beginCharge,
  call,
  captureOf,
  finish,
  finishedCharge,
  found,
  orderOf,
  type PayPalRig,
  refundOf,
  startPayPalRig,
} from "./test-support.ts";

// The connector against the fake, which holds every request to PayPal's specifications.
let rig: PayPalRig;
before(async () => {
  rig = await startPayPalRig();
});
afterEach(() => rig.fake.faults.clear());
after(() => rig.close());

const day = 86_400;

const lookFor = (
  charge: ReferencedCharge,
  key: string,
  what: Pick<FindMovementRequest, "kind" | "amount"> & { readonly final?: boolean },
) => rig.connector.findMovement({ charge, idempotencyKey: key, ...what }, call);

const voidOf = (charge: ReferencedCharge | Awaited<ReturnType<typeof beginCharge>>) =>
  rig.connector.void({ charge, idempotencyKey: `${charge.idempotencyKey}-void` }, call);

test("every request is as PayPal's specifications say", async () => {
  const charge = await authorizedCharge(rig);
  await rig.connector.capture(captureOf(charge, 1_000, false), call);
  await rig.connector.refund(refundOf(charge, 100), call);
  await voidOf(charge);
  assert.deepEqual(
    rig.fake.requests.flatMap(({ problems }) => problems),
    [],
  );
});

test("a payment that PayPal reviews is pending, then approved or declined; it is never captured twice", async () => {
  for (const succeeds of [true, false]) {
    const charge = await finishedCharge(rig, { pending: "PENDING_REVIEW" });
    const { outcome, charge: facts } = await found(rig, charge);
    assert.ok(outcome.kind === "pending" && outcome.instructions === null);
    assert.equal(facts.amountCaptured, 0);
    assert.deepEqual(await voidOf(charge), { kind: "pending", pspReference: charge.pspReference });
    rig.fake.decideCapture(charge.pspReference, succeeds);
    assert.equal((await found(rig, charge)).outcome.kind, succeeds ? "approved" : "declined");
    assert.equal((await voidOf(charge)).kind, succeeds ? "refused" : "succeeded");
    assert.equal(rig.movedFor(charge.idempotencyKey), succeeds ? "authorized 2599, captured 2599" : "");
  }
});

test("a completed order whose capture or authorization was declined is declined", async () => {
  for (const capture of ["automatic", "manual"] as const) {
    const charge = await finishedCharge(rig, { declined: true }, { capture });
    const { outcome } = await found(rig, charge);
    assert.deepEqual(outcome, {
      kind: "declined",
      pspReference: charge.pspReference,
      reason: "generic_decline",
    });
    assert.equal(rig.movedFor(charge.idempotencyKey), "");
  }
});

test("an authorization that PayPal reviews is pending, then approved", async () => {
  const charge = await authorizedCharge(rig, { pending: "PENDING_REVIEW" });
  assert.equal((await found(rig, charge)).outcome.kind, "pending");
  rig.fake.decideAuthorization(charge.pspReference, true);
  const { outcome } = await found(rig, charge);
  assert.ok(outcome.kind === "approved" && !outcome.captured);
  const days = (Date.parse(outcome.captureBefore ?? "") / 1_000 - rig.fake.clock.now()) / day;
  assert.ok(days > 28.9 && days <= 29, `${days}`);
});

test("after a declined instrument the customer goes back to PayPal and pays in another way, within the same attempt", async () => {
  const charge = await approvedCharge(rig, { refuse: "INSTRUMENT_DECLINED" });
  const outcome = await finish(rig, charge);
  assert.ok(outcome.kind === "action_required", JSON.stringify(outcome));
  assert.equal(outcome.redirectUrl, `${rig.fake.url}/checkoutnow?token=${orderOf(charge)}`);
  assert.deepEqual([outcome.hostedReference, outcome.pspReference], [charge.hostedReference, null]);
  assert.equal((await finish(rig, charge)).kind, "action_required");
  rig.fake.pay(orderOf(charge));
  assert.equal((await finish(rig, charge)).kind, "approved");
  assert.equal(rig.movedFor(charge.idempotencyKey), "authorized 2599, captured 2599");
});

test("a customer who has to do something else at PayPal is sent there", async () => {
  const charge = await approvedCharge(rig, { refuse: "PAYER_ACTION_REQUIRED" });
  const outcome = await finish(rig, charge);
  assert.ok(outcome.kind === "action_required", JSON.stringify(outcome));
  assert.equal((await found(rig, charge)).outcome.kind, "action_required");
});

test("a refused order, and one with too many declined instruments, are declined", async () => {
  const refused = await approvedCharge(rig, { refuse: "TRANSACTION_REFUSED" });
  const declined = { kind: "declined", pspReference: null, reason: "generic_decline" };
  assert.deepEqual(await finish(rig, refused), declined);
  const tried = await approvedCharge(rig, { refuse: "INSTRUMENT_DECLINED" });
  for (let attempt = 1; attempt <= 10; attempt += 1)
    assert.equal((await finish(rig, tried)).kind, "action_required");
  assert.deepEqual(await finish(rig, tried), declined);
});

test("a finish after PayPal has forgotten its request id is refused, and reads what the first one did", async () => {
  const expiring = await startPayPalRig();
  try {
    const charge = await approvedCharge(expiring);
    expiring.fake.faults.add({ kind: "lose_answer_after", match: "/capture" });
    assert.equal((await finish(expiring, charge)).kind, "unknown");
    expiring.fake.clock.advance(7 * 3600);
    assert.equal((await finish(expiring, charge)).kind, "approved");
    assert.equal(expiring.movedFor(charge.idempotencyKey), "authorized 2599, captured 2599");
  } finally {
    await expiring.close();
  }
});

test("an approval that nobody finishes in three hours is over, and nothing was charged", async () => {
  const expiring = await startPayPalRig();
  try {
    const charge = await approvedCharge(expiring);
    expiring.fake.clock.advance(3 * 3600);
    assert.equal((await expiring.connector.findCharge(charge, call)).kind, "unknown");
    expiring.fake.clock.advance(601);
    assert.equal((await expiring.connector.findCharge(charge, call)).kind, "not_charged");
    const abandoned = { kind: "declined", pspReference: null, reason: "abandoned" };
    assert.deepEqual(await finish(expiring, charge), abandoned);
    const lapsed = { kind: "refused", reason: "authorization_lapsed" };
    assert.deepEqual(await expiring.connector.void({ charge, idempotencyKey: "called-off" }, call), lapsed);
  } finally {
    await expiring.close();
  }
});

test("captures in parts are found by their keys; the last releases the rest; PayPal's 115 % aren't used", async () => {
  const charge = await authorizedCharge(rig);
  const first = captureOf(charge, 1_000, false);
  rig.fake.faults.add({ kind: "lose_answer_after", match: "/capture" });
  assert.equal((await rig.connector.capture(first, call)).kind, "unknown");
  const looked = { kind: "capture", amount: 1_000, final: false } as const;
  assert.equal((await lookFor(charge, first.idempotencyKey, looked)).kind, "found");
  assert.equal((await rig.connector.capture(first, call)).kind, "succeeded");
  assert.equal((await lookFor(charge, first.idempotencyKey, { ...looked, final: true })).kind, "key_reused");
  assert.equal((await rig.connector.capture({ ...first, amount: 999 }, call)).kind, "unknown");
  const tooMuch = await rig.connector.capture(captureOf(charge, 1_600), call);
  assert.deepEqual(tooMuch, { kind: "refused", reason: "amount_too_large" });
  const last = captureOf(charge, 500);
  assert.equal((await rig.connector.capture(last, call)).kind, "succeeded");
  assert.equal(rig.movedFor(charge.idempotencyKey), "authorized 2599, captured 1500, released 1099");
  const { charge: facts } = await found(rig, charge);
  assert.deepEqual(facts, { amountCaptured: 1_500, amountRefunded: 0, released: true, disputes: [] });
  const over = await rig.connector.capture(captureOf(charge, 1), call);
  assert.deepEqual(over, { kind: "refused", reason: "already_captured" });
});

test("a capture of all that is left counts as the last at PayPal, and is found as the one that was requested", async () => {
  const charge = await authorizedCharge(rig);
  const request = captureOf(charge, 2_599, false);
  assert.equal((await rig.connector.capture(request, call)).kind, "succeeded");
  const what = { kind: "capture", amount: 2_599, final: false } as const;
  assert.equal((await lookFor(charge, request.idempotencyKey, what)).kind, "found");
});

test("a void after captures releases the rest, and says how much", async () => {
  const charge = await authorizedCharge(rig);
  await rig.connector.capture(captureOf(charge, 1_000, false), call);
  assert.deepEqual(await lookFor(charge, "v", { kind: "void", amount: null }), { kind: "not_found" });
  assert.equal((await voidOf(charge)).kind, "succeeded");
  const voided = await lookFor(charge, "v", { kind: "void", amount: null });
  const succeeded = { kind: "succeeded", pspReference: charge.pspReference, released: 1_599 };
  assert.deepEqual(voided, { kind: "found", outcome: succeeded });
  const { outcome, charge: facts } = await found(rig, charge);
  assert.equal(outcome.kind, "approved");
  assert.deepEqual([facts.amountCaptured, facts.released], [1_000, true]);
});

test("a void of an order that isn't finished moves nothing, whatever its customer approves later", async () => {
  for (const charge of [await beginCharge(rig), await approvedCharge(rig)]) {
    const succeeded = { kind: "succeeded", pspReference: charge.hostedReference };
    assert.deepEqual(await voidOf(charge), succeeded);
    rig.fake.pay(orderOf(charge));
    assert.deepEqual(await voidOf(charge), succeeded);
    assert.equal(rig.movedFor(charge.idempotencyKey), "");
  }
});

test("a capture that PayPal declines later is refused; one that it reviews is pending", async () => {
  const reviewed = await authorizedCharge(rig, { ofCaptures: { pending: "PENDING_REVIEW" } });
  const request = captureOf(reviewed, 1_000, false);
  const pending = await rig.connector.capture(request, call);
  assert.ok(pending.kind === "pending");
  rig.fake.decideCapture(pending.pspReference, false);
  const what = { kind: "capture", amount: 1_000, final: false } as const;
  const looked = await lookFor(reviewed, request.idempotencyKey, what);
  assert.deepEqual(looked, { kind: "found", outcome: { kind: "refused", reason: "refused_by_psp" } });
});

test("after three days, a customer's money may be gone, and a capture is refused", async () => {
  const later = await startPayPalRig();
  try {
    const charge = await authorizedCharge(later);
    later.fake.emptyAfterHonorPeriod(charge.pspReference);
    later.fake.clock.advance(4 * day);
    const outcome = await later.connector.capture(captureOf(charge, 2_599), call);
    assert.deepEqual(outcome, { kind: "refused", reason: "refused_by_psp" });
  } finally {
    await later.close();
  }
});

test("an authorization that lapses is approved until a time that has passed; one voided in the dashboard is abandoned", async () => {
  const later = await startPayPalRig();
  try {
    const voided = await authorizedCharge(later);
    later.fake.voidInDashboard(voided.pspReference);
    const gone = await found(later, voided);
    assert.ok(gone.outcome.kind === "declined" && gone.outcome.reason === "abandoned");
    const charge = await authorizedCharge(later);
    later.fake.clock.advance(30 * day);
    const { outcome, charge: facts } = await found(later, charge);
    assert.ok(outcome.kind === "approved", JSON.stringify(outcome));
    assert.ok(Date.parse(outcome.captureBefore ?? "") < later.fake.clock.now() * 1_000);
    assert.ok(facts.released);
    const request = captureOf(charge, 1);
    const refused = await later.connector.capture(request, call);
    assert.deepEqual(refused, { kind: "refused", reason: "already_voided" });
  } finally {
    await later.close();
  }
});

test("refunds: found by their key, pending at first if a bank pays, failed even after they were completed", async () => {
  const slow = await startPayPalRig({ settings: { refundsPending: true } });
  try {
    const charge = await finishedCharge(slow);
    const request = refundOf(charge, 600);
    slow.fake.faults.add({ kind: "lose_answer_after", match: "/refund" });
    assert.equal((await slow.connector.refund(request, call)).kind, "unknown");
    const look = async () => {
      const looked = await slow.connector.findMovement(
        { charge, idempotencyKey: request.idempotencyKey, kind: "refund", amount: 600 },
        call,
      );
      return looked.kind === "found" ? looked.outcome : looked;
    };
    const pending = await look();
    assert.ok(pending.kind === "pending");
    assert.deepEqual(await slow.connector.refund(request, call), pending);
    assert.equal((await found(slow, charge)).charge.amountRefunded, 0);
    slow.fake.decideRefund(pending.pspReference, "COMPLETED");
    assert.equal((await look()).kind, "succeeded");
    assert.equal((await found(slow, charge)).charge.amountRefunded, 600);
    slow.fake.decideRefund(pending.pspReference, "FAILED");
    assert.deepEqual(await look(), { kind: "refused", reason: "refused_by_psp" });
    assert.equal((await found(slow, charge)).charge.amountRefunded, 0);
  } finally {
    await slow.close();
  }
});

test("a refund is of one capture: the first that has enough left", async () => {
  const charge = await authorizedCharge(rig);
  await rig.connector.capture(captureOf(charge, 1_000, false), call);
  await rig.connector.capture(captureOf(charge, 1_599), call);
  const tooMuch = await rig.connector.refund(refundOf(charge, 2_000), call);
  assert.deepEqual(tooMuch, { kind: "refused", reason: "amount_too_large" });
  for (const amount of [800, 300, 200])
    assert.equal((await rig.connector.refund(refundOf(charge, amount), call)).kind, "succeeded", `${amount}`);
  const [first = "", second = ""] = rig.fake.capturesOf(orderOf(charge));
  const refunds = rig.fake.requests.filter(({ path }) => path.endsWith("/refund")).slice(-3);
  assert.deepEqual(
    refunds.map(({ path }) => path),
    [first, second, first].map((capture) => `/v2/payments/captures/${capture}/refund`),
  );
  assert.match(rig.movedFor(charge.idempotencyKey), /refunded 1300/);
});

test("a refund is refused while the balance is short, and for what a dispute has taken", async () => {
  const charge = await finishedCharge(rig);
  rig.fake.setBalanceShort(true);
  const short = await rig.connector.refund(refundOf(charge, 100), call);
  rig.fake.setBalanceShort(false);
  assert.deepEqual(short, { kind: "refused", reason: "insufficient_balance" });
  rig.fake.openDispute(charge.pspReference, { stage: "CHARGEBACK" });
  const disputed = await rig.connector.refund(refundOf(charge, 100), call);
  assert.equal(disputed.kind === "refused" && disputed.reason, "charge_disputed");
});

test("after 45 days PayPal has forgotten the key of a refund; it isn't made again", async () => {
  const later = await startPayPalRig();
  try {
    const charge = await finishedCharge(later);
    const request = refundOf(charge, 500);
    await later.connector.refund(request, call);
    later.fake.clock.advance(46 * day);
    assert.equal((await later.connector.refund(request, call)).kind, "succeeded");
    assert.match(later.movedFor(charge.idempotencyKey), /refunded 500$/);
  } finally {
    await later.close();
  }
});

test("amounts in currencies without decimals are whole, and a part of one can't be moved", async () => {
  const charge = await finishedCharge(rig, {}, { currency: "HUF", amount: 250_000 });
  const { outcome } = await found(rig, charge);
  assert.ok(outcome.kind === "approved");
  assert.deepEqual([outcome.amount, outcome.currency], [250_000, "HUF"]);
  assert.match(rig.movedFor(charge.idempotencyKey), /captured 2500/);
  const part = await rig.connector.refund(refundOf(charge, 150), call);
  assert.deepEqual(part, { kind: "refused", reason: "refused_by_psp" });
  assert.equal((await rig.connector.refund(refundOf(charge, 100), call)).kind, "succeeded");
});
