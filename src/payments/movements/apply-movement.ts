import type { MovementOutcome } from "../../connectors/contract.ts";
import type { Fence } from "../../database/leases.ts";
import type { TenantScope, TenantTransaction } from "../../database/transaction.ts";
import { committed, present } from "../../kernel/assert.ts";
import { Counter } from "../../kernel/counter.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { comparePostponed } from "../compare/compare-postponed.ts";
import type { PaymentDeps } from "../deps.ts";
import { recheckReports } from "../dispute-reports/report-dispute.ts";
import { isBlockedByDispute } from "../late-funds/read-late-funds.ts";
import { returnAfterDispute } from "../late-funds/return-late-funds.ts";
import type { Attempt, LockedPayment, Payment } from "../payment.ts";
import { compareSoon } from "../queries/compared.ts";
import { checkMovementSoon, freeKey, getMovement, moveMovement } from "../queries/movements.ts";
import { lockPayment } from "./begin-movement.ts";
import { expectedRelease, isReleased, settleRelease } from "./call-psp.ts";
import { movementCheckMs } from "./check-schedule.ts";
import { commitEffects } from "./commit-effects.ts";
import { delayedUntilOf, type Movement, type MovementResult } from "./movement.ts";
import { requestKeptMs } from "./psp-keys.ts";
import { settleCallOff } from "./settle-call-off.ts";
import {
  effectsOfStep,
  isChangeable,
  isUnderWay,
  type MovementKind,
  type MovementStatus,
  movementKinds,
  movementStep,
} from "./state.ts";

export type MovementApplied = {
  readonly applied: "moved" | "no_change" | "contradiction" | "fenced_off";
  readonly movement: Movement;
  readonly payment: Payment;
};

export type ApplyOptions = {
  readonly fence?: Fence;
  /**
   * The movement when the PSP was called. If it was decided since, an answer about a capture or refund that contradicts the
   * decision may be older than it: the refund may have been sent back since. The PSP is asked again then. Missing if the answer is certainly newer.
   */
  readonly whenAsked?: Pick<Movement, "status" | "revision">;
};

/** Outcomes that changed a movement. For the metrics. */
export const movementsApplied = new Counter<`${MovementKind}_${MovementOutcome["kind"]}`>(
  movementKinds.flatMap(
    (kind) => [`${kind}_succeeded`, `${kind}_pending`, `${kind}_refused`, `${kind}_unknown`] as const,
  ),
);

/**
 * Applies a PSP's outcome to a movement: commits its status, the payment's amounts, the ledger entries and the events in one
 * transaction. Request, notification and reconcile job all end here. Outcomes may arrive repeatedly and in any order: the state
 * table decides under the session's lock, so each step happens once.
 */
export async function applyMovement(
  deps: PaymentDeps,
  scope: TenantScope,
  movementId: string,
  said: MovementResult,
  { fence, whenAsked }: ApplyOptions = {},
): Promise<MovementApplied> {
  const result = await deps.database.inTenant(scope, async (trx): Promise<MovementApplied> => {
    const known = await readMovement(trx, movementId);
    if (fence && !(await fence(trx))) return { applied: "fenced_off", ...known };
    const step = decideStep(known, said, whenAsked);
    if ("isOlder" in step) await checkMovementSoon(trx, movementId);
    const written =
      "to" in step ? await writeStep(deps, trx, known, step) : { applied: step.unchanged, ...known };
    crashPoint("apply-movement:before-commit");
    return written;
  });
  crashPoint("apply-movement:committed");
  logApplied(deps, result, said);
  return result;
}

type Known = LockedPayment & { readonly movement: Movement; readonly attempt: Attempt };

/** Locks are always taken in this order: the session, then what belongs to it. */
async function readMovement(trx: TenantTransaction, movementId: string): Promise<Known> {
  const { paymentId } = committed(await getMovement(trx, movementId), "the movement of an outcome");
  const locked = present(await lockPayment(trx, paymentId), "the payment of a movement");
  const movement = present(await getMovement(trx, movementId), "the movement");
  const attempt = locked.attempts.find(({ id }) => id === movement.attemptId);
  return { ...locked, movement, attempt: present(attempt, "the attempt of a movement") };
}

type Step = { readonly to: MovementStatus; readonly outcome: MovementResult };
type NoStep =
  | { readonly unchanged: "no_change"; readonly isOlder: true }
  | { readonly unchanged: "no_change" | "contradiction" };

/** Decides the movement's next status, by the state table. */
function decideStep(known: Known, said: MovementResult, whenAsked: ApplyOptions["whenAsked"]): Step | NoStep {
  const { kind, status, revision } = known.movement;
  // What a void has released is in the payment's amounts already, so nothing would be left for it to release.
  const outcome = kind === "void" && status === "succeeded" ? said : settleRelease(known, said);
  const to = movementStep(kind, status, outcome.kind);
  if (to === "no_change") return { unchanged: to };
  const isSame = !whenAsked || (whenAsked.status === status && whenAsked.revision === revision);
  if (isChangeable(kind) && !isUnderWay(status) && !isSame) return { unchanged: "no_change", isOlder: true };
  if (to === "contradiction" || exceedsLateFunds(known, to)) return { unchanged: "contradiction" };
  return { to, outcome };
}

/** Whether a failed return of late funds succeeds after they have been returned in another way. A person has to look into that. */
function exceedsLateFunds({ movement, payment }: Known, to: MovementStatus): boolean {
  const { kind, late, status, amount } = movement;
  const isAfterAll = kind === "refund" && late && status === "failed" && to === "succeeded";
  return isAfterAll && payment.amountLateReturned + amount > payment.amountLate;
}

async function writeStep(
  deps: PaymentDeps,
  trx: TenantTransaction,
  known: Known,
  { to, outcome }: Step,
): Promise<MovementApplied> {
  const { kind } = known.movement;
  const movement = await moveMovement(trx, known.movement.id, {
    status: to,
    pspReference: "pspReference" in outcome ? outcome.pspReference : null,
    failureReason: outcome.kind === "refused" ? outcome.reason : null,
    amount: smallerRelease(known.movement, outcome),
    ...delayOf(outcome, deps.clock.nowMs(), movementCheckMs(kind, to, 0)),
  });
  trx.afterCommit(() => movementsApplied.add(`${kind}_${outcome.kind}`));
  const settled =
    kind === "call_off"
      ? await settleCallOff(deps, trx, { locked: known, movement, outcome })
      : { movement, payment: await settle(deps, trx, { known, movement, outcome }) };
  // Last, because accounts are locked after everything that belongs to a session.
  await compareAfterStep(deps, trx, { known, movement, outcome });
  return { applied: "moved", ...settled };
}

type Written = {
  /** As it was before the step. */
  readonly known: Known;
  /** As it is after the step. */
  readonly movement: Movement;
  readonly outcome: MovementResult;
};

/** Writes the effects of a step of a capture, void or refund on its payment. */
async function settle(
  deps: PaymentDeps,
  trx: TenantTransaction,
  { known, movement, outcome }: Written,
): Promise<Payment> {
  const now = trx.clock?.now ?? new Date(deps.clock.nowMs());
  const payment = await commitEffects(deps, trx, {
    movement,
    locked: known,
    effects: effectsOfStep(
      known.payment,
      { ...movement, ...releasedOf(outcome) },
      known.movement.status,
      movement.status,
    ),
    // If a capture finds the authorization gone, the next sweep releases what is left of it.
    ...(movement.kind === "capture" && isReleased(movement.failureReason) ? { captureBefore: now } : {}),
  });
  const comesAfterAll = known.movement.status === "failed" && movement.status === "succeeded";
  if (movement.kind === "capture" && comesAfterAll) await recheckReports(trx, movement.attemptId);
  // The dispute that blocked the return may have ended meanwhile. The job for movements carries out what is recorded here.
  if (movement.late && isBlockedByDispute(movement)) await returnAfterDispute(deps, trx, movement);
  return payment;
}

/**
 * The amount that a void has released if it is smaller than Kassa expected: a part was captured at the PSP's dashboard, which
 * Kassa will learn from the account's list. Otherwise null.
 */
function smallerRelease({ kind, amount }: Movement, outcome: MovementResult): number | null {
  if (kind !== "void" || outcome.kind !== "succeeded") return null;
  const { released = amount } = outcome;
  return released < amount ? released : null;
}

/** When the movement is looked at next: not before the PSP takes it, if it says when. */
function delayOf(outcome: MovementResult, nowMs: number, checkAfterMs: number | null) {
  const delayedUntil = delayedUntilOf(outcome);
  return { delayedUntil, checkAfterMs: delayedUntil ? delayedUntil.getTime() - nowMs : checkAfterMs };
}

const releasedOf = (outcome: MovementResult): { readonly released?: number } =>
  outcome.kind === "succeeded" && outcome.released !== undefined ? { released: outcome.released } : {};

/** Has the account's list read again if the PSP's answer shows that it has made a movement which Kassa doesn't know. */
async function compareAfterStep(
  deps: PaymentDeps,
  trx: TenantTransaction,
  { known, movement, outcome }: Written,
): Promise<void> {
  const { attempt } = known;
  if (isDropped(movement)) await freeKey(trx, movement.id);
  // Movements that wait for a review keep waiting for it.
  if (!isUnderWay(movement.status) && attempt.status !== "needs_review") await comparePostponed(trx, attempt);
  if (isCapturedElsewhere(known, outcome)) await compareSoon(trx, attempt.connectorAccount);
  if (!isDropped(movement)) return;
  const from = new Date(deps.clock.nowMs() - requestKeptMs);
  await compareSoon(trx, attempt.connectorAccount, from);
}

/** Whether the PSP has made another movement under its key. The comparison learns that one, and needs the key for it. */
const isDropped = ({ status, failureReason }: Movement): boolean =>
  status === "failed" && failureReason === "idempotency_key_reused";

/** Whether the PSP has captured something that Kassa doesn't know of. */
function isCapturedElsewhere(known: Known, outcome: MovementResult): boolean {
  const { kind, late } = known.movement;
  if (outcome.kind === "succeeded") return (outcome.released ?? Infinity) < expectedRelease(known);
  const mayCapture = (kind === "void" && !late) || kind === "capture";
  return mayCapture && outcome.kind === "refused" && outcome.reason === "already_captured";
}

function logApplied(deps: PaymentDeps, { applied, movement }: MovementApplied, said: MovementResult): void {
  const { id, kind, status, late, attemptId, failureReason: reason } = movement;
  const facts = { movement: id, status };
  if (said.kind === "unknown")
    deps.log.warn({ ...facts, detail: said.detail }, "outcome unknown; the PSP will be asked");
  if (applied === "contradiction") {
    deps.log.error(
      { ...facts, said: said.kind },
      "the PSP's answer about a movement contradicts its earlier answer; nothing was applied",
    );
  }
  if (applied !== "moved" || status !== "failed") return;
  if (isDropped(movement))
    deps.log.error(
      facts,
      "the PSP has done another request under the movement's key; the movement has failed, and what was done is learned from the PSP's list",
    );
  else if (late && kind === "refund" && isBlockedByDispute(movement))
    deps.log.warn(
      { movement: id, reason },
      "late funds are disputed; what is left of them is returned when the dispute is over",
    );
  else if (late && kind === "refund")
    deps.log.error(
      { movement: id, reason },
      "late funds could not be returned; they have to be sent back by hand",
    );
  else if (late && kind === "void" && reason === "already_captured")
    deps.log.error(
      { movement: id, attempt: attemptId, reason },
      "a late authorization was captured at the PSP; it has to be refunded there by hand",
    );
  else if (late && kind === "void")
    deps.log.warn(
      { movement: id, attempt: attemptId, reason },
      "the PSP refuses to release a late authorization; the release is retried until the authorization lapses",
    );
}
