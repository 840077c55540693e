import type { ListedMovement } from "../../connectors/contract.ts";
import type { Scope, Transaction } from "../../database/transaction.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { isOwnId } from "../../kernel/id.ts";
import type { PaymentDeps } from "../deps.ts";
import { amountToReturn, readLateMoney } from "../late-money-left.ts";
import { applyMovement } from "../movements/apply-movement.ts";
import { meaningOf } from "../movements/ask-psp.ts";
import {
  type LockedPayment,
  lockPayment,
  movementPrefixOf,
  recordMovement,
} from "../movements/begin-movement.ts";
import type { Movement } from "../movements/movement.ts";
import { movementStep } from "../movements/state.ts";
import { type Attempt, surplusOf } from "../payment.ts";
import { getAttempt } from "../queries/attempts.ts";
import { getMovement, hasReleaseUnderWay } from "../queries/movements.ts";
import { amountCapturable } from "../state.ts";
import type { Compared, Listed } from "./deps.ts";
import { quarantine } from "./quarantine.ts";

/**
 * Brings in what a PSP lists of a capture, void or refund and the database doesn't know: its outcome, or all of it.
 *
 * @param known the movement, as it was when the page was read
 */
export async function learnMovement(
  deps: PaymentDeps,
  listed: Listed,
  movement: ListedMovement,
  known: Movement | undefined,
): Promise<Compared> {
  const scope: Scope = listed.route.account;
  const { idempotencyKey: id } = movement;
  const outcome = meaningOf(movement, listed.charge.outcome.pspReference ?? "", movement.outcome);
  if (known && !isSame(known, movement)) return quarantine(deps, listed, id, "movement_mismatch");
  const step = movementStep(movement.kind, known?.status ?? "started", outcome.kind);
  if (step === "no_change") return "known";
  if (step === "contradiction") return quarantine(deps, listed, id, "movement_contradiction");
  if (!known) {
    // It was forgotten together with its refusal: nothing was moved.
    if (outcome.kind === "refused") return "known";
    const adopted = await deps.database.inScope(scope, (trx) => adopt(deps, trx, listed, movement));
    crashPoint("compare:movement-adopted");
    if (adopted === "under_way") return "postponed";
    if (adopted !== "adopted") return quarantine(deps, listed, id, adopted);
  }
  await applyMovement(deps, scope, id, outcome);
  crashPoint("compare:movement-applied");
  return "learned";
}

function isSame(known: Movement, listed: ListedMovement): boolean {
  return known.kind === listed.kind && known.amount === listed.amount && known.final === listed.final;
}

type Adopted = "adopted" | "under_way" | "unknown_movement" | "movement_mismatch";

async function adopt(
  deps: PaymentDeps,
  trx: Transaction,
  { route, charge }: Listed,
  listed: ListedMovement,
): Promise<Adopted> {
  const scope: Scope = route.account;
  const { idempotencyKey: id, kind, amount, final } = listed;
  const isOurs = isOwnId(id, movementPrefixOf(kind), scope) && isOwnId(charge.idempotencyKey, "att", scope);
  const attempt = isOurs ? await getAttempt(trx, scope, charge.idempotencyKey) : undefined;
  const locked = attempt && (await lockPayment(trx, scope, attempt.paymentId));
  if (!attempt || !locked) return "unknown_movement";
  if (await getMovement(trx, scope, id)) return "adopted";
  const late = attempt.status === "late" || (await isSurplus(trx, scope, locked, attempt, listed));
  if (kind !== "refund" && (await hasReleaseUnderWay(trx, scope, attempt.paymentId))) return "under_way";
  if (!late && !isPossible(locked, attempt, listed)) return "movement_mismatch";
  const plan = { kind, attemptId: attempt.id, amount, final, late, reason: null, metadata: null };
  await recordMovement(deps, trx, scope, { id, locked, plan });
  return "adopted";
}

/**
 * Whether a forgotten refund was the one that sent back what a transfer had brought too much: the PSP doesn't say. Of two
 * refunds of the same amount it doesn't matter which is called which.
 */
async function isSurplus(
  trx: Transaction,
  scope: Scope,
  { payment }: LockedPayment,
  attempt: Attempt,
  { kind, amount }: ListedMovement,
): Promise<boolean> {
  if (kind !== "refund" || amount !== surplusOf(attempt, payment)) return false;
  const money = await readLateMoney(trx, scope, { paymentId: payment.id, attemptId: attempt.id });
  return amountToReturn(money) === amount;
}

/** Whether the amounts have room for it; what fits nowhere is for a person to look at, not for the database to refuse. */
function isPossible({ payment }: LockedPayment, attempt: Attempt, { kind, amount }: ListedMovement): boolean {
  if (attempt.status !== "approved") return false;
  if (kind === "refund")
    return amount <= payment.amountCaptured - payment.amountRefunded - payment.amountRefundPending;
  const left = amountCapturable(payment);
  return kind === "void" ? amount === left : amount <= left;
}
