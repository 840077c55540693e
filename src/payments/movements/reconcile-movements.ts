import { enterClock } from "../../database/clock-time.ts";
import { patientRounds } from "../../database/leased-rounds.ts";
import type { Lease } from "../../database/leases.ts";
import type { TenantScope, Transaction } from "../../database/transaction.ts";
import { committed, present } from "../../kernel/assert.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { unansweredCheckMs } from "../attempts/check-schedule.ts";
import { leaseMsFor, type PaymentDeps } from "../deps.ts";
import { getAttempt } from "../queries/attempts.ts";
import {
  getMovement,
  movementLeases,
  type NextMovementCheck,
  releaseMovement,
} from "../queries/movements.ts";
import { getPayment } from "../queries/payments.ts";
import { applyMovement, type MovementApplied } from "./apply-movement.ts";
import { fetchCapturedTotal } from "./call-psp.ts";
import { movementCheckMs } from "./check-schedule.ts";
import { delayedUntilOf, type Movement } from "./movement.ts";
import { retrieveOutcome } from "./retrieve-outcome.ts";
import { isUnderWay } from "./state.ts";

/**
 * Retrieves the outcomes of the movements that are due: those of processes that died, those whose call timed out, and those that
 * wait for a bank. Movements are leased, so several processes share the work, and the movements of a dead one are taken over when
 * its leases end. Returns whether there may be more.
 */
export function reconcileDueMovements(deps: PaymentDeps, rounds = patientRounds()): Promise<boolean> {
  const leaseMs = leaseMsFor(deps.pspTimeoutMs);
  return rounds.round(
    (limit, leaveOut) =>
      deps.database.inWorker((trx) => movementLeases.takeDue(trx, limit, leaseMs, leaveOut)),
    (lease) => {
      crashPoint("reconcile-movements:leased");
      return reconcileMovement(deps, lease).catch((error) => logFailure(deps, lease, error));
    },
  );
}

/**
 * Retrieves the outcome of one movement right now. False when another worker holds its lease, or got it from a notification
 * before the answer was written.
 */
export async function checkMovement(deps: PaymentDeps, scope: TenantScope, id: string): Promise<boolean> {
  const leaseMs = leaseMsFor(deps.pspTimeoutMs);
  const lease = await deps.database.inTenant(scope, (trx) => movementLeases.take(trx, id, leaseMs));
  crashPoint("reconcile-movements:leased");
  return lease !== undefined && (await reconcileMovement(deps, lease));
}

/** False when the lease was lost meanwhile. */
async function reconcileMovement(deps: PaymentDeps, lease: Lease): Promise<boolean> {
  const scope: TenantScope = lease;
  const known = await deps.database.inTenant(scope, async (trx) => {
    const movement = committed(await getMovement(trx, lease.id), "the leased movement");
    const attempt = present(await getAttempt(trx, movement.attemptId), "its attempt");
    const payment = present(await getPayment(trx, movement.paymentId), "its payment");
    return { movement, attempt, payment };
  });
  crashPoint("reconcile-movements:asking");
  const retrieved = await retrieveOutcome(deps, lease, known);
  crashPoint("reconcile-movements:psp-answered");
  const outcome = await fetchCapturedTotal(deps, scope, known, retrieved.outcome);
  crashPoint("reconcile-movements:charge-found");
  const fence = (trx: Transaction) => movementLeases.holds(trx, lease);
  const options = { fence, whenAsked: known.movement };
  const { applied, movement } = await applyMovement(deps, scope, lease.id, outcome, options);
  const delayedUntil = isUnderWay(movement.status) ? delayedUntilOf(outcome) : null;
  const next = delayedUntil
    ? { checks: movement.checks, nextCheckAfterMs: delayedUntil.getTime() - deps.clock.nowMs(), delayedUntil }
    : nextCheckAfter(applied, movement, retrieved.retrySoon);
  await deps.database.inTenant(scope, async (trx) => {
    // A PSP that didn't answer is asked again in real time, whatever the payment's clock shows.
    const { clockId } = known.payment;
    if (outcome.kind !== "unknown" && clockId !== null) await enterClock(trx, clockId);
    await releaseMovement(trx, lease, next);
  });
  crashPoint("reconcile-movements:released");
  return applied !== "fenced_off";
}

/**
 * A new status starts its own schedule; otherwise the current one goes on. A notification may make a decided movement due: it is
 * checked until the PSP answers.
 */
function nextCheckAfter(
  applied: MovementApplied["applied"],
  { kind, status, checks: before }: Movement,
  retrySoon: boolean,
): NextMovementCheck {
  if (retrySoon && !isUnderWay(status))
    return { checks: before, nextCheckAfterMs: unansweredCheckMs, delayedUntil: null };
  const checks = applied === "moved" ? 0 : before + 1;
  return { checks, nextCheckAfterMs: movementCheckMs(kind, status, checks), delayedUntil: null };
}

/** A failure must not keep the other movements from being reconciled. This one is retried when its lease ends. */
function logFailure(deps: PaymentDeps, lease: Lease, error: unknown): void {
  deps.log.error(
    { err: error, movement: lease.id },
    "a movement could not be reconciled; it will be tried again",
  );
}
