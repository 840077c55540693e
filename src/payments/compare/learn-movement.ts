import type { ListedMovement } from "../../connectors/contract.ts";
import type { Scope, Transaction } from "../../database/transaction.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { isOwnId } from "../../kernel/id.ts";
import type { PaymentDeps } from "../deps.ts";
import { readLateMoney } from "../late-money-left.ts";
import { applyMovement } from "../movements/apply-movement.ts";
import { meaningOf } from "../movements/ask-psp.ts";
import {
  type LockedPayment,
  lockPayment,
  makeMovementId,
  movementPrefixOf,
  recordMovement,
} from "../movements/begin-movement.ts";
import type { Movement } from "../movements/movement.ts";
import { movementStep } from "../movements/state.ts";
import type { Attempt } from "../payment.ts";
import { attemptReturnedBy } from "../psp-keys.ts";
import { getAttempt } from "../queries/attempts.ts";
import { getMovementByKey, hasReleaseUnderWay } from "../queries/movements.ts";
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
  const { idempotencyKey: key } = movement;
  const outcome = meaningOf(movement, listed.charge.outcome.pspReference ?? "", movement.outcome);
  if (known && !isSame(known, movement)) return quarantine(deps, listed, key, "movement_mismatch");
  const step = movementStep(movement.kind, known?.status ?? "started", outcome.kind);
  if (step === "no_change") return "known";
  if (step === "contradiction") return quarantine(deps, listed, key, "movement_contradiction");
  // It was forgotten together with its refusal: nothing was moved.
  if (!known && outcome.kind === "refused") return "known";
  const id = known?.id ?? (await adoptForgotten(deps, listed, movement));
  crashPoint("compare:movement-adopted");
  if (id === "under_way") return "postponed";
  if (isMisfit(id)) return quarantine(deps, listed, key, id);
  await applyMovement(deps, scope, id, outcome);
  crashPoint("compare:movement-applied");
  return "learned";
}

const misfits = ["unknown_movement", "movement_mismatch"] as const;
type Misfit = (typeof misfits)[number];
const isMisfit = (text: string): text is Misfit => misfits.some((misfit) => misfit === text);

function isSame(known: Movement, listed: ListedMovement): boolean {
  return known.kind === listed.kind && known.amount === listed.amount && known.final === listed.final;
}

/** The id of the movement that it is now, or why it can't be one. */
type Adopted = string | "under_way" | Misfit;

function adoptForgotten(deps: PaymentDeps, listed: Listed, movement: ListedMovement): Promise<Adopted> {
  return deps.database.inScope(listed.route.account, (trx) => adopt(deps, trx, listed, movement));
}

async function adopt(
  deps: PaymentDeps,
  trx: Transaction,
  { route, charge }: Listed,
  listed: ListedMovement,
): Promise<Adopted> {
  const scope: Scope = route.account;
  const { idempotencyKey: key, kind, amount, final } = listed;
  const isReturn = kind === "refund" && attemptReturnedBy(key) === charge.idempotencyKey;
  const isOurs = isReturn || isOwnId(key, movementPrefixOf(kind), scope);
  const isOfOurs = isOurs && isOwnId(charge.idempotencyKey, "att", scope);
  const attempt = isOfOurs ? await getAttempt(trx, scope, charge.idempotencyKey) : undefined;
  const locked = attempt && (await lockPayment(trx, scope, attempt.paymentId));
  if (!attempt || !locked) return "unknown_movement";
  const known = await getMovementByKey(trx, scope, key);
  if (known) return known.id;
  const late = isReturn || attempt.status === "late";
  if (kind !== "refund" && (await hasReleaseUnderWay(trx, scope, attempt.paymentId))) return "under_way";
  if (isReturn && !(await isLeft(trx, scope, attempt, amount))) return "movement_mismatch";
  if (!late && !isPossible(locked, attempt, listed)) return "movement_mismatch";
  const id = isReturn ? makeMovementId(deps, scope, kind) : key;
  const plan = { kind, attemptId: attempt.id, amount, final, late, reason: null, metadata: null };
  await recordMovement(deps, trx, scope, { id, locked, plan: isReturn ? { ...plan, pspKey: key } : plan });
  return id;
}

/** Whether so much of what nobody waited for is left to be returned; not if it was kept, as was set at another time. */
async function isLeft(trx: Transaction, scope: Scope, attempt: Attempt, amount: number): Promise<boolean> {
  const money = await readLateMoney(trx, scope, { paymentId: attempt.paymentId, attemptId: attempt.id });
  return amount <= money.surplus;
}

/** Whether the amounts have room for it; what fits nowhere is for a person to look at, not for the database to refuse. */
function isPossible({ payment }: LockedPayment, attempt: Attempt, { kind, amount }: ListedMovement): boolean {
  if (attempt.status !== "approved") return false;
  if (kind === "refund")
    return amount <= payment.amountCaptured - payment.amountRefunded - payment.amountRefundPending;
  const left = amountCapturable(payment);
  return kind === "void" ? amount === left : amount <= left;
}
