import type { DisputeOutcome, DisputeRequest, EvidenceRequest } from "../connectors/disputes.ts";
import type { ConnectorRoute } from "../connectors/registry.ts";
import type { TenantScope } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";
import { crashPoint } from "../kernel/crash-point.ts";
import { readFacts } from "../payments/charge-ref.ts";
import type { DisputeDeps } from "./deps.ts";
import type { StoredDispute } from "./dispute.ts";
import { requireSameDispute } from "./fetch-dispute.ts";
import { loadFiles } from "./files/load-files.ts";

/**
 * Sends the pending action to the PSP, under its stored idempotency key. The evidence doesn't change while it is pending, so
 * the request can be sent again if it isn't known whether the first one arrived. No transaction is open during the call.
 * Always returns an outcome, also when the connector throws.
 */
export async function sendAction(
  deps: DisputeDeps,
  scope: TenantScope,
  dispute: StoredDispute,
): Promise<DisputeOutcome> {
  const route = await deps.connectors.routeForAccount(scope, dispute.connectorAccount);
  if (!route) return { kind: "unknown", detail: "no connector for the account" };
  const files =
    dispute.pendingAction === "accept"
      ? []
      : await deps.database.inTenant(scope, (trx) => loadFiles(trx, dispute));
  crashPoint("dispute-action:files-read");
  const facts = await factsOf(deps, scope, route, dispute);
  try {
    const request = { account: route.account, pspReference: dispute.pspReference, ...(facts && { facts }) };
    return requireSameDispute(await call(deps, route, dispute, request, files), dispute.pspReference);
  } catch (error) {
    // A connector that throws has a bug. The PSP may have carried out the action all the same.
    deps.log.error({ err: error, dispute: dispute.id }, "connector threw");
    return { kind: "unknown", detail: "the connector failed" };
  }
}

const factsOf = async (
  deps: DisputeDeps,
  scope: TenantScope,
  route: ConnectorRoute,
  { attemptId }: StoredDispute,
) => (attemptId === null ? undefined : readFacts(deps, scope, route, attemptId));

function call(
  deps: DisputeDeps,
  { connector: { title, disputes } }: ConnectorRoute,
  dispute: StoredDispute,
  about: DisputeRequest,
  files: EvidenceRequest["files"],
): Promise<DisputeOutcome> {
  const { evidence } = dispute;
  const idempotencyKey = present(dispute.actionKey, "the key of a pending action");
  const request = { ...about, idempotencyKey };
  const options = { timeoutMs: deps.pspTimeoutMs };
  const outcome =
    dispute.pendingAction === "accept"
      ? disputes?.accept?.(request, options)
      : disputes?.submitEvidence?.({ ...request, texts: evidence ?? {}, files }, options);
  return outcome ?? Promise.resolve({ kind: "refused", detail: `${title} takes this in its dashboard only` });
}
