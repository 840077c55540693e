import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { type FinishingPsp, finishingPsp } from "../../../test/support/finishing-psp.ts";
import { byCardOnPspPage } from "../../../test/support/hosted-page.ts";
import { checkInvariants } from "../../../test/support/oracle.ts";
import { usePaymentTestbed } from "../../../test/support/payments.ts";
import { createConnectorRegistry } from "../../connectors/registry.ts";
import { sandboxPspSecret } from "../../connectors/sandbox/psp-secret.ts";
import type { PaymentDeps } from "../deps.ts";
import { reconcileDueMovements } from "../movements/reconcile-movements.ts";
import type { Attempt } from "../payment.ts";
import { checkSoon } from "../queries/attempts.ts";
import { beginPayment } from "./begin-payment.ts";
import { callOffAttempt } from "./call-off-attempt.ts";
import { reconcileDueAttempts, reconcileNow } from "./reconcile.ts";

// The customer approves on the PSP's page, and the PSP charges only when Kassa asks it to.
const rig = usePaymentTestbed();
let psp: FinishingPsp;
let deps: PaymentDeps;
beforeEach(() => {
  const sandbox = { baseUrl: rig.psp.url, secretKey: sandboxPspSecret(rig.keyring) };
  psp = finishingPsp(createConnectorRegistry({ sandbox, sandboxPage: "hosted" }));
  deps = { ...rig.deps, connectors: psp.connectors };
});
afterEach(async () => {
  rig.clearFaults();
  await rig.db.sql("DELETE FROM movement_holds");
  // Orders can't be cancelled at such a PSP, so it has no record of call-offs.
  const violations = (await checkInvariants(rig.db)).filter(
    (line) => !/ call_off .* has no record of it$/.test(line),
  );
  assert.deepEqual(violations, []);
});

async function lastAttempt(session: string): Promise<Attempt> {
  const attempt = (await rig.attemptsOf(session)).at(-1);
  assert.ok(attempt, "the session has an attempt");
  return attempt;
}

/** A customer who has been sent to the PSP's page. */
async function begin(): Promise<{ session: string; attempt: Attempt }> {
  const session = await rig.makeSession();
  assert.equal((await beginPayment(deps, rig.scope, session, byCardOnPspPage)).kind, "asked");
  return { session, attempt: await lastAttempt(session) };
}

const returned = (attempt: Attempt) => reconcileNow(deps, rig.scope, attempt);

async function runJobs(olderByMs = 0): Promise<void> {
  await rig.makeChecksDue(olderByMs);
  await reconcileDueAttempts(deps);
  await reconcileDueMovements(deps);
}

const paidOnce = "complete, paid, charged 1 times";
const uncharged = "open, unpaid, charged 0 times";

test("a return without an approval charges nothing, and one with an approval charges once", async () => {
  const { session, attempt } = await begin();
  await returned(attempt);
  assert.equal(await rig.summaryOf(session), "open, processing, charged 0 times");
  psp.approve(attempt.id);
  await Promise.all([returned(attempt), returned(attempt), returned(attempt)]);
  assert.equal(await rig.summaryOf(session), paidOnce);
});

test("the job charges what a customer has approved who closed the browser", async () => {
  const { session, attempt } = await begin();
  psp.approve(attempt.id);
  await runJobs();
  assert.equal(await rig.summaryOf(session), paidOnce);
});

for (const fault of ["timeout_before_charge", "timeout_after_charge"] as const) {
  test(`a finish that isn't answered (${fault}) is settled by the job, and charges once`, async () => {
    const { session, attempt } = await begin();
    psp.approve(attempt.id);
    rig.injectFault("POST", fault);
    await returned(attempt);
    rig.clearFaults();
    await runJobs();
    assert.equal(await rig.summaryOf(session), paidOnce);
  });
}

test("an approval after the customer has chosen another way to pay charges nothing", async () => {
  const { session, attempt } = await begin();
  await callOffAttempt(deps, rig.scope, attempt);
  psp.approve(attempt.id);
  await returned(attempt);
  await rig.db.database.inTenant(rig.scope, (trx) => checkSoon(trx, attempt.id));
  await reconcileDueAttempts(deps);
  assert.equal(await rig.summaryOf(session), uncharged);
  assert.equal(psp.finishes, 0);
  const left = await rig.db.sql("SELECT FROM attempts WHERE id = $1 AND next_check_at IS NOT NULL", [
    attempt.id,
  ]);
  assert.deepEqual(left, [], "the PSP isn't asked about it for ever");
});

test("an attempt isn't called off while its charge is on the way", async () => {
  const { session, attempt } = await begin();
  psp.approve(attempt.id);
  psp.beforeFinish = () => callOffAttempt(deps, rig.scope, attempt);
  await returned(attempt);
  assert.equal(await rig.summaryOf(session), paidOnce);
  assert.deepEqual(await rig.db.sql("SELECT FROM movements WHERE attempt_id = $1", [attempt.id]), []);
});

test("nothing is charged while the attempt is being called off", async () => {
  const { session, attempt } = await begin();
  psp.beforeVoid = async () => {
    psp.approve(attempt.id);
    await returned(attempt);
    throw new Error("the PSP doesn't answer");
  };
  await callOffAttempt(deps, rig.scope, attempt);
  assert.equal(psp.finishes, 0);
  psp.beforeVoid = async () => {};
  await runJobs();
  assert.equal(await rig.summaryOf(session), uncharged);
});

test("a finish whose process died lets the customer call off once it can't be on its way any more", async () => {
  const { session, attempt } = await begin();
  await rig.db.sql("UPDATE attempts SET finish_begun_at = now() WHERE id = $1", [attempt.id]);
  await callOffAttempt(deps, rig.scope, attempt);
  assert.equal(await rig.summaryOf(session), "open, processing, charged 0 times");
  await rig.db.sql("UPDATE attempts SET finish_begun_at = now() - interval '1 minute' WHERE id = $1", [
    attempt.id,
  ]);
  await callOffAttempt(deps, rig.scope, attempt);
  assert.equal(await rig.summaryOf(session), uncharged);
});

test("nothing is charged at a held account: a restored database may have forgotten that the customer paid otherwise", async () => {
  const { session, attempt } = await begin();
  psp.approve(attempt.id);
  await rig.db.sql("INSERT INTO movement_holds (tenant_id, mode, id) VALUES ($1, 'sandbox', $2)", [
    rig.scope.tenantId,
    attempt.connectorAccount,
  ]);
  await runJobs();
  assert.equal(psp.finishes, 0);
  await rig.db.sql("DELETE FROM movement_holds");
  await runJobs();
  assert.equal(await rig.summaryOf(session), paidOnce);
});

test("a declined instrument is tried again only after a return or a notification", async () => {
  const { session, attempt } = await begin();
  psp.approve(attempt.id);
  psp.declines = true;
  await returned(attempt);
  for (let times = 0; times < 3; times += 1) await runJobs();
  assert.equal(psp.finishes, 1);
  await returned(attempt);
  assert.equal(psp.finishes, 2);
  await rig.db.database.inTenant(rig.scope, (trx) => checkSoon(trx, attempt.id));
  await reconcileDueAttempts(deps);
  assert.equal(psp.finishes, 3);
  psp.declines = false;
  await returned(attempt);
  assert.equal(await rig.summaryOf(session), paidOnce);
});
