import type { DisputeOutcome, EvidenceRequest } from "../connectors/contract.ts";
import type { ConnectorRoute } from "../connectors/registry.ts";
import type { TenantScope } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";
import { crashPoint } from "../kernel/crash-point.ts";
import { aboutTheSame } from "./ask.ts";
import type { DisputeDeps } from "./deps.ts";
import type { StoredDispute } from "./dispute.ts";
import { loadFiles } from "./files/load-files.ts";

/**
 * Has the PSP do what is pending, under the key that was stored for it before. The key makes a second request the same as
 * the first, and the evidence doesn't change while it is pending, so that whoever can't know whether the first arrived
 * may send it again. No transaction is open meanwhile. However it ends, the answer is an outcome.
 */
export async function act(
  deps: DisputeDeps,
  scope: TenantScope,
  dispute: StoredDispute,
): Promise<DisputeOutcome> {
  const route = deps.connectors.routeForAccount(scope, dispute.connectorAccount);
  if (!route) return { kind: "unknown", detail: "no connector for the account" };
  const files =
    dispute.pendingAction === "accept"
      ? []
      : await deps.database.inTenant(scope, (trx) => loadFiles(trx, dispute));
  crashPoint("dispute-action:files-read");
  try {
    return aboutTheSame(await call(deps, route, dispute, files), dispute.pspReference);
  } catch (error) {
    // A connector that throws has a bug; the PSP may have done it all the same.
    deps.log.error({ err: error, dispute: dispute.id }, "connector threw");
    return { kind: "unknown", detail: "the connector failed" };
  }
}

function call(
  deps: DisputeDeps,
  { connector, account }: ConnectorRoute,
  dispute: StoredDispute,
  files: EvidenceRequest["files"],
): Promise<DisputeOutcome> {
  const { pspReference, evidence } = dispute;
  const idempotencyKey = present(dispute.actionKey, "the key of a pending action");
  const request = { account, pspReference, idempotencyKey };
  const options = { timeoutMs: deps.pspTimeoutMs };
  if (dispute.pendingAction === "accept") return connector.acceptDispute(request, options);
  return connector.submitEvidence({ ...request, texts: evidence ?? {}, files }, options);
}
