import type { Database } from "../database/database.ts";
import type { Scope } from "../database/transaction.ts";
import { isOwnEndpointId } from "./find-endpoint.ts";
import { deleteEndpointRow } from "./queries.ts";

/** Deletes an endpoint with all its deliveries; false when the caller has no such endpoint. */
export async function deleteEndpoint(database: Database, scope: Scope, id: string): Promise<boolean> {
  if (!isOwnEndpointId(scope, id)) return false;
  return database.inScope(scope, (trx) => deleteEndpointRow(trx, scope, id));
}
