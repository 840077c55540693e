import type { FastifyRequest } from "fastify";
import type { TenantScope } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";

/** The scope of a request that changes something: whose rows, and for the audit log who changes them from where. */
export function actingScope(request: FastifyRequest): TenantScope {
  const { tenantId, mode, keyId } = present(request.auth, "the request's auth");
  return { tenantId, mode, actor: { name: `API key ${keyId}`, origin: request.ip } };
}
