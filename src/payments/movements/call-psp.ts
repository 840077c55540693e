import type {
  ChargeRef,
  FindChargeOutcome,
  MovementOutcome,
  ReferencedCharge,
} from "../../connectors/contract.ts";
import type { ConnectorRoute } from "../../connectors/registry.ts";
import type { TenantScope } from "../../database/transaction.ts";
import { present, unreachable } from "../../kernel/assert.ts";
import { type Charged, readChargeRef } from "../charge-ref.ts";
import type { PaymentDeps } from "../deps.ts";
import type { Attempt } from "../payment.ts";
import type { Movement, MovementResult } from "./movement.ts";
import type { Amounts } from "./state.ts";

/** A movement, and the attempt and payment whose charge it is of. */
type Call = Charged & { readonly movement: Movement };

/** Makes the PSP call of a movement, under the movement's key. Always returns an outcome; never throws. */
export async function callPsp(
  deps: PaymentDeps,
  scope: TenantScope,
  { movement, attempt, payment }: Call,
): Promise<MovementOutcome> {
  const { connectorAccount } = attempt;
  const route = await deps.connectors.routeForAccount(scope, connectorAccount);
  if (!route) return { kind: "unknown", detail: `no account ${connectorAccount}` };
  const charge = await readChargeRef(deps, scope, route, { attempt, payment });
  const reference = charge.pspReference ?? charge.hostedReference;
  if (reference === null) return { kind: "unknown", detail: "the charge has no reference" };
  try {
    const outcome = await send(deps, route, movement, charge);
    return interpretRefusal(movement, reference, outcome);
  } catch (error) {
    // A connector that throws has a bug; the call may have moved money nevertheless.
    deps.log.error({ err: error, movement: movement.id, connector: route.connector.name }, "connector threw");
    return { kind: "unknown", detail: "the connector failed" };
  }
}

function send(
  deps: PaymentDeps,
  { connector }: ConnectorRoute,
  movement: Movement,
  ref: ChargeRef,
): Promise<MovementOutcome> {
  const { id: reference, pspKey: idempotencyKey, kind, amount, currency, final } = movement;
  const options = { timeoutMs: deps.pspTimeoutMs };
  switch (kind) {
    case "capture":
      return connector.capture(
        { charge: referenced(ref), idempotencyKey, reference, amount, currency, final },
        options,
      );
    case "void":
    case "call_off":
      return connector.void({ charge: ref, idempotencyKey, reference }, options);
    case "refund":
      return connector.refund(
        { charge: referenced(ref), idempotencyKey, reference, amount, currency },
        options,
      );
    default:
      return unreachable(kind);
  }
}

/** Only approved charges are captured and refunded, and these have a reference. */
const referenced = (charge: ChargeRef): ReferencedCharge => ({
  ...charge,
  pspReference: present(charge.pspReference, "the PSP's reference of an approved charge"),
});

/** A void or call-off succeeds as well if the PSP refuses it because nothing is left to release. */
export function interpretRefusal<Outcome extends MovementOutcome>(
  movement: Pick<Movement, "kind">,
  pspReference: string,
  outcome: Outcome,
): Outcome | { readonly kind: "succeeded"; readonly pspReference: string } {
  const isRelease = movement.kind === "void" || movement.kind === "call_off";
  if (!isRelease || outcome.kind !== "refused") return outcome;
  return isReleased(outcome.reason) ? { kind: "succeeded", pspReference } : outcome;
}

/** Whether a refusal says that the authorization is over. */
export const isReleased = (reason: string | null): boolean =>
  reason === "authorization_lapsed" || reason === "already_voided";

export type Releasing = {
  readonly movement: Pick<Movement, "kind" | "amount" | "final" | "late">;
  readonly attempt: Pick<Attempt, "status">;
  readonly payment: Pick<Amounts, "amountAuthorized" | "amountCaptured" | "amountReleased">;
};

/**
 * How much of its payment's authorization a movement releases if it succeeds and nothing was captured without Kassa's knowledge.
 * Minor units. Excludes a capture's own amount. A refund, a late void and the call-off of an undecided attempt release nothing
 * that is part of the payment's amounts.
 */
export function expectedRelease({ movement, attempt, payment }: Releasing): number {
  const left = payment.amountAuthorized - payment.amountCaptured - payment.amountReleased;
  const { kind, amount, final, late } = movement;
  if (kind === "capture") return final ? left - amount : 0;
  if (kind === "void") return late ? 0 : left;
  return kind === "call_off" && attempt.status === "approved" ? left : 0;
}

type Answered = Releasing & Charged;

/**
 * If a movement releases a part of the authorization and the PSP's answer doesn't say how much, retrieves how much of the charge
 * was captured in all: somebody may have captured a part at the PSP's dashboard, which isn't released then. Without a certain
 * answer the movement stays unknown, and is reconciled later.
 */
export async function fetchCapturedTotal(
  deps: PaymentDeps,
  scope: TenantScope,
  answered: Answered,
  outcome: MovementResult,
): Promise<MovementResult> {
  if (outcome.kind !== "succeeded" || outcome.released !== undefined || expectedRelease(answered) <= 0)
    return outcome;
  const { id, connectorAccount } = answered.attempt;
  const route = await deps.connectors.routeForAccount(scope, connectorAccount);
  if (!route) return { kind: "unknown", detail: `no account ${connectorAccount}` };
  const { connector } = route;
  try {
    const charge = await readChargeRef(deps, scope, route, answered);
    const found = await connector.findCharge(charge, { timeoutMs: deps.pspTimeoutMs });
    return withCapturedTotal(outcome, found, answered.payment);
  } catch (error) {
    deps.log.error({ err: error, attempt: id, connector: connector.name }, "connector threw");
    return { kind: "unknown", detail: "the connector failed" };
  }
}

function withCapturedTotal(
  outcome: Extract<MovementResult, { kind: "succeeded" }>,
  found: FindChargeOutcome,
  { amountAuthorized }: Releasing["payment"],
): MovementResult {
  if (found.kind === "unknown") return found;
  if (found.kind !== "found") return { kind: "unknown", detail: "the PSP can't find the charge" };
  const { amountCaptured, released } = found.charge;
  if (!released && amountCaptured < amountAuthorized)
    return { kind: "unknown", detail: "the PSP doesn't show the charge as released yet" };
  return { ...outcome, chargeCaptured: amountCaptured };
}

/**
 * Sets `released` of a success to the amount to book as released, so that it never exceeds the authorization less what the PSP
 * has captured. A void with nothing to release, because everything was captured, becomes a refusal.
 */
export function settleRelease(releasing: Releasing, outcome: MovementResult): MovementResult {
  const expected = expectedRelease(releasing);
  if (outcome.kind !== "succeeded") return outcome;
  const { kind, late } = releasing.movement;
  // A failed capture has succeeded meanwhile, and has left nothing of the authorization.
  if (kind === "void" && !late && expected <= 0) return { kind: "refused", reason: "already_captured" };
  if (expected <= 0) return outcome;
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
