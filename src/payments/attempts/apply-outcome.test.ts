import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { cardOf, usePaymentTestbed, wrapConnector } from "../../../test/support/payments.ts";
import type { AuthorizeOutcome } from "../../connectors/contract.ts";
import { applyMovement } from "../movements/apply-movement.ts";
import { readMoved } from "../movements/read-moved.ts";
import { type AttemptStatus, isChangeable, type OutcomeKind, outcomeKinds, step } from "../state.ts";
import { applyOutcome } from "./apply-outcome.ts";
import { beginPayment } from "./begin-payment.ts";
import type { WhenAsked } from "./decide-outcome.ts";
import { reconcileDueAttempts } from "./reconcile.ts";

const rig = usePaymentTestbed();

const outcomes: Readonly<Record<OutcomeKind, AuthorizeOutcome>> = {
  approved: {
    kind: "approved",
    pspReference: "spc_1",
    amount: 2599,
    currency: "EUR",
    captured: true,
    surplus: 0,
    captureBefore: null,
    card: null,
  },
  declined: { kind: "declined", pspReference: "spc_1", reason: "generic_decline" },
  failed: { kind: "failed", pspReference: "spc_1", reason: "account_closed" },
  action_required: {
    kind: "action_required",
    pspReference: "spc_1",
    hostedReference: null,
    redirectUrl: "https://bank.example/",
    expiresAt: null,
  },
  pending: { kind: "pending", pspReference: "spc_1", instructions: null, amountReceived: 0 },
  unknown: { kind: "unknown", detail: "no answer in time" },
};

/** A session with one attempt of unknown outcome, and no charge at the PSP. */
async function undecided(): Promise<{ session: string; attempt: string }> {
  const session = await rig.makeSession();
  const authorize = async (): Promise<AuthorizeOutcome> => outcomes.unknown;
  const connectors = wrapConnector(rig.deps.connectors, () => ({ authorize }));
  const begun = await beginPayment({ ...rig.deps, connectors }, rig.scope, session, cardOf("approved"));
  assert.ok(begun.kind === "asked");
  return { session, attempt: begun.attemptId };
}

async function eventRows(session: string) {
  return rig.db.sql<{ sequence: number; type: string; object: { status: string; paymentStatus?: string } }>(
    "SELECT sequence, type, object FROM events WHERE session_id = $1 ORDER BY sequence",
    [session],
  );
}

/** The payment's events when its attempt gets this status. */
const paymentEvents: Readonly<Record<AttemptStatus, readonly string[]>> = {
  started: [],
  unknown: [],
  action_required: [],
  pending: [],
  needs_review: [],
  approved: ["payment.captured"],
  declined: ["payment.attempt_failed"],
  late: ["payment.late_funds"],
  failed: ["payment.capture_failed"],
};

test("any sequence of outcomes, also repeated and concurrent, follows the state table, with one payment event for each decision", async () => {
  const sequences = fc.array(fc.tuple(fc.constantFrom(...outcomeKinds), fc.integer({ min: 1, max: 3 })), {
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(sequences, async (sequence) => {
      const { session, attempt } = await undecided();
      let expected: AttemptStatus = "unknown";
      const told: string[] = [];
      let revision = 0;
      for (const [kind, times] of sequence) {
        const whenAsked: WhenAsked = { status: expected, revision };
        const apply = () => applyOutcome(rig.deps, rig.scope, attempt, outcomes[kind], { whenAsked });
        const applied = await Promise.all(Array.from({ length: times }, apply));
        const next = step(expected, kind);
        const moves = next !== "no_change" && next !== "late";
        assert.equal(applied.filter((one) => one === "moved").length, moves ? 1 : 0);
        if (next === "no_change") continue;
        // A pending attempt has completed the session, which takes no further attempt.
        const isOver = next === "declined" && expected === "pending";
        told.push(...(isOver ? ["payment.failed"] : paymentEvents[next]));
        if (isChangeable(expected)) revision += 1;
        expected = next;
      }
      const [row] = await rig.attemptsOf(session);
      assert.equal(row?.status, expected);
      const events = await eventRows(session);
      assert.deepEqual(
        events.map(({ sequence }) => sequence),
        events.map((_, index) => index + 1),
      );
      const types = events.map(({ type }) => type);
      assert.deepEqual(
        types.filter((type) => type.startsWith("payment.")),
        told,
      );
    }),
    { numRuns: 40 },
  );
});

test("each event holds the object as it was at that time, not as it is now", async () => {
  const { session, attempt } = await undecided();
  for (const kind of ["pending", "declined"] as const)
    await applyOutcome(rig.deps, rig.scope, attempt, outcomes[kind]);
  const told = (await eventRows(session)).map(({ sequence, type, object }) => [
    sequence,
    type,
    object.status,
    object.paymentStatus,
  ]);
  assert.deepEqual(told, [
    [1, "checkout.session.completed", "complete", "processing"],
    [2, "payment.failed", "failed", undefined],
    [3, "checkout.session.async_payment_failed", "complete", "unpaid"],
  ]);
});

test("an approval of an attempt that had been given up doesn't complete the session, and is reported", async () => {
  const { session, attempt } = await undecided();
  await applyOutcome(rig.deps, rig.scope, attempt, outcomes.declined);
  assert.equal(await applyOutcome(rig.deps, rig.scope, attempt, outcomes.approved), "late");
  assert.equal(await rig.summaryOf(session), "open, unpaid, charged 0 times");
  assert.deepEqual((await rig.eventsOf(session)).slice(0, 3), [
    "payment.attempt_failed",
    "payment.late_funds",
    "refund.created",
  ]);
});

/** The logged errors. */
const errorsSince = (loggedBefore: number) =>
  rig.logged.slice(loggedBefore).filter((line) => JSON.parse(line).level >= 50);

test("a successful payment logs no error, and its events say what happened", async () => {
  const loggedBefore = rig.logged.length;
  for (const capture of ["manual", "automatic"] as const) {
    const session = await rig.makeSession({ capture });
    await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
    assert.deepEqual(await rig.eventsOf(session), [
      capture === "manual" ? "payment.authorized" : "payment.captured",
      "checkout.session.completed",
    ]);
  }
  assert.deepEqual(errorsSince(loggedBefore), []);
});

test("the PSP is not asked about an attempt that it has declined", async () => {
  const session = await rig.makeSession();
  await beginPayment(rig.deps, rig.scope, session, cardOf("declined"));
  const [attempt] = await rig.attemptsOf(session);
  assert.equal(attempt?.status, "declined");
  const asked: string[] = [];
  const connectors = wrapConnector(rig.deps.connectors, (connector) => ({
    findCharge: (request, call) => {
      asked.push(request.idempotencyKey);
      return connector.findCharge(request, call);
    },
  }));
  while (await reconcileDueAttempts({ ...rig.deps, connectors }));
  assert.ok(!asked.includes(attempt.id));
});

for (const wrong of [{ amount: 2598 }, { currency: "USD" }, { captured: false }]) {
  test(`an approval that doesn't match the request is never applied: ${JSON.stringify(wrong)}`, async () => {
    const { session, attempt } = await undecided();
    const outcome: AuthorizeOutcome = {
      kind: "approved",
      pspReference: "spc_1",
      amount: 2599,
      currency: "EUR",
      captured: true,
      surplus: 0,
      captureBefore: null,
      card: null,
      ...wrong,
    };
    const loggedBefore = rig.logged.length;
    assert.equal(await applyOutcome(rig.deps, rig.scope, attempt, outcome), "needs_review");
    assert.equal(await applyOutcome(rig.deps, rig.scope, attempt, outcome), "no_change");
    assert.equal(errorsSince(loggedBefore).length, 1, "the operator is told once");
    assert.equal(await rig.summaryOf(session), "open, processing, charged 0 times");
    assert.deepEqual(await rig.eventsOf(session), ["payment.needs_review"]);
  });
}

test("an approval stores the issuer's card checks and the capture deadline, and the payment has its customer", async () => {
  const session = await rig.makeSession({ capture: "manual" });
  await rig.db.sql(
    "UPDATE checkout_sessions SET customer_email = 'ada@shop.example', client_reference_id = 'order-1' WHERE id = $1",
    [session],
  );
  await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
  const [attempt] = await rig.attemptsOf(session);
  assert.equal(attempt?.cardChecks?.cvc, "pass");
  const [payment] = await rig.db.sql<{ email: string; reference: string; days: number }>(
    `SELECT customer_email AS email, client_reference_id AS reference,
       round(extract(epoch FROM capture_before - now()) / 86400)::int AS days FROM payments WHERE session_id = $1`,
    [session],
  );
  assert.deepEqual(payment, { email: "ada@shop.example", reference: "order-1", days: 7 });
});

test("a transfer's instructions are stored, and the session waits for the money", async () => {
  const session = await rig.makeSession();
  await beginPayment(rig.deps, rig.scope, session, { type: "bank_transfer" });
  const [attempt] = await rig.attemptsOf(session);
  assert.equal(attempt?.method, "bank_transfer");
  assert.equal(attempt.cardLast4, null);
  assert.match(String(attempt.transferInstructions?.iban), /^[A-Z]{2}/);
  assert.equal(await rig.summaryOf(session), "complete, processing, charged 0 times");
});

test("an attempt that a failover loses during the PSP call is reported as a lost commit, not as a bug", async () => {
  const session = await rig.makeSession();
  const authorize = async (): Promise<AuthorizeOutcome> => {
    await rig.db.sql(
      "DELETE FROM attempts WHERE payment_id IN (SELECT id FROM payments WHERE session_id = $1)",
      [session],
    );
    return outcomes.unknown;
  };
  const connectors = wrapConnector(rig.deps.connectors, () => ({ authorize }));
  const begun = beginPayment({ ...rig.deps, connectors }, rig.scope, session, cardOf("approved"));
  await assert.rejects(begun, { name: "CommitLost" });
});

test("a movement that a failover loses is reported as a lost commit", async () => {
  const unknown = { kind: "unknown", detail: "no answer in time" } as const;
  await assert.rejects(applyMovement(rig.deps, rig.scope, "re_lost", unknown), { name: "CommitLost" });
  const read = rig.db.database.inTenant(rig.scope, (trx) => readMoved(trx, "cap_lost"));
  await assert.rejects(read, { name: "CommitLost" });
});
