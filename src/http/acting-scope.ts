import type { FastifyRequest } from "fastify";
import type { TenantScope } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";

/** The scope of a changing request: the tenant and mode, and the actor for the audit log. */
export function actingScope(request: FastifyRequest): TenantScope {
  const { tenantId, mode, keyId } = present(request.auth, "the request's auth");
  return { tenantId, mode, actor: { name: `API key ${keyId}`, origin: request.ip } };
}
