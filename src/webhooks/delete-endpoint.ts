import type { Database } from "../database/database.ts";
import type { TenantScope } from "../database/transaction.ts";
import { isOwnEndpointId } from "./find-endpoint.ts";
import { markDeleted } from "./queries.ts";
import { beginSweep } from "./sweep/sweep-deliveries.ts";

/**
 * Deletes an endpoint with its deliveries: the first batch at once, the rest by the job. False when the caller has no such endpoint.
 */
export async function deleteEndpoint(database: Database, scope: TenantScope, id: string): Promise<boolean> {
  if (!isOwnEndpointId(scope, id)) return false;
  return database.inTenant(scope, async (trx) => {
    const isDeleted = await markDeleted(trx, id);
    if (isDeleted) await beginSweep(trx, id, "delete");
    return isDeleted;
  });
}
