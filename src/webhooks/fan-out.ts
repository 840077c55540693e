import type { TenantTransaction } from "../database/transaction.ts";
import type { EventRow } from "../events/event.ts";
import { idTimeMs, makeId } from "../kernel/id.ts";
import type { Delivery } from "./delivery.ts";
import { findTargets, getDeliveries, insertDeliveries, type Target } from "./queries.ts";

/**
 * Writes a delivery for each endpoint that wants an event, in the event's own transaction: either both are committed or neither.
 * Subscribe it to the event log.
 */
export async function fanOut(trx: TenantTransaction, event: EventRow): Promise<void> {
  const targets = await findTargets(trx, event.type);
  if (targets.length > 0) insertFor(trx, event, targets, idTimeMs(event.id));
}

/** Writes new deliveries of a recorded event to these endpoints, which the caller has locked. */
export function sendTo(
  deps: { readonly nowMs: () => number },
  trx: TenantTransaction,
  event: EventRow,
  targets: readonly Target[],
): Promise<Delivery[]> {
  return getDeliveries(trx, insertFor(trx, event, targets, deps.nowMs()));
}

/** Writes the deliveries of an event and returns their ids, which carry the time `atMs`. */
function insertFor(
  trx: TenantTransaction,
  event: EventRow,
  targets: readonly Target[],
  atMs: number,
): string[] {
  const deliveries = targets.map((target) => ({ id: makeId("del", trx.mode, trx.tenantId, atMs), target }));
  insertDeliveries(trx, event, deliveries);
  return deliveries.map(({ id }) => id);
}
