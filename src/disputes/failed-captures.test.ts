import assert from "node:assert/strict";
import { test } from "node:test";
import { type DisputedSale, reportToKassa, untilDisputed } from "../../test/support/disputes.ts";
import { cardOf, usePaymentTestbed, wrapConnector } from "../../test/support/payments.ts";
import { verifyLedger } from "../ledger/verify/verify-ledger.ts";
import { applyOutcome } from "../payments/attempts/apply-outcome.ts";
import { beginPayment } from "../payments/attempts/begin-payment.ts";
import { applyMovement } from "../payments/movements/apply-movement.ts";
import { capturePayment, refundPayment } from "../payments/movements/move-money.ts";
import { applyFacts } from "./apply-facts.ts";
import { checkDueReports } from "./check-due-reports.ts";
import { findByReference } from "./queries.ts";

/**
 * Money that fails after it was captured, with the approval or later, while it is refunded or disputed. The simulated PSP doesn't know of the
 * failure, so the oracle's comparison with its log doesn't apply. Amounts are minor units.
 */
// The bank does nothing by itself while a test looks.
const rig = usePaymentTestbed({ pendingMs: 600_000 });

const methods = ["automatic", "manual"] as const;
type Method = (typeof methods)[number];

type Sale = {
  readonly session: string;
  readonly payment: string;
  readonly attemptId: string;
  readonly connectorAccount: string;
  /** The PSP says that the money has failed, or that it has come after all. */
  readonly hear: (what: "failed" | "succeeded") => Promise<string>;
};

async function paid(capture: Method, number = cardOf("approved").number): Promise<Sale> {
  const session = await rig.makeSession({ amount: 100, capture });
  await beginPayment(rig.deps, rig.scope, session, { ...cardOf("approved"), number });
  const [attempt] = await rig.attemptsOf(session);
  assert.ok(attempt);
  const { id: attemptId, paymentId: payment, connectorAccount } = attempt;
  const sale = { session, payment, attemptId, connectorAccount };
  if (capture === "automatic") return { ...sale, hear: (what) => hearOfCharge(attemptId, what) };
  const made = await capturePayment(rig.deps, rig.scope, payment, {});
  assert.ok(made.ok && made.value.movement.status === "succeeded");
  const { id } = made.value.movement;
  return { ...sale, hear: (what) => hearOfCapture(id, what) };
}

async function hearOfCharge(attemptId: string, what: "failed" | "succeeded"): Promise<string> {
  const [whenAsked] = await rig.db.sql<{ status: "approved" | "failed"; revision: number }>(
    "SELECT status, revision FROM attempts WHERE id = $1",
    [attemptId],
  );
  assert.ok(whenAsked);
  const money = { amount: 100, currency: "EUR", captured: true, surplus: 0, captureBefore: null, card: null };
  const pspReference = "spc_1";
  return applyOutcome(
    rig.deps,
    rig.scope,
    attemptId,
    what === "failed"
      ? { kind: "failed", pspReference, reason: "account_closed" }
      : { kind: "approved", pspReference, ...money },
    { whenAsked },
  );
}

async function hearOfCapture(id: string, what: "failed" | "succeeded"): Promise<string> {
  const { applied } = await applyMovement(
    rig.deps,
    rig.scope,
    id,
    what === "failed"
      ? { kind: "refused", reason: "refused_by_psp" }
      : { kind: "succeeded", pspReference: "spm_1" },
  );
  return applied;
}

/** A sale that the customer's bank disputes, of which Kassa hasn't heard. */
async function disputed(capture: Method): Promise<Sale & DisputedSale> {
  const sale = await paid(capture, "4000000000000259");
  await rig.db.sql("UPDATE sandbox_psp.charges SET dispute_at = now() WHERE idempotency_key = $1", [
    sale.attemptId,
  ]);
  return { ...sale, ...(await untilDisputed(rig, sale)) };
}

async function learn(sale: DisputedSale): Promise<void> {
  await reportToKassa(rig, sale);
  await checkDueReports(rig.deps);
}

const isKnown = async ({ connectorAccount, facts }: DisputedSale): Promise<boolean> =>
  (await rig.deps.database.inTenant(rig.scope, (trx) =>
    findByReference(trx, connectorAccount, facts.pspReference),
  )) !== undefined;

async function standing({ payment }: Sale): Promise<string> {
  const [row] = await rig.db.sql<{ words: string }>(
    `SELECT format('%s captured, %s refunded, %s being refunded, %s disputed; %s and %s too much', amount_captured, amount_refunded,
       amount_refund_pending, amount_disputed, amount_over_refunded, amount_over_disputed) AS words FROM payments WHERE id = $1`,
    [payment],
  );
  return row?.words ?? "";
}

async function assertBooks(): Promise<void> {
  assert.deepEqual((await verifyLedger(rig.db.settings, [rig.scope])).differences, []);
}

for (const method of methods) {
  test(`${method} capture: money that fails while a refund of it is on its way is owed, unless the PSP refuses the refund`, async () => {
    for (const isRefused of [false, true]) {
      const sale = await paid(method);
      const connectors = wrapConnector(rig.deps.connectors, (real) => ({
        refund: async (request, call) => {
          assert.equal(await sale.hear("failed"), "moved");
          assert.match(
            await standing(sale),
            /^0 captured, 0 refunded, 40 being refunded, .*; 40 and 0 too much/,
          );
          return isRefused ? { kind: "refused", reason: "refused_by_psp" } : real.refund(request, call);
        },
      }));
      const made = await refundPayment({ ...rig.deps, connectors }, rig.scope, sale.payment, { amount: 40 });
      assert.ok(made.ok);
      const left = isRefused ? 0 : 40;
      assert.equal(
        await standing(sale),
        `0 captured, ${left} refunded, 0 being refunded, 0 disputed; ${left} and 0 too much`,
      );
      await assertBooks();
    }
  });

  test(`${method} capture: of a failure and a refund at the same moment, either comes first, and the books are right`, async () => {
    for (let round = 0; round < 6; round += 1) {
      const sale = await paid(method);
      const [heard, made] = await Promise.all([
        sale.hear("failed"),
        refundPayment(rig.deps, rig.scope, sale.payment, { amount: 40 }),
      ]);
      assert.equal(heard, "moved");
      if (!made.ok) assert.equal(made.failure.code, "payment_not_refundable");
      const left = made.ok ? 40 : 0;
      assert.equal(
        await standing(sale),
        `0 captured, ${left} refunded, 0 being refunded, 0 disputed; ${left} and 0 too much`,
      );
    }
    await assertBooks();
  });

  test(`${method} capture: what a bank has taken back of money that fails is owed, until the money comes after all`, async () => {
    const sale = await disputed(method);
    await learn(sale);
    assert.equal(await sale.hear("failed"), "moved");
    assert.match(await standing(sale), /^0 captured, .* 100 disputed; 0 and 100 too much/);
    await assertBooks();
    assert.equal(await sale.hear("succeeded"), "moved");
    assert.match(await standing(sale), /^100 captured, .* 100 disputed; 0 and 0 too much/);
    await assertBooks();
  });

  test(`${method} capture: a dispute of money that has failed waits until the money comes after all`, async () => {
    const sale = await disputed(method);
    assert.equal(await sale.hear("failed"), "moved");
    await learn(sale);
    assert.ok(!(await isKnown(sale)));
    assert.match(await standing(sale), /^0 captured, .* 0 disputed; 0 and 0 too much/);
    await assertBooks();
    assert.equal(await sale.hear("succeeded"), "moved");
    await checkDueReports(rig.deps);
    assert.ok(await isKnown(sale));
    assert.match(await standing(sale), /^100 captured, .* 100 disputed; 0 and 0 too much/);
    await assertBooks();
  });

  test(`${method} capture: of a failure and a dispute at the same moment, either comes first, and the books are right`, async () => {
    for (let round = 0; round < 4; round += 1) {
      const sale = await disputed(method);
      const [heard, applied] = await Promise.all([
        sale.hear("failed"),
        applyFacts(rig.deps, rig.scope, sale.connectorAccount, sale.facts),
      ]);
      assert.equal(heard, "moved");
      const taken = applied.kind === "moved" ? 100 : 0;
      if (taken === 0) assert.deepEqual(applied, { kind: "quarantined", reason: "amount_over_captured" });
      assert.match(
        await standing(sale),
        new RegExp(`^0 captured, .* ${taken} disputed; 0 and ${taken} too much`),
      );
    }
    await assertBooks();
  });
}
