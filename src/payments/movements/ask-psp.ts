import type { Connector, ConnectorAccount, MovementOutcome } from "../../connectors/contract.ts";
import type { TenantScope } from "../../database/transaction.ts";
import { unreachable } from "../../kernel/assert.ts";
import type { PaymentDeps } from "../deps.ts";
import type { Attempt } from "../payment.ts";
import type { Movement } from "./movement.ts";

type Request = {
  readonly movement: Movement;
  /** Whose charge it is: it says at which account, and what the PSP calls it. */
  readonly attempt: Pick<Attempt, "connectorAccount" | "pspReference">;
};

/** Makes the call that a movement stands for, under its key. However it ends, the answer is an outcome. */
export async function askPsp(
  deps: PaymentDeps,
  scope: TenantScope,
  { movement, attempt: { connectorAccount, pspReference } }: Request,
): Promise<MovementOutcome> {
  const route = deps.connectors.routeForAccount(scope, connectorAccount);
  if (!route) return { kind: "unknown", detail: `no account ${connectorAccount}` };
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
  const { id: reference, pspKey: idempotencyKey, kind, amount, currency, final } = movement;
  const options = { timeoutMs: deps.pspTimeoutMs };
  const request = { account, idempotencyKey, reference, pspReference, amount, currency };
  switch (kind) {
    case "capture":
      return connector.capture({ ...request, final }, options);
    case "void":
    case "call_off":
      return connector.void({ account, idempotencyKey, reference, pspReference }, options);
    case "refund":
      return connector.refund(request, options);
    default:
      return unreachable(kind);
  }
}

/** A void or call-off that the PSP refuses because nothing is left to release has reached what it was for. */
export function meaningOf<Outcome extends MovementOutcome>(
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
