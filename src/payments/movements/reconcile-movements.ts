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
import { askWhatBecame } from "./ask-what-became.ts";
import { movementCheckMs } from "./check-schedule.ts";
import type { Movement } from "./movement.ts";
import { fetchCapturedTotal } from "./released.ts";
import { isUnderWay } from "./state.ts";

/** Where the movements are whose outcome is due, for the look for due work. */
export const dueMovements = movementLeases.dueRows;

/**
 * Asks the PSPs what became of the movements whose outcome is due: those of processes that died, those that timed out,
 * those that a bank takes days for. Returns whether there may be more. They are leased, so that several processes share
 * the work and a dead one's is taken over when its lease runs out.
 */
export function reconcileDueMovements(deps: PaymentDeps, rounds = patientRounds()): Promise<boolean> {
  const leaseMs = leaseMsFor(deps.pspTimeoutMs);
  return rounds.round(
    (limit, leaveOut) =>
      deps.database.inWorker((trx) => movementLeases.takeDue(trx, limit, leaseMs, leaveOut)),
    (lease) => {
      crashPoint("reconcile-movements:leased");
      return reconcileMovement(deps, lease).catch((error) => giveUp(deps, lease, error));
    },
  );
}

/**
 * Asks about one movement right now; false while somebody else does, also when a notification has given it to somebody
 * else before the answer could be written.
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
  const { said, askAgainSoon } = await askWhatBecame(deps, lease, known);
  crashPoint("reconcile-movements:psp-answered");
  const outcome = await fetchCapturedTotal(deps, scope, known, said);
  crashPoint("reconcile-movements:charge-found");
  const fence = (trx: Transaction) => movementLeases.holds(trx, lease);
  const options = { fence, statusWhenAsked: known.movement.status };
  const { applied, movement } = await applyMovement(deps, scope, lease.id, outcome, options);
  const next = nextCheckAfter(applied, movement, askAgainSoon);
  await deps.database.inTenant(scope, async (trx) => {
    // A PSP that didn't answer is asked again in real time, whatever clock the payment lives by.
    const { clockId } = known.payment;
    if (outcome.kind !== "unknown" && clockId !== null) await enterClock(trx, clockId);
    await releaseMovement(trx, lease, next);
  });
  crashPoint("reconcile-movements:released");
  return applied !== "fenced_off";
}

/**
 * A new state begins its own schedule; otherwise the schedule goes on. What is decided is asked about again until the PSP
 * answers: a notification may have named it.
 */
function nextCheckAfter(
  applied: MovementApplied["applied"],
  { kind, status, checks: before }: Movement,
  askAgainSoon: boolean,
): NextMovementCheck {
  if (askAgainSoon && !isUnderWay(status)) return { checks: before, nextCheckAfterMs: unansweredCheckMs };
  const checks = applied === "moved" ? 0 : before + 1;
  return { checks, nextCheckAfterMs: movementCheckMs(kind, status, checks) };
}

/** One movement's failure is no reason to leave the others alone. It is tried again when its lease is over. */
function giveUp(deps: PaymentDeps, lease: Lease, error: unknown): void {
  deps.log.error(
    { err: error, movement: lease.id },
    "a movement could not be reconciled; it will be tried again",
  );
}
