import type { DisputeOutcome, EvidenceRequest } from "../connectors/disputes.ts";
import type { ConnectorRoute } from "../connectors/registry.ts";
import type { TenantScope } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";
import { crashPoint } from "../kernel/crash-point.ts";
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
  try {
    return requireSameDispute(await call(deps, route, dispute, files), dispute.pspReference);
  } catch (error) {
    // A connector that throws has a bug. The PSP may have carried out the action all the same.
    deps.log.error({ err: error, dispute: dispute.id }, "connector threw");
    return { kind: "unknown", detail: "the connector failed" };
  }
}

function call(
  deps: DisputeDeps,
  { connector: { title, disputes }, account }: ConnectorRoute,
  dispute: StoredDispute,
  files: EvidenceRequest["files"],
): Promise<DisputeOutcome> {
  const { pspReference, evidence } = dispute;
  const idempotencyKey = present(dispute.actionKey, "the key of a pending action");
  const request = { account, pspReference, idempotencyKey };
  const options = { timeoutMs: deps.pspTimeoutMs };
  const outcome =
    dispute.pendingAction === "accept"
      ? disputes?.accept?.(request, options)
      : disputes?.submitEvidence?.({ ...request, texts: evidence ?? {}, files }, options);
  return outcome ?? Promise.resolve({ kind: "refused", detail: `${title} takes this in its dashboard only` });
}
