import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { withOneDeadlock } from "../../../test/support/conflicting-database.ts";
import { makeLateCharge, reportCharge } from "../../../test/support/late-funds.ts";
import { cardOf, usePaymentTestbed, wrapConnector } from "../../../test/support/payments.ts";
import { sandboxAccount } from "../../connectors/sandbox/accounts.ts";
import { beginPayment } from "../attempts/begin-payment.ts";
import { capturePayment, voidPayment } from "../movements/move-money.ts";
import { reconcileDueMovements } from "../movements/reconcile-movements.ts";
import { findRefusedReleases } from "../queries/late.ts";
import { releaseLateAuthorizations } from "./release-late-authorizations.ts";

// A session has two authorizations: a late one to be released, and the one that its payment counts.

const rig = usePaymentTestbed();
afterEach(() => rig.assertInvariants());

type Both = { readonly session: string; readonly lateAttempt: string; readonly payment: string };

async function reservedTwice(): Promise<Both> {
  const { session, attempt: lateAttempt } = await makeLateCharge(rig, { amount: 100, capture: "manual" });
  await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
  const [row] = await rig.db.sql<{ id: string }>("SELECT id FROM payments WHERE session_id = $1", [session]);
  assert.ok(row);
  return { session, lateAttempt, payment: row.id };
}

/** The captured and released amounts of both charges at the PSP, the late one first. */
async function atPsp({ session, lateAttempt }: Both): Promise<string[]> {
  const rows = await rig.db.sql<{ words: string }>(
    `SELECT format('%s captured, %s released', amount_captured, amount_released) AS words FROM sandbox_psp.charges
     WHERE merchant_reference = $1 ORDER BY idempotency_key = $2 DESC`,
    [session, lateAttempt],
  );
  return rows.map(({ words }) => words);
}

async function settle(): Promise<void> {
  rig.clearFaults();
  await rig.makeChecksDue();
  await reconcileDueMovements(rig.deps);
}

test("the good authorization can be captured while the release of the late one is unanswered", async () => {
  const both = await reservedTwice();
  rig.injectFault("POST", "timeout_before_charge");
  await reportCharge(rig, both.lateAttempt);
  rig.clearFaults();
  const captured = await capturePayment(rig.deps, rig.scope, both.payment, {});
  assert.equal(captured.ok ? captured.value.movement.status : captured.failure.code, "succeeded");
  await settle();
  assert.deepEqual(await atPsp(both), ["0 captured, 100 released", "100 captured, 0 released"]);
});

test("the good authorization can be voided while the release of the late one is unanswered", async () => {
  const both = await reservedTwice();
  rig.injectFault("POST", "timeout_before_charge");
  await reportCharge(rig, both.lateAttempt);
  rig.clearFaults();
  assert.ok((await voidPayment(rig.deps, rig.scope, both.payment)).ok);
  await settle();
  assert.deepEqual(await atPsp(both), ["0 captured, 100 released", "0 captured, 100 released"]);
});

test("a late authorization can be released while a capture of the good one waits for the PSP", async () => {
  const both = await reservedTwice();
  const capture = async () => ({ kind: "unknown", detail: "no answer in time" }) as const;
  const connectors = wrapConnector(rig.deps.connectors, () => ({ capture }));
  await capturePayment({ ...rig.deps, connectors }, rig.scope, both.payment, { amount: 40 });
  await reportCharge(rig, both.lateAttempt);
  assert.deepEqual(await atPsp(both), ["0 captured, 100 released", "0 captured, 0 released"]);
  await settle();
  assert.deepEqual(await atPsp(both), ["0 captured, 100 released", "40 captured, 0 released"]);
});

/** Makes all movements this many hours older. */
const passHours = (hours: number) =>
  rig.db.sql(
    `UPDATE movements SET created_at = seconds_after(created_at, $1 * -3660),
       decided_at = seconds_after(decided_at, $1 * -3660)`,
    [hours],
  );

test("a refused release of a late authorization is retried after one hour, then after two, until it succeeds", async () => {
  const both = await reservedTwice();
  const refusing = wrapConnector(rig.deps.connectors, () => ({
    void: async () => ({ kind: "refused", reason: "refused_by_psp" }) as const,
  }));
  const real = rig.deps.connectors;
  Object.assign(rig.deps, { connectors: refusing });
  await reportCharge(rig, both.lateAttempt);
  assert.ok(rig.logged.some((line) => line.includes("refuses to release a late authorization")));
  await passHours(1);
  await releaseLateAuthorizations(rig.deps);
  assert.deepEqual(await atPsp(both), ["0 captured, 0 released", "0 captured, 0 released"]);
  Object.assign(rig.deps, { connectors: real });
  await releaseLateAuthorizations(rig.deps);
  assert.deepEqual(await atPsp(both), ["0 captured, 0 released", "0 captured, 0 released"]);
  await passHours(1);
  await releaseLateAuthorizations(rig.deps);
  assert.deepEqual(await atPsp(both), ["0 captured, 0 released", "0 captured, 0 released"], "refused twice");
  await passHours(1);
  await Promise.all([1, 2, 3].map(() => releaseLateAuthorizations(rig.deps)));
  assert.deepEqual(await atPsp(both), ["0 captured, 100 released", "0 captured, 0 released"]);
  await passHours(1);
  await releaseLateAuthorizations(rig.deps);
  const voids = await rig.db.sql(
    "SELECT status FROM movements WHERE attempt_id = $1 AND kind = 'void' ORDER BY id",
    [both.lateAttempt],
  );
  assert.deepEqual(voids, [{ status: "failed" }, { status: "failed" }, { status: "succeeded" }]);
});

test("a release that ends in a deadlock is retried without an error in the log", async () => {
  const both = await reservedTwice();
  await refuseRelease(both);
  await passHours(1);
  const loggedBefore = rig.logged.length;
  await releaseLateAuthorizations({ ...rig.deps, database: withOneDeadlock(rig.deps.database) });
  assert.deepEqual(await atPsp(both), ["0 captured, 100 released", "0 captured, 0 released"]);
  assert.deepEqual(rig.logged.slice(loggedBefore), []);
});

test("the wait for a retry starts at the refusal, not at the release", async () => {
  const both = await reservedTwice();
  await refuseRelease(both);
  await rig.db.sql("UPDATE movements SET created_at = seconds_after(created_at, -7200)");
  await releaseLateAuthorizations(rig.deps);
  assert.deepEqual(await atPsp(both), ["0 captured, 0 released", "0 captured, 0 released"]);
  await passHours(1);
  await releaseLateAuthorizations(rig.deps);
  assert.deepEqual(await atPsp(both), ["0 captured, 100 released", "0 captured, 0 released"]);
});

test("a late authorization whose payment has a held account doesn't delay other late authorizations", async () => {
  const [held, free] = [await reservedTwice(), await reservedTwice()];
  for (const both of [held, free]) await refuseRelease(both);
  await rig.db.sql(
    "UPDATE attempts SET connector_account = $1 WHERE payment_id = $2 AND status = 'approved'",
    [sandboxAccount(rig.scope.tenantId, 2).id, held.payment],
  );
  await rig.db.sql("INSERT INTO movement_holds (tenant_id, mode, id) VALUES ($1, 'sandbox', $2)", [
    rig.scope.tenantId,
    sandboxAccount(rig.scope.tenantId, 2).id,
  ]);
  await passHours(1);
  const due = () => rig.db.database.inWorker((trx) => findRefusedReleases(trx, 1));
  assert.deepEqual(
    (await due()).map(({ attemptId }) => attemptId),
    [free.lateAttempt],
  );
  await releaseLateAuthorizations(rig.deps);
  assert.deepEqual(await due(), []);
  await rig.db.sql("DELETE FROM movement_holds");
  await rig.db.sql("UPDATE attempts SET connector_account = $1", [sandboxAccount(rig.scope.tenantId, 1).id]);
  await releaseLateAuthorizations(rig.deps);
  assert.deepEqual(await atPsp(held), ["0 captured, 100 released", "0 captured, 0 released"]);
});

/** Has the PSP refuse to release the late authorization. */
async function refuseRelease({ lateAttempt }: Both): Promise<void> {
  const real = rig.deps.connectors;
  const refuses = async () => ({ kind: "refused", reason: "refused_by_psp" }) as const;
  Object.assign(rig.deps, { connectors: wrapConnector(real, () => ({ void: refuses })) });
  await reportCharge(rig, lateAttempt);
  Object.assign(rig.deps, { connectors: real });
}
