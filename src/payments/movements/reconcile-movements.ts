import type { ConnectorRoute } from "../../connectors/registry.ts";
import { enterClock } from "../../database/clock-time.ts";
import type { Lease } from "../../database/leases.ts";
import type { Scope, Transaction } from "../../database/transaction.ts";
import { committed, present } from "../../kernel/assert.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { idTimeMs } from "../../kernel/id.ts";
import { callMarginMs, leaseMsFor, type PaymentDeps } from "../deps.ts";
import type { Attempt, Payment } from "../payment.ts";
import { getAttempt } from "../queries/attempts.ts";
import { getMovement, movementLeases, releaseMovement } from "../queries/movements.ts";
import { getPayment } from "../queries/payments.ts";
import { isLive } from "../state.ts";
import { applyMovement } from "./apply-movement.ts";
import { askPsp, meaningOf } from "./ask-psp.ts";
import { movementCheckMs } from "./check-schedule.ts";
import { type Movement, type MovementResult, mayBeDropped } from "./movement.ts";
import { fetchCapturedTotal } from "./released.ts";
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
    const movement = committed(await getMovement(trx, scope, lease.id), "the leased movement");
    const attempt = present(await getAttempt(trx, scope, movement.attemptId), "its attempt");
    const payment = present(await getPayment(trx, scope, movement.paymentId), "its payment");
    return { movement, attempt, payment };
  });
  crashPoint("reconcile-movements:asking");
  const answer = await askWhatBecame(deps, lease, known);
  crashPoint("reconcile-movements:psp-answered");
  const outcome = await fetchCapturedTotal(deps, scope, known, answer);
  crashPoint("reconcile-movements:charge-found");
  const fence = (trx: Transaction) => movementLeases.holds(trx, lease);
  const options = { fence, statusWhenAsked: known.movement.status };
  const { applied, movement } = await applyMovement(deps, scope, lease.id, outcome, options);
  // A new state begins its own schedule; otherwise the schedule goes on.
  const checks = applied === "moved" ? 0 : movement.checks + 1;
  const nextCheckAfterMs = movementCheckMs(movement.kind, movement.status, checks);
  await deps.database.inScope(scope, async (trx) => {
    // A PSP that didn't answer is asked again in real time, whatever clock the payment lives by.
    const { clockId } = known.payment;
    if (outcome.kind !== "unknown" && clockId !== null) await enterClock(trx, scope, clockId);
    await releaseMovement(trx, lease, { checks, nextCheckAfterMs });
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

type Known = { readonly movement: Movement; readonly attempt: Attempt; readonly payment: Payment };

async function askWhatBecame(deps: PaymentDeps, lease: Lease, known: Known): Promise<MovementResult> {
  const { connectorAccount } = known.attempt;
  const route = deps.connectors.routeTo(lease, connectorAccount);
  if (!route) return { kind: "unknown", detail: `no account ${connectorAccount}` };
  return askByKey(deps, lease, route, known);
}

/**
 * A call may reach the PSP after Kassa has stopped waiting for it, so a key that the PSP doesn't know is never a failure: the
 * amount would be free to be moved again under another key. The call is repeated under the same key, and moves money once.
 */
async function askByKey(
  deps: PaymentDeps,
  lease: Lease,
  { connector, account }: ConnectorRoute,
  { movement, attempt, payment }: Known,
): Promise<MovementResult> {
  const { pspKey: idempotencyKey, kind, amount, final } = movement;
  const released = kind === "void" || kind === "call_off";
  const what = released ? ({ kind: "void", amount: null } as const) : { kind, amount, final };
  const request = { account, idempotencyKey, ...what, pspReference: attempt.pspReference };
  const found = await connector.findMovement(request, { timeoutMs: deps.pspTimeoutMs });
  crashPoint("reconcile-movements:psp-found");
  if (found.kind === "unknown") return found;
  if (found.kind === "key_reused") return dropped(movement);
  if (found.kind === "found") return meaningOf(movement, attempt.pspReference ?? "", found.outcome);
  if (!isUnderWay(movement.status) || movement.status === "pending")
    return { kind: "unknown", detail: "the PSP no longer knows the movement" };
  // Sending it would make a second one.
  if (movement.origin === "psp") return { kind: "unknown", detail: "the PSP can't find its own movement" };
  if (movement.kind === "call_off" && !isLive(attempt.status))
    return callOffWhenNotFound(deps, movement, payment.clockId);
  return repeat(deps, lease, { movement, attempt });
}

/** A lease lasts for two calls. After this one, what the charge has captured may have to be asked, too. */
async function repeat(
  deps: PaymentDeps,
  lease: Lease,
  { movement, attempt }: Pick<Known, "movement" | "attempt">,
): Promise<MovementResult> {
  const leaseMs = leaseMsFor(deps.pspTimeoutMs);
  const isKept = await deps.database.inScope(lease, (trx) => movementLeases.renew(trx, lease, leaseMs));
  crashPoint("reconcile-movements:leased");
  return isKept
    ? askPsp(deps, lease, { movement, attempt })
    : { kind: "unknown", detail: "another process asks about the movement" };
}

/** The PSP has done another request under the movement's key: it has not done this one, and never will. */
function dropped(movement: Movement): MovementResult {
  if (mayBeDropped(movement)) return { kind: "refused", reason: "idempotency_key_reused" };
  return { kind: "unknown", detail: "the PSP tells of another movement under the key" };
}

/**
 * The PSP doesn't know a call-off whose attempt was decided meanwhile. It isn't sent again, because that would release what the
 * customer has confirmed. It fails once the first call's deadline is over. If that call arrives even later, the PSP notifies
 * Kassa, and the comparison finds it.
 */
function callOffWhenNotFound(deps: PaymentDeps, movement: Movement, clockId: string | null): MovementResult {
  const begunMs = clockId === null ? movement.createdAt.getTime() : idTimeMs(movement.id);
  if (deps.clock.nowMs() - begunMs < deps.pspTimeoutMs + callMarginMs)
    return { kind: "unknown", detail: "the PSP doesn't know the call-off yet" };
  return { kind: "refused", reason: "attempt_decided" };
}
