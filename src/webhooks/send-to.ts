import type { TenantTransaction } from "../database/transaction.ts";
import type { EventRow } from "../events/event.ts";
import { makeId } from "../kernel/id.ts";
import type { Delivery } from "./delivery.ts";
import { getDeliveries, insertDeliveries, type Target } from "./queries.ts";

/** Makes new deliveries of an event that was recorded before. The caller has locked the endpoints. */
export async function sendTo(
  deps: { readonly nowMs: () => number },
  trx: TenantTransaction,
  event: EventRow,
  targets: readonly Target[],
): Promise<Delivery[]> {
  const nowMs = deps.nowMs();
  const deliveries = targets.map((target) => ({
    id: makeId("del", event.mode, event.tenantId, nowMs),
    target,
  }));
  insertDeliveries(trx, event, deliveries);
  return getDeliveries(
    trx,
    deliveries.map(({ id }) => id),
  );
}
