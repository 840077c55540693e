import type { Database } from "../database/database.ts";
import type { TenantScope } from "../database/transaction.ts";
import { idFloor, idRange, idTimeMs } from "../kernel/id.ts";
import type { EventRow } from "./event.ts";
import { type EventFilter, selectEvents } from "./queries.ts";
import { appearsWithinMs } from "./tail-events.ts";

/**
 * The events that may have appeared since one of them was seen, at most `limit`, oldest first. They include that one, and those shortly
 * before it, because an event can appear behind a newer one.
 */
export function eventsSince(
  database: Database,
  scope: TenantScope,
  filter: EventFilter,
  seenId: string,
  limit: number,
): Promise<EventRow[]> {
  const { to: before } = idRange("evt", scope.mode);
  const from = idFloor("evt", scope.mode, scope.tenantId, Math.max(0, idTimeMs(seenId) - appearsWithinMs));
  return database.inTenant(scope, (trx) =>
    selectEvents(trx, { from, before, direction: "ASC", limit }, filter),
  );
}
