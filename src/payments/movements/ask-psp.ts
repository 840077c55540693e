import type { Connector, ConnectorAccount, MovementOutcome } from "../../connectors/contract.ts";
import type { Scope } from "../../database/transaction.ts";
import { unreachable } from "../../kernel/assert.ts";
import type { PaymentDeps } from "../deps.ts";
import type { Movement } from "./movement.ts";

type Request = {
  readonly movement: Movement;
  /** Of the charge. */
  readonly pspReference: string | null;
};

/** Makes the call that a movement stands for, under its key. However it ends, the answer is an outcome. */
export async function askPsp(
  deps: PaymentDeps,
  scope: Scope,
  { movement, pspReference }: Request,
): Promise<MovementOutcome> {
  const route = deps.connectors.connectorFor(scope);
  if (!route) return { kind: "unknown", detail: "this mode has no connector" };
  if (pspReference === null) return { kind: "unknown", detail: "the charge has no reference" };
  try {
    const outcome = await call(deps, route, movement, pspReference);
    return meaningOf(movement, pspReference, outcome);
  } catch (error) {
    // A connector that throws has a bug; the call may have moved money all the same.
    deps.log.error({ err: error, movement: movement.id, connector: route.connector.name }, "connector threw");
    return { kind: "unknown", detail: "the connector failed" };
  }
}

function call(
  deps: PaymentDeps,
  { connector, account }: { connector: Connector; account: ConnectorAccount },
  movement: Movement,
  pspReference: string,
): Promise<MovementOutcome> {
  const { pspKey: idempotencyKey, kind, amount, currency, final } = movement;
  const options = { timeoutMs: deps.pspTimeoutMs };
  const request = { account, idempotencyKey, pspReference, amount, currency };
  switch (kind) {
    case "capture":
      return connector.capture({ ...request, final }, options);
    case "void":
      return connector.void({ account, idempotencyKey, pspReference }, options);
    case "refund":
      return connector.refund(request, options);
    default:
      return unreachable(kind);
  }
}

/** A void that the PSP refuses because nothing is left to release has reached what it was for. */
export function meaningOf<Outcome extends MovementOutcome>(
  movement: Pick<Movement, "kind">,
  pspReference: string,
  outcome: Outcome,
): Outcome | { readonly kind: "succeeded"; readonly pspReference: string } {
  if (movement.kind !== "void" || outcome.kind !== "refused") return outcome;
  return isReleased(outcome.reason) ? { kind: "succeeded", pspReference } : outcome;
}

/** Whether a refusal says that the authorization is over. */
export const isReleased = (reason: string | null): boolean =>
  reason === "authorization_lapsed" || reason === "already_voided";
