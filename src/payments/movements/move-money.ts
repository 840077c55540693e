import type { TenantScope } from "../../database/transaction.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import type { Problem } from "../../kernel/problem.ts";
import { type Result, success } from "../../kernel/result.ts";
import type { PaymentDeps } from "../deps.ts";
import type { Payment } from "../payment.ts";
import { applyMovement } from "./apply-movement.ts";
import { askPsp } from "./ask-psp.ts";
import { type Begun, beginMovement, type MovementRequest } from "./begin-movement.ts";
import type { Movement } from "./movement.ts";
import { fetchCapturedTotal } from "./released.ts";

export type Moved = { readonly movement: Movement; readonly payment: Payment };

/**
 * Moves money of a payment: commit the intent, ask the PSP, commit the outcome. Between the two transactions no
 * connection and no lock is held. The movement comes back as far as it got: decided, pending at the PSP, or unknown.
 */
export async function moveMoney(
  deps: PaymentDeps,
  scope: TenantScope,
  paymentId: string,
  request: MovementRequest,
): Promise<Result<Moved, Problem>> {
  crashPoint("move-money:before-intent");
  const begun = await beginMovement(deps, scope, paymentId, request);
  if (!begun.ok || begun.value.isRepeat) return begun;
  crashPoint("move-money:intent-committed");
  return success(await carryOut(deps, scope, begun.value));
}

/** Asks the PSP for a movement that is on record, and commits the answer. */
export async function carryOut(deps: PaymentDeps, scope: TenantScope, begun: Begun): Promise<Moved> {
  const answer = await askPsp(deps, scope, begun);
  crashPoint("move-money:psp-answered");
  const outcome = await fetchCapturedTotal(deps, scope, begun, answer);
  crashPoint("move-money:charge-found");
  return applyMovement(deps, scope, begun.movement.id, outcome, { statusWhenAsked: begun.movement.status });
}
