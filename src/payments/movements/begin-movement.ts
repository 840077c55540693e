import type { TenantScope, TenantTransaction } from "../../database/transaction.ts";
import { type RequestClaim, undoOnFailure } from "../../database/undo-on-failure.ts";
import { present } from "../../kernel/assert.ts";
import { makeId } from "../../kernel/id.ts";
import { notFound } from "../../kernel/not-found.ts";
import { type Problem, problem } from "../../kernel/problem.ts";
import { failed, type Result, success } from "../../kernel/result.ts";
import { lockSession } from "../../sessions/find-session.ts";
import { movementsOnHold } from "../../sessions/movements-on-hold.ts";
import { callMarginMs, type PaymentDeps } from "../deps.ts";
import { type Attempt, approvedAttempt, type LockedPayment, type Payment } from "../payment.ts";
import { listAttempts } from "../queries/attempts.ts";
import { isHeld } from "../queries/holds.ts";
import { hasReleaseUnderWay, insertMovement } from "../queries/movements.ts";
import { getPayment } from "../queries/payments.ts";
import { commitEffects } from "./commit-effects.ts";
import { findPspLimits, type PspLimits } from "./find-psp-limits.ts";
import type { Movement, MovementPlan } from "./movement.ts";
import { type MovementRequest, type PlanBasis, planMovement } from "./plan-movement.ts";
import { keyOfRequest, movementPrefixOf, nextNumberedKey } from "./psp-keys.ts";
import { effectsOfBeginning, type MovementKind } from "./state.ts";

export type Begun = {
  readonly movement: Movement;
  readonly payment: Payment;
  readonly attempt: Attempt;
  /** The movement exists already: the PSP is not called. */
  readonly isRepeat?: true;
};

/**
 * Commits the intent to move money before the PSP is called: checks the request, counts its amount as pending, and stores the
 * movement with its key at the PSP. Concurrent requests wait for the session's lock, and see what earlier ones have left.
 */
export async function beginMovement(
  deps: PaymentDeps,
  scope: TenantScope,
  paymentId: string,
  request: MovementRequest,
  claim: RequestClaim | undefined,
): Promise<Result<Begun, Problem>> {
  const psp = await findPspLimits(deps, scope, paymentId);
  return undoOnFailure(deps.database, scope, async (trx) => {
    const locked = await lockPayment(trx, paymentId);
    if (!locked) return failed(notFound);
    if (await areMovementsHeld(deps, trx, locked.attempts)) return failed(movementsOnHold);
    const requested = claim && (await keyOfRequest(deps, trx, request.kind, claim.request));
    const known = requested?.known;
    const id = known?.id ?? makeMovementId(deps, scope, request.kind);
    // Before the request is checked: a repeated request is recognised even if nothing is left to move.
    const claimed = await claim?.stake(trx, id);
    if (claimed) return failed(claimed);
    if (known) return repeatOf(known, locked, request);
    const planned = planMovement(request, await readPlanBasis(deps, trx, locked, request, psp));
    if (!planned.ok) return planned;
    const plan = requested ? { ...planned.value, pspKey: requested.pspKey } : planned.value;
    return success(await recordMovement(deps, trx, { id, locked, plan }));
  });
}

/** The payment under its session's lock; undefined if it doesn't exist. */
export async function lockPayment(
  trx: TenantTransaction,
  paymentId: string,
): Promise<LockedPayment | undefined> {
  const found = await getPayment(trx, paymentId);
  if (!found) return undefined;
  const session = present(await lockSession(trx, found.sessionId), "the session of a payment");
  // Read again: it may have changed while this transaction waited for the lock.
  const payment = present(await getPayment(trx, paymentId), "the payment");
  return { session, payment, attempts: await listAttempts(trx, paymentId) };
}

/** Whether movements are held at an account of one of these attempts: the database may have been restored from a backup. */
export function areMovementsHeld(
  deps: PaymentDeps,
  trx: TenantTransaction,
  attempts: readonly Pick<Attempt, "connectorAccount">[],
): Promise<boolean> {
  const accounts = attempts.map(({ connectorAccount }) => connectorAccount);
  return isHeld(trx, accounts, deps.databaseWatch?.beatsSeen ?? 0);
}

/** Reads what else the decision about a request depends on. */
async function readPlanBasis(
  deps: PaymentDeps,
  trx: TenantTransaction,
  { payment, attempts }: LockedPayment,
  { kind }: MovementRequest,
  psp: PspLimits | undefined,
): Promise<PlanBasis> {
  const attempt = approvedAttempt(attempts);
  const mayRelease = kind !== "refund" && payment.status === "authorized" && attempt !== undefined;
  return {
    payment,
    attempts,
    releaseInProgress: mayRelease && (await hasReleaseUnderWay(trx, attempt)),
    now: trx.clock?.now ?? new Date(deps.clock.nowMs()),
    psp,
  };
}

/** The answer to a request whose record was lost in a restore, and whose movement was learned from the PSP's list since. */
function repeatOf(known: Movement, locked: LockedPayment, request: MovementRequest): Result<Begun, Problem> {
  const amount = request.kind === "void" ? undefined : request.amount;
  const isFinal = request.kind === "capture" && request.final === true;
  const isSame =
    known.paymentId === locked.payment.id &&
    known.amount === (amount ?? known.amount) &&
    (known.final || !isFinal);
  if (!isSame) return failed(keyReused);
  const attempt = attemptOf(locked, known);
  return success({ movement: known, payment: locked.payment, attempt, isRepeat: true });
}

const keyReused = problem(
  "idempotency_key_reused",
  "This key was used with another body. Use a new key for a new request.",
  "Idempotency-Key",
);

/** A new movement's id. It carries real time even on a sandbox clock, because deadlines of PSP calls run in real time. */
export function makeMovementId(deps: PaymentDeps, scope: TenantScope, kind: MovementKind): string {
  return makeId(movementPrefixOf(kind), scope.mode, scope.tenantId, deps.clock.nowMs());
}

/** Writes a movement that is about to be made, and its effects. The caller holds the session's lock. */
export async function recordMovement(
  deps: PaymentDeps,
  trx: TenantTransaction,
  { id, locked, plan }: { id: string; locked: LockedPayment; plan: MovementPlan },
): Promise<Begun> {
  const pspKey = plan.pspKey ?? (await nextNumberedKey(trx, locked.payment.id, plan));
  const withKey = { ...plan, pspKey };
  const movement = await insertMovement(trx, id, locked.payment, withKey, deps.pspTimeoutMs + callMarginMs);
  const effects = effectsOfBeginning(locked.payment, plan);
  const payment = await commitEffects(deps, trx, { movement, locked, effects });
  return { movement, payment, attempt: attemptOf(locked, plan) };
}

const attemptOf = ({ attempts }: LockedPayment, { attemptId }: Pick<Movement, "attemptId">): Attempt =>
  present(
    attempts.find(({ id }) => id === attemptId),
    "the attempt of a movement",
  );
