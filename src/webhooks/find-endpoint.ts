import type { TenantScope, TenantTransaction } from "../database/transaction.ts";
import { parseId } from "../kernel/id.ts";
import type { Endpoint } from "./endpoint.ts";
import { getEndpoint } from "./queries.ts";

/** Whether an endpoint's id can be the caller's. The database isn't asked about any other. */
export function isOwnEndpointId(scope: TenantScope, id: string): boolean {
  const parsed = parseId(id, "we");
  return parsed?.tenantId === scope.tenantId && parsed.mode === scope.mode;
}

/** The caller's endpoint, or undefined. */
export async function findEndpoint(trx: TenantTransaction, id: string): Promise<Endpoint | undefined> {
  return isOwnEndpointId(trx.scope, id) ? getEndpoint(trx, id) : undefined;
}
