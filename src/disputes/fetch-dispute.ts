import type { DisputeOutcome } from "../connectors/disputes.ts";
import type { TenantScope } from "../database/transaction.ts";
import { readFacts } from "../payments/charge-ref.ts";
import type { DisputeDeps } from "./deps.ts";
import type { StoredDispute } from "./dispute.ts";

/** Asks the PSP for the state of a dispute. No transaction is open during the call. Always returns an outcome. */
export async function fetchDispute(
  deps: DisputeDeps,
  scope: TenantScope,
  {
    connectorAccount,
    pspReference,
    attemptId,
    accepted,
  }: Pick<StoredDispute, "connectorAccount" | "pspReference" | "attemptId" | "accepted">,
): Promise<DisputeOutcome> {
  const route = await deps.connectors.routeForAccount(scope, connectorAccount);
  if (!route) return { kind: "unknown", detail: "no connector for the account" };
  const { connector, account } = route;
  if (!connector.disputes) return { kind: "unknown", detail: `${connector.name} doesn't tell of disputes` };
  const facts = attemptId === null ? undefined : await readFacts(deps, scope, route, attemptId);
  const request = {
    account,
    pspReference,
    ...(facts && { facts }),
    ...(accepted && { isAccepted: true as const }),
  };
  const call = { timeoutMs: deps.pspTimeoutMs };
  return requireSameDispute(await connector.disputes.find(request, call), pspReference);
}

/** Treats a response about another dispute as unknown. */
export function requireSameDispute(outcome: DisputeOutcome, pspReference: string): DisputeOutcome {
  if (outcome.kind !== "known" || outcome.dispute.pspReference === pspReference) return outcome;
  return { kind: "unknown", detail: "an answer about another dispute" };
}
