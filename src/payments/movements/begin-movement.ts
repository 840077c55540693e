import type { Scope, Transaction } from "../../database/transaction.ts";
import { present } from "../../kernel/assert.ts";
import { type IdPrefix, makeId } from "../../kernel/id.ts";
import { type Problem, problem } from "../../kernel/problem.ts";
import { failed, type Result, success } from "../../kernel/result.ts";
import { lockSession } from "../../sessions/find-session.ts";
import type { Session } from "../../sessions/session.ts";
import { callMarginMs, type PaymentDeps } from "../deps.ts";
import type { Attempt, Payment } from "../payment.ts";
import { listAttempts } from "../queries/attempts.ts";
import { insertMovement } from "../queries/movements.ts";
import { getPayment } from "../queries/payments.ts";
import { commitEffects } from "./commit-effects.ts";
import { effectsOfBeginning } from "./effects.ts";
import type { Movement, MovementPlan } from "./movement.ts";
import type { MovementKind } from "./state.ts";

/** A payment whose session this transaction has locked, with what belongs to it. */
export type LockedPayment = {
  readonly session: Session;
  readonly payment: Payment;
  readonly attempts: readonly Attempt[];
};

/** What to do with a locked payment, or why nothing can be done. */
export type Planner = (trx: Transaction, locked: LockedPayment) => Promise<Result<MovementPlan, Problem>>;

/**
 * Has an Idempotency-Key stand for the movement of this id, in the transaction that records the intent. A problem
 * undoes all of it.
 */
export type Claim = (trx: Transaction, movementId: string) => Promise<Problem | undefined>;

export type MovementRequest = {
  readonly kind: MovementKind;
  readonly plan: Planner;
  readonly claim: Claim | undefined;
};

export type Begun = {
  readonly movement: Movement;
  readonly payment: Payment;
  readonly attempt: Attempt;
};

const absent = problem("not_found", "No object of yours has this id in this mode.");

/**
 * Commits the intent to move money, before any PSP is asked: checks, counts the amount as on its way, and stores the
 * movement under the id that the PSP will know it by. Whatever is asked for at once waits here for the session's lock,
 * and finds what those before it left.
 */
export async function beginMovement(
  deps: PaymentDeps,
  scope: Scope,
  paymentId: string,
  request: MovementRequest,
): Promise<Result<Begun, Problem>> {
  try {
    return success(
      await deps.database.inScope(scope, (trx) => recordRequest(deps, trx, scope, paymentId, request)),
    );
  } catch (error) {
    if (error instanceof Refused) return failed(error.problem);
    throw error;
  }
}

/** Thrown to undo the transaction: a claimed Idempotency-Key must not outlive the refusal of its request. */
class Refused extends Error {
  readonly problem: Problem;
  constructor(reason: Problem) {
    super(reason.detail);
    this.problem = reason;
  }
}

async function recordRequest(
  deps: PaymentDeps,
  trx: Transaction,
  scope: Scope,
  paymentId: string,
  { kind, plan, claim }: MovementRequest,
): Promise<Begun> {
  const locked = await lockPayment(trx, scope, paymentId);
  if (!locked) throw new Refused(absent);
  const id = makeMovementId(deps, scope, kind);
  // First of all, so that a repeat of a request is known as one, however little is left to move by then.
  const claimed = await claim?.(trx, id);
  if (claimed) throw new Refused(claimed);
  const planned = await plan(trx, locked);
  if (!planned.ok) throw new Refused(planned.failure);
  return recordMovement(deps, trx, scope, { id, locked, plan: planned.value });
}

/** The payment under its session's lock; undefined when there is none. */
export async function lockPayment(
  trx: Transaction,
  scope: Scope,
  paymentId: string,
): Promise<LockedPayment | undefined> {
  const found = await getPayment(trx, scope, paymentId);
  if (!found) return undefined;
  const session = present(await lockSession(trx, scope, found.sessionId), "the session of a payment");
  // Read again: what was read before the lock may have changed while waiting for it.
  const payment = present(await getPayment(trx, scope, paymentId), "the payment");
  return { session, payment, attempts: await listAttempts(trx, scope, paymentId) };
}

const prefixes: Readonly<Record<MovementKind, IdPrefix>> = { capture: "cap", void: "vd", refund: "re" };

/** How the ids of movements of a kind begin. */
export const movementPrefixOf = (kind: MovementKind): IdPrefix => prefixes[kind];

/** A new movement's id. It carries real time, also where the payment lives by a clock: for so long a call can be under way. */
export function makeMovementId(deps: PaymentDeps, scope: Scope, kind: MovementKind): string {
  return makeId(prefixes[kind], scope.mode, scope.tenantId, deps.clock.nowMs());
}

/** Writes the intent and all that follows from it. The caller holds the session's lock. */
export async function recordMovement(
  deps: PaymentDeps,
  trx: Transaction,
  scope: Scope,
  { id, locked, plan }: { id: string; locked: LockedPayment; plan: MovementPlan },
): Promise<Begun> {
  const attempt = locked.attempts.find((candidate) => candidate.id === plan.attemptId);
  const movement = await insertMovement(trx, id, locked.payment, plan, deps.pspTimeoutMs + callMarginMs);
  const payment = await commitEffects(deps, trx, scope, {
    movement,
    locked,
    effects: effectsOfBeginning(locked.payment, plan),
  });
  return { movement, payment, attempt: present(attempt, "the attempt of a movement") };
}
