import assert from "node:assert/strict";
import { test } from "node:test";
import { beyondAnyCallMs, cardOf, usePaymentTestbed } from "../../../test/support/payments.ts";
import { attemptsPerSession } from "../state.ts";
import { beginPayment } from "./begin-payment.ts";
import { reconcileDueAttempts } from "./reconcile.ts";

const rig = usePaymentTestbed();

test("fifty concurrent submits of one session make one charge, one payment and one attempt", async () => {
  const session = await rig.makeSession();
  const submits = Array.from({ length: 50 }, () =>
    beginPayment(rig.deps, rig.scope, session, cardOf("approved")),
  );
  const kinds = (await Promise.all(submits)).map(({ kind }) => kind);
  assert.equal(kinds.filter((kind) => kind === "asked").length, 1);
  assert.ok(kinds.every((kind) => kind === "asked" || kind === "in_progress" || kind === "session_not_open"));
  assert.equal(await rig.summaryOf(session), "complete, paid, charged 1 times");
  assert.deepEqual(
    (await rig.attemptsOf(session)).map(({ status }) => status),
    ["approved"],
  );
  await rig.assertInvariants();
});

test("a declined customer can try again on the same session, which then has two attempts and one charge", async () => {
  const session = await rig.makeSession();
  await beginPayment(rig.deps, rig.scope, session, cardOf("declined"));
  assert.equal(await rig.summaryOf(session), "open, unpaid, charged 0 times");
  await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
  assert.equal(await rig.summaryOf(session), "complete, paid, charged 1 times");
  assert.deepEqual(await rig.eventsOf(session), [
    "payment.attempt_failed",
    "payment.captured",
    "checkout.session.completed",
  ]);
  await rig.assertInvariants();
});

test("refuses the eleventh attempt of a session before calling the PSP", async () => {
  const session = await rig.makeSession();
  for (let count = 0; count < attemptsPerSession; count += 1) {
    await beginPayment(rig.deps, rig.scope, session, cardOf("declined"));
  }
  const begun = await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
  assert.deepEqual(begun, { kind: "too_many_attempts" });
  assert.equal(await rig.summaryOf(session), "open, unpaid, charged 0 times");
  const types = await rig.eventsOf(session);
  assert.deepEqual(types, [
    ...Array.from({ length: attemptsPerSession - 1 }, () => "payment.attempt_failed"),
    "payment.failed",
  ]);
  await rig.assertInvariants();
});

for (const fault of ["timeout_after_charge", "status_500_after_charge", "truncated_json"] as const) {
  test(`${fault}: unknown, no other attempt can begin, then found paid`, async () => {
    const session = await rig.makeSession();
    rig.injectFault("POST", fault);
    await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
    rig.clearFaults();
    assert.deepEqual(
      (await rig.attemptsOf(session)).map(({ status }) => status),
      ["unknown"],
    );
    assert.equal(await rig.summaryOf(session), "open, processing, charged 1 times");
    assert.deepEqual(await beginPayment(rig.deps, rig.scope, session, cardOf("approved")), {
      kind: "in_progress",
    });
    await rig.makeChecksDue();
    await reconcileDueAttempts(rig.deps);
    assert.equal(await rig.summaryOf(session), "complete, paid, charged 1 times");
    await rig.assertInvariants();
  });
}

for (const fault of ["timeout_before_charge", "status_429"] as const) {
  test(`${fault}: unknown until no call can be in flight, then abandoned, and payable again`, async () => {
    const session = await rig.makeSession();
    rig.injectFault("POST", fault);
    await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
    rig.clearFaults();
    await rig.makeChecksDue();
    await reconcileDueAttempts(rig.deps);
    assert.equal(await rig.summaryOf(session), "open, processing, charged 0 times");
    await rig.makeChecksDue(beyondAnyCallMs);
    await reconcileDueAttempts(rig.deps);
    const [attempt] = await rig.attemptsOf(session);
    assert.deepEqual([attempt?.status, attempt?.declineReason], ["declined", "abandoned"]);
    await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
    assert.equal(await rig.summaryOf(session), "complete, paid, charged 1 times");
    await rig.assertInvariants();
  });
}

test("after a commit that took too long the PSP isn't called: the reconcile job may already have found no charge", async () => {
  const session = await rig.makeSession();
  // A COMMIT that hangs, as on a stuck disk. The attempt's age counts from its insert, and other sessions see it at once.
  await rig.db.sql(
    `CREATE FUNCTION stall() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(3); RETURN NULL; END'`,
  );
  await rig.db.sql(`CREATE CONSTRAINT TRIGGER stall AFTER INSERT ON attempts DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION stall()`);
  try {
    await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
  } finally {
    await rig.db.sql("DROP TRIGGER stall ON attempts");
    await rig.db.sql("DROP FUNCTION stall");
  }
  assert.equal(await rig.summaryOf(session), "open, processing, charged 0 times");
  await rig.makeChecksDue(beyondAnyCallMs);
  await reconcileDueAttempts(rig.deps);
  assert.equal(await rig.summaryOf(session), "open, unpaid, charged 0 times");
  await rig.assertInvariants();
});
