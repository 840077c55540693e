import assert from "node:assert/strict";
import { test } from "node:test";
import { cardOf, usePaymentTestbed } from "../../../test/support/payments.ts";
import type { Problem } from "../../kernel/problem.ts";
import { problem } from "../../kernel/problem.ts";
import type { Result } from "../../kernel/result.ts";
import { beginPayment } from "../attempts/begin-payment.ts";
import type { Payment } from "../payment.ts";
import { getPayment } from "../queries/payments.ts";
import { applyMovement } from "./apply-movement.ts";
import { capturePayment, refundPayment, voidPayment } from "./move-money.ts";

const rig = usePaymentTestbed();

/** A paid or authorized payment of 100. */
async function paid(capture: "automatic" | "manual" = "automatic"): Promise<{ id: string; session: string }> {
  const session = await rig.makeSession({ amount: 100, capture });
  await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
  const [attempt] = await rig.attemptsOf(session);
  assert.equal(attempt?.status, "approved");
  return { id: attempt.paymentId, session };
}

async function read(id: string): Promise<Payment> {
  const payment = await rig.db.database.inTenant(rig.scope, (trx) => getPayment(trx, id));
  assert.ok(payment);
  return payment;
}

const capture = (id: string, input: { amount?: number; final?: boolean } = {}) =>
  capturePayment(rig.deps, rig.scope, id, input);
const refund = (id: string, amount?: number) =>
  refundPayment(rig.deps, rig.scope, id, amount === undefined ? {} : { amount });
const release = (id: string) => voidPayment(rig.deps, rig.scope, id);

function codeOf(result: Result<unknown, Problem>): string {
  return result.ok ? "ok" : result.failure.code;
}

function tallyOf(results: readonly Result<unknown, Problem>[]): Record<string, number> {
  const tally: Record<string, number> = {};
  for (const code of results.map(codeOf)) tally[code] = (tally[code] ?? 0) + 1;
  return tally;
}

/** How many movements of a kind the PSP has made of a session's charge. */
async function doneAtPsp(session: string, kind: string): Promise<number> {
  const [row] = await rig.db.sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM sandbox_psp.charge_log l JOIN sandbox_psp.charges c ON c.id = l.charge
     WHERE c.merchant_reference = $1 AND l.kind = $2`,
    [session, kind],
  );
  return row?.count ?? 0;
}

async function sessionSays(session: string): Promise<string> {
  const [row] = await rig.db.sql<{ words: string }>(
    "SELECT format('%s, %s', status, payment_status) AS words FROM checkout_sessions WHERE id = $1",
    [session],
  );
  return row?.words ?? "absent";
}

test("the PSP's repeated word about a void that has succeeded changes nothing, and is no contradiction", async () => {
  const { id } = await paid("manual");
  const released = await release(id);
  assert.ok(released.ok);
  const said = { kind: "succeeded", pspReference: "spm_again" } as const;
  for (const again of [said, { ...said, released: 100 }])
    assert.equal(
      (await applyMovement(rig.deps, rig.scope, released.value.movement.id, again)).applied,
      "no_change",
    );
});

test("of a hundred concurrent refunds of 60 of a captured 100, exactly one succeeds", async () => {
  const { id, session } = await paid();
  const results = await Promise.all(Array.from({ length: 100 }, () => refund(id, 60)));
  assert.deepEqual(tallyOf(results), { ok: 1, refund_exceeds_captured: 99 });
  const { amountRefunded, amountRefundPending, status } = await read(id);
  assert.deepEqual([amountRefunded, amountRefundPending, status], [60, 0, "captured"]);
  assert.equal(await doneAtPsp(session, "refund"), 1);
  await rig.assertInvariants();
});

test("of a concurrent capture and void one succeeds, and the PSP makes only that one", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id, session } = await paid("manual");
    const results = await Promise.all([capture(id), release(id), capture(id), release(id)]);
    assert.equal(tallyOf(results).ok, 1, JSON.stringify(results));
    const { status } = await read(id);
    const [captures, voids] = [await doneAtPsp(session, "capture"), await doneAtPsp(session, "void")];
    assert.deepEqual([captures, voids], status === "captured" ? [1, 0] : [0, 1]);
    assert.equal(await sessionSays(session), status === "captured" ? "complete, paid" : "complete, unpaid");
  }
  await rig.assertInvariants();
});

test("successive captures never exceed the authorization, and the last one completes the payment", async () => {
  const { id, session } = await paid("manual");
  assert.equal(codeOf(await capture(id, { amount: 30 })), "ok");
  assert.equal(await sessionSays(session), "complete, authorized");
  assert.equal(codeOf(await capture(id, { amount: 71 })), "capture_exceeds_authorized");
  assert.equal(codeOf(await capture(id, { amount: 50 })), "ok");
  assert.equal(codeOf(await capture(id)), "ok");
  const { status, amountCaptured, amountReleased } = await read(id);
  assert.deepEqual([status, amountCaptured, amountReleased], ["captured", 100, 0]);
  assert.equal(await sessionSays(session), "complete, paid");
  assert.equal(codeOf(await capture(id, { amount: 1 })), "payment_not_capturable");
  assert.deepEqual(await rig.eventsOf(session), [
    "payment.authorized",
    "checkout.session.completed",
    "payment.captured",
    "payment.captured",
    "payment.captured",
  ]);
  await rig.assertInvariants();
});

test("a final capture releases the rest, and so does a void after a capture", async () => {
  for (const end of ["final", "void"] as const) {
    const { id, session } = await paid("manual");
    await capture(id, { amount: 40, final: end === "final" });
    if (end === "void") assert.equal(codeOf(await release(id)), "ok");
    const { status, amountCaptured, amountReleased, captureBefore } = await read(id);
    assert.deepEqual([status, amountCaptured, amountReleased, captureBefore], ["captured", 40, 60, null]);
    assert.equal(await sessionSays(session), "complete, paid");
    assert.equal(codeOf(await release(id)), "payment_not_voidable");
    assert.equal(codeOf(await refund(id, 41)), "refund_exceeds_captured");
    assert.equal(codeOf(await refund(id)), "ok");
  }
  await rig.assertInvariants();
});

test("a void of the whole authorization makes the payment voided and the session unpaid, and allows no further movement", async () => {
  const { id, session } = await paid("manual");
  assert.equal(codeOf(await refund(id)), "payment_not_refundable");
  assert.equal(codeOf(await release(id)), "ok");
  assert.equal((await read(id)).status, "voided");
  assert.equal(await sessionSays(session), "complete, unpaid");
  assert.deepEqual((await rig.eventsOf(session)).at(-1), "payment.voided");
  for (const again of [await capture(id), await release(id)])
    assert.match(codeOf(again), /^payment_not_(capturable|voidable)$/);
  await rig.assertInvariants();
});

test("pending refunds count: together they can't exceed the captured amount", async () => {
  const { id } = await paid();
  rig.injectFault("POST", "timeout_after_charge");
  const first = await refund(id, 60);
  assert.ok(first.ok && first.value.status === "unknown");
  rig.clearFaults();
  assert.equal((await read(id)).amountRefundPending, 60);
  assert.equal(codeOf(await refund(id, 41)), "refund_exceeds_captured");
  assert.equal(codeOf(await refund(id, 40)), "ok");
  assert.equal(codeOf(await refund(id)), "refund_exceeds_captured");
  const { amountRefunded, amountRefundPending } = await read(id);
  assert.deepEqual([amountRefunded, amountRefundPending], [40, 60]);
});

test("a refused claim rolls the intent back, and an accepted one commits with it", async () => {
  const { id, session } = await paid();
  const taken = problem("idempotency_key_in_flight", "taken");
  const refused = await refundPayment(
    rig.deps,
    rig.scope,
    id,
    {},
    {
      request: "refund once",
      stake: async () => taken,
    },
  );
  assert.equal(codeOf(refused), "idempotency_key_in_flight");
  const claimed: string[] = [];
  const done = await refundPayment(
    rig.deps,
    rig.scope,
    id,
    {},
    {
      request: "refund once",
      stake: async (_trx, movementId) => {
        claimed.push(movementId);
        return undefined;
      },
    },
  );
  assert.ok(done.ok);
  assert.deepEqual(claimed, [done.value.id]);
  assert.equal(await doneAtPsp(session, "refund"), 1);
  await rig.assertInvariants();
});

test("a payment that doesn't exist, or is of another tenant or mode, isn't found", async () => {
  const { id } = await paid();
  const { tenant } = await rig.db
    .sql<{ tenant: number }>("SELECT max(tenant_id) + 1 AS tenant FROM tenants")
    .then(([row]) => ({ tenant: Number(row?.tenant) }));
  for (const scope of [
    { ...rig.scope, tenantId: tenant },
    { ...rig.scope, mode: "live" as const },
  ])
    assert.equal(codeOf(await refundPayment(rig.deps, scope, id, {})), "not_found");
});

test("a request that waited long for the session's lock still calls the PSP", async () => {
  const { id, session } = await paid();
  let asked: ReturnType<typeof refund> | undefined;
  await rig.db.database.inTenant(rig.scope, async (trx) => {
    await trx.run("SELECT FROM checkout_sessions WHERE tenant_id = $1 AND id = $2 FOR UPDATE", [
      rig.scope.tenantId,
      session,
    ]);
    asked = refund(id, 10);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
  });
  const result = await asked;
  assert.equal(result?.ok && result.value.status, "succeeded");
});

test("each event holds the object as it was at that time", async () => {
  const { id, session } = await paid("manual");
  await capture(id, { amount: 70, final: true });
  await refund(id, 20);
  const events = await rig.db.sql<{ type: string; object: Record<string, unknown> }>(
    "SELECT type, object FROM events WHERE session_id = $1 ORDER BY sequence",
    [session],
  );
  const told = events.map(({ type, object }) => [type, object.status, object.amountCaptured, object.amount]);
  assert.deepEqual(told, [
    ["payment.authorized", "authorized", 0, 100],
    ["checkout.session.completed", "complete", undefined, 100],
    ["payment.captured", "captured", 70, 100],
    ["refund.created", "pending", undefined, 20],
    ["refund.succeeded", "succeeded", undefined, 20],
  ]);
});

test("refuses a refund of money that the customer's bank holds back, and names that amount", async () => {
  const { id } = await paid();
  await rig.db.sql("UPDATE payments SET amount_disputed = 70 WHERE id = $1", [id]);
  const refundOf = async (amount: number): Promise<string> => {
    const refunded = await refund(id, amount);
    return refunded.ok ? refunded.value.status : `${refunded.failure.code}: ${refunded.failure.detail}`;
  };
  assert.match(await refundOf(40), /^payment_disputed: .* holds 70 of the payment back/);
  assert.match(await refundOf(101), /^refund_exceeds_captured: 30 of the payment/);
  assert.equal(await refundOf(30), "succeeded");
});
