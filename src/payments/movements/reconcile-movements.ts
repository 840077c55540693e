import type { MovementOutcome } from "../../connectors/contract.ts";
import type { ConnectorRoute } from "../../connectors/registry.ts";
import { enterClock } from "../../database/clock-time.ts";
import type { Lease } from "../../database/leases.ts";
import type { Scope, Transaction } from "../../database/transaction.ts";
import { present } from "../../kernel/assert.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { leaseMsFor, type PaymentDeps } from "../deps.ts";
import type { Attempt } from "../payment.ts";
import { getAttempt } from "../queries/attempts.ts";
import { getMovement, movementLeases, releaseMovement } from "../queries/movements.ts";
import { getPayment } from "../queries/payments.ts";
import { applyMovement } from "./apply-movement.ts";
import { askPsp, meaningOf } from "./ask-psp.ts";
import { movementCheckMs } from "./check-schedule.ts";
import type { Movement } from "./movement.ts";
import { isUnderWay } from "./state.ts";

const batchSize = 20;

/**
 * Asks the PSPs what became of the movements whose outcome is due: those of processes that died, those that timed out,
 * those that a bank takes days for. Returns whether there may be more. They are leased, so that several processes share
 * the work and a dead one's is taken over when its lease runs out.
 */
export async function reconcileDueMovements(deps: PaymentDeps): Promise<boolean> {
  const leaseMs = leaseMsFor(deps.pspTimeoutMs);
  const leased = await deps.database.inWorker((trx) => movementLeases.takeDue(trx, batchSize, leaseMs));
  if (leased.length > 0) crashPoint("reconcile-movements:leased");
  await Promise.all(
    leased.map((lease) => reconcileMovement(deps, lease).catch((error) => giveUp(deps, lease, error))),
  );
  return leased.length === batchSize;
}

/**
 * Asks about one movement right now; false while somebody else does, also when a notification has given it to somebody
 * else before the answer could be written.
 */
export async function checkMovement(deps: PaymentDeps, scope: Scope, id: string): Promise<boolean> {
  const leaseMs = leaseMsFor(deps.pspTimeoutMs);
  const lease = await deps.database.inScope(scope, (trx) => movementLeases.take(trx, scope, id, leaseMs));
  crashPoint("reconcile-movements:leased");
  return lease !== undefined && (await reconcileMovement(deps, lease));
}

/** False when the lease was lost meanwhile. */
async function reconcileMovement(deps: PaymentDeps, lease: Lease): Promise<boolean> {
  const scope: Scope = lease;
  const known = await deps.database.inScope(scope, async (trx) => {
    const movement = present(await getMovement(trx, scope, lease.id), "the leased movement");
    const attempt = present(await getAttempt(trx, scope, movement.attemptId), "its attempt");
    const payment = present(await getPayment(trx, scope, movement.paymentId), "its payment");
    return { movement, attempt, clockId: payment.clockId };
  });
  crashPoint("reconcile-movements:asking");
  const outcome = await askWhatBecame(deps, scope, known);
  crashPoint("reconcile-movements:psp-answered");
  const fence = (trx: Transaction) => movementLeases.holds(trx, lease);
  const { applied, movement } = await applyMovement(deps, scope, lease.id, outcome, fence);
  const checks = applied === "moved" ? 0 : movement.checks + 1;
  const wait = movementCheckMs(movement.kind, movement.status, checks);
  await deps.database.inScope(scope, async (trx) => {
    // A PSP that didn't answer is asked again in real time, whatever clock the payment lives by.
    if (outcome.kind !== "unknown" && known.clockId !== null) await enterClock(trx, scope, known.clockId);
    await releaseMovement(trx, lease, wait);
  });
  crashPoint("reconcile-movements:released");
  return applied !== "fenced_off";
}

/** One movement's failure is no reason to leave the others alone. It is tried again when its lease is over. */
function giveUp(deps: PaymentDeps, lease: Lease, error: unknown): void {
  deps.log.error(
    { err: error, movement: lease.id },
    "a movement could not be reconciled; it will be tried again",
  );
}

type Known = { readonly movement: Movement; readonly attempt: Attempt };

async function askWhatBecame(deps: PaymentDeps, scope: Scope, known: Known): Promise<MovementOutcome> {
  const route = deps.connectors.connectorFor(scope);
  if (!route) return { kind: "unknown", detail: `no connector for ${known.attempt.connector}` };
  return askByKey(deps, scope, route, known);
}

/**
 * A PSP that doesn't know the key may yet hear of it: a call can be on its way for longer than anybody waits. To give the
 * movement up would free its amount to be moved once more, by another key. Sent again under its own it is made once,
 * whichever call comes first.
 */
async function askByKey(
  deps: PaymentDeps,
  scope: Scope,
  { connector, account }: ConnectorRoute,
  { movement, attempt }: Known,
): Promise<MovementOutcome> {
  const found = await connector.findMovement(
    { account, idempotencyKey: movement.pspKey },
    { timeoutMs: deps.pspTimeoutMs },
  );
  crashPoint("reconcile-movements:psp-found");
  if (found.kind === "unknown") return found;
  if (found.kind === "found") return meaningOf(movement, attempt.pspReference ?? "", found.outcome);
  if (!isUnderWay(movement.status) || movement.status === "pending")
    return { kind: "unknown", detail: "the PSP no longer knows the movement" };
  return askPsp(deps, scope, { movement, pspReference: attempt.pspReference });
}
