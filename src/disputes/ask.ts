import type { DisputeOutcome } from "../connectors/contract.ts";
import type { TenantScope } from "../database/transaction.ts";
import type { DisputeDeps } from "./deps.ts";

/** Asks the PSP how a dispute stands. No transaction is open meanwhile. However it ends, the answer is an outcome. */
export async function askAbout(
  deps: DisputeDeps,
  scope: TenantScope,
  { connectorAccount, pspReference }: { readonly connectorAccount: string; readonly pspReference: string },
): Promise<DisputeOutcome> {
  const route = deps.connectors.routeForAccount(scope, connectorAccount);
  if (!route) return { kind: "unknown", detail: "no connector for the account" };
  const { connector, account } = route;
  const call = { timeoutMs: deps.pspTimeoutMs };
  return aboutTheSame(await connector.findDispute({ account, pspReference }, call), pspReference);
}

/** An answer about another dispute is no answer. */
export function aboutTheSame(outcome: DisputeOutcome, pspReference: string): DisputeOutcome {
  if (outcome.kind !== "known" || outcome.dispute.pspReference === pspReference) return outcome;
  return { kind: "unknown", detail: "an answer about another dispute" };
}
