import type { FastifyRequest } from "fastify";
import type { TenantScope } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";
import type { AuthContext } from "../tenants/api-key-cache.ts";

/** Who makes the request, by its API key. For routes behind `authenticate` only. */
export const authOf = (request: FastifyRequest): AuthContext => present(request.auth, "the request's auth");

/** The scope of a changing request: the tenant and mode, and the actor for the audit log. */
export function actingScope(request: FastifyRequest): TenantScope {
  const { tenantId, mode, keyId } = authOf(request);
  return { tenantId, mode, actor: { name: `API key ${keyId}`, origin: request.ip } };
}
