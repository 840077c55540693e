import type { TenantScope } from "../../database/transaction.ts";
import type { RequestClaim } from "../../database/undo-on-failure.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { type Problem, problem } from "../../kernel/problem.ts";
import { failed, type Result, success } from "../../kernel/result.ts";
import type { PaymentDeps } from "../deps.ts";
import type { Payment } from "../payment.ts";
import { applyMovement } from "./apply-movement.ts";
import { type Begun, beginMovement } from "./begin-movement.ts";
import { callPsp, fetchCapturedTotal } from "./call-psp.ts";
import type { Movement } from "./movement.ts";
import type { CaptureInput, MovementRequest, RefundInput } from "./plan-movement.ts";

export type Moved = { readonly movement: Movement; readonly payment: Payment };

/**
 * Captures a part of an authorization, or all that is left of it.
 *
 * @returns a problem if nothing was or will be captured; a movement that isn't `succeeded` yet is decided later
 */
export async function capturePayment(
  deps: PaymentDeps,
  scope: TenantScope,
  paymentId: string,
  input: CaptureInput,
  claim?: RequestClaim,
): Promise<Result<Moved, Problem>> {
  return refusalAsProblem(await moveMoney(deps, scope, paymentId, { kind: "capture", ...input }, claim));
}

/**
 * Releases the uncaptured part of an authorization. After partial captures the payment is then `captured`.
 *
 * @returns a problem if nothing was or will be released; a movement that isn't `succeeded` yet is decided later
 */
export async function voidPayment(
  deps: PaymentDeps,
  scope: TenantScope,
  paymentId: string,
  claim?: RequestClaim,
): Promise<Result<Moved, Problem>> {
  const request = { kind: "void", reason: "requested" } as const;
  return refusalAsProblem(await moveMoney(deps, scope, paymentId, request, claim));
}

/**
 * Refunds captured money, all or a part of it. Concurrent refunds, pending ones included, never exceed the captured amount.
 *
 * @returns the refund as it stands, `failed` too if the PSP refused it; a problem if there is no refund
 */
export async function refundPayment(
  deps: PaymentDeps,
  scope: TenantScope,
  paymentId: string,
  input: RefundInput,
  claim?: RequestClaim,
): Promise<Result<Movement, Problem>> {
  const moved = await moveMoney(deps, scope, paymentId, { kind: "refund", ...input }, claim);
  return moved.ok ? success(moved.value.movement) : moved;
}

/**
 * Moves money of a payment: commits the intent, calls the PSP, commits the outcome. No connection and no lock is held between the
 * two transactions. Returns the movement as it stands: decided, pending at the PSP, or unknown.
 */
export async function moveMoney(
  deps: PaymentDeps,
  scope: TenantScope,
  paymentId: string,
  request: MovementRequest,
  claim?: RequestClaim,
): Promise<Result<Moved, Problem>> {
  crashPoint("move-money:before-intent");
  const begun = await beginMovement(deps, scope, paymentId, request, claim);
  if (!begun.ok || begun.value.isRepeat) return begun;
  crashPoint("move-money:intent-committed");
  return success(await carryOut(deps, scope, begun.value));
}

/** Calls the PSP for a recorded movement, and commits its answer. */
export async function carryOut(deps: PaymentDeps, scope: TenantScope, begun: Begun): Promise<Moved> {
  const answer = await callPsp(deps, scope, begun);
  crashPoint("move-money:psp-answered");
  const outcome = await fetchCapturedTotal(deps, scope, begun, answer);
  crashPoint("move-money:charge-found");
  return applyMovement(deps, scope, begun.movement.id, outcome, { whenAsked: begun.movement });
}

/** Makes a problem of a capture or void that the PSP refused. A refused refund is no problem: the refund exists, as `failed`. */
export function refusalAsProblem(moved: Result<Moved, Problem>): Result<Moved, Problem> {
  if (!moved.ok || moved.value.movement.status !== "failed") return moved;
  const { kind, failureReason } = moved.value.movement;
  const detail =
    failureReason === "idempotency_key_reused"
      ? `The payment service provider has done another ${kind} under this request's key, which Kassa had forgotten. Look at the payment again: it will show that ${kind} soon.`
      : `The payment service provider refused the ${kind}: ${failureReason}.`;
  return failed(problem("movement_refused", detail));
}
