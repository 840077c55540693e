import type { Connector } from "../../connectors/contract.ts";
import type { TenantScope } from "../../database/transaction.ts";
import type { PaymentDeps } from "../deps.ts";
import type { Attempt } from "../payment.ts";
import type { Amounts } from "./effects.ts";
import type { Movement, MovementResult } from "./movement.ts";

export type Releasing = {
  readonly movement: Pick<Movement, "kind" | "amount" | "final" | "late">;
  readonly attempt: Pick<Attempt, "status">;
  readonly payment: Pick<Amounts, "amountAuthorized" | "amountCaptured" | "amountReleased">;
};

/**
 * What a movement releases of its payment's authorization if it succeeds and nothing was captured that Kassa doesn't know of.
 * Minor units. A capture's own amount isn't released; a late void or the call-off of an undecided attempt releases nothing
 * that is part of the payment's amounts.
 */
export function expectedRelease({ movement, attempt, payment }: Releasing): number {
  const left = payment.amountAuthorized - payment.amountCaptured - payment.amountReleased;
  const { kind, amount, final, late } = movement;
  if (kind === "capture") return final ? left - amount : 0;
  if (kind === "void") return late ? 0 : left;
  return kind === "call_off" && attempt.status === "approved" ? left : 0;
}

type Asked = Releasing & {
  readonly attempt: Pick<Attempt, "id" | "status" | "connectorAccount">;
};

/**
 * Asks the PSP how much of the charge it has captured in all, if the movement released an amount that its answer doesn't name.
 * Somebody may have captured a part at the PSP's own dashboard, which is not released then. Without a certain answer the
 * movement stays unknown, and is asked about again.
 */
export async function fetchCapturedTotal(
  deps: PaymentDeps,
  scope: TenantScope,
  asked: Asked,
  outcome: MovementResult,
): Promise<MovementResult> {
  if (outcome.kind !== "succeeded" || outcome.released !== undefined || expectedRelease(asked) <= 0)
    return outcome;
  const { id, connectorAccount } = asked.attempt;
  const route = deps.connectors.routeForAccount(scope, connectorAccount);
  if (!route) return { kind: "unknown", detail: `no account ${connectorAccount}` };
  const { account, connector } = route;
  const request = { account, idempotencyKey: id };
  try {
    const found = await connector.findByKey(request, { timeoutMs: deps.pspTimeoutMs });
    return capturedBy(found, asked.payment, outcome);
  } catch (error) {
    deps.log.error({ err: error, attempt: id, connector: connector.name }, "connector threw");
    return { kind: "unknown", detail: "the connector failed" };
  }
}

function capturedBy(
  found: Awaited<ReturnType<Connector["findByKey"]>>,
  { amountAuthorized }: Releasing["payment"],
  outcome: Extract<MovementResult, { kind: "succeeded" }>,
): MovementResult {
  if (found.kind === "unknown") return found;
  if (found.kind === "not_found") return { kind: "unknown", detail: "the PSP can't find the charge" };
  const { amountCaptured, released } = found.charge;
  if (!released && amountCaptured < amountAuthorized)
    return { kind: "unknown", detail: "the PSP doesn't show the charge as released yet" };
  return { ...outcome, chargeCaptured: amountCaptured };
}

/**
 * Holds a success against the books: `released` becomes what is booked as released, so that it never exceeds the authorization
 * less what the PSP has captured. A void that had nothing to release, because all was captured, has failed.
 */
export function settleRelease(releasing: Releasing, outcome: MovementResult): MovementResult {
  const expected = expectedRelease(releasing);
  if (outcome.kind !== "succeeded" || expected <= 0) return outcome;
  const { amountAuthorized, amountReleased } = releasing.payment;
  const { chargeCaptured, released: named } = outcome;
  if (named === undefined && chargeCaptured === undefined)
    return { kind: "unknown", detail: "it isn't known how much was released" };
  const released = Math.min(
    expected,
    Math.max(0, named ?? amountAuthorized - amountReleased - (chargeCaptured ?? 0)),
  );
  if (released === 0 && releasing.movement.kind === "void")
    return { kind: "refused", reason: "already_captured" };
  return { ...outcome, released };
}
