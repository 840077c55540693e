import type { Transaction } from "../database/transaction.ts";
import { unreachable } from "../kernel/assert.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { type Charge, capturable, refundable } from "./charge.ts";
import { decline, disputeTime, failureTime } from "./decide-charge.ts";
import { addMs, type Delays, delaysOf, type SandboxPspDeps } from "./deps.ts";
import { closeInquiries } from "./dispute-transitions.ts";
import type { ApiErrorCode } from "./errors.ts";
import { findRefusal, type MoveRequest, waitsForCustomer } from "./find-refusal.ts";
import { makeMovementId } from "./ids.ts";
import type { Movement } from "./movement.ts";
import { notifyOfMovement } from "./notify.ts";
import { appendLog, type ChargeNow, lockCharge, lockKey, updateCharge } from "./queries/charges.ts";
import { findMovement, insertMovement } from "./queries/movements.ts";
import { behaviourOf } from "./test-outcomes.ts";

/** A request to capture, void or refund. */
export type MoveInput = MoveRequest &
  Pick<Movement, "account" | "idempotencyKey" | "merchantReference" | "charge" | "final"> & {
    /** Whether to notify the account: true for an action in the PSP's dashboard, false for an API call. */
    readonly notify: boolean;
  };

export type MoveResult = { readonly movement: Movement; readonly charge: Charge; readonly replayed: boolean };

/** The charge and the movement after it was applied. */
type Effect = { readonly charge: Charge; readonly movement: Movement };

/**
 * Captures, voids or refunds, or refuses with a reason. Either answer is stored for its idempotency key. A void also
 * abandons a charge that waits for its customer; no money moves then.
 */
export async function moveMoney(
  deps: SandboxPspDeps,
  input: MoveInput,
): Promise<Result<MoveResult, ApiErrorCode>> {
  return await deps.database.inSandboxPsp(async (trx) => {
    await lockKey(trx, input.account, `movement ${input.idempotencyKey}`);
    const earlier = await findMovement(trx, input.account, input.idempotencyKey);
    if (earlier && !isSameRequest(earlier, input)) return failed("idempotency_key_reused");
    const charge = await lockCharge(trx, input.account, input.charge);
    if (!charge) return failed("not_found");
    if (earlier) return success({ movement: earlier, charge, replayed: true });
    const movement = await move(trx, charge, input, delaysOf(deps));
    return success({ movement, charge, replayed: false });
  });
}

async function move(
  trx: Transaction,
  charge: ChargeNow,
  input: MoveInput,
  delays: Delays,
): Promise<Movement> {
  const refusal = findRefusal(charge, input, charge.now);
  const requested: Movement = {
    ...input,
    ...{ id: makeMovementId(), charge: charge.id },
    ...{ pending: false, refusal, dueAt: null, clock: charge.clock },
  };
  if (refusal !== null) {
    await insertMovement(trx, requested);
    return requested;
  }
  const effect = effectOf(charge, requested, delays, charge.now);
  await updateCharge(trx, effect.charge);
  await insertMovement(trx, effect.movement);
  await logMovement(trx, charge, effect);
  if (input.notify) await notifyOfMovement(trx, effect.movement);
  if (input.kind === "refund" && refundable(effect.charge) === 0) await closeInquiries(trx, effect.charge);
  return effect.movement;
}

function effectOf(charge: Charge, movement: Movement, delays: Delays, now: Date): Effect {
  switch (movement.kind) {
    case "capture":
      return {
        charge: captured(charge, movement, delays, now),
        movement: { ...movement, dueAt: failureTime(charge, delays, now) },
      };
    case "void":
      return voided(charge, movement);
    case "refund":
      return refunded(charge, movement, delays, now);
    default:
      return unreachable(movement.kind);
  }
}

function captured(charge: Charge, { amount, final }: Movement, delays: Delays, now: Date): Charge {
  const rest = capturable(charge) - (amount ?? 0);
  return {
    ...charge,
    amountCaptured: charge.amountCaptured + (amount ?? 0),
    captureBefore: final || rest === 0 ? null : charge.captureBefore,
    disputeAt: charge.amountCaptured === 0 ? disputeTime(charge, delays, now) : charge.disputeAt,
    ...(final && rest > 0
      ? { amountReleased: charge.amountReleased + rest, releasedBy: "final_capture" as const }
      : {}),
  };
}

function voided(charge: Charge, movement: Movement): Effect {
  if (waitsForCustomer(charge)) return { charge: { ...charge, ...decline("abandoned") }, movement };
  const amount = capturable(charge);
  const left = {
    amountReleased: charge.amountReleased + amount,
    releasedBy: "void" as const,
    captureBefore: null,
    status: charge.amountCaptured === 0 ? ("voided" as const) : charge.status,
  };
  return { charge: { ...charge, ...left }, movement: { ...movement, amount, currency: charge.currency } };
}

function refunded(charge: Charge, movement: Movement, delays: Delays, now: Date): Effect {
  const plan = behaviourOf(charge.outcome).refund;
  const amount = movement.amount ?? 0;
  const dueAt = plan ? addMs(now, delays.pendingMs) : null;
  if (plan?.first === "pending") {
    const amountRefundPending = charge.amountRefundPending + amount;
    return { charge: { ...charge, amountRefundPending }, movement: { ...movement, pending: true, dueAt } };
  }
  const amountRefunded = charge.amountRefunded + amount;
  return { charge: { ...charge, amountRefunded }, movement: { ...movement, dueAt } };
}

async function logMovement(trx: Transaction, before: Charge, { charge, movement }: Effect): Promise<void> {
  if (movement.pending || movement.amount === null) return;
  const { kind, amount, idempotencyKey: source } = movement;
  await appendLog(trx, charge, { kind, amount, source });
  const rest = charge.amountReleased - before.amountReleased;
  if (kind === "capture" && rest > 0) await appendLog(trx, charge, { kind: "release", amount: rest, source });
}

function isSameRequest(earlier: Movement, input: MoveInput): boolean {
  const sameAmount =
    input.kind === "void" || (earlier.amount === input.amount && earlier.currency === input.currency);
  return (
    sameAmount &&
    earlier.kind === input.kind &&
    earlier.charge === input.charge &&
    earlier.final === input.final
  );
}
