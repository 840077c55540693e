import type { MovementOutcome } from "../../connectors/contract.ts";
import type { Fence } from "../../database/leases.ts";
import type { TenantScope, TenantTransaction } from "../../database/transaction.ts";
import { committed, present } from "../../kernel/assert.ts";
import { Counter } from "../../kernel/counter.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import type { PaymentDeps } from "../deps.ts";
import { isHeldUp } from "../late-funds/read-late-funds.ts";
import { returnAfterDispute } from "../late-funds/return-late-funds.ts";
import type { Attempt, Payment } from "../payment.ts";
import { getMovement, moveMovement } from "../queries/movements.ts";
import { isReleased } from "./ask-psp.ts";
import { type LockedPayment, lockPayment } from "./begin-movement.ts";
import { movementCheckMs } from "./check-schedule.ts";
import { commitEffects } from "./commit-effects.ts";
import { compareAfterMovement, isDropped } from "./compare-after-movement.ts";
import { effectsOfStep } from "./effects.ts";
import type { Movement, MovementResult } from "./movement.ts";
import { settleRelease } from "./released.ts";
import { settleCallOff } from "./settle-call-off.ts";
import { type MovementKind, type MovementStatus, movementKinds, movementStep } from "./state.ts";

/** What came of applying an outcome. */
export type MovementApplied = {
  readonly applied: "moved" | "no_change" | "contradiction" | "fenced_off";
  readonly movement: Movement;
  readonly payment: Payment;
};

export type ApplyOptions = {
  readonly fence?: Fence;
  /**
   * The movement's status when the PSP was asked. Of a refund, an answer from before a later one is no contradiction: one
   * that arrived may have come back since.
   */
  readonly statusWhenAsked?: MovementStatus;
};

/** Outcomes that changed a movement, for the operator. */
export const movementsApplied = new Counter<`${MovementKind}_${MovementOutcome["kind"]}`>(
  movementKinds.flatMap(
    (kind) => [`${kind}_succeeded`, `${kind}_pending`, `${kind}_refused`, `${kind}_unknown`] as const,
  ),
);

/**
 * Commits what a PSP said of a movement: its status, the payment's amounts, the ledger's entries and the events, in one
 * transaction. The request itself, a notification and the reconcile job all end here. However often and in whatever
 * order they come, each step happens once, for the state table decides under the session's lock.
 */
export async function applyMovement(
  deps: PaymentDeps,
  scope: TenantScope,
  movementId: string,
  outcome: MovementResult,
  { fence, statusWhenAsked }: ApplyOptions = {},
): Promise<MovementApplied> {
  const result = await deps.database.inTenant(scope, async (trx) => {
    const known = await readMovement(trx, movementId);
    if (fence && !(await fence(trx))) return { applied: "fenced_off", ...known } as const;
    const decided = await decide(deps, trx, known, outcome);
    const { kind, status } = known.movement;
    const isOlder = kind === "refund" && statusWhenAsked !== undefined && statusWhenAsked !== status;
    if (isOlder && decided.applied === "contradiction") return { ...decided, applied: "no_change" } as const;
    crashPoint("apply-movement:before-commit");
    return decided;
  });
  crashPoint("apply-movement:committed");
  report(deps, result, outcome);
  return result;
}

type Known = LockedPayment & { readonly movement: Movement };

/** Locks are always taken in this order: session, then what belongs to it. */
async function readMovement(trx: TenantTransaction, movementId: string): Promise<Known> {
  const { paymentId } = committed(await getMovement(trx, movementId), "the movement of an outcome");
  const locked = present(await lockPayment(trx, paymentId), "the payment of a movement");
  return { ...locked, movement: present(await getMovement(trx, movementId), "the movement") };
}

async function decide(
  deps: PaymentDeps,
  trx: TenantTransaction,
  known: Known,
  said: MovementResult,
): Promise<MovementApplied> {
  const { status: from, kind } = known.movement;
  const releasing = { ...known, attempt: attemptOf(known) };
  const outcome = settleRelease(releasing, said);
  const to = movementStep(kind, from, outcome.kind);
  if (to === "no_change" || to === "contradiction") return { applied: to, ...known };
  const movement = await moveMovement(trx, known.movement.id, {
    status: to,
    pspReference: "pspReference" in outcome ? outcome.pspReference : null,
    failureReason: outcome.kind === "refused" ? outcome.reason : null,
    amount: shortfallOf(known.movement, outcome),
    checkAfterMs: movementCheckMs(kind, to, 0),
  });
  trx.afterCommit(() => movementsApplied.add(`${kind}_${outcome.kind}`));
  const settled =
    kind === "call_off"
      ? await settleCallOff(deps, trx, { locked: known, movement, outcome })
      : { movement, payment: await settle(deps, trx, { known, movement, from, outcome }) };
  // Last, for accounts are locked after what belongs to a session.
  await compareAfterMovement(deps, trx, { releasing, movement, outcome });
  return { applied: "moved", ...settled };
}

type Step = {
  readonly known: Known;
  /** As it is after the step. */
  readonly movement: Movement;
  readonly from: MovementStatus;
  readonly outcome: MovementResult;
};

/** Writes what a step of a capture, void or refund makes of its payment. */
async function settle(
  deps: PaymentDeps,
  trx: TenantTransaction,
  { known, movement, from, outcome }: Step,
): Promise<Payment> {
  const payment = await commitEffects(deps, trx, {
    movement,
    locked: known,
    effects: effectsOfStep(known.payment, { ...movement, ...releasedOf(outcome) }, from, movement.status),
    ...deadlineAfter(movement, trx.clock?.now ?? new Date(deps.clock.nowMs())),
  });
  // The dispute that held the money up may have ended meanwhile. The job carries out what is recorded here.
  if (movement.late && isHeldUp(movement)) await returnAfterDispute(deps, trx, movement);
  return payment;
}

/**
 * What a void has released, where that is less than Kassa knew to be left: a part was captured at the PSP's own dashboard, and
 * the account's list will tell of it. Null where the void released what it was to release.
 */
function shortfallOf({ kind, amount }: Movement, outcome: MovementResult): number | null {
  if (kind !== "void" || outcome.kind !== "succeeded") return null;
  const { released = amount } = outcome;
  return released < amount ? released : null;
}

const releasedOf = (outcome: MovementResult): { readonly released?: number } =>
  outcome.kind === "succeeded" && outcome.released !== undefined ? { released: outcome.released } : {};

const attemptOf = ({ attempts, movement }: Known): Attempt =>
  present(
    attempts.find(({ id }) => id === movement.attemptId),
    "the attempt of a movement",
  );

/** A capture that finds the authorization gone has what is left of it released at the next sweep. */
function deadlineAfter(movement: Movement, now: Date): { captureBefore?: Date } {
  return movement.kind === "capture" && isReleased(movement.failureReason) ? { captureBefore: now } : {};
}

function report(deps: PaymentDeps, { applied, movement }: MovementApplied, outcome: MovementResult): void {
  const facts = { movement: movement.id, status: movement.status };
  if (outcome.kind === "unknown")
    deps.log.warn({ ...facts, detail: outcome.detail }, "outcome unknown; the PSP will be asked");
  if (applied === "moved" && isDropped(movement))
    deps.log.error(
      facts,
      "the PSP has done another request under the movement's key; the movement has failed, and what was done is learned from the PSP's list",
    );
  if (applied === "contradiction") {
    deps.log.error(
      { ...facts, said: outcome.kind },
      "the PSP's answer about a movement contradicts its earlier answer; nothing was applied",
    );
  }
  const hasFailed = applied === "moved" && movement.status === "failed" && !isDropped(movement);
  if (hasFailed && movement.kind === "refund" && movement.late) reportLate(deps, movement);
  if (hasFailed && movement.kind === "void" && movement.late) reportReservation(deps, movement);
}

function reportReservation(deps: PaymentDeps, { id, attemptId, failureReason }: Movement): void {
  const facts = { movement: id, attempt: attemptId, reason: failureReason };
  if (failureReason === "already_captured")
    deps.log.error(
      facts,
      "a late authorization was captured at the PSP; it has to be refunded there by hand",
    );
  else
    deps.log.warn(
      facts,
      "the PSP refuses to release a late authorization; it is asked again, until it lapses",
    );
}

function reportLate(deps: PaymentDeps, movement: Movement): void {
  const facts = { movement: movement.id, reason: movement.failureReason };
  if (isHeldUp(movement))
    deps.log.warn(
      facts,
      "late funds are disputed; what is left of them is returned when the dispute is over",
    );
  else deps.log.error(facts, "late funds could not be returned; they have to be sent back by hand");
}
