import type { Transaction } from "../database/transaction.ts";
import { unreachable } from "../kernel/assert.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { type Charge, decline } from "./charge.ts";
import type { SandboxPspDeps } from "./deps.ts";
import type { ApiErrorCode, Refusal } from "./errors.ts";
import { makeMovementId } from "./ids.ts";
import {
  appendLog,
  findMovement,
  insertMovement,
  lockCharge,
  lockKey,
  type Movement,
  setChargeAmounts,
  setChargeState,
} from "./queries.ts";

/** A request to capture, void or refund. A void names no amount. */
export type MoveInput = Pick<
  Movement,
  "account" | "idempotencyKey" | "charge" | "kind" | "amount" | "currency"
>;

export type Moved = { readonly movement: Movement; readonly replayed: boolean };

/**
 * Moves money of an approved charge, or says why not; either answer is kept for its key. A void also ends a charge that
 * waits for its consumer: no money moves, and none will.
 */
export async function moveMoney(
  deps: SandboxPspDeps,
  input: MoveInput,
): Promise<Result<Moved, ApiErrorCode>> {
  return await deps.database.inSandboxPsp(async (trx) => {
    await lockKey(trx, input.account, `movement ${input.idempotencyKey}`);
    const earlier = await findMovement(trx, input.account, input.idempotencyKey);
    if (earlier) {
      return asksTheSame(earlier, input)
        ? success({ movement: earlier, replayed: true })
        : failed("idempotency_key_reused");
    }
    const charge = await lockCharge(trx, input.account, input.charge);
    if (!charge) return failed("not_found");
    const refusal = findRefusal(charge, input);
    const movement = { ...input, id: makeMovementId(), refusal };
    await insertMovement(trx, movement);
    if (refusal === null) await move(trx, charge, input);
    return success({ movement, replayed: false });
  });
}

async function move(trx: Transaction, charge: Charge, input: MoveInput): Promise<void> {
  if (charge.status === "action_required") {
    await setChargeState(trx, charge.id, decline("abandoned"));
    return;
  }
  await setChargeAmounts(trx, afterMovement(charge, input));
  await appendLog(trx, charge, { kind: input.kind, captured: false, amount: input.amount ?? charge.amount });
}

/** Why a charge, as it stands, can't be moved in this way; null when it can. */
export function findRefusal(
  charge: Charge,
  input: Pick<MoveInput, "kind" | "amount" | "currency">,
): Refusal | null {
  if (charge.status === "voided") return "charge_voided";
  if (charge.status === "action_required" && input.kind === "void") return null;
  if (charge.status !== "approved") return "charge_not_approved";
  if (input.kind !== "void" && input.currency !== charge.currency) return "currency_mismatch";
  const amount = input.amount ?? 0;
  switch (input.kind) {
    case "void":
      return charge.amountCaptured > 0 ? "charge_captured" : null;
    case "capture":
      return amount > charge.amount - charge.amountCaptured ? "amount_exceeds_authorized" : null;
    case "refund":
      return amount > charge.amountCaptured - charge.amountRefunded ? "amount_exceeds_captured" : null;
    default:
      return unreachable(input.kind);
  }
}

function afterMovement(charge: Charge, input: Pick<MoveInput, "kind" | "amount">): Charge {
  const amount = input.amount ?? 0;
  switch (input.kind) {
    case "void":
      return { ...charge, status: "voided" };
    case "capture":
      return { ...charge, amountCaptured: charge.amountCaptured + amount };
    case "refund":
      return { ...charge, amountRefunded: charge.amountRefunded + amount };
    default:
      return unreachable(input.kind);
  }
}

function asksTheSame(earlier: Movement, input: MoveInput): boolean {
  return (
    earlier.kind === input.kind &&
    earlier.charge === input.charge &&
    earlier.amount === input.amount &&
    earlier.currency === input.currency
  );
}
