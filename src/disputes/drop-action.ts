import type { TenantScope } from "../database/transaction.ts";
import { toApiDispute } from "../payments/dispute.ts";
import { recordNumberedEvent } from "../sessions/transition-session.ts";
import type { Guard } from "./apply-facts.ts";
import type { DisputeDeps } from "./deps.ts";
import type { StoredDispute } from "./dispute.ts";
import { lockDispute } from "./lock-respondable.ts";
import { dropAction } from "./queries.ts";

/**
 * Ends a pending action that the PSP has refused, so that the merchant can take another. Stores the reason for the response
 * to the merchant's request. Does nothing if the action is no longer pending.
 */
export async function dropPendingAction(
  deps: DisputeDeps,
  scope: TenantScope,
  { id, actionKey }: Pick<StoredDispute, "id" | "actionKey">,
  why: string,
  guard?: Guard,
): Promise<void> {
  await deps.database.inTenant(scope, async (trx) => {
    const locked = await lockDispute(trx, id);
    if (!locked.ok || locked.value.actionKey !== actionKey) return;
    if (guard && !(await guard.holds(trx))) return;
    const dispute = await dropAction(trx, id, why);
    await recordNumberedEvent(deps, trx, "dispute.updated", dispute.sessionId, toApiDispute(dispute));
    await guard?.settle(trx, { kind: "moved", dispute });
  });
}
