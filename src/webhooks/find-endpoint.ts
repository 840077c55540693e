import type { TenantScope, TenantTransaction } from "../database/transaction.ts";
import { parseId } from "../kernel/id.ts";
import type { Endpoint } from "./endpoint.ts";
import { getEndpoint } from "./queries.ts";

/** Whether an id can belong to an endpoint of the caller. Other ids are never looked up in the database. */
export function isOwnEndpointId(scope: TenantScope, id: string): boolean {
  const parsed = parseId(id, "we");
  return parsed?.tenantId === scope.tenantId && parsed.mode === scope.mode;
}

/** The caller's endpoint, or undefined. */
export async function findEndpoint(trx: TenantTransaction, id: string): Promise<Endpoint | undefined> {
  return isOwnEndpointId(trx.scope, id) ? getEndpoint(trx, id) : undefined;
}
