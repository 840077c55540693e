import type { TenantTransaction } from "../database/transaction.ts";
import type { EventRow } from "../events/event.ts";
import { idTimeMs, makeId } from "../kernel/id.ts";
import { findTargets, insertDeliveries } from "./queries.ts";

/**
 * Writes a delivery for each endpoint that wants an event, in the event's own transaction: if the event is committed, so
 * is the duty to tell of it. Subscribe it to the event log.
 */
export async function fanOut(trx: TenantTransaction, event: EventRow): Promise<void> {
  const targets = await findTargets(trx, event.type);
  if (targets.length === 0) return;
  const nowMs = idTimeMs(event.id);
  const deliveries = targets.map((target) => ({
    id: makeId("del", trx.mode, trx.tenantId, nowMs),
    target,
  }));
  insertDeliveries(trx, event, deliveries);
}
