import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { lateSummary, makeLateCharge } from "../../../test/support/late-funds.ts";
import { cardOf, usePaymentTestbed, wrapConnector } from "../../../test/support/payments.ts";
import { beginPayment } from "../attempts/begin-payment.ts";
import { callOffAttempt } from "../attempts/call-off-attempt.ts";
import { reconcileDueAttempts, reconcileNow } from "../attempts/reconcile.ts";
import { refundPayment } from "../movements/move-money.ts";
import { reconcileDueMovements } from "../movements/reconcile-movements.ts";
import { checkSoon } from "../queries/attempts.ts";
import { checkMovementSoon } from "../queries/movements.ts";

// A notification reports a change of something decided, and the PSP doesn't answer when Kassa asks about it.

const rig = usePaymentTestbed();
afterEach(async () => {
  rig.clearFaults();
  await rig.assertInvariants();
});

const hearOfAttempt = (id: string) => rig.db.database.inTenant(rig.scope, (trx) => checkSoon(trx, id));
const hearOfMovement = (id: string) =>
  rig.db.database.inTenant(rig.scope, (trx) => checkMovementSoon(trx, id));

/** Makes all scheduled checks due and runs the jobs. */
async function ask(): Promise<void> {
  for (const table of ["attempts", "movements"])
    await rig.db.sql(`UPDATE ${table} SET next_check_at = now() WHERE next_check_at IS NOT NULL`);
  await reconcileDueAttempts(rig.deps);
  await reconcileDueMovements(rig.deps);
}

/** In how many milliseconds the scheduled checks of a table are due. */
async function waits(table: "attempts" | "movements"): Promise<number[]> {
  const rows = await rig.db.sql<{ ms: number }>(
    `SELECT extract(epoch FROM next_check_at - now())::float8 * 1000 AS ms FROM ${table}
     WHERE next_check_at IS NOT NULL AND clock_id IS NULL`,
  );
  return rows.map(({ ms }) => ms);
}

test("after a notification, a declined attempt is checked until the PSP answers", async () => {
  const { session, attempt } = await makeLateCharge(rig, { amount: 100 });
  await hearOfAttempt(attempt);
  rig.injectFault("GET", "timeout_before_charge");
  for (let times = 0; times < 3; times += 1) await ask();
  const [wait] = await waits("attempts");
  assert.ok(wait !== undefined && wait < 600_000, `it is asked about again soon, not in ${wait} ms`);
  rig.clearFaults();
  await ask();
  assert.equal(await lateSummary(rig, session), "100 late, 100 returned, 0 at the PSP");
});

test("a declined attempt that hasn't changed at the PSP isn't checked again", async () => {
  const session = await rig.makeSession({ amount: 100 });
  await beginPayment(rig.deps, rig.scope, session, cardOf("declined"));
  const [attempt] = await rig.attemptsOf(session);
  await hearOfAttempt(attempt?.id ?? "");
  await ask();
  assert.deepEqual(await waits("attempts"), []);
});

test("a notification that arrives while the decline is being written has the attempt checked again", async () => {
  const session = await rig.makeSession({ amount: 100 });
  rig.injectFault("POST", "timeout_after_charge");
  await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
  rig.clearFaults();
  const [attempt] = await rig.attemptsOf(session);
  assert.ok(attempt);
  const connectors = wrapConnector(rig.deps.connectors, () => ({
    findCharge: async () => {
      await hearOfAttempt(attempt.id);
      return {
        kind: "found",
        outcome: { kind: "declined", pspReference: null, reason: "do_not_honor" },
        charge: { amountCaptured: 0, released: false, disputes: [] },
      } as never;
    },
  }));
  await reconcileNow({ ...rig.deps, connectors }, rig.scope, attempt);
  assert.equal((await rig.attemptsOf(session))[0]?.status, "declined");
  await ask();
  assert.equal(await lateSummary(rig, session), "100 late, 100 returned, 0 at the PSP");
});

test("a decided attempt isn't checked forever at an account that the tenant no longer has", async () => {
  const { session, attempt } = await makeLateCharge(rig, { amount: 100 });
  await hearOfAttempt(attempt);
  const [refund] = await rig.db.sql<{ id: string }>("SELECT id FROM movements WHERE kind = 'refund' LIMIT 1");
  assert.ok(refund);
  await hearOfMovement(refund.id);
  await rig.db.sql("UPDATE attempts SET next_check_at = now() WHERE next_check_at IS NOT NULL");
  const connectors = { ...rig.deps.connectors, routeForAccount: async () => undefined };
  const deps = { ...rig.deps, connectors };
  await reconcileDueAttempts(deps);
  await reconcileDueMovements(deps);
  assert.deepEqual(await waits("attempts"), []);
  const [movement] = await waits("movements");
  assert.ok(movement === undefined || movement > 3_600_000, `not in ${movement} ms`);
  // The account exists again, and its PSP answers.
  await hearOfAttempt(attempt);
  await ask();
  assert.equal(await lateSummary(rig, session), "100 late, 100 returned, 0 at the PSP");
});

test("after a notification, a payment under review is checked often until the PSP answers", async () => {
  const session = await rig.makeSession({ amount: 100 });
  const connectors = wrapConnector(rig.deps.connectors, (connector) => ({
    authorize: (request, call) => connector.authorize({ ...request, amount: 60 }, call),
  }));
  await beginPayment({ ...rig.deps, connectors }, rig.scope, session, cardOf("approved"));
  const [attempt] = await rig.attemptsOf(session);
  assert.equal(attempt?.status, "needs_review");
  await hearOfAttempt(attempt.id);
  rig.injectFault("GET", "timeout_before_charge");
  await ask();
  const [wait] = await waits("attempts");
  assert.ok(wait !== undefined && wait < 600_000, `it is asked about again soon, not in ${wait} ms`);
  rig.clearFaults();
  await ask();
  const [after] = await waits("attempts");
  assert.ok(after !== undefined && after > 600_000, "and then by its own schedule");
});

test("after a notification, a call-off that had been given up is checked until the PSP answers", async () => {
  const session = await rig.makeSession({ capture: "manual", amount: 100 });
  await beginPayment(rig.deps, rig.scope, session, cardOf("challenge"));
  const [attempt] = await rig.attemptsOf(session);
  assert.ok(attempt && attempt.redirectUrl !== null);
  let arrive: () => Promise<unknown> = () => assert.fail("the PSP was never asked");
  const connectors = wrapConnector(rig.deps.connectors, (connector) => ({
    void: async (request, call) => {
      arrive = () => connector.void(request, call);
      return { kind: "unknown", detail: "no answer in time" };
    },
  }));
  await callOffAttempt({ ...rig.deps, connectors }, rig.scope, attempt);
  const body = new URLSearchParams({ choice: "complete" });
  const confirmed = await fetch(attempt.redirectUrl, { method: "POST", body, redirect: "manual" });
  await confirmed.body?.cancel();
  await reconcileNow(rig.deps, rig.scope, attempt);
  await rig.makeChecksDue(20_000);
  await reconcileDueMovements(rig.deps);
  const callOff = async () =>
    (await rig.db.sql("SELECT id, status FROM movements WHERE attempt_id = $1", [attempt.id]))[0] as {
      id: string;
      status: string;
    };
  assert.equal((await callOff()).status, "failed");
  await arrive();
  await hearOfMovement((await callOff()).id);
  rig.injectFault("GET", "timeout_before_charge");
  for (let times = 0; times < 3; times += 1) await ask();
  rig.clearFaults();
  await ask();
  assert.equal((await callOff()).status, "succeeded");
  assert.equal((await rig.eventsOf(session)).at(-1), "payment.voided");
});

test("after a notification, a refund that succeeded is checked often until the PSP answers", async () => {
  const session = await rig.makeSession({ amount: 100 });
  await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
  const [attempt] = await rig.attemptsOf(session);
  const refund = await refundPayment(rig.deps, rig.scope, attempt?.paymentId ?? "", { amount: 40 });
  assert.ok(refund.ok && refund.value.status === "succeeded");
  await rig.db.sql("UPDATE movements SET next_check_at = NULL WHERE id <> $1", [refund.value.id]);
  await hearOfMovement(refund.value.id);
  rig.injectFault("GET", "timeout_before_charge");
  for (let times = 0; times < 4; times += 1) await ask();
  const [wait] = await waits("movements");
  assert.ok(wait !== undefined && wait < 600_000, `it is asked about again soon, not in ${wait} ms`);
  rig.clearFaults();
  await ask();
  const [after] = await waits("movements");
  assert.ok(after === undefined || after > 3_600_000, "and then by its own schedule");
});
