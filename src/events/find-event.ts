import type { TenantTransaction } from "../database/transaction.ts";
import { parseId } from "../kernel/id.ts";
import type { EventRow } from "./event.ts";
import { getEvent } from "./queries.ts";

export { getClockOfEvent as clockOfEvent } from "./queries.ts";

/** The caller's event, or undefined. Ids of other tenants are recognised without a query. */
export async function findEvent(trx: TenantTransaction, id: string): Promise<EventRow | undefined> {
  const parsed = parseId(id, "evt");
  if (parsed?.tenantId !== trx.tenantId || parsed.mode !== trx.mode) return undefined;
  return getEvent(trx, id);
}
