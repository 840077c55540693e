import type { TenantScope, TenantTransaction } from "../../database/transaction.ts";
import { type RequestClaim, undoOnFailure } from "../../database/undo-on-failure.ts";
import { present } from "../../kernel/assert.ts";
import { makeId } from "../../kernel/id.ts";
import { notFound } from "../../kernel/not-found.ts";
import { type Problem, problem } from "../../kernel/problem.ts";
import { failed, type Result, success } from "../../kernel/result.ts";
import { lockSession } from "../../sessions/find-session.ts";
import { onHold } from "../../sessions/on-hold.ts";
import type { Session } from "../../sessions/session.ts";
import { callMarginMs, type PaymentDeps } from "../deps.ts";
import type { Attempt, Payment } from "../payment.ts";
import { listAttempts } from "../queries/attempts.ts";
import { isHeld } from "../queries/holds.ts";
import { insertMovement } from "../queries/movements.ts";
import { getPayment } from "../queries/payments.ts";
import { commitEffects } from "./commit-effects.ts";
import { effectsOfBeginning } from "./effects.ts";
import type { Movement, MovementPlan } from "./movement.ts";
import { keyOfRequest, nextNumberedKey } from "./movement-key.ts";
import { movementPrefixOf } from "./psp-keys.ts";
import type { MovementKind } from "./state.ts";

/** A payment whose session this transaction has locked, with what belongs to it. */
export type LockedPayment = {
  readonly session: Session;
  readonly payment: Payment;
  readonly attempts: readonly Attempt[];
};

/** Decides which movement to make of a locked payment, or why none can be made. */
export type Planner = (
  trx: TenantTransaction,
  locked: LockedPayment,
) => Promise<Result<MovementPlan, Problem>>;

export type MovementRequest = {
  readonly kind: MovementKind;
  /** What the request names. */
  readonly asked: { readonly amount?: number; readonly final?: boolean };
  readonly plan: Planner;
  readonly claim: RequestClaim | undefined;
};

export type Begun = {
  readonly movement: Movement;
  readonly payment: Payment;
  readonly attempt: Attempt;
  /** The movement exists already: the PSP is not called. */
  readonly isRepeat?: true;
};

/**
 * Commits the intent to move money before the PSP is asked: checks the request, counts its amount as pending, and stores the
 * movement with its key at the PSP. Concurrent requests wait for the session's lock, and see what earlier ones have left.
 */
export function beginMovement(
  deps: PaymentDeps,
  scope: TenantScope,
  paymentId: string,
  request: MovementRequest,
): Promise<Result<Begun, Problem>> {
  return undoOnFailure(deps.database, scope, (trx) => recordRequest(deps, trx, paymentId, request));
}

async function recordRequest(
  deps: PaymentDeps,
  trx: TenantTransaction,
  paymentId: string,
  { kind, asked, plan, claim }: MovementRequest,
): Promise<Result<Begun, Problem>> {
  const locked = await lockPayment(trx, paymentId);
  if (!locked) return failed(notFound);
  const accounts = locked.attempts.map(({ connectorAccount }) => connectorAccount);
  if (await isHeld(trx, accounts, deps.databaseWatch?.beatsSeen ?? 0)) return failed(onHold);
  const requested = claim && (await keyOfRequest(deps, trx, kind, claim.request));
  const known = requested?.known;
  const id = known?.id ?? makeMovementId(deps, trx.scope, kind);
  // Before anything is checked: a repeated request is recognised even when nothing is left to move.
  const claimed = await claim?.stake(trx, id);
  if (claimed) return failed(claimed);
  if (known) return repeatOf(known, locked, asked);
  const planned = await plan(trx, locked);
  if (!planned.ok) return planned;
  const planWithKey = requested ? { ...planned.value, pspKey: requested.pspKey } : planned.value;
  return success(await recordMovement(deps, trx, { id, locked, plan: planWithKey }));
}

/** A restored backup had lost this request. The comparison with the PSP has brought its movement in again. */
function repeatOf(
  known: Movement,
  locked: LockedPayment,
  asked: MovementRequest["asked"],
): Result<Begun, Problem> {
  const { amount = known.amount, final = known.final } = asked;
  const isSame = known.paymentId === locked.payment.id && known.amount === amount && (known.final || !final);
  if (!isSame) return failed(keyReused);
  return success({
    movement: known,
    payment: locked.payment,
    attempt: attemptOf(locked, known),
    isRepeat: true,
  });
}

const keyReused = problem(
  "idempotency_key_reused",
  "This key was used with another body. Use a new key for a new request.",
  "Idempotency-Key",
);

const attemptOf = ({ attempts }: LockedPayment, { attemptId }: Pick<Movement, "attemptId">): Attempt =>
  present(
    attempts.find(({ id }) => id === attemptId),
    "the attempt of a movement",
  );

/** The payment under its session's lock; undefined when there is none. */
export async function lockPayment(
  trx: TenantTransaction,
  paymentId: string,
): Promise<LockedPayment | undefined> {
  const found = await getPayment(trx, paymentId);
  if (!found) return undefined;
  const session = present(await lockSession(trx, found.sessionId), "the session of a payment");
  // Read again: what was read before the lock may have changed while waiting for it.
  const payment = present(await getPayment(trx, paymentId), "the payment");
  return { session, payment, attempts: await listAttempts(trx, paymentId) };
}

/** A new movement's id. It carries real time, also of a payment on a sandbox clock: deadlines of calls run in real time. */
export function makeMovementId(deps: PaymentDeps, scope: TenantScope, kind: MovementKind): string {
  return makeId(movementPrefixOf(kind), scope.mode, scope.tenantId, deps.clock.nowMs());
}

/** Writes the intent and all that follows from it. The caller holds the session's lock. */
export async function recordMovement(
  deps: PaymentDeps,
  trx: TenantTransaction,
  { id, locked, plan }: { id: string; locked: LockedPayment; plan: MovementPlan },
): Promise<Begun> {
  const pspKey = plan.pspKey ?? (await nextNumberedKey(trx, locked.payment.id, plan));
  const withKey = { ...plan, pspKey };
  const movement = await insertMovement(trx, id, locked.payment, withKey, deps.pspTimeoutMs + callMarginMs);
  const payment = await commitEffects(deps, trx, {
    movement,
    locked,
    effects: effectsOfBeginning(locked.payment, plan),
  });
  return { movement, payment, attempt: attemptOf(locked, plan) };
}
